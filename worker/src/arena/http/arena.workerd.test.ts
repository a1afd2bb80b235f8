/** The arena's API as a player uses it. `callArena` holds each answer against the route's schema. */
import { env, exports } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import {
	callArena,
	DWARF,
	IMP,
	newPlayer,
	SHORT,
	SITTER,
	SUICIDE,
	storedBattle,
} from '../../../test/arena/arena-kit.ts'
import { database } from '../../db/client.ts'
import { LocalLimit } from '../../http/local-limits.ts'
import { findArenaBattle } from '../store/battles.ts'
import { MAX_RUNNING } from '../store/begin.ts'
import { joiningWarriors } from '../store/players.ts'
import { arenaBattles, arenaSources } from '../store/schema.ts'
import { sourceHash } from '../store/sources.ts'
import { ARENA_ROUTES } from './routes.ts'
import { serveArena } from './serve.ts'

const db = database(env.DB)

/** Three requests of an address to a path, in a minute that never ends: on a slow machine a real one would. */
const threeInTime = () =>
	new LocalLimit({ limit: 3, periodMs: 60_000, maxKeys: 100, clock: () => 0 })

describe('a player', () => {
	test('registers once by name, in whatever case, and is known by the key alone', async () => {
		const { value } = await callArena('POST', '/arena/api/register', { body: { name: 'Ada L.' } })
		expect(value).toMatchObject({ name: 'Ada L.', rating: 500 })
		expect(value.api_key).toMatch(/^fcw_[\w-]{43}$/)
		const again = await callArena('POST', '/arena/api/register', { body: { name: 'ADA L.' } })
		expect(again.status).toBe(409)
		const me = await callArena('GET', '/arena/api/me', { key: value.api_key })
		expect(me.value).toMatchObject({ id: value.id, warrior: null, arena_warrior: null })
		for (const key of [undefined, 'fcw_wrong', `${value.api_key}x`]) {
			expect((await callArena('GET', '/arena/api/me', key ? { key } : {})).status).toBe(401)
		}
		for (const name of ['A', 'x'.repeat(101), 'Zoë', 'a<b>']) {
			expect((await callArena('POST', '/arena/api/register', { body: { name } })).status).toBe(400)
		}
	})

	test('has a name that is no other one’s by its look, nor one that the arena gives', async () => {
		const register = async (name: string) =>
			await callArena('POST', '/arena/api/register', { body: { name } })
		expect((await register('Grace  B.   Hopper')).value.name).toBe('Grace B. Hopper')
		for (const name of [
			'Grace B. Hopper',
			'Former player',
			'former_player 12',
			'Former  Player',
			'Dwarf',
			'STONE',
			'Stone 2',
			'paper-3',
			'Clear10',
		]) {
			expect((await register(name)).status, name).toBe(409)
		}
		expect((await register('Stoneman')).status).toBe(201)
	})

	test('uploads one warrior; a broken one is refused with its lines, and the old one stays', async () => {
		const ada = await newPlayer(IMP)
		const broken = await ada.call('POST', '/warriors', {
			name: 'B',
			redcode: 'mov 0, 1\njmp nowhere',
		})
		expect(broken.status).toBe(400)
		expect(broken.value.details[0]).toMatch(/^Line 2: .*nowhere/)
		const { warrior } = (await ada.call('GET', '/me')).value
		expect(warrior).toMatchObject({ name: 'W', redcode: IMP })
		const next = await ada.call('POST', '/warriors', { name: 'D', redcode: DWARF })
		expect(next.value).toMatchObject({ id: warrior.id, instruction_count: 4 })
		const found = await callArena('GET', `/arena/api/warriors/${warrior.id}`)
		expect(found.value).toMatchObject({ name: 'D', redcode: DWARF, player: { id: ada.id } })
	})
})

