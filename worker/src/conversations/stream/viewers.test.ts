/** A viewer that reads slowly, or not at all, during an active run. */
import { describe, expect, test, vi } from 'vitest'
import { cursorsOf, nodeDatabase } from '../../../test/machine-kit.ts'
import type { Admitted } from '../../access/rights-change.ts'
import { ChunkLog, parseCursor } from '../../agent/stream/chunk-log.ts'
import { conversationStore } from '../conversation-store.ts'
import { MAX_BUFFERED_BYTES, MAX_VIEWERS, SMALL_CROWD, type Source, Viewers } from './viewers.ts'

/** An admission without an expiry. */
const READER: Admitted = { actor: { kind: 'system' }, role: null }
const DELTA = 'x'.repeat(1_000)

function scene() {
	const store = conversationStore(nodeDatabase())
	let now = 0
	const timers = new Map<() => void, number>()
	const viewers = new Viewers((ms, action) => {
		timers.set(action, now + ms)
		return () => timers.delete(action)
	})
	const epoch = store.beginEpoch()
	const options = { messageId: 'msg', store, sink: viewers, clock: () => 0, epoch, afterSeq: 0 }
	const log = new ChunkLog({ ...options, runId: 'run' })
	let reads = 0
	const source: Source = (position) => {
		reads++
		return log.next(position)
	}
	log.append({ type: 'start', messageId: 'msg' })
	log.append({ type: 'start-step' })
	log.append({ type: 'text-start', id: 't' })
	return {
		store,
		viewers,
		log,
		source,
		reads: () => reads,
		timers,
		/** Milliseconds; without it, everything collected is sent. */
		passTime(ms = 1_000): void {
			now += ms
			for (const [action, dueAt] of [...timers]) {
				if (dueAt > now) continue
				timers.delete(action)
				action()
			}
		},
		/** Pushes kilobytes of text; resolves when they were pushed. */
		async speak(kilobytes: number): Promise<void> {
			for (let i = 0; i < kilobytes; i++) {
				log.append({ type: 'text-delta', id: 't', delta: DELTA })
				log.maybeFlush()
				if (i % 10 === 0) await Promise.resolve()
			}
			await Promise.resolve()
		},
	}
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<string> {
	let text = ''
	const decoder = new TextDecoder()
	for await (const bytes of stream) text += decoder.decode(bytes, { stream: true })
	return text
}

/** The position where two long texts differ, instead of both texts. */
function same(text: string, wanted: string): void {
	let i = text === wanted ? wanted.length : 0
	while (i < wanted.length && text[i] === wanted[i]) i++
	expect([text.length, i]).toEqual([wanted.length, wanted.length])
}

describe('a viewer that does not read', () => {
	test('holds a bounded buffer, however much is pushed; then it reads exactly that', async () => {
		const { viewers, log, source, speak, reads } = scene()
		const stream = viewers.open(source, null, null, READER)
		const reader = stream.getReader()
		const first = await reader.read()
		await speak(5_000)
		const before = reads()
		// Nothing more is fetched for it while it does not read.
		await speak(1_000)
		expect(reads()).toBe(before)
		log.end()
		reader.releaseLock()
		const rest = await readAll(stream)
		const text = new TextDecoder().decode(first.value) + rest
		same(text, `${log.replay(null)}data: [DONE]\n\n`)
	})

	test('costs no memory beyond its bound', async () => {
		const { viewers, source, speak } = scene()
		let buffered = 0
		const { enqueue } = ReadableStreamDefaultController.prototype
		ReadableStreamDefaultController.prototype.enqueue = function (chunk: Uint8Array) {
			buffered += chunk.byteLength
			enqueue.call(this, chunk)
		}
		try {
			viewers.open(source, null, null, READER)
			await speak(3_000)
		} finally {
			ReadableStreamDefaultController.prototype.enqueue = enqueue
		}
		expect(buffered).toBeGreaterThan(MAX_BUFFERED_BYTES)
		expect(buffered).toBeLessThan(2 * MAX_BUFFERED_BYTES + 64 * 1024)
	})

	test('is dropped when the run begins to wait: nothing may keep the object awake', async () => {
		const { viewers, log, source, speak } = scene()
		const stream = viewers.open(source, null, null, READER)
		await speak(1_000)
		log.close('waits')
		expect(viewers.count).toBe(0)
		await expect(readAll(stream)).rejects.toThrow('reconnect')
	})
})

test('a viewer that reads in pieces gets everything once, wherever it falls behind or catches up', async () => {
	const { viewers, log, source, speak, passTime } = scene()
	const stream = viewers.open(source, null, null, READER)
	const reader = stream.getReader()
	let text = ''
	const decoder = new TextDecoder()
	const read = async (): Promise<void> => {
		const { value } = await reader.read()
		text += decoder.decode(value, { stream: true })
	}
	for (let round = 0; round < 20; round++) {
		await speak(round % 3 === 0 ? 400 : 1)
		passTime()
		for (let i = 0; i < (round % 4) * 3; i++) await read()
	}
	log.end()
	reader.releaseLock()
	text += await readAll(stream)
	same(text, `${log.replay(null)}data: [DONE]\n\n`)
})

test('a viewer that reconnects with a cursor inside a block gets the rest, block by block', async () => {
	const { viewers, log, source, speak } = scene()
	await speak(2_000)
	const whole = log.replay(null)
	const cursors = cursorsOf(whole)
	const at = cursors[Math.floor(cursors.length / 2)] ?? ''
	log.end()
	const stream = viewers.open(source, parseCursor(at), 'data: [DONE]\n\n', READER)
	const rest = whole.slice(whole.indexOf(`id: ${at}\n`))
	same(await readAll(stream), `${rest.slice(rest.indexOf('\n\n') + 2)}data: [DONE]\n\n`)
})

test('a viewer whose unread part the next run cleared has its stream ended without a claim to be complete', async () => {
	const { viewers, log, source, speak, store } = scene()
	const stream = viewers.open(source, null, null, READER)
	await speak(2_000)
	log.flush()
	log.end()
	store.clearRuns()
	const text = await readAll(stream)
	expect(text.includes('[DONE]')).toBe(false)
	expect(text.endsWith('\n\n')).toBe(true)
})

describe('a crowd', () => {
	/** The number of socket writes so far. */
	function countWrites(): { count(): number; end(): void } {
		let writes = 0
		const { enqueue } = ReadableStreamDefaultController.prototype
		ReadableStreamDefaultController.prototype.enqueue = function (chunk: Uint8Array) {
			writes++
			enqueue.call(this, chunk)
		}
		return {
			count: () => writes,
			end: () => {
				ReadableStreamDefaultController.prototype.enqueue = enqueue
			},
		}
	}

	test.each([
		[1, 5, 40],
		[SMALL_CROWD, 5, 40],
		[SMALL_CROWD, 0.25, 5],
		[100, 5, 5],
	])(
		'of %i: 40 words, one every %f ms, are written to each of them %i times',
		async (size, ms, times) => {
			const { viewers, log, source, speak, passTime, timers } = scene()
			const readers = Array.from({ length: size }, () =>
				readAll(viewers.open(source, null, null, READER)),
			)
			await Promise.resolve()
			const writes = countWrites()
			try {
				for (let word = 0; word < 40; word++) {
					if (word > 0) passTime(ms)
					await speak(1)
				}
				passTime()
				expect(writes.count()).toBe(size * times)
			} finally {
				writes.end()
			}
			log.end()
			expect(timers.size).toBe(0)
			const whole = `${log.replay(null)}data: [DONE]\n\n`
			for (const text of await Promise.all(readers)) same(text, whole)
		},
	)

	test('a viewer that joins while frames are collected gets each of them once, and so do the others', async () => {
		const { viewers, log, source, speak, passTime } = scene()
		const readers = Array.from({ length: 20 }, () =>
			readAll(viewers.open(source, null, null, READER)),
		)
		await speak(10)
		readers.push(readAll(viewers.open(source, null, null, READER)))
		await speak(10)
		passTime()
		await speak(5)
		log.end()
		const whole = `${log.replay(null)}data: [DONE]\n\n`
		for (const text of await Promise.all(readers)) same(text, whole)
	})

	test('has everything when the run begins to wait, and no timer is left', async () => {
		const { viewers, log, source, speak, timers } = scene()
		const readers = Array.from({ length: 20 }, () =>
			readAll(viewers.open(source, null, null, READER)),
		)
		await speak(10)
		log.close('waits')
		expect(timers.size).toBe(0)
		for (const text of await Promise.all(readers)) same(text, log.replay(null))
	})
})

test('a stream ends with the session of its reader, also while the model is silent', async () => {
	const { viewers, source, timers, passTime } = scene()
	const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
	try {
		const actor = {
			kind: 'session' as const,
			id: 'ses_1',
			userId: 'usr_1',
			name: 'One',
			standing: 'member' as const,
			expiresAt: 31_000,
		}
		const stream = viewers.open(source, null, null, { actor, role: 'viewer' })
		const other = viewers.open(source, null, null, { actor, role: 'viewer' })
		const reader = stream.getReader()
		await reader.read()
		await other.cancel()
		passTime(100)
		expect(timers.size).toBe(1)
		passTime(29_000)
		expect(viewers.count).toBe(1)
		now.mockReturnValue(31_000)
		passTime(1_000)
		expect(viewers.count).toBe(0)
		expect(timers.size).toBe(0)
		expect(await reader.read()).toMatchObject({ done: true })
	} finally {
		now.mockRestore()
	}
})

test('beyond the limit, the viewer that is behind is dropped, not the new one', async () => {
	const { viewers, source, speak, log, passTime } = scene()
	const streams = Array.from({ length: MAX_VIEWERS }, () =>
		viewers.open(source, null, null, READER),
	)
	const readers = streams.slice(1).map(readAll)
	await speak(320)
	passTime()
	const last = readAll(viewers.open(source, null, null, READER))
	expect(viewers.count).toBe(MAX_VIEWERS)
	await expect(readAll(streams[0] as ReadableStream<Uint8Array>)).rejects.toThrow('reconnect')
	log.end()
	const whole = `${log.replay(null)}data: [DONE]\n\n`
	for (const text of await Promise.all([...readers, last])) same(text, whole)
})

test('beyond the limit, whoever has the most streams loses one, and nobody else', async () => {
	const { viewers, source, speak, passTime } = scene()
	const by = (userId: string, id: string): Admitted => {
		const ends = { standing: 'member', expiresAt: Number.POSITIVE_INFINITY } as const
		return { actor: { kind: 'session', id, userId, name: 'Ada', ...ends }, role: 'viewer' }
	}
	const first = viewers.open(source, null, null, by('usr_one', 'ses_one'))
	const flood = Array.from({ length: MAX_VIEWERS }, (_, n) =>
		viewers.open(source, null, null, by('usr_many', `ses_${n}`)),
	)
	expect(viewers.count).toBe(MAX_VIEWERS)
	const reader = first.getReader()
	await expect(readAll(flood[0] as ReadableStream<Uint8Array>)).rejects.toThrow('reconnect')
	await speak(1)
	passTime()
	expect((await reader.read()).done).toBe(false)
	await reader.cancel()
})
