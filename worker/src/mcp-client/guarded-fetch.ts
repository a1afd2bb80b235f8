/** `fetch` for servers that people name, and for what these name: only to allowed addresses, with bounded answers, without cookies. */
import type { AddressRule } from '../platform/addresses.ts'
import { checkReachable } from '../platform/reachable.ts'

/** A picture of 4 MB as base64, and words around it. Together with the time limit it also ends streams that never end. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** The address may not be asked. `message`: for people. */
export class AddressRefused extends Error {
	override name = 'AddressRefused'
}

export class AnswerTooLarge extends Error {
	override name = 'AnswerTooLarge'
}

/**
 * Every address is checked, also those that a server names (OAuth) or redirects to: redirects are not followed here, and the
 * official client follows only those within an origin, through this function again.
 * @param broken called when an answer breaks off or is too large: nobody else notices before the time is up
 */
export function guardedFetch(
	rule: AddressRule,
	broken: (error: unknown) => void = () => undefined,
	ask: typeof fetch = fetch,
): typeof fetch {
	return async (input, init) => {
		const address = input instanceof Request ? input.url : String(input)
		const checked = await checkReachable(address, rule)
		if (!checked.ok) throw new AddressRefused(checked.reason)
		// The stream of 2025's servers for messages of their own: nothing is listened to between calls.
		if ((init?.method ?? 'GET') === 'GET' && isEventStream(init)) {
			return new Response(null, { status: 405 })
		}
		const answer = await ask(checked.url.href, { ...init, redirect: 'manual' })
		return bounded(answer, (error) => {
			if (!init?.signal?.aborted) broken(error)
		})
	}
}

const isEventStream = (init: RequestInit | undefined): boolean =>
	(new Headers(init?.headers).get('accept') ?? '').trim() === 'text/event-stream'

function bounded(answer: Response, broken: (error: unknown) => void): Response {
	const reader = answer.body?.getReader()
	if (!reader) return answer
	let bytes = 0
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			try {
				const { done, value } = await reader.read()
				if (done) return controller.close()
				bytes += value.byteLength
				if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge()
				controller.enqueue(value)
			} catch (error) {
				controller.error(error)
				broken(error)
				await reader.cancel().catch(() => undefined)
			}
		},
		cancel: (reason) => reader.cancel(reason),
	})
	const { status, statusText, headers } = answer
	return new Response(body, { status, statusText, headers })
}
