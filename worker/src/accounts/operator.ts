/** The operator of the installation has its secret `ADMIN_TOKEN`. Without the secret there is none. */
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
