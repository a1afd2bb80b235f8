/** The transaction in which a battle begins, and the limits that it keeps. */
import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import type { ArenaBattleRow } from './battles.ts'
import { arenaBattles, arenaSides, arenaWarriors } from './schema.ts'
import type { ArenaSideRow } from './sides.ts'
import { sourceHash, storeSource } from './sources.ts'

export type NewBattle = Pick<
	ArenaBattleRow,
	'mode' | 'startedBy' | 'pair' | 'settings' | 'seed' | 'engineVersion' | 'leftOut' | 'createdAt'
>
export interface NewSide
	extends Pick<
		ArenaSideRow,
		'slot' | 'playerId' | 'isStockBot' | 'name' | 'warriorName' | 'model'
	> {
	readonly redcode: string
}

/** Battles that one player has begun, and those of everybody. */
interface Limit {
	readonly ofPlayer: number
	readonly inAll: number
}

/** Battles under way: they compute for seconds each. */
export const MAX_RUNNING: Limit = { ofPlayer: 4, inAll: 32 }
/**
 * Battles that are kept. Older ones are deleted when another begins, unless they are under way; ratings stay. With two
 * sources of 64 KiB or ten of 16 KiB each, the most that D1 stores is about 1.8 GB.
 */
export const MAX_KEPT: Limit = { ofPlayer: 1_000, inAll: 10_000 }
/** Deleted at once: each battle that begins makes one more than may be kept. */
const SURPLUS = 10

/** Within the transaction that inserts a battle: ids only grow, so the highest one is that of the new battle. */
const newest = sql<number>`(select max(id) from ${arenaBattles})`

/** Battles under way of this player, or of everybody, the oldest first. */
export async function runningBattles(
	db: Database,
	playerId: number | null,
	limit: number,
): Promise<number[]> {
	const rows = await db
		.select({ id: arenaBattles.id })
		.from(arenaBattles)
		.where(isRunning(playerId))
		// The sign is for the planner, which would walk all battles in this order otherwise.
		.orderBy(sql`+${arenaBattles.id}`)
		.limit(limit)
	return rows.map(({ id }) => id)
}

const isRunning = (playerId: number | null): SQL | undefined =>
	and(
		sql`${arenaBattles.status} = 'running'`,
		// Everybody's: a range for the planner. One whose player was deleted does not count.
		playerId === null ? sql`${arenaBattles.startedBy} > 0` : eq(arenaBattles.startedBy, playerId),
	)

/** The new battle, if it is one too many: two that are begun at once would both be let through by a look before. */
function withdrawSurplus(db: Database, startedBy: number | null, max: Limit) {
	const running = (playerId: number | null) =>
		sql`(${db.select({ n: count() }).from(arenaBattles).where(isRunning(playerId))})`
	return db
		.delete(arenaBattles)
		.where(
			and(
				eq(arenaBattles.id, newest),
				or(sql`${running(startedBy ?? 0)} > ${max.ofPlayer}`, sql`${running(null)} > ${max.inAll}`),
			),
		)
		.returning({ id: arenaBattles.id })
}

/** Battles that have ended and are older than those that are kept. */
function forgetOldBattles(db: Database, startedBy: number | null, max: Limit) {
	const hasEnded = sql`${arenaBattles.status} <> 'running'`
	const ofPlayer = db
		.select({ id: arenaBattles.id })
		.from(arenaBattles)
		.where(and(eq(arenaBattles.startedBy, startedBy ?? 0), hasEnded))
		.orderBy(desc(arenaBattles.id))
		.limit(SURPLUS)
		.offset(max.ofPlayer)
	return [
		db.delete(arenaBattles).where(inArray(arenaBattles.id, ofPlayer)),
		// Almost every number was a battle.
		db
			.delete(arenaBattles)
			.where(and(sql`${arenaBattles.id} <= ${newest} - ${max.inAll}`, hasEnded)),
	] as const
}

/** So that others join the next arena first. Those left out too: they would stand before everybody else forever. */
function putBehind(db: Database, battle: NewBattle, sides: readonly NewSide[]) {
	const seen = [...sides, ...battle.leftOut].flatMap(({ playerId }) => playerId ?? [])
	const list = sql`(select value from json_each(${JSON.stringify(seen)}))`
	// Not if the battle was withdrawn.
	const isStored = sql`exists (select 1 from ${arenaBattles} where id = ${newest}
		and seed = ${battle.seed} and created_at = ${battle.createdAt})`
	return db
		.update(arenaWarriors)
		.set({ lastArenaAt: battle.createdAt })
		.where(
			and(sql`${arenaWarriors.playerId} in ${list}`, eq(arenaWarriors.mode, 'arena'), isStored),
		)
}

/** @returns the id of the battle, which is running; undefined if too many are: nothing has changed then */
export async function insertArenaBattle(
	db: Database,
	battle: NewBattle,
	sides: readonly NewSide[],
	{ running, kept } = { running: MAX_RUNNING, kept: MAX_KEPT },
): Promise<number | undefined> {
	const hashed = await Promise.all(
		sides.map(async ({ redcode, ...side }) => ({ side, redcode, hash: await sourceHash(redcode) })),
	)
	const stored = hashed.flatMap(({ side, redcode, hash }) => [
		// A warrior that was replaced since it was read may have taken its source along.
		storeSource(db, hash, redcode),
		db.insert(arenaSides).values({
			...side,
			name: side.isStockBot ? side.name : null,
			sourceHash: hash,
			battleId: newest,
			mode: battle.mode,
		}),
	])
	const [[row], ...rest] = await db.batch([
		db
			.insert(arenaBattles)
			.values({ ...battle, status: 'running' })
			.returning({ id: arenaBattles.id }),
		...stored,
		withdrawSurplus(db, battle.startedBy, running),
		...(battle.mode === 'arena' ? [putBehind(db, battle, sides)] : []),
		...forgetOldBattles(db, battle.startedBy, kept),
	])
	if (!row) throw new Error('D1 returned no row for a battle that it stored.')
	const withdrawn = rest[stored.length] as readonly { readonly id: number }[]
	return withdrawn.length > 0 ? undefined : row.id
}
