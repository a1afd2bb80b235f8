/**
 * Connections to a server at a loopback address without TLS. Any program may have its port once it has ended, another
 * user's too; so on each connection the server proves, before it is sent the token, that it knows the token's hash and
 * is the one that listens at this port.
 */
import { once } from 'node:events'
import { Agent, type ClientRequestArgs } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RELAY_PROOF_HEADER, RELAY_PROOF_KEY_CHARS } from '@fairlead/protocol/computers/relay-proof'
import { isProof, newNonce, serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'
import type { ProjectLink } from '../home/links.ts'
import { headersOf, MAX_HEAD_BYTES, readerOf } from './reader.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A server answered, and did not prove itself. */
export class UnprovenServerError extends Error {
	/** Its answer's; null if it was no answer of HTTP. Nothing says that the answer is our server's. */
	readonly status: number | null

	constructor(server: string, status: number | null) {
		super(
			`The program at ${server} did not prove that it is the server of this link, and was not sent the token. If it is a server of an older version, update it; otherwise another program has the port.`,
		)
		this.status = status
	}
}

/** The agent for requests with the link's token; undefined: TLS, or its absence that was accepted, says who listens. */
export function provenAgent(link: ProjectLink): Agent | undefined {
	const { protocol, hostname } = new URL(link.server)
	return protocol === 'http:' && LOOPBACK.test(hostname) ? new ProvenAgent(link) : undefined
}

class ProvenAgent extends Agent {
	readonly #link: ProjectLink

	constructor(link: ProjectLink) {
		super({ keepAlive: false })
		this.#link = link
	}

	override createConnection(
		_options: ClientRequestArgs,
		created?: (error: Error | null, stream: Duplex) => void,
	): undefined {
		provenSocket(this.#link).then(
			(socket) => created?.(null, socket),
			// Node reads no stream beside an error.
			(error: Error) => created?.(error, undefined as unknown as Duplex),
		)
	}
}

async function provenSocket({ server, projectId, token }: ProjectLink): Promise<Socket> {
	const { hostname, port, host, pathname } = new URL(server)
	const askedPort = port === '' ? '80' : port
	const connecting = connect({
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(askedPort),
		noDelay: true,
	})
	await once(connecting, 'connect')
	const reader = readerOf(connecting)
	try {
		const nonce = newNonce()
		const hash = tokenHashOf(token)
		const query = new URLSearchParams({ key: hash.slice(0, RELAY_PROOF_KEY_CHARS), nonce })
		const path = `${pathname.replace(/\/+$/, '')}/api/projects/${encodeURIComponent(projectId)}/relay/proof?${query}`
		reader.socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
		const head = await reader.until('\r\n\r\n', MAX_HEAD_BYTES)
		if (head === null) throw new UnprovenServerError(server, null)
		const { status, headers } = headersOf(head)
		const proof = headers.get(RELAY_PROOF_HEADER)
		if (
			!status.startsWith('HTTP/1.1 204 ') ||
			!isProof(proof, serverProofOf(hash, nonce, askedPort))
		) {
			const code = /^HTTP\/1\.1 (\d{3})/.exec(status)?.[1]
			throw new UnprovenServerError(server, code === undefined ? null : Number(code))
		}
		const { socket, rest } = reader.release()
		if (rest.length > 0) socket.unshift(rest)
		socket.resume()
		return socket
	} finally {
		reader.dropUnlessReleased()
	}
}
