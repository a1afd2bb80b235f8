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
import type { AgentsChanged } from '@fairlead/protocol/agents/agents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, until } from '../../../test/kit/support.ts'
import { hashOf } from '../transcripts/claude-folder.ts'
import { FollowedFile } from './followed-file.ts'
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

	it('is not taken back by the end of the relay, which unlinks its folders while they are looked at', async () => {
		world.terminalsAllowed = [world.folder]
		await world.desk.scan()
		expect(world.withTerminals).toEqual([true])
		const looks = world.desk.scan()
		world.desk.close()
		world.linked = []
		await looks
		expect(world.withTerminals).toEqual([true])
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
		// Time passes while the call is read, and while the desk notes when it has to look again.
		await until('the suspicion', () => {
			world.clock.advance(1_000)
			return world.told.some(({ cards }) => cards[0]?.status.kind === 'waiting_permission')
		})
	})

	it('is due at once if its time came while it was read, before anything waited for it', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Bash', { command: 'make' }))
		const found = { path: session.path, sessionId: 's1', subId: null, mtimeMs: 0, size: 0 }
		const file = new FollowedFile(found, { now: () => world.clock.now(), unknown: () => undefined })
		await file.look()
		expect(file.dueAt).toBe(world.clock.now() + 7_000)
		world.clock.advance(7_000)
		expect(file.dueAt).toBe(world.clock.now())
		file.tell({ kind: 'time' })
		expect(file.session.status.kind).toBe('waiting_permission')
		expect(file.dueAt).toBeNull()
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

it('a session that its registry calls busy is not guessed to wait, also after a restart of the relay', async () => {
	const session = world.session('s1')
	const at = world.clock.now()
	const entry = { pid: 7, sessionId: 's1', cwd: world.folder, waitingFor: '', at }
	world.registry = [{ ...entry, state: 'busy' }]
	session.write(session.prompt('x'), session.tool('t1', 'Bash', { command: 'npm test' }))
	await world.cards()
	world.hook('Notification', 's1', {})
	world.restart()
	await world.pass(60_000)
	expect(await world.status('s1')).toEqual({ kind: 'working', text: 'Running: npm test' })
	world.registry = [{ ...entry, state: 'waiting', waitingFor: 'approve Bash', at: at + 60_000 }]
	expect(await world.status('s1')).toMatchObject({ kind: 'waiting_permission', sure: true })
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

	it('that come before their file do not end what was begun since', async () => {
		await world.desk.scan()
		world.hook('SessionStart', 's1', { source: 'startup' })
		world.clock.advance(500)
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Bash', { command: 'make' }))
		expect(await world.card('s1')).toMatchObject({
			status: { kind: 'working', text: 'Running: make' },
			tools: [{ state: 'running' }],
		})
	})

	it('that come while a session has not said its folder are told once it has', async () => {
		const session = world.session('s1')
		session.write('{"type":"summary"}')
		await world.desk.scan()
		world.hook('PermissionRequest', 's1', { tool_name: 'Bash', tool_input: { command: 'rm x' } })
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
			result: {
				file: session.path,
				sessionId: 's1',
				entries: [{ kind: 'prompt', text: 'make a door' }],
			},
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
