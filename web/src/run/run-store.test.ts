import { describe, expect, test } from 'vitest'
import type { StreamChunk } from './chunk.ts'
import type { ChatMessage } from './messages.ts'
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
	const store = new RunStore({ transport, messages, paintMs: 1, onEnd: () => ends.push('end') })
	return { store, streams, signals, ends }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 10))

describe('a conversation on screen', () => {
	test('a delta replaces the part that grows and leaves every other one as it was', async () => {
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
		await settled()
		const before = store.getSnapshot().messages
		write({ type: 'text-delta', id: '2', delta: 'grows' })
		await settled()
		const after = store.getSnapshot().messages
		expect(after[0]).toBe(before[0])
		expect(after[1]?.parts.slice(0, 2)).toEqual(before[1]?.parts.slice(0, 2))
		expect(after[1]?.parts[0]).toBe(before[1]?.parts[0])
		expect(after[1]?.parts[1]).toBe(before[1]?.parts[1])
		expect(after[1]?.parts[2]).toMatchObject({ text: 'grows' })
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
		await settled()
		const { messages } = store.getSnapshot()
		expect(messages.map(({ id }) => id)).toEqual(['q', 'a'])
		expect(messages[1]?.parts).toMatchObject([{ text: 'New' }])
	})

	test('what the stream says of its failure is kept, and the words before it', async () => {
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
