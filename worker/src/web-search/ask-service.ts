/** One request to a search service: bounded in time and size, and what came of it. */
import type { SearchService } from '@fairlead/protocol/models/search-keys'
import { retryAfter } from '../agent/providers/retry-after.ts'
import { within } from '../within.ts'
import {
	type Query,
	type Question,
	SEARCH_WIRES,
	type SearchWire,
	type SentPage,
} from './services.ts'

/** Ten pages are about 20 kB. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_SAID_BYTES = 16 * 1024
/** Small plans allow one search a second, and a model asks for several at once. */
const MAX_TRIES = 3
const USUAL_PAUSE_MS = 1_000
/** A longer pause is the model's to make. */
const MAX_PAUSE_MS = 5_000

/**
 * refused: not a key of this service, or no longer · used_up: its plan or credit · busy: too many searches, for `afterMs` if
 * the service says so · bad_query · away: no answer, or an error of the service · late · cancelled · too_large · unreadable: not
 * an answer of this service.
 */
export type Asked<T> =
	| { readonly kind: 'answered'; readonly answer: T }
	| { readonly kind: 'busy'; readonly afterMs: number | null }
	| { readonly kind: 'away'; readonly status: number | null }
	| {
			readonly kind:
				| 'refused'
				| 'used_up'
				| 'bad_query'
				| 'late'
				| 'cancelled'
				| 'too_large'
				| 'unreadable'
	  }

export interface AskPorts {
	readonly ask: typeof fetch
	/** Resolves early when the signal aborts. */
	readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
	/** Unix milliseconds. */
	readonly clock: () => number
}

export interface Limits {
	readonly timeoutMs: number
	/** Aborted when nobody waits for it. */
	readonly signal: AbortSignal
}

export const WORLD: AskPorts = {
	ask: (input, init) => fetch(input, init),
	clock: () => Date.now(),
	sleep: (ms, signal) =>
		new Promise((resolve) => {
			const timer = setTimeout(resolve, ms)
			signal.addEventListener('abort', () => {
				clearTimeout(timer)
				resolve()
			})
		}),
}

/** How a service is reached; `address`: a stand-in's, or the service's own if empty. */
export interface Service {
	readonly service: SearchService
	readonly address: string
	readonly key: string
}

/** Never throws. */
export async function search(
	at: Service,
	query: Query,
	limits: Limits,
	ports: AskPorts = WORLD,
): Promise<Asked<SentPage[]>> {
	const wire = SEARCH_WIRES[at.service]
	const asked = await callWithRetry(wire, at, wire.search(at.key, query), limits, ports)
	if (asked.kind !== 'answered') return asked
	const pages = wire.pages(asked.answer)
	return pages === null ? { kind: 'unreadable' } : { kind: 'answered', answer: pages }
}

/** Never throws. `spent`: the key works, and has nothing left. Costs a search where the service has no other question. */
export async function check(
	at: Service,
	limits: Limits,
	ports: AskPorts = WORLD,
): Promise<Asked<{ readonly spent: boolean }>> {
	const wire = SEARCH_WIRES[at.service]
	if (wire.check === null) {
		const asked = await search(at, { query: 'weather', count: 1 }, limits, ports)
		return asked.kind === 'answered' ? { kind: 'answered', answer: { spent: false } } : asked
	}
	const asked = await callWithRetry(wire, at, wire.check(at.key), limits, ports)
	if (asked.kind !== 'answered') return asked
	return { kind: 'answered', answer: { spent: wire.isSpent(asked.answer) } }
}

/** Asks again after a short pause if the service wants one. */
const callWithRetry = (
	wire: SearchWire,
	at: Service,
	question: Question,
	{ timeoutMs, signal }: Limits,
	ports: AskPorts,
): Promise<Asked<unknown>> =>
	within(timeoutMs, async (late) => {
		const until = AbortSignal.any([signal, late])
		for (let attempt = 1; ; attempt++) {
			const asked = await once(wire, at, question, until, ports)
			if (signal.aborted) return { kind: 'cancelled' }
			if (late.aborted) return { kind: 'late' }
			if (asked.kind !== 'busy' || attempt === MAX_TRIES) return asked
			const pause = asked.afterMs ?? USUAL_PAUSE_MS
			if (pause > MAX_PAUSE_MS) return asked
			await ports.sleep(pause, until)
		}
	})

async function once(
	wire: SearchWire,
	{ address }: Service,
	{ path, init }: Question,
	signal: AbortSignal,
	{ ask, clock }: AskPorts,
): Promise<Asked<unknown>> {
	try {
		// A redirect would take the key along.
		const url = `${(address || wire.address).replace(/\/$/, '')}${path}`
		const answer = await ask(url, { ...init, redirect: 'manual', signal })
		if (!answer.ok) {
			const { status, headers } = answer
			const said = (await bodyOf(answer, MAX_SAID_BYTES, signal)).text
			return meaningOf(wire, { status, headers, said }, clock())
		}
		const { text, whole } = await bodyOf(answer, MAX_ANSWER_BYTES, signal)
		if (!whole) return { kind: 'too_large' }
		try {
			return { kind: 'answered', answer: JSON.parse(text) }
		} catch {
			return { kind: 'unreadable' }
		}
	} catch {
		return { kind: 'away', status: null }
	}
}

function meaningOf(
	wire: SearchWire,
	refusal: { readonly status: number; readonly headers: Headers; readonly said: string },
	now: number,
): Asked<never> {
	const { status, headers } = refusal
	if (wire.refusesKey(refusal)) return { kind: 'refused' }
	if (wire.isUsedUp(refusal)) return { kind: 'used_up' }
	if (status === 429) return { kind: 'busy', afterMs: pauseOf(headers, now) }
	if (status === 400 || status === 422) return { kind: 'bad_query' }
	return { kind: 'away', status }
}

/** `retry-after`, or Brave's `x-ratelimit-reset: 1, 1419704`: the seconds until the second's and the month's limit end. */
function pauseOf(headers: Headers, now: number): number | null {
	const said = retryAfter(headers, now)
	if (said !== undefined) return said
	const seconds = Number.parseFloat(headers.get('x-ratelimit-reset') ?? '')
	return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null
}

/** `whole` false: it is longer, and the rest was not read. Rejects when the signal aborts, also in mid-body. */
async function bodyOf(
	{ body }: Response,
	max: number,
	signal: AbortSignal,
): Promise<{ readonly text: string; readonly whole: boolean }> {
	const reader = body?.getReader()
	if (!reader) return { text: '', whole: true }
	const cut = () => void reader.cancel().catch(() => undefined)
	signal.addEventListener('abort', cut)
	const decoder = new TextDecoder()
	let text = ''
	let bytes = 0
	try {
		for (;;) {
			const { done, value } = await reader.read()
			signal.throwIfAborted()
			if (done) return { text: text + decoder.decode(), whole: true }
			bytes += value.byteLength
			if (bytes > max) {
				cut()
				return { text, whole: false }
			}
			text += decoder.decode(value, { stream: true })
		}
	} finally {
		signal.removeEventListener('abort', cut)
	}
}
