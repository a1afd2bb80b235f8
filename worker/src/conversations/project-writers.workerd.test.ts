/** Waiting messages enter a run only while their author may still write. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { newMember } from '../../test/people-kit.ts'
import { mergedTrials, users } from '../db/account-schema.ts'
import { database } from '../db/client.ts'
import { mayStillWrite } from './project-writers.ts'

useApi()

test('a person who has deleted their account writes nothing more, although they are still listed as a member', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const place = { projectId: api.projectId, conversationId: api.conversationId }
	const author = { kind: 'session', id: userId, userId, name: 'Mate' } as const
	expect(await mayStillWrite(env.DB, place, author)).toBe(true)
	await database(env.DB).update(users).set({ deletedAt: 1 }).where(eq(users.id, userId))
	expect(await mayStillWrite(env.DB, place, author)).toBe(false)
})

test('a message that waits while its trial signs in to an account may still enter', async () => {
	const { userId } = await newMember(api.projectId, 'owner')
	const place = { projectId: api.projectId, conversationId: api.conversationId }
	const author = { kind: 'session', id: 'usr_trial', userId: 'usr_trial', name: 'Guest' } as const
	expect(await mayStillWrite(env.DB, place, author)).toBe(false)
	await database(env.DB).insert(mergedTrials).values({ trialId: 'usr_trial', userId, mergedAt: 1 })
	expect(await mayStillWrite(env.DB, place, author)).toBe(true)
})
