/** A signed-in owner, relays and viewers for tests of the API and the room. */
import { env, exports } from 'cloudflare:workers'
import type { CreatedRelayToken } from '@fairlead/protocol/computers/relay-tokens'
import { STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import type { EditorSeat, Phase } from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import type { Project } from '@fairlead/protocol/projects/project'
import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import type { Call, CallOutcome, JournalEntry } from '@fairlead/protocol/wire/calls'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { RELAY_LINK, type RoutedCall } from '@fairlead/protocol/wire/relay-link'
import { type RoomState, VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import type { Admission } from '../../src/ports/admission.ts'
import type { DispatchRequest } from '../../src/ports/room.ts'
import { ApiDocument } from './documented.ts'
import type { Mood, Told } from './worker.ts'

export const ORIGIN = 'http://localhost'
export const SETUP_TOKEN = 'test-setup-token'

export type Frame = {
	id?: string | number
	method?: string
	params?: Record<string, unknown>
	result?: unknown
	error?: { code: number; message: string }
}

let document: Promise<ApiDocument> | undefined

async function readDocument(): Promise<ApiDocument> {
	const answer = await exports.default.fetch(new Request(`${ORIGIN}/api/openapi.json`))
	return new ApiDocument(await answer.json())
}

/** Every answer in these tests is one that the OpenAPI document describes. */
export async function fetchApp(path: string, init: RequestInit = {}): Promise<Response> {
	const answer = await exports.default.fetch(new Request(`${ORIGIN}${path}`, init))
	document ??= readDocument()
	const { pathname } = new URL(path, ORIGIN)
	const mismatch = await (await document).mismatch(init.method ?? 'GET', pathname, answer)
	if (mismatch !== null) {
		throw new Error(`${init.method ?? 'GET'} ${path} is not as documented: ${mismatch}`)
	}
	return answer
}

export class Client {
	readonly cookie: string

	constructor(cookie: string) {
		this.cookie = cookie
	}

	static async signIn(): Promise<Client> {
		const answer = await fetchApp('/api/auth/setup', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ token: SETUP_TOKEN }),
		})
		if (answer.status !== 200) throw new Error(`sign-in failed: ${await answer.text()}`)
		return new Client((answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '')
	}

	call(method: string, path: string, body?: unknown): Promise<Response> {
		return fetchApp(path, {
			method,
			headers: {
				cookie: this.cookie,
				origin: ORIGIN,
				// The test reconnects by itself, as our page does.
				[STREAM_HEADER.name]: STREAM_HEADER.value,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
	}

	async newProject(name = 'Test'): Promise<Project> {
		return (await this.call('POST', '/api/projects', { name })).json()
	}

	async newRelayToken(projectId: string): Promise<CreatedRelayToken> {
		const path = `/api/projects/${projectId}/relay-tokens`
		return (await this.call('POST', path, { label: 'desk' })).json()
	}
}

/** A socket that records its frames. */
export class Peer {
	readonly frames: Frame[] = []
	readonly texts: string[] = []
	closed: { code: number; reason: string } | null = null
	readonly #ws: WebSocket
	#ids = 0

	constructor(answer: Response) {
		if (!answer.webSocket) throw new Error(`no WebSocket but ${answer.status}`)
		this.#ws = answer.webSocket
		this.#ws.addEventListener('message', (event) => {
			this.texts.push(String(event.data))
			if (event.data === 'pong') return
			const frame = JSON.parse(String(event.data)) as Frame
			this.frames.push(frame)
			this.received(frame)
		})
		this.#ws.addEventListener('close', ({ code, reason }) => {
			this.closed ??= { code, reason }
		})
		this.#ws.accept()
	}

	/** Overridden by peers that answer by themselves. */
	protected received(_frame: Frame): void {}

	raw(text: string | ArrayBuffer): void {
		this.#ws.send(text)
	}

	notify(method: string, params: unknown): void {
		this.raw(JSON.stringify({ jsonrpc: '2.0', method, params }))
	}

	reply(id: string | number, result: unknown): void {
		this.raw(JSON.stringify({ jsonrpc: '2.0', id, result }))
	}

	close(): void {
		this.#ws.close(1000, 'bye')
	}

	/** Keeps the connection alive: after three missed pings the room takes a relay for gone. */
	async ping(): Promise<void> {
		const pongs = (): number => this.texts.filter((text) => text === 'pong').length
		const wanted = pongs() + 1
		this.raw('ping')
		await until(() => pongs() >= wanted || undefined, 'a pong')
	}

	async request(method: string, params: unknown): Promise<Frame> {
		const id = `t${++this.#ids}`
		this.raw(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
		return this.wait((frame) => frame.id === id && frame.method === undefined, method)
	}

	/** The first matching frame, past or future. */
	wait(fits: (frame: Frame) => boolean, what: string): Promise<Frame> {
		return until(() => this.frames.find(fits), `a frame: ${what}`)
	}

	waitClosed(): Promise<{ code: number; reason: string }> {
		return until(() => this.closed ?? undefined, 'the socket to close')
	}

	/** The calls received, in order. */
	calls(): RoutedCall[] {
		return this.frames
			.filter((f) => f.method === 'call')
			.map((f) => f.params as unknown as RoutedCall)
	}

	waitCall(callId: string, nth = 1): Promise<RoutedCall> {
		return until(
			() => this.calls().filter((call) => call.callId === callId)[nth - 1],
			`call ${callId} #${nth}`,
		)
	}

	forgotten(): string[] {
		return this.frames
			.filter((f) => f.method === 'calls.forget')
			.flatMap((f) => f.params?.callIds as string[])
	}
}

