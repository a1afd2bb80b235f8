/** Reads of the ladder before it commits a result, and the commit, which is one transaction. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import type { ArenaBattleRow } from './battles.ts'
import { countOutcome, type ModelOutcome } from './models.ts'
import type { ArenaRatingRow } from './players.ts'
import { arenaBattles, arenaCommits, arenaRatings, arenaSides } from './schema.ts'
import { type ArenaSideRow, sidesOf } from './sides.ts'

/** The changes of a battle. */
export interface Settlement {
	readonly battle: Pick<
		ArenaBattleRow,
		'engineVersion' | 'rounds' | 'result' | 'factor' | 'suicideNullified'
	>
	readonly sides: readonly (Pick<
		ArenaSideRow,
		'slot' | 'placement' | 'points' | 'wins' | 'losses' | 'ties'
	> &
		Pick<ArenaSideRow, 'ratingBefore' | 'ratingAfter' | 'deviationBefore' | 'deviationAfter'>)[]
	/** Results of the warriors that models wrote; only those that change a rating. */
	readonly models: readonly ModelOutcome[]
	/** Ratings of its players, afterwards. */
	readonly ratings: readonly ArenaRatingRow[]
}

/** A battle with the ratings of everybody in it, and the number of the last commit before they were read. */
export async function readForCommit(db: Database, battleId: number) {
	// First: a commit that comes between makes ours fail.
	const last = await db
		.select({ seq: arenaCommits.seq })
		.from(arenaCommits)
		.where(gt(arenaCommits.seq, 0))
		.orderBy(desc(arenaCommits.seq))
		.limit(1)
		.get()
	const [[battle], sides] = await db.batch([
		db.select().from(arenaBattles).where(eq(arenaBattles.id, battleId)),
		sidesOf(db, [battleId]),
	])
	if (!battle) return undefined
	const players = sides.flatMap(({ playerId }) => (playerId === null ? [] : [playerId]))
	const ratings = await db
		.select()
		.from(arenaRatings)
		.where(and(inArray(arenaRatings.playerId, players), eq(arenaRatings.mode, battle.mode)))
	return { battle, sides, ratings, seq: last?.seq ?? 0 }
}

/** @throws if another result was committed since the ratings were read, or this one was: nothing has changed then */
export async function commitSettlement(
	db: Database,
	battleId: number,
	seqBefore: number,
	{ battle, sides, ratings, models }: Settlement,
	now: number,
): Promise<void> {
	await db.batch([
		db.insert(arenaCommits).values({ seq: seqBefore + 1, battleId }),
		db
			.update(arenaBattles)
			.set({ ...battle, status: 'finished', finishedAt: now })
			.where(eq(arenaBattles.id, battleId)),
		...sides.map(({ slot, ...side }) =>
			db
				.update(arenaSides)
				.set(side)
				.where(and(eq(arenaSides.battleId, battleId), eq(arenaSides.slot, slot))),
		),
		...ratings.map(({ playerId, mode, ...rating }) =>
			db
				.update(arenaRatings)
				.set(rating)
				.where(and(eq(arenaRatings.playerId, playerId), eq(arenaRatings.mode, mode))),
		),
		...models.map((one) => countOutcome(db, one)),
	])
}
