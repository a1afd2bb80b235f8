import {
	appendFileSync,
	mkdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import type { AgentsChanged } from '@fairlead/protocol/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, until } from '../../../test/support.ts'
import { hashOf } from '../transcripts/claude-folder.ts'
import { readAgents } from './read-agents.ts'
import { DeskWorld, KEY } from './test-kit.ts'

const cleanups = new Cleanups()
let world: DeskWorld

beforeEach(() => {
	world = new DeskWorld(cleanups)
})
afterEach(() => cleanups.run())

const ids = async () => (await world.cards()).map(({ agentId }) => agentId).sort()

describe('sessions that were started elsewhere', () => {
	it('are found, and told as they change', async () => {
		const session = world.session('s1')
		session.write(session.prompt('make a door'), session.tool('t1', 'Read', { file_path: 'a.ts' }))
		expect(await world.card('s1')).toMatchObject({
			title: 'make a door',
			folder: '',
			status: { kind: 'working', text: 'Reading a.ts' },
		})
		session.write(session.result('t1'), session.text('Done.'), session.turnEnd())
		await world.pass(400)
		expect(await world.status('s1')).toEqual({ kind: 'waiting_input', text: 'Done.', sure: true })
	})

	it('are shown in folders below, and not in ones with the same hash', async () => {
		const below = world.session('below', { cwd: join(world.folder, 'Assets') })
		below.write(below.prompt('below'))
		const twin = world.session('twin', { cwd: `${world.folder}-Assets` })
		twin.write(twin.prompt('another folder'))
		const liar = world.session('liar', { cwd: '/somewhere/else', hash: hashOf(world.folder) })
		liar.write(liar.prompt('another folder'))
		const cards = await world.cards()
		expect(cards.map(({ agentId, folder }) => [agentId, folder])).toEqual([['below', 'Assets']])
	})

	it('that name their folder by a link are shown in the real one', async () => {
		const link = `${world.folder}-link`
		symlinkSync(world.folder, link)
		const session = world.session('s1', { cwd: link, hash: hashOf(world.folder) })
		session.write(session.prompt('x'))
		expect(await ids()).toEqual(['s1'])
	})

	it('are known by the name of their file, whatever is inside', async () => {
		const session = world.session('inner')
		session.write(session.prompt('x'))
		renameSync(session.path, session.path.replace('inner', 'outer'))
		expect(await world.cards()).toMatchObject([{ agentId: 'outer', sessionId: 'outer' }])
	})

	it('are left out after a day, unless they live', async () => {
		const old = world.session('old')
		old.write(old.prompt('x'))
		const living = world.session('living')
		living.write(living.prompt('x'))
		const days = world.clock.now() / 1_000 - 3 * 86_400
		for (const { path } of [old, living]) utimesSync(path, days, days)
		world.registry = [
			{
				pid: 1,
				sessionId: 'living',
				cwd: world.folder,
				state: 'idle',
				waitingFor: '',
				at: world.clock.now(),
			},
		]
		expect(await ids()).toEqual(['living'])
	})

	it('that wait are not forgotten while nothing says that they ended', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.turnEnd())
		await world.cards()
		await world.pass(5 * 86_400_000)
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input', sure: true })
	})

	it('whose file was truncated begin again, and one that was removed is gone', async () => {
		const session = world.session('s1')
		session.write(session.prompt('first'), session.text('a'))
		expect(await world.card('s1')).toMatchObject({ title: 'first', tokens: { output: 20 } })
		truncateSync(session.path, 0)
		session.write(session.prompt('second'))
		expect(await world.card('s1')).toMatchObject({ title: 'second', tokens: { output: 0 } })
		rmSync(session.path)
		expect(await ids()).toEqual([])
	})

	it('with records of a new type are read, and the type is told once', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.meta('brand-new'), session.meta('brand-new'))
		session.write('not json', '[]', session.meta('a b\u0007c'))
		expect(await ids()).toEqual(['s1'])
		expect(world.unknown).toEqual(['brand-new', 'a?b?c'])
	})
})

