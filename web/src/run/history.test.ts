import type { MessagePage, StoredMessage } from '@fairlead/protocol/conversations/messages'
import { describe, expect, test } from 'vitest'
import { History } from './history.ts'
import { type ChatMessage, fromStored } from './messages/messages.ts'
import { RunStore } from './stream/run-store.ts'

const PAGE = 5
const stored = (n: number): StoredMessage =>
	({
		id: `m${n}`,
		role: n % 2 === 0 ? 'user' : 'assistant',
		parts: [{ type: 'text', text: `${n}` }],
		metadata: { createdAt: n },
		createdAt: n,
	}) as unknown as StoredMessage
const range = (from: number, to: number): number[] =>
	Array.from({ length: to - from }, (_, n) => from + n)

/** A server with messages 0 … `size`-1, and a page that shows the newest of `known` of them. */
function setUp(known: number, size = known) {
	const server = { size, activeRun: null as MessagePage['activeRun'] }
	const reads: (string | null)[] = []
	const pageBefore = (before: string | null): MessagePage => {
		const end = before === null ? server.size : Number(before)
		const begin = Math.max(0, end - PAGE)
		return {
			messages: range(begin, end).map(stored),
			before: begin > 0 ? String(begin) : null,
			activeRun: server.activeRun,
			queued: [],
		}
	}
	const begin = Math.max(0, known - PAGE)
	let resumed = 0
	const store = new RunStore({
		transport: {
			sendMessages: () => Promise.reject(new Error('not asked for')),
			reconnectToStream: () => {
				resumed++
				return Promise.resolve(null)
			},
		},
		messages: range(begin, known).map(stored).map(fromStored),
		before: begin > 0 ? String(begin) : null,
		onEnd: () => undefined,
	})
	const history = new History({
		shown: store,
		read: async (before) => {
			reads.push(before)
			return pageBefore(before)
		},
		onNewest: ({ activeRun }) => {
			if (activeRun !== null && !store.following) void store.resume()
		},
		gatherMs: 20,
	})
	const shown = (): number[] => store.getSnapshot().messages.map(({ id }) => Number(id.slice(1)))
	return { server, reads, store, history, shown, resumed: () => resumed }
}

describe('after a sleep', () => {
	test('the messages between those on screen and the newest page are read too, in order and without a hole', async () => {
		const { server, history, shown, store } = setUp(10)
		server.size = 32
		await history.refresh()
		expect(shown()).toEqual(range(5, 32))
		expect(store.getSnapshot().before).toBe('5')
	})

	test('an answer that the stream brought first stands after those between', async () => {
		const { server, history, shown, store } = setUp(10)
		server.size = 20
		store.update((messages) => [...messages, fromStored(stored(19))])
		await history.refresh()
		expect(shown()).toEqual(range(5, 20))
	})

	test('a gap too long to read is not shown as none: what is above it goes, and is read by scrolling', async () => {
		const { server, history, shown, store } = setUp(10)
		server.size = 500
		await history.refresh()
		expect(shown()).toEqual(range(450, 500))
		expect(store.getSnapshot().before).toBe('450')
		await history.loadOlder()
		expect(shown()).toEqual(range(445, 500))
	})

	test('a page above that was asked for before a gap is not put above what is below it', async () => {
		const { server, history, shown } = setUp(20)
		server.size = 500
		await Promise.all([history.refresh(), history.loadOlder()])
		const all = shown()
		expect(all).toEqual(range(all[0] ?? 0, 500))
	})
})

describe('reading again', () => {
	test('ten reasons in half a second cost two reads, the last of which began after the last reason', async () => {
		const { server, history, reads, shown } = setUp(5)
		const asks = range(0, 9).map(() => history.refresh())
		server.size = 6
		asks.push(history.refresh())
		await Promise.all(asks)
		expect(reads).toEqual([null, null])
		expect(shown()).toEqual(range(0, 6))
	})

	test('one reason costs one read', async () => {
		const { history, reads } = setUp(5)
		await history.refresh()
		// real time: a second read would have begun by then
		await new Promise((resolve) => setTimeout(resolve, 60))
		expect(reads).toEqual([null])
	})

	test('a run that is active is followed, once, whatever was missed', async () => {
		const { server, history, resumed } = setUp(5)
		server.activeRun = { id: 'run_1', state: 'running', messageId: 'm5' } as never
		await history.refresh()
		expect(resumed()).toBe(1)
	})

	test('a server that does not answer changes nothing, and is asked again when it is back', async () => {
		const store = setUp(5).store
		let fails = true
		const history = new History({
			shown: store,
			read: () =>
				fails
					? Promise.reject(new Error('offline'))
					: Promise.resolve({
							messages: range(1, 6).map(stored),
							before: '1',
							activeRun: null,
							queued: [],
						}),
			onNewest: () => undefined,
			gatherMs: 1,
		})
		await history.refresh()
		expect(store.getSnapshot().messages).toHaveLength(5)
		fails = false
		history.retry()
		await expect.poll(() => store.getSnapshot().messages.at(-1)?.id).toBe('m5')
	})
})

describe('older messages', () => {
	test('a link to the first message finds it: each page that is shown has the cursor of the next', async () => {
		const { history, store, shown } = setUp(600)
		const seen: (string | null)[] = []
		// The page does the same: drawing a page asks for the one above it at once.
		const loadAll = (): void => {
			const { before, messages } = store.getSnapshot()
			if (seen.at(-1) === before) return
			seen.push(before)
			if (messages[0]?.id !== 'm0') void history.loadOlder()
		}
		store.subscribe(loadAll)
		loadAll()
		await expect.poll(() => shown()[0]).toBe(0)
		expect(shown()).toEqual(range(0, 600))
		expect(store.getSnapshot().before).toBeNull()
	})

	test('far above a reader at the end are let go of, and come back by scrolling up', async () => {
		const { history, store, shown } = setUp(600)
		while (store.getSnapshot().before !== null) await history.loadOlder()
		history.evict()
		const kept = shown()
		expect(kept.length).toBeLessThanOrEqual(125)
		expect(kept).toEqual(range(600 - kept.length, 600))
		await history.loadOlder()
		expect(shown()).toEqual(range(600 - kept.length - PAGE, 600))
	})

	test('a conversation of a few pages keeps all of them', async () => {
		const { history, store, shown } = setUp(200)
		while (store.getSnapshot().before !== null) await history.loadOlder()
		history.evict()
		expect(shown()).toEqual(range(0, 200))
	})
})

test('a message that was sent and is not stored yet stays at the end', async () => {
	const { server, history, shown, store } = setUp(10)
	const sent: ChatMessage = { id: 'm99', role: 'user', parts: [{ type: 'text', text: 'Go' }] }
	store.update((messages) => [...messages, sent])
	server.size = 12
	await history.refresh()
	expect(shown()).toEqual([...range(5, 12), 99])
})
