/** The adapter of a service's wire. */
import type { Service } from '@fairlead/protocol/services/service'
import type { ChatProvider } from '../model/types.ts'
import { PROVIDER_ID } from './anthropic/stream.ts'
import { lateProvider } from './late-provider.ts'
import { chatProvider } from './openai/chat.ts'
import { openaiProvider } from './openai/index.ts'
import type { ProviderOptions } from './provider-options.ts'

export function createProvider(
	{ name, wire }: Pick<Service, 'name' | 'wire'>,
	options: ProviderOptions,
): ChatProvider {
	switch (wire.api) {
		case 'messages':
			return lateProvider({ id: PROVIDER_ID }, async () =>
				(await import('./anthropic/index.ts')).anthropicProvider(options),
			)
		case 'responses':
			return openaiProvider(options)
		case 'chat':
			return chatProvider({ name, wire }, options)
		default:
			return wire satisfies never
	}
}
