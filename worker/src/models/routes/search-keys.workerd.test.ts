/** Keys at search services: stored only when the service takes them, never shown, nobody else's, and paid by the right person. */
import { env } from 'cloudflare:workers'
import { SearchKey, SearchKeyList, type SearchService } from '@fairlead/protocol/models/search-keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { allTables } from '../../../test/people/traces-kit.ts'
import { modelAccess } from '../../conversations/run-access/model-access.ts'
import { database } from '../../db/client.ts'
import { payersSearch } from '../../web-search/payers-search.ts'
import { storeModelKey } from '../model-keys.ts'
import { deleteModelKey } from '../store/model-keys.ts'

useApi()

const db = database(env.DB)
const KEY = 'BSA-search-0123456789-WxYz'
const MODEL = 'deepseek/deepseek-flash'
const PAGE = { url: 'https://a.example/', title: 'A page', description: 'About x.' }
const FOUND = { type: 'search', web: { results: [PAGE] } }
const asked: Request[] = []
let answer: () => Response | Promise<Response>
let logged: string[] = []

beforeEach(() => {
	asked.length = 0
	logged = []
	answer = () => Response.json(FOUND)
	vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
		asked.push(new Request(input, init))
		return answer()
	})
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

const put = (client: Client, service = 'brave', key = KEY) =>
	client.call('PUT', `/api/search-keys/${service}`, { key })
const listed = async (client: Client) =>
	SearchKeyList.parse(await (await client.call('GET', '/api/search-keys')).json()).services
const keyOf = async (client: Client, service: SearchService) =>
	(await listed(client)).find((one) => one.service === service)
const give = (userId: string, provider: SearchService, key = KEY, at = 1) =>
	storeModelKey(env, db, { userId, provider }, key, at)
const authorOf = (userId: string) => ({ kind: 'session', id: 's', userId, name: 'It' }) as const

const searchAs = (userId: string, query = 'x') =>
	payersSearch(env, api.projectId).search(authorOf(userId), {
		params: { query, count: 3 },
		timeoutMs: 5_000,
		signal: new AbortController().signal,
	})

async function offered(userId: string, more: object = {}, model = MODEL) {
	const vars = { ...env, DEEPSEEK_API_KEY: 'sk-server', ANTHROPIC_API_KEY: 'sk-server', ...more }
	const access = await modelAccess(vars, api.projectId, model, authorOf(userId))
	return 'refused' in access ? access.refused : { ours: access.ownSearch, its: access.webSearch }
}

test('a key is asked about by one search, stored, and shown by its last four characters; nothing else has it', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	expect((await keyOf(client, 'brave'))?.key).toBeNull()
	expect(SearchKey.parse(await (await put(client)).json())).toMatchObject({
		service: 'brave',
		host: 'api.search.brave.com',
		used: true,
		checkIsSearch: true,
		key: { lastFour: 'WxYz', addedAt: expect.any(Number) },
	})
	expect(asked).toHaveLength(1)
	expect(asked[0]?.headers.get('x-subscription-token')).toBe(KEY)
	expect(new URL(asked[0]?.url ?? '').hostname).toBe('api.search.brave.com')

	expect(JSON.stringify([...(await allTables())])).not.toContain(KEY)
	const account = await (await client.call('GET', '/api/account/export')).text()
	expect(account).toContain('WxYz')
	expect(account).not.toContain(KEY)
	expect(account).not.toContain('aes-gcm')
	const activity = await (await client.call('GET', '/api/audit')).text()
	expect(activity).toContain('putSearchKey')
	expect(activity).not.toContain(KEY)
	expect(logged.join('\n')).not.toContain(KEY)

	expect((await client.call('DELETE', '/api/search-keys/brave')).status).toBe(204)
	expect((await client.call('DELETE', '/api/search-keys/brave')).status).toBe(404)
	expect(await (await client.call('GET', '/api/audit')).text()).toContain('removeSearchKey')
	const left = await env.DB.prepare('select * from model_keys where user_id = ?').bind(userId).all()
	expect(left.results).toEqual([])
})

test('Tavily is asked about a key without a search; a key that has nothing left is not stored', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	answer = () => Response.json({ key: { usage: 7, limit: 1_000 } })
	expect((await put(client, 'tavily')).status).toBe(200)
	expect(asked.map(({ url }) => url)).toEqual(['https://api.tavily.com/usage'])
	expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
	answer = () => Response.json({ key: { usage: 1_000, limit: 1_000 } })
	expect(await problemOf(await put(client, 'tavily', `${KEY}-AAAA`))).toMatchObject({
		code: 'key_without_credit',
	})
	expect((await keyOf(client, 'tavily'))?.key).toMatchObject({ lastFour: 'WxYz' })
})

const token = { error: { code: 'SUBSCRIPTION_TOKEN_INVALID' } }
test.each([
	['key_refused', 409, () => Response.json(token, { status: 422 })],
	['key_without_credit', 409, () => Response.json({}, { status: 402 })],
	['unavailable', 503, () => Promise.reject(new Error(`no route for ${KEY}`))],
	['unavailable', 503, () => Response.json({}, { status: 503 })],
	['unavailable', 503, () => new Response('<html>')],
] as const)('%s (%i): nothing is stored, and the one before stays', async (code, status, says) => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	await give(userId, 'brave', 'BSA-the-one-before-AAAA')
	answer = says
	const refused = await put(client)
	expect(refused.status).toBe(status)
	expect(await problemOf(refused)).toMatchObject({
		code,
		detail: expect.stringContaining('Nothing was stored.'),
	})
	expect((await keyOf(client, 'brave'))?.key).toMatchObject({ lastFour: 'AAAA' })
	expect(logged.join('\n')).not.toContain(KEY)
})