test('a source has at most 64 KiB for 1v1 and 16 KiB for arenas, counted in bytes', async () => {
	const ada = await newPlayer()
	/** Each line has 1,002 characters and 2,002 bytes. */
	const lines = (count: number) => SITTER + `;${'é'.repeat(1_000)}\n`.repeat(count)
	const stored = async (path: string, redcode: string) =>
		(await ada.call('POST', path, { name: 'Long', redcode })).status
	expect(await stored('/warriors', lines(32))).toBe(201)
	expect(await stored('/warriors', lines(33))).toBe(400)
	expect(await stored('/arena/warrior', lines(8))).toBe(201)
	expect(await stored('/arena/warrior', lines(9))).toBe(400)
	expect((await ada.call('GET', '/me')).value.warrior.redcode).toBe(lines(32))
})

describe('a challenge', () => {
	test('answers with the result, which profile, lists, leaderboard and replay then tell alike', async () => {
		const [ada, bob] = [await newPlayer(SITTER), await newPlayer(SHORT)]
		const { status, value } = await ada.call('POST', '/challenge', { defender_id: bob.id })
		expect(status).toBe(200)
		expect(value).toMatchObject({ result: 'challenger_win', diminishing_factor: 1 })
		expect(value.score).toEqual({ challenger_wins: 100, defender_wins: 0, ties: 0 })
		expect(value.rounds).toHaveLength(100)
		const { challenger, defender } = value.rating_changes
		expect(challenger).toMatchObject({ name: ada.name, before: 500 })
		expect(challenger.after - challenger.before).toBe(challenger.change)
		expect(defender.change).toBeLessThan(challenger.change)
		const id = value.battle_id
		const battle = (await callArena('GET', `/arena/api/battles/${id}`)).value
		expect(battle).toMatchObject({ status: 'finished', rounds: 100, round_results: value.rounds })
		expect(battle.challenger).toMatchObject({ id: ada.id, redcode: SITTER })
		const { elo_before, rd_before, elo_after, rd_after } = battle.challenger
		expect([elo_before, rd_before]).toEqual([1_200, 350])
		expect(Math.round(elo_after - 2 * rd_after)).toBe(challenger.after)
		const replay = (await callArena('GET', `/arena/api/battles/${id}/replay`)).value
		expect(replay.settings).toEqual({
			coreSize: 25_200,
			maxCycles: 252_000,
			maxLength: 5_040,
			maxTasks: 25_200,
			minSeparation: 5_040,
		})
		const profile = (await callArena('GET', `/arena/api/players/${ada.id}`)).value
		expect(profile).toMatchObject({ rating: challenger.after, wins: 1, win_rate: 1 })
		expect(profile.rating_history.at(-1)).toMatchObject({ battle_id: id, rating: challenger.after })
		expect(profile.recent_battles[0]).toMatchObject({ result: 'win', score: '100-0-0' })
		const own = (await bob.call('GET', '/battles')).value
		expect(own.battles[0]).toMatchObject({ id, result: 'challenger_win' })
		expect(own.pagination).toBe(undefined)
		const paged = (await bob.call('GET', '/battles?page=1&per_page=1')).value
		expect(paged.pagination).toEqual({ page: 1, per_page: 1, total: 1, total_pages: 1 })
		const recent = (await callArena('GET', '/arena/api/recent-battles')).value
		expect(recent.playerNames).toMatchObject({ [ada.id]: ada.name, [bob.id]: bob.name })
		const board = (await callArena('GET', '/arena/api/leaderboard?per_page=100')).value
		const rank = (playerId: number) =>
			board.leaderboard.find((row: { id: number }) => row.id === playerId)?.rank
		expect(rank(ada.id)).toBeLessThan(rank(bob.id))
	})

	test('repeated at once counts a half, then a third; a suicide gives the winner nothing', async () => {
		const [ada, bob] = [await newPlayer(SITTER), await newPlayer(SHORT)]
		const fight = async () => (await ada.call('POST', '/challenge', { defender_id: bob.id })).value
		const factors = [await fight(), await fight(), await fight()]
		expect(factors.map((one) => one.diminishing_factor)).toEqual([1, 1 / 2, 1 / 3])
		// It counts for the pair, whoever challenges.
		const back = (await bob.call('POST', '/challenge', { defender_id: ada.id })).value
		expect(back.diminishing_factor).toBe(1 / 4)
		const eve = await newPlayer(SUICIDE)
		const { suicide_nullified, rating_changes } = (
			await ada.call('POST', '/challenge', { defender_id: eve.id })
		).value
		expect(suicide_nullified).toBe(true)
		expect(rating_changes.challenger.change).toBe(0)
	})

	test('is refused with the reason: oneself, nobody, no warrior on either side', async () => {
		const [ada, bare] = [await newPlayer(IMP), await newPlayer()]
		const status = async (by: typeof ada, defender_id: number) =>
			(await by.call('POST', '/challenge', { defender_id })).status
		expect(await status(ada, ada.id)).toBe(400)
		expect(await status(ada, bare.id)).toBe(400)
		expect(await status(bare, ada.id)).toBe(400)
		expect(await status(ada, 999_999)).toBe(404)
	})

	test('shows its progress while it is under way, and a reader starts one that was forgotten', async () => {
		const { id } = await storedBattle([SITTER, SITTER], { rounds: 100 })
		expect((await callArena('GET', `/arena/api/battles/${id}/replay`)).status).toBe(409)
		const seen: number[] = []
		for (;;) {
			const { value } = await callArena('GET', `/arena/api/battles/${id}`)
			seen.push(value.rounds_done)
			if (value.status === 'finished') break
			expect(value).toMatchObject({ status: 'running', result: null, score: null })
			// real time: between two looks
			await scheduler.wait(20)
		}
		expect(seen).toEqual([...seen].sort((a, b) => a - b))
		expect(seen.at(-1)).toBe(100)
	})
})

