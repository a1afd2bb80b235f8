/** The arena's storage is bounded: each source once and only while something names it, and the newest battles. */
import { ENGINE_VERSION } from '@fairlead/corewar/source'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sqliteD1 } from '../../../test/storage/sqlite-d1.ts'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { SETTINGS } from '../rules/settings.ts'
import { findArenaBattle, namesOfPlayers } from './battles.ts'
import { insertArenaBattle, MAX_KEPT, MAX_RUNNING } from './begin.ts'
import { arenaPlayerById, insertArenaPlayer, leaveArena, putWarrior, ratingsOf } from './players.ts'
import { arenaBattles, arenaPlayers, arenaSources } from './schema.ts'
import { clearArenaPlayer, ofPerson } from './sides.ts'

const FIRST = { rating: 1200, deviation: 350, volatility: 0.06, shown: 500 }

async function player(db: Database, name: string, redcode: string): Promise<number> {
	const userId = `usr_${name}`
	await db.insert(users).values({ id: userId, name, role: 'member', createdAt: 1 })
	const row = await insertArenaPlayer(db, { name, userId, keyHash: null, createdAt: 1 })
	const id = row?.id ?? 0
	await upload(db, id, redcode)
	return id
}
const upload = (db: Database, playerId: number, redcode: string) =>
	putWarrior(
		db,
		{
			...({ playerId, mode: '1v1', name: 'W', redcode, instructionCount: 1 } as const),
			autoJoin: false,
			model: null,
			updatedAt: 1,
		},
		FIRST,
	)
const sources = async (db: Database) =>
	(await db.select().from(arenaSources)).map(({ redcode }) => redcode).sort()
const battles = async (db: Database) =>
	(await db.select({ id: arenaBattles.id }).from(arenaBattles))
		.map(({ id }) => id)
		.sort((a, b) => a - b)

const fight = async (
	db: Database,
	[one, other]: readonly [number, number],
	[first, second]: readonly [string, string],
	kept = MAX_KEPT,
	running = MAX_RUNNING,
): Promise<number> => {
	const id = await insertArenaBattle(
		db,
		{
			...({ mode: '1v1', startedBy: one, pair: `${one}:${other}`, leftOut: [], seed: 1 } as const),
			settings: SETTINGS['1v1'],
			engineVersion: ENGINE_VERSION,
			createdAt: 1,
		},
		[
			{ slot: 0, playerId: one, redcode: first },
			{ slot: 1, playerId: other, redcode: second },
		].map((side) => ({ ...side, isStockBot: false, name: 'P', warriorName: 'W', model: null })),
		{ running, kept },
	)
	return id ?? 0
}
const finish = (db: Database) => db.update(arenaBattles).set({ status: 'finished' })

test('a source is stored once for all warriors and battles, and goes with the last of them', async () => {
	const { db } = sqliteD1()
	const ada = await player(db, 'Ada', 'old')
	const bob = await player(db, 'Bob', 'old')
	for (let i = 0; i < 3; i++) await fight(db, [ada, bob], ['old', 'old'])
	expect(await sources(db)).toEqual(['old'])
	await upload(db, ada, 'next')
	await upload(db, bob, 'last')
	expect(await sources(db)).toEqual(['last', 'next', 'old'])
	await upload(db, bob, 'next')
	expect(await sources(db)).toEqual(['next', 'old'])
	await db.delete(arenaBattles)
	expect(await sources(db)).toEqual(['next'])
})

test('a battle has the sources that it was given, also if they have been replaced meanwhile', async () => {
	const { db } = sqliteD1()
	const [ada, bob] = [await player(db, 'Ada', 'a'), await player(db, 'Bob', 'b')]
	await upload(db, bob, 'b2')
	await fight(db, [ada, bob], ['a', 'b'])
	expect(await sources(db)).toEqual(['a', 'b', 'b2'])
})

/** The record of a battle that everybody may read. */
const publicly = async (db: Database, id: number) =>
	(await findArenaBattle(db, id))?.sides.map(({ playerId, name, redcode }) => [
		playerId,
		name,
		redcode,
	])

