/** Which models wrote the warriors of the ladder, and how these do: from what their runs uploaded, and nothing else. */
import { env } from 'cloudflare:workers'
import type { ArenaModels } from '@fairlead/protocol/arena/arena'
import type { Author } from '@fairlead/protocol/people/author'
import { SERVICES } from '@fairlead/protocol/services'
import { expect, test } from 'vitest'
import { callArena, IMP, newPlayer, SHORT, SITTER } from '../../../test/arena/arena-kit.ts'
import { users } from '../../accounts/store/schema.ts'
import { database } from '../../db/client.ts'
import { newId } from '../../ids.ts'
import type { PackToolName } from '../../ports/pack-tools.ts'
import { registerPlayer } from '../players.ts'
import { leaveArena } from '../store/players.ts'
import { clearArenaPlayer, withId } from '../store/sides.ts'
import { arenaTools } from '../tools/pack-tools.ts'

const db = database(env.DB)
const DEMO = 'demo/planner'

interface Playing {
	readonly id: number
	/** Calls a tool as the agent of a run with this model; null: as an MCP client. */
	agent(model: string | null, name: PackToolName, params: object): Promise<void>
	/** Uploads with the player's own key. */
	upload(redcode: string): Promise<void>
}

let people = 0
async function person(): Promise<Playing> {
	const userId = newId('usr')
	await db.insert(users).values({ id: userId, name: 'Ada', role: 'member', createdAt: 1 })
	const made = await registerPlayer(db, { name: `Modelled ${++people}`, userId }, 1)
	const author: Author = { id: userId, userId, kind: 'session', name: 'Ada' }
	const { signal } = new AbortController()
	return {
		id: made?.id ?? 0,
		async agent(model, name, params) {
			const tools = arenaTools(env, 'prj_none')
			const outcome = await tools.call(name, author, { params: { ...params }, signal, model })
			expect(outcome.status, JSON.stringify(outcome)).toBe('ok')
		},
		async upload(redcode) {
			const body = { name: 'Own', redcode }
			const key = made?.api_key ?? ''
			expect((await callArena('POST', '/arena/api/warriors', { key, body })).status).toBe(201)
		},
	}
}

const models = async (mode = '1v1'): Promise<ArenaModels['models']> =>
	(await callArena('GET', `/arena/api/models?mode=${mode}`)).value.models
const row = async (model: string, mode?: string) =>
	(await models(mode)).find((one) => one.model === model)
const warrior = (redcode: string) => ({ name: 'Bred', redcode })

test('no model is on the ladder before an agent has uploaded anything', async () => {
	await (await person()).upload(IMP)
	expect(await models()).toEqual([])
	expect(await models('arena')).toEqual([])
})

test('a warrior counts for the model of the run that uploaded it, with its battles, until its person uploads one', async () => {
	const ada = await person()
	await ada.agent(DEMO, 'upload_warrior', warrior(SITTER))
	// Uploading the same source again does not count as another warrior.
	await ada.agent(DEMO, 'upload_warrior', warrior(SITTER))
	const begun = {
		...{ model: DEMO, title: 'Demo model', warriors: 1, players: 1 },
		...{ best_rating: 500, mean_rating: 500, provisional: true },
		...{ battles: 0, wins: 0, losses: 0, ties: 0 },
	}
	expect(await row(DEMO)).toEqual(begun)
	expect(await row(DEMO, 'arena')).toBeUndefined()

	const weak = await newPlayer(SHORT)
	await ada.agent(DEMO, 'challenge_player', { defender_id: weak.id })
	const won = await row(DEMO)
	expect(won).toMatchObject({ battles: 1, wins: 1, losses: 0, ties: 0, players: 1 })
	expect(won?.best_rating).toBeGreaterThan(500)
	// A battle that another player began counts, too.
	await ada.agent(DEMO, 'upload_warrior', warrior(SHORT))
	const strong = await newPlayer(SITTER)
	expect((await strong.call('POST', '/challenge', { defender_id: ada.id })).status).toBe(200)
	expect(await row(DEMO)).toMatchObject({ warriors: 2, battles: 2, wins: 1, losses: 1 })

	await ada.upload(SITTER)
	expect((await strong.call('POST', '/challenge', { defender_id: ada.id })).status).toBe(200)
	const over = { players: 0, best_rating: null, mean_rating: null, battles: 2, warriors: 2 }
	expect(await row(DEMO)).toMatchObject(over)
})

test('the best rating is first, with the mean of all who fight with a warrior of that model', async () => {
	const [service] = SERVICES
	const [one, other] = (service?.models ?? []).map(({ id, title }) => ({
		model: `${service?.name}/${id}`,
		title,
	}))
	if (!one || !other) throw new Error('A service of this test lists two models.')
	const [ada, bob, cy] = [await person(), await person(), await person()]
	await ada.agent(one.model, 'upload_warrior', warrior(IMP))
	await bob.agent(other.model, 'upload_warrior', warrior(SITTER))
	await cy.agent(other.model, 'upload_warrior', warrior(SITTER))
	await bob.agent(other.model, 'challenge_player', { defender_id: (await newPlayer(SHORT)).id })
	const [first, ...rest] = await models()
	expect(first).toMatchObject({ ...other, players: 2, warriors: 2, wins: 1 })
	expect(rest.find(({ model }) => model === one.model)).toMatchObject({ ...one, best_rating: 500 })
	const { best_rating: best, mean_rating: mean } = first ?? {}
	expect(mean).toBe(Math.round(((best ?? 0) + 500) / 2))
})

test('a client’s own calls count for no model, and nobody reads what people call their own', async () => {
	const [ada, bob] = [await person(), await person()]
	const before = await models()
	await ada.agent(null, 'upload_warrior', warrior(IMP))
	expect(await models()).toEqual(before)
	await bob.agent('@acme/secret-7b', 'upload_warrior', warrior(IMP))
	await bob.agent('openai/ft:gpt:acme:secret', 'upload_warrior', warrior(SITTER))
	expect(await row('other')).toMatchObject({ title: 'Other models', warriors: 2, players: 1 })
	expect(JSON.stringify(await models())).not.toMatch(/acme|secret/)
})

test('a player who leaves takes rating and warrior along; what was won stays with the model', async () => {
	const ada = await person()
	const model = 'deepseek/none-of-the-list'
	await ada.agent(model, 'upload_arena_warrior', { ...warrior(SITTER), auto_join: false })
	await ada.agent(model, 'start_arena', {})
	// A lone human who beats the bots has won nothing.
	expect(await row('other', 'arena')).toMatchObject({ warriors: 1, players: 1, battles: 0 })
	await db.batch(leaveArena(db, withId(ada.id), 2))
	expect(await clearArenaPlayer(db, withId(ada.id))).toBe(true)
	expect(await row('other', 'arena')).toMatchObject({ warriors: 1, players: 0, best_rating: null })
	const sides = await env.DB.prepare('select model from arena_sides where model = ?')
	expect((await sides.bind('other').all()).results.length).toBe(0)
})
