/** A revert that is interrupted at any point is done once, and says what became of it. */
import { failed } from '@fairlead/protocol/wire/calls'
import { describe, expect, test } from 'vitest'
import { accepted } from '../../../test/machine-kit.ts'
import { RevertKit, statesOf } from '../../../test/revert-kit.ts'
import { REVERT_WAIT_MS } from './revert-calls.ts'

const waiting = { ...accepted, waiting: 'The relay is offline', held: true } as const

describe('a revert is durable', () => {
	test('a crash after any commit ends the same, with every call made once', async () => {
		const calm = await RevertKit.open()
		const whole = await calm.revert()
		expect(calm.commits).toBeGreaterThan(8)
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = await RevertKit.open()
			kit.crashAt = crashAt
			const part = await kit.revert()
			expect({ ...part }, `crash at ${crashAt}`).toEqual(whole)
			const mine = kit.world.executions.filter((id) => id.startsWith('rev_'))
			expect(mine, `crash at ${crashAt}`).toEqual(
				calm.world.executions.filter((id) => id.startsWith('rev_')),
			)
		}
	})

	test('a room that cannot be reached is tried again', async () => {
		const kit = await RevertKit.open()
		let failures = 3
		kit.room = (request) => {
			if (failures-- > 0) throw new Error('overloaded')
			return kit.takes(request)
		}
		expect(await kit.revert()).toMatchObject({ state: 'done', counts: { reverted: 2 } })
	})

	test('the revert waits visibly for a relay that is away, without a watchdog', async () => {
		const kit = await RevertKit.open()
		kit.room = () => waiting
		const part = await kit.revert()
		expect(part).toMatchObject({ state: 'running', text: 'The relay is offline' })
		expect(kit.machine.nextAlarm()).toBe(kit.run.now + REVERT_WAIT_MS)
		kit.room = (request) => kit.takes(request)
		const callId = `${part.revertId}.look`
		kit.machine.setWaiting(callId, null)
		const look = kit.store.get(part.revertId)!.calls[0]!
		kit.takes({ call: look } as never)
		expect(await kit.settleDown(part.revertId)).toMatchObject({ state: 'done' })
		expect(kit.machine.nextAlarm()).toBeNull()
	})

	test('notices after a restart that the relay is back, even if that news was lost', async () => {
		const kit = await RevertKit.open()
		kit.room = () => waiting
		const part = await kit.revert()
		kit.room = () => accepted
		await kit.restart().drive()
		expect(kit.store.get(part.revertId)).toMatchObject({ state: 'running', waiting: null })
	})

	test('a relay that does not come back ends the revert, and the user can chat again', async () => {
		const kit = await RevertKit.open()
		kit.room = () => waiting
		const part = await kit.revert()
		for (let i = 0; i < 4; i++) {
			kit.run.now += REVERT_WAIT_MS + 1
			kit.machine.wake()
			await kit.settleDown(part.revertId)
		}
		expect(kit.store.active()).toBeNull()
		expect(kit.answer().parts.at(-1)).toMatchObject({ data: { state: 'failed' } })
		expect(kit.world.executions.filter((id) => id.startsWith('rev_'))).toEqual([])
	})

	test('an undo without an answer is not repeated, and the user is told to check', async () => {
		const kit = await RevertKit.open()
		kit.room = (request) => {
			if (!request.call.callId.endsWith('.scene')) return kit.takes(request)
			queueMicrotask(() =>
				kit.machine.settle(request.call.callId, failed('effect_unknown', 'Unity was restarted.')),
			)
			return accepted
		}
		const part = await kit.revert()
		expect(part.state).toBe('failed')
		expect(statesOf(part.items)).toMatchObject({ scene: 'unknown effect_unknown' })
		expect(part.text).toContain('Check the project')
	})

	test('stopping leaves finished parts as they are', async () => {
		const kit = await RevertKit.open()
		kit.room = (request) => (request.call.callId.endsWith('.files') ? waiting : kit.takes(request))
		const part = await kit.revert()
		expect(kit.machine.stop()).toBe(true)
		const ended = await kit.settleDown(part.revertId)
		expect(ended).toMatchObject({ state: 'done', text: 'The revert was stopped.' })
		expect(statesOf(ended.items)).toMatchObject({
			scene: 'reverted',
			files: 'impossible relay_away',
		})
		expect(kit.machine.stop()).toBe(false)
	})

	test('late and repeated outcomes change nothing', async () => {
		const kit = await RevertKit.open()
		const part = await kit.revert()
		const before = kit.store.get(part.revertId)
		kit.machine.settle(`${part.revertId}.scene`, failed('internal', 'late'))
		kit.machine.settle('rev_0000000077.scene', failed('internal', 'of nobody'))
		expect(kit.store.get(part.revertId)).toEqual(before)
	})
})
