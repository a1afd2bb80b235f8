/** The models that people and MCP clients may choose. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { newAutomation, pathOf } from '../../../test/automations/automation-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { conversations } from '../../db/schema.ts'
import { storeModelKey } from '../model-keys.ts'

useApi()

const CALLS = 'mcp/calls'
const textOf = (text: string) => ({
	message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
})

test('nobody chooses the model of MCP clients, which would run the calls that a text names', async () => {
	const path = `/api/conversations/${api.conversationId}`
	const project = `/api/projects/${api.projectId}`
	const made = await newAutomation(api.owner, api.projectId)
	const answers = [
		await api.owner.call('PATCH', path, { model: CALLS }),
		await api.owner.call('POST', `${project}/conversations`, { model: CALLS }),
		await api.owner.call('PATCH', pathOf(made), { model: CALLS }),
		await api.owner.call('POST', `${path}/messages`, { ...textOf('hello'), model: CALLS }),
	]
	for (const answer of answers) expect((await problemOf(answer)).code).toBe('unknown_model')
})

test('a conversation that has the model all the same begins no run with it', async () => {
	const path = `/api/conversations/${api.conversationId}`
	const db = database(env.DB)
	await db
		.update(conversations)
		.set({ model: CALLS })
		.where(eq(conversations.id, api.conversationId))
	const posted = await api.owner.call('POST', `${path}/messages`, textOf('hello'))
	expect((await problemOf(posted)).code).toBe('unknown_model')
})

test('a changed automation needs a model that its maker has a key for, not whoever changes it', async () => {
	const db = database(env.DB)
	const [maker, other] = [
		await newMember(api.projectId, 'editor'),
		await newMember(api.projectId, 'editor'),
	]
	const made = await newAutomation(maker.client, api.projectId)
	const change = () =>
		other.client.call('PATCH', pathOf(made), { model: 'deepseek/deepseek-flash' })
	const give = (userId: string) =>
		storeModelKey(env, db, { userId, provider: 'deepseek' }, 'sk-key', 1)
	await give(other.userId)
	expect(await problemOf(await change())).toMatchObject({
		code: 'model_key_missing',
		detail: expect.stringContaining('The person who made the automation'),
	})
	await give(maker.userId)
	expect((await change()).status).toBe(200)
})
