/**
 * Connections to a server at a loopback address without TLS. Any program may have its port once it has ended, another
 * user's too; so on each connection the server proves, before it is sent the token, that it knows the token's hash and
 * is the one that listens at this port.
 */
import { once } from 'node:events'
import { Agent, type ClientRequestArgs, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { RELAY_PROOF_HEADER, RELAY_PROOF_KEY_CHARS } from '@fairlead/protocol/computers/relay-proof'
import { isProof, newNonce, serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'
import type { ProjectLink } from '../home/links.ts'
import { UserError } from '../platform/user-error.ts'
import { headersOf, MAX_HEAD_BYTES, readerOf } from './reader.ts'

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The question to a server, and the words if it cannot prove itself. */
interface Proof {
	readonly server: string
	readonly token: string
	/** The path of the question below the server's address. */
	readonly path: string
	/** "It did not prove that it is …", and what to do. */
	readonly unproven: string
}

/** A server answered, and did not prove itself. */
export class UnprovenServerError extends UserError {
	/** Its answer's; null if it was no answer of HTTP. Nothing says that the answer is our server's. */
	readonly status: number | null

	constructor({ server, unproven }: Proof, status: number | null) {
		super(`The program at ${server} did not prove that it is ${unproven}`)
		this.status = status
	}
}

/** The agent for requests with the link's token; undefined: TLS, or its absence that was accepted, says who listens. */
export const provenAgent = ({ server, projectId, token }: ProjectLink): Agent | undefined =>
	agentOf({
		server,
		token,
		path: `/api/projects/${encodeURIComponent(projectId)}/relay/proof`,
		unproven:
			'the server of this link, and was not sent the token. If it is a server of an older version, update it; otherwise another program has the port.',
	})

/** The same for requests with the operator's token. */
export const provenOperatorAgent = (to: Pick<Proof, 'server' | 'token'>): Agent | undefined =>
	agentOf({
		...to,
		path: '/api/operator/proof',
		unproven:
			'the server whose ADMIN_TOKEN you have, and was not sent the token. Check that your server runs at this port, without a proxy between, that it has this very ADMIN_TOKEN, and that it is not of an older version.',
	})

function agentOf(proof: Proof): Agent | undefined {
	const { protocol, hostname } = new URL(proof.server)
	return protocol === 'http:' && LOOPBACK.test(hostname) ? new ProvenAgent(proof) : undefined
}

interface Asked {
	readonly method: string
	readonly headers: Readonly<Record<string, string>>
	readonly body?: string
	readonly timeoutMs: number
}

/**
 * Sends a request, through the agent if there is one.
 * @throws {UnprovenServerError}
 */
export async function askProven(
	address: string,
	{ timeoutMs, ...asked }: Asked,
	agent: Agent | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
	const signal = AbortSignal.timeout(timeoutMs)
	if (agent === undefined) {
		const answer = await fetch(address, { ...asked, redirect: 'error', signal })
		return { status: answer.status, text: await answer.text() }
	}
	const { method, headers, body } = asked
	const sent = request(address, { method, headers, signal, agent }).end(body)
	const [answer] = (await once(sent, 'response')) as [IncomingMessage]
	return {
		status: answer.statusCode ?? 0,
		text: Buffer.concat(await answer.toArray()).toString(),
	}
}

class ProvenAgent extends Agent {
	readonly #proof: Proof

	constructor(proof: Proof) {
		super({ keepAlive: false })
		this.#proof = proof
	}

	override createConnection(
		_options: ClientRequestArgs,
		created?: (error: Error | null, stream: Duplex) => void,
	): undefined {
		provenSocket(this.#proof).then(
			(socket) => created?.(null, socket),
			// Node reads no stream beside an error.
			(error: Error) => created?.(error, undefined as unknown as Duplex),
		)
	}
}

async function provenSocket(proof: Proof): Promise<Socket> {
	const { server, token, path } = proof
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
		const asked = `${pathname.replace(/\/+$/, '')}${path}?${query}`
		reader.socket.write(`GET ${asked} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
		const head = await reader.until('\r\n\r\n', MAX_HEAD_BYTES)
		if (head === null) throw new UnprovenServerError(proof, null)
		const { status, headers } = headersOf(head)
		const given = headers.get(RELAY_PROOF_HEADER)
		if (
			!status.startsWith('HTTP/1.1 204 ') ||
			!isProof(given, serverProofOf(hash, nonce, askedPort))
		) {
			const code = /^HTTP\/1\.1 (\d{3})/.exec(status)?.[1]
			throw new UnprovenServerError(proof, code === undefined ? null : Number(code))
		}
		const { socket, rest } = reader.release()
		if (rest.length > 0) socket.unshift(rest)
		socket.resume()
		return socket
	} finally {
		reader.dropUnlessReleased()
	}
}
