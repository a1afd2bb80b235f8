/** Models that a provider lists are offered to whoever had them read, and their price counts in the run's cost. */
import { env } from 'cloudflare:workers'
import { KeyList, ReadList } from '@fairlead/protocol/models/keys'
import { ModelList } from '@fairlead/protocol/models/models'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { storeModelKey } from '../models/model-keys.ts'

useApi()

const db = database(env.DB)
const LISTED = {
	data: [
		{
			id: 'vendor/new-1',
			name: 'New 1',
			context_length: 100_000,
			pricing: { prompt: '0.000002', completion: '0.000004' },
		},
		{ id: 'vendor/auto', pricing: { prompt: '-1', completion: '-1' } },
		// The registry has it, and knows more.
		{ id: 'anthropic/claude-sonnet-5', pricing: { prompt: '9', completion: '9' } },
	],
}
const FRAMES = `${[
	{ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
	{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
]
	.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
	.join('')}data: [DONE]\n\n`

let answer: () => Response
const asked: string[] = []

beforeEach(() => {
	asked.length = 0
	answer = () => Response.json(LISTED)
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		const request = new Request(input, init)
		asked.push(`${request.url} ${request.headers.get('authorization')}`)
		return request.method === 'GET'
			? answer()
			: new Response(FRAMES, { headers: { 'content-type': 'text/event-stream' } })
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

async function person() {
	const one = await newMember(api.projectId, 'editor')
	const key = { userId: one.userId, provider: 'openrouter' } as const
	await storeModelKey(env, db, key, 'sk-or-of-ada', 1)
	return one
}
const refresh = (client: Client, provider = 'openrouter') =>
	client.call('POST', `/api/models/refresh/${provider}`)
const offered = async (client: Client) =>
	ModelList.parse(await (await client.call('GET', '/api/models')).json()).models

async function costOfRun(client: Client, model: string): Promise<number | null> {
	const path = `/api/projects/${api.projectId}/conversations`
	const made = await client.call('POST', path, { title: 'Lists', model })
	const { id } = (await made.json()) as { id: string }
	const message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] }
	await (await client.call('POST', `/api/conversations/${id}/messages`, { message })).text()
	const row = await until(async () => {
		const query = 'select cost_usd from usage where conversation_id = ?'
		return (await env.DB.prepare(query).bind(id).first<{ cost_usd: number | null }>()) ?? undefined
	}, 'the run to be counted')
	return row.cost_usd
}

test('a listed model is offered below the known ones, and its cost is counted', async () => {
	const { client } = await person()
	const read = ReadList.parse(await (await refresh(client)).json())
	expect(read.models).toBe(3)
	expect(asked).toEqual(['https://openrouter.ai/api/v1/models Bearer sk-or-of-ada'])
	const models = await offered(client)
	const names = models.map(({ name }) => name)
	expect(names.indexOf('openrouter/vendor/new-1')).toBeGreaterThan(
		names.indexOf('openrouter/anthropic/claude-sonnet-5'),
	)
	expect(models.find(({ name }) => name === 'openrouter/vendor/new-1')).toMatchObject({
		title: 'New 1',
		windowTokens: 100_000,
		price: { input: 2, output: 4 },
		usable: true,
		listedAt: read.readAt,
	})
	const sonnet = models.find(({ name }) => name.endsWith('anthropic/claude-sonnet-5'))
	expect(sonnet?.price?.input).not.toBe(9_000_000)
	expect(sonnet).not.toHaveProperty('listedAt')
	expect(await costOfRun(client, 'openrouter/vendor/new-1')).toBeCloseTo((3 * 2 + 2 * 4) / 1e6, 12)
	expect(await costOfRun(client, 'openrouter/vendor/auto')).toBeNull()
	const keys = KeyList.parse(await (await client.call('GET', '/api/keys')).json())
	expect(keys.providers.find(({ provider }) => provider === 'openrouter')?.listed).toEqual(read)
})

test('the list is its person’s own; without a key there is none, and a failure keeps the one before', async () => {
	const { client } = await person()
	const other = await newMember(api.projectId, 'editor')
	await refresh(client)
	expect((await offered(other.client)).some(({ listedAt }) => listedAt !== undefined)).toBe(false)
	expect((await problemOf(await refresh(other.client))).code).toBe('model_key_missing')
	expect((await refresh(client, 'nobody')).status).toBe(404)
	answer = () => new Response('<html>')
	expect(await problemOf(await refresh(client))).toMatchObject({
		code: 'unavailable',
		detail: expect.stringContaining('list of before stays'),
	})
	expect((await offered(client)).some(({ name }) => name.endsWith('vendor/new-1'))).toBe(true)
})
