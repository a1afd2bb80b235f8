/** Model servers of people's own: asked before they are stored, reached by no forbidden way, and nobody else's. */
import { env } from 'cloudflare:workers'
import { ModelEndpoint, ModelEndpointList } from '@fairlead/protocol/models/model-endpoints'
import { ModelList } from '@fairlead/protocol/models/models'
import type { Author } from '@fairlead/protocol/people/author'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import type { Client } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { allTables } from '../../test/people/traces-kit.ts'
import { modelAccess } from './run-access/model-access.ts'

useApi()

const URL_TYPED = 'https://llm.ada.example'
const KEY = 'sk-vllm-0123456789-WxYz'
const LISTED = { data: [{ id: 'qwen3:8b', max_model_len: 32_768 }, { id: 'a/b' }, { id: 7 }] }
const FRAMES = `${[
	{ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
	{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
]
	.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
	.join('')}data: [DONE]\n\n`

let answer: (url: string) => Response | Promise<Response>
const asked: { url: string; authorization: string | null; body: string }[] = []

beforeEach(() => {
	asked.length = 0
	answer = (url) =>
		url.endsWith('/v1/models') ? Response.json(LISTED) : new Response('', { status: 404 })
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		const request = new Request(input, init)
		const { url, headers } = request
		asked.push({ url, authorization: headers.get('authorization'), body: await request.text() })
		return url.endsWith('/chat/completions')
			? new Response(FRAMES, { headers: { 'content-type': 'text/event-stream' } })
			: answer(url)
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

const put = (client: Client, body: object = {}, name = 'home') =>
	client.call('PUT', `/api/model-endpoints/${name}`, { url: URL_TYPED, ...body })
const listed = async (client: Client) =>
	ModelEndpointList.parse(await (await client.call('GET', '/api/model-endpoints')).json()).endpoints
const offered = async (client: Client) =>
	ModelList.parse(await (await client.call('GET', '/api/models')).json()).models

async function say(client: Client, model: string): Promise<Response> {
	const path = `/api/projects/${api.projectId}/conversations`
	const made = await client.call('POST', path, { model })
	if (!made.ok) return made
	const { id } = (await made.json()) as { id: string }
	return client.call('POST', `/api/conversations/${id}/messages`, {
		message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'hello' }] },
	})
}

test('models of an own server are listed and answer runs, also one that is not listed; its key is in no table and no answer', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	const stored = ModelEndpoint.parse(await (await put(client, { key: KEY })).json())
	expect(stored).toMatchObject({
		name: 'home',
		url: `${URL_TYPED}/v1`,
		key: { lastFour: 'WxYz' },
		models: [
			{ id: 'qwen3:8b', windowTokens: 32_768 },
			{ id: 'a/b', windowTokens: null },
		],
	})
	expect(asked.map(({ url }) => url)).toEqual([`${URL_TYPED}/models`, `${URL_TYPED}/v1/models`])
	expect((await offered(client)).filter(({ provider }) => provider === '@home')).toMatchObject([
		{ name: '@home/qwen3:8b', usable: true, price: null, windowTokens: 32_768 },
		{ name: '@home/a/b', usable: true, price: null },
	])
	for (const model of ['@home/qwen3:8b', '@home/pulled-a-minute-ago']) {
		expect(await (await say(client, model)).text()).toContain('Hello')
		const request = asked.at(-1)
		expect(request?.url).toBe(`${URL_TYPED}/v1/chat/completions`)
		expect(request?.authorization).toBe(`Bearer ${KEY}`)
		expect(JSON.parse(request?.body ?? '')).toMatchObject({ model: model.slice('@home/'.length) })
	}
	expect(JSON.stringify([...(await allTables())])).not.toContain(KEY)
	const account = await (await client.call('GET', '/api/account/export')).text()
	expect(account).toContain(URL_TYPED)
	for (const secret of [KEY, 'aes-gcm']) expect(account).not.toContain(secret)
	const spent = 'select * from server_key_use where user_id = ?'
	expect((await env.DB.prepare(spent).bind(userId).all()).results).toEqual([])

	expect((await client.call('DELETE', '/api/model-endpoints/home')).status).toBe(204)
	expect(await listed(client)).toEqual([])
	expect((await problemOf(await say(client, '@home/qwen3:8b'))).code).toBe('model_key_missing')
})

