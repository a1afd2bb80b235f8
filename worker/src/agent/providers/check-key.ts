/** Whether a provider takes a key, asked without spending anything. */
import { type ServiceName, serviceOf } from '@fairlead/protocol/services'
import { within } from '../../within.ts'
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

/** Never throws. `address`: the service's base URL. Redirects are not followed: they would take the key along. */
export async function checkKey(
	service: ServiceName,
	address: string,
	key: string,
	ask: typeof fetch = fetch,
): Promise<KeyVerdict> {
	const { headers, check, isSpent } = serviceOf(service).key
	try {
		return await within(TIMEOUT_MS, async (signal): Promise<KeyVerdict> => {
			const answer = await ask(`${address.replace(/\/$/, '')}/${check}`, {
				headers: { ...headers(key), accept: 'application/json' },
				redirect: 'manual',
				signal,
			})
			const said = await beginningOf(answer)
			if (!answer.ok) return verdictOf(answer.status, said)
			if (!/^\s*[{[]/.test(said)) return 'unexpected'
			return isSpent?.(parsed(said)) ? 'no_credit' : 'accepted'
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
		case 'server_error':
		case 'network':
			return 'busy'
		case 'too_long':
		case 'too_large':
		case 'content':
		case 'invalid':
		case 'web_page':
			return 'unexpected'
		default:
			return kind satisfies never
	}
}

/** Returns null if it is not JSON. */
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
