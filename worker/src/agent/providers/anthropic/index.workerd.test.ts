import { expect, it } from 'vitest'
import { anthropicProvider } from './index.ts'
import { collect, request } from './test-kit.ts'

const EVENTS = [
	{
		type: 'message_start',
		message: { id: 'msg_1', usage: { input_tokens: 3, output_tokens: 1 } },
	},
	{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
	{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
	{ type: 'content_block_stop', index: 0 },
	{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
	{ type: 'message_stop' },
]

it('the provider streams inside workerd, with the key it was given', async () => {
	let sent: Request | undefined
	const provider = anthropicProvider({
		apiKey: 'sk-test',
		baseURL: 'https://models.example',
		fetch: async (input, init) => {
			sent = new Request(input as string, init)
			const body = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
			return new Response(body.join(''), { headers: { 'content-type': 'text/event-stream' } })
		},
	})
	const events = await collect(provider.stream(request(), new AbortController().signal))
	expect(events.at(-1)).toMatchObject({
		type: 'finish',
		reason: 'stop',
		parts: [{ type: 'text', text: 'Hello' }],
	})
	expect(sent?.url).toBe('https://models.example/v1/messages')
	// Since 1.x the SDK sends a key as a bearer token.
	expect(sent?.headers.get('authorization')).toBe('Bearer sk-test')
})
