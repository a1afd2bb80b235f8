/** Players of the embedded arena, for tests in workerd. Each answer is held against the route that gave it. */
import { env, exports } from 'cloudflare:workers'
import { ENGINE_VERSION } from '@fairlead/corewar/source'
import { ArenaError } from '@fairlead/protocol/arena/arena'
import { expect } from 'vitest'
import * as z from 'zod'
import { ARENA_ROUTES } from '../../src/arena/http/routes.ts'
import { SETTINGS } from '../../src/arena/rules/settings.ts'
import { insertArenaBattle, MAX_KEPT } from '../../src/arena/store/begin.ts'
import { putWarrior } from '../../src/arena/store/players.ts'
import { arenaPlayers } from '../../src/arena/store/schema.ts'
import { database } from '../../src/db/client.ts'

export const IMP = ';name Imp\nmov 0, 1\nend\n'
export const DWARF =
	'bomb dat #0, #0\nloop add.ab #4, bomb\nmov.i bomb, @bomb\njmp loop\nend loop\n'
/** It loses against everything that lasts longer than it. */
export const SHORT = 'jmp 1\ndat 1, 1\n'
export const SUICIDE = 'dat #0, #0\n'
/** Never dies by itself and hurts nobody. */
export const SITTER = 'jmp 0\n'

/** Routes by method and path, with what a test has asked them. */
const matching = (method: string, path: string) =>
	ARENA_ROUTES.find(
		(route) =>
			route.method === method.toLowerCase() &&
			new RegExp(`^/arena/api${route.path.replace(':id', '[1-9][0-9]*')}$`).test(path),
	)

export interface Called {
	readonly status: number
	readonly headers: Headers
	// Tests read fields that the schema of the route has been checked for.
	// biome-ignore lint/suspicious/noExplicitAny: the shape follows from the route, which is chosen at run time.
	readonly value: any
}

export async function callArena(
	method: string,
	path: string,
	{ key, body, address }: { key?: string; body?: unknown; address?: string } = {},
): Promise<Called> {
	const answer = await exports.default.fetch(
		new Request(`http://fairlead.test${path}`, {
			method,
			headers: {
				...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(address === undefined ? {} : { 'cf-connecting-ip': address }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		}),
	)
	const value: unknown = await answer.json()
	const { status, headers } = answer
	if (status >= 400) {
		expect(ArenaError.parse(value), `${method} ${path}`).toEqual(value)
		return { status, headers, value }
	}
	const route = matching(method, new URL(path, 'http://fairlead.test').pathname)
	const documented = route?.answers.find((one) => one.status === status)
	if (!documented) throw new Error(`${method} ${path} answers ${status}, which is not documented`)
	expect(z.parse(documented.schema, value), `${method} ${path}`).toEqual(value)
	return { status, headers, value }
}

export interface Player {
	readonly id: number
	readonly name: string
	call(method: string, path: string, body?: unknown): Promise<Called>
}

let players = 0

/** A registered player, with a warrior for 1v1 if there is a source. */
export async function newPlayer(redcode?: string): Promise<Player> {
	const registered = await callArena('POST', '/arena/api/register', {
		body: { name: `Player ${++players}` },
	})
	expect(registered.status).toBe(201)
	const { id, name, api_key: key } = registered.value
	const call: Player['call'] = (method, path, body) =>
		callArena(method, `/arena/api${path}`, { key, ...(body === undefined ? {} : { body }) })
	if (redcode !== undefined) {
		expect((await call('POST', '/warriors', { name: 'W', redcode })).status).toBe(201)
	}
	return { id, name, call }
}

const db = database(env.DB)

/** A battle that stands in D1 and that no object knows of yet, by default of settings that take one slice. */
export async function storedBattle(
	redcode: readonly [string, string],
	settings: Partial<(typeof SETTINGS)['1v1']> = { rounds: 10, maxCycles: 2_000 },
	/** Default: a player of its own. */
	startedBy?: number,
): Promise<{ readonly id: number; readonly players: readonly number[] }> {
	const ids: number[] = []
	for (const source of redcode) {
		const name = `Stored ${++players}`
		const [row] = await db
			.insert(arenaPlayers)
			.values({ name, userId: null, keyHash: null, createdAt: 1 })
			.returning()
		const playerId = row?.id ?? 0
		await putWarrior(
			db,
			{
				...({ playerId, mode: '1v1', name: 'W', redcode: source, instructionCount: 1 } as const),
				autoJoin: false,
				model: null,
				updatedAt: 1,
			},
			{ rating: 1200, deviation: 350, volatility: 0.06, shown: 500 },
		)
		ids.push(playerId)
	}
	const id = await insertArenaBattle(
		db,
		{
			...({
				mode: '1v1',
				startedBy: startedBy ?? ids[0] ?? 0,
				pair: ids.join(':'),
				leftOut: [],
			} as const),
			settings: { ...SETTINGS['1v1'], ...settings },
			seed: 7,
			createdAt: 1,
			engineVersion: ENGINE_VERSION,
		},
		redcode.map((source, slot) => ({
			slot,
			playerId: ids[slot] ?? null,
			isStockBot: false,
			name: `Stored ${slot}`,
			warriorName: 'W',
			model: null,
			redcode: source,
		})),
		{ running: { ofPlayer: 1_000, inAll: 1_000 }, kept: MAX_KEPT },
	)
	if (id === undefined) throw new Error('A battle of a test was withdrawn.')
	return { id, players: ids }
}
