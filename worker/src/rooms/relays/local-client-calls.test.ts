/** News to a relay about its calls when their conversation fails, or answers late. */
import { DESK_CALLS } from '@fairlead/protocol/wire/relay-link'
import { describe, expect, test } from 'vitest'
import { nodeDatabase } from '../../../test/machine-kit.ts'
import { migrate } from '../../platform/migrate.ts'
import type { CallStanding } from '../../ports/client-call.ts'
import { ROOM_TABLES } from '../schema.ts'
import { LocalClientCalls } from './local-client-calls.ts'

const ASKS: CallStanding = { state: 'asks', approvalId: 'apr_1' }
const OK: CallStanding = { state: 'done', outcome: { status: 'ok', result: 1, attachments: [] } }
const APPROVED: CallStanding = { state: 'running', reason: 'The relay is offline' }
const cancelled = (message: string): CallStanding => ({
	state: 'done',
	outcome: { status: 'error', error: { code: 'cancelled', message } },
})

/** A room with one call of `relay`, and its conversation, which answers with `standing`. */
async function room(begin: () => Promise<boolean> = async () => true) {
	const db = nodeDatabase()
	migrate(db, ROOM_TABLES)
	const released: string[] = []
	const told: { outcome: { status: string; error?: { code: string } } }[] = []
	const work: Promise<unknown>[] = []
	const world = {
		now: 0,
		here: true,
		standing: ASKS as CallStanding | null,
		/** Told with each try to cancel. */
		reasons: [] as unknown[],
		/** The standing after a cancellation; it may throw. */
		cancel: (): CallStanding => ({ state: 'gone' }),
	}
	const calls = new LocalClientCalls({
		db,
		conversation: () => ({
			clientCall: async () => {
				if (!world.standing) throw new Error('the conversation moved')
				return world.standing
			},
			answerApproval: async () => true,
			cancelClientCall: async (_, __, reason) => {
				world.reasons.push(reason)
				world.standing = world.cancel()
				await calls.news('cnv_1')
				return true
			},
			rightsChanged: async () => {},
		}),
		withPictures: async (_, outcome) => outcome as never,
		hasRelay: () => world.here,
		sendToRelay: (_, frame) => world.here && told.push(JSON.parse(frame).params) > 0,
		released: (relayId) => void released.push(relayId),
		now: () => world.now,
		reschedule: () => {},
		background: (one) => void work.push(one),
	})
	const call = { id: 'mcp_1', editorKey: 'k', client: 'Coder', name: 'unity_hierarchy', params: {} }
	const author = { kind: 'relay', id: 'rtk_1', name: 'Coder' } as const
	const open = await calls.ask({
		call,
		relayId: 'relay',
		conversationId: 'cnv_1',
		author,
		begin,
	} as Parameters<LocalClientCalls['ask']>[0])
	await Promise.all(work)
	const idle = () => Promise.all(work)
	/** The time comes at which it is due. */
	const wake = async (): Promise<void> => {
		world.now = calls.earliestDue() ?? world.now
		await calls.wake()
	}
	const codes = (): string[] => told.map(({ outcome }) => outcome.error?.code ?? outcome.status)
	return {
		calls,
		world,
		open,
		wake,
		codes,
		released,
		idle,
		isKept: () => calls.isAwaitedBy('relay'),
	}
}

const lost = (): never => {
	throw new Error('the conversation moved')
}

test("a call whose handing in failed stays the page's: its conversation may have it", async () => {
	const { calls, world, open, codes } = await room(async () => lost())
	expect(open).toBe(true)
	world.standing = OK
	await calls.news('cnv_1')
	expect(codes()).toEqual(['ok'])
})

test("a call that was not accepted is the relay's own again", async () => {
	const { open, isKept } = await room(async () => false)
	expect([open, isKept()]).toEqual([false, false])
})

test.each([
	['was withdrawn before it began', (): CallStanding => ({ state: 'gone' }), 'deadline_exceeded'],
	['had not been sent', () => cancelled('Stopped by the user before it ran.'), 'deadline_exceeded'],
	['may have run', () => cancelled('Stopped by the user while it was running.'), 'cancelled'],
	['ran, as a person was faster', () => OK, 'ok'],
])('a call that nobody answered in time and that %s', async (_, cancel, code) => {
	const { world, wake, codes, isKept } = await room()
	world.cancel = cancel
	await wake()
	expect(codes()).toEqual([code])
	expect(isKept()).toBe(false)
})