/** The first pause between two looks; each further one is twice as long, up to the last: most looks read a page of the API. */
const FIRST_LOOK_MS = 5
const LAST_LOOK_MS = 50

/** Waits for a condition; the bound only ends a test that failed. A probe that throws is asked again. */
export async function until<T>(
	probe: () => T | undefined | Promise<T | undefined>,
	what: string,
	timeoutMs = 50_000,
): Promise<T> {
	const end = Date.now() + timeoutMs
	for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LAST_LOOK_MS)) {
		let error = new Error(`waited in vain for ${what}`)
		try {
			const found = await probe()
			if (found !== undefined) return found
		} catch (thrown) {
			error = thrown as Error
		}
		if (Date.now() > end) throw error
		await scheduler.wait(pause)
	}
}

/** The secret of all relays here. */
const SECRET = 's'.repeat(43)

export class Relay extends Peer {
	/** Answers `project.context`; `hold`: not now. null: the relay does not know the method. */
	context: (() => ProjectContext | 'hold') | null = null

	protected override received({ id, method }: Frame): void {
		if (method !== 'project.context' || id === undefined) return
		const result = this.context?.()
		if (result === 'hold') return
		if (result) this.reply(id, result)
		else {
			const error = { code: RPC_ERROR.methodNotFound, message: 'There is no such method.' }
			this.raw(JSON.stringify({ jsonrpc: '2.0', id, error }))
		}
	}

	hello(hello: {
		relayId?: string
		relaySecret?: string
		connSeq?: number
		editors?: EditorSeat[]
		journal?: JournalEntry[]
		deskCalls?: string[]
		protocolVersion?: number
	}): Promise<Frame> {
		return this.request('relay.hello', {
			protocolVersion: RELAY_LINK.version,
			relayId: 'relay-1',
			relaySecret: SECRET,
			relayVersion: '0.1.0',
			connSeq: 1,
			host: { name: 'desk', platform: 'linux' },
			editors: [],
			journal: [],
			...hello,
		})
	}

	phase(editorKey: string, phase: Phase, detail?: string, outside?: Outside): void {
		this.notify('seat.phase', {
			editorKey,
			phase,
			phaseSince: 1,
			...(detail === undefined ? {} : { detail }),
			...(outside === undefined ? {} : { outside }),
		})
	}
}

/** The admission of a viewer who may change nothing. */
export const lookingOn = (
	name: string,
	whose: { readonly id?: string; readonly userId?: string } = {},
): Extract<Admission, { kind: 'viewer' }> => ({
	kind: 'viewer',
	projectId: 'prj_0000000001',
	actor: {
		kind: 'session',
		id: 'ses_0000000001',
		userId: 'usr_0000000001',
		name,
		standing: 'member',
		expiresAt: Date.now() + 3_600_000,
		...whose,
	},
	role: 'viewer',
	within: null,
	maxViewers: null,
})

