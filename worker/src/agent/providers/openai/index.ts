/** OpenAI through the Responses API. */
import type { ChatProvider, ChatRequest } from '../../model/types.ts'
import { inAcceptedMode } from '../accepted-mode.ts'
import { guardedStream } from '../guarded-stream.ts'
import type { ProviderOptions } from '../provider-options.ts'
import { classifyError, refusesReasoning } from './errors.ts'
import {
	buildResponsesRequest,
	nextReasoningMode,
	PROVIDER_ID,
	type ReasoningMode,
} from './responses-request.ts'
import { ResponsesMapper } from './responses-stream.ts'
import { lazyClient } from './sdk.ts'

/** Models from before reasoning. Unlisted models are treated as new ones. */
const NO_REASONING = /^(gpt-(3|4)|chatgpt-4o)/

/** One instance per key; it remembers which kind of reasoning a model accepts. */
export function openaiProvider(options: ProviderOptions): ChatProvider {
	const now = options.now ?? Date.now
	const client = lazyClient(options)
	const modes = new Map<string, ReasoningMode>()

	/** Opens the stream; a model that rejects our kind of reasoning is asked again with less of it. */
	async function open(request: ChatRequest, signal: AbortSignal) {
		const { responses } = await client()
		return inAcceptedMode(
			modes,
			request.model,
			NO_REASONING.test(request.model) ? 'none' : 'summary',
			(mode) => responses.create(buildResponsesRequest(request, mode), { signal }),
			(mode, error) => (refusesReasoning(error) ? nextReasoningMode(mode) : undefined),
		)
	}

	const stream = (request: ChatRequest, signal: AbortSignal) =>
		guardedStream(
			{
				mapper: new ResponsesMapper(),
				open: (guarded) => open(request, guarded),
				classify: (error) => classifyError(error, now()),
				now,
				stallTimeoutMs: options.stallTimeoutMs,
			},
			signal,
		)

	return { id: PROVIDER_ID, stream }
}