describe('consent', () => {
	it('is needed for each folder, and ends what is shown', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		world.allowed = []
		await world.desk.scan()
		const closed = world.desk.list(KEY)
		expect(closed).toMatchObject({ shown: false, cards: [] })
		expect(world.desk.transcriptOf(KEY, 's1')).toBeUndefined()
		world.allowed = [world.folder]
		await world.pass(2_000)
		const open = world.desk.list(KEY)
		expect(open).toMatchObject({ shown: true, cards: [{ agentId: 's1' }] })
		expect(open.revision).toBeGreaterThan(closed.revision)
		world.allowed = []
		await world.pass(2_000)
		expect(world.desk.list(KEY)).toMatchObject({ shown: false, cards: [] })
		expect(world.told.at(-1)).toMatchObject({ shown: false, cards: [], gone: ['s1'] })
		expect(world.desk.transcriptOf(KEY, 's1')).toBeUndefined()
		world.hook('Stop', 's1')
		expect(world.desk.list(KEY).cards).toEqual([])
	})

	it('is for the people of one project: another that gets the folder sees nothing, from the first moment', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		expect(await ids()).toEqual(['s1'])
		world.linked = [{ editorKey: KEY, folder: world.folder, room: 'another' }]
		expect(world.desk.list(KEY)).toMatchObject({ shown: false, cards: [] })
		expect(world.desk.transcriptOf(KEY, 's1')).toBeUndefined()
	})

	it('does not reach into another linked folder below', async () => {
		const inner = join(world.folder, 'inner')
		mkdirSync(inner)
		const session = world.session('s1', { cwd: inner })
		session.write(session.prompt('x'))
		expect(await ids()).toEqual(['s1'])
		world.linked = [
			...world.linked,
			{ editorKey: 'relay:000000000002', folder: inner, room: 'room' },
		]
		await world.pass(2_000)
		expect(await ids()).toEqual([])
		expect(world.desk.list('relay:000000000002')).toMatchObject({ shown: false, cards: [] })
		world.allowed = [inner]
		await world.pass(2_000)
		expect(world.desk.list('relay:000000000002').cards).toMatchObject([{ agentId: 's1' }])
		expect(world.desk.list(KEY)).toMatchObject({ shown: false, cards: [] })
	})
})

describe('/clear and /resume', () => {
	it.each(['clear', 'resume'])('keep their card by hooks (%s)', async (source) => {
		const first = world.session('s1')
		first.write(first.prompt('first'), first.turnEnd())
		await world.cards()
		world.hook('SessionEnd', 's1', { reason: source, transcript_path: first.path })
		const second = world.session('s2')
		world.hook('SessionStart', 's2', { source, transcript_path: second.path })
		await world.pass(3_000)
		// The new file comes with the next prompt.
		expect(await world.cards()).toMatchObject([
			{ agentId: 's1', sessionId: 's1', status: { kind: 'idle' } },
		])
		second.write(second.prompt('second'))
		expect(await world.cards()).toMatchObject([{ agentId: 's1', sessionId: 's2', title: 'second' }])
		world.restart()
		expect(await world.cards()).toMatchObject([{ agentId: 's1', sessionId: 's2', title: 'second' }])
	})

	it('end after two seconds if nothing begins in their place', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		await world.cards()
		world.hook('SessionEnd', 's1', { reason: 'clear' })
		await world.pass(1_999)
		expect((await world.status('s1'))?.kind).toBe('working')
		await world.pass(1)
		expect(await world.status('s1')).toEqual({ kind: 'ended', sure: true })
	})

	it('keep their card without hooks, by the first records of the new file', async () => {
		const other = world.session('other')
		other.write(other.prompt('x'))
		world.clock.advance(1_000)
		const first = world.session('s1')
		first.write(first.prompt('first'), first.turnEnd())
		await world.cards()
		world.clock.advance(1_000)
		const second = world.session('s2')
		second.write(second.clear(), second.prompt('second'))
		expect(await world.cards()).toMatchObject([
			{ agentId: 's1', sessionId: 's2', title: 'second' },
			{ agentId: 'other' },
		])
	})

	it('keep their card without hooks when the relay was away', async () => {
		for (const [at, id] of ['s1', 's2', 's3'].entries()) {
			world.clock.advance(1_000)
			const session = world.session(id)
			session.write(...(at > 0 ? [session.clear()] : []), session.prompt(id), session.turnEnd())
		}
		expect(await world.cards()).toMatchObject([{ agentId: 's1', sessionId: 's3', title: 's3' }])
	})

	it('give the card back if the session before goes on', async () => {
		const first = world.session('s1')
		first.write(first.prompt('first'), first.turnEnd())
		await world.cards()
		world.clock.advance(1_000)
		const second = world.session('s2')
		second.write(second.clear(), second.prompt('second'))
		await world.cards()
		await world.pass(5_000)
		first.write(first.prompt('more'))
		expect(
			(await world.cards()).map(({ agentId, sessionId }) => [agentId, sessionId]).sort(),
		).toEqual([
			['s1', 's1'],
			['s2', 's2'],
		])
	})

	it('keep their card by the registry: the process has another session', async () => {
		const first = world.session('s1')
		first.write(first.prompt('first'), first.turnEnd())
		const at = world.clock.now()
		const entry = { pid: 7, cwd: world.folder, state: 'idle' as const, waitingFor: '', at }
		world.registry = [{ ...entry, sessionId: 's1' }]
		await world.cards()
		world.registry = [{ ...entry, sessionId: 's2' }]
		expect(await world.cards()).toMatchObject([{ agentId: 's1', status: { kind: 'idle' } }])
		const second = world.session('s2')
		second.write(second.prompt('second'))
		expect(await world.cards()).toMatchObject([{ agentId: 's1', sessionId: 's2' }])
	})
})

