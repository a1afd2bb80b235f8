/** Shared by the tests of this folder. */
import type { ChatRequest, ModelMessage, ProviderEvent } from '../../model/types.ts'

export const user = (text: string): ModelMessage => ({
	role: 'user',
	parts: [{ type: 'text', text }],
})

export const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
	model: 'claude-sonnet-5',
	system: 'You drive Unity.',
	messages: [user('hi')],
	tools: [],
	maxOutputTokens: 16_000,
	webSearch: false,
	...more,
})

export async function collect(stream: AsyncIterable<ProviderEvent>): Promise<ProviderEvent[]> {
	const events: ProviderEvent[] = []
	for await (const event of stream) events.push(event)
	return events
}
