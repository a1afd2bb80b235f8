/** An HTTP proxy on loopback that makes tunnels (CONNECT), or refuses to. */
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface FakeProxyOptions {
	/** `user:password` that it asks for. */
	readonly credentials?: string
	/** The port to which all tunnels lead, whatever was asked for: names of tests do not resolve. */
	readonly target: () => number
	/** Status of every answer. */
	readonly refuseWith?: number
}

export class FakeProxy {
	/** `host:port` of each tunnel that was asked for. */
	readonly asked: string[] = []
	/** Tunnels that were made. */
	tunnels = 0
	readonly #options: FakeProxyOptions
	readonly #sockets = new Set<Duplex>()
	readonly #http = createServer((_request, response) => response.writeHead(405).end())

	private constructor(options: FakeProxyOptions) {
		this.#options = options
		this.#http.on('connect', (request, socket) => this.#connect(request, socket))
	}

	static async start(options: FakeProxyOptions): Promise<FakeProxy> {
		const proxy = new FakeProxy(options)
		await new Promise<void>((resolve) => proxy.#http.listen(0, '127.0.0.1', resolve))
		return proxy
	}

	/** @param credentials `user:password` in it */
	address(credentials = ''): string {
		const { port } = this.#http.address() as AddressInfo
		return `http://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${port}`
	}

	async stop(): Promise<void> {
		for (const socket of this.#sockets) socket.destroy()
		this.#http.closeAllConnections()
		await new Promise((resolve) => this.#http.close(resolve))
	}

	#connect(request: IncomingMessage, socket: Duplex): void {
		this.asked.push(request.url ?? '')
		this.#keep(socket)
		const { credentials, refuseWith, target } = this.#options
		const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
		const status =
			refuseWith ?? (wanted && request.headers['proxy-authorization'] !== wanted ? 407 : null)
		if (status !== null) {
			socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
			return
		}
		const onward = connect(target(), '127.0.0.1', () => {
			this.tunnels++
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
			onward.pipe(socket).pipe(onward)
		})
		this.#keep(onward)
	}

	#keep(socket: Duplex): void {
		this.#sockets.add(socket)
		socket.on('error', () => socket.destroy())
		socket.on('close', () => this.#sockets.delete(socket))
	}
}
