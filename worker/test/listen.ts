/** A server on loopback, in Node, from a function that answers requests. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Handler } from './mcp/mcp-server-kit.ts'

export interface Listening {
	readonly origin: string
	close(): Promise<void>
}

async function send(answer: Response, to: ServerResponse): Promise<void> {
	to.writeHead(answer.status, Object.fromEntries(answer.headers))
	const reader = answer.body?.getReader()
	const closed = new Promise((resolve) => to.once('close', resolve))
	void closed.then(() => reader?.cancel().catch(() => undefined))
	for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
		// Waits for the network also where the answer never does.
		if (!to.write(read.value)) {
			await Promise.race([closed, new Promise((resolve) => to.once('drain', resolve))])
		}
		if (to.destroyed) return
	}
	to.end()
}

export async function listen(handler: Handler): Promise<Listening> {
	const server = createServer(async (incoming, outgoing) => {
		try {
			const chunks: Buffer[] = []
			for await (const chunk of incoming) chunks.push(chunk as Buffer)
			const body = Buffer.concat(chunks)
			const { method = 'GET', url = '/', headers } = incoming
			const request = new Request(`http://${headers.host}${url}`, {
				method,
				headers: headers as Record<string, string>,
				...(body.length > 0 ? { body } : {}),
			})
			await send(await handler(request), outgoing)
		} catch {
			outgoing.destroy()
		}
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		origin: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
}