export async function connectRelay(projectId: string, token: string): Promise<Relay> {
	const answer = await fetchApp(`/api/projects/${projectId}/relay`, {
		headers: {
			upgrade: 'websocket',
			authorization: `Bearer ${token}`,
			'sec-websocket-protocol': RELAY_LINK.subprotocol,
		},
	})
	return new Relay(answer)
}

export async function connectViewer(client: Client, projectId: string): Promise<Peer> {
	const answer = await fetchApp(`/api/projects/${projectId}/room`, {
		headers: {
			upgrade: 'websocket',
			cookie: client.cookie,
			origin: ORIGIN,
			'sec-websocket-protocol': VIEWER_LINK.subprotocol,
		},
	})
	return new Peer(answer)
}

/** A viewer that has said hello. */
export async function watch(
	client: Client,
	projectId: string,
): Promise<{ viewer: Peer; state: RoomState }> {
	const viewer = await connectViewer(client, projectId)
	const hello = await viewer.request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
	return { viewer, state: hello.result as RoomState }
}

export const KEY_A = 'relay-1:aaaaaaaaaaaa'
export const KEY_B = 'relay-1:bbbbbbbbbbbb'
export const KEY_C = 'relay-1:cccccccccccc'

export function seat(editorKey: string, phase: Phase = 'ready'): EditorSeat {
	return {
		editorKey,
		name: `Game ${editorKey.slice(-1)}`,
		projectPath: `/games/${editorKey.slice(-1)}`,
		phase,
		phaseSince: 1,
	}
}

/** A project with a relay that has these seats. */
export async function roomWith(seats: EditorSeat[]): Promise<{
	client: Client
	projectId: string
	token: string
	relay: Relay
	room: ReturnType<typeof env.ROOM.getByName>
}> {
	const client = await Client.signIn()
	const { id: projectId } = await client.newProject()
	const { token } = await client.newRelayToken(projectId)
	const relay = await connectRelay(projectId, token)
	await relay.hello({ editors: seats })
	return { client, projectId, token, relay, room: env.ROOM.getByName(projectId) }
}

/** The double's interface for tests; `DurableObjectStub` cannot express results of unknown shape. */
export interface ConversationDouble {
	told(): Promise<Told>
	setMood(mood: Mood): Promise<void>
}

let conversations = 0

/** The double behind a fresh conversation id. */
export function newConversation() {
	const conversationId = `cnv_${String(++conversations).padStart(24, '0')}${crypto.randomUUID().slice(0, 8)}`
	const double = env.CONVERSATION.getByName(conversationId) as unknown as ConversationDouble
	return { conversationId, double }
}

const HASH = 'a'.repeat(64)

export const ownerOf = (id: string) => ({ kind: 'conversation', id }) as const

export function dispatchOf(
	conversationId: string,
	more: Partial<Omit<DispatchRequest, 'call'>> & { call?: Partial<Call> } = {},
): DispatchRequest {
	return {
		owner: ownerOf(conversationId),
		editorKey: null,
		runsOn: 'editor',
		replay: 'once',
		...more,
		call: {
			callId: `${conversationId}.1`,
			method: 'unity_hierarchy',
			params: { action: 'create', name: 'Cube' },
			argsHash: HASH,
			deadlineMs: 30_000,
			...more.call,
		},
	}
}

export const OK: CallOutcome = { status: 'ok', result: { made: true } }

export const journaled = (callId: string, state: 'received' | 'started'): JournalEntry => ({
	callId,
	argsHash: HASH,
	state,
})
export const journaledDone = (callId: string, outcome: CallOutcome = OK): JournalEntry => ({
	callId,
	argsHash: HASH,
	state: 'done',
	outcome,
})

/** The outcome that the Conversation received. */
export const settledOf = async (double: ConversationDouble, callId: string): Promise<CallOutcome> =>
	until(
		async () => (await double.told()).settled.find((s) => s.callId === callId)?.outcome,
		`the outcome of ${callId}`,
	)
