/** Sources of warriors, each stored once. D1's triggers delete a source that nothing names any longer. */

import type { Database } from '../../db/client.ts'
import { arenaSources } from './schema.ts'

/** The key of a source. */
export async function sourceHash(redcode: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(redcode))
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A statement for the batch that stores what names it: on its own, the source would be nobody's. */
export const storeSource = (db: Database, hash: string, redcode: string) =>
	db.insert(arenaSources).values({ hash, redcode }).onConflictDoNothing()