describe('sub-agents and teams', () => {
	it('stand under their session, and end with what it says', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Agent', { description: 'Find it' }))
		await world.cards()
		const sub = session.sub('a1', { agentType: 'Explore', description: 'Find it' })
		sub.write(sub.prompt('Find the door'), sub.tool('u1', 'Grep'))
		expect(await world.card('s1.a1')).toMatchObject({
			parent: 's1',
			title: 'Explore: Find it',
			status: { kind: 'working', text: 'Searching code' },
		})
		sub.write(sub.result('u1'), sub.text('It is there.'))
		session.write(session.agentResult('t1', 'a1', 'completed'))
		expect(await world.status('s1.a1')).toEqual({ kind: 'ended', sure: true })
		await world.pass(31 * 60_000)
		expect(await world.card('s1.a1')).toBeUndefined()
	})

	it('in the background end with their notification', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Agent', { description: 'Find it' }))
		session.write(
			session.agentResult('t1', 'a1', 'async_launched'),
			session.text('y'),
			session.turnEnd(),
		)
		const sub = session.sub('a1')
		sub.write(sub.prompt('Find'), sub.tool('u1', 'Grep'))
		await world.cards()
		expect((await world.status('s1'))?.kind).toBe('waiting_turn')
		expect((await world.status('s1.a1'))?.kind).toBe('working')
		session.write(session.backgroundEnded('t1', 'a1'))
		expect(await world.status('s1.a1')).toEqual({ kind: 'ended', sure: true })
	})

	it('ask on their own card, with their name, and their session still works', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Agent', { description: 'Find it' }))
		const sub = session.sub('a1', { agentType: 'Explore' })
		sub.write(sub.prompt('Find'))
		await world.cards()
		await world.cards()
		const asked = { tool_name: 'Bash', tool_input: { command: 'rm x' } }
		world.hook('PermissionRequest', 's1', { ...asked, agent_id: 'a1', agent_type: 'Explore' })
		expect(await world.status('s1.a1')).toEqual({
			kind: 'waiting_permission',
			text: 'Explore: Running: rm x',
			sure: true,
		})
		expect(await world.status('s1')).toMatchObject({ kind: 'working' })
		world.hook('PermissionRequest', 's1', { ...asked, agent_id: 'unseen', agent_type: 'Plan' })
		expect(await world.status('s1')).toMatchObject({
			kind: 'waiting_permission',
			text: 'Plan: Running: rm x',
		})
	})

	it('end with their session', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		const sub = session.sub('a1')
		sub.write(sub.prompt('Find'))
		await world.cards()
		await world.cards()
		world.hook('SessionEnd', 's1', { reason: 'other' })
		expect(await world.status('s1.a1')).toEqual({ kind: 'ended', sure: true })
	})

	it('of a team are sessions of their own under their lead', async () => {
		const lead = world.session('lead')
		lead.write(lead.prompt('x'), lead.tool('t1', 'Agent', { description: 'Help' }))
		lead.write(lead.result('t1', 'Spawned. agent_id: painter@doors'))
		const member = world.session('member', { team: { name: 'doors', member: 'painter' } })
		member.write(member.prompt('paint'))
		expect(await world.card('member')).toMatchObject({ parent: 'lead', title: 'painter' })
		expect((await world.card('lead'))?.parent).toBeUndefined()
	})
})

