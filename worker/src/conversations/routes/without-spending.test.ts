import { expect, test } from 'vitest'
import { framesWithout, pageWithout } from './without-spending.ts'

const usage = { inputTokens: 424_242, outputTokens: 7, cacheReadTokens: 0, cacheWriteTokens: 0 }
const metadata = { runId: 'run_1', state: 'completed', usage, costUsd: 1.5 }
const encoder = new TextEncoder()

async function read(...pieces: string[]): Promise<string> {
	async function* encoded() {
		for (const piece of pieces) yield encoder.encode(piece)
	}
	let text = ''
	for await (const piece of framesWithout(encoded())) text += new TextDecoder().decode(piece)
	return text
}
const frame = (chunk: object, id = '1.1') => `id: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`

test('a message keeps all but its tokens and cost', () => {
	const page = {
		messages: [
			{ id: 'm1', role: 'user' as const, parts: [] },
			{ id: 'm2', role: 'assistant' as const, parts: [{ type: 'text', text: 'Hi' }], metadata },
		],
		before: 'm0',
		activeRun: null,
	}
	expect(pageWithout(page)).toEqual({
		...page,
		messages: [
			page.messages[0],
			{ ...page.messages[1], metadata: { runId: 'run_1', state: 'completed' } },
		],
	})
})

test('a stream keeps all but the tokens and the cost of its last frame', async () => {
	const words = frame({ type: 'text-delta', id: 't', delta: '"messageMetadata": {"costUsd": 1}' })
	const start = frame({ type: 'start', messageMetadata: { runId: 'run_1' } })
	const end = (messageMetadata: object) =>
		frame({ type: 'finish', finishReason: 'stop', messageMetadata }, '1.9')
	const done = 'data: [DONE]\n\n'
	expect(await read(`${start}${words}`, `: waiting\n\n`, `${words}${end(metadata)}${done}`)).toBe(
		`${start}${words}: waiting\n\n${words}${end({ runId: 'run_1', state: 'completed' })}${done}`,
	)
})
