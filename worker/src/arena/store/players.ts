/** Players of the arena, their warriors and their ranks. Ratings are written by the ladder alone (`ladder.ts`). */
import {
	and,
	asc,
	count,
	desc,
	eq,
	getTableColumns,
	gte,
	isNull,
	ne,
	type SQL,
	sql,
} from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { countWarrior } from './models.ts'
import {
	type ArenaModeColumn,
	arenaPlayers,
	arenaRatings,
	arenaSources,
	arenaWarriors,
} from './schema.ts'
import { sourceHash, storeSource } from './sources.ts'

export type ArenaPlayerRow = typeof arenaPlayers.$inferSelect
export type ArenaWarriorRow = typeof arenaWarriors.$inferSelect
/** A warrior in the form that players see. */
export interface ArenaWarrior extends Omit<ArenaWarriorRow, 'sourceHash'> {
	readonly redcode: string
}
export type ArenaRatingRow = typeof arenaRatings.$inferSelect
type Rating = Pick<ArenaRatingRow, 'rating' | 'deviation' | 'volatility' | 'shown'>

/** The name of a player who has left. */
export const FORMER_PLAYER = 'Former player'

/** @returns undefined if the name is taken, in whatever case */
export async function insertArenaPlayer(
	db: Database,
	player: Omit<ArenaPlayerRow, 'id' | 'leftAt'>,
): Promise<ArenaPlayerRow | undefined> {
	return db.insert(arenaPlayers).values(player).onConflictDoNothing().returning().get()
}

export const arenaPlayerByKey = (
	db: Database,
	keyHash: string,
): Promise<ArenaPlayerRow | undefined> =>
	db.select().from(arenaPlayers).where(eq(arenaPlayers.keyHash, keyHash)).get()

export const arenaPlayerOfUser = (
	db: Database,
	userId: string,
): Promise<ArenaPlayerRow | undefined> =>
	db.select().from(arenaPlayers).where(eq(arenaPlayers.userId, userId)).get()

export const arenaPlayerById = (db: Database, id: number): Promise<ArenaPlayerRow | undefined> =>
	db
		.select()
		.from(arenaPlayers)
		.where(and(eq(arenaPlayers.id, id), isNull(arenaPlayers.leftAt)))
		.get()

/** The player, also one who has left. */
export const arenaPlayerHereOrNot = (
	db: Database,
	id: number,
): Promise<ArenaPlayerRow | undefined> =>
	db.select().from(arenaPlayers).where(eq(arenaPlayers.id, id)).get()

/** Replaces the key: the one before no longer works. */
export async function setArenaKey(db: Database, id: number, keyHash: string): Promise<void> {
	await db.update(arenaPlayers).set({ keyHash }).where(eq(arenaPlayers.id, id))
}

export async function ratingsOf(
	db: Database,
	playerId: number,
): Promise<Readonly<Partial<Record<ArenaModeColumn, ArenaRatingRow>>>> {
	const rows = await db.select().from(arenaRatings).where(eq(arenaRatings.playerId, playerId))
	return Object.fromEntries(rows.map((row) => [row.mode, row]))
}

const { sourceHash: _, ...ownColumns } = getTableColumns(arenaWarriors)
const warriorColumns = { ...ownColumns, redcode: arenaSources.redcode }

export async function warriorsOf(
	db: Database,
	playerId: number,
): Promise<Readonly<Partial<Record<ArenaModeColumn, ArenaWarrior>>>> {
	const rows = await db
		.select(warriorColumns)
		.from(arenaWarriors)
		.innerJoin(arenaSources, eq(arenaSources.hash, arenaWarriors.sourceHash))
		.where(eq(arenaWarriors.playerId, playerId))
	return Object.fromEntries(rows.map((row) => [row.mode, row]))
}

export const warriorById = (db: Database, id: number) =>
	db
		.select({ warrior: warriorColumns, player: arenaPlayers, shown: arenaRatings.shown })
		.from(arenaWarriors)
		.innerJoin(arenaSources, eq(arenaSources.hash, arenaWarriors.sourceHash))
		.innerJoin(arenaPlayers, eq(arenaPlayers.id, arenaWarriors.playerId))
		.leftJoin(
			arenaRatings,
			and(
				eq(arenaRatings.playerId, arenaWarriors.playerId),
				eq(arenaRatings.mode, arenaWarriors.mode),
			),
		)
		.where(eq(arenaWarriors.id, id))
		.get()