test('an own server answers only the runs of its person, and only they see it', async () => {
	const ada = await newMember(api.projectId, 'editor')
	const bob = await newMember(api.projectId, 'editor')
	await put(ada.client)
	asked.length = 0
	expect(await listed(bob.client)).toEqual([])
	expect((await offered(bob.client)).map(({ provider }) => provider)).not.toContain('@home')
	expect(await problemOf(await say(bob.client, '@home/qwen3:8b'))).toMatchObject({
		code: 'model_key_missing',
		title: 'You have no model server named @home.',
	})
	expect((await bob.client.call('DELETE', '/api/model-endpoints/home')).status).toBe(404)
	expect((await bob.client.call('POST', '/api/model-endpoints/home/refresh')).status).toBe(404)
	expect(asked).toEqual([])
})

test.each([
	'http://llm.ada.example',
	'https://10.0.0.7/v1',
	'https://[fd00::1]/v1',
	'https://167772167/v1',
	'https://ollama.internal/v1',
	'https://ada:secret@llm.ada.example/v1',
	'https://llm.ada.example/v1?to=10.0.0.7',
	'ftp://llm.ada.example',
])('%s is not asked', async (url) => {
	const { client } = await newMember(api.projectId, 'editor')
	const problem = await problemOf(await put(client, { url }))
	expect(problem).toMatchObject({ status: 400, issues: [{ path: '/url' }] })
	expect(asked).toEqual([])
	expect(await listed(client)).toEqual([])
})

test('an address that the operator no longer lists is asked by no run', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	await put(client)
	await env.DB.prepare(
		"update model_endpoints set url = 'http://10.0.0.7:8000/v1' where user_id = ?",
	)
		.bind(userId)
		.run()
	const author: Author = { kind: 'session', id: 'ses_1', userId, name: 'Ada' }
	const access = (hosts?: string) =>
		modelAccess(
			{ ...env, ...(hosts ? { OUTGOING_HOSTS: hosts } : {}) } as never,
			api.projectId,
			'@home/qwen3:8b',
			author,
		)
	expect(await access()).toMatchObject({ refused: { code: 'model_address' } })
	expect(await access('10.0.0.7:8000')).toMatchObject({
		paidBy: 'person',
		webSearch: false,
		keyless: true,
	})
})

test.each([
	['key_refused', () => new Response('', { status: 401 })],
	['key_without_credit', () => new Response('', { status: 402 })],
	['unavailable', () => Promise.reject(new Error(`no route for ${KEY}`))],
	['unavailable', () => new Response('', { status: 503 })],
	['unavailable', () => new Response('<html>')],
	['unavailable', () => Response.json({ data: 'none' })],
	['unavailable', () => Response.redirect('https://10.0.0.7/v1/models', 307)],
] as const)(
	'%s: nothing is stored, the list of before stays, and no redirect is followed',
	async (code, says) => {
		const { client } = await newMember(api.projectId, 'editor')
		await put(client)
		const before = await listed(client)
		answer = says
		const refused = [
			await put(client, { key: KEY }),
			await client.call('POST', '/api/model-endpoints/home/refresh'),
		]
		for (const one of refused) {
			const problem = await problemOf(one)
			expect(problem.code).toBe(code)
			expect(JSON.stringify(problem)).not.toContain(KEY)
		}
		expect(await listed(client)).toEqual(before)
		expect(asked.map(({ url }) => new URL(url).hostname)).not.toContain('10.0.0.7')
	},
)

