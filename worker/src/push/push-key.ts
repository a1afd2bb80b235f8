/** The key by which push services know this installation (VAPID, RFC 8292). Made when a browser first asks for it. */

import type { Database } from '../db/client.ts'
import { SecretLocked, type SecretsKeys, seal, unseal } from '../platform/sealed-secret.ts'
import { base64UrlOf } from '../platform/secrets.ts'
import { deletePushKey, findPushKey, insertPushKey, type PushKeyRow } from './store.ts'

const ID = 'vapid'
const PURPOSE = 'push key'
const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

export interface PushKey {
	/** The uncompressed point, 65 bytes in base64url: what a page gives to `PushManager.subscribe`. */
	readonly publicKey: string
	readonly privateKey: JsonWebKey
}

/**
 * Read by a page that may subscribe. A key that SECRETS_KEY no longer opens is replaced then, and the browsers that subscribed to it
 * have to subscribe again.
 */
export async function publicPushKey(keys: SecretsKeys, db: Database, now: number): Promise<string> {
	const row = (await findPushKey(db, ID)) ?? (await made(keys, db, now))
	try {
		return (await opened(keys, row)).publicKey
	} catch (error) {
		if (!(error instanceof SecretLocked)) throw error
		await deletePushKey(db, row)
		return (await made(keys, db, now)).publicKey
	}
}

/**
 * Signs a push to a browser that has subscribed; undefined: no key was ever made.
 *
 * @throws {SecretLocked}
 */
export async function findOpenPushKey(
	keys: SecretsKeys,
	db: Database,
): Promise<PushKey | undefined> {
	const row = await findPushKey(db, ID)
	return row && opened(keys, row)
}

async function opened(keys: SecretsKeys, { publicKey, sealed }: PushKeyRow): Promise<PushKey> {
	return { publicKey, privateKey: JSON.parse(await unseal(sealed, ID, keys, PURPOSE)) }
}

async function made(keys: SecretsKeys, db: Database, now: number): Promise<PushKeyRow> {
	const pair = (await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])) as CryptoKeyPair
	const point = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
	const jwk = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey
	const row: PushKeyRow = {
		id: ID,
		publicKey: base64UrlOf(new Uint8Array(point)),
		sealed: await seal(JSON.stringify(jwk), ID, keys, PURPOSE),
		createdAt: now,
	}
	await insertPushKey(db, row)
	// Another request may have been first.
	return (await findPushKey(db, ID)) ?? row
}