describe('battles under way', () => {
	test('that were forgotten are woken by the refusal of a fifth, and give their places back', async () => {
		const [ada, bob] = [await newPlayer(SITTER), await newPlayer(SHORT)]
		const stored = await Promise.all(
			Array.from({ length: 4 }, () => storedBattle([IMP, SHORT], undefined, ada.id)),
		)
		const challenge = () => ada.call('POST', '/challenge', { defender_id: bob.id })
		const refused = await challenge()
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
		// No read by the API: it would wake the battle, too.
		for (const { id } of stored) {
			await vi.waitFor(
				async () => expect((await findArenaBattle(db, id))?.battle.status).toBe('finished'),
				{ timeout: 30_000 },
			)
		}
		expect((await challenge()).status).toBe(200)
	})

	test('are limited for the whole server too, whose they are does not matter', async () => {
		const [ada, bob] = [await newPlayer(SITTER), await newPlayer(SHORT)]
		const ids = await Promise.all(
			Array.from({ length: MAX_RUNNING.inAll }, async () => (await storedBattle([IMP, SHORT])).id),
		)
		const refused = await ada.call('POST', '/challenge', { defender_id: bob.id })
		expect(refused.status).toBe(503)
		expect(refused.value.error).toMatch(/32 battles under way.*Nothing was begun/)
		const list = sql`(select value from json_each(${JSON.stringify(ids)}))`
		await db.update(arenaBattles).set({ status: 'failed' }).where(sql`id in ${list}`)
		expect((await ada.call('POST', '/challenge', { defender_id: bob.id })).status).toBe(200)
	})
})

test('recent battles of more than a hundred players fit one page', async () => {
	const stored = await Promise.all(Array.from({ length: 51 }, () => storedBattle([IMP, SHORT])))
	const list = sql`(select value from json_each(${JSON.stringify(stored.map(({ id }) => id))}))`
	await db.update(arenaBattles).set({ status: 'finished' }).where(sql`id in ${list}`)
	const { status, value } = await callArena('GET', '/arena/api/recent-battles?per_page=100')
	expect(status).toBe(200)
	for (const id of stored.flatMap(({ players }) => players)) {
		expect(value.playerNames[id]).toMatch(/^Stored/)
	}
})

