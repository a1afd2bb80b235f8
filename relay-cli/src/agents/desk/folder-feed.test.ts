/** Agents that begin to wait for their person, as a folder's feed tells of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { DeskWorld, KEY, type MockSession } from './test-kit.ts'

const cleanups = new Cleanups()
let world: DeskWorld

beforeEach(() => {
	world = new DeskWorld(cleanups)
})
afterEach(() => cleanups.run())

describe('an agent that begins to wait for its person', () => {
	/** Ends its turn, as its file says. */
	const endsTurn = async (session: MockSession) => {
		session.write(session.text('Done.'), session.turnEnd())
		await world.pass(400)
		await world.cards()
	}
	const begins = async (session: MockSession) => {
		session.write(session.prompt('go on'))
		await world.pass(400)
		await world.cards()
	}

	it('is told once each time, whether or not anybody looks', async () => {
		const session = world.session('s1')
		await begins(session)
		expect(world.waits).toEqual([])
		await endsTurn(session)
		expect(world.waits).toEqual([KEY])
		session.write(session.meta('brand-new'))
		await world.pass(60_000)
		await begins(session)
		expect(world.waits).toEqual([KEY])
		await endsTurn(session)
		expect(world.waits).toEqual([KEY, KEY])
	})

	it('is told once if it seems to work for a moment, as with a hook that comes before the last records', async () => {
		const session = world.session('s1')
		await begins(session)
		world.hook('Stop', 's1')
		await world.pass(400)
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input', sure: true })
		session.write(session.tool('t1', 'Read', { file_path: 'a.ts' }))
		await world.pass(400)
		expect(await world.status('s1')).toMatchObject({ kind: 'working' })
		session.write(session.result('t1'))
		await endsTurn(session)
		expect(world.waits).toEqual([KEY])
		await begins(session)
		await world.pass(10_000)
		await endsTurn(session)
		expect(world.waits).toEqual([KEY, KEY])
	})

	it('is not told while it is a guess', async () => {
		const session = world.session('s1')
		await begins(session)
		session.write(session.text('Perhaps done.'))
		await world.pass(400)
		await world.pass(10_000)
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input', sure: false })
		expect(world.waits).toEqual([])
		session.write(session.turnEnd())
		await world.pass(400)
		expect(world.waits).toEqual([KEY])
	})

	it('is not told if it waited when it was first seen, also by another relay, or in a folder that is allowed anew', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.turnEnd())
		await world.cards()
		world.restart()
		await world.cards()
		world.allowed = []
		await world.pass(2_000)
		world.allowed = [world.folder]
		await world.pass(2_000)
		expect(await world.status('s1')).toMatchObject({ kind: 'waiting_input', sure: true })
		expect(world.waits).toEqual([])
	})

	it('is not told of folders that nobody allowed', async () => {
		world.allowed = []
		const session = world.session('s1')
		await begins(session)
		await endsTurn(session)
		expect(world.waits).toEqual([])
	})

	it('is not told of its sub-agents', async () => {
		const session = world.session('s1')
		session.write(session.prompt('x'), session.tool('t1', 'Task', { description: 'Find it' }))
		const sub = session.sub('a1')
		sub.write(sub.prompt('find it'))
		await world.pass(400)
		await endsTurn(sub)
		expect(world.waits).toEqual([])
	})
})
