/** A battle that a request begins and waits for, within the limits on those under way. */

import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import {
	type Begun,
	beginBattle,
	type Followed,
	fightBattle,
	followBattle,
} from '../battle/begin.ts'
import { MAX_RUNNING, type NewSide, runningBattles } from '../store/begin.ts'
import { notFound, Refusal } from './refusal.ts'

/** How long a request waits for its battle; most take a second. */
export const WAIT_MS = 20_000
/** Battles that a refusal wakes. */
const WOKEN = MAX_RUNNING.ofPlayer
const headers = { 'retry-after': '5' }

/**
 * The refusal of one more battle, if too many are under way. The oldest of them are woken: one that was forgotten would
 * hold its place for ever.
 */
async function tooMany(env: Env, db: Database, playerId: number): Promise<Refusal | undefined> {
	const wake = (ids: readonly number[]) =>
		Promise.allSettled(ids.slice(0, WOKEN).map((id) => followBattle(env, db, id)))
	const { ofPlayer, inAll } = MAX_RUNNING
	const own = await runningBattles(db, playerId, ofPlayer)
	if (own.length >= ofPlayer) {
		await wake(own)
		const text = `You have ${ofPlayer} battles under way. Nothing was begun; wait until one has ended.`
		return new Refusal(429, text, { headers })
	}
	const all = await runningBattles(db, null, inAll)
	if (all.length < inAll) return undefined
	await wake(all)
	const text = `This server has ${inAll} battles under way. Nothing was begun; try again in a moment.`
	return new Refusal(503, text, { headers })
}

/**
 * The battle at its end, or as far as it is after {@link WAIT_MS}.
 * @throws Refusal
 */
export async function fought(
	env: Env,
	db: Database,
	begun: Begun,
	sides: readonly NewSide[],
	now: number,
): Promise<Followed> {
	const refusal = await tooMany(env, db, begun.startedBy)
	if (refusal) throw refusal
	const id = await beginBattle(db, begun, sides, now)
	if (id === undefined) {
		// Others began since the look. If one of them has ended already, this text is true all the same.
		const text = 'Too many battles began at once. Nothing was begun; try again in a moment.'
		throw (await tooMany(env, db, begun.startedBy)) ?? new Refusal(503, text, { headers })
	}
	const battle = await fightBattle(env, db, id, WAIT_MS)
	if (!battle) throw notFound('battle')
	return battle
}
