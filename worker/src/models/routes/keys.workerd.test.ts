/** Keys at model providers: stored only when the provider takes them, never shown, and nobody else's. */
import { env } from 'cloudflare:workers'
import { KeyList, ProviderKeys } from '@fairlead/protocol/models/keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { allTables } from '../../../test/people/traces-kit.ts'

useApi()

const KEY = 'sk-ant-api03-0123456789-WxYz'
let answer: () => Response | Promise<Response>
const asked: Request[] = []
const logged: string[] = []

beforeEach(() => {
	asked.length = 0
	logged.length = 0
	answer = () => Response.json({ data: [] })
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

const put = (client: Client, provider = 'anthropic', key = KEY) =>
	client.call('PUT', `/api/keys/${provider}`, { key })
const listed = async (client: Client) =>
	KeyList.parse(await (await client.call('GET', '/api/keys')).json())
const keyOf = async (client: Client, provider: string) =>
	(await listed(client)).providers.find((one) => one.provider === provider)?.key

test('a key is asked about, stored, and shown by its last four characters; nothing else has it', async () => {
	const { client, userId } = await newMember(api.projectId, 'editor')
	expect(await listed(client)).toMatchObject({ canStore: true })
	expect(await keyOf(client, 'anthropic')).toBeNull()
	const answered = await put(client)
	expect(ProviderKeys.parse(await answered.json())).toMatchObject({
		provider: 'anthropic',
		host: 'api.anthropic.com',
		server: false,
		key: { lastFour: 'WxYz', addedAt: expect.any(Number) },
	})
	expect(asked.map(({ url }) => url)).toEqual(['https://api.anthropic.com/v1/models?limit=1'])
	expect(asked[0]?.headers.get('x-api-key')).toBe(KEY)
	expect(await keyOf(client, 'anthropic')).toMatchObject({ lastFour: 'WxYz' })

	expect(JSON.stringify([...(await allTables())])).not.toContain(KEY)
	const account = await (await client.call('GET', '/api/account/export')).text()
	expect(account).toContain('WxYz')
	expect(account).not.toContain(KEY)
	expect(account).not.toContain('aes-gcm')
	const activity = await (await client.call('GET', '/api/audit')).text()
	expect(activity).toContain('putKey')
	expect(activity).not.toContain(KEY)
	expect(logged.join('\n')).not.toContain(KEY)

	expect((await client.call('DELETE', '/api/keys/anthropic')).status).toBe(204)
	expect(await keyOf(client, 'anthropic')).toBeNull()
	expect((await client.call('DELETE', '/api/keys/anthropic')).status).toBe(404)
	expect(await (await client.call('GET', '/api/audit')).text()).toContain('removeKey')
	const left = await env.DB.prepare('select * from model_keys where user_id = ?').bind(userId).all()
	expect(left.results).toEqual([])
})

test.each([
	['key_refused', 409, () => Response.json({ error: { message: 'no' } }, { status: 401 })],
	['key_without_credit', 409, () => Response.json({ error: { message: 'no' } }, { status: 402 })],
	['unavailable', 503, () => Promise.reject(new Error(`no route for ${KEY}`))],
	['unavailable', 503, () => Response.json({}, { status: 529 })],
	['unavailable', 503, () => new Response('<html>')],
] as const)('%s (%i): nothing is stored, and the one before stays', async (code, status, says) => {
	const { client } = await newMember(api.projectId, 'editor')
	await put(client, 'anthropic', 'sk-ant-the-one-before-AAAA')
	answer = says
	const refused = await put(client)
	expect(refused.status).toBe(status)
	expect(await problemOf(refused)).toMatchObject({ code, detail: expect.stringMatching(/\.$/) })
	expect(await keyOf(client, 'anthropic')).toMatchObject({ lastFour: 'AAAA' })
	expect(logged.join('\n')).not.toContain(KEY)
})

test('a text that is not a key, or a provider that does not exist, is refused without asking anybody', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (const key of [
		'',
		'short',
		'has spaces in the middle',
		'x'.repeat(501),
		'schlüssel-der-lang-ist',
	]) {
		const refused = await put(client, 'anthropic', key)
		expect((await problemOf(refused)).code).toBe('invalid_request')
	}
	expect((await put(client, 'acme')).status).toBe(404)
	expect(asked).toEqual([])
})

test('the keys of one person are nobody else’s', async () => {
	const one = await newMember(api.projectId, 'editor')
	const other = await newMember(api.projectId, 'owner')
	await put(one.client)
	expect(await keyOf(other.client, 'anthropic')).toBeNull()
	expect((await other.client.call('DELETE', '/api/keys/anthropic')).status).toBe(404)
	expect(await keyOf(one.client, 'anthropic')).toMatchObject({ lastFour: 'WxYz' })
})

test('a person waits after twenty tries in ten minutes', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	for (let n = 0; n < 20; n++) expect((await put(client)).status).toBe(200)
	expect((await problemOf(await put(client))).code).toBe('rate_limited')
	expect(asked).toHaveLength(20)
})

test('a model of a provider without a key is refused with what to do, and chosen once there is one', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	const path = `/api/projects/${api.projectId}/conversations`
	const refused = await client.call('POST', path, { model: 'anthropic/claude-sonnet-5' })
	expect(await problemOf(refused)).toMatchObject({
		code: 'model_key_missing',
		status: 409,
		title: 'The model "anthropic/claude-sonnet-5" needs a key for Anthropic.',
	})
	await put(client)
	expect((await client.call('POST', path, { model: 'anthropic/claude-sonnet-5' })).status).toBe(201)
	expect((await client.call('POST', path, { model: 'openai/gpt-6.1-sol' })).status).toBe(409)
})
