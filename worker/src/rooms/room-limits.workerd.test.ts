/** A full room: viewers are dropped before relays, and a viewer that does not read holds nobody up. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test, vi } from 'vitest'
import {
	type Client,
	connectRelay,
	dispatchOf,
	KEY_A,
	KEY_B,
	lookingOn,
	newConversation,
	OK,
	Peer,
	roomWith,
	seat,
	settledOf,
	until,
	watch,
} from '../../test/double/harness.ts'
import { admission } from '../ports/admission.ts'
import { ROOM_LIMITS } from './limits.ts'

/** Somebody else each time. */
const CROWD = (n: number): Request => admission(lookingOn('Crowd', { userId: `usr_${n}` }))
const reading = { method: 'unity_query', params: { action: 'selection' } }

test('a relay gets into a room full of viewers: the newest viewers are closed', async () => {
	const { projectId, token, room } = await roomWith([seat(KEY_A)])
	// On a loaded machine the crowd takes longer to arrive than a viewer has for its hello.
	const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
	const crowd: Peer[] = []
	for (let i = 0; i < VIEWER_LINK.maxViewers; i++) {
		crowd.push(new Peer(await room.fetch(CROWD(i))))
	}
	const relays = ROOM_LIMITS.maxSockets - VIEWER_LINK.maxViewers
	for (let i = 0; i < relays; i++) {
		const relay = await connectRelay(projectId, token)
		const hello = await relay.hello({ relayId: `relay-x${i}`, editors: [] })
		expect(hello.error).toBeUndefined()
	}
	const [left] = await until(() => {
		const closed = crowd.filter((viewer) => viewer.closed !== null)
		return closed.length > 0 ? closed : undefined
	}, 'a viewer to be shed')
	expect(left?.closed).toMatchObject({
		code: CLOSE.roomFull,
		reason: expect.stringContaining('relay'),
	})
	expect(crowd.filter((viewer) => viewer.closed !== null)).toHaveLength(1)
	now.mockRestore()
	// Five hundred sockets take their time on a loaded machine.
}, 60_000)

test('one person does not keep others out, by whatever number of sessions', async () => {
	const { room } = await roomWith([seat(KEY_A)])
	const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
	const again = (n: number): Request => admission(lookingOn('Eve', { id: `ses_${n}` }))
	// A page that nobody holds is collected, and its place is free again.
	const pages: Peer[] = []
	for (let i = 0; i < ROOM_LIMITS.maxPagesOfPerson; i++) {
		pages.push(new Peer(await room.fetch(again(i))))
	}
	expect((await room.fetch(again(-1))).status).toBe(503)
	expect((await room.fetch(CROWD(1))).status).toBe(101)
	expect(pages.filter(({ closed }) => closed !== null)).toEqual([])
	now.mockRestore()
}, 60_000)

test('a viewer that never says hello does not keep its place from new ones', async () => {
	const { room } = await roomWith([seat(KEY_A)])
	const arrived = Date.now()
	// On a loaded machine the first of the crowd would be late for its hello before the last has arrived.
	const now = vi.spyOn(Date, 'now').mockReturnValue(arrived)
	const crowd: Peer[] = []
	for (let i = 0; i < VIEWER_LINK.maxViewers; i++) {
		crowd.push(new Peer(await room.fetch(CROWD(i))))
	}
	expect((await room.fetch(CROWD(-1))).status).toBe(503)
	now.mockReturnValue(arrived + RELAY_LINK.helloTimeoutMs + 1_000)
	const late = await room.fetch(CROWD(-1))
	now.mockRestore()
	expect(late.status).toBe(101)
	await until(() => (crowd[0]?.closed ? true : undefined), 'the first of them to be closed')
	expect(crowd[0]?.closed).toMatchObject({ code: CLOSE.handshake })
}, 60_000)

test('a viewer that reads nothing is closed with 4012; the run continues', async () => {
	const { client, projectId, relay, room } = await roomWith([seat(KEY_A)])
	const { viewer: deaf } = await watch(client, projectId)
	const { viewer: good } = await watch(client, projectId)
	const big = { status: 'ok', result: 'x'.repeat(1_000_000) }
	for (let i = 0; i < 6 && !deaf.closed; i++) {
		for (const [viewer, params] of [
			[deaf, reading],
			[good, { method: 'unity_query', params: { action: 'find', name: `n${i}` } }],
		] as const) {
			viewer.raw(JSON.stringify({ jsonrpc: '2.0', id: `r${i}`, method: 'room.read', params }))
		}
		await until(() => (relay.calls().length >= (i + 1) * 2 ? true : undefined), 'both reads')
		for (const call of relay.calls().slice(i * 2)) relay.reply(call.callId, big)
		await good.wait((f) => f.id === `r${i}`, 'the answer')
		const marks = good.frames.filter((f) => f.method === 'room.mark')
		good.notify('viewer.mark', marks.at(-1)?.params)
	}
	expect(await deaf.waitClosed()).toMatchObject({
		code: CLOSE.tooSlow,
		reason: expect.stringContaining('reconnect'),
	})
	expect(good.closed).toBeNull()
	const { conversationId, double } = newConversation()
	const request = dispatchOf(conversationId)
	await room.dispatch(request)
	await relay.waitCall(request.call.callId)
	relay.reply(request.call.callId, OK)
	expect(await settledOf(double, request.call.callId)).toEqual(OK)
	// It reconnects as after any lost connection.
	const { state } = await watch(client, projectId)
	expect(state.target).toBe(KEY_A)
})

