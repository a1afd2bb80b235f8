/** Whether a provider takes a key, asked without spending anything. */
import { within } from '../../within.ts'
import type { Service } from '../model/models.ts'
import { classOfStatus } from './failures.ts'

const TIMEOUT_MS = 10_000
/** Lists of models may be large, and nothing of them is needed. */
const MAX_READ_BYTES = 64 * 1024

/**
 * refused: not a key of this provider, or no longer · no_credit: nothing left to spend · unreachable: no answer ·
 * busy: it answers, but cannot say · unexpected: no answer that this provider gives, so the address may be wrong.
 */
export type KeyVerdict =
	| 'accepted'
	| 'refused'
	| 'no_credit'
	| 'unreachable'
	| 'busy'
	| 'unexpected'

interface Question {
	readonly path: string
	readonly headers: Readonly<Record<string, string>>
	/** Reads the credit from the answer, where it says it. */
	readonly spent?: (answer: unknown) => boolean
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** With which a service is asked. */
export const headersOf = (service: Service, key: string): Readonly<Record<string, string>> =>
	service === 'anthropic' ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' } : bearer(key)

function questionOf(service: Service, key: string): Question {
	switch (service) {
		case 'anthropic':
			return {
				path: 'v1/models?limit=1',
				headers: headersOf(service, key),
			}
		case 'openrouter':
			// Its list of models is open to everybody. Source: openrouter.ai/docs/api-reference/limits.
			return { path: 'key', headers: bearer(key), spent: hasNoneLeft }
		case 'openai':
		case 'gemini':
		case 'deepseek':
			return { path: 'models', headers: bearer(key) }
		default:
			return service satisfies never
	}
}

const hasNoneLeft = (answer: unknown): boolean => {
	const left = (answer as { data?: { limit_remaining?: unknown } } | null)?.data?.limit_remaining
	return typeof left === 'number' && left <= 0
}

/** Never throws. `address`: the service's base URL. Redirects are not followed: they would take the key along. */
export async function checkKey(
	service: Service,
	address: string,
	key: string,
	ask: typeof fetch = fetch,
): Promise<KeyVerdict> {
	const { path, headers, spent } = questionOf(service, key)
	try {
		return await within(TIMEOUT_MS, async (signal): Promise<KeyVerdict> => {
			const answer = await ask(`${address.replace(/\/$/, '')}/${path}`, {
				headers: { ...headers, accept: 'application/json' },
				redirect: 'manual',
				signal,
			})
			const said = await beginningOf(answer)
			if (!answer.ok) return verdictOf(answer.status, said)
			if (!/^\s*[{[]/.test(said)) return 'unexpected'
			return spent?.(parsed(said)) ? 'no_credit' : 'accepted'
		})
	} catch {
		return 'unreachable'
	}
}

/** The verdict on an answer that is no success. */
export function verdictOf(
	status: number,
	said: string,
): Exclude<KeyVerdict, 'accepted' | 'unreachable'> {
	const kind = classOfStatus(status, said)
	switch (kind) {
		case 'key':
			return 'refused'
		case 'quota':
			return 'no_credit'
		case 'rate_limit':
		case 'overload':
		case 'network':
			return 'busy'
		case 'too_long':
		case 'content':
		case 'invalid':
			return 'unexpected'
		default:
			return kind satisfies never
	}
}

/** Null if it is not JSON. */
export const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

/** Up to about `max` characters of it. */
export async function beginningOf(
	{ body }: Response,
	max: number = MAX_READ_BYTES,
): Promise<string> {
	const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
	let text = ''
	for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
		text += read.value
		if (text.length >= max) break
	}
	await reader?.cancel()
	return text
}
