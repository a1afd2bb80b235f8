/** Takes a player out of the arena who was registered without an account here: nobody else can. */

import type { Database } from '../db/client.ts'
import { arenaPlayerHereOrNot, leaveArena } from './store/players.ts'
import { clearArenaPlayer, withId } from './store/sides.ts'

/** Pages of 100 battles in one call: D1 runs 50 statements in a request on the free plan, and a page takes three. */
const MAX_PAGES = 10

export type Removal =
	| { readonly kind: 'not_found' }
	/** The player of a person here ends with the account. */
	| { readonly kind: 'has_account'; readonly userId: string }
	/** Hidden, and its key is revoked. `isCleared` false: some battles still store its name and source. */
	| { readonly kind: 'removed'; readonly isCleared: boolean }

/** Call it again until `isCleared`; once it is, the player is `not_found`. */
export async function removePlayer(db: Database, id: number, now: number): Promise<Removal> {
	const player = await arenaPlayerHereOrNot(db, id)
	if (!player) return { kind: 'not_found' }
	if (player.userId !== null) return { kind: 'has_account', userId: player.userId }
	const which = withId(id)
	await db.batch(leaveArena(db, which, now))
	for (let page = 0; page < MAX_PAGES; page++) {
		if (await clearArenaPlayer(db, which)) return { kind: 'removed', isCleared: true }
	}
	return { kind: 'removed', isCleared: false }
}