test('the list is read again when asked for, and bounded', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	await put(client)
	answer = () =>
		Response.json({ data: Array.from({ length: 900 }, (_, n) => ({ id: `model-${n}` })) })
	const again = await client.call('POST', '/api/model-endpoints/home/refresh')
	expect(ModelEndpoint.parse(await again.json()).models).toHaveLength(500)
	// The answer of Ollama without models.
	answer = () => Response.json({ object: 'list', data: null })
	await client.call('POST', '/api/model-endpoints/home/refresh')
	expect(await listed(client)).toMatchObject([{ models: [] }])
})

test('a name that could be a provider’s or part of a path is refused', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (const name of ['Home', '%40home', 'a%2Fb', '-home', 'x'.repeat(31)]) {
		expect((await put(client, {}, name)).status, name).toBe(400)
	}
	expect(asked).toEqual([])
})

/** Answers the way Cloudflare's resolver does over HTTPS: an alias, then its addresses. */
function resolving(v4: string | null, v6: string | null = null) {
	return (url: string): Response => {
		const { hostname, searchParams } = new URL(url)
		if (hostname !== 'cloudflare-dns.com') return Response.json(LISTED)
		const name = searchParams.get('name') ?? ''
		const type = searchParams.get('type') === 'AAAA' ? 28 : 1
		const data = type === 1 ? v4 : v6
		const records = [
			{ name, type: 5, TTL: 60, data: 'edge.example.' },
			{ name: 'edge.example', type, TTL: 60, data },
		]
		return Response.json({
			Status: 0,
			Question: [{ name, type }],
			...(data === null ? {} : { Answer: records }),
		})
	}
}

test.each([
	['a public address', resolving('93.184.216.34', '2606:4700::1'), null],
	['a private address', resolving('10.0.0.7'), 'leads to a private network'],
	['a private one of two', resolving('93.184.216.34', '::ffff:10.0.0.7'), 'leads to a private'],
] as const)('a name that leads to %s is resolved before the run asks', async (_, says, reason) => {
	const { host, access } = await accessWhile(says)
	if (reason === null) expect(await access).toMatchObject({ paidBy: 'person' })
	else {
		expect(await access).toMatchObject({
			refused: { code: 'model_address', text: expect.stringContaining(reason) },
		})
	}
	const lookups = asked.map(({ url }) => new URL(url))
	expect(lookups.map(({ hostname }) => hostname)).toEqual([
		'cloudflare-dns.com',
		'cloudflare-dns.com',
	])
	expect(lookups.map(({ searchParams }) => searchParams.get('name'))).toEqual([host, host])
})

test.each([
	['has no address for now', resolving(null), 'no address in the public DNS'],
	['is not answered', () => Promise.reject(new Error('no route')), 'could not be looked up'],
] as const)('a run whose name %s is not refused: it tries again', async (_, says, reason) => {
	const { access } = await accessWhile(says)
	await expect(access).rejects.toThrow(reason)
})

/** Asks for access to a model server whose name was not looked up before. */
async function accessWhile(says: typeof answer) {
	const { client, userId } = await newMember(api.projectId, 'editor')
	await put(client)
	// Names are remembered for a minute.
	const host = `${userId.replaceAll('_', '-').toLowerCase()}.example`
	await env.DB.prepare('update model_endpoints set url = ?, origin = ? where user_id = ?')
		.bind(`https://${host}/v1`, 'https://fairlead.example', userId)
		.run()
	answer = says
	asked.length = 0
	const author: Author = { kind: 'session', id: 'ses_1', userId, name: 'Ada' }
	const resolves = { ...env, OUTGOING_DNS: '' } as never
	const access = modelAccess(resolves, api.projectId, '@home/qwen3:8b', author)
	await access.catch(() => undefined)
	// The tests look at it, also if it is a rejection.
	return { host, access }
}
