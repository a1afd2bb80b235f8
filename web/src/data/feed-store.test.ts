/** A person must not miss a question that came while the socket was down, nor that it is down. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FeedLink, FeedStore } from './feed-store.ts'
import type { Socket } from './live-socket.ts'

const HINT = rpcNotification('needs_you.changed', {})

function feed(signedOut = false) {
	const socket = {
		sent: [] as string[],
		redials: 0,
		closed: false,
		send(text: string) {
			this.sent.push(text)
		},
		close() {
			this.closed = true
		},
		reconnect() {
			this.redials++
		},
		onopen: null as (() => void) | null,
		onclose: null as ((event: { code: number }) => void) | null,
		onmessage: null as ((event: { data: unknown }) => void) | null,
	}
	const links: FeedLink[] = []
	let hints = 0
	const store = new FeedStore(socket as unknown as Socket, {
		onHint: () => hints++,
		onLink: (link) => links.push(link),
		isSignedOut: async () => signedOut,
	})
	return { socket, store, links, hints: () => hints }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the list is read when the socket opens, with each hint, and when it is back', async () => {
	const { socket, links, hints } = feed()
	expect(hints()).toBe(0)
	socket.onopen?.()
	expect(hints()).toBe(1)
	socket.onmessage?.({ data: HINT })
	socket.onmessage?.({ data: 'pong' })
	socket.onmessage?.({ data: rpcNotification('something.newer', {}) })
	expect(hints()).toBe(2)
	socket.onclose?.({ code: 1006 })
	expect(links.at(-1)).toBe('reconnecting')
	socket.onopen?.()
	expect(hints()).toBe(3)
	expect(links.at(-1)).toBe('open')
})

test('a network that vanished without a word is noticed, and dialled again', () => {
	const { socket } = feed()
	socket.onopen?.()
	vi.advanceTimersByTime(FEED_LINK.pingIntervalMs)
	socket.onmessage?.({ data: 'pong' })
	vi.advanceTimersByTime(2 * FEED_LINK.pingIntervalMs)
	expect(socket.redials).toBe(0)
	vi.advanceTimersByTime(FEED_LINK.pingIntervalMs)
	expect(socket.redials).toBe(1)
})

test('the feed stops reconnecting after the session ends, and says that it was refused', async () => {
	const { socket, links, hints } = feed(true)
	socket.onopen?.()
	socket.onclose?.({ code: CLOSE.unauthorized })
	expect(links.at(-1)).toBe('reconnecting')
	socket.onclose?.({ code: 1006 })
	await vi.advanceTimersByTimeAsync(0)
	expect(links.at(-1)).toBe('refused')
	expect(socket.closed).toBe(true)
	expect(hints()).toBe(2)
})

test('a person who signed in anew in another tab is connected again', () => {
	const { socket, links } = feed()
	socket.onopen?.()
	socket.onclose?.({ code: CLOSE.unauthorized })
	expect(socket.closed).toBe(false)
	socket.onopen?.()
	expect(links.at(-1)).toBe('open')
})

test.each([
	[true, 'refused'],
	[false, 'reconnecting'],
] as const)('a dial that fails, with the person signed out: %s', async (signedOut, link) => {
	const { socket, links } = feed(signedOut)
	socket.onclose?.({ code: 1006 })
	await vi.advanceTimersByTimeAsync(0)
	expect(links.at(-1)).toBe(link)
})
