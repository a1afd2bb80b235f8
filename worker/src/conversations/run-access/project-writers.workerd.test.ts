/** Waiting messages enter a run only while their author may still write. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { apiTokens, mergedTrials, users } from '../../accounts/store/schema.ts'
import { database } from '../../db/client.ts'
import { mcpConnections } from '../../mcp-server/oauth/schema.ts'
import { mayStillWrite } from './project-writers.ts'

useApi()

test('a person who has deleted their account writes nothing more, although they are still listed as a member', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const place = { projectId: api.projectId, conversationId: api.conversationId }
	const author = { kind: 'session', id: userId, userId, name: 'Mate' } as const
	expect(await mayStillWrite(env.DB, place, author, 'run.start')).toBe(true)
	await database(env.DB).update(users).set({ deletedAt: 1 }).where(eq(users.id, userId))
	expect(await mayStillWrite(env.DB, place, author, 'run.start')).toBe(false)
})

test('a message that waits while its trial signs in to an account may still enter', async () => {
	const { userId } = await newMember(api.projectId, 'owner')
	const place = { projectId: api.projectId, conversationId: api.conversationId }
	const author = { kind: 'session', id: 'usr_trial', userId: 'usr_trial', name: 'Guest' } as const
	expect(await mayStillWrite(env.DB, place, author, 'run.start')).toBe(false)
	await database(env.DB).insert(mergedTrials).values({ trialId: 'usr_trial', userId, mergedAt: 1 })
	expect(await mayStillWrite(env.DB, place, author, 'run.start')).toBe(true)
})

test.each(['token', 'mcp'] as const)(
	'a waiting message of an author of kind %s enters only while their credential is in force and holds the scope',
	async (kind) => {
		const { userId } = await newMember(api.projectId, 'editor')
		const db = database(env.DB)
		const place = { projectId: api.projectId, conversationId: api.conversationId }
		const id = `${kind}_waiting`
		const author = { kind, id, userId, name: 'Script' } as const
		const may = async () => [
			await mayStillWrite(env.DB, place, author, 'room.make_calls'),
			await mayStillWrite(env.DB, place, author, 'run.start'),
		]
		const row = { id, userId, scopes: ['editor:read', 'editor:call'], createdAt: 1 }
		if (kind === 'token') {
			await db.insert(apiTokens).values({ ...row, label: 'x', tokenHash: id, expiresAt: null })
		} else {
			await db.insert(mcpConnections).values({
				...row,
				projectId: api.projectId,
				clientId: 'mcc_x',
				clientName: 'x',
				accessHash: id,
				accessExpiresAt: 1,
				refreshHash: id,
				expiresAt: Date.now() + 3_600_000,
			})
		}
		const table = kind === 'token' ? apiTokens : mcpConnections
		// Its scopes hold calls, and no runs.
		expect(await may()).toEqual([true, false])
		await db.update(table).set({ expiresAt: 1 }).where(eq(table.id, id))
		expect(await may()).toEqual([false, false])
		await db.delete(table).where(eq(table.id, id))
		expect(await may()).toEqual([false, false])
	},
)
