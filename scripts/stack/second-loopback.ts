/**
 * Holds the second loopback address, ::1, of a server that listens on 127.0.0.1, and passes its connections on. A browser
 * may try ::1 first for `localhost`: whoever had that port, another user of this machine too, would be sent what is meant
 * for the server. It is held by the process that watches the server, thus also while the server is started again.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { lacksHost } from './ports.ts'

/** The address that the server itself listens on, in every local start. */
export const FIRST_LOOPBACK = '127.0.0.1'
const SECOND_LOOPBACK = '::1'

/**
 * Does nothing on a machine without IPv6, where nobody can have that address.
 *
 * @param runs false while no server of ours can have the first address: another program may have it then
 * @returns what ends it, with its connections
 * @throws if another program has the address
 */
export async function holdSecondLoopback(
	port: number,
	runs: () => boolean,
): Promise<() => Promise<void>> {
	const open = new Set<Socket>()
	const pass = (from: Socket): void => {
		if (!runs()) {
			from.destroy()
			return
		}
		const to = connect({ host: FIRST_LOOPBACK, port, allowHalfOpen: true, noDelay: true })
		for (const [one, other] of [
			[from, to],
			[to, from],
		] as const) {
			open.add(one)
			one.pipe(other)
			// Its end is reported by `close`.
			one.on('error', () => undefined)
			one.once('close', () => {
				open.delete(one)
				other.destroy()
			})
		}
	}
	const server = createServer({ allowHalfOpen: true, noDelay: true }, pass)
	try {
		server.listen({ port, host: SECOND_LOOPBACK, exclusive: true, ipv6Only: true })
		await once(server, 'listening')
	} catch (error) {
		if (lacksHost(error)) return async () => undefined
		throw error
	}
	return async () => {
		for (const socket of open) socket.destroy()
		if (!server.listening) return
		server.close()
		await once(server, 'close')
	}
}
