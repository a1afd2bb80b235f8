/**
 * The one object that changes ratings. It takes results one after the other; each is one transaction in D1, with
 * the ratings read right before it, and one that is told twice changes nothing the second time.
 */
import { DurableObject } from 'cloudflare:workers'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { Mutex } from '../../platform/mutex.ts'
import { REPEAT_WINDOW_MS } from '../rules/duel.ts'
import { battlesOfPair } from '../store/battles.ts'
import { commitSettlement, readForCommit, type Settlement } from '../store/ladder.ts'
import { type Result, settleArena, settleDuel } from './settle.ts'

/** The ladder's name among its class. */
export const LADDER = 'ladder'
/** Tries of a commit that met another one: the platform may have two of this object for a moment. */
const MAX_TRIES = 5

export class ArenaLadder extends DurableObject<Env> {
	readonly #turns = new Mutex()

	/** Returns when the result is committed, now or earlier. */
	commit(battleId: number, result: Result): Promise<void> {
		return this.#turns.run(() => this.#commit(battleId, result))
	}

	async #commit(battleId: number, result: Result): Promise<void> {
		const db = database(this.env.DB)
		for (let tries = 1; ; tries++) {
			const before = await readForCommit(db, battleId)
			if (before?.battle.status !== 'running') return
			const now = Date.now()
			let settled: Settlement
			switch (before.battle.mode) {
				case '1v1': {
					const since = now - REPEAT_WINDOW_MS
					const repeats = await battlesOfPair(db, before.battle.pair ?? '', since)
					settled = settleDuel(before, result, repeats)
					break
				}
				case 'arena':
					settled = settleArena(before, result)
					break
				default:
					return before.battle.mode satisfies never
			}
			try {
				await commitSettlement(db, battleId, before.seq, settled, now)
				return
			} catch (error) {
				if (tries >= MAX_TRIES) throw error
			}
		}
	}
}
