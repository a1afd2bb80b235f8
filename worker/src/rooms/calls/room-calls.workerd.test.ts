/** Calls on their way: sent, waiting for their editor, coming back. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import {
	connectRelay,
	dispatchOf,
	KEY_A,
	newConversation,
	OK,
	roomWith,
	seat,
	settledOf,
	until,
} from '../../../test/double/harness.ts'
import { passDeadlines, rowsOf } from '../../../test/double/pending-rows.ts'

describe('a successful call', () => {
	test('reaches the editor, returns its outcome, and is forgotten everywhere', async () => {
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

	test('repeated, is the same call: the editor sees it once', async () => {
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

	test('repeated after its outcome, as by a restarted Conversation, is still the same call', async () => {
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

	test('another relay of the project cannot answer it', async () => {
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

	test('is held while Unity is closed, even if the room sleeps, and runs once Unity is open', async () => {
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

	test('is refused if its sender does not wait, like the calls of a revert', async () => {
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

	test('once given up with "nothing was done", is not sent by a late repetition', async () => {
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

	test('refused by a relay whose disk is full, it is not sent by a late repetition, also after an eviction', async () => {
		const { relay, room } = await roomWith([seat(KEY_A)])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		const { callId } = request.call
		await room.dispatch(request)
		await relay.waitCall(callId)
		const outcome = { status: 'error', error: { code: 'disk_full', message: 'Full.' } } as const
		relay.reply(callId, outcome)
		expect(await settledOf(double, callId)).toEqual(outcome)
		await evictDurableObject(room)
		expect(await room.dispatch(request)).toMatchObject({ accepted: false, outcome })
		expect(relay.calls()).toHaveLength(1)
	})

	test('cancelled before its dispatch came, is never sent; a running call is reported as not over', async () => {
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

	test('a sent call lets its conversation sleep while Unity compiles', async () => {
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

	test('a call whose seat is unlinked meanwhile fails and says so', async () => {
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
