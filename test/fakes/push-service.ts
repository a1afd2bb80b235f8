/** A push service of browsers: takes each push, and keeps what came with it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Pushed {
	readonly headers: IncomingHttpHeaders
	readonly body: string
}

export interface PushService {
	/** The address to which a browser's pushes go. */
	readonly endpoint: string
	/** All that came, oldest first. */
	readonly pushed: readonly Pushed[]
	close(): void
}

/** @param arrived called with each push */
export async function startPushService(
	arrived: () => void = () => undefined,
): Promise<PushService> {
	const pushed: Pushed[] = []
	const service = createServer(async (request, response) => {
		let body = ''
		for await (const chunk of request) body += chunk
		pushed.push({ headers: request.headers, body })
		arrived()
		response.writeHead(201).end()
	})
	await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
	const { port } = service.address() as AddressInfo
	return {
		endpoint: `http://127.0.0.1:${port}/send/browser`,
		pushed,
		close: () => {
			service.closeAllConnections()
			service.close()
		},
	}
}
