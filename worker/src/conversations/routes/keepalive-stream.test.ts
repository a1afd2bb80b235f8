/** A client that never reconnects sees the whole answer, however often the run waits or the object is reset. */
import { describe, expect, it } from 'vitest'
import { heldFrames, MAX_HOLD_MS } from './keepalive-stream.ts'

const frame = (id: string, chunk: object): string => `id: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`
const text = (id: string, delta: string): string =>
	frame(id, { type: 'text-delta', id: 't', delta })
const DONE = 'data: [DONE]\n\n'

/** Splits the bytes as the network may. */
function answers(
	pieces: readonly string[],
	end: 'closes' | 'breaks' | 'stays' = 'closes',
): Response {
	const encoder = new TextEncoder()
	let at = 0
	return new Response(
		new ReadableStream<Uint8Array>({
			async pull(controller) {
				await Promise.resolve()
				const piece = pieces[at++]
				if (piece !== undefined) controller.enqueue(encoder.encode(piece))
				else if (end === 'breaks') controller.error(new Error('Network connection lost.'))
				else if (end === 'closes') controller.close()
				else await new Promise(() => undefined)
			},
		}),
	)
}

const never = (): Promise<void> => new Promise(() => undefined)

async function read(
	first: Response,
	more: Partial<Parameters<typeof heldFrames>[1]> = {},
): Promise<string> {
	let all = ''
	const ports = {
		open: () => Promise.reject(new Error('gone')),
		sleep: never,
		now: () => 0,
		endsAt: Number.POSITIVE_INFINITY,
	}
	const decoder = new TextDecoder()
	for await (const piece of heldFrames(first, { ...ports, ...more })) {
		all += decoder.decode(piece, { stream: true })
	}
	return all
}

describe('a held stream', () => {
	it('is the stream itself if nothing happens', async () => {
		const pieces = [text('1.1', 'a'), text('1.2', 'b') + text('1.3', 'c'), DONE]
		expect(await read(answers(pieces))).toBe(pieces.join(''))
	})

	it('loses nothing of a frame that the network cuts in pieces', async () => {
		const whole = text('1.1', 'a') + text('1.2', 'Grüße') + text('1.3', 'c') + DONE
		for (const size of [1, 7, 40]) {
			const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
			expect(await read(answers(pieces)), `${size} characters a piece`).toBe(whole)
		}
	})

	it('goes on behind the last whole frame when the connection breaks in the middle of one', async () => {
		const asked: string[] = []
		const all = await read(answers([text('1.1', 'a'), text('1.2', 'b').slice(0, 20)], 'breaks'), {
			sleep: (ms) => (ms < 10_000 ? Promise.resolve() : never()),
			open: async (cursor) => {
				asked.push(cursor)
				if (asked.length < 3) throw new Error('The object was reset.')
				return answers([text('2.1', 'b'), DONE])
			},
		})
		expect(asked).toEqual(['1.1', '1.1', '1.1'])
		expect(all).toBe(text('1.1', 'a') + text('2.1', 'b') + DONE)
	})

	it('ends with finish and its cursor at an approval request, because such a client answers with a new request', async () => {
		const question = frame('1.7', {
			type: 'tool-approval-request',
			approvalId: 'a',
			toolCallId: 'c',
		})
		const all = await read(answers([question, ': asks\n\n']))
		expect(all).toBe(
			`${question}data: {"type":"finish","finishReason":"tool-calls","messageMetadata":{"cursor":"1.7"}}\n\n${DONE}`,
		)
	})

	it('ends with its reader’s session, even during silence, without the end of the answer', async () => {
		let now = 0
		const endsAt = 20_000
		const all = await read(answers([text('1.1', 'a')], 'stays'), {
			endsAt,
			now: () => now,
			sleep: async (ms) => {
				await new Promise((resolve) => setImmediate(resolve))
				now += ms
			},
		})
		expect(now).toBe(endsAt)
		expect(all).toBe(`${text('1.1', 'a')}: waiting\n\n`)
	})

	it('sends comments during silence, but not forever', async () => {
		let now = 0
		const all = await read(answers([text('1.1', 'a')], 'stays'), {
			now: () => now,
			sleep: async (ms) => {
				await new Promise((resolve) => setImmediate(resolve))
				now += ms
			},
		})
		expect(now).toBeGreaterThanOrEqual(MAX_HOLD_MS)
		expect(all.match(/^: waiting$/gm)?.length).toBeGreaterThan(100)
		expect(all).toMatch(
			/"finishReason":"other","messageMetadata":\{"cursor":"1.1"\}\}\n\ndata: \[DONE\]\n\n$/,
		)
	})
})
