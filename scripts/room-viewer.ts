/** A viewer of a project's room, like the page: tests and benches read the editor through it. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { parseFrame, rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { RoomState, VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'

const DEFAULT_TIMEOUT_MS = 30_000

/** Node's own WebSocket accepts headers, which the browser's type does not declare. */
const Socket = WebSocket as unknown as new (
	url: string,
	options: { protocols: string[]; headers: Record<string, string> },
) => WebSocket

interface Waiter {
	readonly resolve: (value: unknown) => void
	readonly reject: (error: Error) => void
}

export class RoomViewer {
	readonly #socket: WebSocket
	readonly #pending = new Map<number, Waiter>()
	readonly #changed = new Set<() => void>()
	#nextId = 1
	#state: RoomState | null = null
	#closed: string | null = null

	private constructor(socket: WebSocket) {
		this.#socket = socket
		socket.addEventListener('message', (event) => this.#receive(String(event.data)))
		socket.addEventListener('close', (event) => {
			this.#closed = `The room closed the socket: ${event.code} ${event.reason}`
			for (const waiter of this.#pending.values()) waiter.reject(new Error(this.#closed))
			this.#pending.clear()
			this.#notify()
		})
	}

	/**
	 * @param origin `http://localhost:<port>`
	 * @param cookie of a signed-in member
	 */
	static async join(origin: string, projectId: string, cookie: string): Promise<RoomViewer> {
		const url = `${origin.replace(/^http/, 'ws')}/api/projects/${projectId}/room`
		const socket = new Socket(url, {
			protocols: [VIEWER_LINK.subprotocol],
			headers: { cookie, origin },
		})
		const viewer = new RoomViewer(socket)
		await new Promise<void>((resolve, reject) => {
			socket.addEventListener('open', () => resolve())
			socket.addEventListener('error', () => reject(new Error(`The room refused ${url}.`)))
		})
		const hello = await viewer.#request('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		viewer.#setState(RoomState.parse(hello))
		return viewer
	}

	get state(): RoomState {
		if (this.#state === null) throw new Error('The room has not said hello yet.')
		return this.#state
	}

	/** Resolves with the first state, current or later, that satisfies `wanted`. */
	async until(
		wanted: (state: RoomState) => boolean,
		timeoutMs = DEFAULT_TIMEOUT_MS,
	): Promise<RoomState> {
		const deadline = Date.now() + timeoutMs
		for (;;) {
			if (this.#state !== null && wanted(this.#state)) return this.#state
			if (this.#closed !== null) throw new Error(this.#closed)
			const left = deadline - Date.now()
			if (left <= 0) throw new Error(`The room is still ${JSON.stringify(this.#state)}`)
			await this.#change(left)
		}
	}

	/** A tool action of risk `read`, on the target. */
	async read(method: string, params: Record<string, unknown>): Promise<CallOutcome> {
		return (await this.#request('room.read', { method, params })) as CallOutcome
	}

	async setTarget(editorKey: string): Promise<RoomState> {
		return RoomState.parse(await this.#request('room.setTarget', { editorKey }))
	}

	close(): void {
		this.#socket.close()
	}

	#request(method: string, params: unknown): Promise<unknown> {
		if (this.#closed !== null) return Promise.reject(new Error(this.#closed))
		const id = this.#nextId++
		return new Promise((resolve, reject) => {
			this.#pending.set(id, { resolve, reject })
			this.#socket.send(rpcRequest(id, method, params))
		})
	}

	#receive(text: string): void {
		const frame = parseFrame(text)
		switch (frame.kind) {
			case 'success':
				this.#take(frame.message.id)?.resolve(frame.message.result)
				return
			case 'failure':
				this.#take(frame.message.id)?.reject(new Error(frame.message.error.message))
				return
			case 'notification':
				if (frame.message.method === 'room.state') {
					this.#setState(RoomState.parse(frame.message.params))
				} else if (frame.message.method === 'room.mark') {
					this.#socket.send(rpcNotification('viewer.mark', frame.message.params))
				}
				return
			case 'request':
			case 'malformed':
				return
			default:
				frame satisfies never
		}
	}

	#take(id: string | number | null): Waiter | undefined {
		const waiter = this.#pending.get(Number(id))
		this.#pending.delete(Number(id))
		return waiter
	}

	#setState(state: RoomState): void {
		this.#state = state
		this.#notify()
	}

	#notify(): void {
		for (const changed of [...this.#changed]) changed()
	}

	#change(timeoutMs: number): Promise<void> {
		return new Promise((resolve) => {
			const done = (): void => {
				clearTimeout(timer)
				this.#changed.delete(done)
				resolve()
			}
			const timer = setTimeout(done, timeoutMs)
			this.#changed.add(done)
		})
	}
}
