/**
 * Challenges for signing in with a passkey, which a server with a SECRETS_KEY signs instead of storing them: nobody can
 * use up a number of open ones, and so keep others out.
 */
import { deriveSecret, mintSecret, sameSecret } from '../platform/secrets.ts'

const signatureOf = (secretsKey: string, text: string): Promise<string> =>
	deriveSecret(secretsKey, `passkey challenge\n${text}`)

/** 256 random bits, the time at which it ends, and the signature. */
export async function signedChallenge(secretsKey: string, expiresAt: number): Promise<string> {
	const text = `${expiresAt}.${mintSecret()}`
	return `${text}.${await signatureOf(secretsKey, text)}`
}

/** When a challenge of ours ends; null: it has ended, or is none of ours. */
export async function endOfChallenge(
	secretsKey: string,
	challenge: string,
	now: number,
): Promise<number | null> {
	const [, text, end, signature] = /^((\d+)\.[\w-]+)\.([\w-]+)$/.exec(challenge) ?? []
	if (text === undefined || signature === undefined || Number(end) <= now) return null
	const ours = await sameSecret(signature, await signatureOf(secretsKey, text))
	return ours ? Number(end) : null
}
