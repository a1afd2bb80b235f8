/** Relay tokens: for one project, shown once, revocable. */
import type { RelayProofQuery } from '@fairlead/protocol/computers/relay-proof'
import type { CreatedRelayToken } from '@fairlead/protocol/computers/relay-tokens'
import { serverProofOf } from '@fairlead/protocol/wire/token-proof'
import type { RelayActor } from '../access/actor.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { deriveSecret, hashSecret, mintSecret } from '../platform/secrets.ts'
import {
	findRelayToken,
	findRelayTokenByKey,
	insertRelayToken,
	type RelayTokenRow,
	touchRelayToken,
} from './store/relay-tokens.ts'

/** Lets secret scanners and people recognise a token. */
const PREFIX = 'flr_'
/** "Last used" is for people: to the hour is enough, and a reconnect then costs no write. */
const TOUCH_INTERVAL_MS = 3_600_000

/** Mints and stores a token; its text is in this answer only. Returns null if the project has `max` already. */
export async function createRelayToken(
	db: Database,
	{ projectId, label, createdBy }: Pick<RelayTokenRow, 'projectId' | 'label' | 'createdBy'>,
	now: number,
	max: number,
): Promise<CreatedRelayToken | null> {
	const token = `${PREFIX}${mintSecret()}`
	const id = newId('rtk', now)
	const tokenHash = await hashSecret(token)
	const row = { id, projectId, label, tokenHash, createdAt: now, lastUsedAt: null, createdBy }
	if (!(await insertRelayToken(db, row, max))) return null
	return { id, label, createdAt: now, lastUsedAt: null, token }
}

/** The token that a paired computer gets: always the same for one device code. */
export async function relayTokenFrom(
	deviceCode: string,
): Promise<{ readonly token: string; readonly tokenHash: string }> {
	const token = `${PREFIX}${await deriveSecret(deviceCode, 'relay token')}`
	return { token, tokenHash: await hashSecret(token) }
}

/** The relay that an `Authorization: Bearer flr_…` header belongs to; null if it is not valid. */
export async function relayOf(
	db: Database,
	authorization: string | undefined,
	now: number,
): Promise<RelayActor | null> {
	const token = /^Bearer +(flr_[A-Za-z0-9_-]{1,128})$/i.exec(authorization ?? '')?.[1]
	if (!token) return null
	const found = await findRelayToken(db, await hashSecret(token))
	if (!found) return null
	const { lastUsedAt, id, projectId, label } = found
	if (lastUsedAt === null || now - lastUsedAt > TOUCH_INTERVAL_MS)
		await touchRelayToken(db, id, now)
	return { kind: 'relay', id, projectId, name: label }
}

/**
 * A token of the project, and the proof that this server knows its hash; null: there is none with this key.
 * @param port on which this server listens
 */
export async function relayProof(
	db: Database,
	projectId: string,
	{ key, nonce }: RelayProofQuery,
	port: string,
): Promise<{ readonly relay: RelayActor; readonly proof: string } | null> {
	const found = await findRelayTokenByKey(db, projectId, key)
	if (!found) return null
	const relay: RelayActor = { kind: 'relay', id: found.id, projectId, name: found.label }
	return { relay, proof: serverProofOf(found.tokenHash, nonce, port) }
}
