/** No statement of the arena scans a whole table: its cost must not grow with other players' battles. */
import { expect, test } from 'vitest'
import { planned } from '../../../test/storage/query-plan-kit.ts'
import type { Database } from '../../db/client.ts'
import { SETTINGS } from '../rules/settings.ts'
import { battlesOfPair, battlesOfPlayer, findArenaBattle, recentBattles } from './battles.ts'
import { insertArenaBattle, runningBattles } from './begin.ts'
import { readForCommit } from './ladder.ts'
import { listArenaModels } from './models.ts'
import {
	arenaPlayerByKey,
	arenaPlayerOfUser,
	countRanked,
	joiningWarriors,
	rankedPlayers,
	ratingsOf,
	warriorById,
	warriorsOf,
} from './players.ts'
import { clearArenaPlayer, ofPerson, withId } from './sides.ts'

test.each<[string, (db: Database) => Promise<unknown>]>([
	['a player by their key', (db) => arenaPlayerByKey(db, 'hash')],
	['a person’s player', (db) => arenaPlayerOfUser(db, 'usr')],
	['ratings of a player', (db) => ratingsOf(db, 1)],
	['warriors of a player', (db) => warriorsOf(db, 1)],
	['a warrior', (db) => warriorById(db, 1)],
	['warriors that join an arena', (db) => joiningWarriors(db, 1, 30)],
	['a leaderboard', (db) => rankedPlayers(db, '1v1', 0, 20)],
	['the models of a ladder', (db) => listArenaModels(db, '1v1')],
	['how many are ranked', (db) => countRanked(db, '1v1')],
	['a battle', (db) => findArenaBattle(db, 1)],
	['battles under way of a player', (db) => runningBattles(db, 1, 4)],
	['battles under way', (db) => runningBattles(db, null, 32)],
	[
		'a battle that begins, which forgets others',
		(db) =>
			insertArenaBattle(
				db,
				{
					...({ mode: 'arena', startedBy: 1, pair: null, leftOut: [], seed: 1 } as const),
					settings: SETTINGS.arena,
					engineVersion: 1,
					createdAt: 1,
				},
				[],
			),
	],
	['battles of the same two', (db) => battlesOfPair(db, '1:2', 1)],
	[
		'battles of a player',
		(db) => battlesOfPlayer(db, 1, { finished: true }, { offset: 0, limit: 20 }),
	],
	['a deleted account’s player', (db) => clearArenaPlayer(db, ofPerson('usr'))],
	['a removed player', (db) => clearArenaPlayer(db, withId(1))],
	['recent battles', (db) => recentBattles(db, { offset: 0, limit: 20 })],
	['what the ladder reads', (db) => readForCommit(db, 1)],
])('%s', async (_, ask) => {
	const { db, walks } = planned()
	await ask(db)
	expect(walks()).toEqual([])
})
