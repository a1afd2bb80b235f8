import { evictDurableObject } from 'cloudflare:test'
import { RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RoomState, VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { describe, expect, test, vi } from 'vitest'
import {
	Client,
	connectRelay,
	connectViewer,
	dispatchOf,
	type Frame,
	fetchApp,
	KEY_A,
	KEY_B,
	KEY_C,
	lookingOn,
	newConversation,
	Peer,
	roomWith,
	seat,
	settledOf,
	until,
	watch,
} from '../../../test/double/harness.ts'
import { admission } from '../../ports/admission.ts'

test('a computer has the name that people of the project give it, while it is connected too', async () => {
	const { client, projectId } = await roomWith([seat(KEY_A)])
	const path = `/api/projects/${projectId}/relay-tokens`
	const list = RelayTokenList.parse(await (await client.call('GET', path)).json())
	const rename = (label: string) => client.call('PATCH', `${path}/${list.tokens[0]?.id}`, { label })
	const { viewer } = await watch(client, projectId)
	expect((await rename('Studio')).status).toBe(200)
	const shows = (name: string) => (frame: Frame) =>
		frame.method === 'room.state' &&
		RoomState.parse(frame.params).relays.some(({ hostName }) => hostName === name)
	await viewer.wait(shows('Studio'), 'the new name')
	// Also to a page that comes later.
	expect(RoomState.parse((await watch(client, projectId)).state).relays).toMatchObject([
		{ hostName: 'Studio' },
	])
})

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

describe('two connections of one relay', () => {
	test('the newer one takes over, the older one is closed with 4001', async () => {
		const { projectId, token, relay, room } = await roomWith([seat(KEY_A)])
		const newer = await connectRelay(projectId, token)
		await newer.hello({ connSeq: 2, editors: [seat(KEY_A)] })
		expect((await relay.waitClosed()).code).toBe(CLOSE.superseded)
		const request = dispatchOf(newConversation().conversationId)
		expect(await room.dispatch(request)).toMatchObject({ accepted: true, waiting: null })
		await newer.waitCall(request.call.callId)
	})

	test.each([1, 0])(
		'one with connSeq %i while 1 is in place is refused with 4002',
		async (connSeq) => {
			const { projectId, token, relay, room } = await roomWith([seat(KEY_A)])
			await evictDurableObject(room)
			const older = await connectRelay(projectId, token)
			// The refusal's frame and its close may overtake each other.
			void older.hello({ connSeq, editors: [] }).catch(() => undefined)
			expect((await older.waitClosed()).code).toBe(CLOSE.staleConnSeq)
			const request = dispatchOf(newConversation().conversationId)
			await room.dispatch(request)
			await relay.waitCall(request.call.callId)
		},
	)

	test('two relays are two machines: both stay, each with its own seats', async () => {
		const { client, projectId, token, relay } = await roomWith([seat(KEY_A)])
		const other = await connectRelay(projectId, token)
		const theirs = 'relay-2:dddddddddddd'
		await other.hello({ relayId: 'relay-2', editors: [seat(theirs), seat(KEY_B)] })
		const { state } = await watch(client, projectId)
		expect(state.relays.map((r) => r.relayId).sort()).toEqual(['relay-1', 'relay-2'])
		// A relay cannot add another relay's seat.
		expect(state.editors.map((e) => e.editorKey).sort()).toEqual([KEY_A, theirs])
		expect(relay.closed).toBeNull()
	})
})

describe('a relay that claims another one’s id', () => {
	const impostor = { relaySecret: 'i'.repeat(43), connSeq: 99, editors: [seat(KEY_A)] }

	test('is refused, gets none of its calls, and the real one stays', async () => {
		const { client, projectId, token, relay, room } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		await evictDurableObject(room)
		const other = await connectRelay(projectId, token)
		const answer = await other.hello(impostor)
		expect(answer.error).toMatchObject({ code: RPC_ERROR.forbidden })
		expect((await other.waitClosed()).code).toBe(CLOSE.relayIdTaken)
		const request = dispatchOf(newConversation().conversationId)
		await room.dispatch(request)
		await relay.waitCall(request.call.callId)
		expect(other.calls()).toEqual([])
		expect(relay.closed).toBeNull()
		expect(viewer.frames.filter((frame) => frame.method === 'room.state')).toEqual([])
	})

	test('does not take its place while the real one is away either', async () => {
		const { client, projectId, token, relay } = await roomWith([seat(KEY_A)])
		relay.close()
		const { viewer } = await watch(client, projectId)
		const other = await connectRelay(projectId, token)
		await other.hello(impostor)
		await other.waitClosed()
		const { state } = await watch(client, projectId)
		expect(state.relays).toEqual([])
		expect(viewer.closed).toBeNull()
		const back = await connectRelay(projectId, token)
		expect((await back.hello({ connSeq: 2, editors: [seat(KEY_A)] })).error).toBeUndefined()
	})

	test('is let in once the folders of the old one were forgotten', async () => {
		const { client, projectId, token, relay, room } = await roomWith([seat(KEY_A)])
		relay.close()
		await until(async () => {
			const { seats } = await room.listSeats()
			return seats.every((known) => !known.connected) || undefined
		}, 'the relay to be away')
		const path = `/api/projects/${projectId}/seats/${encodeURIComponent(KEY_A)}`
		expect((await client.call('DELETE', path)).status).toBe(204)
		const other = await connectRelay(projectId, token)
		expect((await other.hello(impostor)).error).toBeUndefined()
	})
})

describe('a relay that violates the protocol', () => {
	test('with another version gets an error and is closed with 4004', async () => {
		const { projectId, token } = await roomWith([])
		const relay = await connectRelay(projectId, token)
		void relay.hello({ relayId: 'relay-9', protocolVersion: 1 }).catch(() => undefined)
		expect((await relay.waitClosed()).code).toBe(CLOSE.unsupportedVersion)
	})

	test('that does not begin with hello is closed with 4007', async () => {
		const { projectId, token } = await roomWith([])
		const relay = await connectRelay(projectId, token)
		relay.notify('seat.phase', { editorKey: KEY_A, phase: 'ready', phaseSince: 1 })
		expect((await relay.waitClosed()).code).toBe(CLOSE.handshake)
	})

	test('that sends only garbage is closed with 4009', async () => {
		const { relay } = await roomWith([])
		for (let i = 0; i < 30 && !relay.closed; i++) relay.raw('{"jsonrpc":')
		expect((await relay.waitClosed()).code).toBe(CLOSE.protocolError)
	})

	test('a second hello is refused, and the link goes on', async () => {
		const { relay } = await roomWith([])
		const second = await relay.hello({ connSeq: 9 })
		expect(second.error?.code).toBe(RPC_ERROR.handshake)
		expect(relay.closed).toBeNull()
	})

	test('heartbeats are answered', async () => {
		const { relay } = await roomWith([])
		await relay.ping()
	})
})

describe('viewers', () => {
	test('see phases, presence and changes of the target; relays are notified when somebody watches', async () => {
		const { client, projectId, relay, room } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		await relay.wait((f) => f.method === 'watch' && f.params?.watching === true, 'watch')
		await evictDurableObject(room)
		relay.phase(KEY_A, 'playing')
		await viewer.wait(
			(f) => (f.params as RoomState | undefined)?.editors?.[0]?.phase === 'playing',
			'playing',
		)
		relay.notify('seat.changed', { editorKey: KEY_A, scopes: ['hierarchy'] })
		const change = await viewer.wait((f) => f.method === 'editor.changed', 'change')
		expect(change.params).toEqual({ editorKey: KEY_A, scopes: ['hierarchy'] })
		const second = await watch(client, projectId)
		// One person with two tabs.
		expect(second.state.viewers).toHaveLength(1)
		second.viewer.notify('viewer.at', { conversationId: 'cnv_x' })
		await viewer.wait(
			(f) =>
				(f.params as RoomState | undefined)?.viewers?.some((v) => v.conversationId === 'cnv_x') ??
				false,
			'where the other one is',
		)
		second.viewer.close()
		viewer.close()
		await relay.wait((f) => f.method === 'watch' && f.params?.watching === false, 'no watch')
	})

	test('are notified of runs and conversations', async () => {
		const { client, projectId, room } = await roomWith([])
		const { viewer } = await watch(client, projectId)
		const change = { conversationId: 'cnv_1', runId: 'run_1', state: 'running' as const }
		await room.runChanged(change, 'model')
		expect((await viewer.wait((f) => f.method === 'run.changed', 'run')).params).toEqual(change)
		await room.conversationsChanged('cnv_1')
		await viewer.wait((f) => f.method === 'conversations.changed', 'conversation')
	})

	test('get the same state only once', async () => {
		const { client, projectId, relay } = await roomWith([seat(KEY_A)])
		const { viewer } = await watch(client, projectId)
		for (let i = 0; i < 5; i++) relay.phase(KEY_A, 'compiling')
		await relay.request('no.such.method', {})
		await viewer.wait((f) => f.method === 'room.state', 'state')
		expect(viewer.frames.filter((f) => f.method === 'room.state')).toHaveLength(1)
	})

	test('with another version are asked to reload', async () => {
		const { client, projectId } = await roomWith([])
		const viewer = await connectViewer(client, projectId)
		void viewer.request('viewer.hello', { protocolVersion: 99 }).catch(() => undefined)
		expect((await viewer.waitClosed()).code).toBe(CLOSE.unsupportedVersion)
	})

	test('beyond the limit are refused with a clear answer', async () => {
		const { client, projectId, room } = await roomWith([])
		// On a loaded machine the first would be late for their hello before the last have arrived.
		const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
		try {
			for (let i = 0; i < VIEWER_LINK.maxViewers; i++) {
				const who = lookingOn('Crowd', { userId: `usr_${i}` })
				const { webSocket } = await room.fetch(admission(who))
				webSocket?.accept()
			}
			await expect(connectViewer(client, projectId)).rejects.toThrow('503')
		} finally {
			now.mockRestore()
		}
		// Five hundred sockets take their time on a loaded machine.
	}, 60_000)

	test('with the role viewer cannot choose the target', async () => {
		const { room } = await roomWith([seat(KEY_A), seat(KEY_B)])
		const who = lookingOn('Guest')
		const guest = new Peer(await room.fetch(admission(who)))
		await guest.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		const answer = await guest.request('room.setTarget', { editorKey: KEY_B })
		expect(answer.error?.code).toBe(RPC_ERROR.forbidden)
	})

	test('may not send frames beyond the size limit', async () => {
		const { client, projectId } = await roomWith([])
		const { viewer } = await watch(client, projectId)
		viewer.raw('x'.repeat(VIEWER_LINK.maxFrameBytes + 1))
		expect((await viewer.waitClosed()).code).toBe(CLOSE.tooLarge)
	})
})

test('revoking a token closes the relay that uses it, also in a sleeping room', async () => {
	const { client, projectId, token, relay, room } = await roomWith([seat(KEY_A)])
	await evictDurableObject(room)
	const listed: { tokens: { id: string }[] } = await (
		await client.call('GET', `/api/projects/${projectId}/relay-tokens`)
	).json()
	const answer = await client.call(
		'DELETE',
		`/api/projects/${projectId}/relay-tokens/${listed.tokens[0]?.id}`,
	)
	expect(answer.status).toBe(204)
	expect((await relay.waitClosed()).code).toBe(CLOSE.unauthorized)
	await expect(connectRelay(projectId, token)).rejects.toThrow('401')
})

test('deleting a project closes its sockets', async () => {
	const { client, projectId, relay } = await roomWith([seat(KEY_A)])
	const { viewer } = await watch(client, projectId)
	expect((await client.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
	expect((await relay.waitClosed()).code).toBe(CLOSE.unlinked)
	expect((await viewer.waitClosed()).code).toBe(CLOSE.unlinked)
})

test('a page of another site cannot open the room with the visitor’s cookie', async () => {
	const client = await Client.signIn()
	const { id } = await client.newProject()
	const answer = await fetchApp(`/api/projects/${id}/room`, {
		headers: {
			upgrade: 'websocket',
			cookie: client.cookie,
			origin: 'https://evil.example',
			'sec-websocket-protocol': VIEWER_LINK.subprotocol,
		},
	})
	expect(answer.status).toBe(403)
})
