/**
 * How a server proves that it knows the hash of a token before it is sent the token: a relay's, or its operator's. A
 * client asks for it where nothing else tells who listens: at a loopback address without TLS, where any program may have
 * the port of a server that ended.
 */
import * as z from 'zod'

/** The header of the answer: `serverProofOf` of `token-proof.ts`. */
export const RELAY_PROOF_HEADER = 'fairlead-proof'

/** Characters of the token's hash that name the token. */
export const RELAY_PROOF_KEY_CHARS = 16

export const RelayProofQuery = z.object({
	/** The first characters of the token's SHA-256 in lower-case hex. They prove nothing, and reveal nothing of the token. */
	key: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
	/** New for each question. */
	nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{32}$/)),
})
export type RelayProofQuery = z.infer<typeof RelayProofQuery>
