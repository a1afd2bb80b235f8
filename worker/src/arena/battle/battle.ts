/**
 * The object of one battle, named by its id. It fights in slices, each by an alarm, and stores its progress after each:
 * an eviction costs one slice. What is fought stands in D1, so a call that was lost, or storage that was, only
 * makes it begin again. It is done when the ladder has the result, and then forgets itself.
 */

import { DurableObject } from 'cloudflare:workers'
import type { BattleState } from '@fairlead/corewar/source'
import { type Database, database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { backoffMs } from '../../platform/backoff.ts'
import { isSuicide } from '../rules/duel.ts'
import { failArenaBattle, findArenaBattle, type StoredBattle } from '../store/battles.ts'
import { type BattleOrder, fight, ImpossibleBattle, type Slice, warriorsOf } from './fight.ts'
import { LADDER } from './ladder.ts'

const STATE = 'state'
const FAILURES = 'failures'
const BATTLE_ID = 'battle'
/** After a failure: D1 or the ladder may be away for a moment. Doubled each time. */
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000
/** About ten minutes. Then something is wrong that waiting does not mend. */
const MAX_FAILURES = 16

export interface Progress {
	readonly isOver: boolean
	readonly done: number
}

const OVER: Progress = { isOver: true, done: 0 }

function orderOf({ battle, sides }: StoredBattle): BattleOrder {
	const redcode = sides.map((side) => {
		if (side.redcode !== null) return side.redcode
		throw new ImpossibleBattle(
			`The warrior in slot ${side.slot} was deleted with its author's account.`,
		)
	})
	const { settings, seed } = battle
	return { settings, seed, warriors: warriorsOf(redcode, settings) }
}

export class ArenaBattle extends DurableObject<Env> {
	readonly #waiting = new Set<() => void>()
	/** Assembled once for all slices. */
	#order: BattleOrder | undefined

	/**
	 * Sees to it that the battle is fought, and waits for its end.
	 * @param waitMs 0: returns at once
	 */
	async follow(battleId: number, waitMs: number): Promise<Progress> {
		const found = await findArenaBattle(database(this.env.DB), battleId)
		if (found?.battle.status !== 'running') return OVER
		await this.ctx.storage.put(BATTLE_ID, battleId)
		if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now())
		if (waitMs > 0 && (await this.#ended(waitMs))) return OVER
		const state = await this.ctx.storage.get<BattleState>(STATE)
		return { isOver: false, done: state?.rounds.length ?? 0 }
	}

	/** @returns whether the battle ended within that time */
	#ended(waitMs: number): Promise<boolean> {
		return new Promise((resolve) => {
			const end = () => {
				clearTimeout(timer)
				this.#waiting.delete(end)
				resolve(true)
			}
			const timer = setTimeout(() => {
				this.#waiting.delete(end)
				resolve(false)
			}, waitMs)
			this.#waiting.add(end)
		})
	}

	override async alarm(): Promise<void> {
		const battleId = await this.ctx.storage.get<number>(BATTLE_ID)
		if (battleId === undefined) return
		const db = database(this.env.DB)
		try {
			if (await this.#slice(db, battleId)) await this.#forget()
			else await this.ctx.storage.setAlarm(Date.now())
		} catch (error) {
			await this.#failed(db, battleId, error)
		}
	}

	/** @returns whether the battle is over */
	async #slice(db: Database, battleId: number): Promise<boolean> {
		const stored = await findArenaBattle(db, battleId)
		if (stored?.battle.status !== 'running') return true
		this.#order ??= orderOf(stored)
		const slice = fight(this.#order, await this.#state())
		await this.ctx.storage.put(STATE, slice.state)
		if (!slice.isOver) return false
		await this.#commit(battleId, slice, this.#order)
		return true
	}

	#state(): Promise<BattleState | undefined> {
		return this.ctx.storage.get<BattleState>(STATE)
	}

	async #commit(battleId: number, { state, rounds }: Slice, { warriors }: BattleOrder) {
		await this.env.ARENA_LADDER.getByName(LADDER).commit(battleId, {
			engineVersion: state.engineVersion,
			rounds: rounds.map(({ round, seed, survivors }) => ({ round: round + 1, seed, survivors })),
			suicides: warriors.flatMap((warrior, slot) => (isSuicide(warrior) ? [slot] : [])),
		})
	}

	async #failed(db: Database, battleId: number, error: unknown): Promise<void> {
		const failures = ((await this.ctx.storage.get<number>(FAILURES)) ?? 0) + 1
		const impossible = error instanceof ImpossibleBattle
		if (!impossible && failures < MAX_FAILURES) {
			console.warn(
				JSON.stringify({
					level: 'warn',
					event: 'arena_battle_delayed',
					battleId,
					error: String(error),
				}),
			)
			// A state that the engine refuses would be refused each time: the next try begins with the first round.
			if (error instanceof RangeError) await this.ctx.storage.delete(STATE)
			await this.ctx.storage.put(FAILURES, failures)
			const pause = backoffMs(failures - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS)
			await this.ctx.storage.setAlarm(Date.now() + pause)
			return
		}
		const reason = impossible ? error.message : 'The server could not fight this battle.'
		try {
			await failArenaBattle(db, battleId, `${reason} No rating has changed.`, Date.now())
		} catch {
			// Until D1 is back: without an alarm, the battle would hold its player's place until somebody reads it.
			await this.ctx.storage.setAlarm(Date.now() + MAX_PAUSE_MS)
			return
		}
		await this.#forget()
	}

	async #forget(): Promise<void> {
		await this.ctx.storage.deleteAll()
		for (const end of [...this.#waiting]) end()
	}
}
