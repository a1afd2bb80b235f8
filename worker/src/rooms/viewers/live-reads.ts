/**
 * `room.read`: the page's reads of an editor, besides the chat. On the fast path of the product:
 * nothing is stored (a read may be lost and asked again), and an answer is passed on as the text
 * it came as. Identical reads of the same seat under way are one call.
 */
import type { AgentRead } from '@fairlead/protocol/agents/agents'
import type { TERMINAL_ACT } from '@fairlead/protocol/agents/terminals'
import type { CommandRead } from '@fairlead/protocol/commands/command-requests'
import { failed } from '@fairlead/protocol/wire/calls'
import {
	type JsonRpcError,
	type JsonRpcId,
	RPC_ERROR,
	rpcNotification,
	rpcRequest,
	rpcSuccess,
} from '@fairlead/protocol/wire/json-rpc'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import { sharedSceneAnswer } from '../../sharing/scene-answer.ts'
import type { RoomSeat } from '../calls/routing.ts'
import { waitReason } from '../calls/routing.ts'
import { ROOM_LIMITS } from '../limits.ts'
import { PreparedReads } from './prepared-reads.ts'

/** Below the ten idle seconds after which the object may sleep and forget the requester. */
const READ_TIMEOUT_MS = 9_000
/** Reads one viewer may have under way; the page needs about three. */
const MAX_READS_PER_VIEWER = 32

/** A relay that journals reads is told to forget them, this many at a time. */
const FORGET_BATCH = 32

const TOO_LATE = 'The editor did not respond in time.'
const TOO_OLD = 'The relay on that computer is too old for this. Update it there, and restart it.'

/** The sources of a read: the editor's scene, or a file of the desk. */
export type ReadPermission = 'room.read_editor' | 'room.read_files'

export interface ReadRequest {
	readonly id: JsonRpcId
	readonly method: string
	readonly params: unknown
	readonly editorKey: string | undefined
}

/** Recognises a well-formed `room.read` without a schema; null for every other frame. */
export function asReadRequest(frame: unknown): ReadRequest | null {
	if (typeof frame !== 'object' || frame === null) return null
	const { id, method, params } = frame as { id?: unknown; method?: unknown; params?: unknown }
	if (method !== 'room.read' || typeof params !== 'object' || params === null) return null
	if (typeof id !== 'number' && !(typeof id === 'string' && id.length <= 128)) return null
	const read = params as { method?: unknown; params?: unknown; editorKey?: unknown }
	if (typeof read.method !== 'string') return null
	if (read.editorKey !== undefined && typeof read.editorKey !== 'string') return null
	return { id, method: read.method, params: read.params, editorKey: read.editorKey }
}

/** What a relay is asked by a page besides calls. */
export type RelayRead = CommandRead | AgentRead | typeof TERMINAL_ACT | 'relay.diagnose'

interface Waiter {
	readonly ws: WebSocket
	readonly id: JsonRpcId
	/** A visitor's, who gets what the link shares of the answer. */
	readonly shared: boolean
}

interface UnderWay {
	readonly callId: string
	readonly key: string
	readonly relayId: string
	readonly startedAt: number
	/** Folders of the desk that visitors do not get. */
	readonly projects: readonly string[]
	readonly waiters: Waiter[]
}

interface Question {
	/** Equal questions under way are one. */
	readonly key: string
	/** Folders of the desk that visitors do not get. */
	readonly projects: readonly string[]
	readonly deadlineMs: number
	readonly frame: (callId: string) => string
}

export interface LiveReadsPorts {
	/** False if the relay is not connected. */
	readonly sendToRelay: (relayId: string, frame: string) => boolean
	readonly send: (ws: WebSocket, frame: string) => void
	readonly now: () => number
	readonly randomId: () => string
}

export class LiveReads {
	readonly #ports: LiveReadsPorts
	readonly #prepared = new PreparedReads()
	readonly #byKey = new Map<string, UnderWay>()
	readonly #byCall = new Map<string, UnderWay>()
	readonly #finished = new Map<string, string[]>()
	readonly #perViewer = new WeakMap<WebSocket, number>()

	constructor(ports: LiveReadsPorts) {
		this.#ports = ports
	}

