/** Promises of every arena to `ArenaClient`, whichever it is. */
import { describe, expect, test } from 'vitest'
import type { ArenaClient, Fought, Running } from '../../src/arena/client/client.ts'
import type { ArenaOutcome, ArenaProblem } from '../../src/arena/client/outcome.ts'

const IMP = ';name Imp\nmov 0, 1\nend\n'
/** Never dies by itself and hurts nobody. */
const SITTER = 'jmp 0\n'
/** It loses against everything that lasts longer than it. */
const SHORT = 'jmp 1\ndat 1, 1\n'

export interface ArenaUnderTest {
	/** With this key; null: without one. */
	client(key: string | null): ArenaClient
	/** The next requests are refused as too many, or because of maintenance. */
	refuse?(why: 'too_many' | 'maintenance' | null): void
	/** Its battles take longer than a request may. */
	slow?(key: string): ArenaClient
}

let names = 0

export const resultOf = <T>(outcome: ArenaOutcome<T>): T => {
	if (outcome.ok) return outcome.value
	throw new Error(`${outcome.problem.code}: ${outcome.problem.message}`)
}

export const problemIn = (outcome: ArenaOutcome<unknown>): ArenaProblem => {
	if (!outcome.ok) return outcome.problem
	throw new Error(`It was not refused: ${JSON.stringify(outcome.value)}`)
}

function finished(outcome: ArenaOutcome<Fought | Running>): Fought {
	const value = resultOf(outcome)
	if (value.status === 'finished') return value
	throw new Error('The battle is still running.')
}

