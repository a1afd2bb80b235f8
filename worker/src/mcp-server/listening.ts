/** A client that listens: a viewer of the room, whose news become notifications of changed resources. */
import type { ChangeScope } from '@fairlead/protocol/editors/editors'
import { changedResources } from '@fairlead/protocol/mcp'
import { parseFrame, rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { RoomState, VIEWER_LINK, ViewerLink } from '@fairlead/protocol/wire/viewer-link'
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'

/** Then the client listens again, and is checked again. */
const MAX_LISTEN_MS = 30 * 60_000
/** A scene that is being edited changes many times a second; a client that does not read must not pile it up. */
const PAUSE_MS = 500

const { notifications } = ViewerLink.toViewer
const BYE = 1000

/** One request's socket: the first to subscribe is the only one, and its end closes the socket. */
export class RoomNews implements ServerEventBus {
	readonly #ws: WebSocket
	readonly #changed = new Set<string>()
	readonly #limit: ReturnType<typeof setTimeout>
	#pause: ReturnType<typeof setTimeout> | null = null
	#listener: ((event: ServerEvent) => void) | null = null
	/** The target's seat; null: not yet told. */
	#seat: string | null = null
	#closed = false
	#onEnd: () => void = () => undefined

	constructor(ws: WebSocket) {
		this.#ws = ws
		ws.addEventListener('message', ({ data }) => this.#onFrame(String(data)))
		ws.addEventListener('close', () => this.close())
		ws.addEventListener('error', () => this.close())
		ws.accept()
		ws.send(rpcRequest(1, 'viewer.hello', { protocolVersion: VIEWER_LINK.version }))
		this.#limit = setTimeout(() => this.close(), MAX_LISTEN_MS)
	}

	/** Nobody listens, or no longer. */
	get isIdle(): boolean {
		return this.#listener === null
	}

	/** Called once the room closed the socket or the time is over; at once if it has. */
	onEnd(ended: () => void): void {
		this.#onEnd = ended
		if (this.#closed) ended()
	}

	publish(event: ServerEvent): void {
		this.#listener?.(event)
	}

	subscribe(listener: (event: ServerEvent) => void): () => void {
		this.#listener = listener
		return () => {
			this.#listener = null
			this.close()
		}
	}

	close(): void {
		if (this.#closed) return
		this.#closed = true
		clearTimeout(this.#limit)
		if (this.#pause !== null) clearTimeout(this.#pause)
		try {
			this.#ws.close(BYE, 'no longer listening')
		} catch {
			// It was closed already.
		}
		this.#onEnd()
	}

	#onFrame(text: string): void {
		const frame = parseFrame(text)
		if (frame.kind === 'success') this.#see(frame.message.result)
		if (frame.kind !== 'notification') return
		const { method, params } = frame.message
		if (method === 'room.state') this.#see(params)
		else if (method === 'editor.changed') {
			const { data } = notifications['editor.changed'].safeParse(params)
			if (data) this.#tell(data.scopes)
		} else if (method === 'room.mark') this.#ws.send(rpcNotification('viewer.mark', params))
	}

	/** Another phase or target changes what the resources show. */
	#see(state: unknown): void {
		const { data } = RoomState.safeParse(state)
		if (!data) return
		const seat = JSON.stringify(data.editors.find((one) => one.editorKey === data.target) ?? '')
		const before = this.#seat
		this.#seat = seat
		if (before !== null && before !== seat) this.#tell(['play', 'scene'])
	}

	#tell(scopes: readonly ChangeScope[]): void {
		for (const uri of changedResources(scopes)) this.#changed.add(uri)
		if (this.#pause !== null || this.#closed) return
		for (const uri of this.#changed) this.publish({ kind: 'resource_updated', uri })
		this.#changed.clear()
		this.#pause = setTimeout(() => {
			this.#pause = null
			if (this.#changed.size > 0) this.#tell([])
		}, PAUSE_MS)
	}
}
