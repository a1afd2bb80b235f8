/**
 * How two ends on one machine prove to each other that they know the token of relay.json. The token itself is never
 * sent: the process id in a stale file may belong to another program by now, and so may the port. For Node only.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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

export function isProof(given: unknown, expected: string): boolean {
	if (typeof given !== 'string') return false
	const [a, b] = [Buffer.from(given), Buffer.from(expected)]
	return a.length === b.length && timingSafeEqual(a, b)
}
