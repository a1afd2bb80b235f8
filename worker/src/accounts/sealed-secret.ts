/**
 * Secrets that must be read again, as D1 keeps them: encrypted under a key that follows from `SECRETS_KEY`, and as they are
 * where the installation has none (docs/security.md).
 */

/** Forms of the column; a new one gets a new word. */
type Form = 'aes-gcm' | 'plain'

/** Each has a key of its own. A name must never change. */
export type SecretPurpose = 'automation secrets' | 'mcp server secrets'

const IV_BYTES = 12

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Uint8Array =>
	Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

async function keyFrom(secretsKey: string, purpose: SecretPurpose): Promise<CryptoKey> {
	const material = await crypto.subtle.importKey('raw', utf8(secretsKey), 'HKDF', false, [
		'deriveKey',
	])
	const info = utf8(`fairlead ${purpose}`)
	return crypto.subtle.deriveKey(
		{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
		material,
		{ name: 'AES-GCM', length: 256 },
		false,
		['encrypt', 'decrypt'],
	)
}

const as = (form: Form, text: string): string => `${form}:${text}`

/** `boundTo`: the id of its row; a value that is copied to another row does not open there. */
export async function seal(
	secret: string,
	boundTo: string,
	secretsKey: string | undefined,
	purpose: SecretPurpose,
): Promise<string> {
	if (!secretsKey) return as('plain', secret)
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
	const sealed = await crypto.subtle.encrypt(
		{ name: 'AES-GCM', iv, additionalData: utf8(boundTo) },
		await keyFrom(secretsKey, purpose),
		utf8(secret),
	)
	return as('aes-gcm', `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

/** Thrown if a secret was encrypted under another key than the installation has now. */
export class SecretLocked extends Error {
	override name = 'SecretLocked'
}

/** @throws {SecretLocked} */
export async function unseal(
	kept: string,
	boundTo: string,
	secretsKey: string | undefined,
	purpose: SecretPurpose,
): Promise<string> {
	const colon = kept.indexOf(':')
	const text = kept.slice(colon + 1)
	const form = kept.slice(0, colon) as Form
	switch (form) {
		case 'plain':
			return text
		case 'aes-gcm': {
			const [iv = '', sealed = ''] = text.split('.')
			try {
				const opened = await crypto.subtle.decrypt(
					{ name: 'AES-GCM', iv: fromBase64(iv), additionalData: utf8(boundTo) },
					await keyFrom(secretsKey ?? '', purpose),
					fromBase64(sealed),
				)
				return new TextDecoder().decode(opened)
			} catch (cause) {
				throw new SecretLocked('SECRETS_KEY is not the one that this secret was kept under', {
					cause,
				})
			}
		}
		default:
			return form satisfies never
	}
}
