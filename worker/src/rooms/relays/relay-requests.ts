/**
 * Requests to relays that nothing stores: the reads of pages and of conversations, and questions. The room matches the
 * answers in memory. An eviction loses what is under way, and whoever asked asks again. A call that may change
 * something, or waits for its editor, is not sent this way (see `call-dispatcher.ts`).
 */
import { rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import type { RelayQuestion } from '@fairlead/protocol/wire/relay-questions'
import type { RelayAnswer } from '../../ports/relay-answer.ts'

/** Requests of a kind that another object awaits of one relay at once. A person presses one button at a time. */
const MOST = { question: 8, context: 32, read: 256 } as const
/** Listing programs takes Windows a few seconds, starting an editor up to ten. */
const QUESTION_MS = 30_000
/** A step of the model waits for it, in each conversation. */
const CONTEXT_MS = 3_000
/** An editor that journals reads is told to forget them, this many at a time. */
const FORGET_BATCH = 32

export interface RelayRequest {
	readonly relayId: string
	readonly method: string
	readonly params: object
}

type Settle = (answer: RelayAnswer) => void

interface Awaited {
	readonly kind: keyof typeof MOST
	readonly waitMs: number
	/** Default: a new one. */
	readonly id?: string
}

interface Open {
	readonly relayId: string
	readonly kind?: Awaited['kind']
	readonly settle: Settle
}

export interface RelayRequestsPorts {
	/** False if the relay is not connected. */
	readonly sendToRelay: (relayId: string, frame: string) => boolean
	/** Calls back once, later; returns the way to call it off. */
	readonly after: (ms: number, then: () => void) => () => void
	/** Unique even after the object wakes again. */
	readonly newId: () => string
}

export class RelayRequests {
	readonly #ports: RelayRequestsPorts
	readonly #open = new Map<string, Open>()
	readonly #finished = new Map<string, string[]>()

	constructor(ports: RelayRequestsPorts) {
		this.#ports = ports
	}

	/**
	 * There is no timer, so that the room may sleep: whoever asked ends what is overdue. Returns the id.
	 * @param settle called once; at once, if the relay is away
	 */
	send(request: RelayRequest, settle: Settle): string {
		return this.#begin(this.#newId(), request, { settle })
	}

	/** Asks for another object, whose open call keeps this one awake. Never rejects. */
	ask(request: RelayRequest, { kind, waitMs, id = this.#newId() }: Awaited): Promise<RelayAnswer> {
		const same = (one: Open) => one.relayId === request.relayId && one.kind === kind
		if ([...this.#open.values()].filter(same).length >= MOST[kind])
			return Promise.resolve({ kind: 'busy' })
		return new Promise((resolve) => {
			const callOff = this.#ports.after(waitMs, () => this.end(id, { kind: 'late' }))
			const settle = (answer: RelayAnswer): void => {
				callOff()
				resolve(answer)
			}
			this.#begin(id, request, { kind, settle })
		})
	}

	/** Never rejects. */
	question(relayId: string, method: RelayQuestion, params: object): Promise<RelayAnswer> {
		return method === 'project.context'
			? this.ask({ relayId, method, params }, { kind: 'context', waitMs: CONTEXT_MS })
			: this.ask({ relayId, method, params }, { kind: 'question', waitMs: QUESTION_MS })
	}

	#newId(): string {
		return `${READ_CALL_PREFIX}${this.#ports.newId()}`
	}

	#begin(
		id: string,
		{ relayId, method, params }: RelayRequest,
		open: Omit<Open, 'relayId'>,
	): string {
		// A repeated request takes the place of the first.
		this.end(id, { kind: 'away' })
		this.#open.set(id, { ...open, relayId })
		const frame = rpcRequest(id, method, method === 'call' ? { callId: id, ...params } : params)
		if (!this.#ports.sendToRelay(relayId, frame)) this.end(id, { kind: 'away' })
		return id
	}

	/** False: it is no request of these. Only the relay that was asked may answer. */
	answered(relayId: string, id: string, answer: RelayAnswer): boolean {
		if (!id.startsWith(READ_CALL_PREFIX)) return false
		if (this.#open.get(id)?.relayId === relayId) {
			this.end(id, answer)
			if (answer.kind === 'answered') this.#forget(relayId, id)
		}
		return true
	}

	/** After the answer is on its way: costs whoever asked no time. */
	#forget(relayId: string, callId: string): void {
		const callIds = [...(this.#finished.get(relayId) ?? []), callId]
		if (callIds.length < FORGET_BATCH) {
			this.#finished.set(relayId, callIds)
			return
		}
		this.#finished.delete(relayId)
		this.#ports.sendToRelay(relayId, rpcNotification('calls.forget', { callIds }))
	}

	/** Nobody waits for this call any longer. False: it is not open. */
	withdraw(callId: string): boolean {
		const open = this.#open.get(callId)
		if (!open) return false
		this.end(callId, { kind: 'late' })
		this.#ports.sendToRelay(open.relayId, rpcNotification('call.cancel', { callIds: [callId] }))
		return true
	}

	relayLost(relayId: string): void {
		this.#finished.delete(relayId)
		for (const [id, open] of [...this.#open])
			if (open.relayId === relayId) this.end(id, { kind: 'away' })
	}

	/** With an answer that is not the relay's, too. */
	end(id: string, answer: RelayAnswer): void {
		const open = this.#open.get(id)
		this.#open.delete(id)
		open?.settle(answer)
	}
}

const FAST_HEAD = `{"jsonrpc":"2.0","id":"${READ_CALL_PREFIX}`
const ID_START = FAST_HEAD.length - READ_CALL_PREFIX.length
const RESULT = ',"result":'
/** An id is at most this long; bounds the search for its end. */
const MAX_ID_CHARS = 128

/**
 * Finds the answer to such a request in a frame without parsing it, if it is written the way `JSON.stringify` writes
 * our envelopes. Returns null if the frame has to be parsed.
 */
export function splitAnswer(frame: string): { readonly id: string; readonly json: string } | null {
	if (!frame.startsWith(FAST_HEAD) || !frame.endsWith('}')) return null
	const end = frame.indexOf('"', FAST_HEAD.length)
	if (end < 0 || end - ID_START > MAX_ID_CHARS || !frame.startsWith(RESULT, end + 1)) return null
	return { id: frame.slice(ID_START, end), json: frame.slice(end + 1 + RESULT.length, -1) }
}
