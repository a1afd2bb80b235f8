/** Claude through the Messages API. */
import Anthropic from '@anthropic-ai/sdk'
import type { ChatProvider, ChatRequest, ProviderEvent } from '../../model/types.ts'
import { STALLED, StallGuard } from '../stall-guard.ts'
import { CUT_STREAM, classifyError, refusesThinking } from './errors.ts'
import { nextThinkingMode, type ThinkingMode, thinkingModeOf } from './models.ts'
import { buildRequest } from './request.ts'
import { PROVIDER_ID, StreamMapper } from './stream.ts'

const DEFAULT_BASE_URL = 'https://api.anthropic.com'
export interface AnthropicOptions {
	readonly apiKey: string
	/** Without `/v1`. Defaults to Anthropic's own service. */
	readonly baseURL?: string
	readonly fetch?: typeof globalThis.fetch
	readonly now?: () => number
	readonly stallTimeoutMs?: number
}

/** One instance per key; it remembers which kind of thinking a model accepts. */
export function anthropicProvider(options: AnthropicOptions): ChatProvider {
	const now = options.now ?? Date.now
	const client = new Anthropic({
		apiKey: options.apiKey,
		// Explicit, so that nothing is read from the environment.
		authToken: null,
		baseURL: options.baseURL ?? DEFAULT_BASE_URL,
		// The loop retries, and tells the user about it.
		maxRetries: 0,
		logLevel: 'off',
		...(options.fetch ? { fetch: options.fetch } : {}),
	})
	const modes = new Map<string, ThinkingMode>()

	/** Opens the stream; a model that rejects our kind of thinking is asked once more without it. */
	async function open(request: ChatRequest, signal: AbortSignal) {
		let mode: ThinkingMode | undefined = modes.get(request.model) ?? thinkingModeOf(request.model)
		for (;;) {
			try {
				const stream = await client.messages.create(buildRequest(request, mode), { signal })
				modes.set(request.model, mode)
				return stream
			} catch (error) {
				mode = refusesThinking(error) ? nextThinkingMode(mode) : undefined
				if (mode === undefined) throw error
			}
		}
	}

	async function* stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
		const mapper = new StreamMapper()
		const stall = new StallGuard(now, options.stallTimeoutMs)
		try {
			const events = await open(request, AbortSignal.any([signal, stall.signal]))
			for await (const event of events) {
				stall.touch()
				for (const mapped of mapper.accept(event)) yield mapped
				if (mapper.finished) return
			}
			if (!signal.aborted) yield { type: 'error', error: CUT_STREAM }
		} catch (error) {
			if (signal.aborted) return
			yield {
				type: 'error',
				error: stall.signal.aborted ? STALLED : classifyError(error, now()),
			}
		} finally {
			stall.end()
		}
	}

	return { id: PROVIDER_ID, stream }
}
