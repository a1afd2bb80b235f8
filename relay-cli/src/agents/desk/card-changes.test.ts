/** `/clear` and `/resume`: a card stays while its session changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups } from '../../../test/kit/support.ts'
import { DeskWorld } from './test-kit.ts'

const cleanups = new Cleanups()
let world: DeskWorld

beforeEach(() => {
	world = new DeskWorld(cleanups)
})
afterEach(() => cleanups.run())

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

	it('give the card back if the earlier session continues', async () => {
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
