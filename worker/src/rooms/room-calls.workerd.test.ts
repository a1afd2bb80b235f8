import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
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
} from '../../test/double/harness.ts'
import type { ProjectRoom } from './project-room.ts'

type RoomStub = DurableObjectStub<ProjectRoom>

const rowsOf = (room: RoomStub): Promise<{ state: string; attempts: number }[]> =>
	runInDurableObject(room, (_, ctx) =>
		ctx.storage.sql
			.exec<{ state: string; attempts: number }>(
				"select state, attempts from pending_call where state <> 'closed'",
			)
			.toArray(),
	)

/** Lets the deadlines (and pauses between retries) of all calls pass, then runs the alarm. */
async function passDeadlines(room: RoomStub): Promise<void> {
	await runInDurableObject(room, async (_, ctx) => {
		ctx.storage.sql.exec(
			'update pending_call set deadline_at = 1, retry_at = case when retry_at is null then null else 1 end',
		)
		// So that an alarm is there to be run, whatever was set before.
		await ctx.storage.setAlarm(Date.now() + 60_000)
	})
	await runDurableObjectAlarm(room)
}

describe('a call that goes well', () => {
	test('reaches the editor, comes back, and is forgotten everywhere', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		expect(await room.dispatch(request)).toEqual({
			accepted: true,
			editorKey: KEY_A,
			editorName: 'Game a',
			waiting: null,
			held: false,
		})
		const call = await relay.waitCall(callId)
		expect(call).toMatchObject({ ...request.call, editorKey: KEY_A })
		relay.reply(callId, OK)
		expect(await settledOf(double, callId)).toEqual(OK)
		const ranOn = { editorKey: KEY_A, editorName: 'Game a' }
		expect((await double.told()).settled).toEqual([{ callId, outcome: OK, ranOn }])
		await until(() => (relay.forgotten().includes(callId) ? true : undefined), 'forget')
		expect(await rowsOf(room)).toEqual([])
	})

	test('the same call again is the same call: the editor sees it once', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		expect(await room.dispatch(request)).toMatchObject({ accepted: true, editorKey: KEY_A })
		const other = dispatchOf(conversationId, { call: { argsHash: 'b'.repeat(64) } })
		expect(await room.dispatch(other)).toMatchObject({
			accepted: false,
			outcome: { error: { code: 'conflict' } },
		})
		await relay.request('call.settled', { callId: request.call.callId, outcome: OK })
		expect(relay.calls()).toHaveLength(1)
	})

	test('also after its outcome is back, as from a Conversation that restarted meanwhile', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId, { replay: 'safe' })
		const { callId } = request.call
		await room.dispatch(request)
		await relay.waitCall(callId)
		await relay.request('call.settled', { callId, outcome: OK })
		expect(await room.dispatch(request)).toMatchObject({ accepted: true, waiting: null })
		const other = dispatchOf(conversationId, { call: { argsHash: 'b'.repeat(64) } })
		expect(await room.dispatch(other)).toMatchObject({ accepted: false })
		await relay.request('no.such.method', {})
		expect(relay.calls()).toHaveLength(1)
		expect((await double.told()).settled).toHaveLength(1)
		expect(await rowsOf(room)).toEqual([])
	})

	test('another relay of the project cannot answer for the one it was sent to', async () => {
		const { relay, room, projectId, token } = await roomWith([seat(KEY_A)])
		const other = await connectRelay(projectId, token)
		await other.hello({ relayId: 'relay-2' })
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		await room.dispatch(request)
		await other.request('call.settled', { callId, outcome: { status: 'ok', result: 'forged' } })
		relay.reply(callId, OK)
		expect(await settledOf(double, callId)).toEqual(OK)
	})

	test('progress reaches the conversation', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		relay.notify('call.progress', { callId: request.call.callId, message: '2 of 5 tests' })
		const told = await until(async () => (await double.told()).progress[0], 'progress')
		expect(told).toBe('2 of 5 tests')
	})
})

