/** A model's answer as plain text, for requests of the product itself that nobody follows. */
import type { Usage } from '@fairlead/protocol/runs'
import { NO_USAGE } from '../policy/budget.ts'
import type { ChatProvider, ChatRequest } from './types.ts'

export interface TextAnswer {
	/** Null: it was aborted, failed, was refused, or had no text. */
	readonly text: string | null
	/** Counts also without a text. */
	readonly usage: Usage
	/** Why there is no text, for the log. */
	readonly problem?: string
}

/** Never rejects. Calls of tools in the answer are not made. */
export async function askText(
	provider: ChatProvider,
	request: ChatRequest,
	signal: AbortSignal,
): Promise<TextAnswer> {
	let usage = NO_USAGE
	const aborted = new Promise<'aborted'>((resolve) => {
		if (signal.aborted) resolve('aborted')
		signal.addEventListener('abort', () => resolve('aborted'), { once: true })
	})
	const none = (problem: string): TextAnswer => ({ text: null, usage, problem })
	const iterator = provider.stream(request, signal)[Symbol.asyncIterator]()
	try {
		for (;;) {
			const next = await Promise.race([iterator.next(), aborted])
			if (next === 'aborted') return none('aborted')
			if (next.done) return none('The stream ended without a finish event.')
			const event = next.value
			if (event.type === 'usage') usage = event.usage
			if (event.type === 'error') return none(`${event.error.class}: ${event.error.message}`)
			if (event.type !== 'finish') continue
			usage = event.usage
			const text = event.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
			if (event.reason === 'refusal' || text.trim() === '') return none(event.reason)
			return { text: text.trim(), usage }
		}
	} catch (error) {
		return none(String(error))
	} finally {
		void iterator.return?.().then(undefined, () => undefined)
	}
}
