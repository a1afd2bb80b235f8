/** A battle is fought once and to its end, whatever happens to its object; its ratings are committed once, and in order. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { assemble, battle, ENGINE_VERSION } from '@fairlead/corewar/source'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { IMP, SHORT, SITTER, storedBattle } from '../../../test/arena/arena-kit.ts'
import { database } from '../../db/client.ts'
import { SETTINGS } from '../rules/settings.ts'
import { battlesOfPair, failArenaBattle, findArenaBattle } from '../store/battles.ts'
import { commitSettlement, readForCommit } from '../store/ladder.ts'
import { ratingsOf } from '../store/players.ts'
import { arenaCommits } from '../store/schema.ts'
import { ArenaBattle } from './battle.ts'
import { LADDER } from './ladder.ts'
import { settleDuel } from './settle.ts'

const db = database(env.DB)
const WAIT_MS = 30_000
const objectOf = (id: number) => env.ARENA_BATTLE.getByName(String(id))
const ladder = () => env.ARENA_LADDER.getByName(LADDER)
const shown = async (playerId: number) => (await ratingsOf(db, playerId))['1v1']?.shown
/** All rounds are ties that last: 504,000 instructions each, so one slice has about forty. */
const LONG = { rounds: 100 }

/** Reads the progress until the battle is under way, but not over. */
async function midway(id: number): Promise<number> {
	for (;;) {
		const { isOver, done } = await objectOf(id).follow(id, 0)
		if (isOver) throw new Error('the battle was over before it could be evicted')
		if (done > 0) return done
		await scheduler.wait(5)
	}
}

test('a battle evicted in mid-fight resumes at the next round', async () => {
	const { id, players } = await storedBattle([SITTER, SITTER], LONG)
	const done = await midway(id)
	await evictDurableObject(objectOf(id))
	const after = await objectOf(id).follow(id, 0)
	// A busy machine may have fought the last rounds between the look and the eviction.
	expect(after.isOver ? LONG.rounds : after.done).toBeGreaterThanOrEqual(done)
	expect((await objectOf(id).follow(id, WAIT_MS)).isOver).toBe(true)
	const stored = await findArenaBattle(db, id)
	expect(stored?.battle).toMatchObject({ status: 'finished', result: 'tie' })
	const result = assemble(SITTER, SETTINGS['1v1'])
	if (!result.ok) throw new Error('it does not assemble')
	const whole = battle({
		warriors: [result.warrior, result.warrior],
		settings: { ...SETTINGS['1v1'], ...LONG, maxCycles: 1 },
		seed: stored?.battle.seed ?? 1,
	})
	expect(stored?.battle.rounds?.map(({ seed }) => seed)).toEqual(
		whole.rounds.map(({ seed }) => seed),
	)
	expect(await shown(players[0] ?? 0)).toBeGreaterThan(500)
	// Nothing is kept of it.
	const left = await runInDurableObject(objectOf(id), (_, { storage }) => storage.list())
	expect(left.size).toBe(0)
})

test('an object that lost its storage, or never heard of its battle, begins it with the next read', async () => {
	const { id } = await storedBattle([SITTER, SITTER], LONG)
	await midway(id)
	await runInDurableObject(objectOf(id), (_, { storage }) => storage.deleteAll())
	expect((await objectOf(id).follow(id, WAIT_MS)).isOver).toBe(true)
	expect((await findArenaBattle(db, id))?.battle.rounds).toHaveLength(100)
})

test('a battle that cannot be fought fails with the reason, and no rating changes', async () => {
	const { id, players } = await storedBattle([IMP, 'jmp nowhere'])
	await objectOf(id).follow(id, WAIT_MS)
	const failed = (await findArenaBattle(db, id))?.battle
	expect(failed).toMatchObject({ status: 'failed', result: null, rounds: null })
	expect(failed?.error).toMatch(/slot 1 .*see its line 1\. No rating has changed/)
	expect(await shown(players[0] ?? 0)).toBe(500)
})

test('a battle is not given up while D1 is away: it is fought once D1 is back', async () => {
	const { id } = await storedBattle([IMP, SHORT])
	await runInDurableObject(objectOf(id), async (_, state) => {
		await state.storage.put({ battle: id, failures: 1_000 })
		const away = {
			...env,
			DB: {
				prepare: () => {
					throw new Error('D1_ERROR: away')
				},
			},
		} as unknown as typeof env
		await new ArenaBattle(state, away).alarm()
		expect(await state.storage.getAlarm()).not.toBeNull()
		expect(await state.storage.get('battle')).toBe(id)
		await new ArenaBattle(state, env).alarm()
	})
	expect((await findArenaBattle(db, id))?.battle.status).toBe('finished')
})

test('a battle that failed does not count as one of the same two', async () => {
	const { id, players } = await storedBattle([IMP, SHORT])
	await failArenaBattle(db, id, 'It could not be fought.', 100)
	expect(await battlesOfPair(db, players.join(':'), 0)).toBe(0)
})

const WON = {
	engineVersion: ENGINE_VERSION,
	rounds: [{ round: 1, seed: 7, survivors: [0] }],
	suicides: [],
}

test('a result that is told twice, also at the same time, changes ratings once', async () => {
	const { id, players } = await storedBattle([IMP, SHORT])
	await Promise.all([ladder().commit(id, WON), ladder().commit(id, WON)])
	const once = await ratingsOf(db, players[0] ?? 0)
	await ladder().commit(id, WON)
	expect(await ratingsOf(db, players[0] ?? 0)).toEqual(once)
	expect(once['1v1']).toMatchObject({ wins: 1, losses: 0 })
	expect((await ratingsOf(db, players[1] ?? 0))['1v1']).toMatchObject({ wins: 0, losses: 1 })
})

test('results that arrive together are committed one after the other, each with the ratings of the one before', async () => {
	const battles = await Promise.all(Array.from({ length: 6 }, () => storedBattle([IMP, SHORT])))
	await Promise.all(battles.map(({ id }) => ladder().commit(id, WON)))
	const commits = await db.select().from(arenaCommits).orderBy(asc(arenaCommits.seq))
	expect(commits.map(({ seq }) => seq)).toEqual(commits.map((_, i) => i + 1))
	for (const { id } of battles) {
		expect(commits.filter(({ battleId }) => battleId === id)).toHaveLength(1)
	}
})

test('a commit with ratings that another one has changed meanwhile fails as a whole', async () => {
	const [one, other] = [await storedBattle([IMP, SHORT]), await storedBattle([IMP, SHORT])]
	const before = await readForCommit(db, one.id)
	if (!before) throw new Error('the battle is gone')
	await ladder().commit(other.id, WON)
	const late = commitSettlement(db, one.id, before.seq, settleDuel(before, WON, 0), 1)
	await expect(late).rejects.toThrow(/UNIQUE|PRIMARY/i)
	expect((await findArenaBattle(db, one.id))?.battle.status).toBe('running')
	expect(await shown(one.players[0] ?? 0)).toBe(500)
	// The ladder itself reads again.
	await ladder().commit(one.id, WON)
	expect(await shown(one.players[0] ?? 0)).toBeGreaterThan(500)
})
