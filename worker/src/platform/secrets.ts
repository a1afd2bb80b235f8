/** Minting, hashing and comparing of secrets. Only hashes are ever stored. */

/** 256 bits: beyond guessing, and short enough for a header. */
const SECRET_BYTES = 32

export const base64UrlOf = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

/** 43 characters of base64url. */
export const mintSecret = (): string =>
	base64UrlOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

/** Another secret that follows from this one (HMAC-SHA256); 43 characters of base64url. */
export async function deriveSecret(secret: string, purpose: string): Promise<string> {
	const encode = (text: string) => new TextEncoder().encode(text)
	const algorithm = { name: 'HMAC', hash: 'SHA-256' }
	const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
	return base64UrlOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(purpose))))
}

async function digest(text: string): Promise<Uint8Array> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** SHA-256, lower-case hex. Secrets are random, so no salt and no slow hash is needed. */
export async function hashSecret(secret: string): Promise<string> {
	return Array.from(await digest(secret), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares in a time that reveals neither the secret's length nor where the two differ. */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
	const [a, b] = await Promise.all([digest(given), digest(expected)])
	let difference = 0
	for (const [i, byte] of a.entries()) difference |= byte ^ (b[i] ?? 0)
	return difference === 0
}
