/** `fetch` for foreign MCP servers and what they name: only to allowed addresses, with bounded answers, without cookies. */
import { type AddressRule, checkAddress } from '../automations/outgoing/addresses.ts'

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
 */
export function guardedFetch(rule: AddressRule, ask: typeof fetch = fetch): typeof fetch {
	return async (input, init) => {
		const address = input instanceof Request ? input.url : String(input)
		const checked = checkAddress(address, rule)
		if (!checked.ok) throw new AddressRefused(checked.reason)
		// The stream of 2025's servers for messages of their own: nothing is listened to between calls.
		if ((init?.method ?? 'GET') === 'GET' && isEventStream(init)) {
			return new Response(null, { status: 405 })
		}
		return bounded(await ask(checked.url.href, { ...init, redirect: 'manual' }))
	}
}

const isEventStream = (init: RequestInit | undefined): boolean =>
	(new Headers(init?.headers).get('accept') ?? '').trim() === 'text/event-stream'

function bounded(answer: Response): Response {
	if (!answer.body) return answer
	let bytes = 0
	const counted = answer.body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				bytes += chunk.byteLength
				if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLarge())
				else controller.enqueue(chunk)
			},
		}),
	)
	const { status, statusText, headers } = answer
	return new Response(counted, { status, statusText, headers })
}
