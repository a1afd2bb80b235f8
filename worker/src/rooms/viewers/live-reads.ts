/**
 * `room.read`: the page's reads of an editor, besides the chat. On the fast path of the product: an answer is passed on
 * as the text it came as. Identical reads of the same seat under way are one call.
 */
import type { AgentRead } from '@fairlead/protocol/agents/agents'
import type { TERMINAL_ACT } from '@fairlead/protocol/agents/terminals'
import type { CommandRead } from '@fairlead/protocol/commands/command-requests'
import { failed } from '@fairlead/protocol/wire/calls'
import { type JsonRpcId, rpcSuccess } from '@fairlead/protocol/wire/json-rpc'
import { type RelayAnswer, readOutcome, UNREADABLE } from '../../ports/relay-answer.ts'
import { sharedSceneAnswer } from '../../sharing/scene-answer.ts'
import type { RoomSeat } from '../calls/routing.ts'
import { waitReason } from '../calls/routing.ts'
import { ROOM_LIMITS } from '../limits.ts'
import type { RelayRequest, RelayRequests } from '../relays/relay-requests.ts'
import { PreparedReads } from './prepared-reads.ts'

/** Below the ten idle seconds after which the object may sleep and forget the requester. */
const READ_TIMEOUT_MS = 9_000
/** Reads one viewer may have under way; the page needs about three. */
const MAX_READS_PER_VIEWER = 32

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

/** Questions of a page to a relay besides calls. */
export type RelayRead = CommandRead | AgentRead | typeof TERMINAL_ACT | 'relay.diagnose'

interface Waiter {
	readonly ws: WebSocket
	readonly id: JsonRpcId
	/** A visitor's, who gets what the link shares of the answer. */
	readonly shared: boolean
}

interface UnderWay {
	/** The id of the request to the relay. */
	id: string
	readonly key: string
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
	readonly request: RelayRequest
}

export interface LiveReadsPorts {
	readonly requests: RelayRequests
	readonly send: (ws: WebSocket, frame: string) => void
	readonly now: () => number
}

export class LiveReads {
	readonly #ports: LiveReadsPorts
	readonly #prepared = new PreparedReads()
	readonly #underWay = new Map<string, UnderWay>()
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
		const deadlineMs = Math.min(prepared.timeoutMs, READ_TIMEOUT_MS)
		const call = { ...prepared.call, deadlineMs, editorKey: seat.editorKey }
		this.#join(
			{ ws, id: request.id, shared },
			{
				key: `${seat.editorKey}\n${prepared.canonical}`,
				projects: [seat.projectPath],
				deadlineMs,
				request: { relayId, method: 'call', params: call },
			},
		)
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
		this.#join(
			{ ws, id, shared: false },
			{
				key: `${relayId}\n${method}\n${JSON.stringify(params)}`,
				projects: [],
				deadlineMs: READ_TIMEOUT_MS,
				request: { relayId, method, params },
			},
		)
	}

	/** Counts a viewer's question, or refuses it. */
	#admit({ ws, id }: Pick<Waiter, 'ws' | 'id'>): boolean {
		const count = () => this.#perViewer.get(ws) ?? 0
		const { maxReads } = ROOM_LIMITS
		// A read that nobody repeats would keep its place until its relay is gone.
		if (count() >= MAX_READS_PER_VIEWER || this.#underWay.size >= maxReads) this.#endOverdue()
		const mine = count()
		const refusal =
			mine >= MAX_READS_PER_VIEWER
				? 'This page is making too many reads at once.'
				: this.#underWay.size >= maxReads
					? 'Too many reads in this project at once. The page will try again automatically.'
					: null
		if (refusal === null) this.#perViewer.set(ws, mine + 1)
		else this.#ports.send(ws, rpcSuccess(id, failed('editor_busy', refusal)))
		return refusal === null
	}

	/** There are no timers: ends what was not answered, when its place is needed. */
	#endOverdue(): void {
		const before = this.#ports.now() - READ_TIMEOUT_MS
		for (const { id, startedAt } of [...this.#underWay.values()])
			if (startedAt <= before) this.#ports.requests.end(id, { kind: 'late' })
	}

	#join(waiter: Waiter, { key, projects, deadlineMs, request }: Question): void {
		const { requests, now } = this.#ports
		const same = this.#underWay.get(key)
		if (same && now() - same.startedAt < deadlineMs) {
			same.waiters.push(waiter)
			return
		}
		if (same) requests.end(same.id, { kind: 'late' })
		const read: UnderWay = { id: '', key, startedAt: now(), projects, waiters: [waiter] }
		this.#underWay.set(key, read)
		read.id = requests.send(request, (answer) => this.#finish(read, answer))
	}

	/** Passes the answer on to all requesters. It is parsed only for visitors. */
	#finish({ key, projects, waiters }: UnderWay, answer: RelayAnswer): void {
		this.#underWay.delete(key)
		const whole = answer.kind === 'answered' ? answer.json : JSON.stringify(readOutcome(answer))
		const isCut = answer.kind === 'answered' && waiters.some(({ shared }) => shared)
		const cut = isCut ? cutForVisitors(whole, projects) : whole
		for (const { ws, id, shared } of waiters) {
			this.#perViewer.set(ws, (this.#perViewer.get(ws) ?? 1) - 1)
			const result = shared ? cut : whole
			this.#ports.send(ws, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
		}
	}
}

/** @param json as the relay sent it: perhaps no JSON at all */
function cutForVisitors(json: string, projects: readonly string[]): string {
	try {
		return JSON.stringify(sharedSceneAnswer(JSON.parse(json), projects))
	} catch {
		return JSON.stringify(UNREADABLE)
	}
}
