/** A model's answer as plain text, for requests of the product itself that nobody follows. */
import type { Usage } from '@fairlead/protocol/conversations/runs'
import { Spent } from './spent.ts'
import type { ChatProvider, ChatRequest } from './types.ts'

export interface TextAnswer {
	/** null if the answer was aborted, failed, was refused, called a tool, or had no text. */
	readonly text: string | null
	/** Usage, also of an answer without text; null if nothing is billed. */
	readonly usage: Usage | null
	/** Why there is no text, for the log. */
	readonly problem?: string
	/** The provider says that the request is too long. */
	readonly tooLong?: boolean
}

/** Never rejects. An answer that calls a tool has no text: what it says before the call only announces it. */
export async function askText(
	provider: ChatProvider,
	request: ChatRequest,
	signal: AbortSignal,
): Promise<TextAnswer> {
	const spent = new Spent(provider, request)
	const aborted = new Promise<'aborted'>((resolve) => {
		if (signal.aborted) resolve('aborted')
		signal.addEventListener('abort', () => resolve('aborted'), { once: true })
	})
	const none = (problem: string, usage = spent.whenCut()): TextAnswer => ({
		text: null,
		usage,
		problem,
	})
	const iterator = provider.stream(request, signal)[Symbol.asyncIterator]()
	try {
		for (;;) {
			const next = await Promise.race([iterator.next(), aborted])
			if (next === 'aborted') return none('aborted', spent.whenStopped())
			if (next.done) return none('The stream ended without a finish event.')
			const event = next.value
			spent.hear(event)
			if (event.type === 'error') {
				const { class: kind, message } = event.error
				return { ...none(`${kind}: ${message}`), tooLong: kind === 'too_long' }
			}
			if (event.type !== 'finish') continue
			const usage = spent.whenFinished(event.usage)
			if (event.parts.some(({ type }) => type === 'tool-call')) {
				return none('It called a tool.', usage)
			}
			if (event.reason !== 'stop' && event.reason !== 'length') return none(event.reason, usage)
			const text = event.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
			return text.trim() === '' ? none('It has no text.', usage) : { text: text.trim(), usage }
		}
	} catch (error) {
		return none(String(error), signal.aborted ? spent.whenStopped() : spent.whenCut())
	} finally {
		void iterator.return?.().then(undefined, () => undefined)
	}
}
