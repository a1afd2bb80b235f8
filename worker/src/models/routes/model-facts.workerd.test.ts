/** A person's own facts about a model are stored for them alone, checked, bounded, shown to them, and removed. */
import { env } from 'cloudflare:workers'
import {
	MAX_OWN_FACTS,
	ModelWithOwnFacts,
	type OwnFacts,
	OwnFactsList,
} from '@fairlead/protocol/models/model-facts'
import { ModelList } from '@fairlead/protocol/models/models'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import type { Client } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { storeModelKey } from '../model-keys.ts'
import { putModelEndpoint } from '../store/endpoints.ts'
import { putModelFacts } from '../store/model-facts.ts'

useApi()

const db = database(env.DB)
const PRO = 'deepseek/deepseek-v4-pro'
const HOME = '@home/qwen3:8b'

const put = (client: Client, name: string, own: object) =>
	client.call('PUT', '/api/models/facts', { name, own })
const remove = (client: Client, name: string) =>
	client.call('DELETE', `/api/models/facts?name=${encodeURIComponent(name)}`)
const listed = async (client: Client) =>
	OwnFactsList.parse(await (await client.call('GET', '/api/models/facts')).json()).models
const offered = async (client: Client, name: string) =>
	ModelList.parse(await (await client.call('GET', '/api/models?all=true')).json()).models.find(
		(model) => model.name === name,
	)

async function person() {
	const one = await newMember(api.projectId, 'editor')
	await storeModelKey(env, db, { userId: one.userId, provider: 'deepseek' }, 'sk-of-ada', 1)
	await putModelEndpoint(db, {
		userId: one.userId,
		name: 'home',
		url: 'https://llm.ada.example/v1',
		sealed: null,
		lastFour: null,
		readAt: 1,
		origin: '',
		models: [{ id: 'qwen3:8b', windowTokens: 32_768 }],
	})
	return one
}

test('the values are offered instead of those that are listed, to their person alone, until they are removed', async () => {
	const ada = await person()
	const bob = await person()
	const before = await offered(ada.client, PRO)
	expect(before).not.toHaveProperty('own')
	const own: OwnFacts = { windowTokens: 64_000, price: { input: 0.5 }, efforts: ['max', 'high'] }
	const stored = ModelWithOwnFacts.parse(await (await put(ada.client, PRO, own)).json())
	expect(stored).toMatchObject({
		name: PRO,
		title: 'DeepSeek V4 Pro',
		counts: true,
		own: { ...own, efforts: ['high', 'max'] },
		listed: { windowTokens: 1_000_000, price: { input: 1.32 }, efforts: ['none', 'high', 'max'] },
	})
	expect(await offered(ada.client, PRO)).toMatchObject({
		own: true,
		windowTokens: 64_000,
		efforts: ['high', 'max'],
		price: { input: 0.5, output: 3.96 },
	})
	expect(await listed(ada.client)).toEqual([stored])
	expect(await offered(bob.client, PRO)).toEqual(before)
	expect(await listed(bob.client)).toEqual([])
	expect((await remove(bob.client, PRO)).status).toBe(404)
	// Another time, the whole is replaced.
	await put(ada.client, PRO, { pictures: true })
	expect(await offered(ada.client, PRO)).toMatchObject({ windowTokens: 1_000_000, pictures: true })
	expect((await remove(ada.client, PRO)).status).toBe(204)
	expect(await offered(ada.client, PRO)).toEqual(before)
	expect(await listed(ada.client)).toEqual([])
	const log = await (await ada.client.call('GET', '/api/audit')).text()
	for (const event of ['putModelFacts', 'removeModelFacts']) expect(log).toContain(event)
})

test('a model of one’s own server has them too, also one that the server does not list', async () => {
	const { client } = await person()
	const price = { input: 0.1, output: 0.2 }
	const stored = ModelWithOwnFacts.parse(await (await put(client, HOME, { price })).json())
	expect(stored.listed).toMatchObject({ windowTokens: 32_768, price: null })
	expect(await offered(client, HOME)).toMatchObject({
		windowTokens: 32_768,
		price: { ...price, cacheRead: 0.1 },
		own: true,
		efforts: ['low', 'medium', 'high'],
	})
	await put(client, '@home/pulled-a-minute-ago', { windowTokens: 8_192 })
	expect(await offered(client, '@home/pulled-a-minute-ago')).toMatchObject({
		windowTokens: 8_192,
		usable: true,
		own: true,
	})
})

test('values are kept where no key or server of the person pays, shown as such, and do not count', async () => {
	const { client } = await newMember(api.projectId, 'editor')
	const before = await offered(client, PRO)
	const stored = await put(client, PRO, { price: { input: 0, output: 0 } })
	expect(ModelWithOwnFacts.parse(await stored.json()).counts).toBe(false)
	expect(await offered(client, PRO)).toEqual(before)
})

test.each<readonly [string, string, object]>([
	['nothing', '/own', {}],
	['an empty price', '/own', { price: {} }],
	['a misspelt member', '/own', { prize: { input: 1 } }],
	['a negative price', '/own/price/input', { price: { input: -1 } }],
	['a price per token instead of a million', '/own/price/input', { price: { input: 1e6 } }],
	['a window of nothing', '/own/windowTokens', { windowTokens: 0 }],
	['half a token', '/own/maxOutputTokens', { maxOutputTokens: 0.5 }],
	['no level of effort', '/own/efforts', { efforts: [] }],
	['levels of a model that does not think', '/own/efforts', { reasoning: false, efforts: ['low'] }],
	['half a price', '/own/price/output', { price: { input: 1 } }],
	[
		'a dear price from nowhere on',
		'/own/price/long/aboveTokens',
		{
			price: { input: 1, output: 1, long: { input: 2 } },
		},
	],
	['an answer as long as the window', '/own/maxOutputTokens', { maxOutputTokens: 32_768 }],
	[
		'a window for no answer',
		'/own/maxOutputTokens',
		{ windowTokens: 4_000, maxOutputTokens: 4_000 },
	],
])('%s is refused, with where it is wrong', async (_, path, own) => {
	const { client } = await person()
	const problem = await problemOf(await put(client, HOME, own))
	expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
	expect(problem.issues?.map((issue) => issue.path)).toEqual([path])
	expect(await listed(client)).toEqual([])
})

test('the demo model and names that are no models are refused', async () => {
	const { client } = await person()
	for (const name of ['demo/planner', 'mcp/calls', 'nobody/model']) {
		const problem = await problemOf(await put(client, name, { windowTokens: 8_000 }))
		expect(problem.code, name).toBe('unknown_model')
	}
	expect((await put(client, 'sonnet', { windowTokens: 8_000 })).status).toBe(400)
})

test('a person sets values of a bounded number of models, also with many requests at once', async () => {
	const { client, userId } = await person()
	const row = (n: number) => ({
		userId,
		name: `@home/m${n}`,
		own: { pictures: true },
		changedAt: 1,
	})
	for (let n = 0; n < MAX_OWN_FACTS - 2; n++) await putModelFacts(db, row(n))
	const more = await Promise.all(
		[1, 2, 3, 4, 5].map((n) => put(client, `@home/more${n}`, { pictures: true })),
	)
	expect(more.filter(({ ok }) => ok)).toHaveLength(2)
	expect(await problemOf(more.find(({ ok }) => !ok) as Response)).toMatchObject({
		code: 'conflict',
		detail: expect.stringContaining('Nothing was changed'),
	})
	expect((await put(client, '@home/m1', { pictures: false })).status).toBe(200)
	expect(await listed(client)).toHaveLength(MAX_OWN_FACTS)
})
