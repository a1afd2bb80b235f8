import { expect, it } from 'vitest'
import { ANSWER_TOO_LARGE, boundedFetch, MAX_LINE_BYTES, refusalIn } from './answer-bounds.ts'
import { guardedStream } from './guarded-stream.ts'

const PIECE = 500_000

/** A service that answers with these texts, a piece each, and says how many were asked for. */
function service(pieces: readonly string[]) {
	let sent = 0
	const ask = boundedFetch(async () => {
		const body = new ReadableStream<Uint8Array>(
			{
				pull(controller) {
					const piece = pieces[sent++]
					if (piece === undefined) controller.close()
					else controller.enqueue(new TextEncoder().encode(piece))
				},
			},
			{ highWaterMark: 0 },
		)
		return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
	})
	return { ask, sent: () => sent }
}

it('a line that does not end is no longer read, long before the rest of it has come', async () => {
	const { ask, sent } = service(Array<string>(100).fill('x'.repeat(PIECE)))
	const answer = await ask('https://model.example')
	const failure = await answer.text().catch((error: unknown) => error)
	expect(refusalIn(failure)).toBe(ANSWER_TOO_LARGE)
	expect(refusalIn(new Error('as an SDK wraps it', { cause: failure }))).toBe(ANSWER_TOO_LARGE)
	expect(sent()).toBeLessThanOrEqual(MAX_LINE_BYTES / PIECE + 3)
})

it('any number of lines that are shorter is read', async () => {
	const line = `${'x'.repeat(PIECE - 1)}\n`
	const { ask } = service(Array<string>(20).fill(line))
	const answer = await ask('https://model.example')
	expect(answer.headers.get('content-type')).toBe('text/event-stream')
	expect((await answer.text()).length).toBe(20 * PIECE)
})

it('a line that does not end ends the run with the reason, not as a lost connection that is tried again', async () => {
	const { ask } = service(Array<string>(20).fill('x'.repeat(PIECE)))
	const open = async () => {
		await (await ask('https://model.example')).text()
		throw new Error('The line was read.')
	}
	const mapper = { finished: false, accept: () => [] }
	const classify = () => ({ class: 'network', message: 'lost', retryable: true }) as const
	const source = { mapper, open, classify, now: () => 0 }
	const events = []
	for await (const event of guardedStream(source, new AbortController().signal)) events.push(event)
	expect(events).toEqual([{ type: 'error', error: ANSWER_TOO_LARGE }])
})
