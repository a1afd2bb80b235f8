import { describe, expect, test } from 'vitest'
import {
	delta,
	drain,
	type Event,
	finish,
	messages,
	neverSilent,
	problem,
	send,
	setUp,
	silent,
	sse,
	start,
	textStart,
} from '../../../test/transport-kit.ts'
import { ApiError } from '../../data/api/problem.ts'
import type { StreamChunk } from '../messages/chunk.ts'
import { FairleadTransport } from './transport.ts'

describe('sending', () => {
	test('posts only the last user message, with the settings of the moment', async () => {
		const { transport, requests } = setUp([
			sse(
				[
					[1, start],
					[2, finish],
				],
				'done',
			),
		])
		expect(await send(transport)).toEqual([start, finish])
		expect(requests).toEqual([
			{
				url: '/api/conversations/cnv_1/messages',
				method: 'POST',
				body: {
					message: { id: 'msg_u', role: 'user', parts: [{ type: 'text', text: 'a red cube' }] },
					mode: 'ask',
				},
			},
		])
	})

	test('a POST that got lost is sent again with the same message id, so nothing is lost or doubled', async () => {
		const { transport, requests } = setUp([
			new TypeError('Failed to fetch'),
			sse([
				[1, start],
				[2, finish],
			]),
		])
		expect(await send(transport)).toEqual([start, finish])
		expect(requests.map((r) => (r.body as { message: { id: string } }).message.id)).toEqual([
			'msg_u',
			'msg_u',
		])
	})

	test('a message on its way is delivered though the conversation was left, and tried again', async () => {
		const leave = new AbortController()
		const posts: { aborted: boolean }[] = []
		const transport = new FairleadTransport({
			conversationId: 'cnv_1',
			ports: {
				fetch: async (_, init) => {
					leave.abort(new DOMException('left', 'AbortError'))
					posts.push({ aborted: init?.signal?.aborted === true })
					if (posts.length === 1) throw new TypeError('Failed to fetch')
					return sse([[1, start]])
				},
				random: () => 0,
				silence: neverSilent,
				sleep: async () => undefined,
			},
		})
		await expect(send(transport, leave.signal)).rejects.toMatchObject({ name: 'AbortError' })
		expect(posts).toEqual([{ aborted: false }, { aborted: false }])
	})

	test('a refusal keeps its code, title and advice', async () => {
		const { transport } = setUp([problem(409, 'run_active', 'A run is active.')])
		const failure = await send(transport).catch((error: unknown) => error)
		expect(failure).toBeInstanceOf(ApiError)
		expect(failure).toMatchObject({
			code: 'run_active',
			message: 'A run is active.',
			detail: 'Do this.',
		})
	})

	test('a server that stays away is reported as such, after a bounded number of tries', async () => {
		const gone = () => new TypeError('Failed to fetch')
		const { transport, requests } = setUp([gone(), gone(), gone()])
		await expect(send(transport)).rejects.toMatchObject({ code: 'offline' })
		expect(requests).toHaveLength(3)
	})
})

