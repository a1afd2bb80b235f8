/** Calls in each state, when something happens to their room: eviction, a returning relay, a deadline, a cancellation. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { describe, expect, test } from 'vitest'
import {
	connectRelay,
	dispatchOf,
	journaled,
	journaledDone,
	KEY_A,
	newConversation,
	OK,
	roomWith,
	seat,
	settledOf,
	until,
} from '../../../test/double/harness.ts'
import { passDeadlines, rowsOf } from '../../../test/double/pending-rows.ts'

/** The state of a call when something happens to the room. */
const STATES = ['waiting', 'sent', 'cancelling', 'settling'] as const

async function callIn(state: (typeof STATES)[number], replay: 'safe' | 'once' = 'once') {
	const setup = await roomWith([seat(KEY_A, state === 'waiting' ? 'compiling' : 'ready')])
	const { conversationId, double } = newConversation()
	const request = dispatchOf(conversationId, { replay })
	const { callId } = request.call
	if (state === 'settling') await double.setMood('throws')
	await setup.room.dispatch(request)
	if (state !== 'waiting') await setup.relay.waitCall(callId)
	if (state === 'cancelling') await setup.room.cancel(request.owner, [callId])
	if (state === 'settling') {
		setup.relay.reply(callId, OK)
		await until(
			async () => ((await rowsOf(setup.room))[0]?.state === 'settling' ? true : undefined),
			'settling',
		)
		await double.setMood('takes')
	}
	expect(await rowsOf(setup.room)).toMatchObject([{ state }])
	return { ...setup, conversationId, double, request, callId }
}

describe('eviction of the room changes nothing', () => {
	test.each(STATES)('while a call is %s', async (state) => {
		const { room, relay, double, callId } = await callIn(state)
		await evictDurableObject(room)
		switch (state) {
			case 'waiting':
				relay.phase(KEY_A, 'ready')
				await relay.waitCall(callId)
				relay.reply(callId, OK)
				break
			case 'sent':
			case 'cancelling':
				relay.reply(callId, OK)
				break
			case 'settling':
				await passDeadlines(room)
				break
		}
		expect(await settledOf(double, callId)).toEqual(OK)
		expect(relay.calls()).toHaveLength(1)
		await until(async () => ((await rowsOf(room)).length === 0 ? true : undefined), 'no rows')
	})

	test.each(STATES)('also when every socket dies with it, while a call is %s', async (state) => {
		const { room, double, callId, projectId, token } = await callIn(state)
		await evictDurableObject(room, { webSockets: 'close' })
		const back = await connectRelay(projectId, token)
		const journal = state === 'waiting' ? [] : [journaledDone(callId)]
		await back.hello({ connSeq: 2, editors: [seat(KEY_A)], journal })
		if (state === 'waiting') {
			await back.waitCall(callId)
			back.reply(callId, OK)
		} else if (state === 'settling') {
			await passDeadlines(room)
		}
		expect(await settledOf(double, callId)).toEqual(OK)
		expect(back.calls()).toHaveLength(state === 'waiting' ? 1 : 0)
	})
})

describe('a relay that comes back', () => {
	test.each([
		{ state: 'sent', journal: 'done', leads: 'settled' },
		{ state: 'sent', journal: 'received', leads: 'awaited' },
		{ state: 'sent', journal: 'started', leads: 'awaited' },
		{ state: 'sent', journal: 'absent', leads: 'resent' },
		{ state: 'cancelling', journal: 'started', leads: 'cancelled again' },
		{ state: 'cancelling', journal: 'absent', leads: 'settled as cancelled' },
		{ state: 'waiting', journal: 'absent', leads: 'sent' },
	] as const)('$state here, $journal there: $leads', async ({ state, journal, leads }) => {
		const { room, double, callId, projectId, token } = await callIn(state)
		await evictDurableObject(room, { webSockets: 'close' })
		const entries =
			journal === 'absent'
				? []
				: [journal === 'done' ? journaledDone(callId) : journaled(callId, journal)]
		const back = await connectRelay(projectId, token)
		const hello = await back.hello({ connSeq: 2, editors: [seat(KEY_A)], journal: entries })
		expect(hello.result).toMatchObject({ forget: [] })
		switch (leads) {
			case 'settled':
				expect(await settledOf(double, callId)).toEqual(OK)
				await until(() => back.forgotten()[0], 'forget')
				break
			case 'settled as cancelled':
				expect(await settledOf(double, callId)).toMatchObject({
					error: { code: 'cancelled' },
				})
				expect(back.calls()).toEqual([])
				break
			case 'awaited':
				await back.request('call.settled', { callId, outcome: OK })
				expect(await settledOf(double, callId)).toEqual(OK)
				expect(back.calls()).toEqual([])
				break
			case 'cancelled again':
				await back.wait((f) => f.method === 'call.cancel', 'cancel')
				expect(back.calls()).toEqual([])
				break
			case 'resent':
			case 'sent':
				await back.waitCall(callId)
				break
		}
	})

	test('is told to forget what the room does not know', async () => {
		const { projectId, token } = await roomWith([seat(KEY_A)])
		const back = await connectRelay(projectId, token)
		const journal = [journaledDone('cnv_old.7'), journaled('view.x', 'started')]
		const hello = await back.hello({ connSeq: 2, editors: [seat(KEY_A)], journal })
		expect(hello.result).toMatchObject({ forget: ['cnv_old.7', 'view.x'] })
	})
})

