import { expect, it } from 'vitest'
import { collect, request } from '../anthropic/test-kit.ts'
import { openaiProvider } from './index.ts'

const EVENTS = [
	{ type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [] } },
	{ type: 'response.output_text.delta', output_index: 0, delta: 'Hello' },
	{
		type: 'response.output_item.done',
		output_index: 0,
		item: { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
	},
	{ type: 'response.completed', response: { usage: { input_tokens: 3, output_tokens: 2 } } },
]

it('the provider loads the SDK and streams inside workerd, with the key it was given', async () => {
	let sent: Request | undefined
	const provider = openaiProvider({
		apiKey: 'sk-test',
		baseURL: 'https://models.example/v1',
		fetch: async (input, init) => {
			sent = new Request(input as string, init)
			const body = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
			return new Response(body.join(''), { headers: { 'content-type': 'text/event-stream' } })
		},
	})
	const events = await collect(
		provider.stream(request({ model: 'gpt-6.1-sol' }), new AbortController().signal),
	)
	expect(events.at(-1)).toMatchObject({
		type: 'finish',
		reason: 'stop',
		parts: [{ type: 'text', text: 'Hello' }],
		usage: { inputTokens: 3, outputTokens: 2 },
	})
	expect(sent?.url).toBe('https://models.example/v1/responses')
	expect(sent?.headers.get('authorization')).toBe('Bearer sk-test')
})
