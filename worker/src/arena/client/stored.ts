/** A person's key at another server's arena: encrypted to be stored, and opened for a call. */

import type { Database } from '../../db/client.ts'
import type { OutgoingEnv, Resolve } from '../../platform/addresses.ts'
import { isSealedAnew, type SecretsKeys, seal, unseal } from '../../platform/sealed-secret.ts'
import { type LiveArenaRow, resealLiveArena } from '../store/live-arenas.ts'
import type { ArenaBackend } from './ask.ts'
import { liveArena } from './live.ts'

const PURPOSE = 'arena keys'

export const sealArenaKey = (keys: SecretsKeys, userId: string, key: string): Promise<string> =>
	seal(key, userId, keys, PURPOSE)

/**
 * Encrypts the key anew if SECRETS_KEY has changed since.
 * @throws {SecretLocked}
 */
export async function storedArena(
	env: OutgoingEnv & SecretsKeys,
	db: Database,
	row: LiveArenaRow,
	resolve?: Resolve,
): Promise<ArenaBackend> {
	const key = await unseal(row.sealed, row.userId, env, PURPOSE)
	if (!(await isSealedAnew(row.sealed, env))) {
		await resealLiveArena(db, row, await sealArenaKey(env, row.userId, key))
	}
	return liveArena(env, { url: row.url, origin: row.origin, key }, resolve)
}
