/**
 * Secrets that must be read again, as D1 keeps them: encrypted under a key that follows from `SECRETS_KEY`, and as they are
 * where the installation has none (docs/security.md).
 */

/** Forms of the column; a new one gets a new word. `aes-gcm-2` names the key. */
type Form = 'aes-gcm-2' | 'aes-gcm' | 'plain'

/** Each has a key of its own. A name must never change. */
export type SecretPurpose =
	| 'automation secrets'
	| 'mcp server secrets'
	| 'model keys'
	| 'arena keys'
	| 'push key'

/** Texts from which keys follow. New secrets are encrypted under the first; both are tried to read one. */
export interface SecretsKeys {
	readonly SECRETS_KEY?: string | undefined
	readonly SECRETS_KEY_PREVIOUS?: string | undefined
}

const IV_BYTES = 12
/** Enough to tell a few keys apart. */
const KEY_ID_BITS = 48

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Uint8Array =>
	Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const hkdf = (info: string) => ({
	name: 'HKDF',
	hash: 'SHA-256',
	salt: new Uint8Array(),
	info: utf8(`fairlead ${info}`),
})

const materialOf = (secretsKey: string): Promise<CryptoKey> =>
	crypto.subtle.importKey('raw', utf8(secretsKey), 'HKDF', false, ['deriveKey', 'deriveBits'])

async function keyFrom(secretsKey: string, purpose: SecretPurpose): Promise<CryptoKey> {
	const aes = { name: 'AES-GCM', length: 256 }
	const uses = ['encrypt', 'decrypt']
	return crypto.subtle.deriveKey(hkdf(purpose), await materialOf(secretsKey), aes, false, uses)
}

/** Names a key without telling anything about it. */
async function keyIdOf(secretsKey: string): Promise<string> {
	const bits = crypto.subtle.deriveBits(hkdf('key id'), await materialOf(secretsKey), KEY_ID_BITS)
	return toBase64(new Uint8Array(await bits))
}

const as = (form: Form, text: string): string => `${form}:${text}`

function partsOf(kept: string): { form: Form; text: string } {
	const colon = kept.indexOf(':')
	return { form: kept.slice(0, colon) as Form, text: kept.slice(colon + 1) }
}

/** `boundTo`: the id of its row; a value that is copied to another row does not open there. */
export async function seal(
	secret: string,
	boundTo: string,
	{ SECRETS_KEY: secretsKey }: SecretsKeys,
	purpose: SecretPurpose,
): Promise<string> {
	if (!secretsKey) return as('plain', secret)
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
	const sealed = await crypto.subtle.encrypt(
		{ name: 'AES-GCM', iv, additionalData: utf8(boundTo) },
		await keyFrom(secretsKey, purpose),
		utf8(secret),
	)
	const parts = [await keyIdOf(secretsKey), toBase64(iv), toBase64(new Uint8Array(sealed))]
	return as('aes-gcm-2', parts.join('.'))
}

/** The beginning of every secret that is encrypted under this key. */
export const sealedPrefix = async (secretsKey: string): Promise<string> =>
	as('aes-gcm-2', `${await keyIdOf(secretsKey)}.`)

/** Whether it is kept as {@link seal} would keep it now; if not, it is sealed again when there is occasion. */
export async function isSealedAnew(kept: string, keys: SecretsKeys): Promise<boolean> {
	return !keys.SECRETS_KEY || kept.startsWith(await sealedPrefix(keys.SECRETS_KEY))
}

/** Thrown if a secret was encrypted under another key than the installation has now. */
export class SecretLocked extends Error {
	override name = 'SecretLocked'
}

/** @throws {SecretLocked} */
export async function unseal(
	kept: string,
	boundTo: string,
	keys: SecretsKeys,
	purpose: SecretPurpose,
): Promise<string> {
	const { form, text } = partsOf(kept)
	switch (form) {
		case 'plain':
			return text
		case 'aes-gcm':
			return open(`.${text}`, boundTo, keys, purpose)
		case 'aes-gcm-2':
			return open(text, boundTo, keys, purpose)
		default:
			form satisfies never
			throw new SecretLocked(`This secret was kept in a form that is not known: ${form}`)
	}
}

/** `text`: the key's id, empty where it is not known, the IV, and what is encrypted. */
async function open(
	text: string,
	boundTo: string,
	{ SECRETS_KEY, SECRETS_KEY_PREVIOUS }: SecretsKeys,
	purpose: SecretPurpose,
): Promise<string> {
	const [keyId = '', iv = '', sealed = ''] = text.split('.')
	let cause: unknown
	for (const secretsKey of [SECRETS_KEY, SECRETS_KEY_PREVIOUS]) {
		if (!secretsKey || (keyId !== '' && keyId !== (await keyIdOf(secretsKey)))) continue
		try {
			const opened = await crypto.subtle.decrypt(
				{ name: 'AES-GCM', iv: fromBase64(iv), additionalData: utf8(boundTo) },
				await keyFrom(secretsKey, purpose),
				fromBase64(sealed),
			)
			return new TextDecoder().decode(opened)
		} catch (error) {
			cause = error
		}
	}
	throw new SecretLocked('SECRETS_KEY is not the one that this secret was kept under', { cause })
}
