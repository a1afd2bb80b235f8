/** Claude through the Messages API. */
import Anthropic from '@anthropic-ai/sdk'
import type { ChatProvider, ChatRequest } from '../../model/types.ts'
import { inAcceptedMode } from '../accepted-mode.ts'
import { boundedFetch } from '../answer-bounds.ts'
import { guardedStream } from '../guarded-stream.ts'
import type { ProviderOptions } from '../provider-options.ts'
import { classifyError, refusesThinking } from './errors.ts'
import { nextThinkingMode, type ThinkingMode, thinkingModeOf } from './models.ts'
import { buildRequest } from './request.ts'
import { AnthropicMapper, PROVIDER_ID } from './stream.ts'

/** One instance per key; it remembers which kind of thinking a model accepts. */
export function anthropicProvider(options: ProviderOptions): ChatProvider {
	const now = options.now ?? Date.now
	const client = new Anthropic({
		apiKey: options.apiKey,
		// Explicit, so that nothing is read from the environment.
		authToken: null,
		baseURL: options.baseURL,
		// The loop retries, and tells the user about it.
		maxRetries: 0,
		logLevel: 'off',
		fetch: boundedFetch(options.fetch),
	})
	const modes = new Map<string, ThinkingMode>()

	/** Opens the stream; a model that rejects our kind of thinking is asked once more without it. */
	const open = (request: ChatRequest, signal: AbortSignal) =>
		inAcceptedMode(
			modes,
			request.model,
			thinkingModeOf(request.model),
			(mode) => client.messages.create(buildRequest(request, mode), { signal }),
			(mode, error) => (refusesThinking(error) ? nextThinkingMode(mode) : undefined),
		)

	const stream = (request: ChatRequest, signal: AbortSignal) =>
		guardedStream(
			{
				mapper: new AnthropicMapper(),
				open: (guarded) => open(request, guarded),
				classify: (error) => classifyError(error, now()),
				now,
				stallTimeoutMs: options.stallTimeoutMs,
			},
			signal,
		)

	return { id: PROVIDER_ID, stream }
}