test('beyond the limit of open calls the next one is refused, and nothing was done', async () => {
	const { room, relay } = await roomWith([seat(KEY_A, 'compiling')])
	const { conversationId } = newConversation()
	const call = (n: number) =>
		dispatchOf(conversationId, { call: { callId: `${conversationId}.${n}` } })
	const receipts = await Promise.all(
		Array.from({ length: ROOM_LIMITS.maxPendingCalls }, (_, n) => room.dispatch(call(n))),
	)
	expect(receipts.every((receipt) => receipt.accepted)).toBe(true)
	const surplus = call(ROOM_LIMITS.maxPendingCalls)
	const refused = { accepted: false, outcome: { error: { code: 'editor_busy' } } }
	expect(await room.dispatch(surplus)).toMatchObject(refused)
	await room.cancel(
		surplus.owner,
		Array.from({ length: 10 }, (_, n) => call(n).call.callId),
	)
	// The cancelled calls make room once their owner has their outcomes.
	let later = 5_000
	await until(
		async () => (await room.dispatch(call(later++))).accepted || undefined,
		'room for another call',
	)
	// Its owner was told that nothing was done: this call stays refused.
	expect(await room.dispatch(surplus)).toMatchObject(refused)
	expect(relay.calls()).toHaveLength(0)
}, 60_000)

test('reads of MCP clients have bounds of their own, and leave room for runs', async () => {
	const { room } = await roomWith([seat(KEY_A, 'compiling')])
	const { conversationId } = newConversation()
	const read = (client: string, n: number) =>
		dispatchOf(conversationId, {
			owner: { kind: 'mcp', id: `${conversationId}.${client}` },
			replay: 'safe',
			call: { callId: `${conversationId}.${client}.${n}` },
		})
	const clients = ROOM_LIMITS.maxMcpReads / ROOM_LIMITS.maxClientReads
	const refused = (whose: string) => ({
		accepted: false,
		outcome: { error: { code: 'editor_busy', message: expect.stringContaining(whose) } },
	})
	for (let client = 0; client < clients; client++) {
		for (let n = 0; n < ROOM_LIMITS.maxClientReads; n++) {
			expect((await room.dispatch(read(`c${client}`, n))).accepted).toBe(true)
		}
		if (client === 0)
			expect(await room.dispatch(read('c0', 99))).toMatchObject(refused('this client'))
	}
	expect(await room.dispatch(read('late', 0))).toMatchObject(refused('MCP clients'))
	expect((await room.dispatch(dispatchOf(conversationId))).accepted).toBe(true)
	await room.cancel(read('c0', 0).owner, [read('c0', 0).call.callId])
	expect((await room.dispatch(read('late', 1))).accepted).toBe(true)
}, 60_000)

describe('a linked folder whose relay is gone for good', () => {
	const seatsOf = async (client: Client, projectId: string) =>
		(await client.call('GET', `/api/projects/${projectId}/seats`)).json() as Promise<{
			seats: { seat: { editorKey: string; phase: string }; connected: boolean }[]
			target: string | null
		}>
	const forget = (client: Client, projectId: string, editorKey: string) =>
		client.call('DELETE', `/api/projects/${projectId}/seats/${editorKey}`)

	test('is listed, forgotten, and every page is notified', async () => {
		const { client, projectId, relay, room } = await roomWith([seat(KEY_A), seat(KEY_B)])
		const { viewer } = await watch(client, projectId)
		await viewer.request('room.setTarget', { editorKey: KEY_A })
		const { conversationId, double } = newConversation()
		const sent = dispatchOf(conversationId)
		await room.dispatch(sent)
		await relay.waitCall(sent.call.callId)
		relay.close()
		await until(async () => {
			const { seats } = await seatsOf(client, projectId)
			return seats.every((s) => !s.connected && s.seat.phase === 'gone') ? true : undefined
		}, 'the relay to be away')
		expect((await forget(client, projectId, KEY_A)).status).toBe(204)
		await viewer.wait((f) => f.method === 'seat.forgotten', 'the event')
		expect(await seatsOf(client, projectId)).toMatchObject({
			seats: [{ seat: { editorKey: KEY_B } }],
		})
		// Calls on their way there will never be answered, and are reported so.
		expect(await settledOf(double, sent.call.callId)).toMatchObject({
			error: { code: 'effect_unknown' },
		})
		expect((await forget(client, projectId, KEY_A)).status).toBe(404)
	})

	test('is not forgotten while its relay is connected', async () => {
		const { client, projectId } = await roomWith([seat(KEY_A), seat(KEY_B)])
		const { viewer } = await watch(client, projectId)
		await viewer.request('room.setTarget', { editorKey: KEY_A })
		for (const [editorKey, word] of [
			[KEY_A, 'connected target'],
			[KEY_B, 'connected'],
		] as const) {
			const answer = await forget(client, projectId, editorKey)
			expect(answer.status).toBe(409)
			expect(((await answer.json()) as { title: string }).title).toContain(word)
		}
		expect((await seatsOf(client, projectId)).seats).toHaveLength(2)
	})
})
