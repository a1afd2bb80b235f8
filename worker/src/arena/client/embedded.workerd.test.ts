/** The client against this server's own arena: called directly, and as another server's arena would be called. */
import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
	type ArenaUnderTest,
	arenaContract,
	problemIn,
	resultOf,
} from '../../../test/arena/arena-contract.ts'
import { storedBattle } from '../../../test/arena/arena-kit.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { serveArena } from '../http/serve.ts'
import { arenaPlayerById } from '../store/players.ts'
import type { ArenaBackend } from './ask.ts'
import { ArenaClient } from './client.ts'
import { embeddedArena } from './embedded.ts'
import { liveArena } from './live.ts'

const db = database(env.DB)
const HOST = 'https://other.example'
/** Cuts each pause: a battle in these tests lasts a second at most. */
const ports = {
	clock: () => Date.now(),
	sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 100))),
}
const FULL: RateLimit = { limit: async () => ({ success: false }) }
/** The object of a battle says that it is not over: the request answers before it has begun. */
const slowly: Env = {
	...env,
	ARENA_BATTLE: {
		getByName: () => ({ follow: async () => ({ isOver: false, done: 0 }) }),
	} as unknown as Env['ARENA_BATTLE'],
}

let server: Env = env
const refuse: ArenaUnderTest['refuse'] = (why) => {
	server =
		why === 'too_many'
			? { ...env, RATE_OF_ARENA: FULL }
			: why === 'maintenance'
				? { ...env, ARENA_MAINTENANCE: '1' }
				: env
}
beforeEach(() => {
	server = env
	vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
		const request = new Request(input, init)
		return serveArena(new Request(request.url.replace(HOST, 'http://x'), request), server)
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

/** Requests of an address, which are counted, with a player's key. */
const withKey = ({ title, send }: ArenaBackend, key: string | null): ArenaBackend => ({
	title,
	send(path, init) {
		const headers = new Headers(init.headers)
		headers.set('cf-connecting-ip', '203.0.113.9')
		if (key !== null) headers.set('authorization', `Bearer ${key}`)
		return send(path, { ...init, headers })
	},
})
/** The arena of the server in its state at the time of the request. */
const today = (): ArenaBackend => ({
	title: 'The arena',
	send: (path, init) => embeddedArena(server, null).send(path, init),
})
const abroad = (key: string | null): ArenaBackend =>
	liveArena(env, { url: `${HOST}/arena/`, origin: '', key })
const clientOf = (backend: ArenaBackend, key: string | null) =>
	new ArenaClient({ backend: withKey(backend, key), ports })
/** A request that begins a battle is answered before it is over. */
const slow = ({ title, send }: ArenaBackend): ArenaBackend => ({
	title,
	async send(path, init) {
		server = init.method === 'POST' ? slowly : env
		return send(path, init)
	},
})

arenaContract(
	'this server’s arena',
	() => ({
		client: (key) => clientOf(today(), key),
		refuse,
		slow: (key) => clientOf(slow(today()), key),
	}),
	{ refuse: true, slow: true },
)

arenaContract(
	'this server’s arena as another server’s',
	() => ({
		client: (key) => clientOf(abroad(key), key),
		refuse,
		slow: (key) => clientOf(slow(abroad(key)), key),
	}),
	{ refuse: true, slow: true },
)

test('this server’s code calls as a player without a key, and is not counted', async () => {
	server = { ...env, RATE_OF_ADDRESSES: FULL, RATE_OF_ARENA: FULL }
	const [mine = 0, other = 0] = (await storedBattle(['jmp 0', 'jmp 1\ndat 1, 1'])).players
	const as = (await arenaPlayerById(db, mine)) ?? null
	const client = new ArenaClient({ backend: embeddedArena(server, as), ports })
	expect(resultOf(await client.me()).id).toBe(mine)
	expect(resultOf(await client.challenge(other))).toMatchObject({ result: 'challenger_win' })
	const nobody = new ArenaClient({ backend: embeddedArena(env, null), ports })
	expect(problemIn(await nobody.me()).code).toBe('unauthorized')
	expect(resultOf(await nobody.player(mine)).wins).toBe(1)
})

test('a battle that cannot be fought is refused like one that was refused at once', async () => {
	const { id } = await storedBattle(['jmp 0', 'jmp nowhere'])
	const nobody = clientOf(today(), null)
	let battle = resultOf(await nobody.battle(id))
	while (battle.status === 'running') battle = resultOf(await nobody.battle(id))
	expect(battle).toMatchObject({ status: 'failed', error: expect.stringContaining('slot 1') })
	const backend: ArenaBackend = {
		title: 'The arena',
		send: async (path, init) =>
			init.method === 'POST'
				? Response.json(
						{ battle_id: id, status: 'running', rounds_done: 0, rounds_total: 10, poll: '/x' },
						{ status: 202 },
					)
				: embeddedArena(env, null).send(path, init),
	}
	expect(problemIn(await new ArenaClient({ backend, ports }).challenge(1))).toMatchObject({
		code: 'conflict',
		effect: 'none',
		message: expect.stringMatching(/No rating has changed/),
	})
})

test('a battle that outlasts the wait is handed back as running, with its number', async () => {
	const { id } = await storedBattle(['jmp 0', 'jmp 0'])
	const backend: ArenaBackend = {
		title: 'The arena',
		send: async (_, init) =>
			init.method === 'POST'
				? Response.json(
						{ battle_id: id, status: 'running', rounds_done: 1, rounds_total: 10, poll: '/x' },
						{ status: 202 },
					)
				: Response.json({ error: 'Away.' }, { status: 500 }),
	}
	const client = new ArenaClient({ backend, ports, followMs: 5_000 })
	expect(resultOf(await client.challenge(1))).toEqual({
		status: 'running',
		id,
		rounds_done: 1,
		rounds_total: 10,
	})
	expect((await exports.default.fetch(`http://x/arena/api/battles/${id}`)).status).toBe(200)
})
