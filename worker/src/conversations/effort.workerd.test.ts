/** How long a model thinks is chosen per conversation: each service is asked in its own words, and never for a level that it does not know. */
import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { ChangeList } from '@fairlead/protocol/projects/project'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { storeModelKey } from '../models/model-keys.ts'

useApi()

const db = database(env.DB)
const asked: Record<string, unknown>[] = []

beforeEach(() => {
	asked.length = 0
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		const request = new Request(input, init)
		if (request.method === 'GET') return Response.json({ data: [{ id: 'qwen3:8b' }] })
		asked.push((await request.json()) as Record<string, unknown>)
		return Response.json({ error: { message: 'Not today.' } }, { status: 401 })
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

async function person(): Promise<Client> {
	const { client, userId } = await newMember(api.projectId, 'editor')
	for (const provider of ['anthropic', 'openai', 'deepseek'] as const) {
		await storeModelKey(env, db, { userId, provider }, 'sk-a-key-of-ada', 1)
	}
	await client.call('PUT', '/api/model-endpoints/home', { url: 'https://llm.ada.example/v1' })
	return client
}

async function create(client: Client, settings: object): Promise<Conversation> {
	const path = `/api/projects/${api.projectId}/conversations`
	// A conversation with a name asks no model for one.
	const made = await client.call('POST', path, { title: 'Effort', ...settings })
	return Conversation.parse(await made.json())
}

/** The request of a run of this conversation. */
async function requestOf(client: Client, { id }: Conversation, more: object = {}) {
	const before = asked.length
	await (
		await client.call('POST', `/api/conversations/${id}/messages`, {
			message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: 'hello' }] },
			...more,
		})
	).text()
	return until(async () => asked[before], 'the model to be asked')
}

test.each([
	['anthropic/claude-sonnet-5', { output_config: { effort: 'high' } }],
	['openai/gpt-6.1-sol', { reasoning: { effort: 'high' } }],
	['deepseek/deepseek-v4-pro', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
	['@home/qwen3:8b', { reasoning_effort: 'high' }],
])('%s is asked for the effort of the conversation', async (model, members) => {
	const client = await person()
	const made = await create(client, { model, effort: 'high' })
	expect(made.effort).toBe('high')
	expect(await requestOf(client, made)).toMatchObject(members)
})

test('a model that does not know the level is asked without it; the choice stays for the next model', async () => {
	const client = await person()
	const made = await create(client, { model: 'openai/gpt-6.1-sol', effort: 'low' })
	const path = `/api/conversations/${made.id}`
	await client.call('PATCH', path, { model: 'deepseek/deepseek-v4-pro' })
	const request = await requestOf(client, made)
	expect(request['model']).toBe('deepseek-v4-pro')
	for (const member of ['thinking', 'reasoning_effort']) expect(request).not.toHaveProperty(member)
	await client.call('PATCH', path, { model: 'openai/gpt-6.1-sol' })
	expect(await requestOf(client, made)).toMatchObject({ reasoning: { effort: 'low' } })
})

test('a message can ask for its own effort; changing it is recorded, and null takes the choice back', async () => {
	const client = await person()
	const made = await create(client, { model: 'openai/gpt-6.1-sol' })
	expect(made).not.toHaveProperty('effort')
	expect((await requestOf(client, made))['reasoning']).not.toHaveProperty('effort')
	const own = await requestOf(client, made, { effort: 'max' })
	expect(own).toMatchObject({ reasoning: { effort: 'max' } })
	const path = `/api/conversations/${made.id}`
	for (const effort of ['medium', null]) await client.call('PATCH', path, { effort })
	expect((await requestOf(client, made))['reasoning']).not.toHaveProperty('effort')
	const changes = await client.call('GET', `/api/projects/${api.projectId}/changes`)
	expect(ChangeList.parse(await changes.json()).changes.slice(0, 2)).toMatchObject([
		{ what: 'effort', before: 'medium', after: null },
		{ what: 'effort', before: null, after: 'medium' },
	])
	expect((await client.call('PATCH', path, { effort: 'huge' })).status).toBe(400)
})
