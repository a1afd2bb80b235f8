/** The room's state as last sent to each viewer, so that it is sent only when it changed. */
import { rpcNotification } from '@fairlead/protocol/wire/json-rpc'
import { seesScene } from '../sockets/sockets.ts'
import { type ShownParts, viewFor } from './room-view.ts'

/** `room.state` around a state that is JSON already: many viewers get the same one. */
const [HEAD = '', TAIL = ''] = rpcNotification('room.state', '@').split('"@"')

export class ShownState {
	readonly #room: ShownParts
	readonly #shown = new WeakMap<WebSocket, string>()

	constructor(room: ShownParts) {
		this.#room = room
	}

	/** `except` gets it in the answer to its request. */
	show(except?: WebSocket): void {
		const { sockets } = this.#room
		/** Equal for viewers who see the same. */
		const texts = new Map<string, string>()
		for (const { ws, state } of sockets.viewers()) {
			const key = `${state.within} ${seesScene(state)}`
			const text = texts.get(key) ?? JSON.stringify(viewFor(state, this.#room))
			texts.set(key, text)
			if (this.#shown.get(ws) === text) continue
			this.#shown.set(ws, text)
			if (ws !== except) sockets.send(ws, HEAD + text + TAIL)
		}
	}
}
