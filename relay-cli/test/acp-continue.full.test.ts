/** Sessions of agents that speak the Agent Client Protocol, continued after their end or after the relay's. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AcpDesk, keptSessions, MOCK_ACP } from './kit/acp-desk.ts'
import { Cleanups, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let acp: AcpDesk
/** The folder in which the agent keeps its sessions. */
let kept: string

beforeEach(() => {
	kept = keptSessions(cleanups)
})
afterEach(async () => {
	await cleanups.run()
	vi.unstubAllEnvs()
})

async function open(abilities: string): Promise<void> {
	acp = await AcpDesk.open(cleanups, abilities)
}
/** A relay whose agents have these abilities, in the place of this one. */
async function restart(abilities: string): Promise<void> {
	vi.stubEnv('MOCK_ACP', abilities)
	await acp.restart()
}
/** Ends the agent of a session in which something was said. */
async function ended(prompt = 'hello'): Promise<string> {
	const { agentId, terminalId } = await acp.started(prompt)
	await acp.hasStatus(agentId, 'waiting_input')
	await acp.act({ act: 'close', terminalId })
	await acp.hasStatus(agentId, 'ended')
	return agentId
}

it.each(['load', 'load late modes', 'resume', 'load resume'])(
	'a session continues after the end of the relay, and its transcript has all of it once (%s)',
	async (abilities) => {
		await open(abilities)
		const { agentId, terminalId } = await acp.started('run npm test')
		await acp.asked()
		await acp.act({ act: 'interrupt', terminalId })
		await acp.hasStatus(agentId, 'idle')
		await acp.act({ act: 'say', terminalId, text: 'hello' })
		await acp.says(agentId, 'You said: hello')
		const before = await acp.transcript(agentId)
		await acp.restart()
		const lost = await acp.hasStatus(agentId, 'ended')
		expect(lost).toMatchObject({ program: 'Mock', continues: true })
		const next = await acp.continued(agentId)
		expect(next.agentId).toBe(agentId)
		expect(next.terminalId).not.toBe(terminalId)
		const card = await acp.says(agentId, 'You said: hello')
		expect(card).toMatchObject({ title: 'run npm test', terminalId: next.terminalId })
		expect((await acp.list()).terminals?.list).toMatchObject([{ terminalId: next.terminalId }])
		// Messages that come once a prompt was given count as its answer.
		if (abilities.includes('late')) await acp.card(agentId, ({ mode }) => mode === 'Plan')
		await acp.act({ act: 'say', terminalId: next.terminalId, text: 'and now?' })
		await acp.says(agentId, 'You said: and now?')
		const added = (await acp.transcript(agentId)).slice(before.length)
		const isOfMode = (text: string): boolean => /\bmode\b/.test(text)
		expect(added.filter((one) => !('text' in one) || !isOfMode(one.text))).toMatchObject([
			{ kind: 'prompt', text: 'and now?' },
			{ kind: 'text', text: 'You said: and now?' },
			{ kind: 'note', text: 'End of the turn.' },
		])
		expect((await acp.transcript(agentId)).slice(0, before.length)).toEqual(before)
	},
)

it('a session continues after the crash of its agent, with the folders and tools that it had', async () => {
	await open('load folders')
	const { agentId } = await acp.started('crash', { folders: ['Assets'] })
	await acp.hasStatus(agentId, 'ended')
	const { terminalId } = await acp.continued(agentId, { prompt: 'session' })
	await until('its answer', async () => (await acp.texts(agentId)).some((text) => text[0] === '{'))
	const said = (await acp.texts(agentId)).find((text) => text.startsWith('{'))
	expect(JSON.parse(said ?? '')).toMatchObject({
		sessionId: expect.any(String),
		cwd: acp.desk.path,
		mcpServers: [{ name: 'fairlead' }],
		additionalDirectories: [join(acp.desk.path, 'Assets')],
	})
	await expect(acp.continued(agentId)).rejects.toThrow('conflict: That session still runs.')
	await acp.act({ act: 'close', terminalId })
	await expect(acp.continued(agentId, { worktree: true })).rejects.toThrow('invalid_arguments:')
})

it('a permission that is asked while a session is loaded is not given, and nobody is asked', async () => {
	await open('load')
	const agentId = await ended()
	await restart('load asks')
	await acp.hasStatus(agentId, 'ended')
	await acp.continued(agentId)
	await acp.hasStatus(agentId, 'waiting_input')
	expect(await acp.texts(agentId)).toContain(
		'It asked for a permission outside of a turn. It was not given.',
	)
	expect(acp.room.deskCalls).toEqual([])
})

it('an agent that cannot continue its sessions says so, and is not offered', async () => {
	await open('')
	const agentId = await ended()
	expect((await acp.cardNow(agentId))?.continues).toBeUndefined()
	await expect(acp.continued(agentId)).rejects.toThrow(
		'unsupported: This agent cannot continue a session that has ended. Start a new one.',
	)
})

it('a session that cannot continue any more says why, and stays as it was', async () => {
	await open('load')
	const { desk } = acp
	const agentId = await ended()
	const before = await acp.transcript(agentId)
	const refusal = async (why: string): Promise<void> => {
		await acp.hasStatus(agentId, 'ended')
		await expect(acp.continued(agentId)).rejects.toThrow(why)
		await acp.hasStatus(agentId, 'ended')
		expect((await acp.list()).terminals?.list).toEqual([])
		expect(await acp.transcript(agentId)).toEqual(before)
	}
	await restart('')
	await refusal('unsupported: Mock can no longer continue its sessions. Start a new agent.')
	await restart('load exits')
	await refusal('It ended with exit code 3.')
	await restart('load')
	await desk.fairlead('agents', 'add', 'Mock', '--', process.execPath, MOCK_ACP, '--other')
	await refusal('conflict: The command of Mock was changed on that computer')
	await desk.fairlead('agents', 'remove', 'Mock')
	await until('its removal', async () => (await acp.list()).terminals?.programs === undefined)
	await refusal('not_found: Mock was removed on that computer.')
	await desk.fairlead('agents', 'add', 'Mock', '--', process.execPath, MOCK_ACP)
	await until('its return', async () => (await acp.list()).terminals?.programs !== undefined)
	for (const name of readdirSync(kept)) rmSync(join(kept, name))
	await refusal('not_found: Mock no longer has this session. Start a new agent.')
})
