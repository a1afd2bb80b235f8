import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Socket } from '../live-socket.ts'
import { RoomStore } from './room-store.ts'

/** A socket whose other end is the test. */
class FakeSocket implements Socket {
	onopen: Socket['onopen'] = null
	onclose: Socket['onclose'] = null
	onmessage: Socket['onmessage'] = null
	readonly sent: string[] = []
	reconnects = 0
	closed = false
	send(data: string): void {
		this.sent.push(data)
	}
	close(): void {
		this.closed = true
	}
	reconnect(): void {
		this.reconnects++
		this.onclose?.({ code: 1000 })
	}
	/** Opens, and answers the hello. */
	async open(): Promise<void> {
		this.onopen?.(undefined as never)
		const hello = JSON.parse(this.sent.at(-1) ?? '') as { id: number }
		const result = { relays: [], editors: [], target: null, viewers: [] }
		this.receive(JSON.stringify({ jsonrpc: '2.0', id: hello.id, result }))
		await vi.advanceTimersByTimeAsync(0)
	}
	receive(data: string): void {
		this.onmessage?.({ data })
	}
	get pings(): number {
		return this.sent.filter((data) => data === 'ping').length
	}
}

let socket: FakeSocket
let store: RoomStore
let signedOut: boolean
let asked: number
beforeEach(() => {
	vi.useFakeTimers()
	signedOut = false
	asked = 0
	socket = new FakeSocket()
	store = new RoomStore(socket, {
		hasNoAccess: async () => {
			asked++
			return signedOut
		},
	})
})
afterEach(() => {
	store.close()
	vi.useRealTimers()
})
const beats = (n: number) => vi.advanceTimersByTimeAsync(n * VIEWER_LINK.pingIntervalMs)

describe('a peer that has gone', () => {
	test('makes the page reconnect after two pings without an answer, instead of showing an old scene', async () => {
		await socket.open()
		await beats(2)
		expect([socket.pings, socket.reconnects]).toEqual([2, 0])
		await beats(1)
		expect(socket.reconnects).toBe(1)
		expect(store.getSnapshot().link).toBe('reconnecting')
		await socket.open()
		expect(store.getSnapshot().link).toBe('open')
		await beats(2)
		expect(socket.reconnects).toBe(1)
	})

	test.each(['pong', '{"jsonrpc":"2.0","method":"conversations.changed","params":{}}'])(
		'a relay that says %s is there',
		async (word) => {
			await socket.open()
			for (let i = 0; i < 5; i++) {
				await beats(1)
				socket.receive(word)
			}
			expect([socket.pings, socket.reconnects]).toEqual([5, 0])
		},
	)

	test('a socket that opened and never answered the hello is given up too', async () => {
		socket.onopen?.(undefined as never)
		await beats(3)
		expect(socket.reconnects).toBe(1)
	})

	test('nothing is pinged while the socket is away', async () => {
		await beats(5)
		expect([socket.pings, socket.reconnects]).toEqual([0, 0])
	})
})

describe('a page that the browser keeps for its Back button', () => {
	const page = new EventTarget()
	const persisted = (type: string) => Object.assign(new Event(type), { persisted: true })
	beforeEach(async () => {
		vi.stubGlobal('window', page)
		store.close()
		socket = new FakeSocket()
		store = new RoomStore(socket, { hasNoAccess: async () => signedOut })
		await socket.open()
	})
	afterEach(() => void vi.unstubAllGlobals())

	test('nobody is shown as watching through it; coming back, it dials again', () => {
		page.dispatchEvent(persisted('pagehide'))
		expect([socket.closed, socket.reconnects]).toEqual([true, 0])
		page.dispatchEvent(persisted('pageshow'))
		expect(socket.reconnects).toBe(1)
	})

	test('a browser that goes offline says so at once, and comes back at once', async () => {
		page.dispatchEvent(new Event('offline'))
		expect(store.getSnapshot().link).toBe('reconnecting')
		page.dispatchEvent(new Event('online'))
		await socket.open()
		expect(store.getSnapshot().link).toBe('open')
		expect(socket.reconnects).toBe(2)
	})

	test('a refused page, and one that was closed, are not dialled again', async () => {
		socket.onclose?.({ code: CLOSE.unlinked })
		page.dispatchEvent(persisted('pageshow'))
		store.close()
		page.dispatchEvent(persisted('pageshow'))
		expect(socket.reconnects).toBe(0)
	})
})