	/**
	 * Asks `target` on behalf of a viewer; the answer goes to `ws` by itself. `may`: this viewer's
	 * rights. `shared`: a visitor, whose answer is cut to what a share link shows.
	 */
	start(
		ws: WebSocket,
		request: ReadRequest,
		target: RoomSeat,
		relayConnected: boolean,
		may: (permission: ReadPermission) => boolean,
		shared = false,
	): void {
		const answer = (code: Parameters<typeof failed>[0], message: string): void =>
			this.#ports.send(ws, rpcSuccess(request.id, failed(code, message)))
		const prepared = this.#prepared.get(request.method, request.params)
		if (!prepared.ok) {
			const outcome = { status: 'error', error: prepared.error }
			this.#ports.send(ws, rpcSuccess(request.id, outcome))
			return
		}
		if (!may(prepared.runsOn === 'relay' ? 'room.read_files' : 'room.read_editor')) {
			answer('denied', 'You can view this project, but not read its files.')
			return
		}
		const reason = waitReason(target.seat, relayConnected, prepared.runsOn)
		if (reason !== null) {
			answer(
				relayConnected && target.seat.phase !== 'gone' ? 'editor_busy' : 'no_editor',
				`${reason}.`,
			)
			return
		}
		if (!this.#admit({ ws, id: request.id })) return
		const { seat, relayId } = target
		const { method, params, canonical, argsHash, timeoutMs } = prepared
		const deadlineMs = Math.min(timeoutMs, READ_TIMEOUT_MS)
		const call = { method, params, argsHash, deadlineMs, editorKey: seat.editorKey }
		this.#join({ ws, id: request.id, shared }, relayId, {
			key: `${seat.editorKey}\n${canonical}`,
			projects: [seat.projectPath],
			deadlineMs,
			frame: (callId) => rpcRequest(callId, 'call', { callId, ...call }),
		})
	}

	/**
	 * Asks a relay about its machine, its commands, its agents or its terminals, on behalf of a viewer who may ask; the answer goes to `ws` by itself.
	 *
	 * @param params equal ones are written alike: they were built here
	 */
	ask(
		ws: WebSocket,
		id: JsonRpcId,
		relayId: string,
		method: RelayRead,
		params: Readonly<Record<string, unknown>> = {},
	): void {
		if (!this.#admit({ ws, id })) return
		this.#join({ ws, id, shared: false }, relayId, {
			key: `${relayId}\n${method}\n${JSON.stringify(params)}`,
			projects: [],
			deadlineMs: READ_TIMEOUT_MS,
			frame: (callId) => rpcRequest(callId, method, params),
		})
	}

	/** Counts a viewer's question, or refuses it. */
	#admit({ ws, id }: Pick<Waiter, 'ws' | 'id'>): boolean {
		const count = () => this.#perViewer.get(ws) ?? 0
		const { maxReads } = ROOM_LIMITS
		// A read that nobody repeats would keep its place until its relay is gone.
		if (count() >= MAX_READS_PER_VIEWER || this.#byCall.size >= maxReads) this.#endOverdue()
		const mine = count()
		const refusal =
			mine >= MAX_READS_PER_VIEWER
				? 'This page is making too many reads at once.'
				: this.#byCall.size >= maxReads
					? 'Too many reads in this project at once. The page will try again automatically.'
					: null
		if (refusal === null) this.#perViewer.set(ws, mine + 1)
		else this.#ports.send(ws, rpcSuccess(id, failed('editor_busy', refusal)))
		return refusal === null
	}

	/** There are no timers: ends what was not answered, when its place is needed. */
	#endOverdue(): void {
		const before = this.#ports.now() - READ_TIMEOUT_MS
		for (const read of [...this.#byCall.values()]) {
			if (read.startedAt <= before) this.#fail(read, 'deadline_exceeded', TOO_LATE)
		}
	}

	#join(waiter: Waiter, relayId: string, { key, projects, deadlineMs, frame }: Question): void {
		const same = this.#byKey.get(key)
		const now = this.#ports.now()
		if (same && now - same.startedAt < deadlineMs) {
			same.waiters.push(waiter)
			return
		}
		if (same) this.#fail(same, 'deadline_exceeded', TOO_LATE)
		const callId = `${READ_CALL_PREFIX}${this.#ports.randomId()}`
		const read = { callId, key, relayId, startedAt: now, projects, waiters: [waiter] }
		this.#byKey.set(key, read)
		this.#byCall.set(callId, read)
		if (!this.#ports.sendToRelay(relayId, frame(callId))) {
			this.#fail(read, 'no_editor', 'The relay is offline.')
		}
	}

	/**
	 * Passes the answer in `frame` on to all requesters. `tail` is what follows the id in it,
	 * from the comma on: `,"result":…}`. Its JSON is parsed only for visitors.
	 */
	finish(relayId: string, callId: string, tail: string): void {
		const read = this.#byCall.get(callId)
		// Only the relay that was asked may answer.
		if (!read || read.relayId !== relayId) return
		const waiters = this.#take(read)
		const cut = waiters.some(({ shared }) => shared) ? sharedTail(tail, read.projects) : tail
		for (const { ws, id, shared } of waiters) {
			this.#ports.send(ws, `{"jsonrpc":"2.0","id":${JSON.stringify(id)}${shared ? cut : tail}`)
		}
		this.#forget(relayId, callId)
	}

	/** After the answer is on its way: costs the viewer no time. */
	#forget(relayId: string, callId: string): void {
		const callIds = [...(this.#finished.get(relayId) ?? []), callId]
		if (callIds.length < FORGET_BATCH) {
			this.#finished.set(relayId, callIds)
			return
		}
		this.#finished.delete(relayId)
		this.#ports.sendToRelay(relayId, rpcNotification('calls.forget', { callIds }))
	}

	/** The relay answered with a JSON-RPC error. */
	refuse(relayId: string, callId: string, { code, message }: JsonRpcError): void {
		const read = this.#byCall.get(callId)
		if (read?.relayId !== relayId) return
		if (code === RPC_ERROR.methodNotFound) this.#fail(read, 'unsupported', TOO_OLD)
		else this.#fail(read, 'internal', message)
	}

	relayLost(relayId: string): void {
		this.#finished.delete(relayId)
		for (const read of [...this.#byCall.values()]) {
			if (read.relayId === relayId) this.#fail(read, 'no_editor', 'The relay went offline.')
		}
	}

	#fail(
		read: UnderWay,
		code: 'internal' | 'no_editor' | 'deadline_exceeded' | 'unsupported',
		message: string,
	): void {
		const outcome = failed(code, message)
		for (const { ws, id } of this.#take(read)) this.#ports.send(ws, rpcSuccess(id, outcome))
	}

	#take(read: UnderWay): readonly Waiter[] {
		this.#byCall.delete(read.callId)
		this.#byKey.delete(read.key)
		for (const { ws } of read.waiters) {
			this.#perViewer.set(ws, (this.#perViewer.get(ws) ?? 1) - 1)
		}
		return read.waiters
	}
}

/** The end of an answer, as visitors get it. */
function sharedTail(tail: string, projects: readonly string[]): string {
	const { result } = JSON.parse(`{${tail.slice(1)}`) as { result: unknown }
	return `,"result":${JSON.stringify(sharedSceneAnswer(result, projects))}}`
}

const FAST_HEAD = `{"jsonrpc":"2.0","id":"${READ_CALL_PREFIX}`
const ID_START = FAST_HEAD.length - READ_CALL_PREFIX.length
/** A call id is at most this long; bounds the search for its end. */
const MAX_ID_CHARS = 128

/**
 * Finds the answer to a read in a frame without parsing it, if it is written the way
 * `JSON.stringify` writes our envelopes. Null: parse it.
 */
export function splitReadAnswer(frame: string): { callId: string; tail: string } | null {
	if (!frame.startsWith(FAST_HEAD)) return null
	const end = frame.indexOf('"', FAST_HEAD.length)
	if (end < 0 || end - ID_START > MAX_ID_CHARS || !frame.startsWith(',"result":', end + 1))
		return null
	return { callId: frame.slice(ID_START, end), tail: frame.slice(end + 1) }
}
