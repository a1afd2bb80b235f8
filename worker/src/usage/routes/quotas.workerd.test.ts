/** Limits hold exactly, also for requests that come at once, and their answers say what to do. */
import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { UsageLimits } from '@fairlead/protocol/models/usage'
import type { LimitName } from '@fairlead/protocol/people/quotas'
import { describe, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { type Client, connectViewer } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { setQuota } from '../store/allowances.ts'
import { conversationSizes, quotaUse } from '../store/fair-use-schema.ts'

useApi()
const db = database(env.DB)

const say = (client: Client, conversationId: string, text = 'hello') =>
	client.call('POST', `/api/conversations/${conversationId}/messages`, {
		message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
	})
const limit = (subject: string, name: LimitName, max: number) =>
	setQuota(db, subject, { limits: { [name]: max } })
const statuses = (answers: readonly Response[], status: number) =>
	answers.filter((answer) => answer.status === status).length
const times = <T>(count: number, one: () => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: count }, one))

async function newProject() {
	const { id } = await api.owner.newProject('Limited')
	const made = await api.owner.call('POST', `/api/projects/${id}/conversations`, {})
	return { id, conversationId: Conversation.parse(await made.json()).id }
}

describe('runs', () => {
	test('exactly as many of a hundred begin at once as may; the answer says which limit and until when', async () => {
		const { id, conversationId } = await newProject()
		const mate = await newMember(id, 'editor')
		await limit(mate.userId, 'runs_per_day', 10)
		const answers = await times(100, () => say(mate.client, conversationId))
		expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([10, 90])
		const refused = await say(mate.client, conversationId)
		const after = Number(refused.headers.get('retry-after'))
		const problem = await problemOf(refused)
		expect(problem).toMatchObject({
			code: 'quota_used_up',
			title: 'You have used all 10 runs for today.',
			quota: { of: 'person', limit: 'runs_per_day', used: 10, max: 10 },
		})
		expect(problem.quota?.resetsAt).toBe(
			Date.parse(`${new Date(problem.quota?.resetsAt ?? 0).toISOString().slice(0, 10)}T00:00:00Z`),
		)
		expect(after).toBeGreaterThan(0)
		expect(after).toBeLessThanOrEqual(86_400)
		// Others are not held by it.
		expect((await say(api.owner, conversationId)).status).toBe(200)
		const shown = await mate.client.call('GET', '/api/usage/limits')
		expect(UsageLimits.parse(await shown.json()).person.quotas).toMatchObject([
			{ limit: 'runs_per_day', used: 10, max: 10 },
		])
	})

	test('of a project count for all of its people together', async () => {
		const { id, conversationId } = await newProject()
		const mates = await Promise.all([newMember(id, 'editor'), newMember(id, 'editor')])
		await limit(id, 'runs_per_month', 7)
		const answers = await Promise.all(
			mates.flatMap(({ client }) => Array.from({ length: 10 }, () => say(client, conversationId))),
		)
		expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([7, 13])
		const problem = await problemOf(await say(api.owner, conversationId))
		expect(problem).toMatchObject({ quota: { of: 'project', limit: 'runs_per_month', used: 7 } })
	})

	test('that did not begin are given back, in both counters', async () => {
		const { id, conversationId } = await newProject()
		const mate = await newMember(id, 'editor')
		await limit(mate.userId, 'runs_per_day', 2)
		await limit(id, 'runs_per_day', 2)
		await times(2, () => say(mate.client, conversationId, 'too much'))
		expect(statuses(await times(5, () => say(mate.client, conversationId)), 200)).toBe(2)
		// A request that one limit refuses does not count in the other.
		const use = await db.select().from(quotaUse)
		expect(use.filter(({ subject }) => subject === id).map(({ runs }) => runs)).toEqual([2])
	})

	test('end with the model tokens of the month, and with the storage', async () => {
		const { id, conversationId } = await newProject()
		await limit(id, 'model_tokens_per_month', 1_000)
		expect((await say(api.owner, conversationId)).status).toBe(200)
		await db.update(quotaUse).set({ tokens: 1_000 })
		const spent = await problemOf(await say(api.owner, conversationId))
		expect(spent).toMatchObject({ quota: { limit: 'model_tokens_per_month', used: 1_000 } })
		await setQuota(db, id, { limits: { model_tokens_per_month: null, storage_mb: 5 } })
		expect((await say(api.owner, conversationId)).status).toBe(200)
		await db.insert(conversationSizes).values({ conversationId, projectId: id, bytes: 5_000_000 })
		const full = await say(api.owner, conversationId)
		expect(full.status).toBe(409)
		expect(await problemOf(full)).toMatchObject({
			code: 'quota_full',
			detail: expect.stringContaining('Delete conversations'),
			quota: { limit: 'storage_mb', used: 5, max: 5, resetsAt: null },
		})
	})

	test('without limits cost no row', async () => {
		const { id, conversationId } = await newProject()
		await say(api.owner, conversationId)
		const use = await db.select().from(quotaUse)
		expect(use.filter(({ subject }) => subject === id)).toEqual([])
	})
})

describe('the number that may exist at once', () => {
	test('API tokens, relay tokens and projects: twenty requests at once make no more than allowed', async () => {
		const { id } = await newProject()
		const mate = await newMember(id, 'owner')
		for (const name of ['api_tokens', 'projects'] as const) await limit(mate.userId, name, 3)
		await limit(id, 'relays', 3)
		const token = { label: 'script', scopes: ['projects:read'], expiresInDays: null }
		const cases = [
			{ path: '/api/tokens', body: token, made: 3, limit: 'api_tokens' },
			{ path: `/api/projects/${id}/relay-tokens`, body: { label: 'd' }, made: 3, limit: 'relays' },
			// They own one already.
			{ path: '/api/projects', body: { name: 'P' }, made: 2, limit: 'projects' },
		]
		for (const { path, body, made, limit } of cases) {
			const answers = await times(20, () => mate.client.call('POST', path, body))
			expect([statuses(answers, 201), statuses(answers, 409)], path).toEqual([made, 20 - made])
			const refused = await problemOf(await mate.client.call('POST', path, body))
			expect(refused).toMatchObject({ code: 'quota_full', quota: { limit, used: 3, max: 3 } })
		}
	})

	test('viewers: the room takes as many as the plan', async () => {
		const { id } = await newProject()
		await limit(id, 'viewers', 2)
		for (let i = 0; i < 2; i++) await connectViewer(api.owner, id)
		await expect(connectViewer(api.owner, id)).rejects.toThrow('409')
	})
})

test('limits of a project are shown to its members, and to nobody else', async () => {
	const { id } = await newProject()
	await setQuota(db, id, { plan: 'free' })
	const mate = await newMember(id, 'viewer')
	const shown = await mate.client.call('GET', `/api/usage/limits?project=${id}`)
	const { project, person } = UsageLimits.parse(await shown.json())
	expect(person).toEqual({ plan: 'unlimited', quotas: [] })
	expect(project?.plan).toBe('free')
	expect(project?.quotas.map(({ limit, used, max }) => [limit, used, max])).toEqual([
		['runs_per_day', 0, 50],
		['runs_per_month', 0, 500],
		['model_tokens_per_month', 0, 30_000_000],
		['storage_mb', 0, 250],
		['viewers', null, 20],
		['relays', 0, 3],
	])
	const foreign = await api.stranger.call('GET', `/api/usage/limits?project=${id}`)
	expect(foreign.status).toBe(404)
})
