/**
 * How two ends on one machine prove to each other that they know the token of relay.json. The token itself is never
 * sent: the process id in a stale file may belong to another program by now, and so may the port. And how a server on
 * this machine proves to a relay that it knows the hash of its token, before it is sent that token. Needs Node's crypto.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Headers, in the lower case in which Node has them. */
export const TOKEN_PROOF = { nonceHeader: 'fairlead-nonce', proofHeader: 'fairlead-proof' } as const

const NONCE_BYTES = 24

export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url')
export const isNonce = (text: unknown): text is string =>
	typeof text === 'string' && /^[A-Za-z0-9_-]{32}$/.test(text)

/** The proof of one end. `who` keeps one end's proof from being the other's; an editor is a client. */
export const proofOf = (
	who: 'relay' | 'client',
	token: string,
	clientNonce: string,
	relayNonce: string,
): string =>
	createHmac('sha256', token).update(`${who}\n${clientNonce}\n${relayNonce}`).digest('base64url')

/** The SHA-256 of a token, in lower-case hex: what a server stores of it. */
export const tokenHashOf = (token: string): string =>
	createHash('sha256').update(token).digest('hex')

/**
 * The proof of a server, which is asked for with `RelayProofQuery`.
 * @param port on which the server itself listens: a program at another one that hands the question on to it gets no proof
 */
export const serverProofOf = (tokenHash: string, nonce: string, port: string): string =>
	createHmac('sha256', tokenHash).update(`server\n${nonce}\n${port}`).digest('base64url')

export function isProof(given: unknown, expected: string): boolean {
	if (typeof given !== 'string') return false
	const [a, b] = [Buffer.from(given), Buffer.from(expected)]
	return a.length === b.length && timingSafeEqual(a, b)
}
