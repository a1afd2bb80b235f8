/**
 * The secrets of automations and their reports, in the form that D1 keeps. A bearer is kept as its hash. A signature can
 * only be checked or made with the secret itself: see `platform/sealed-secret.ts`.
 */
import type { WebhookProof } from '@fairlead/protocol/automations/automations'
import { fromBase64, type SecretsKeys, seal, toBase64, unseal } from '../platform/sealed-secret.ts'
import { hashSecret } from '../platform/secrets.ts'

/** The form of secrets in Standard Webhooks: base64 of 32 random bytes. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HASHED = 'sha256:'

export const mintHookSecret = (): string =>
	PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))

/** The bytes that a Standard Webhooks signature is made with. */
export const signingBytes = (secret: string): Uint8Array => fromBase64(secret.slice(PREFIX.length))

/** The value of an automation's column: see {@link sealSecret}. */
export async function keepSecret(
	secret: string,
	proof: WebhookProof,
	automationId: string,
	keys: SecretsKeys,
): Promise<string> {
	if (proof === 'bearer') return HASHED + (await hashSecret(secret))
	return sealSecret(secret, automationId, keys)
}

/** Seals a secret that must be read again. `boundTo`: the id of its row. */
export const sealSecret = (secret: string, boundTo: string, keys: SecretsKeys): Promise<string> =>
	seal(secret, boundTo, keys, 'automation secrets')

/** Tells two secrets apart without revealing either. `secret`: the text that {@link readSecret} gives. */
export const markOf = async (secret: string): Promise<string> =>
	(await hashSecret(`mark:${secret}`)).slice(0, 16)

/** The secret, or the hash of a bearer. @throws {SecretLocked} */
export const readSecret = async (
	kept: string,
	boundTo: string,
	keys: SecretsKeys,
): Promise<string> =>
	kept.startsWith(HASHED)
		? kept.slice(HASHED.length)
		: unseal(kept, boundTo, keys, 'automation secrets')
