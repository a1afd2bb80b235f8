import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
	type AgentCard,
	AgentList,
	type AgentsChanged,
	TranscriptPart,
} from '@fairlead/protocol/agents/agents'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLink, removeLink } from '../src/home/links.ts'
import { editorKeyOf } from '../src/home/project-key.ts'
import type { FakeRoom } from './fakes/fake-room.ts'
import { ClaudeDesk } from './kit/claude-desk.ts'
import { linkedProject } from './kit/linked-project.ts'
import { runFairlead } from './kit/relay-process.ts'
import { Cleanups, TEST_TIMEOUT_MS, until } from './kit/support.ts'
import { RunningClaude } from './mock-claude/running-claude.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const cleanups = new Cleanups()
let desk: ClaudeDesk
let home: string
let path: string
let claude: string
let room: FakeRoom
let key: string

beforeEach(async () => {
	desk = await ClaudeDesk.open(cleanups)
	;({ home, path, claude, room, key } = desk)
})
afterEach(() => cleanups.run())

const fairlead = (...args: string[]) => desk.fairlead(...args)

async function list(): Promise<AgentList> {
	const outcome = await room.read('agents.list', { editorKey: key })
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
	return AgentList.parse(outcome.result)
}
/** Once the card is as expected. */
const card = (agentId: string, is: (card: AgentCard) => boolean): Promise<AgentCard> =>
	until(`the card of ${agentId}`, async () => {
		const found = (await list()).cards.find((one) => one.agentId === agentId)
		return found && is(found) ? found : null
	})
const isKind = (kind: string, sure?: boolean) => (one: AgentCard) =>
	one.status.kind === kind &&
	(sure === undefined || ('sure' in one.status && one.status.sure === sure))

const session = (env?: Record<string, string>): Promise<RunningClaude> => desk.session(env)

describe('with hooks', () => {
	beforeEach(async () => {
		expect((await fairlead('agents', 'on', path)).stdout).toContain('whole transcript')
		expect((await fairlead('agents', 'hooks', 'install')).code).toBe(0)
	})

	it('a session is shown from its first prompt to its end', async () => {
		const agent = await session({ MOCK_CLAUDE_REGISTRY: '0' })
		const { sessionId } = agent
		await agent.do(
			{ do: 'prompt', text: 'make a door' },
			{ do: 'tool', id: 't1', name: 'Read', input: { file_path: 'door.ts' } },
		)
		expect(await card(sessionId, (one) => one.tools.length > 0)).toMatchObject({
			title: 'make a door',
			status: { kind: 'working', text: 'Reading door.ts' },
		})
		await agent.do(
			{ do: 'result', id: 't1' },
			{ do: 'permission', id: 't2', name: 'Bash', input: { command: 'rm x' } },
		)
		expect((await card(sessionId, isKind('waiting_permission'))).status).toEqual({
			kind: 'waiting_permission',
			text: 'Running: rm x',
			sure: true,
		})
		await agent.do({ do: 'result', id: 't2' }, { do: 'text', text: 'Done.' }, { do: 'turn-end' })
		await card(sessionId, isKind('waiting_input', true))
		const part = await room.read('agents.transcript', { editorKey: key, agentId: sessionId })
		const { entries } = TranscriptPart.parse(part.status === 'ok' ? part.result : null)
		expect(entries.map(({ kind }) => kind)).toEqual([
			'prompt',
			'tool',
			'result',
			'tool',
			'result',
			'text',
			'note',
		])
		await agent.do({ do: 'exit' })
		await card(sessionId, isKind('ended', true))
		// No hook failed, and none printed anything that Claude Code would read.
		expect(agent.problems).toEqual([])
	})

	it('a sub-agent asks on its own card', async () => {
		const agent = await session()
		const id = `${agent.sessionId}.a1`
		await agent.do(
			{ do: 'prompt', text: 'x' },
			{ do: 'agent', id: 't1', agentId: 'a1', description: 'Find it' },
		)
		expect(await card(id, () => true)).toMatchObject({
			parent: agent.sessionId,
			title: 'Explore: Find it',
		})
		await agent.do({ do: 'agent-permission', agentId: 'a1', command: 'rm x' })
		expect((await card(id, isKind('waiting_permission'))).status).toMatchObject({
			text: 'Explore: Running: rm x',
			sure: true,
		})
		await agent.do({ do: 'agent-end', id: 't1', agentId: 'a1' })
		await card(id, isKind('ended', true))
	})

	it('/clear keeps the card, also over a restart of the relay', async () => {
		const agent = await session({ MOCK_CLAUDE_REGISTRY: '0' })
		const first = agent.sessionId
		await agent.do({ do: 'prompt', text: 'one' }, { do: 'turn-end' })
		await card(first, isKind('waiting_input'))
		await agent.do({ do: 'clear' }, { do: 'prompt', text: 'two' })
		const second = agent.sessionId
		expect(second).not.toBe(first)
		await card(first, (one) => one.sessionId === second && one.title === 'two')
		const before = await list()
		await desk.relay.close()
		await desk.start()
		await card(first, (one) => one.sessionId === second)
		const after = await list()
		expect(after.cards.map(({ agentId }) => agentId)).toEqual([first])
		expect(after.revision).toBeGreaterThan(before.revision)
	})

	it('a hook does nothing when no relay runs', async () => {
		await desk.relay.close()
		const agent = await session()
		await agent.do({ do: 'prompt', text: 'x' }, { do: 'turn-end' }, { do: 'exit' })
		expect(agent.problems).toEqual([])
	})
})

