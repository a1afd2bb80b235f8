/**
 * The secrets of automations and their reports, as D1 keeps them. A bearer is kept as its hash. A signature can only
 * be checked or made with the secret itself: it is encrypted under `SECRETS_KEY`, and kept as it is where the installation
 * has none (docs/security.md).
 */
import type { WebhookProof } from '@fairlead/protocol/automations'
import { hashSecret } from '../accounts/secrets.ts'

/** Forms of the column; a new one gets a new word. */
type Form = 'sha256' | 'aes-gcm' | 'plain'

/** As Standard Webhooks writes secrets: base64 of 32 random bytes. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const IV_BYTES = 12

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string): Uint8Array =>
	Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const mintHookSecret = (): string =>
	PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

/** The bytes that a Standard Webhooks signature is made with. */
export const signingBytes = (secret: string): Uint8Array => fromBase64(secret.slice(PREFIX.length))

/** A key for this purpose alone, whatever else the same variable may protect one day. */
async function keyFrom(secretsKey: string): Promise<CryptoKey> {
	const material = await crypto.subtle.importKey('raw', utf8(secretsKey), 'HKDF', false, [
		'deriveKey',
	])
	const info = utf8('fairlead automation secrets')
	return crypto.subtle.deriveKey(
		{ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
		material,
		{ name: 'AES-GCM', length: 256 },
		false,
		['encrypt', 'decrypt'],
	)
}

const as = (form: Form, text: string): string => `${form}:${text}`

/** The column's value of an automation, see {@link sealSecret}. */
export async function keepSecret(
	secret: string,
	proof: WebhookProof,
	automationId: string,
	secretsKey: string | undefined,
): Promise<string> {
	if (proof === 'bearer') return as('sha256', await hashSecret(secret))
	return sealSecret(secret, automationId, secretsKey)
}

/** A secret that must be read again. `boundTo`: the id of its row; a value that is copied to another row does not open there. */
export async function sealSecret(
	secret: string,
	boundTo: string,
	secretsKey: string | undefined,
): Promise<string> {
	if (!secretsKey) return as('plain', secret)
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
	const sealed = await crypto.subtle.encrypt(
		{ name: 'AES-GCM', iv, additionalData: utf8(boundTo) },
		await keyFrom(secretsKey),
		utf8(secret),
	)
	return as('aes-gcm', `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`)
}

/** Thrown if a secret was encrypted under another key than the installation has now. */
export class SecretLocked extends Error {
	override name = 'SecretLocked'
}

/** The secret, or of a bearer its hash. @throws {SecretLocked} */
export async function readSecret(
	kept: string,
	boundTo: string,
	secretsKey: string | undefined,
): Promise<string> {
	const colon = kept.indexOf(':')
	const text = kept.slice(colon + 1)
	const form = kept.slice(0, colon) as Form
	switch (form) {
		case 'plain':
		case 'sha256':
			return text
		case 'aes-gcm': {
			const [iv = '', sealed = ''] = text.split('.')
			try {
				const opened = await crypto.subtle.decrypt(
					{ name: 'AES-GCM', iv: fromBase64(iv), additionalData: utf8(boundTo) },
					await keyFrom(secretsKey ?? ''),
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
