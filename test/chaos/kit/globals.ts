/** Time and chance of the whole process come from the run under way. */
import { current, underWay } from './current.ts'
import { AutoResponse, SocketPair, UpgradeResponse } from './room-sockets.ts'

/** For a process of its own only: it does not give back what it takes. */
export function takeGlobals(): void {
	Date.now = () => current().now()
	// How long something takes here must not decide anything.
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
	Object.assign(globalThis, {
		WebSocketPair: SocketPair,
		WebSocketRequestResponsePair: AutoResponse,
		Response: UpgradeResponse,
	})
}