describe('an arena', () => {
	test('seats its starter, joiners and bots; a warrior that no longer assembles fails nobody', async () => {
		const [ada, bob, eve] = [await newPlayer(), await newPlayer(), await newPlayer()]
		const BOB_HAS = `;of Bob\n${SITTER}`
		for (const [player, auto_join, redcode] of [
			[ada, false, SITTER],
			[bob, true, BOB_HAS],
			[eve, true, SITTER],
		] as const) {
			const stored = await player.call('POST', '/arena/warrior', { name: 'A', redcode, auto_join })
			expect(stored.value).toMatchObject({ auto_join, instruction_count: 1 })
		}
		// The battle was stored under another engine.
		await db
			.update(arenaSources)
			.set({ redcode: 'jmp nowhere' })
			.where(eq(arenaSources.hash, await sourceHash(BOB_HAS)))
		const { status, value } = await ada.call('POST', '/arena/start')
		expect(status).toBe(200)
		expect(value.left_out).toEqual([
			{ player_id: bob.id, name: bob.name, reason: 'Line 1 no longer assembles.' },
		])
		expect(value.placements).toHaveLength(10)
		const bySlot = [...value.placements].sort((a, b) => a.slot_index - b.slot_index)
		expect(bySlot[0]).toMatchObject({ player_id: ada.id, rating_before: 500 })
		expect(bySlot[1]).toMatchObject({ player_id: eve.id, is_stock_bot: false })
		expect(bySlot.slice(2).every((one) => one.is_stock_bot && one.rating_before === null)).toBe(
			true,
		)
		const session = (await callArena('GET', `/arena/api/arenas/${value.arena_id}`)).value
		expect(session).toMatchObject({ status: 'finished', total_rounds: 200, rounds_done: 200 })
		const replay = (await callArena('GET', `/arena/api/arenas/${value.arena_id}/replay`)).value
		const total = replay.rounds.reduce(
			(sum: number, { scores }: { scores: number[] }) => sum + (scores[0] ?? 0),
			0,
		)
		expect(total).toBe(bySlot[0].total_score)
		expect(replay.settings).toMatchObject({ coreSize: 8_000, maxProcesses: 8_000, warriors: 10 })
		const listed = (await callArena('GET', `/arena/api/players/${eve.id}/battles`)).value
		expect(listed.battles[0]).toMatchObject({
			type: 'arena',
			participant_count: 10,
			matchup: `${ada.name} vs ${eve.name} vs 8 stock bots`,
		})
		const board = (await callArena('GET', '/arena/api/arena-leaderboard')).value
		expect(board.leaderboard.map(({ id }: { id: number }) => id)).toContain(eve.id)
		// The longest waiting joins first, however new the others are: nobody keeps a seat by new players.
		const late = await newPlayer()
		await late.call('POST', '/arena/warrior', { name: 'A', redcode: SITTER, auto_join: true })
		const waiting = await joiningWarriors(db, ada.id, 30)
		expect(waiting.map(({ playerId }) => playerId)).toEqual([bob.id, eve.id, late.id])
		// An arena is not a battle of two, and the other way round.
		expect((await callArena('GET', `/arena/api/battles/${value.arena_id}`)).status).toBe(404)
		expect((await bob.call('POST', '/arena/start')).status).toBe(400)
	})
})