describe('the end of a process', () => {
	const open = async (id = 's1') => {
		const session = world.session(id)
		session.write(session.prompt('x'))
		await world.cards()
		return session
	}

	it('is seen when no process is left in its folder, and not while it writes', async () => {
		const session = await open()
		world.processes = { kind: 'folders', folders: [] }
		await world.pass(29_000)
		expect((await world.status('s1'))?.kind).toBe('working')
		await world.pass(2_000)
		expect(await world.status('s1')).toEqual({ kind: 'ended', sure: true })
		world.clock.advance(1)
		session.write(session.prompt('in a container'))
		expect((await world.status('s1'))?.kind).toBe('working')
	})

	it('of one of two sessions in a folder is that of the one that was heard first', async () => {
		await open('s1')
		world.clock.advance(10_000)
		await open('s2')
		world.processes = { kind: 'folders', folders: [world.folder, '/elsewhere'] }
		await world.pass(60_000)
		expect(await world.status('s1')).toEqual({ kind: 'ended', sure: true })
		expect((await world.status('s2'))?.kind).toBe('working')
	})

	it('is a guess where the system tells no folders', async () => {
		await open()
		world.processes = { kind: 'count', count: 1 }
		await world.pass(60_000)
		expect((await world.status('s1'))?.kind).toBe('working')
		world.processes = { kind: 'count', count: 0 }
		await world.pass(60_000)
		expect(await world.status('s1')).toEqual({ kind: 'ended', sure: false })
	})

	it('is not supposed where the system says nothing', async () => {
		await open()
		await world.pass(86_400_000)
		expect((await world.status('s1'))?.kind).toBe('working')
	})

	it('of a turn is not what the registry said before the turn began', async () => {
		const before = world.clock.now()
		world.clock.advance(1_000)
		const session = await open()
		session.write(session.tool('t1', 'Bash', { command: 'make' }))
		const entry = { pid: 7, sessionId: 's1', cwd: world.folder, waitingFor: '' }
		world.registry = [{ ...entry, state: 'idle', at: before }]
		expect(await world.card('s1')).toMatchObject({
			status: { kind: 'working' },
			tools: [{ state: 'running' }],
		})
		world.registry = [{ ...entry, state: 'idle', at: world.clock.now() }]
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input' })
	})

	it('is told at once by the registry, and so is its return', async () => {
		await open()
		const entry = {
			pid: 7,
			sessionId: 's1',
			cwd: world.folder,
			state: 'busy' as const,
			waitingFor: '',
			at: world.clock.now(),
		}
		world.registry = [entry]
		await world.cards()
		world.registry = []
		expect(await world.status('s1')).toEqual({ kind: 'ended', sure: true })
		world.registry = [{ ...entry, pid: 8, state: 'idle' }]
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input', sure: true })
	})
})

