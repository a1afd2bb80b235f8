/**
 * A Streamable HTTP endpoint in front of stdio servers: the conformance suite speaks only HTTP. Each session has a process,
 * and each request that belongs to none (2026-07-28), because a process keeps to the revision of its first message.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'

interface Message {
	readonly id?: string | number
	readonly method?: string
}

/** One process and the streams that wait for its messages. */
class Session {
	readonly child: ChildProcessWithoutNullStreams
	readonly #streams = new Map<string | number, ServerResponse>()

	constructor(child: ChildProcessWithoutNullStreams) {
		this.child = child
		child.stderr.resume()
		createInterface({ input: child.stdout }).on('line', (line) => this.#received(line))
	}

	/** The answer, and everything before it, goes into this response. */
	ask(message: Message, line: string, response: ServerResponse): void {
		if (message.id !== undefined) this.#streams.set(message.id, response)
		this.child.stdin.write(`${line}\n`)
	}

	tell(line: string): void {
		this.child.stdin.write(`${line}\n`)
	}

	#received(line: string): void {
		const { id, method } = JSON.parse(line) as Message
		const isAnswer = method === undefined && id !== undefined
		const stream = isAnswer ? this.#streams.get(id) : [...this.#streams.values()].at(-1)
		stream?.write(`event: message\ndata: ${line}\n\n`)
		if (!isAnswer) return
		stream?.end()
		this.#streams.delete(id)
	}
}

export async function serveOverHttp(
	args: readonly string[],
	options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ url: string; close(): void }> {
	const sessions = new Map<string, Session>()
	let port = 0
	const server = createServer(async (request, response) => {
		const host = request.headers.host ?? ''
		if (!/^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(host)) {
			response.writeHead(403).end()
			return
		}
		if (request.method !== 'POST') {
			response.writeHead(405).end()
			return
		}
		let body = ''
		for await (const chunk of request) body += chunk
		const message = JSON.parse(body) as Message
		const line = JSON.stringify(message)
		const known = sessions.get(String(request.headers['mcp-session-id']))
		const session = known ?? new Session(spawn(process.execPath, [...args], options))
		const id = known ? String(request.headers['mcp-session-id']) : randomUUID()
		sessions.set(id, session)
		if (!known && message.method !== 'initialize')
			response.once('close', () => {
				session.child.kill('SIGKILL')
				sessions.delete(id)
			})
		if (message.id === undefined || message.method === undefined) {
			session.tell(line)
			response.writeHead(202).end()
			return
		}
		response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': id })
		session.ask(message, line, response)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	if (address !== null && typeof address === 'object') port = address.port
	return {
		url: `http://127.0.0.1:${port}/mcp`,
		close() {
			for (const { child } of sessions.values()) child.kill('SIGKILL')
			server.closeAllConnections()
			server.close()
		},
	}
}