describe('a dial that fails', () => {
	const fail = async () => {
		socket.onclose?.({ code: 1006 })
		await vi.advanceTimersByTimeAsync(0)
	}

	test('a signed-out page stops reconnecting', async () => {
		signedOut = true
		await fail()
		expect(socket.closed).toBe(true)
		expect(store.getSnapshot().link).toBe('refused')
	})

	test('a server that is away for a moment is dialled again', async () => {
		await fail()
		expect(asked).toBe(1)
		expect(socket.closed).toBe(false)
		expect(store.getSnapshot().link).toBe('reconnecting')
	})

	test('a lost open connection does not check the session', async () => {
		await socket.open()
		await fail()
		expect(asked).toBe(0)
		expect(store.getSnapshot().link).toBe('reconnecting')
	})

	test('a final close code ends the dialling', async () => {
		await socket.open()
		socket.onclose?.({ code: CLOSE.unlinked })
		expect(socket.closed).toBe(true)
		expect(store.getSnapshot().link).toBe('refused')
	})

	test('a page whose session has ended is refused once no other one dials', async () => {
		await socket.open()
		signedOut = true
		socket.onclose?.({ code: CLOSE.unauthorized })
		expect(store.getSnapshot().link).toBe('reconnecting')
		await fail()
		expect([socket.closed, store.getSnapshot().link]).toEqual([true, 'refused'])
	})

	test('a page whose person signed in anew in another tab comes back', async () => {
		await socket.open()
		socket.onclose?.({ code: CLOSE.unauthorized })
		expect(socket.closed).toBe(false)
		await socket.open()
		expect(store.getSnapshot().link).toBe('open')
	})
})

describe('what the store passes on unread', () => {
	const output = { part: { from: 0, to: 1, data: 'x' } }
	const method = 'terminal.output'

	test('is heard by those who listen to it, until they stop', async () => {
		await socket.open()
		const heard: unknown[] = []
		const others: unknown[] = []
		const stop = store.on(method, (params) => heard.push(params))
		store.on('agents.changed', (params) => others.push(params))
		socket.receive(JSON.stringify({ jsonrpc: '2.0', method, params: output }))
		stop()
		socket.receive(JSON.stringify({ jsonrpc: '2.0', method, params: output }))
		expect(heard).toEqual([output])
		expect(others).toEqual([])
	})

	test('keys are sent while the page is connected, and never later to another session of the room', async () => {
		const key = { editorKey: 'relay-1:aaaaaaaaaaaa', terminalId: 'term_aaaaaaaaaaaa', data: 'y' }
		const typed = () => socket.sent.filter((frame) => frame.includes('terminal.input'))
		await socket.open()
		store.tell('terminal.input', key)
		expect(typed()).toEqual([
			JSON.stringify({ jsonrpc: '2.0', method: 'terminal.input', params: key }),
		])
		socket.onclose?.({ code: 1006 })
		store.tell('terminal.input', key)
		await socket.open()
		expect(typed()).toHaveLength(1)
	})

	test('an answer that is no outcome is a failed one', async () => {
		await socket.open()
		const asked = store.ask('room.agents', { of: 'folder', editorKey: 'relay-1:aaaaaaaaaaaa' })
		const { id } = JSON.parse(socket.sent.at(-1) ?? '') as { id: number }
		socket.receive(JSON.stringify({ jsonrpc: '2.0', id, result: { status: 'perhaps' } }))
		expect((await asked).status).toBe('error')
	})
})

test('a refused hello is repeated on a new connection, not waited for forever', async () => {
	socket.onopen?.(undefined as never)
	const hello = JSON.parse(socket.sent.at(-1) ?? '') as { id: number }
	const error = { code: -32603, message: 'Not now.' }
	socket.receive(JSON.stringify({ jsonrpc: '2.0', id: hello.id, error }))
	await vi.advanceTimersByTimeAsync(3_000)
	expect(socket.reconnects).toBe(1)
	await socket.open()
	expect(store.getSnapshot().link).toBe('open')
})
