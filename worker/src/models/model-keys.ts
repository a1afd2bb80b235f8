/** A person's key at a model provider or a search service: encrypted to be stored, and opened for a request. */
import type { Database } from '../db/client.ts'
import { isSealedAnew, type SecretsKeys, seal, unseal } from '../platform/sealed-secret.ts'
import {
	type KeyHolder,
	type KeyRow,
	type KeyRowOf,
	putModelKey,
	resealModelKey,
} from './store/model-keys.ts'

const PURPOSE = 'model keys'
const SHOWN_CHARACTERS = 4

type Whose = Pick<KeyRow, 'userId' | 'provider'>

const boundTo = ({ userId, provider }: Whose): string => `${userId} ${provider}`

/** Without a SECRETS_KEY, keys of people are not stored. */
export const canStoreKeys = (keys: SecretsKeys): boolean => Boolean(keys.SECRETS_KEY)

/** The end of a key by which its owner knows it; never more than a third of the key. */
export const lastFourOf = (key: string): string =>
	key.slice(key.length - Math.min(SHOWN_CHARACTERS, Math.floor(key.length / 3)))

export async function storeModelKey<H extends KeyHolder>(
	keys: SecretsKeys,
	db: Database,
	whose: { readonly userId: string; readonly provider: H },
	key: string,
	now: number,
): Promise<KeyRowOf<H>> {
	if (!canStoreKeys(keys))
		throw new Error('Model keys are stored only where there is a SECRETS_KEY.')
	const row = {
		...whose,
		sealed: await seal(key, boundTo(whose), keys, PURPOSE),
		lastFour: lastFourOf(key),
		addedAt: now,
	}
	await putModelKey(db, row)
	return row
}

/**
 * Encrypts it anew if SECRETS_KEY has changed since.
 * @throws {SecretLocked}
 */
export async function openModelKey(keys: SecretsKeys, db: Database, row: KeyRow): Promise<string> {
	const key = await unseal(row.sealed, boundTo(row), keys, PURPOSE)
	if (!(await isSealedAnew(row.sealed, keys))) {
		await resealModelKey(db, row, await seal(key, boundTo(row), keys, PURPOSE))
	}
	return key
}
