import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { ConversationContext } from '@fairlead/protocol/conversations/context'
import { expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { objectDatabase } from '../platform/sql-database.ts'
import { conversationStore } from './conversation-store.ts'

useApi()

const path = () => `/api/conversations/${api.conversationId}`

test('members see what fills the window, and editors change the summary that models read', async () => {
	const viewer = (await newMember(api.projectId, 'viewer')).client
	const empty = ConversationContext.parse(
		await (await viewer.call('GET', `${path()}/context`)).json(),
	)
	expect(empty.parts.map(({ kind }) => kind)).toEqual(['system', 'tools'])
	expect(empty.summaries).toEqual([])
	expect((await api.stranger.call('GET', `${path()}/context`)).status).toBe(404)

	await runInDurableObject(env.CONVERSATION.getByName(api.conversationId), (_, ctx) => {
		const store = conversationStore(objectDatabase(ctx.storage))
		for (const text of ['The code is MARLIN.', 'The code is SWORDFISH.']) {
			store.insertSummary({
				runId: 'run_1',
				until: { seq: 3, index: 0 },
				text,
				edited: null,
				editedBy: null,
				editedAt: null,
				replacedTokens: 50_000,
				createdAt: 1,
				shown: true,
			})
		}
	})
	await runInDurableObject(env.CONVERSATION.getByName(api.conversationId), (_, ctx) => {
		const { messageWith } = conversationStore(objectDatabase(ctx.storage))
		for (const word of ['long', 'тест', '長い']) expect(messageWith(word.repeat(30), 99)).toBeNull()
	})
	const change = { number: 2, text: ' The code is HERRING. ' }
	expect((await viewer.call('PATCH', `${path()}/summary`, change)).status).toBe(403)
	const old = await api.owner.call('PATCH', `${path()}/summary`, { ...change, number: 1 })
	expect(await problemOf(old)).toMatchObject({ code: 'conflict' })
	const changed = await api.owner.call('PATCH', `${path()}/summary`, change)
	expect(ConversationContext.parse(await changed.json()).summaries).toMatchObject([
		{ number: 2, text: 'The code is HERRING.', inUse: true, edited: { by: { name: 'Owner' } } },
		{ number: 1, text: 'The code is MARLIN.', inUse: false },
	])
})
