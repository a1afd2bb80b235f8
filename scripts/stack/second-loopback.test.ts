import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { freePort, isFree, isFreeAt } from './ports.ts'
import { holdSecondLoopback } from './second-loopback.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
	for (const end of ends.splice(0).toReversed()) await end()
})

async function served(): Promise<number> {
	const port = await freePort()
	const server = createServer((request, response) => response.end(`answer to ${request.url}`))
	const sockets = new WebSocketServer({ server })
	sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`${text}!`)))
	server.listen(port, '127.0.0.1')
	await once(server, 'listening')
	ends.push(() => {
		server.closeAllConnections()
		server.close()
	})
	return port
}

const read = (host: string, port: number): Promise<string> =>
	new Promise((resolve, reject) => {
		get({ host, port, path: '/page', agent: false }, async (response) => {
			resolve((await response.toArray()).join(''))
		}).on('error', reject)
	})

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
	all?.some((one) => one.address === '::1'),
)

describe.skipIf(!hasIpv6)('on a machine with IPv6', () => {
	test('the second address leads to the server on the first, WebSockets too, and nobody else can have it', async () => {
		const port = await served()
		const release = await holdSecondLoopback(port, () => true)
		ends.push(release)
		expect(await read('::1', port)).toBe('answer to /page')
		const socket = new WebSocket(`ws://[::1]:${port}/`)
		await once(socket, 'open')
		socket.send('hello')
		expect(String((await once(socket, 'message'))[0])).toBe('hello!')
		expect(await isFreeAt('::1', port)).toBe(false)
		const closed = once(socket, 'close')
		await release()
		await closed
		expect(await isFreeAt('::1', port)).toBe(true)
	})

	test('it stays held while the server is not there, and leads to nobody then', async () => {
		const port = await served()
		let runs = false
		ends.push(await holdSecondLoopback(port, () => runs))
		await expect(read('::1', port)).rejects.toThrow()
		expect(await isFree(port)).toBe(false)
		runs = true
		expect(await read('::1', port)).toBe('answer to /page')
	})

	test('an address that another program has is not shared', async () => {
		const port = await freePort()
		const other = createServer()
		other.listen(port, '::1')
		await once(other, 'listening')
		ends.push(() => other.close())
		await expect(holdSecondLoopback(port, () => true)).rejects.toThrow('EADDRINUSE')
	})
})