describe('following', () => {
	test('a lost connection is resumed after the last event, and nothing comes twice', async () => {
		const { transport, requests, links } = setUp([
			sse(
				[
					[1, start],
					[2, textStart],
					[3, delta('one ')],
				],
				'cut',
			),
			// This server repeats an event that the transport already knows.
			sse([
				[3, delta('one ')],
				[4, delta('two')],
				[5, finish],
			]),
		])
		expect(await send(transport)).toEqual([start, textStart, delta('one '), delta('two'), finish])
		expect(requests[1]?.url).toBe('/api/conversations/cnv_1/stream?cursor=3')
		expect(links).toEqual(['live', 'reconnecting', 'live', 'idle'])
	})

	test('a stream that ends without finish is a run that waits: it is followed until it has finished', async () => {
		const { transport, links, pauses } = setUp([
			sse([[1, start]], 'done'),
			sse([]),
			sse([]),
			sse([[2, finish]]),
		])
		expect(await send(transport)).toEqual([start, finish])
		expect(links.filter((link) => link === 'paused')).toHaveLength(3)
		expect(pauses).toEqual([375, 750, 1500])
	})

	test('the backoff grows to its limit, and news resets it', async () => {
		const away = Array.from({ length: 8 }, () => new TypeError('Failed to fetch'))
		const { transport, pauses } = setUp([
			sse([[1, start]], 'cut'),
			...away,
			sse([[2, textStart]], 'cut'),
			sse([[3, finish]]),
		])
		await send(transport)
		expect(Math.max(...pauses)).toBe(7_500)
		expect(pauses.at(-1)).toBe(375)
	})

	test('a run that ended unseen ends the answer cleanly and asks for the stored messages', async () => {
		const { transport, lost } = setUp([
			sse([[1, start]], 'cut'),
			new Response(null, { status: 204 }),
		])
		expect(await send(transport)).toEqual([start])
		expect(lost()).toBe(1)
	})

	test.each([
		{ type: 'abort' } as const,
		{ type: 'error', errorText: 'The model refused.' } as const,
	])('$type is an end: no reconnect follows', async (last) => {
		const { transport, requests } = setUp([
			sse([
				[1, start],
				[2, last],
			]),
		])
		expect(await send(transport)).toEqual([start, last])
		expect(requests).toHaveLength(1)
	})

	test('being signed out in the middle is an error, not an endless reconnect', async () => {
		const { transport } = setUp([
			sse([[1, start]], 'cut'),
			problem(401, 'unauthenticated', 'You are not signed in.'),
		])
		await expect(send(transport)).rejects.toMatchObject({ code: 'unauthenticated' })
	})

	test('a server error in between is waited out', async () => {
		const { transport } = setUp([
			sse([[1, start]], 'cut'),
			problem(503, 'unavailable', 'Not now.'),
			sse([[2, finish]]),
		])
		expect(await send(transport)).toEqual([start, finish])
	})

	test('reset-step passes through: the answer may take a step back after a restart', async () => {
		const reset: StreamChunk = { type: 'reset-step' }
		const { transport } = setUp([
			sse([
				[1, start],
				[2, reset],
				[3, finish],
			]),
		])
		expect(await send(transport)).toEqual([start, reset, finish])
	})

	test('an unknown chunk ends with advice instead of a broken message', async () => {
		const odd = { type: 'from-the-future' } as unknown as StreamChunk
		const { transport } = setUp([
			sse([
				[1, start],
				[2, odd],
			]),
		])
		await expect(send(transport)).rejects.toMatchObject({ code: 'bad_answer' })
	})

	test('leaving stops the backoff and asks for nothing more', async () => {
		const leave = new AbortController()
		const requests: string[] = []
		const transport = new FairleadTransport({
			conversationId: 'cnv_1',
			ports: {
				fetch: async (url) => {
					requests.push(String(url))
					return sse([[1, start]])
				},
				random: () => 0,
				silence: neverSilent,
				sleep: async () => leave.abort(new DOMException('left', 'AbortError')),
			},
		})
		await expect(send(transport, leave.signal)).rejects.toMatchObject({ name: 'AbortError' })
		expect(requests).toHaveLength(1)
	})

	/** Pauses end only by a wake. `rests` resolves with the length of each pause that begins. */
	function atRest(answers: Response[], roomOpen: boolean) {
		const requests: string[] = []
		const pauses: number[] = []
		let begun: (ms: number) => void = () => undefined
		const transport = new FairleadTransport({
			conversationId: 'cnv_1',
			roomOpen: () => roomOpen,
			ports: {
				fetch: async (url) => {
					requests.push(String(url))
					return answers.shift() ?? Response.error()
				},
				random: () => 0,
				silence: neverSilent,
				sleep: (ms, signal) =>
					new Promise((resolve) => {
						signal.addEventListener('abort', () => resolve())
						pauses.push(ms)
						begun(ms)
					}),
			},
		})
		const nextRest = () =>
			new Promise<number>((resolve) => {
				begun = resolve
			})
		return { transport, requests, pauses, nextRest }
	}
	const waitChunk = (endedAt?: number): StreamChunk => ({
		type: 'data-wait',
		id: 'call_1',
		data: { on: 'editor', reason: 'no editor is connected', startedAt: 1, endedAt },
	})

	test.each<[string, StreamChunk]>([
		['an editor', waitChunk()],
		['a person', { type: 'tool-approval-request', approvalId: 'apr_1', toolCallId: 'call_1' }],
	])('a run that waits for %s costs no request until it is woken', async (_on, wait) => {
		const { transport, requests, pauses, nextRest } = atRest(
			[
				sse([
					[1, start],
					[2, wait],
				]),
				sse([]),
				sse([[3, finish]]),
			],
			true,
		)
		const rest = nextRest()
		const chunks = send(transport)
		expect(await rest).toBe(150_000)
		expect(requests).toHaveLength(1)
		// Woken too early, it goes back to waiting.
		const again = nextRest()
		transport.wake()
		expect(await again).toBe(150_000)
		transport.wake()
		expect(await chunks).toEqual([start, wait, finish])
		expect(requests).toHaveLength(3)
		expect(pauses).toHaveLength(2)
	})

	test.each<[string, readonly StreamChunk[], boolean]>([
		['the room is away, so nobody would wake it', [waitChunk()], false],
		['the stream ends though nothing waits: a proxy cut it', [], true],
		['the wait is over', [waitChunk(), waitChunk(2)], true],
	])('looks again soon when %s', async (_why, chunks, roomOpen) => {
		const first = [start, ...chunks].map((chunk, index): Event => [index + 1, chunk])
		const { transport, nextRest } = atRest([sse(first), sse([[9, finish]])], roomOpen)
		const rest = nextRest()
		const drained = send(transport)
		expect(await rest).toBe(250)
		transport.wake()
		await drained
	})

	test('a wake that comes while the stream still closes is not lost', async () => {
		const { transport, nextRest } = atRest(
			[
				sse([
					[1, start],
					[2, waitChunk()],
				]),
				sse([[3, finish]]),
			],
			true,
		)
		const rest = nextRest()
		const stream = await transport.sendMessages({ messages, abortSignal: undefined })
		transport.wake()
		const drained = drain(stream)
		expect(await rest).toBe(250)
		transport.wake()
		await drained
	})

	test('wake ends a backoff at once', async () => {
		let asleep: () => void = () => undefined
		const sleeping = new Promise<void>((resolve) => {
			asleep = resolve
		})
		const answers = [sse([[1, start]]), sse([[2, finish]])]
		const transport = new FairleadTransport({
			conversationId: 'cnv_1',
			ports: {
				fetch: async () => answers.shift() ?? Response.error(),
				random: () => 0,
				silence: neverSilent,
				// Never ends by itself: only a wake does.
				sleep: (_ms, signal) =>
					new Promise((resolve) => {
						signal.addEventListener('abort', () => resolve())
						asleep()
					}),
			},
		})
		const chunks = send(transport)
		await sleeping
		transport.wake()
		expect(await chunks).toEqual([start, finish])
	})
})

