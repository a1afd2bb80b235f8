/** A handler of web requests as a server on loopback. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebServer {
	/** Without a slash at its end. */
	readonly url: string
	close(): Promise<void>
}

export async function serveWeb(
	answer: (request: Request) => Promise<Response>,
): Promise<WebServer> {
	const server = createServer(async (incoming, outgoing) => {
		const chunks: Buffer[] = []
		for await (const chunk of incoming) chunks.push(chunk)
		const { method = 'GET', url: path = '/', headers } = incoming
		const request = new Request(`http://127.0.0.1${path}`, {
			method,
			headers: headers as Record<string, string>,
			...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
		})
		const given = await answer(request)
		outgoing.writeHead(given.status, Object.fromEntries(given.headers))
		outgoing.end(Buffer.from(await given.arrayBuffer()))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
