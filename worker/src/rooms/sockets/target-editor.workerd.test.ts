import { evictDurableObject } from 'cloudflare:test'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RoomState } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test } from 'vitest'
import {
	connectRelay,
	dispatchOf,
	KEY_A,
	KEY_B,
	KEY_C,
	newConversation,
	roomWith,
	seat,
	settledOf,
	until,
	watch,
} from '../../../test/double/harness.ts'

describe('the target editor', () => {
	test('the only linked editor becomes the target by itself', async () => {
		const { client, projectId } = await roomWith([seat(KEY_A)])
		const { state } = await watch(client, projectId)
		expect(RoomState.parse(state)).toMatchObject({
			target: KEY_A,
			editors: [{ editorKey: KEY_A, phase: 'ready' }],
			relays: [{ relayId: 'relay-1', hostName: 'desk' }],
		})
	})

	test('of a kind that only an older relay knows is shown as Unity, and gets calls', async () => {
		const process = { sessionId: 's', connSeq: 1, pid: 41, unityVersion: '6000.3.0f1' }
		const bridged = { ...process, kind: 'pipeline', pluginVersion: '', productGuid: '' }
		const { client, projectId, relay, room } = await roomWith([
			{ ...seat(KEY_A), process: bridged as unknown as NonNullable<EditorSeat['process']> },
		])
		const { state } = await watch(client, projectId)
		expect(RoomState.parse(state).editors).toMatchObject([{ process: { kind: 'unity', pid: 41 } }])
		const request = dispatchOf(newConversation().conversationId)
		await room.dispatch(request)
		expect(await relay.waitCall(request.call.callId)).toMatchObject({ editorKey: KEY_A })
	})

	test('is never guessed: with several editors and no target, a call is refused with the list', async () => {
		const { room } = await roomWith([seat(KEY_A), seat(KEY_B), seat(KEY_C)])
		const receipt = await room.dispatch(dispatchOf(newConversation().conversationId))
		expect(receipt).toMatchObject({
			accepted: false,
			outcome: {
				error: {
					code: 'ambiguous_target',
					data: {
						editors: [{ editorKey: KEY_A }, { editorKey: KEY_B }, { editorKey: KEY_C }],
					},
				},
			},
		})
	})

	test('is the only one of three that gets calls; switching reconnects nothing', async () => {
		const { client, projectId, relay, room } = await roomWith([
			seat(KEY_A),
			seat(KEY_B),
			seat(KEY_C),
		])
		const { viewer } = await watch(client, projectId)
		for (const editorKey of [KEY_B, KEY_C]) {
			const chosen = await viewer.request('room.setTarget', { editorKey })
			const shown = { target: editorKey, targetBy: { kind: 'session', name: 'Owner' } }
			expect(chosen.result).toMatchObject(shown)
			await evictDurableObject(room)
			expect((await watch(client, projectId)).state).toMatchObject(shown)
			const request = dispatchOf(newConversation().conversationId)
			expect(await room.dispatch(request)).toMatchObject({ accepted: true, editorKey })
			expect(await relay.waitCall(request.call.callId)).toMatchObject({ editorKey })
		}
		expect(relay.closed).toBeNull()
		expect(viewer.closed).toBeNull()
	})

	test('a run bound to an editor stays with it after the target was switched', async () => {
		const { client, projectId, relay, room } = await roomWith([seat(KEY_A), seat(KEY_B)])
		const { viewer } = await watch(client, projectId)
		await viewer.request('room.setTarget', { editorKey: KEY_A })
		const request = dispatchOf(newConversation().conversationId, { editorKey: KEY_B })
		await room.dispatch(request)
		expect(await relay.waitCall(request.call.callId)).toMatchObject({ editorKey: KEY_B })
	})

	test('an editor that nobody linked cannot become the target', async () => {
		const { client, projectId } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		const answer = await viewer.request('room.setTarget', { editorKey: KEY_C })
		expect(answer.error).toMatchObject({ code: RPC_ERROR.invalidParams })
	})

	test('a call made before any editor was linked waits, and goes to the first one, once', async () => {
		const { relay, room } = await roomWith([])
		const { conversationId, double } = newConversation()
		const first = dispatchOf(conversationId)
		const second = dispatchOf(conversationId, { call: { callId: `${conversationId}.2` } })
		const waits = { accepted: true, editorKey: null, waiting: 'No editor is connected yet' }
		for (const request of [first, second, first]) {
			expect(await room.dispatch(request)).toMatchObject(waits)
		}
		await evictDurableObject(room)
		relay.notify('seat.updated', seat(KEY_A, 'compiling'))
		await until(
			async () =>
				(await double.told()).waiting.some(
					({ reason }) => reason === 'Unity is compiling scripts',
				) || undefined,
			'the new reason',
		)
		relay.phase(KEY_A, 'ready')
		for (const { call } of [first, second]) {
			expect(await relay.waitCall(call.callId)).toMatchObject({ editorKey: KEY_A })
		}
		expect(relay.calls().map(({ callId }) => callId)).toEqual([
			first.call.callId,
			second.call.callId,
		])
	})

	test('several editors come at once: such a call waits until one is chosen', async () => {
		const { client, projectId, token, room } = await roomWith([])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		const relay = await connectRelay(projectId, token)
		await relay.hello({ connSeq: 2, editors: [seat(KEY_A), seat(KEY_B)] })
		await until(
			async () =>
				(await double.told()).waiting.some(({ reason }) => reason?.includes('none is selected')) ||
				undefined,
			'the new reason',
		)
		expect(relay.calls()).toEqual([])
		const { viewer } = await watch(client, projectId)
		await viewer.request('room.setTarget', { editorKey: KEY_B })
		expect(await relay.waitCall(request.call.callId)).toMatchObject({ editorKey: KEY_B })
	})

	test('a call that waits for a first editor is taken back at once, and not sent later', async () => {
		const { projectId, token, room } = await roomWith([])
		const { conversationId, double } = newConversation()
		const request = dispatchOf(conversationId)
		await room.dispatch(request)
		await room.cancel({ kind: 'conversation', id: conversationId }, [request.call.callId])
		expect(await settledOf(double, request.call.callId)).toMatchObject({
			error: { code: 'cancelled' },
		})
		const relay = await connectRelay(projectId, token)
		await relay.hello({ connSeq: 2, editors: [seat(KEY_A)] })
		expect(relay.calls()).toEqual([])
	})

	test.each([
		['a read in passing', { refuseWhenClosed: true }],
		['a client that reads', { owner: { kind: 'mcp', id: 'client' } }],
		['a call for an editor that was unlinked', { editorKey: KEY_A }],
	] as const)('%s does not wait for a first editor, and says what to do', async (_, more) => {
		const { room } = await roomWith([])
		const receipt = await room.dispatch(dispatchOf(newConversation().conversationId, more))
		expect(receipt).toMatchObject({
			outcome: {
				error: { code: 'no_editor', hint: expect.stringContaining('npm run fairlead -- up') },
			},
		})
	})

	test('a target whose relay is away is still shown, as gone', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		relay.close()
		const news = await viewer.wait(
			(f) => f.method === 'room.state' && (f.params as RoomState).relays.length === 0,
			'the relay is away',
		)
		expect(news.params).toMatchObject({
			target: KEY_A,
			editors: [{ editorKey: KEY_A, phase: 'gone' }],
		})
	})
})
