import { expect, test } from 'vitest'
import { FairleadError } from './problem.ts'
import { chunksOf, type StreamChunk } from './stream.ts'

const event = (id: string, chunk: object): string => `id: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`
const delta = (text: string) => ({ type: 'text-delta', id: 't', delta: text })
const FINISH = { type: 'finish' }

/** An answer that breaks after these events, or ends. */
function answer(events: readonly string[], breaks = false): Response {
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const one of events) controller.enqueue(new TextEncoder().encode(one))
			if (!breaks) controller.close()
		},
		pull(controller) {
			if (breaks) controller.error(new TypeError('terminated'))
		},
	})
	return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function read(first: Response, later: (() => Response | Promise<never>)[] = []) {
	const cursors: (string | null)[] = []
	const chunks: StreamChunk[] = []
	const stream = chunksOf(first, {
		open: async (cursor) => {
			cursors.push(cursor)
			const next = later.shift()
			if (!next) throw new TypeError('fetch failed')
			return next()
		},
		sleep: async () => undefined,
	})
	const error = await (async () => {
		for await (const chunk of stream) chunks.push(chunk)
	})().catch((reason: unknown) => reason)
	return { chunks, cursors, error }
}

test('an answer is yielded up to its end; "[DONE]" is not part of it', async () => {
	const { chunks, error } = await read(
		answer([event('1', delta('a')), event('2', FINISH), 'data: [DONE]\n\n']),
	)
	expect(error).toBeUndefined()
	expect(chunks).toEqual([delta('a'), FINISH])
})

test('an answer continues after a lost connection where it stopped, with nothing lost or twice', async () => {
	const { chunks, cursors, error } = await read(answer([event('r.1', delta('a'))], true), [
		() => Promise.reject(new TypeError('fetch failed')),
		() => Promise.reject(new FairleadError({ code: 'unknown', title: 'Down.' }, 503)),
		() => answer([event('r.2', delta('b'))]),
		() => answer([event('r.3', FINISH)]),
	])
	expect(error).toBeUndefined()
	expect(chunks).toEqual([delta('a'), delta('b'), FINISH])
	expect(cursors).toEqual(['r.1', 'r.1', 'r.1', 'r.2'])
})

test('a run that ended meanwhile ends the stream', async () => {
	const { chunks, error } = await read(answer([event('1', delta('a'))], true), [
		() => new Response(null, { status: 204 }),
	])
	expect(error).toBeUndefined()
	expect(chunks).toEqual([delta('a')])
})

test('a server that stays away is an error that says the run continues', async () => {
	const { error, cursors } = await read(answer([event('1', delta('a'))], true))
	expect(error).toBeInstanceOf(FairleadError)
	expect(error).toMatchObject({ code: 'connection_lost', status: 0 })
	expect(cursors.length).toBe(5)
})

test('a revoked token is not retried', async () => {
	const refusal = new FairleadError({ code: 'unauthenticated', title: 'It was revoked.' }, 401)
	const { error, cursors } = await read(answer([], true), [() => Promise.reject(refusal)])
	expect(error).toBe(refusal)
	expect(cursors.length).toBe(1)
})