/** Replaces the player's warrior of that mode, and begins a rating there with the first one. */
export async function putWarrior(
	db: Database,
	warrior: Omit<ArenaWarrior, 'id' | 'lastArenaAt' | 'createdAt'>,
	first: Rating,
): Promise<ArenaWarrior> {
	const { playerId, mode, redcode, ...rest } = warrior
	const hash = await sourceHash(redcode)
	const changed = { ...rest, sourceHash: hash }
	const now = warrior.updatedAt
	const { model } = warrior
	const results = await db.batch([
		storeSource(db, hash, redcode),
		...(model === null ? [] : [countWarrior(db, { playerId, mode, model, hash })]),
		db
			.insert(arenaRatings)
			.values({ playerId, mode, ...first })
			.onConflictDoNothing(),
		db
			.insert(arenaWarriors)
			.values({ ...changed, playerId, mode, createdAt: now, lastArenaAt: now })
			.onConflictDoUpdate({ target: [arenaWarriors.playerId, arenaWarriors.mode], set: changed })
			.returning(),
	])
	const [row] = results.at(-1) as readonly ArenaWarriorRow[]
	if (!row) throw new Error('D1 returned no row for a warrior that it stored.')
	const { sourceHash: _, ...stored } = row
	return { ...stored, redcode }
}

/** Warriors of others that join arenas by themselves; the longest waiting first. */
export const joiningWarriors = (db: Database, notOf: number, limit: number) =>
	db
		.select({
			playerId: arenaWarriors.playerId,
			player: arenaPlayers.name,
			name: arenaWarriors.name,
			redcode: arenaSources.redcode,
			model: arenaWarriors.model,
		})
		.from(arenaWarriors)
		.innerJoin(arenaSources, eq(arenaSources.hash, arenaWarriors.sourceHash))
		.innerJoin(arenaPlayers, eq(arenaPlayers.id, arenaWarriors.playerId))
		.where(
			and(
				sql`${arenaWarriors.autoJoin} = 1`,
				// The condition is always true: it makes the planner search the index instead of walking it.
				gte(arenaWarriors.lastArenaAt, 0),
				ne(arenaWarriors.playerId, notOf),
			),
		)
		.orderBy(asc(arenaWarriors.lastArenaAt), asc(arenaWarriors.id))
		.limit(limit)

export const rankedPlayers = (db: Database, mode: ArenaModeColumn, offset: number, limit: number) =>
	db
		.select({ player: arenaPlayers, rating: arenaRatings })
		.from(arenaRatings)
		.innerJoin(arenaPlayers, eq(arenaPlayers.id, arenaRatings.playerId))
		.where(eq(arenaRatings.mode, mode))
		.orderBy(desc(arenaRatings.shown), desc(arenaRatings.playerId))
		.limit(limit)
		.offset(offset)

export async function countRanked(db: Database, mode: ArenaModeColumn): Promise<number> {
	const row = await db
		.select({ n: count() })
		.from(arenaRatings)
		.where(eq(arenaRatings.mode, mode))
		.get()
	return row?.n ?? 0
}

/**
 * Ends what a player may do, and takes their name, warriors and ranks out, in a few statements however long they have
 * played. Their battles show nothing of them from then on; `clearArenaPlayer` deletes what these hold.
 */
export const leaveArena = (db: Database, which: SQL, now: number) => {
	const own = sql`(select id from ${arenaPlayers} where ${which})`
	return [
		db.delete(arenaWarriors).where(sql`${arenaWarriors.playerId} in ${own}`),
		db.delete(arenaRatings).where(sql`${arenaRatings.playerId} in ${own}`),
		db
			.update(arenaPlayers)
			// Names are unique; nobody can register one of these.
			.set({ name: sql`${FORMER_PLAYER} || ' ' || id`, keyHash: null, leftAt: now })
			.where(which),
	] as const
}