describe('a deadline that passes', () => {
	test.each([
		{ state: 'waiting', replay: 'once', code: 'deadline_exceeded', cancels: false },
		{ state: 'waiting', replay: 'safe', code: 'deadline_exceeded', cancels: false },
		{ state: 'sent', replay: 'safe', code: 'deadline_exceeded', cancels: true },
		{ state: 'sent', replay: 'once', code: 'effect_unknown', cancels: true },
		{ state: 'cancelling', replay: 'once', code: 'effect_unknown', cancels: true },
	] as const)('$state and $replay: $code', async ({ state, replay, code, cancels }) => {
		const { room, relay, double, callId } = await callIn(state, replay)
		await passDeadlines(room)
		expect(await settledOf(double, callId)).toMatchObject({ status: 'error', error: { code } })
		expect(await rowsOf(room)).toEqual([])
		// The answer to a request can come only after the alarm's frames.
		await relay.request('no.such.method', {})
		expect(relay.frames.some((f) => f.method === 'call.cancel')).toBe(cancels)
	})

	test('an answer that comes too late is dropped, not delivered', async () => {
		const { room, relay, double, callId } = await callIn('sent')
		await passDeadlines(room)
		await settledOf(double, callId)
		relay.reply(callId, OK)
		await until(() => (relay.forgotten().includes(callId) ? true : undefined), 'forget')
		expect((await double.told()).settled).toHaveLength(1)
	})

	test('sets an alarm for the call, so that a sleeping room wakes for it', async () => {
		const { room } = await callIn('sent')
		const alarm = await runInDurableObject(room, (_, ctx) => ctx.storage.getAlarm())
		expect(alarm).toBeGreaterThan(Date.now())
		expect(alarm).toBeLessThanOrEqual(Date.now() + 60_000)
	})

	test('does not run before the call is sent: a closed laptop loses nothing overnight', async () => {
		const { room } = await callIn('waiting')
		const due = await runInDurableObject(room, (_, ctx) =>
			ctx.storage.sql.exec<{ at: number }>('select deadline_at as at from pending_call').one(),
		)
		expect(due.at).toBeGreaterThan(Date.now() + 12 * 60 * 60_000)
	})

	test('waits for the journal of a relay that is away: the outcome is not guessed', async () => {
		const { room, relay, double, callId, projectId, token } = await callIn('sent')
		relay.close()
		await until(async () => {
			const told = await double.told()
			return told.waiting.some(({ reason }) => reason !== null) ? true : undefined
		}, 'the conversation to be told')
		await passDeadlines(room)
		expect(await rowsOf(room)).toMatchObject([{ state: 'adrift' }])
		const back = await connectRelay(projectId, token)
		await back.hello({ connSeq: 2, editors: [seat(KEY_A)], journal: [journaledDone(callId)] })
		expect(await settledOf(double, callId)).toEqual(OK)
	})
})