/** @param may what of {@link ArenaUnderTest} a test can make this one do */
export function arenaContract(
	name: string,
	at: () => ArenaUnderTest,
	may: { readonly refuse: boolean; readonly slow: boolean },
): void {
	async function player(redcode?: string) {
		const wanted = `Contract ${++names} ${crypto.randomUUID().slice(0, 8)}`
		const { id, api_key: key } = resultOf(await at().client(null).register(wanted))
		const client = at().client(key)
		if (redcode !== undefined) resultOf(await client.uploadWarrior('W', redcode))
		return { id, key, client, name: wanted }
	}

	describe(name, () => {
		test('a player registers, uploads and is shown; a name is taken once', async () => {
			const ada = await player()
			const none = at().client(null)
			expect(problemIn(await none.register(ada.name))).toMatchObject({
				code: 'conflict',
				status: 409,
				effect: 'none',
			})
			expect(problemIn(await none.register('<b>')).code).toBe('invalid')
			expect(resultOf(await ada.client.me())).toMatchObject({
				id: ada.id,
				name: ada.name,
				rating: 500,
				wins: 0,
				warrior: null,
				arena_warrior: null,
				arena_rating: 500,
			})
			const stored = resultOf(await ada.client.uploadWarrior('Imp', IMP))
			expect(stored).toMatchObject({ name: 'Imp', instruction_count: 1 })
			const { warrior } = resultOf(await ada.client.me())
			expect(warrior).toMatchObject({ id: stored.id, name: 'Imp', redcode: IMP })
			expect(Date.parse(warrior?.updated_at ?? '')).not.toBeNaN()
			expect(resultOf(await none.warrior(stored.id))).toMatchObject({
				name: 'Imp',
				redcode: IMP,
				player: { id: ada.id, name: ada.name, rating: 500 },
			})
		})

		test('a warrior that does not assemble is refused with its lines, and the one before stays', async () => {
			const ada = await player(IMP)
			const problem = problemIn(await ada.client.uploadWarrior('B', 'mov 0, 1\njmp nowhere\n'))
			expect(problem).toMatchObject({ code: 'invalid', status: 400, effect: 'none' })
			expect(problem.details[0]).toMatch(/^Line 2: /)
			expect(resultOf(await ada.client.me()).warrior).toMatchObject({ name: 'W', redcode: IMP })
		})

		test('nothing of a player’s is done without a key, or with a wrong one', async () => {
			for (const key of [null, 'fcw_wrong-key-of-nobody']) {
				const client = at().client(key)
				for (const refused of [
					await client.me(),
					await client.uploadWarrior('W', IMP),
					await client.challenge(1),
					await client.battles(),
					await client.startArena(),
				]) {
					expect(problemIn(refused)).toMatchObject({ code: 'unauthorized', effect: 'none' })
				}
			}
		})

		test('a challenge ends with a result, which battle, lists, profile and replay tell alike', async () => {
			const [ada, bob] = [await player(SITTER), await player(SHORT)]
			const fought = finished(await ada.client.challenge(bob.id))
			expect(fought).toMatchObject({ result: 'challenger_win', diminishing_factor: 1 })
			const all = fought.rounds.length
			expect(fought.score).toEqual({ challenger_wins: all, defender_wins: 0, ties: 0 })
			const { challenger, defender } = fought.rating_changes
			expect(challenger).toMatchObject({ name: ada.name, before: 500 })
			expect(challenger.change).toBeGreaterThan(0)
			expect((challenger.before ?? 0) + (challenger.change ?? 0)).toBe(challenger.after)
			expect(defender.change).toBeLessThan(challenger.change ?? 0)

			const none = at().client(null)
			const battle = resultOf(await none.battle(fought.id))
			expect(battle).toMatchObject({
				id: fought.id,
				status: 'finished',
				rounds: all,
				rounds_done: all,
				round_results: fought.rounds,
				score: fought.score,
				challenger: {
					id: ada.id,
					name: ada.name,
					redcode: SITTER,
					rating_before: challenger.before,
					rating_after: challenger.after,
				},
				defender: { id: bob.id, rating_after: defender.after },
			})
			const replay = resultOf(await none.battleReplay(fought.id))
			expect(replay.settings).toMatchObject({ coreSize: 25_200, maxTasks: 25_200 })
			expect(replay.challenger.redcode).toBe(SITTER)
			expect(replay.round_results).toEqual(fought.rounds)

			const profile = resultOf(await none.player(ada.id))
			expect(profile).toMatchObject({
				rating: challenger.after,
				provisional: true,
				wins: 1,
				win_rate: 1,
				warrior: { name: 'W' },
			})
			expect(profile.rating_history.at(-1)?.rating).toBe(challenger.after)
			const row = { type: '1v1', id: fought.id, result: 'loss', score: `${all}-0-0` }
			expect(resultOf(await none.player(bob.id)).recent_battles[0]).toMatchObject(row)
			const { battles } = resultOf(await none.playerBattles(bob.id))
			expect(battles[0]).toMatchObject({ ...row, opponent: { id: ada.id, name: ada.name } })

			const recent = resultOf(await none.recentBattles()).battles
			expect(recent.find((one) => one.type === '1v1' && one.id === fought.id)).toMatchObject({
				challenger: { id: ada.id, name: ada.name },
				defender: { id: bob.id },
				status: 'finished',
				result: 'challenger_win',
				score: fought.score,
				created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			})
		})

		test('a challenge that cannot be is refused, and nothing is fought', async () => {
			const [ada, bare] = [await player(IMP), await player()]
			const refused = async (id: number, by = ada) => problemIn(await by.client.challenge(id))
			expect(await refused(ada.id)).toMatchObject({ code: 'invalid', status: 400 })
			expect(await refused(bare.id)).toMatchObject({ code: 'invalid', status: 400 })
			expect(await refused(ada.id, bare)).toMatchObject({ code: 'invalid', effect: 'none' })
			expect(await refused(999_999)).toMatchObject({ code: 'not_found', status: 404 })
			expect(resultOf(await ada.client.battles()).battles).toEqual([])
		})

		test('lists come in pages, one’s own without if none is asked for', async () => {
			const [ada, bob] = [await player(SITTER), await player(SHORT)]
			const ids: number[] = []
			for (let i = 0; i < 3; i++) ids.unshift(finished(await bob.client.challenge(ada.id)).id)
			const own = resultOf(await ada.client.battles())
			expect(own.battles.map(({ id }) => id)).toEqual(ids)
			expect(own.pagination).toBeNull()
			const [first] = own.battles
			expect(first).toMatchObject({ challenger: { id: bob.id }, result: 'defender_win' })
			expect(JSON.stringify(own)).not.toContain('jmp')
			const second = resultOf(await ada.client.battles({ page: 2, per_page: 2 }))
			expect(second.battles.map(({ id }) => id)).toEqual(ids.slice(2))
			const pagination = { page: 2, per_page: 2, total: 3, total_pages: 2 }
			expect(second.pagination).toEqual(pagination)
			const theirs = resultOf(
				await at().client(null).playerBattles(bob.id, { page: 2, per_page: 2 }),
			)
			expect(theirs).toMatchObject({ battles: [{ id: ids[2] }], pagination })
			const top = resultOf(await at().client(null).leaderboard({ per_page: 1 }))
			expect(top.leaderboard).toHaveLength(1)
			expect(top.pagination).toMatchObject({ page: 1, per_page: 1, total: top.total_players })
			const next = resultOf(await at().client(null).leaderboard({ page: 2, per_page: 1 }))
			expect(next.leaderboard[0]?.rank).toBe(2)
			expect(next.leaderboard[0]?.id).not.toBe(top.leaderboard[0]?.id)
		})

		test('an arena is started, read and replayed, and stands on its leaderboard', async () => {
			const ada = await player()
			expect(problemIn(await ada.client.startArena())).toMatchObject({
				code: 'invalid',
				status: 400,
				effect: 'none',
			})
			const long = problemIn(
				await ada.client.uploadArenaWarrior('L', 'dat 0, 0\n'.repeat(101), false),
			)
			expect(long).toMatchObject({ code: 'invalid' })
			expect(resultOf(await ada.client.uploadArenaWarrior('A', SITTER, false))).toMatchObject({
				name: 'A',
				auto_join: false,
				instruction_count: 1,
			})
			const started = resultOf(await ada.client.startArena())
			if (started.status !== 'finished') throw new Error('The arena is still running.')
			expect(started.placements.map(({ slot_index }) => slot_index).toSorted()).toEqual(
				Array.from({ length: 10 }, (_, slot) => slot),
			)
			const mine = started.placements.find(({ player_id }) => player_id === ada.id)
			expect(mine).toMatchObject({ slot_index: 0, is_stock_bot: false })
			const none = at().client(null)
			const arena = resultOf(await none.arena(started.id))
			expect(arena).toMatchObject({ arena_id: started.id, status: 'finished' })
			expect(arena.rounds_done).toBe(arena.total_rounds)
			expect(arena.participants.map(({ slot_index }) => slot_index)).toEqual(
				Array.from({ length: 10 }, (_, slot) => slot),
			)
			expect(arena.participants[0]?.placement).toBe(mine?.placement)
			const replay = resultOf(await none.arenaReplay(started.id))
			expect(replay).toMatchObject({ arena_id: started.id, seed: arena.seed })
			expect(replay.settings).toMatchObject({ coreSize: 8_000, warriors: 10 })
			expect(replay.rounds).toHaveLength(arena.total_rounds)
			expect(replay.rounds[0]?.scores).toHaveLength(10)
			const { leaderboard } = resultOf(await none.arenaLeaderboard())
			expect(leaderboard.map(({ id }) => id)).toContain(ada.id)
		})

		test('a thing that is not there is said to be not there; texts are read', async () => {
			const none = at().client(null)
			for (const outcome of [
				await none.battle(999_999),
				await none.battleReplay(999_999),
				await none.player(999_999),
				await none.playerBattles(999_999),
				await none.warrior(999_999),
				await none.arena(999_999),
				await none.arenaReplay(999_999),
			]) {
				expect(problemIn(outcome)).toMatchObject({ code: 'not_found', status: 404, effect: 'none' })
			}
			expect(resultOf(await none.skill())).toMatch(/^#/)
			expect(resultOf(await none.theory())).toMatch(/^#/)
		})

		if (may.refuse) {
			test('a refusal tells too many requests and maintenance apart, with the pause, and changes nothing', async () => {
				const [ada, bob] = [await player(IMP), await player(IMP)]
				at().refuse?.('too_many')
				const many = problemIn(await ada.client.challenge(bob.id))
				expect(many).toMatchObject({ code: 'rate_limited', status: 429, effect: 'none' })
				expect(many.retryAfterMs).toBe(60_000)
				at().refuse?.('maintenance')
				const away = problemIn(await ada.client.challenge(bob.id))
				expect(away).toMatchObject({ code: 'unavailable', status: 503 })
				expect(away.message).toContain('maintenance')
				at().refuse?.(null)
				expect(resultOf(await ada.client.battles()).battles).toEqual([])
			})
		}

		if (may.slow) {
			test('a battle longer than a request is followed to the same result', async () => {
				const [ada, bob] = [await player(SITTER), await player(SHORT)]
				const slow = at().slow?.(ada.key) ?? ada.client
				const fought = finished(await slow.challenge(bob.id))
				expect(fought).toMatchObject({ result: 'challenger_win', diminishing_factor: null })
				expect(fought.rounds).toHaveLength(100)
				expect(fought.rating_changes.challenger).toMatchObject({ name: ada.name, before: 500 })
				expect(resultOf(await ada.client.me()).rating).toBe(fought.rating_changes.challenger.after)
				resultOf(await ada.client.uploadArenaWarrior('A', SITTER, false))
				const arena = resultOf(await slow.startArena())
				if (arena.status !== 'finished') throw new Error('The arena is still running.')
				expect(arena.placements.map(({ placement }) => placement)).toEqual(
					arena.placements.map(({ placement }) => placement).toSorted((a, b) => a - b),
				)
				expect(arena.placements).toHaveLength(10)
			})
		}
	})
}
