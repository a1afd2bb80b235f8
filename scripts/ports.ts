/** TCP ports of this machine. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

async function listens(port: number, host: string): Promise<number | 'in use' | 'no such host'> {
	const server = createServer()
	server.unref()
	try {
		server.listen({ port, host, exclusive: true })
		await once(server, 'listening')
		return (server.address() as AddressInfo).port
	} catch (error) {
		// A machine without IPv6 has no ::1, which is not a reason to refuse the port.
		return (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL' ||
			(error as NodeJS.ErrnoException).code === 'EAFNOSUPPORT'
			? 'no such host'
			: 'in use'
	} finally {
		if (server.listening) {
			server.close()
			await once(server, 'close')
		}
	}
}

/** Whether the port is free on both loopback addresses. */
export async function isFree(port: number): Promise<boolean> {
	for (const host of ['127.0.0.1', '::1']) {
		if ((await listens(port, host)) === 'in use') return false
	}
	return true
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
	const port = await listens(0, '127.0.0.1')
	if (typeof port !== 'number') throw new Error('There is no free port on 127.0.0.1.')
	return port
}
