/** Modes of agents that speak the Agent Client Protocol, told and changed through a project's room. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AcpDesk, keptSessions } from './kit/acp-desk.ts'
import { Cleanups, TEST_TIMEOUT_MS, until } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let acp: AcpDesk

beforeEach(() => void keptSessions(cleanups))
afterEach(async () => {
	await cleanups.run()
	vi.unstubAllEnvs()
})

async function open(abilities: string): Promise<void> {
	acp = await AcpDesk.open(cleanups, abilities)
}
const inMode = (agentId: string, name: string): Promise<AgentCard> =>
	acp.card(agentId, ({ mode }) => mode === name)
const modes = async (): Promise<Terminal['modes']> =>
	(await acp.list()).terminals?.list.at(-1)?.modes
const setMode = (terminalId: string, mode: string): Promise<unknown> =>
	acp.act({ act: 'set_mode', terminalId, mode })
const notes = async (agentId: string): Promise<string[]> =>
	(await acp.texts(agentId)).filter((text) => text.includes(' mode: '))

describe.each(['modes', 'modes options', 'options'])('an agent with %s', (abilities) => {
	it('tells its modes, takes another one while it works, and says whose change it was', async () => {
		await open(`load ${abilities}`)
		const { agentId, terminalId } = await acp.started('wait')
		await inMode(agentId, 'Ask first')
		expect(await modes()).toEqual({
			current: 'ask',
			list: [
				{ id: 'ask', name: 'Ask first', description: 'Asks before each change' },
				{ id: 'plan', name: 'Plan' },
				{ id: 'bypass', name: 'Bypass permissions', description: 'Asks for nothing' },
			],
		})
		await acp.hasStatus(agentId, 'working')
		await setMode(terminalId, 'bypass')
		expect((await modes())?.current).toBe('bypass')
		await inMode(agentId, 'Bypass permissions')
		await acp.act({ act: 'interrupt', terminalId })
		await acp.hasStatus(agentId, 'idle')
		await acp.act({ act: 'say', terminalId, text: 'run npm test' })
		await acp.says(agentId, 'It ran, unasked.')
		await acp.act({ act: 'say', terminalId, text: 'mode plan' })
		await acp.says(agentId, 'Changed.')
		await inMode(agentId, 'Plan')
		expect(await notes(agentId)).toEqual([
			'Emil changed the mode: Bypass permissions.',
			'The agent changed its mode: Plan.',
		])
		await acp.restart()
		expect((await acp.hasStatus(agentId, 'ended')).mode).toBeUndefined()
		expect(await modes()).toBeUndefined()
		await expect(setMode(terminalId, 'ask')).rejects.toThrow('conflict: This agent has ended.')
		await acp.continued(agentId)
		await inMode(agentId, 'Ask first')
	})
})

it('a mode that the agent does not have, or does not take, is refused, and the old one stays', async () => {
	await open('modes firm')
	const { agentId, terminalId } = await acp.started('hello')
	await acp.says(agentId, 'You said: hello')
	await inMode(agentId, 'Ask first')
	await expect(setMode(terminalId, 'root')).rejects.toThrow(
		'not_found: This agent does not have that mode.',
	)
	await expect(setMode(terminalId, 'plan')).rejects.toThrow(
		'internal: Mock could not change its mode: Invalid params: Not in this folder',
	)
	expect((await modes())?.current).toBe('ask')
	expect(await notes(agentId)).toEqual([])
})

it('an agent that changes its mode as soon as its session is open is followed', async () => {
	await open('modes eager')
	const { agentId } = await acp.started()
	await inMode(agentId, 'Plan')
	expect((await modes())?.current).toBe('plan')
})

it('an agent without modes has none to change, and neither has Claude Code', async () => {
	await open('')
	const { agentId, terminalId } = await acp.started('hello')
	const card = await acp.says(agentId, 'You said: hello')
	expect(card.mode).toBeUndefined()
	expect(await modes()).toBeUndefined()
	await expect(setMode(terminalId, 'ask')).rejects.toThrow('unsupported: This agent has no modes.')
})

it('an agent that does not answer keeps its mode, and takes the next act', async () => {
	await open('modes mute')
	const { agentId, terminalId } = await acp.started('hello')
	await acp.says(agentId, 'You said: hello')
	await inMode(agentId, 'Ask first')
	await expect(setMode(terminalId, 'plan')).rejects.toThrow(
		'deadline_exceeded: Mock did not answer for 5 seconds.',
	)
	await acp.act({ act: 'say', terminalId, text: 'mode bypass' })
	await until('its own change', async () => (await modes())?.current === 'bypass')
	await acp.says(agentId, 'Changed.')
	expect(await notes(agentId)).toEqual(['The agent changed its mode: Bypass permissions.'])
})
