/** TCP ports of this machine. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1']
/** A machine without IPv6 has no ::1, which is not a reason to refuse the port. */
const NO_SUCH_HOST: readonly (string | undefined)[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/** Whether listening failed because this machine does not have the address. */
export const lacksHost = (error: unknown): boolean =>
	NO_SUCH_HOST.includes((error as NodeJS.ErrnoException).code)

/** Whether the port is free on this address; true if this machine does not have the address. */
export async function isFreeAt(host: string, port: number): Promise<boolean> {
	const server = createServer()
	server.unref()
	try {
		server.listen({ port, host, exclusive: true })
		await once(server, 'listening')
		return true
	} catch (error) {
		return lacksHost(error)
	} finally {
		if (server.listening) {
			server.close()
			await once(server, 'close')
		}
	}
}

/** Whether the port is free on both loopback addresses. */
export async function isFree(port: number): Promise<boolean> {
	for (const host of LOOPBACK) {
		if (!(await isFreeAt(host, port))) return false
	}
	return true
}

/**
 * Below the ports that systems give to outgoing connections (Linux from 32,768; macOS, Windows from 49,152): one of
 * those may be taken by any connection between this check and its use.
 */
const LOWEST = 20_000
const HIGHEST = 32_767
const TRIES = 100

/** A port that is free on both loopback addresses, at random: others look for one at the same time. */
export async function freePort(): Promise<number> {
	for (let i = 0; i < TRIES; i++) {
		const port = randomInt(LOWEST, HIGHEST + 1)
		if (await isFree(port)) return port
	}
	throw new Error(`There is no free port from ${LOWEST} to ${HIGHEST} on this machine.`)
}
