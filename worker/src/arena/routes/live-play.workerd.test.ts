/** The page's ladder in another server's arena: asked with the person's own key, answered in this arena's form, and closed to everybody else. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ArenaMe } from '@fairlead/protocol/arena/arena'
import { MODELWAR_URL } from '@fairlead/protocol/arena/live-arena'
import {
	LadderArenaReplay,
	LadderBattles,
	LadderBoard,
	LadderDuelReplay,
	LadderPlayer,
	LiveChallenged,
	LiveStarted,
} from '@fairlead/protocol/arena/live-ladder'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { IMP } from '../../../test/arena/arena-kit.ts'
import { html } from '../../../test/arena/modelwar-answers.ts'
import { ModelWarDouble } from '../../../test/arena/modelwar-double.ts'
import { type Client, fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { createApp } from '../../http/app.ts'

useApi()

const LIVE = '/api/live-arena'
const DWARF = 'bomb add #4, 3\nmov 2, @2\njmp bomb\ndat 0, 0'
let double: ModelWarDouble

beforeEach(() => {
	double = new ModelWarDouble()
	vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
		double.handle(new Request(input, init)),
	)
})
afterEach(() => void vi.unstubAllGlobals())

async function registered(name: string): Promise<{ readonly id: number; readonly key: string }> {
	const body = JSON.stringify({ name })
	const answer = await double.handle(
		new Request(`${MODELWAR_URL}/api/register`, { method: 'POST', body }),
	)
	const { id, api_key: key } = (await answer.json()) as { id: number; api_key: string }
	return { id, key }
}

/** A person with a player in the other arena. */
async function connected(name: string): Promise<{ readonly client: Client; readonly id: number }> {
	const { client } = await newMember(api.projectId, 'viewer')
	const { id, key } = await registered(name)
	expect((await client.call('PUT', LIVE, { key })).status).toBe(200)
	return { client, id }
}

const read = async <S extends z.core.$ZodType>(
	schema: S & { parse(value: unknown): z.infer<S> },
	client: Client,
	path: string,
): Promise<z.infer<S>> => schema.parse(await (await client.call('GET', `${LIVE}${path}`)).json())

test('a person uploads, fights and reads there as they do here', async () => {
	const [ada, bob] = [await connected('Ada'), await connected('Bob')]
	for (const [{ client }, redcode] of [
		[ada, DWARF],
		[bob, IMP],
	] as const) {
		const stored = await client.call('POST', `${LIVE}/warrior`, { name: 'W', redcode })
		expect(stored.status).toBe(201)
		expect(await stored.json()).toMatchObject({ name: 'W' })
	}
	expect(await read(ArenaMe, ada.client, '/player')).toMatchObject({
		id: ada.id,
		warrior: { redcode: DWARF },
	})
	const answer = await ada.client.call('POST', `${LIVE}/challenge`, { defender_id: bob.id })
	const fought = LiveChallenged.parse(await answer.json())
	expect(fought).toMatchObject({
		status: 'finished',
		rating_changes: { challenger: { before: 500 } },
	})

	const board = await read(LadderBoard, ada.client, '/leaderboard?mode=1v1&page=1&per_page=1')
	expect(board).toMatchObject({ total_players: 2, pagination: { total_pages: 2 } })
	expect(await read(LadderPlayer, ada.client, `/players/${bob.id}`)).toMatchObject({
		name: 'Bob',
		arena_rating: null,
		warrior: { name: 'W' },
	})
	const { battles } = await read(LadderBattles, bob.client, `/players/${bob.id}/battles`)
	expect(battles).toMatchObject([{ type: '1v1', id: fought.id, opponent: { name: 'Ada' } }])
	expect(await read(LadderDuelReplay, bob.client, `/battles/${fought.id}/replay`)).toMatchObject({
		engine_version: null,
		seed: null,
		challenger: { redcode: DWARF },
	})
})

test('arenas there have a board without pages, which is read in pages', async () => {
	const { client, id } = await connected('Cora')
	await connected('Dora')
	const body = { name: 'A', redcode: IMP, auto_join: true }
	expect((await client.call('POST', `${LIVE}/arena-warrior`, body)).status).toBe(201)
	const started = LiveStarted.parse(await (await client.call('POST', `${LIVE}/arena`)).json())
	if (started.status !== 'finished') throw new Error('The double fights at once.')
	expect(started.placements.map(({ player_id }) => player_id)).toContain(id)
	const replay = await read(LadderArenaReplay, client, `/arenas/${started.id}/replay`)
	expect(replay.warriors).toHaveLength(10)
	const second = await read(LadderBoard, client, '/leaderboard?mode=arena&page=2&per_page=1')
	expect(second.leaderboard).toMatchObject([{ rank: 2, rating_deviation: null, wins: 0 }])
	expect(second.pagination).toEqual({ page: 2, per_page: 1, total: 2, total_pages: 2 })
})

test('a connected arena is its person’s alone: nobody else’s key is used, and a token opens nothing', async () => {
	await connected('Eve')
	const { client } = await newMember(api.projectId, 'owner')
	const asked = double.asked.length
	for (const path of ['/player', '/leaderboard', '/players/1', '/battles/1/replay'])
		expect((await client.call('GET', `${LIVE}${path}`)).status).toBe(404)
	expect((await client.call('POST', `${LIVE}/challenge`, { defender_id: 1 })).status).toBe(404)
	const token = { headers: { authorization: 'Bearer fl_token' } }
	for (const init of [{}, token])
		expect((await fetchApp(`${LIVE}/leaderboard`, init)).status).toBe(401)
	expect(double.asked).toHaveLength(asked)
})

test.each([
	['key_refused', () => Response.json({ error: 'No.' }, { status: 401 })],
	['unavailable', () => html(200)],
	['unavailable', () => Response.json({ error: 'Away.' }, { status: 500 })],
	['rate_limited', () => Response.json({ error: 'Slow down.' }, { status: 429 })],
] as const)('%s is said of an arena that does not do what was asked', async (code, says) => {
	const { client } = await connected('Finn')
	double.broken = says
	const problem = await problemOf(
		await client.call('POST', `${LIVE}/challenge`, { defender_id: 1 }),
	)
	expect(problem.code).toBe(code)
})

test('a person who asks too often is slowed down, and the arena is left alone', async () => {
	const { client } = await connected('Hal')
	const asked = double.asked.length
	const full = { limit: async () => ({ success: false }) }
	const request = new Request(`${ORIGIN}${LIVE}/leaderboard`, {
		headers: { cookie: client.cookie },
	})
	const refused = await createApp().fetch(
		request,
		{ ...env, RATE_OF_ARENA: full, RATE_LIMITS: 'on' },
		createExecutionContext(),
	)
	const problem = await problemOf(refused)
	expect(problem.code).toBe('rate_limited')
	expect(double.asked).toHaveLength(asked)
})

test('the errors of a source come line by line', async () => {
	const { client } = await connected('Gus')
	const body = { name: 'W', redcode: 'mov 0, nowhere' }
	const problem = await problemOf(await client.call('POST', `${LIVE}/warrior`, body))
	expect(problem).toMatchObject({ code: 'invalid_request' })
	expect(problem.issues?.length).toBeGreaterThan(0)
})