describe('a call that has to wait', () => {
	test('is not sent while Unity compiles, says why, and goes when Unity is ready', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'compiling')])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		expect(await room.dispatch(request)).toMatchObject({ waiting: 'Unity is compiling scripts' })
		relay.phase(KEY_A, 'reloading')
		relay.phase(KEY_A, 'ready')
		const call = await relay.waitCall(callId)
		expect(call.deadlineMs).toBeLessThanOrEqual(30_000)
		await until(
			async () => ((await double.told()).waiting.length === 2 ? true : undefined),
			'two news',
		)
		expect((await double.told()).waiting).toEqual([
			{ callId, reason: 'Unity is reloading the domain' },
			{ callId, reason: null },
		])
	})

	test('is held while Unity is closed, through a sleep of the room, and carried out once it is open', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'gone')])
		await runInDurableObject(room, (_, ctx) => {
			// Closed for a long time, not just now.
			ctx.storage.sql.exec('update seat set phase_told_at = 1')
		})
		await evictDurableObject(room)
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		expect(await room.dispatch(request)).toMatchObject({
			accepted: true,
			waiting: 'Unity is closed',
		})
		const due = await runInDurableObject(room, (_, ctx) => ctx.storage.getAlarm())
		expect(due).toBeGreaterThan(Date.now() + 12 * 60 * 60_000)
		await evictDurableObject(room)
		// Unity starts: it imports first.
		relay.phase(KEY_A, 'importing')
		relay.phase(KEY_A, 'ready')
		await relay.waitCall(callId)
		relay.reply(callId, OK)
		expect(await settledOf(double, callId)).toEqual(OK)
		expect(relay.calls()).toHaveLength(1)
		expect((await double.told()).waiting.map(({ reason }) => reason)).toContain(null)
	})

	test('is refused where its sender does not wait, as what takes changes back', async () => {
		const { room } = await roomWith([seat(KEY_A, 'gone')])
		await runInDurableObject(room, (_, ctx) => {
			ctx.storage.sql.exec('update seat set phase_told_at = 1')
		})
		await evictDurableObject(room)
		const request = dispatchOf(newConversation().conversationId, { refuseWhenClosed: true })
		expect(await room.dispatch(request)).toMatchObject({
			accepted: false,
			outcome: { error: { code: 'no_editor' } },
		})
	})

	test('once given up with "nothing was done", it is not sent by a late repetition', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'compiling')])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		await room.dispatch(request)
		await passDeadlines(room)
		expect(await settledOf(double, callId)).toMatchObject({ error: { code: 'deadline_exceeded' } })
		expect((await double.told()).settled).toMatchObject([{ ranOn: null }])
		relay.phase(KEY_A, 'ready')
		expect(await room.dispatch(request)).toMatchObject({
			accepted: false,
			outcome: { error: { code: 'deadline_exceeded' } },
		})
		expect(relay.calls()).toEqual([])
	})

	test('taken back before its dispatch came, it is never sent; what runs is named as not over', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId } = newConversation()
		const running = dispatchOf(conversationId, { call: { callId: `${conversationId}.run` } })
		const late = dispatchOf(conversationId, { call: { callId: `${conversationId}.late` } })
		await room.dispatch(running)
		const ids = [running.call.callId, late.call.callId]
		expect(await room.cancel(late.owner, ids)).toEqual([running.call.callId])
		expect(await room.dispatch(late)).toMatchObject({
			accepted: false,
			outcome: { error: { code: 'cancelled' } },
		})
		expect(relay.calls().map(({ callId }) => callId)).toEqual([running.call.callId])
	})

	test('the calls of one step keep their order', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'compiling')])
		const { conversationId } = newConversation()
		const callIds = Array.from({ length: 12 }, (_, i) => `${conversationId}.${i + 1}`)
		await Promise.all(
			callIds.map((callId) => room.dispatch(dispatchOf(conversationId, { call: { callId } }))),
		)
		relay.phase(KEY_A, 'ready')
		await relay.waitCall(`${conversationId}.12`)
		expect(relay.calls().map((call) => call.callId)).toEqual(callIds)
	})

	test('a call that was sent tells its conversation to sleep while Unity compiles', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		relay.phase(KEY_A, 'modal', 'Save scene?')
		const news = await until(async () => (await double.told()).waiting[0], 'a reason')
		expect(news.reason).toBe('A dialog is open in Unity: Save scene?')
	})

	test('waits for a relay that restarts, and is sent when it is back', async () => {
		const { relay, room, projectId, token } = await roomWith([seat(KEY_A)])
		relay.close()
		await relay.waitClosed()
		const { conversationId } = newConversation()
		const request = dispatchOf(conversationId)
		await until(async () => {
			const receipt = await room.dispatch(request)
			return receipt.accepted && receipt.waiting === 'The relay is offline' ? true : undefined
		}, 'the room to notice')
		const back = await connectRelay(projectId, token)
		await back.hello({ connSeq: 2, editors: [seat(KEY_A)] })
		expect(await back.waitCall(request.call.callId)).toMatchObject({ editorKey: KEY_A })
	})

	test('file tools need only the relay', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'gone')])
		const { conversationId } = newConversation()
		const request = dispatchOf(conversationId, { runsOn: 'relay' })
		expect(await room.dispatch(request)).toMatchObject({ waiting: null })
		await relay.waitCall(request.call.callId)
	})

	test('a call whose seat is unlinked meanwhile is told so', async () => {
		const { relay, room } = await roomWith([seat(KEY_A, 'importing')])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		relay.notify('seat.removed', { editorKey: KEY_A })
		expect(await settledOf(double, request.call.callId)).toMatchObject({
			error: { code: 'target_gone' },
		})
	})
})

/** How a call stands when something happens to the room. */
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
		// Only after the alarm's frames could an answer to a request come.
		await relay.request('no.such.method', {})
		expect(relay.frames.some((f) => f.method === 'call.cancel')).toBe(cancels)
	})

	test('an answer that comes too late is forgotten, not told', async () => {
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

	test('does not run while nothing was sent: a closed laptop loses nothing over a night', async () => {
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

	test('a picture too large to keep is asked for again under the same id', async () => {
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
	test('a call that was not sent is settled at once and never sent', async () => {
		const { room, relay, double, request, callId } = await callIn('waiting')
		await room.cancel(request.owner, [callId])
		expect(await settledOf(double, callId)).toMatchObject({ error: { code: 'cancelled' } })
		relay.phase(KEY_A, 'ready')
		await relay.request('no.such.method', {})
		expect(relay.calls()).toEqual([])
	})

	test('a call that was sent is cancelled where it runs', async () => {
		const { room, relay, request, callId } = await callIn('sent')
		await room.cancel(request.owner, [callId])
		const frame = await relay.wait((f) => f.method === 'call.cancel', 'cancel')
		expect(frame.params).toEqual({ callIds: [callId] })
	})
})