test('a person who leaves is not shown from then on, and what battles hold of them is deleted page by page', async () => {
	let statements = 0
	const { db } = sqliteD1(() => statements++)
	const [ada, bob] = [await player(db, 'Ada', 'mine'), await player(db, 'Bob', 'shared')]
	const first = await fight(db, [ada, bob], ['mine', 'shared'])
	await finish(db)
	for (let i = 0; i < 150; i++) {
		await fight(db, [ada, bob], ['mine', 'shared'])
		await finish(db)
	}
	statements = 0
	await db.batch(leaveArena(db, eq(arenaPlayers.userId, 'usr_Ada'), 5))
	// In the transaction that ends an account, whatever the person has played.
	expect(statements).toBe(3)
	expect(await publicly(db, first)).toEqual([
		[null, 'Former player', null],
		[bob, 'Bob', 'shared'],
	])
	expect(await arenaPlayerById(db, ada)).toBe(undefined)
	expect(await namesOfPlayers(db, [ada, bob])).toEqual([{ id: bob, name: 'Bob' }])
	expect(await clearArenaPlayer(db, ofPerson('usr_Ada'))).toBe(false)
	expect(await sources(db)).toEqual(['mine', 'shared'])
	expect(await clearArenaPlayer(db, ofPerson('usr_Ada'))).toBe(true)
	expect(await sources(db)).toEqual(['shared'])
	expect((await db.select().from(arenaPlayers)).map(({ id }) => id)).toEqual([bob])
	expect(await publicly(db, first)).toEqual([
		[null, 'Former player', null],
		[bob, 'Bob', 'shared'],
	])
	// Nobody is left to clear, and nobody else is touched.
	expect(await clearArenaPlayer(db, ofPerson('usr_Bob'))).toBe(true)
	expect((await db.select().from(arenaPlayers)).map(({ id }) => id)).toEqual([bob])
})

test('the oldest battles of a player are deleted beyond a limit, never one under way; ratings stay', async () => {
	const { db } = sqliteD1()
	const [ada, bob] = [await player(db, 'Ada', 'a'), await player(db, 'Bob', 'b')]
	const max = { ofPlayer: 2, inAll: 100 }
	const begin = (by: number, to: number) => fight(db, [by, to], ['a', 'b'], max)
	const running = await begin(ada, bob)
	const other = await begin(bob, ada)
	const old = await begin(ada, bob)
	await finish(db).where(sql`id <> ${running}`)
	const kept = [await begin(ada, bob), await begin(ada, bob)]
	await finish(db).where(sql`id <> ${running}`)
	const newest = await begin(ada, bob)
	expect(await battles(db)).toEqual([running, other, ...kept, newest])
	expect(await battles(db)).not.toContain(old)
	expect((await ratingsOf(db, ada))['1v1']).toMatchObject({ shown: 500 })
})

test('battles that begin at once are let through up to as many as may be under way, and the others leave nothing', async () => {
	const { db } = sqliteD1()
	const [ada, bob] = [await player(db, 'Ada', 'a'), await player(db, 'Bob', 'b')]
	const max = { ofPlayer: 4, inAll: 6 }
	const begin = (by: number, to: number, source: string) =>
		fight(db, [by, to], [source, 'b'], MAX_KEPT, max)
	const many = (by: number, to: number) =>
		Promise.all(Array.from({ length: 20 }, (_, i) => begin(by, to, `a${i}`)))
	expect((await many(ada, bob)).filter((id) => id > 0)).toHaveLength(4)
	expect((await many(bob, ada)).filter((id) => id > 0)).toHaveLength(2)
	expect(await battles(db)).toHaveLength(6)
	// One for each battle that was let through, and the one that all were fought against.
	expect((await sources(db)).length).toBeLessThanOrEqual(7)
	await finish(db)
	expect(await begin(ada, bob, 'a')).toBeGreaterThan(0)
})

test('battles are kept up to a number in all, by all who began them', async () => {
	const { db } = sqliteD1()
	const [ada, bob] = [await player(db, 'Ada', 'a'), await player(db, 'Bob', 'b')]
	const begun: number[] = []
	for (let i = 0; i < 8; i++) {
		const pair = i % 2 ? ([ada, bob] as const) : ([bob, ada] as const)
		begun.push(await fight(db, pair, ['a', 'b'], { ofPlayer: 100, inAll: 3 }))
		await finish(db)
	}
	expect(await battles(db)).toEqual(begun.slice(-3))
})
