/** Battles and arenas as they are read and listed. They begin in `begin.ts`; their results are written by the ladder (`ladder.ts`). */
import { and, count, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { type ArenaModeColumn, arenaBattles, arenaPlayers, arenaSides } from './schema.ts'
import { type ArenaSideRow, type SideWithSource, sidesOf, sidesWithSources } from './sides.ts'

export type ArenaBattleRow = typeof arenaBattles.$inferSelect

export interface StoredBattle {
	readonly battle: ArenaBattleRow
	/** Sides by slot. */
	readonly sides: readonly SideWithSource[]
}

export async function findArenaBattle(db: Database, id: number): Promise<StoredBattle | undefined> {
	const [[battle], sides] = await db.batch([
		db.select().from(arenaBattles).where(eq(arenaBattles.id, id)),
		sidesWithSources(db, id),
	])
	return battle && { battle, sides }
}

/** How often these two have finished a battle since then. */
export async function battlesOfPair(db: Database, pair: string, since: number): Promise<number> {
	const row = await db
		.select({ n: count() })
		.from(arenaBattles)
		.where(
			and(
				isNotNull(arenaBattles.pair),
				eq(arenaBattles.pair, pair),
				gt(arenaBattles.finishedAt, since),
				// Battles that could not be fought do not count: they were worth nothing.
				eq(arenaBattles.status, 'finished'),
			),
		)
		.get()
	return row?.n ?? 0
}

/** A battle that cannot be fought. It changes no rating. */
export async function failArenaBattle(
	db: Database,
	id: number,
	error: string,
	now: number,
): Promise<void> {
	await db
		.update(arenaBattles)
		.set({ status: 'failed', error, finishedAt: now })
		.where(and(eq(arenaBattles.id, id), eq(arenaBattles.status, 'running')))
}

export interface Page<T> {
	readonly rows: readonly T[]
	readonly total: number
}

interface Range {
	readonly offset: number
	readonly limit: number
}

/** A battle without its rounds, which are long. */
export type ListedBattle = {
	readonly battle: Omit<ArenaBattleRow, 'rounds' | 'settings'>
	readonly sides: readonly ArenaSideRow[]
}

async function listed(db: Database, ids: readonly number[]): Promise<ListedBattle[]> {
	if (ids.length === 0) return []
	const { rounds: _rounds, settings: _settings, ...columns } = getTableColumns(arenaBattles)
	const list = sql`(select value from json_each(${JSON.stringify(ids)}))`
	const [battles, sides] = await db.batch([
		db.select(columns).from(arenaBattles).where(sql`${arenaBattles.id} in ${list}`),
		sidesOf(db, ids),
	])
	return ids.flatMap((id) => {
		const battle = battles.find((one) => one.id === id)
		return battle ? [{ battle, sides: sides.filter((side) => side.battleId === id) }] : []
	})
}

interface Chosen {
	/** Missing: both modes. */
	readonly mode?: ArenaModeColumn
	/** True: finished battles only. */
	readonly finished: boolean
}

const chosen = (playerId: number, { mode, finished }: Chosen) =>
	and(
		isNotNull(arenaSides.playerId),
		eq(arenaSides.playerId, playerId),
		mode && eq(arenaSides.mode, mode),
		finished ? isNotNull(arenaSides.placement) : undefined,
	)

/** The newest battles of a player, without counting the others. */
export async function newestBattlesOf(
	db: Database,
	playerId: number,
	which: Chosen,
	{ offset, limit }: Range,
): Promise<ListedBattle[]> {
	const ids = await db
		.select({ id: arenaSides.battleId })
		.from(arenaSides)
		.where(chosen(playerId, which))
		.orderBy(desc(arenaSides.battleId))
		.limit(limit)
		.offset(offset)
	return listed(
		db,
		ids.map(({ id }) => id),
	)
}

/** A page of a player's battles. The count is bounded by the battles that are kept, and read from an index. */
export async function battlesOfPlayer(
	db: Database,
	playerId: number,
	which: Chosen,
	range: Range,
): Promise<Page<ListedBattle>> {
	const [rows, total] = await Promise.all([
		newestBattlesOf(db, playerId, which, range),
		db.select({ n: count() }).from(arenaSides).where(chosen(playerId, which)).get(),
	])
	return { rows, total: total?.n ?? 0 }
}

/** The newest finished battles of two players. */
export async function recentBattles(
	db: Database,
	{ offset, limit }: Range,
): Promise<Page<ListedBattle>> {
	const where = and(eq(arenaBattles.mode, '1v1'), eq(arenaBattles.status, 'finished'))
	const [ids, [total]] = await db.batch([
		db
			.select({ id: arenaBattles.id })
			.from(arenaBattles)
			.where(where)
			.orderBy(desc(arenaBattles.id))
			.limit(limit)
			.offset(offset),
		db.select({ n: count() }).from(arenaBattles).where(where),
	])
	const rows = await listed(
		db,
		ids.map(({ id }) => id),
	)
	return { rows, total: total?.n ?? 0 }
}

export const namesOfPlayers = (db: Database, ids: readonly number[]) =>
	db
		.select({ id: arenaPlayers.id, name: arenaPlayers.name })
		.from(arenaPlayers)
		.where(
			and(
				sql`${arenaPlayers.id} in (select value from json_each(${JSON.stringify(ids)}))`,
				isNull(arenaPlayers.leftAt),
			),
		)
