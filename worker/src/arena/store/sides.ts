/** The sides of a battle in the form in which they are shown; and how a player who has left is taken out of it. */
import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { FORMER_PLAYER } from './players.ts'
import { arenaPlayers, arenaSides, arenaSources } from './schema.ts'

type SideColumns = Omit<typeof arenaSides.$inferSelect, 'name' | 'sourceHash'>

/** `playerId` is null and `warriorName` empty if the player has left. */
export interface ArenaSideRow extends SideColumns {
	/** The bot's name, or the player's present one. */
	readonly name: string
}

export interface SideWithSource extends ArenaSideRow {
	/** The source; null if its player has left. */
	readonly redcode: string | null
}

/** Present players. A source or name of somebody who has left is not shown, though its deletion may take a while. */
const isHere = and(eq(arenaPlayers.id, arenaSides.playerId), isNull(arenaPlayers.leftAt))
const isShown = sql`(${arenaSides.isStockBot} or ${arenaPlayers.id} is not null)`

const { name: _, sourceHash: __, ...columns } = getTableColumns(arenaSides)
const shown = {
	...columns,
	playerId: arenaPlayers.id,
	name: sql<string>`coalesce(${arenaSides.name}, ${arenaPlayers.name}, ${FORMER_PLAYER})`,
	warriorName: sql<string>`iif(${isShown}, ${arenaSides.warriorName}, '')`,
}

/** Sorted by battle, then by slot. */
export const sidesOf = (db: Database, battleIds: readonly number[]) =>
	db
		.select(shown)
		.from(arenaSides)
		.leftJoin(arenaPlayers, isHere)
		.where(inBattles(battleIds))
		.orderBy(asc(arenaSides.battleId), asc(arenaSides.slot))

export const sidesWithSources = (db: Database, battleId: number) =>
	db
		.select({ ...shown, redcode: arenaSources.redcode })
		.from(arenaSides)
		.leftJoin(arenaPlayers, isHere)
		.leftJoin(arenaSources, and(eq(arenaSources.hash, arenaSides.sourceHash), isShown))
		.where(eq(arenaSides.battleId, battleId))
		.orderBy(asc(arenaSides.slot))

const inBattles = (ids: readonly number[]): SQL =>
	sql`${arenaSides.battleId} in (select value from json_each(${JSON.stringify(ids)}))`

export const ofPerson = (userId: string): SQL => eq(arenaPlayers.userId, userId)
export const withId = (id: number): SQL => eq(arenaPlayers.id, id)

/** Battles in one statement: it also deletes their sources. */
const PAGE = 100

/**
 * Takes a player who has left out of some of their battles, and deletes the player after the last.
 * @param which condition on `arena_players`; a player who has not left is not touched
 * @returns whether nothing is left
 */
export async function clearArenaPlayer(db: Database, which: SQL): Promise<boolean> {
	const own = sql`(select id from ${arenaPlayers} where ${which} and left_at is not null)`
	const ofPlayer = sql`${arenaSides.playerId} is not null and ${arenaSides.playerId} in ${own}`
	const next = sql`(select battle_id from ${arenaSides} where ${ofPlayer} limit ${PAGE})`
	await db.batch([
		db
			.update(arenaSides)
			.set({ playerId: null, warriorName: '', sourceHash: null, model: null })
			.where(and(ofPlayer, sql`${arenaSides.battleId} in ${next}`)),
		db
			.delete(arenaPlayers)
			.where(
				and(
					sql`${arenaPlayers.id} in ${own}`,
					sql`not exists (select 1 from ${arenaSides} where ${arenaSides.playerId} = ${arenaPlayers.id})`,
				),
			),
	])
	const left = await db
		.select({ id: arenaPlayers.id })
		.from(arenaPlayers)
		.where(and(which, sql`${arenaPlayers.leftAt} is not null`))
		.get()
	return left === undefined
}
