import { describe, expect, test } from 'vitest'
import type { StreamChunk } from '../messages/chunk.ts'
import type { ChatMessage } from '../messages/messages.ts'
import { RunStore, type RunTransport } from './run-store.ts'

const question: ChatMessage = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'Go' }] }

/** A transport whose streams the test writes by hand. */
function setUp(messages: readonly ChatMessage[] = []) {
	const streams: ReadableStreamDefaultController<StreamChunk>[] = []
	const signals: AbortSignal[] = []
	const open = ({ abortSignal }: { abortSignal: AbortSignal }) => {
		signals.push(abortSignal)
		return Promise.resolve(
			new ReadableStream<StreamChunk>({ start: (controller) => void streams.push(controller) }),
		)
	}
	const transport: RunTransport = { sendMessages: open, reconnectToStream: open }
	const ends: string[] = []
	const store = new RunStore({ transport, messages, before: null, onEnd: () => ends.push('end') })
	return { store, streams, signals, ends }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

describe('a conversation on screen', () => {
	test('a delta replaces the part that grows, and neither another part nor the list of messages', async () => {
		const { store, streams } = setUp()
		void store.send(question)
		await settled()
		const write = (chunk: StreamChunk) => streams[0]?.enqueue(chunk)
		write({ type: 'start', messageId: 'a' })
		write({ type: 'start-step' })
		write({ type: 'text-start', id: '1' })
		write({ type: 'text-delta', id: '1', delta: 'done' })
		write({ type: 'text-end', id: '1' })
		write({ type: 'text-start', id: '2' })
		await expect.poll(() => store.getGrowing()?.parts).toHaveLength(3)
		const shown = store.getSnapshot()
		const before = store.getGrowing()?.parts
		write({ type: 'text-delta', id: '2', delta: 'grows' })
		await expect.poll(() => store.getGrowing()?.parts[2]).toMatchObject({ text: 'grows' })
		const after = store.getGrowing()?.parts
		expect(store.getSnapshot()).toBe(shown)
		expect(after?.[0]).toBe(before?.[0])
		expect(after?.[1]).toBe(before?.[1])
	})

	test.each([10, 5_000])('a delta reads no message of a history of %i', async (size) => {
		let visits = 0
		const counted = (message: ChatMessage): ChatMessage =>
			new Proxy(message, {
				get: (target, key, receiver) => {
					visits++
					return Reflect.get(target, key, receiver)
				},
			})
		const history = Array.from({ length: size }, (_, n) => counted({ ...question, id: `q${n}` }))
		const { store, streams } = setUp(history)
		void store.resume()
		await settled()
		streams[0]?.enqueue({ type: 'start', messageId: 'a' })
		streams[0]?.enqueue({ type: 'text-start', id: '1' })
		await expect.poll(() => store.getGrowing()?.parts).toHaveLength(1)
		visits = 0
		for (let n = 0; n < 200; n++)
			streams[0]?.enqueue({ type: 'text-delta', id: '1', delta: 'word ' })
		await expect
			.poll(() => store.getGrowing()?.parts[0])
			.toMatchObject({ text: 'word '.repeat(200) })
		expect(visits).toBe(0)
	})

	test('the message that was sent stands there at once, the answer takes its place after it', async () => {
		const { store, streams, ends } = setUp()
		void store.send(question)
		expect(store.getSnapshot()).toMatchObject({ status: 'submitted', messages: [{ id: 'q' }] })
		await settled()
		streams[0]?.enqueue({ type: 'start', messageId: 'a' })
		streams[0]?.enqueue({ type: 'finish', finishReason: 'stop' })
		streams[0]?.close()
		await settled()
		expect(store.getSnapshot()).toMatchObject({ status: 'ready' })
		expect(store.getSnapshot().messages.map(({ id }) => id)).toEqual(['q', 'a'])
		expect(ends).toEqual(['end'])
	})

	test('an answer that is followed again from its start replaces what was known of it', async () => {
		const known: ChatMessage = {
			id: 'a',
			role: 'assistant',
			parts: [{ type: 'text', text: 'Old' }],
		}
		const { store, streams } = setUp([question, known])
		void store.resume()
		await settled()
		streams[0]?.enqueue({ type: 'start', messageId: 'a' })
		streams[0]?.enqueue({ type: 'text-start', id: '1' })
		streams[0]?.enqueue({ type: 'text-delta', id: '1', delta: 'New' })
		await expect.poll(() => store.getGrowing()?.parts).toMatchObject([{ text: 'New' }])
		expect(store.getSnapshot().messages.map(({ id }) => id)).toEqual(['q', 'a'])
		streams[0]?.close()
		await expect.poll(() => store.getSnapshot().status).toBe('ready')
		expect(store.getSnapshot().messages[1]?.parts).toMatchObject([{ text: 'New' }])
	})

	test('the reason that a stream gives for its failure is kept, and the words before it', async () => {
		const { store, streams, ends } = setUp()
		void store.send(question)
		await settled()
		streams[0]?.enqueue({ type: 'start', messageId: 'a' })
		streams[0]?.enqueue({ type: 'error', errorText: 'The model failed.' })
		await settled()
		expect(store.getSnapshot()).toMatchObject({
			status: 'error',
			error: { message: 'The model failed.' },
			messages: [{ id: 'q' }, { id: 'a' }],
		})
		expect(ends).toEqual(['end'])
	})

	test('a stream that was left is closed, changes nothing more and is no end of the run', async () => {
		const { store, streams, signals, ends } = setUp()
		void store.send(question)
		await settled()
		streams[0]?.enqueue({ type: 'start', messageId: 'a' })
		await settled()
		store.leave()
		expect(signals[0]?.aborted).toBe(true)
		const before = store.getSnapshot()
		streams[0]?.enqueue({ type: 'text-start', id: '1' })
		await settled()
		expect(store.getSnapshot()).toBe(before)
		expect(ends).toEqual([])
	})

	test('following twice leaves the first: one answer is not written by two streams', async () => {
		const { store, streams, signals } = setUp()
		void store.resume()
		void store.resume()
		await settled()
		expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
		streams[1]?.enqueue({ type: 'start', messageId: 'a' })
		await settled()
		expect(store.getSnapshot().messages.map(({ id }) => id)).toEqual(['a'])
	})
})