describe('what is told', () => {
	const revisions = (told: readonly AgentsChanged[]) => told.map(({ revision }) => revision)

	it('is the first change at once, then at most four a second, and only cards that changed', async () => {
		const [one, two] = [world.session('s1'), world.session('s2')]
		one.write(one.prompt('one'))
		two.write(two.prompt('two'))
		await world.desk.scan()
		await world.pass(1_000)
		const before = world.told.length
		for (let at = 0; at < 10; at++) {
			one.write(one.tool(`t${at}`, 'Read', { file_path: `${at}.ts` }))
			await world.pass(100)
		}
		const told = world.told.slice(before)
		expect(told[0]?.cards).toMatchObject([{ agentId: 's1', status: { text: 'Reading 0.ts' } }])
		expect(told.length).toBeLessThanOrEqual(5)
		expect(told.flatMap(({ cards }) => cards).every(({ agentId }) => agentId === 's1')).toBe(true)
		expect(revisions(world.told)).toEqual([...revisions(world.told)].sort((a, b) => a - b))
	})

	it('has a greater revision after a restart, and no card twice', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		await world.cards()
		const { revision } = world.desk.list(KEY)
		world.clock.advance(10)
		world.restart()
		await world.desk.scan()
		const after = world.desk.list(KEY)
		expect(after.revision).toBeGreaterThan(revision)
		expect(after.cards.map(({ agentId }) => agentId)).toEqual(['s1'])
	})

	it('comes by itself when time makes a difference', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Bash', { command: 'make' }))
		world.desk.start()
		await until('the card', () => world.told.length > 0)
		world.clock.advance(7_000)
		await until('the suspicion', () =>
			world.told.some(({ cards }) => cards[0]?.status.kind === 'waiting_permission'),
		)
	})

	it('is of a hundred cards at most, and those that ended are left out first', async () => {
		for (let at = 0; at < 104; at++) {
			const session = world.session(`s${at}`)
			session.write(session.prompt(`number ${at}`))
		}
		await world.desk.scan()
		for (const id of ['s7', 's8', 's9', 's10']) world.hook('SessionEnd', id, { reason: 'other' })
		const cards = await world.cards()
		expect(cards).toHaveLength(100)
		expect(cards.some(({ status }) => status.kind === 'ended')).toBe(false)
	})
})

describe('hooks', () => {
	it('that come before their file are told once it is there', async () => {
		await world.desk.scan()
		world.hook('SessionStart', 's1', { source: 'startup' })
		world.hook('PermissionRequest', 's1', { tool_name: 'Bash', tool_input: { command: 'rm x' } })
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Bash', { command: 'rm x' }))
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_permission', sure: true })
	})

	it('of nonsense change nothing', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'))
		const before = await world.cards()
		for (const body of [
			null,
			1,
			'x',
			[],
			{},
			{ session_id: 's1' },
			{ hook_event_name: 'Stop' },
			{ hook_event_name: 'PreToolUse', session_id: 's1' },
		])
			world.desk.hook(body)
		expect(await world.cards()).toEqual(before)
	})
})

describe('what a project may read', () => {
	const read = (method: 'agents.list' | 'agents.transcript', params: unknown, has = true) =>
		readAgents({ agents: world.desk, has: () => has }, method, params)

	it('is the list and the transcripts of its own folders', async () => {
		const session = world.session('s1')
		session.write(session.prompt('make a door'))
		const sub = session.sub('a1')
		sub.write(sub.prompt('find a door'))
		await world.cards()
		await world.cards()
		expect(await read('agents.list', { editorKey: KEY })).toMatchObject({
			status: 'ok',
			result: { shown: true, cards: [{}, {}] },
		})
		expect(await read('agents.transcript', { editorKey: KEY, agentId: 's1' })).toMatchObject({
			result: { sessionId: 's1', entries: [{ kind: 'prompt', text: 'make a door' }] },
		})
		expect(await read('agents.transcript', { editorKey: KEY, agentId: 's1.a1' })).toMatchObject({
			result: { entries: [{ text: 'find a door' }] },
		})
		const denied = { status: 'error', error: { code: 'not_found' } }
		expect(await read('agents.list', { editorKey: KEY }, false)).toMatchObject(denied)
		expect(await read('agents.transcript', { editorKey: KEY, agentId: 's1' }, false)).toMatchObject(
			denied,
		)
		expect(await read('agents.transcript', { editorKey: KEY, agentId: 'other' })).toMatchObject(
			denied,
		)
		world.allowed = []
		await world.pass(2_000)
		expect(await read('agents.transcript', { editorKey: KEY, agentId: 's1' })).toMatchObject(denied)
	})

	it('is refused with wrong questions', async () => {
		await expect(read('agents.list', {})).rejects.toThrow('not valid')
		const path = { editorKey: KEY, agentId: '../../etc/passwd' }
		await expect(read('agents.transcript', path)).rejects.toThrow('not valid')
	})
})

it('a change that no watcher tells is found by polling', async () => {
	const session = world.session('s1')
	session.write(session.prompt('x'))
	world.desk.start()
	await until('the card', () => world.desk.list(KEY).cards.length === 1)
	appendFileSync(session.path, `${session.text('y')}\n`)
	await until('its words', () => {
		world.clock.advance(2_000)
		return world.desk.list(KEY).cards[0]?.tokens.output === 20
	})
})
