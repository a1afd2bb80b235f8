/**
 * The demo model: no network and no AI. It reads plain requests, plans the tool calls that a
 * model would make, and reads their results. Everything follows from the messages it is given.
 */
import type { ChatProvider, ChatRequest, ModelPart, ProviderEvent } from '../../model/types.ts'
import { NO_USAGE } from '../../policy/budget.ts'
import { TITLE_PROMPT } from '../../title/title-request.ts'
import { DEMO } from './outline.ts'
import { nextStep } from './plan.ts'
import { titleOf } from './title.ts'

/** Reads like somebody typing fast. */
const WORD_DELAY_MS = 12

export interface DemoOptions {
	/** Between two words; 0 in tests. */
	readonly wordDelayMs?: number
	/** Resolves after the time, or as soon as the signal aborts. */
	readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
	/** Unique in a conversation, `[a-zA-Z0-9_-]+`. */
	readonly newId?: () => string
}

export function demoProvider(options: DemoOptions = {}): ChatProvider {
	const delayMs = options.wordDelayMs ?? WORD_DELAY_MS
	const sleep = options.sleep ?? sleepUnlessAborted
	const newId = options.newId ?? (() => crypto.randomUUID())

	async function* stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
		if (signal.aborted) return
		const parts: ModelPart[] = []
		try {
			const offered = new Set(request.tools.map(({ name }) => name))
			const { text, calls } =
				request.system === TITLE_PROMPT
					? { text: titleOf(request.messages), calls: [] }
					: nextStep(request.messages, offered)
			if (text !== '') {
				const id = `text_${newId()}`
				yield { type: 'text-start', id }
				for (const delta of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
					if (delayMs > 0) await sleep(delayMs, signal)
					if (signal.aborted) return
					yield { type: 'text-delta', id, delta }
				}
				yield { type: 'text-end', id }
				parts.push({ type: 'text', text })
			}
			for (const { name: toolName, input } of calls) {
				const toolCallId = `demo_${newId()}`
				const head = { toolCallId, toolName, providerExecuted: false }
				yield { type: 'tool-input-start', ...head }
				yield { type: 'tool-input-delta', toolCallId, delta: JSON.stringify(input) }
				yield { type: 'tool-call', ...head, input }
				parts.push({ type: 'tool-call', callId: toolCallId, name: toolName, input })
			}
			const reason = calls.length > 0 ? 'tool-calls' : 'stop'
			yield { type: 'finish', reason, usage: NO_USAGE, parts }
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error)
			yield { type: 'error', error: { class: 'invalid', message, retryable: false } }
		}
	}

	return { ...DEMO, stream }
}

function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		signal.addEventListener('abort', done, { once: true })
	})
}
