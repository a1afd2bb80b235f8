/** One call to an arena: bounded in time, repeated where that is safe, its answer read by a schema. Never throws. */
import * as z from 'zod'
import { retryAfter } from '../../agent/providers/retry-after.ts'
import { within } from '../../within.ts'
import { type ArenaErrorCode, type ArenaOutcome, type ArenaProblem, NotSent } from './outcome.ts'

const MAX_TRIES = 3
const USUAL_PAUSE_MS = 1_000
/** The longest pause before a repeat; a longer one is left to the caller. */
const MAX_PAUSE_MS = 10_000
/** The pause if the arena names none, as ModelWar, which counts by the minute. */
const UNSAID_PAUSE_MS = 60_000
const MAX_WORDS = 600
const MAX_DETAILS = 50
const MAX_DETAIL_CHARS = 300

/** The receiver of calls: this server's own arena, or another one over the network. */
export interface ArenaBackend {
	/** Its name in sentences: `ModelWar`, or `www.modelwar.ai`. */
	readonly title: string
	/**
	 * @param path below the arena's root, with its query: `/api/me`, `/skill.md`
	 * @throws {NotSent}, or whatever says that there was no answer
	 */
	send(path: string, init: RequestInit): Promise<Response>
}

export interface ArenaPorts {
	/** Resolves early when the signal aborts. */
	readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
	/** Unix milliseconds. */
	readonly clock: () => number
}

/**
 * safe: doing it twice is the same as doing it once · refused: repeated only if it was surely not done, since a lost
 * answer may be that of a battle which was fought.
 */
export type Repeat = 'safe' | 'refused'

export interface ArenaCall<T> {
	readonly method: 'GET' | 'POST'
	readonly path: string
	readonly query?: Readonly<Record<string, string | number | undefined>>
	readonly body?: unknown
	/** Schemas of success by HTTP status; `text`: not JSON. */
	readonly answers: Readonly<Partial<Record<200 | 201 | 202, z.ZodType<T> | 'text'>>>
	readonly repeat: Repeat
	/** The time for each attempt. */
	readonly timeoutMs: number
	/** The place to look at if it is not known whether it was done. */
	readonly ifUnknown?: string
}

export interface Asking {
	readonly backend: ArenaBackend
	readonly ports: ArenaPorts
	readonly signal: AbortSignal
}

export async function ask<T>(call: ArenaCall<T>, at: Asking): Promise<ArenaOutcome<T>> {
	for (let tries = 1; ; tries++) {
		const outcome = await once(call, at)
		if (outcome.ok || tries === MAX_TRIES || !mayRepeat(call, outcome.problem)) return outcome
		const pause = outcome.problem.retryAfterMs ?? USUAL_PAUSE_MS * tries
		if (pause > MAX_PAUSE_MS) return outcome
		await at.ports.sleep(pause, at.signal)
		if (at.signal.aborted) return { ok: false, problem: cancelled(call) }
	}
}

function mayRepeat({ repeat }: ArenaCall<unknown>, { code }: ArenaProblem): boolean {
	if (code === 'rate_limited') return true
	return repeat === 'safe' && (code === 'unavailable' || code === 'unreachable')
}

async function once<T>(call: ArenaCall<T>, at: Asking): Promise<ArenaOutcome<T>> {
	let isLate = (): boolean => false
	try {
		return await within(call.timeoutMs, async (late) => {
			isLate = () => late.aborted
			const until = AbortSignal.any([at.signal, late])
			const { status, headers, text } = await before(until, read(call, at.backend, until))
			return meaningOf(call, at, { status, headers, text })
		})
	} catch (error) {
		const problem = at.signal.aborted
			? cancelled(call)
			: isLate()
				? lost(call, 'timeout', `${at.backend.title} did not answer in time.`)
				: error instanceof NotSent
					? { ...lost(call, 'address_refused', error.message), effect: 'none' as const }
					: lost(call, 'unreachable', `${at.backend.title} could not be reached.`)
		return { ok: false, problem }
	}
}

interface Said {
	readonly status: number
	readonly headers: Headers
	readonly text: string
}

