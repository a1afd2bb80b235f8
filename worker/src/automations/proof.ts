/**
 * Whether a delivery comes from somebody with the automation's secret, judged by the bytes that came: Standard Webhooks,
 * GitHub's signature, or a bearer. Signatures are compared by WebCrypto, in constant time.
 */
import type { WebhookProof } from '@fairlead/protocol/automations/automations'
import { fromBase64 } from '../platform/sealed-secret.ts'
import { hashSecret, sameSecret } from '../platform/secrets.ts'
import { signingBytes } from './kept-secret.ts'

/** The tolerance that Standard Webhooks advises: for clocks that differ, and against replays. */
export const TOLERANCE_MS = 5 * 60_000
/** A key that is being replaced may sign beside its successor. */
const MAX_SIGNATURES = 8
const MAX_ID_CHARS = 200

export interface Proven {
	/** The same id is the same delivery; null: the sender does not say. */
	readonly deliveryId: string | null
	/** Unix milliseconds, to the second; null: the sender signs no time. */
	readonly signedAt: number | null
}

interface Sent {
	readonly headers: Headers
	readonly body: Uint8Array
	/** Unix milliseconds. */
	readonly now: number
}

/** `secret`: the text that `readSecret` gives. null: not proven, for whatever reason. */
export async function proofOf(
	proof: WebhookProof,
	secret: string,
	sent: Sent,
): Promise<Proven | null> {
	switch (proof) {
		case 'standard':
			return standard(secret, sent)
		case 'github':
			return github(secret, sent)
		case 'bearer':
			return bearer(secret, sent)
		default:
			return proof satisfies never
	}
}

/** A printable id without a full stop: the signed text is `id.time.body`. */
function idIn(headers: Headers, name: string): string | null {
	const id = headers.get(name) ?? ''
	return id.length <= MAX_ID_CHARS && /^[!-\-/-~]+$/.test(id) ? id : null
}

async function standard(secret: string, { headers, body, now }: Sent): Promise<Proven | null> {
	const id = idIn(headers, 'webhook-id')
	const timestamp = headers.get('webhook-timestamp') ?? ''
	if (id === null || !/^\d{1,12}$/.test(timestamp)) return null
	const signedAt = Number(timestamp) * 1_000
	if (Math.abs(now - signedAt) > TOLERANCE_MS) return null
	const signatures = (headers.get('webhook-signature') ?? '').split(' ', MAX_SIGNATURES)
	const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
	const key = await hmacKey(signingBytes(secret))
	for (const signature of signatures) {
		const [, encoded] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? []
		if (encoded !== undefined && (await verify(key, fromBase64(encoded), signed))) {
			return { deliveryId: id, signedAt }
		}
	}
	return null
}

/**
 * GitHub signs the body alone, neither its id nor a time: a delivery that somebody recorded could be sent again
 * under a new id. So the signature itself is the delivery's id; a redelivery has the same one.
 */
async function github(secret: string, { headers, body }: Sent): Promise<Proven | null> {
	const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(headers.get('x-hub-signature-256') ?? '') ?? []
	if (hex === undefined) return null
	const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
	const key = await hmacKey(new TextEncoder().encode(secret))
	return (await verify(key, signature, body))
		? { deliveryId: `sha256=${hex}`, signedAt: null }
		: null
}

/** Nothing of the delivery is signed; its sender may name it, so that it can be sent again. */
async function bearer(hash: string, { headers }: Sent): Promise<Proven | null> {
	const [, token] = /^Bearer +(\S{1,200})$/i.exec(headers.get('authorization') ?? '') ?? []
	if (token === undefined || !(await sameSecret(await hashSecret(token), hash))) return null
	const deliveryId = idIn(headers, 'webhook-id') ?? idIn(headers, 'idempotency-key')
	return { deliveryId, signedAt: null }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const
const hmacKey = (secret: Uint8Array): Promise<CryptoKey> =>
	crypto.subtle.importKey('raw', secret, HMAC, false, ['verify'])
const verify = (key: CryptoKey, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> =>
	crypto.subtle.verify('HMAC', key, signature, bytes)

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
	const both = new Uint8Array(head.length + tail.length)
	both.set(head)
	both.set(tail, head.length)
	return both
}
