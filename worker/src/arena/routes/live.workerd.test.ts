/** A player in another server's arena: stored only if the arena knows the key, which nobody sees again, and reached by no forbidden way. */
import { env } from 'cloudflare:workers'
import { ArenaMe } from '@fairlead/protocol/arena/arena'
import { LiveArena, LiveArenaState, MODELWAR_URL } from '@fairlead/protocol/arena/live-arena'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { html } from '../../../test/arena/modelwar-answers.ts'
import { ModelWarDouble } from '../../../test/arena/modelwar-double.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { allTables } from '../../../test/people/traces-kit.ts'
import { database } from '../../db/client.ts'
import { liveArenas } from '../store/schema.ts'

useApi()

const db = database(env.DB)
let double: ModelWarDouble
let logged: string[]

beforeEach(() => {
	double = new ModelWarDouble()
	logged = []
	vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
		double.handle(new Request(input, init)),
	)
	for (const level of ['log', 'warn', 'error', 'info'] as const) {
		vi.spyOn(console, level).mockImplementation(
			(...all) => void logged.push(all.map(String).join(' ')),
		)
	}
})
afterEach(() => {
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
})

/** A player of the other arena. */
async function registered(name = 'Ada'): Promise<{ readonly id: number; readonly key: string }> {
	const body = JSON.stringify({ name })
	const answer = await double.handle(
		new Request(`${MODELWAR_URL}/api/register`, { method: 'POST', body }),
	)
	const { id, api_key: key } = (await answer.json()) as { id: number; api_key: string }
	double.asked.length = 0
	return { id, key }
}
const put = (client: Client, body: object) => client.call('PUT', '/api/live-arena', body)
const stateOf = async (client: Client) =>
	LiveArenaState.parse(await (await client.call('GET', '/api/live-arena')).json())

test('a key is stored with the player it is of, shown by its last four characters, and used to ask', async () => {
	const { client, userId } = await newMember(api.projectId, 'viewer')
	expect(await stateOf(client)).toEqual({ arena: null, canStore: true })
	expect((await client.call('GET', '/api/live-arena/player')).status).toBe(404)
	const { id, key } = await registered()
	const stored = LiveArena.parse(await (await put(client, { key })).json())
	expect(stored).toMatchObject({
		url: MODELWAR_URL,
		player: { id, name: 'Ada' },
		key: { lastFour: key.slice(-4) },
	})
	expect((await stateOf(client)).arena).toEqual(stored)
	expect(double.asked.map(({ url }) => url)).toEqual([`${MODELWAR_URL}/api/me`])

	const player = ArenaMe.parse(await (await client.call('GET', '/api/live-arena/player')).json())
	expect(player).toMatchObject({ id, name: 'Ada', rating: 500, warrior: null })
	expect(double.asked.at(-1)?.headers.get('authorization')).toBe(`Bearer ${key}`)

	expect(JSON.stringify([...(await allTables())])).not.toContain(key)
	const account = await (await client.call('GET', '/api/account/export')).text()
	expect(account).toContain(MODELWAR_URL)
	for (const secret of [key, 'aes-gcm']) expect(account).not.toContain(secret)
	const activity = await (await client.call('GET', '/api/audit')).text()
	expect(activity).toContain('putLiveArena')
	for (const text of [activity, logged.join('\n')]) expect(text).not.toContain(key)

	expect((await client.call('DELETE', '/api/live-arena')).status).toBe(204)
	expect((await client.call('DELETE', '/api/live-arena')).status).toBe(404)
	expect(await db.select().from(liveArenas).where(eq(liveArenas.userId, userId))).toEqual([])
})

test('a stored key is its person’s alone; one that was copied to another row does not open', async () => {
	const ada = await newMember(api.projectId, 'editor')
	const bob = await newMember(api.projectId, 'owner')
	const { key } = await registered()
	expect((await put(ada.client, { key })).status).toBe(200)
	expect((await stateOf(bob.client)).arena).toBeNull()
	expect((await bob.client.call('DELETE', '/api/live-arena')).status).toBe(404)
	const [row] = await db.select().from(liveArenas).where(eq(liveArenas.userId, ada.userId))
	if (!row) throw new Error('Nothing was stored.')
	await db.insert(liveArenas).values({ ...row, userId: bob.userId })
	const asked = double.asked.length
	const stolen = await bob.client.call('GET', '/api/live-arena/player')
	expect((await problemOf(stolen)).code).toBe('conflict')
	expect(double.asked).toHaveLength(asked)
})

const moved = () =>
	new Response(null, { status: 307, headers: { location: 'https://www.modelwar.ai/api/me' } })
test.each([
	['key_refused', 409, () => Response.json({ error: 'No.' }, { status: 401 })],
	['invalid_request', 400, moved],
	['unavailable', 503, () => html(404)],
	['unavailable', 503, () => html(200)],
	['unavailable', 503, () => Response.json({ error: 'Slow down.' }, { status: 429 })],
	['unavailable', 503, () => Response.json({ error: 'Away.' }, { status: 500 })],
] as const)('%s (%i): nothing is stored, and the one before stays', async (code, status, says) => {
	const { client } = await newMember(api.projectId, 'viewer')
	const { key } = await registered()
	await put(client, { key })
	const before = await stateOf(client)
	double.broken = says
	const refused = await put(client, { url: 'https://modelwar.ai', key: 'another-key-0123' })
	expect(refused.status).toBe(status)
	const problem = await problemOf(refused)
	expect(problem).toMatchObject({ code })
	expect(JSON.stringify(problem)).toMatch(/Nothing was stored|https:\/\/www\.modelwar\.ai/)
	expect(JSON.stringify(problem)).not.toContain('another-key')
	expect(await stateOf(client)).toEqual(before)
})

test.each([
	'http://www.modelwar.ai',
	'https://10.0.0.7/arena',
	'https://[fd00::1]',
	'https://arena.internal',
	'https://ada:secret@www.modelwar.ai',
	'https://www.modelwar.ai/?to=10.0.0.7',
	'not an address',
])('%s is not asked', async (url) => {
	const { client } = await newMember(api.projectId, 'viewer')
	const refused = await problemOf(await put(client, { url, key: 'key-0123456789' }))
	expect(refused).toMatchObject({ code: 'invalid_request', issues: [{ path: '/url' }] })
	expect(double.asked).toEqual([])
	expect((await stateOf(client)).arena).toBeNull()
})
