/** Sub-agents and teams under their session, and the end of processes. */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { DeskWorld } from './test-kit.ts'

const cleanups = new Cleanups()
let world: DeskWorld

beforeEach(() => {
	world = new DeskWorld(cleanups)
})
afterEach(() => cleanups.run())

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

	it('that begin before the first hook of their session is heard are not suspected after it', async () => {
		await world.cards()
		const session = world.session('s1')
		world.hook('SessionStart', 's1', { source: 'startup' })
		world.clock.advance(100)
		session.write(session.prompt('x'), session.tool('t1', 'Agent', { description: 'Find it' }))
		const sub = session.sub('a1', { agentType: 'Explore' })
		sub.write(sub.prompt('Find'), sub.tool('u1', 'Grep'))
		await world.cards()
		await world.pass(60_000)
		expect((await world.status('s1.a1'))?.kind).toBe('working')
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

	it('in the foreground end with the turn that is interrupted, and those in the background do not', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Agent'), session.tool('t2', 'Agent'))
		session.write(session.agentResult('t2', 'back', 'async_launched'))
		for (const id of ['front', 'back']) {
			const sub = session.sub(id)
			sub.write(sub.prompt('Find'), sub.tool('u1', 'Grep'))
		}
		await world.cards()
		world.clock.advance(10)
		session.write(session.interrupted())
		expect(await world.status('s1.front')).toEqual({ kind: 'ended', sure: false })
		expect((await world.status('s1.back'))?.kind).toBe('working')
	})

	it('that get more to do after their end work again, also in a folder elsewhere', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Agent'))
		const sub = session.sub('a1', { agentType: 'Explore' }, '/elsewhere')
		sub.write(sub.prompt('Find'))
		await world.cards()
		session.write(session.agentResult('t1', 'a1', 'completed'))
		expect((await world.status('s1.a1'))?.kind).toBe('ended')
		world.clock.advance(5_000)
		sub.write(sub.prompt('Find more'))
		expect((await world.status('s1.a1'))?.kind).toBe('working')
	})

	it('have a session for each member of a team, under that of their lead', async () => {
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

	it('is not that of one whose process has changed to a folder below', async () => {
		await open()
		world.processes = { kind: 'folders', folders: [join(world.folder, 'Assets')] }
		await world.pass(60_000)
		expect((await world.status('s1'))?.kind).toBe('working')
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

	it('is not taken from what the registry said before the turn began', async () => {
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