describe('without hooks', () => {
	beforeEach(async () => {
		await fairlead('agents', 'on', path)
	})

	it('a permission is told by the registry, and a killed process has ended', async () => {
		const agent = await session()
		const { sessionId } = agent
		await agent.do(
			{ do: 'prompt', text: 'x' },
			{ do: 'permission', id: 't1', name: 'Bash', input: { command: 'rm x' } },
		)
		await card(sessionId, isKind('waiting_permission', true))
		await agent.do({ do: 'result', id: 't1' })
		await card(sessionId, isKind('working'))
		await agent.kill()
		await card(sessionId, isKind('ended', true))
	})

	it('/clear keeps the card without any sign but the file', async () => {
		const agent = await session({ MOCK_CLAUDE_REGISTRY: '0' })
		const first = agent.sessionId
		await agent.do({ do: 'prompt', text: 'one' }, { do: 'text', text: 'y' }, { do: 'turn-end' })
		await card(first, isKind('waiting_input'))
		await agent.do({ do: 'clear' }, { do: 'prompt', text: 'two' })
		await card(first, (one) => one.sessionId === agent.sessionId)
	})

	it('the room is told of changes while it watches', async () => {
		const agent = await session()
		await agent.do({ do: 'prompt', text: 'x' })
		await card(agent.sessionId, () => true)
		expect(room.heard('agents.changed')).toEqual([])
		room.notify('watch', { watching: true })
		await room.roundTrip()
		await agent.do({ do: 'tool', id: 't1', name: 'Grep' })
		await until('the change', () =>
			room
				.heard<AgentsChanged>('agents.changed')
				.some(({ editorKey, cards }) => editorKey === key && cards[0]?.tools[0]?.toolId === 't1'),
		)
	})

	it('the room is told when one begins to wait, whether or not it watches, and an older one never', async () => {
		const agent = await session()
		const turn = async () => {
			await agent.do({ do: 'prompt', text: 'x' })
			await card(agent.sessionId, isKind('working'))
			await agent.do({ do: 'text', text: 'y' }, { do: 'turn-end' })
			await card(agent.sessionId, isKind('waiting_input', true))
		}
		await turn()
		room.takesAgentWaits = true
		await desk.relay.close()
		await desk.start()
		await card(agent.sessionId, isKind('waiting_input', true))
		expect(room.heard('agents.waits')).toEqual([])
		await turn()
		expect(room.heard('agents.waits')).toEqual([{ editorKey: key }])
	})

	it('nothing is shown once the folder is off, or unlinked', async () => {
		const agent = await session()
		await agent.do({ do: 'prompt', text: 'x' })
		await card(agent.sessionId, () => true)
		expect((await fairlead('agents', 'off', path)).stdout).toContain('Off')
		await until('the end', async () => !(await list()).shown)
		const asked = { editorKey: key, agentId: agent.sessionId }
		expect(await room.read('agents.transcript', asked)).toMatchObject({
			error: { code: 'not_found' },
		})
		await fairlead('agents', 'on', path)
		await card(agent.sessionId, () => true)
		// A person who links it again, perhaps to another project, has to allow it again.
		await removeLink(path, home)
		await until('the end', () => !room.hasRelay)
		await addLink(path, room.link, home)
		await until('the end', async () => !(await list()).shown)
		expect((await fairlead('agents')).stdout).toContain('off')
	})
})