test.each([true, false])(
	'a due call that could not be withdrawn is due again; relay here: %s',
	async (here) => {
		const { world, wake, codes, isKept } = await room()
		Object.assign(world, { here, cancel: lost })
		await wake()
		expect([codes(), isKept()]).toEqual([[], true])
		world.cancel = () => ({ state: 'gone' })
		await wake()
		expect([codes(), isKept()]).toEqual([here ? ['deadline_exceeded'] : [], false])
	},
)

test('a call that its relay came back without is held back until its conversation knows', async () => {
	const { calls, world, wake, released, isKept } = await room()
	world.standing = APPROVED
	world.cancel = lost
	await calls.resume('relay', [])
	expect([isKept(), calls.holdsBack('cnv_1'), released]).toEqual([true, true, []])
	expect(calls.earliestDue()).toBe(DESK_CALLS.awayMs)
	world.cancel = () => ({ state: 'gone' })
	await wake()
	expect([isKept(), calls.holdsBack('cnv_1'), released]).toEqual([false, false, ['relay']])
})

test('a call whose client went away is held back, too, if its conversation could not be told', async () => {
	const { calls, world, wake, idle } = await room()
	world.cancel = lost
	calls.withdraw('relay', { ids: ['mcp_1'] })
	await idle()
	expect(calls.holdsBack('cnv_1')).toBe(true)
	world.cancel = () => ({ state: 'gone' })
	await wake()
	expect(calls.holdsBack('cnv_1')).toBe(false)
})

test('an answer given in its client is told again, too, until its conversation has heard it', async () => {
	const { calls, world, wake, idle } = await room()
	world.cancel = lost
	calls.withdraw('relay', { ids: ['mcp_1'], reason: 'answered' })
	await idle()
	world.cancel = () => ({ state: 'gone' })
	await wake()
	expect(world.reasons).toEqual(['answered', 'answered'])
})

describe('an approved call whose relay stays away', () => {
	test('is known when the relay comes back with its client, which hears how it ended', async () => {
		const { calls, world, wake, codes, isKept, idle } = await room()
		Object.assign(world, { here: false, standing: APPROVED })
		calls.relayLost('relay')
		await wake()
		expect(isKept()).toBe(true)
		world.standing = OK
		await calls.news('cnv_1')
		Object.assign(world, { here: true })
		await calls.resume('relay', ['mcp_1'])
		await idle()
		expect(codes()).toEqual(['ok'])
		expect(isKept()).toBe(false)
	})

	test.each([
		['its conversation asks', ASKS],
		['others are before it', { state: 'queued' } as CallStanding],
	])('is kept, too, while %s: the answer was given in its client', async (_, standing) => {
		const { calls, world, wake, codes, isKept, idle } = await room()
		Object.assign(world, { here: false, standing })
		calls.answer('relay', { id: 'mcp_1', approved: true })
		calls.relayLost('relay')
		await wake()
		expect(world.now).toBe(DESK_CALLS.awayMs)
		expect([isKept(), world.standing]).toEqual([true, standing])
		Object.assign(world, { here: true, standing: OK })
		await calls.resume('relay', ['mcp_1'])
		await idle()
		expect([codes(), isKept()]).toEqual([['ok'], false])
		expect(calls.earliestDue()).toBeNull()
		// One that was denied, or that nobody answered, is not.
		const other = await room()
		Object.assign(other.world, { here: false, standing })
		other.calls.relayLost('relay')
		await other.wake()
		expect(other.isKept()).toBe(false)
		// Nor one whose relay stays away.
		const lasting = await room()
		Object.assign(lasting.world, { here: false, standing })
		lasting.calls.answer('relay', { id: 'mcp_1', approved: true })
		lasting.calls.relayLost('relay')
		await lasting.wake()
		await lasting.wake()
		expect(lasting.isKept()).toBe(false)
	})

	test('is withdrawn when the relay comes back without its client', async () => {
		const { calls, world, wake } = await room()
		Object.assign(world, { here: false, standing: APPROVED })
		calls.relayLost('relay')
		await wake()
		let cancelled = 0
		world.cancel = () => {
			cancelled++
			return { state: 'gone' }
		}
		Object.assign(world, { here: true })
		await calls.resume('relay', [])
		expect(cancelled).toBe(1)
	})

	test('is forgotten a day after it ended', async () => {
		const { calls, world, wake, isKept } = await room()
		Object.assign(world, { here: false, standing: APPROVED })
		calls.relayLost('relay')
		await wake()
		world.standing = OK
		await calls.news('cnv_1')
		await wake()
		expect(isKept()).toBe(false)
	})
})