async function read(
	call: ArenaCall<unknown>,
	backend: ArenaBackend,
	signal: AbortSignal,
): Promise<Said> {
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(call.query ?? {})) {
		if (value !== undefined) query.set(name, String(value))
	}
	const answer = await backend.send(query.size === 0 ? call.path : `${call.path}?${query}`, {
		method: call.method,
		headers: {
			accept: Object.values(call.answers).includes('text') ? 'text/markdown' : 'application/json',
			...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
		signal,
	})
	return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Lets a caller go when the signal aborts, since handlers of this server do not know the signal. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const end = () => reject(signal.reason)
		if (signal.aborted) return end()
		signal.addEventListener('abort', end, { once: true })
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
	})
}

function meaningOf<T>(call: ArenaCall<T>, { backend, ports }: Asking, said: Said): ArenaOutcome<T> {
	const { status, headers, text } = said
	const schema = call.answers[status as 200 | 201 | 202]
	if (schema === 'text') return { ok: true, value: text as T }
	if (schema !== undefined) {
		const parsed = schema.safeParse(json(text))
		if (parsed.success) return { ok: true, value: parsed.data }
	}
	const failure = failureOf(status)
	const words = Refused.safeParse(json(text))
	const own = words.success ? words.data.error.slice(0, MAX_WORDS).trim() : ''
	const pause = retryAfter(headers, ports.clock())
	return {
		ok: false,
		problem: {
			code: failure.code,
			message: sentences(
				own ? ended(own) : failure.words(backend.title, headers.get('location')),
				failure.effect === 'unknown' ? unknownEffect(call) : '',
			),
			details: words.success ? words.data.details : [],
			status,
			retryAfterMs: pause ?? (failure.code === 'rate_limited' ? UNSAID_PAUSE_MS : null),
			effect: call.method === 'GET' ? 'none' : failure.effect,
		},
	}
}

const Refused = z.object({
	error: z.string(),
	details: z
		.array(z.string().transform((line) => line.slice(0, MAX_DETAIL_CHARS)))
		.transform((lines) => lines.slice(0, MAX_DETAILS))
		.catch([]),
})

function json(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

interface Failure {
	readonly code: ArenaErrorCode
	readonly effect: 'none' | 'unknown'
	/** The message if the arena gives none. */
	words(title: string, location: string | null): string
}

const said = (code: ArenaErrorCode, effect: 'none' | 'unknown', what: string): Failure => ({
	code,
	effect,
	words: (title) => `${title} ${what}`,
})

function failureOf(status: number): Failure {
	switch (status) {
		case 401:
			return said('unauthorized', 'none', 'did not accept the key.')
		case 403:
			return said('forbidden', 'none', 'does not allow this.')
		case 404:
			return said('not_found', 'none', 'has nothing there.')
		case 409:
			return said('conflict', 'none', 'refused this, as things are.')
		case 413:
			return said('too_large', 'none', 'refused it as too large.')
		case 429:
			return said('rate_limited', 'none', 'got too many requests. Wait, then continue more slowly.')
		// These also answer a request that was half done when a part of the arena was away, or that a proxy had passed on.
		case 502:
		case 503:
		case 504:
			return said('unavailable', 'unknown', 'is temporarily unavailable. Try again later.')
		default:
			break
	}
	if (status === 408) return said('timeout', 'unknown', 'did not get the request in time.')
	if (status >= 400 && status < 500) return said('invalid', 'none', 'refused what was sent.')
	if (status >= 500) return said('server_error', 'unknown', 'failed. Try again later.')
	if (status >= 300 && status < 400) {
		return {
			code: 'moved',
			effect: 'none',
			words: (title, location) =>
				`${title} redirects${placeOf(location)}, and a redirect would lose the key. Store the address that it leads to.`,
		}
	}
	return said('unreadable', 'unknown', 'answered in a way that is not known.')
}

function placeOf(location: string | null): string {
	if (location === null || !URL.canParse(location)) return ''
	return ` to ${new URL(location).origin}`
}

const lost = (call: ArenaCall<unknown>, code: ArenaErrorCode, what: string): ArenaProblem => ({
	code,
	details: [],
	status: null,
	retryAfterMs: null,
	message: sentences(what, unknownEffect(call)),
	effect: call.method === 'GET' ? 'none' : 'unknown',
})

const cancelled = (call: ArenaCall<unknown>): ArenaProblem =>
	lost(call, 'cancelled', 'The call was cancelled.')

const unknownEffect = ({ method, ifUnknown = '' }: ArenaCall<unknown>): string =>
	method === 'GET' ? '' : ifUnknown

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
const sentences = (...all: readonly string[]): string =>
	all
		.map((one) => one.trim())
		.filter((one) => one !== '')
		.join(' ')
