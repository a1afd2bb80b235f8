import type { ChatProvider } from '../model/types.ts'

/**
 * A provider whose code loads with its first request: an SDK is larger than the rest of the agent.
 * @param outline the provider's properties besides `stream`
 */
export function lateProvider(
	outline: Omit<ChatProvider, 'stream'>,
	load: () => Promise<ChatProvider>,
): ChatProvider {
	let loaded: Promise<ChatProvider> | undefined
	return {
		...outline,
		async *stream(request, signal) {
			loaded ??= load()
			yield* (await loaded).stream(request, signal)
		},
	}
}