test('a service that does not exist is not asked, and model providers are no services for searching', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	for (const service of ['acme', 'anthropic']) expect((await put(client, service)).status).toBe(404)
	expect((await client.call('DELETE', '/api/search-keys/anthropic')).status).toBe(404)
	expect((await client.call('PUT', '/api/keys/brave', { key: KEY })).status).toBe(404)
	expect(asked).toEqual([])
	await give(userId, 'brave')
	expect(await (await client.call('GET', '/api/keys')).text()).not.toContain('WxYz')
})

test('keys for models and for search count together: after twenty tries a person waits', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (let n = 0; n < 20; n++) expect((await put(client)).status).toBe(200)
	expect((await problemOf(await put(client))).code).toBe('rate_limited')
	expect(asked).toHaveLength(20)
})

test('the key stored last of two is used, and shown as used', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	await give(userId, 'brave', KEY, 1)
	await give(userId, 'tavily', 'tvly-the-newer-one', 2)
	expect((await listed(client)).map(({ service, used }) => [service, used])).toEqual([
		['brave', false],
		['tavily', true],
	])
	answer = () => Response.json({ results: [{ ...PAGE, content: 'About x.' }] })
	expect(await searchAs(userId)).toMatchObject({ result: { results: [{ url: PAGE.url }] } })
	expect(asked.map(({ url }) => url)).toEqual(['https://api.tavily.com/search'])
})

test('search is offered where the payer has a key and the provider does not search by itself', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	expect(await offered(userId)).toEqual({ ours: undefined, its: false })
	await give(userId, 'brave')
	expect(await offered(userId)).toEqual({ ours: true, its: false })
	// DeepSeek has no search that a variable could enable.
	expect(await offered(userId, { DEEPSEEK_WEB_SEARCH: '1' })).toEqual({ ours: true, its: false })
	const claude = 'anthropic/claude-sonnet-5'
	expect(await offered(userId, {}, claude)).toEqual({ ours: true, its: false })
	const itself = { ANTHROPIC_WEB_SEARCH: '1' }
	expect(await offered(userId, itself, claude)).toEqual({ ours: undefined, its: true })
	expect(await offered(userId, {}, 'demo/planner')).toEqual({ ours: undefined, its: false })
	const other = await newMember(api.projectId, 'editor')
	expect(await offered(other.userId)).toEqual({ ours: undefined, its: false })
})

test('a run goes on without the search while its key cannot be read', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await give(userId, 'brave')
	const prepare = (query: string) => {
		if (/model_keys.*order by/s.test(query)) throw new Error('D1 does not answer.')
		return env.DB.prepare(query)
	}
	expect(await offered(userId, { DB: { prepare } })).toEqual({ ours: undefined, its: false })
	expect(logged.join('\n')).toContain('search_key_not_read')
	// It knows nothing of search, so nobody looks.
	logged = []
	await offered(userId, { DB: { prepare } }, 'demo/planner')
	expect(logged).toEqual([])
})

test('a key that was removed is used for no further search, and nobody searches with another person’s', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const other = await newMember(api.projectId, 'owner')
	await give(userId, 'brave')
	expect(await searchAs(userId)).toMatchObject({ status: 'ok' })
	expect(await searchAs(other.userId)).toMatchObject({ error: { code: 'denied' } })
	await deleteModelKey(db, userId, 'brave')
	expect(await searchAs(userId)).toMatchObject({
		error: { code: 'denied', hint: expect.stringContaining('Web search') },
	})
	expect(asked).toHaveLength(1)
})

test('searches that a model asks for at once are made one after the other, each within its own time', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await give(userId, 'brave')
	const held = Promise.withResolvers<void>()
	let atOnce = 0
	let most = 0
	answer = async () => {
		most = Math.max(most, ++atOnce)
		if (asked.length === 1) await held.promise
		else await Promise.resolve()
		atOnce--
		return Response.json(FOUND)
	}
	const { search } = payersSearch(env, api.projectId)
	const find = (query: string, timeoutMs = 5_000, signal = new AbortController().signal) =>
		search(authorOf(userId), { params: { query }, timeoutMs, signal })
	const stop = new AbortController()
	const first = find('a')
	const [late, stopped] = [find('b', 50), find('c', 5_000, stop.signal)]
	const others = [find('d'), find('e')]
	stop.abort()
	expect(await late).toMatchObject({
		error: { code: 'deadline_exceeded', hint: expect.stringContaining('fewer searches at once') },
	})
	expect(await stopped).toMatchObject({ error: { code: 'cancelled' } })
	held.resolve()
	for (const one of [first, ...others]) expect(await one).toMatchObject({ status: 'ok' })
	expect(most).toBe(1)
	expect(asked.map(({ url }) => new URL(url).searchParams.get('q'))).toEqual(['a', 'd', 'e'])
})

test('a key under another SECRETS_KEY is not used, and the outcome says what to do', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await storeModelKey(
		{ SECRETS_KEY: 'another secret of before' },
		db,
		{ userId, provider: 'brave' },
		KEY,
		1,
	)
	expect(await searchAs(userId)).toMatchObject({
		error: { message: expect.stringContaining('SECRETS_KEY') },
	})
	expect(asked).toEqual([])
})

test('the words of a search are in no log, also when it fails', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	await give(userId, 'brave')
	answer = () => Response.json({}, { status: 500 })
	expect(await searchAs(userId, 'a secret plan')).toMatchObject({ status: 'error' })
	expect(logged.join('\n')).toContain('search_failed')
	expect(logged.join('\n')).not.toContain('secret plan')
	expect(logged.join('\n')).not.toContain(KEY)
})
