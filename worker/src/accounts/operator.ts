/** The operator of the installation has its secret `ADMIN_TOKEN`. Without the secret there is none. */
import {
	RELAY_PROOF_KEY_CHARS,
	type RelayProofQuery,
} from '@fairlead/protocol/computers/relay-proof'
import { serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'
import type { Env } from '../env.ts'
import { sameSecret } from '../platform/secrets.ts'

/** Too long to be guessed at any rate, so wrong ones need no count of their own. */
const MIN_CHARS = 32

export const OPERATOR_HINT = `Set the secret ADMIN_TOKEN, a random text of at least ${MIN_CHARS} characters ("openssl rand -base64 32").`

/** The operator's secret; null if the installation has no operator. */
export const operatorToken = ({ ADMIN_TOKEN = '' }: Env): string | null =>
	ADMIN_TOKEN.length < MIN_CHARS ? null : ADMIN_TOKEN

export async function isOperator(env: Env, authorization: string | undefined): Promise<boolean> {
	const expected = operatorToken(env)
	const given = /^Bearer +(\S{1,512})$/i.exec(authorization ?? '')?.[1]
	return expected !== null && given !== undefined && sameSecret(given, expected)
}

/**
 * The proof that this server knows the operator's token, for those who know it: others would test guesses by it.
 * Returns null for them.
 * @param port on which this server listens
 */
export async function operatorProof(
	env: Env,
	{ key, nonce }: RelayProofQuery,
	port: string,
): Promise<string | null> {
	const expected = operatorToken(env)
	if (expected === null) return null
	const hash = tokenHashOf(expected)
	const isKnown = await sameSecret(key, hash.slice(0, RELAY_PROOF_KEY_CHARS))
	return isKnown ? serverProofOf(hash, nonce, port) : null
}