it('two relays on one computer show the same session to their own projects, and neither is disturbed', async () => {
	const other = await linkedProject(cleanups)
	const second = await desk.relayIn(other.home)
	await other.room.hello()
	for (const [one, folder] of [
		[home, path],
		[other.home, other.path],
	] as const)
		await runFairlead(['agents', 'on', folder], { FAIRLEAD_HOME: one, CLAUDE_CONFIG_DIR: claude })
	const here = await session()
	const there = cleanups.add(await RunningClaude.start(other.path, claude), (made) => made.kill())
	await here.do({ do: 'prompt', text: 'here' })
	await there.do({ do: 'prompt', text: 'there' })
	await card(here.sessionId, () => true)
	expect((await list()).cards.map(({ title }) => title)).toEqual(['here'])
	const outcome = await until('the other', async () => {
		const asked = { editorKey: editorKeyOf(second.relayId, other.path) }
		const answer = await other.room.read('agents.list', asked)
		return answer.status === 'ok' && (answer.result as AgentList).cards.length > 0 ? answer : null
	})
	expect(outcome).toMatchObject({ result: { cards: [{ title: 'there' }] } })
})

describe('fairlead agents', () => {
	it('off says which folders are on, where it would change nothing', async () => {
		const none = await fairlead('agents', 'off', path)
		expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('of no folder')])
		const { stdout } = await fairlead('agents', 'on', path, '--terminals')
		// Copied whole, as a line.
		expect(stdout.split('\n')).toContain(`  npm run fairlead -- agents off "${path}"`)
		const below = join(path, 'Assets')
		await mkdir(below, { recursive: true })
		for (const folder of [below, `${path}-misspelt`]) {
			const { code, stderr, stdout: said } = await fairlead('agents', 'off', folder)
			expect(code).toBe(1)
			expect(said).not.toContain('Off')
			expect(stderr.split('\n')).toContain(`  npm run fairlead -- agents off "${path}"`)
		}
		expect((await fairlead('agents')).stdout).toMatch(new RegExp(`on, terminals +${path}`))
	})

	it('options of on add up, and off ends all', async () => {
		const answers = 'stored in a conversation of the project'
		const terminals = 'may also start Claude Code'
		expect((await fairlead('agents', 'on', path, '--answers')).stdout).toContain(answers)
		const both = (await fairlead('agents', 'on', path, '--terminals')).stdout
		expect([both.includes(answers), both.includes(terminals)]).toEqual([true, true])
		expect(both).not.toContain('Nothing was changed')
		expect((await fairlead('agents')).stdout).toContain('on, answers, terminals')
		const again = (await fairlead('agents', 'on', path)).stdout
		expect(again).toBe(`Nothing was changed. All of this is on already.\n${both}`)
		await fairlead('agents', 'off', path)
		const alone = (await fairlead('agents', 'on', path)).stdout
		expect([alone.includes(answers), alone.includes(terminals)]).toEqual([false, false])
	})

	it('lists linked folders, and says what is missing', async () => {
		const before = (await fairlead('agents')).stdout
		expect(before).toMatch(new RegExp(`off +${path}`))
		expect(before).toContain('Hooks are not installed')
		await fairlead('agents', 'on', path)
		await fairlead('agents', 'hooks', 'install')
		const after = (await fairlead('agents')).stdout
		expect(after).toMatch(new RegExp(`on +${path}`))
		expect(after).toContain('Hooks are installed')
		expect((await fairlead('agents', 'hooks', 'install')).stdout).toContain('already')
		expect((await fairlead('agents', 'hooks', 'remove')).stdout).toContain('removed')
		expect((await fairlead('agents', 'hooks', 'remove')).stdout).toContain('nothing to remove')
	})

	it('does not show a folder that is not linked', async () => {
		expect(await fairlead('agents', 'on', claude)).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/is not linked.* link <folder>/),
		})
		expect((await fairlead('agents', 'dance')).code).toBe(2)
	})

	it('a hook ends well whatever it is given, and prints nothing', async () => {
		for (const input of [
			'',
			'no json',
			'[]',
			'{"hook_event_name":"Stop","session_id":"x"}',
			`{"x":"${'y'.repeat(200_000)}"}`,
		])
			expect(await runFairlead(['agents', 'hook', '--home', home], {}, input)).toEqual({
				code: 0,
				stdout: '',
				stderr: '',
			})
	})
})

it('the relay takes a hook with its token only, and bounds its body', async () => {
	const post = (body: string, token = desk.relay.token) =>
		fetch(`http://127.0.0.1:${desk.relay.port}/agents/hook`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body,
		}).then(({ status }) => status)
	expect(await post('{}')).toBe(200)
	expect(await post('{}', 'wrong')).toBe(401)
	expect(await post('no json')).toBe(400)
	expect(await post(JSON.stringify({ x: 'y'.repeat(70_000) }))).toBe(413)
})