describe('resuming', () => {
	test('a run that ended while the page loaded: nothing to follow, and the messages are read again', async () => {
		const { transport, lost } = setUp([new Response(null, { status: 204 })])
		expect(await transport.reconnectToStream({})).toBeNull()
		expect(lost()).toBe(1)
	})

	test('a run is replayed from its start, without a cursor', async () => {
		const { transport, requests } = setUp([
			sse([
				[1, start],
				[2, finish],
			]),
		])
		expect(await drain(await transport.reconnectToStream({}))).toEqual([start, finish])
		expect(requests[0]?.url).toBe('/api/conversations/cnv_1/stream')
	})

	test('a first connection that fails is tried again', async () => {
		const { transport } = setUp([
			new TypeError('Failed to fetch'),
			sse([
				[1, start],
				[2, finish],
			]),
		])
		expect(await drain(await transport.reconnectToStream({}))).toEqual([start, finish])
	})
})

describe('connections that only look alive', () => {
	test('a stream that has gone silent is asked for again by its cursor, and the answer continues', async () => {
		const { transport, requests } = setUp(
			[
				silent([
					[1, start],
					[2, textStart],
				]),
				sse([
					[3, delta('on')],
					[4, finish],
				]),
			],
			// The second connection ends before the silence limit.
			(signal) => new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : 20)),
		)
		expect(await send(transport)).toEqual([start, textStart, delta('on'), finish])
		expect(requests.at(-1)?.url).toContain('cursor=2')
	})

	test.each([500, 503, 429])(
		'a %i on returning is tried again, not shown as an error',
		async (status) => {
			const { transport } = setUp([
				problem(status, 'internal', 'Not now.'),
				sse([
					[1, start],
					[2, finish],
				]),
			])
			const stream = await transport.reconnectToStream({})
			expect(stream && (await drain(stream))).toEqual([start, finish])
		},
	)
})
