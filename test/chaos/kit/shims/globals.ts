/** Time and randomness of the whole process come from the current run. */
import { createHash } from 'node:crypto'
import { current, underWay } from '../current.ts'
import { AutoResponse, SocketPair, UpgradeResponse } from '../hosts/room-sockets.ts'

/** Only for a separate process: it does not restore the globals. */
export function takeGlobals(): void {
	Date.now = () => current().now()
	// Real durations must not decide anything.
	performance.now = () => underWay()?.now() ?? 0
	const { random } = Math
	Math.random = () => underWay()?.random() ?? random()
	const whole = (below: number): number => Math.floor(current().random() * below)
	crypto.randomUUID = () => `00000000-0000-4000-8000-${String(whole(1e12)).padStart(12, '0')}`
	crypto.getRandomValues = (<T extends ArrayBufferView>(array: T): T => {
		const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
		for (let i = 0; i < bytes.length; i++) bytes[i] = whole(256)
		return array
	}) as typeof crypto.getRandomValues
	// Otherwise the order would depend on threads.
	crypto.subtle.digest = async (_, data) => {
		const bytes = createHash('sha256')
			.update(new Uint8Array(data as ArrayBuffer))
			.digest()
		return new Uint8Array(bytes).buffer
	}
	virtualTimers()
	Object.assign(globalThis, {
		WebSocketPair: SocketPair,
		WebSocketRequestResponsePair: AutoResponse,
		Response: UpgradeResponse,
	})
}

/** Timers of the product run by the time of the run under way. */
function virtualTimers(): void {
	const [real, clear] = [setTimeout, clearTimeout]
	const pending = new Map<number, () => void>()
	let last = 0
	const virtual = (action: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): unknown => {
		const run = underWay()
		if (!run) return real(action, ms, ...args)
		const id = ++last
		const cancel = run.after(ms, () => {
			pending.delete(id)
			action(...args)
		})
		pending.set(id, cancel)
		return id
	}
	const cleared = (id: unknown): void => {
		if (typeof id !== 'number') {
			clear(id as never)
			return
		}
		pending.get(id)?.()
		pending.delete(id)
	}
	Object.assign(globalThis, { setTimeout: virtual, clearTimeout: cleared })
}