describe('the service', () => {
	test('registers nobody from outside by default, and says how a person of this server begins', async () => {
		const { ARENA_REGISTER: _, ...closed } = env
		const refused = await serveArena(
			new Request('http://fairlead.test/arena/api/register', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ name: 'From outside' }),
			}),
			closed as typeof env,
		)
		expect(refused.status).toBe(403)
		expect(await refused.json()).toEqual({
			error: expect.stringContaining('POST /api/account/arena-player'),
		})
		// Nothing was stored: the name is free.
		const open = await callArena('POST', '/arena/api/register', { body: { name: 'From outside' } })
		expect(open.status).toBe(201)
	})

	test('under maintenance nothing begins, and the documents can still be read', async () => {
		const ask = (path: string) =>
			serveArena(new Request(`http://fairlead.test${path}`), { ...env, ARENA_MAINTENANCE: '1' })
		const refused = await ask('/arena/api/leaderboard')
		expect(refused.status).toBe(503)
		expect(refused.headers.get('retry-after')).toBe('300')
		expect((await ask('/arena/skill.md')).status).toBe(200)
	})

	test('an address that asks too often is slowed down on that path alone', async () => {
		const limit = threeInTime()
		const bindings = { ...env, RATE_OF_ARENA: limit, RATE_OF_ADDRESSES: limit }
		const ask = async (method: string, path: string, body?: string) => {
			const headers = { 'cf-connecting-ip': '192.0.2.77', 'content-type': 'application/json' }
			const init = { method, headers, ...(body === undefined ? {} : { body }) }
			const request = new Request(`http://fairlead.test/arena/api${path}`, init)
			return (await serveArena(request, bindings)).status
		}
		const register = () => ask('POST', '/register', '{"name": "x"}')
		const statuses = [await register(), await register(), await register(), await register()]
		expect(statuses).toEqual([400, 400, 400, 429])
		expect(await ask('GET', '/leaderboard')).toBe(200)
	})

	test('says what to do next in the words of this API', async () => {
		const key = (await callArena('POST', '/arena/api/register', { body: { name: 'Reader' } })).value
			.api_key
		const wrong = await callArena('POST', '/arena/api/challenge', { key, body: {} })
		expect(wrong.value.error).toMatch(/"details"/)
		expect(wrong.value.details).toEqual([expect.stringMatching(/^\/defender_id: /)])
		const body = { name: 'Long', redcode: 'x'.repeat(600 * 1024) }
		const long = await callArena('POST', '/arena/api/warriors', { key, body })
		expect([long.status, long.value.error]).toEqual([
			413,
			'The request is larger than 512 KiB. Nothing was stored; send a shorter source.',
		])
	})

	test('documents count against an address too', async () => {
		const bindings = { ...env, RATE_OF_ADDRESSES: threeInTime() }
		const ask = async () => {
			const headers = { 'cf-connecting-ip': '192.0.2.78' }
			const request = new Request('http://fairlead.test/arena/openapi.json', { headers })
			return (await serveArena(request, bindings)).status
		}
		expect([await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 429])
	})

	test('unknown addresses and methods are refused in the form of this API', async () => {
		expect((await callArena('GET', '/arena/api/nothing')).status).toBe(404)
		expect((await callArena('GET', '/arena/api/battles/0')).status).toBe(404)
		// No id has so many digits.
		expect((await callArena('GET', `/arena/api/battles/${'1'.repeat(16)}`)).status).toBe(404)
		const wrong = await callArena('GET', '/arena/api/register')
		expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
	})

	test('the OpenAPI document has each route with its security and answers', async () => {
		const answer = await exports.default.fetch('http://fairlead.test/arena/openapi.json')
		const { paths, servers } = (await answer.json()) as {
			servers: { url: string }[]
			paths: Record<string, Record<string, { security: unknown[]; responses: object }>>
		}
		expect(servers[0]?.url).toBe('http://fairlead.test/arena/api')
		for (const { path, method, by, answers } of ARENA_ROUTES) {
			const operation = paths[path.replace(':id', '{id}')]?.[method]
			expect(operation?.security.length, path).toBe(by === 'player' ? 1 : 0)
			for (const { status } of answers) {
				expect(Object.keys(operation?.responses ?? {}), path).toContain(String(status))
			}
		}
		const documented = Object.values(paths).flatMap((operations) => Object.keys(operations))
		expect(documented).toHaveLength(ARENA_ROUTES.length)
	})

	test('every route but those that read in public, and registration, wants a key', async () => {
		const open = ARENA_ROUTES.filter(({ by }) => by === 'anyone')
		expect(open.filter(({ method }) => method !== 'get').map(({ path }) => path)).toEqual([
			'/register',
		])
		for (const { by, method, path } of ARENA_ROUTES) {
			if (by === 'anyone') continue
			const asked = await callArena(method.toUpperCase(), `/arena/api${path.replace(':id', '1')}`)
			expect(asked.status, path).toBe(401)
		}
	})

	test('the texts name the settings, and their example assembles', async () => {
		const skill = await (await exports.default.fetch('http://fairlead.test/arena/skill.md')).text()
		for (const part of ['25,200', '252,000', '/arena/openapi.json']) expect(skill).toContain(part)
		const example = /```\n([\s\S]*?)```/.exec(skill)?.[1] ?? ''
		const ada = await newPlayer(example)
		expect(ada.id).toBeGreaterThan(0)
		const theory = await exports.default.fetch('http://fairlead.test/arena/docs/theory.md')
		expect(theory.headers.get('content-type')).toContain('text/markdown')
	})
})
