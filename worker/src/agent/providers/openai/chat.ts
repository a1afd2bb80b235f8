/** Services that speak chat completions, and servers of one's own that do. */
import type { ChatProvider, ChatRequest } from '../../model/types.ts'
import { guardedStream } from '../guarded-stream.ts'
import type { ProviderOptions } from '../provider-options.ts'
import { buildChatRequest } from './chat-request.ts'
import { type ChatService, originOf } from './chat-service.ts'
import { ChatMapper } from './chat-stream.ts'
import { classifyError } from './errors.ts'
import { lazyClient } from './sdk.ts'

export function chatProvider(service: ChatService, options: ProviderOptions): ChatProvider {
	const now = options.now ?? Date.now
	const client = lazyClient(options)

	async function open(request: ChatRequest, signal: AbortSignal) {
		const { chat } = await client()
		return chat.completions.create(buildChatRequest(request, service), { signal })
	}

	const stream = (request: ChatRequest, signal: AbortSignal) =>
		guardedStream(
			{
				mapper: new ChatMapper(originOf(service, request.model)),
				open: (guarded) => open(request, guarded),
				classify: (error) => classifyError(error, now()),
				now,
				stallTimeoutMs: options.stallTimeoutMs,
			},
			signal,
		)

	return { id: service.name, stream }
}
