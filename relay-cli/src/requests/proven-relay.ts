/** A connection to the port of relay.json on which the relay has proved itself, before it is sent the token. */
import type { Socket } from 'node:net'
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import {
	isNonce,
	isProof,
	newNonce,
	proofOf,
	TOKEN_PROOF,
} from '@fairlead/protocol/wire/token-proof'
import { headersOf, MAX_HEAD_BYTES, openReader } from './reader.ts'
import { RELAY_PROOF_PATH } from './wire.ts'

export type ProvenRelay =
	| { readonly kind: 'relay'; readonly socket: Socket }
	/** A relay of before this proof answers so, and so may any other program. */
	| { readonly kind: 'asks for the token' }
	| { readonly kind: 'another program' }
	| { readonly kind: 'one that is silent' }
	| { readonly kind: 'nobody' }

export async function provenRelay({ port, token }: RelayFile): Promise<ProvenRelay> {
	const reader = await openReader({ host: '127.0.0.1', port, noDelay: true })
	if (reader === null) return { kind: 'nobody' }
	try {
		const nonce = newNonce()
		reader.socket.write(
			`GET ${RELAY_PROOF_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${TOKEN_PROOF.nonceHeader}: ${nonce}\r\n\r\n`,
		)
		const head = await reader.until('\r\n\r\n', MAX_HEAD_BYTES)
		if (head === null) return { kind: 'one that is silent' }
		const { status, headers } = headersOf(head)
		if (status.startsWith('HTTP/1.1 401 ')) return { kind: 'asks for the token' }
		const relayNonce = headers.get(TOKEN_PROOF.nonceHeader)
		const proof = headers.get(TOKEN_PROOF.proofHeader)
		const isRelay =
			status.startsWith('HTTP/1.1 204 ') &&
			isNonce(relayNonce) &&
			isProof(proof, proofOf('relay', token, nonce, relayNonce))
		if (!isRelay) return { kind: 'another program' }
		const { socket } = reader.release()
		socket.resume()
		return { kind: 'relay', socket }
	} finally {
		reader.dropUnlessReleased()
	}
}
