/** Sockets that have not yet proved that they know the token. */
import type { Duplex } from 'node:stream'

/** A client needs milliseconds for its proof. */
const MAX_UNPROVEN = 32

export class UnprovenSockets {
	/** Oldest first. */
	readonly #sockets = new Set<Duplex>()

	/** A program that floods the relay with sockets closes its own: no other is refused because of them. */
	add(socket: Duplex): void {
		const [oldest] = this.#sockets
		if (oldest !== undefined && this.#sockets.size >= MAX_UNPROVEN) {
			this.#sockets.delete(oldest)
			oldest.destroy()
		}
		this.#sockets.add(socket)
		socket.once('close', () => this.#sockets.delete(socket))
	}

	proved(socket: Duplex): void {
		this.#sockets.delete(socket)
	}

	close(): void {
		for (const socket of this.#sockets) socket.destroy()
	}
}
