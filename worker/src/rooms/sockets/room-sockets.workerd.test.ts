import { evictDurableObject } from 'cloudflare:test'
import { RelayTokenList } from '@fairlead/protocol/computers/relay-tokens'
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
	lookingOn,
	newConversation,
	Peer,
	roomWith,
	seat,
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
