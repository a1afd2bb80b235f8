/** A command's requests to the running relay, over loopback with the token of relay.json. */
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { whoListens } from './dial.ts'
import { provenRelay } from './proven-relay.ts'

/** Far above any answer: another program may listen on the port. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export interface LocalRequest {
	readonly method: 'GET' | 'POST'
	readonly path: string
	readonly timeoutMs: number
	/** Sent as JSON. */
	readonly body?: unknown
}

/**
 * The answer's JSON; null if it is not JSON, or if another program has the port. The token is sent only to the relay that
 * wrote `file`.
 * @throws when nothing answers on its port
 */
export async function askRelay(
	file: RelayFile,
	{ method, path, timeoutMs, body: sent }: LocalRequest,
): Promise<unknown> {
	const { port, token } = file
	const socket = await socketOf(file)
	if (socket === null) return null
	return new Promise((resolve, reject) => {
		const asked = request(
			{
				host: '127.0.0.1',
				port,
				method,
				path,
				headers: { authorization: `Bearer ${token}` },
				timeout: timeoutMs,
				// No agent: the global one may know of a proxy, and would take another connection.
				createConnection: () => socket,
			},
			(response) => {
				let body = ''
				response.setEncoding('utf8')
				response.on('data', (chunk: string) => {
					body += chunk
					if (body.length > MAX_ANSWER_BYTES) response.destroy(new Error('its answer is too long'))
				})
				response.on('end', () => resolve(response.statusCode === 200 ? parsed(body) : null))
				response.on('error', reject)
			},
		)
		asked.on('timeout', () => asked.destroy(new Error('it does not respond')))
		asked.on('error', reject)
		asked.end(sent === undefined ? undefined : JSON.stringify(sent))
	})
}

/** Returns null if another program has the port. */
async function socketOf(file: RelayFile): Promise<Socket | null> {
	const proven = await provenRelay(file)
	// An older relay proves itself on one connection, and takes the request on another.
	const kind = proven.kind === 'asks for the token' ? await whoListens(file) : proven.kind
	switch (kind) {
		case 'another program':
			return null
		case 'nobody':
			throw new Error('nothing listens there')
		case 'one that is silent':
			throw new Error('it does not respond')
		case 'relay':
			return proven.kind === 'relay'
				? proven.socket
				: connect({ host: '127.0.0.1', port: file.port, noDelay: true })
		default:
			return kind satisfies never
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
