/** The tools of Core War as a run calls them: for the person whose run it is, in this server's arena, and what each refusal says. */
import { env } from 'cloudflare:workers'
import type { Author } from '@fairlead/protocol/people/author'
import { resolveCall, TOOLS, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import { DWARF, IMP, newPlayer, SITTER, SUICIDE } from '../../../test/arena/arena-kit.ts'
import { users } from '../../accounts/store/schema.ts'
import { database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import type { PackToolName } from '../../ports/pack-tools.ts'
import { registerPlayer } from '../players.ts'
import { arenaTools, countedArenaTools } from './pack-tools.ts'

const db = database(env.DB)
/** A project that does not matter here: only evolutions and automations ask for it. */
const PROJECT = 'prj_none'

async function person(): Promise<Author> {
	const userId = newId('usr')
	await db.insert(users).values({ id: userId, name: 'Ada', role: 'member', createdAt: 1 })
	return { id: userId, userId, kind: 'session', name: 'Ada' }
}

let names = 0
async function player(): Promise<Author> {
	const author = await person()
	await registerPlayer(db, { name: `Tools ${++names}`, userId: author.userId ?? '' }, 1)
	return author
}

/** Arguments and results are held against the declaration of the tool. */
async function call<N extends PackToolName>(
	author: Author,
	name: N,
	args: Partial<ToolArgs<N, 'run'>> = {},
	signal = new AbortController().signal,
): Promise<CallOutcome> {
	const resolved = resolveCall(name, args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	const outcome = await arenaTools(env, PROJECT).call(name, author, {
		params: resolved.call.params,
		signal,
		model: null,
	})
	if (outcome.status === 'ok') TOOLS[name].actions.run.output.parse(outcome.result)
	return outcome
}

async function resultOf<N extends PackToolName>(
	author: Author,
	name: N,
	args: Partial<ToolArgs<N, 'run'>> = {},
): Promise<ToolResult<N, 'run'>> {
	const outcome = await call(author, name, args)
	if (outcome.status !== 'ok') throw new Error(`${name}: ${outcome.error.message}`)
	return outcome.result as ToolResult<N, 'run'>
}

const errorOf = (outcome: CallOutcome) => outcome.status === 'error' && outcome.error

test('a warrior is uploaded, fights another player, and the ladder and both battles show it', async () => {
	const ada = await player()
	const other = await newPlayer(SUICIDE)
	const uploaded = await resultOf(ada, 'upload_warrior', { name: 'Dwarf', redcode: DWARF })
	expect(uploaded).toMatchObject({ arena: 'The arena', name: 'Dwarf', instruction_count: 4 })
	const fought = await resultOf(ada, 'challenge_player', { defender_id: other.id })
	expect(fought).toMatchObject({ status: 'finished', result: 'challenger_win' })
	expect(fought['rounds']).toMatch(/^c{100}$/)
	const me = await resultOf(ada, 'get_profile')
	expect(me).toMatchObject({ wins: 1, warrior: { name: 'Dwarf', redcode: DWARF } })
	const id = Number(fought['id'])
	expect(await resultOf(ada, 'get_battle', { battle_id: id })).toMatchObject({
		round_results: fought['rounds'],
	})
	const replay = await resultOf(ada, 'get_battle_replay', { battle_id: id })
	expect(replay).toMatchObject({ settings: { coreSize: 25_200 }, challenger: { redcode: DWARF } })
	expect(await resultOf(ada, 'get_battles')).toMatchObject({ battles: [{ id }] })
	const board = await resultOf(ada, 'get_leaderboard', { per_page: 100 })
	expect(JSON.stringify(board)).toContain(`"id":${me.id}`)
	expect(await resultOf(ada, 'get_player_profile', { player_id: other.id })).toMatchObject({
		id: other.id,
		losses: 1,
	})
	expect(await resultOf(ada, 'get_player_battles', { player_id: other.id })).toMatchObject({
		battles: [{ id }],
	})
	const warriorId = Number((me['warrior'] as { id: number }).id)
	expect(await resultOf(ada, 'get_warrior', { warrior_id: warriorId })).toMatchObject({
		redcode: DWARF,
	})
})

test('an arena is fought with stock bots, and read again', async () => {
	const ada = await player()
	await resultOf(ada, 'upload_arena_warrior', { name: 'Imp', redcode: IMP })
	const fought = await resultOf(ada, 'start_arena')
	expect(fought['placements']).toHaveLength(10)
	const arena_id = Number(fought['id'])
	expect(await resultOf(ada, 'get_arena', { arena_id })).toMatchObject({ status: 'finished' })
	expect(await resultOf(ada, 'get_arena_replay', { arena_id })).toMatchObject({
		settings: { coreSize: 8_000 },
	})
	expect(await resultOf(ada, 'get_arena_leaderboard')).toHaveProperty('leaderboard')
})

test('rules and theory are read by anybody', async () => {
	const nobody = await person()
	expect((await resultOf(nobody, 'get_skill')).text).toContain('Redcode')
	expect((await resultOf(nobody, 'get_theory')).text.length).toBeGreaterThan(500)
})

test('somebody without a player reads the ladder, and is told how to become one before anything is sent', async () => {
	const nobody = await person()
	const guest: Author = { id: 'shr_1', userId: null, kind: 'share', name: 'Guest 1' }
	for (const author of [nobody, guest]) {
		await resultOf(author, 'get_leaderboard')
		const refused = [
			await call(author, 'get_profile'),
			await call(author, 'upload_warrior', { name: 'W', redcode: IMP }),
			await call(author, 'start_arena'),
		]
		for (const outcome of refused)
			expect(errorOf(outcome)).toMatchObject({
				code: 'not_found',
				hint: expect.stringContaining('Ladder'),
			})
	}
})

test('a run of one person never plays as another', async () => {
	const [ada, bob] = [await player(), await player()]
	await resultOf(ada, 'upload_warrior', { name: 'Hers', redcode: IMP })
	expect(await resultOf(bob, 'get_profile')).toMatchObject({ warrior: null })
})

test('a source that does not assemble is refused with its lines, and stores nothing', async () => {
	const ada = await player()
	const refused = await call(ada, 'upload_warrior', { name: 'Bad', redcode: 'mov 0, nowhere' })
	expect(errorOf(refused)).toMatchObject({
		code: 'invalid_arguments',
		data: { details: [expect.stringContaining('1')] },
	})
	expect(await resultOf(ada, 'get_profile')).toMatchObject({ warrior: null })
})

test('assemble lists a warrior, and names each mistake with its place', async () => {
	const ada = await person()
	expect(await resultOf(ada, 'assemble', { redcode: DWARF })).toMatchObject({
		ok: true,
		instruction_count: 4,
		start: 1,
		listing: expect.arrayContaining([expect.stringContaining('ADD.AB')]),
	})
	expect(await resultOf(ada, 'assemble', { redcode: 'mov 0, 1\nadd #4, bomb' })).toMatchObject({
		ok: false,
		errors: [{ line: 2, message: expect.stringContaining('bomb') }],
	})
})

test('simulate fights sources, stock warriors and stored ones, the same for the same seed', async () => {
	const ada = await player()
	const { id } = await resultOf(ada, 'upload_warrior', { name: 'Imp', redcode: IMP })
	const warriors = [`warrior:${id}`, 'stock:dwarf', SITTER]
	const args = { warriors, rounds: 20, mode: 'arena', seed: 7 } as const
	const [once, again] = [
		await resultOf(ada, 'simulate', { ...args, warriors: [...warriors] }),
		await resultOf(ada, 'simulate', { ...args, warriors: [...warriors] }),
	]
	expect(again).toEqual(once)
	expect(once).toMatchObject({ rounds: 20, seed: 7 })
	expect(once.standings.map(({ name }) => name)).toEqual(['Imp', 'Dwarf', expect.any(String)])
	for (const { wins, losses, ties } of once.standings) expect(wins + losses + ties).toBe(20)
})

test('fighters of one name are told apart by their places in the call', async () => {
	const ada = await person()
	const warriors = ['MOV 0, 1', 'stock:Imp', 'MOV 0, 1']
	const names = ['Unknown (1)', 'Imp', 'Unknown (3)']
	const { standings } = await resultOf(ada, 'simulate', { warriors, rounds: 2 })
	expect(standings.map(({ name }) => name)).toEqual(names)
	const all = await resultOf(ada, 'tournament', { warriors, rounds: 2 })
	expect(all.standings.map(({ name }) => name).sort()).toEqual([...names].sort())
	const { warriors: told } = await resultOf(ada, 'explain_round', { warriors })
	expect(told.map(({ name }) => name)).toEqual(names)
})

test.each([
	['stock:Nobody', 'not_found', 'There are: Imp'],
	['warrior:x', 'invalid_arguments', 'warrior:12'],
	['warrior:999999', 'not_found', undefined],
	['mov 0, nowhere', 'invalid_arguments', 'assemble'],
])('a fighter %j is refused, and says what to write', async (wrong, code, hint) => {
	const refused = await call(await person(), 'simulate', { warriors: ['stock:Imp', wrong] })
	expect(errorOf(refused)).toMatchObject({
		code,
		...(hint === undefined ? {} : { hint: expect.stringContaining(hint) }),
	})
})

test('more warriors than a core has room for are refused, and by default have the core of arenas', async () => {
	const ten = Array.from({ length: 10 }, () => 'stock:Imp')
	const refused = await call(await person(), 'simulate', { warriors: ten, mode: '1v1' })
	expect(errorOf(refused)).toMatchObject({
		code: 'invalid_arguments',
		hint: expect.stringContaining('arena'),
	})
	expect(await resultOf(await person(), 'simulate', { warriors: ten, rounds: 1 })).toMatchObject({
		rounds: 1,
	})
})

test('explain_round names the death, the cell that killed, and who had written it', async () => {
	// The first warrior bombs the cell that the second one is about to execute.
	const bomber = ';name Bomber\nmov bomb, @bomb\nadd #1, bomb\njmp -2\nbomb dat #0, #1\n'
	const explained = await resultOf(await person(), 'explain_round', {
		warriors: [bomber, ';name Sitter\njmp 0\n'],
		mode: 'arena',
	})
	expect(explained).toMatchObject({
		winner: 'Bomber',
		deaths: [{ name: 'Sitter', instruction: expect.stringContaining('DAT'), written_by: 'Bomber' }],
	})
	expect(explained.opening).toHaveLength(12)
	expect(explained.opening[0]).toMatch(/^0 (Bomber|Sitter) \d+: /)
	expect(explained.ending.at(-1)).toMatch(/ Sitter \d+: DAT/)
	expect(explained.cycles).toBe(explained.deaths[0]?.cycle ?? -1)
})

test('a tournament of one meets every stock warrior; one of several meets each other once', async () => {
	const ada = await person()
	const alone = await resultOf(ada, 'tournament', { warriors: [DWARF], rounds: 1, mode: 'arena' })
	expect(alone.pairs.length).toBeGreaterThan(5)
	expect(new Set(alone.pairs.map(({ between }) => between[0])).size).toBe(1)
	const three = await resultOf(ada, 'tournament', {
		warriors: [SUICIDE, SITTER, 'stock:Imp'],
		rounds: 2,
		mode: 'arena',
	})
	expect(three.pairs).toHaveLength(3)
	expect(three.standings.at(-1)).toMatchObject({ losses: 4, points: 0 })
	const points = three.standings.map((one) => one.points)
	expect(points).toEqual([...points].sort((a, b) => b - a))
})

test('rounds that would take too long end with those that were fought', async () => {
	const long = await resultOf(await person(), 'simulate', {
		warriors: Array.from({ length: 5 }, () => SITTER),
		rounds: 200,
		mode: '1v1',
	})
	expect(long.rounds).toBeLessThan(200)
	expect(long.rounds).toBeGreaterThan(0)
	expect(long.note).toContain('of 200')
})

test('a caller that no run bounds is refused when it asks too often, before anything is done', async () => {
	const ada = await player()
	const limit = { limit: () => Promise.resolve({ success: false }) }
	const { signal } = new AbortController()
	const params = { name: 'Imp', redcode: IMP }
	const tools = countedArenaTools({ ...env, RATE_LIMITS: 'on', RATE_OF_ARENA: limit }, PROJECT)
	const refused = await tools.call('upload_warrior', ada, { params, signal, model: null })
	expect(errorOf(refused)).toMatchObject({ code: 'editor_busy' })
	expect(await resultOf(ada, 'get_profile')).toMatchObject({ warrior: null })
})

test('a run that was stopped ends a simulation between two slices', async () => {
	const stop = new AbortController()
	stop.abort()
	const stopped = await call(
		await person(),
		'simulate',
		{ warriors: [SITTER, SITTER], rounds: 200 },
		stop.signal,
	)
	expect(errorOf(stopped)).toMatchObject({ code: 'cancelled' })
})