describe('a conversation that cannot take an outcome', () => {
	test.each(['throws', 'declines'] as const)('%s: gets it later, once', async (mood) => {
		const { room, relay, double, callId } = await callIn('sent')
		await double.setMood(mood)
		relay.reply(callId, OK)
		await until(
			async () => ((await rowsOf(room))[0]?.state === 'settling' ? true : undefined),
			'settling',
		)
		await passDeadlines(room)
		expect(await rowsOf(room)).toMatchObject([{ state: 'settling', attempts: 2 }])
		await double.setMood('takes')
		await passDeadlines(room)
		expect((await double.told()).settled).toMatchObject([{ callId, outcome: OK }])
		expect(await rowsOf(room)).toEqual([])
	})

	test('a picture too large to keep is requested again with the same id', async () => {
		const { room, relay, double, callId } = await callIn('sent')
		await double.setMood('throws')
		const big = { status: 'ok', result: 'x'.repeat(1_100_000) }
		relay.reply(callId, big)
		await until(
			async () => ((await rowsOf(room))[0]?.attempts === 1 ? true : undefined),
			'a failed try',
		)
		expect(relay.forgotten()).toEqual([])
		await double.setMood('takes')
		await passDeadlines(room)
		await relay.waitCall(callId, 2)
		relay.reply(callId, big)
		expect(await settledOf(double, callId)).toEqual(big)
	})
})

describe('cancelling', () => {
	test('is written down before its owner hears of it: a room that ends in between does not send the call', async () => {
		const { room, double, request, callId } = await callIn('waiting')
		await double.setMood('takes slowly')
		await room.cancel(request.owner, [callId])
		await settledOf(double, callId)
		expect(await rowsOf(room)).toMatchObject([{ state: 'settling' }])
	})

	test('a call that was not sent is settled at once and never sent', async () => {
		const { room, relay, double, request, callId } = await callIn('waiting')
		// So its owner may say at once that it never began.
		expect(await room.cancel(request.owner, [callId])).toEqual([])
		expect(await settledOf(double, callId)).toMatchObject({ error: { code: 'cancelled' } })
		relay.phase(KEY_A, 'ready')
		await relay.request('no.such.method', {})
		expect(relay.calls()).toEqual([])
	})

	test('a call that was sent is cancelled where it runs', async () => {
		const { room, relay, request, callId } = await callIn('sent')
		expect(await room.cancel(request.owner, [callId])).toEqual([callId])
		const frame = await relay.wait((f) => f.method === 'call.cancel', 'cancel')
		expect(frame.params).toEqual({ callIds: [callId] })
	})
})

describe('Unity in Safe Mode', () => {
	const BROKEN: Outside = {
		state: 'safe_mode',
		since: 1,
		errors: [
			{
				file: 'Assets/Spin.cs',
				line: 7,
				column: 30,
				code: 'CS1002',
				message: '; expected',
				severity: 'error',
			},
		],
		errorCount: 1,
	}

	test('a call that waits ends with the compile errors, and is never sent', async () => {
		const { room, relay, double, request, callId } = await callIn('waiting')
		relay.phase(KEY_A, 'gone', undefined, { state: 'starting', since: 1 })
		relay.phase(KEY_A, 'gone', undefined, BROKEN)
		expect(await settledOf(double, callId)).toMatchObject({
			error: { code: 'compile_errors', data: { errors: BROKEN.errors } },
		})
		relay.phase(KEY_A, 'ready')
		// A copy that comes late gets the same answer.
		expect(await room.dispatch(request)).toMatchObject({ accepted: false })
		await relay.request('no.such.method', {})
		expect(relay.calls()).toEqual([])
	})

	test('a call after a change of the files waits until Unity has compiled', async () => {
		const { room, relay } = await roomWith([seat(KEY_A, 'gone')])
		const { conversationId, double } = newConversation()
		relay.phase(KEY_A, 'gone', undefined, BROKEN)
		await relay.request('no.such.method', {})
		const refused = dispatchOf(conversationId)
		expect(await room.dispatch(refused)).toMatchObject({ accepted: false })
		relay.phase(KEY_A, 'gone', undefined, { ...BROKEN, pending: true })
		await relay.request('no.such.method', {})
		const waits = dispatchOf(conversationId, { call: { callId: `${conversationId}.2` } })
		expect(await room.dispatch(waits)).toMatchObject({
			accepted: true,
			waiting: 'Unity is in Safe Mode and has not compiled the changed scripts yet',
		})
		relay.phase(KEY_A, 'ready')
		await relay.waitCall(waits.call.callId)
		relay.reply(waits.call.callId, OK)
		expect(await settledOf(double, waits.call.callId)).toEqual(OK)
		expect(relay.calls()).toHaveLength(1)
	})
})
