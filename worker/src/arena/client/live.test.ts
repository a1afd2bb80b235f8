/** The client against ModelWar's API over loopback, by the way that it takes to the real one; and what goes wrong there. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arenaContract, problemIn, resultOf } from '../../../test/arena/arena-contract.ts'
import { html } from '../../../test/arena/modelwar-answers.ts'
import { ModelWarDouble } from '../../../test/arena/modelwar-double.ts'
import { type Listening, listen } from '../../../test/listen.ts'
import { ask } from './ask.ts'
import { ArenaClient } from './client.ts'
import { liveArena } from './live.ts'

let double: ModelWarDouble
let server: Listening
let slept: number[]

beforeAll(async () => {
	double = new ModelWarDouble()
	server = await listen(double.handle)
})
afterAll(() => server.close())
beforeEach(() => {
	slept = []
	double.broken = null
	double.asked.length = 0
})

const ports = {
	clock: () => Date.now(),
	sleep: async (ms: number) => {
		slept.push(ms)
	},
}
const env = (hosts: string) => ({ OUTGOING_HOSTS: hosts, PUBLIC_URL: 'https://fairlead.example' })
const clientAt = (url: string, key: string | null, hosts = new URL(server.origin).host) =>
	new ArenaClient({ backend: liveArena(env(hosts), { url, origin: '', key }), ports })
const client = (key: string | null = null) => clientAt(server.origin, key)
const refusing =
	(status: number, error: string, headers: Record<string, string> = {}) =>
	() =>
		Response.json({ error }, { status, headers })

arenaContract(
	'a live arena with ModelWar’s API',
	() => ({
		client,
		refuse: (why) => {
			double.broken =
				why === 'too_many'
					? refusing(429, 'Too many requests. Please slow down.')
					: why === 'maintenance'
						? refusing(503, 'Arena is in maintenance mode. Battles are temporarily disabled.')
						: null
		},
	}),
	{ refuse: true, slow: false },
)

test('an address that may not be asked is not asked, and the reason is said', async () => {
	for (const url of [
		'http://10.0.0.7',
		'https://10.0.0.7',
		'https://arena.internal',
		server.origin,
		'https://ada:secret@www.modelwar.ai',
		'https://www.modelwar.ai/?to=x',
		'ftp://x.example',
	]) {
		const problem = problemIn(await clientAt(url, 'key', '').challenge(1))
		expect(problem, url).toMatchObject({ code: 'address_refused', status: null, effect: 'none' })
	}
	expect(double.asked).toEqual([])
})

test('a redirect is not followed: the key stays here, and the person learns the right address', async () => {
	double.broken = () =>
		new Response(null, { status: 308, headers: { location: 'https://www.modelwar.ai/api/me' } })
	expect(problemIn(await client('key').me())).toMatchObject({
		code: 'moved',
		status: 308,
		effect: 'none',
		message: expect.stringContaining('https://www.modelwar.ai'),
	})
	expect(double.asked).toHaveLength(1)
})

test('a read is repeated while the arena is away or wants a short pause, and no longer than that', async () => {
	double.broken = refusing(503, 'Busy.', { 'retry-after': '3' })
	expect(problemIn(await client().leaderboard()).code).toBe('unavailable')
	expect([double.asked.length, slept]).toEqual([3, [3_000, 3_000]])

	double.asked.length = slept.length = 0
	double.broken = () => html(504)
	expect(problemIn(await client().leaderboard()).message).toMatch(/temporarily unavailable/)
	expect([double.asked.length, slept]).toEqual([3, [1_000, 2_000]])

	double.asked.length = slept.length = 0
	double.broken = refusing(503, 'Maintenance.', { 'retry-after': '300' })
	expect(problemIn(await client().leaderboard()).retryAfterMs).toBe(300_000)
	expect([double.asked.length, slept]).toEqual([1, []])

	double.asked.length = 0
	double.broken = refusing(500, 'Internal server error')
	expect(problemIn(await client().leaderboard()).code).toBe('server_error')
	expect(double.asked).toHaveLength(1)
})

test('a challenge whose answer is lost is not sent again, and the person is told to look first', async () => {
	const answers: [string, () => Response][] = [
		['unavailable', () => html(504)],
		['unavailable', refusing(503, 'Try again.', { 'retry-after': '1' })],
		['server_error', refusing(500, 'Internal server error')],
		['unreadable', () => Response.json({ battle_id: 'one' })],
		['unreadable', () => html(200)],
	]
	for (const [code, answer] of answers) {
		double.asked.length = 0
		double.broken = answer
		expect(problemIn(await client('key').challenge(2))).toMatchObject({
			code,
			effect: 'unknown',
			message: expect.stringMatching(/Look at your battles/),
		})
		expect(double.asked).toHaveLength(1)
	}
	double.asked.length = 0
	double.broken = refusing(429, 'Four battles are under way.', { 'retry-after': '5' })
	expect(problemIn(await client('key').challenge(2))).toMatchObject({
		code: 'rate_limited',
		effect: 'none',
		retryAfterMs: 5_000,
	})
	expect([double.asked.length, slept]).toEqual([3, [5_000, 5_000]])
})

test('an upload is repeated: the same warrior is stored once', async () => {
	const { api_key } = resultOf(await client().register('Uploader'))
	let away = 2
	double.broken = () => {
		if (--away === 0) double.broken = null
		return html(502)
	}
	expect(resultOf(await client(api_key).uploadWarrior('W', 'mov 0, 1\n'))).toMatchObject({
		instruction_count: 1,
	})
	expect(slept).toEqual([1_000, 2_000])
})

test('a server that is not there, one that never answers, and a cancelled call are told apart', async () => {
	const gone = await listen(async () => new Response())
	await gone.close()
	const { host } = new URL(gone.origin)
	expect(problemIn(await clientAt(gone.origin, null, host).me())).toMatchObject({
		code: 'unreachable',
		status: null,
		effect: 'none',
	})
	expect(slept).toEqual([1_000, 2_000])

	const silent = await listen(() => new Promise(() => undefined))
	const ending = new AbortController()
	const backend = liveArena(env(new URL(silent.origin).host), {
		url: silent.origin,
		origin: '',
		key: 'key',
	})
	const waiting = new ArenaClient({ backend, ports, signal: ending.signal }).challenge(2)
	setTimeout(() => ending.abort(), 50)
	expect(problemIn(await waiting)).toMatchObject({ code: 'cancelled', effect: 'unknown' })
	const late = { method: 'GET', path: '/skill.md', answers: { 200: 'text' } } as const
	const asking = { backend, ports, signal: new AbortController().signal }
	expect(problemIn(await ask({ ...late, repeat: 'safe', timeoutMs: 50 }, asking))).toMatchObject({
		code: 'timeout',
		effect: 'none',
	})
	await silent.close()
})

test('words of an arena are bounded, and its key is in none of them', async () => {
	const details = Array.from({ length: 500 }, () => 'x'.repeat(5_000))
	double.broken = () => Response.json({ error: 'e'.repeat(50_000), details }, { status: 400 })
	const problem = problemIn(await client('key-of-ada').uploadWarrior('W', 'x'))
	expect(JSON.stringify(problem).length).toBeLessThan(20_000)
	expect(JSON.stringify(problem)).not.toContain('key-of-ada')
})
