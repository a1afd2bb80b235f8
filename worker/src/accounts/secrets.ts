/** Minting, hashing and comparing of secrets. Only hashes are ever stored. */

/** 256 bits: beyond guessing, and short enough for a header. */
const SECRET_BYTES = 32

/** 43 characters of base64url. */
export function mintSecret(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
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
