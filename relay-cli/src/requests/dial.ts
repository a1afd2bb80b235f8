/** Connects `fairlead mcp` with the running relay. Loads nothing but Node. */
import type { NetConnectOpts, Socket } from 'node:net'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import {
	isNonce,
	isProof,
	newNonce,
	proofOf,
	TOKEN_PROOF,
} from '@fairlead/protocol/wire/token-proof'
import { headersOf, MAX_HEAD_BYTES, openReader, type Reader } from './reader.ts'
import { type Introduction, MCP_WIRE, type McpHello, type McpWelcome } from './wire.ts'

export type Dialed =
	| {
			readonly kind: 'connected'
			readonly socket: Socket
			readonly rest: Buffer
			/** The relay is another client's, and ends with it. */
			readonly alone: boolean
	  }
	/** Nothing listens, or another program does: relay.json is from a process that has ended. */
	| { readonly kind: 'stale'; readonly why: string }
	/** The relay itself says no. */
	| { readonly kind: 'refused'; readonly why: string }

/** Dials the socket that relay.json names; the port if it names none, or no relay proves itself there. */
export async function dialRelay(file: RelayFile, hello: Introduction): Promise<Dialed> {
	if (file.mcpSocket !== undefined) {
		const near = await dialAt({ path: file.mcpSocket }, file, hello)
		if (near.kind !== 'stale') return near
	}
	return dialAt({ host: '127.0.0.1', port: file.port, noDelay: true }, file, hello)
}

/**
 * Tells which program answers on the port of relay.json now: after a crash, any may have it. The relay proves that it
 * knows the token, which is not sent.
 */
export async function whoListens({
	port,
	token,
}: RelayFile): Promise<'relay' | 'another program' | 'one that is silent' | 'nobody'> {
	const reader = await openReader({ host: '127.0.0.1', port, noDelay: true })
	if (reader === null) return 'nobody'
	try {
		const { kind } = await askedForProof(reader, port, token)
		if (kind === 'silent') return 'one that is silent'
		return kind === 'proved' ? 'relay' : 'another program'
	} catch {
		return 'one that is silent'
	} finally {
		reader.dropUnlessReleased()
	}
}

type Proof =
	| { readonly kind: 'proved'; readonly nonce: string; readonly relayNonce: string }
	| { readonly kind: 'none' }
	| { readonly kind: 'silent' }

/** The relay's half of the handshake. */
async function askedForProof(reader: Reader, port: number, token: string): Promise<Proof> {
	const nonce = newNonce()
	reader.socket.write(
		`GET ${MCP_WIRE.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: ${MCP_WIRE.upgrade}\r\n${TOKEN_PROOF.nonceHeader}: ${nonce}\r\n\r\n`,
	)
	const head = await reader.until('\r\n\r\n', MAX_HEAD_BYTES)
	if (head === null) return { kind: 'silent' }
	const { status, headers } = headersOf(head)
	// Any HTTP server answers an unknown path somehow; that does not make it a relay.
	if (!status.startsWith('HTTP/1.1 101 ')) return { kind: 'none' }
	const relayNonce = headers.get(TOKEN_PROOF.nonceHeader)
	const proof = headers.get(TOKEN_PROOF.proofHeader)
	return isNonce(relayNonce) && isProof(proof, proofOf('relay', token, nonce, relayNonce))
		? { kind: 'proved', nonce, relayNonce }
		: { kind: 'none' }
}

async function dialAt(
	address: NetConnectOpts,
	{ port, token, pid }: RelayFile,
	hello: Introduction,
): Promise<Dialed> {
	const reader = await openReader(address)
	if (reader === null)
		return { kind: 'stale', why: `Nothing listens on port ${port}, which relay.json names.` }
	const foreign: Dialed = {
		kind: 'stale',
		why: `The program on port ${port} (process ${pid}) is not the relay that wrote relay.json.`,
	}
	try {
		const proof = await askedForProof(reader, port, token)
		if (proof.kind !== 'proved') return foreign
		const { nonce, relayNonce } = proof
		const said: McpHello = {
			...hello,
			version: MCP_WIRE.version,
			proof: proofOf('client', token, nonce, relayNonce),
		}
		reader.socket.write(`${JSON.stringify(said)}\n`)
		const line = await reader.until('\n', MAX_HEAD_BYTES)
		if (line === null) return foreign
		const welcome = JSON.parse(line) as McpWelcome
		if (!welcome.ok) return { kind: 'refused', why: welcome.error }
		return { kind: 'connected', ...reader.release(), alone: welcome.alone }
	} catch {
		return foreign
	} finally {
		reader.dropUnlessReleased()
	}
}
