import {
	ConversationUsage,
	ConversationUsageQuery,
	UsageByDay,
	UsageByDayQuery,
	UsageLimits,
	UsageLimitsQuery,
	UsageSummary,
} from '@fairlead/protocol/models/usage'
import { listApiTokens } from '../../accounts/store/api-tokens.ts'
import { listRelayTokens } from '../../computers/store/relay-tokens.ts'
import type { Database } from '../../db/client.ts'
import { notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { serverKeyQuotas } from '../../models/server-key-limits.ts'
import { findProject } from '../../projects/store/projects.ts'
import { personLimits, planOf, projectLimits, projectPlan, quotasOf } from '../quotas.ts'
import { conversationUsage } from '../store/conversation-usage.ts'
import { ownedProjects, storedBytes } from '../store/quota-use.ts'
import { summarizeUsage } from '../store/usage.ts'
import { usageByDay } from '../store/usage-by-day.ts'

export const usageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/usage',
		operationId: 'getUsage',
		summary: 'Get the usage of your projects',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'usage.read',
			origin: 'own-to-change',
		},
		answers: [
			{
				status: 200,
				schema: UsageSummary,
				description:
					'All-time totals and the newest runs: everybody’s where you are an owner, else your own.',
			},
		],
		async handle({ db, granted }) {
			return json(await summarizeUsage(db, granted.actor.userId))
		},
	}),
	route({
		method: 'get',
		path: '/api/usage/days',
		operationId: 'getUsageByDay',
		summary: 'Get the usage of your projects by day',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'usage.read',
			origin: 'own-to-change',
		},
		query: UsageByDayQuery,
		answers: [{ status: 200, schema: UsageByDay, description: 'Days are those of UTC.' }],
		async handle({ db, granted, query, now }) {
			const { userId } = granted.actor
			const projectId = query.project ?? null
			if (projectId !== null && !(await findProject(db, projectId, userId))?.role) {
				throw notFound('project')
			}
			const { days, person, model } = query
			return json(await usageByDay(db, { userId, projectId, days, person, model }, now))
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/usage',
		operationId: 'getConversationUsage',
		summary: 'Get the usage of a conversation, with the model calls of its runs',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.usage',
			origin: 'own-to-change',
		},
		query: ConversationUsageQuery,
		answers: [
			{ status: 200, schema: ConversationUsage, description: 'Runs count once they have ended.' },
		],
		async handle({ db, granted: { conversation }, query }) {
			return json(await conversationUsage(db, conversation.id, query.run))
		},
	}),
	route({
		method: 'get',
		path: '/api/usage/limits',
		operationId: 'getUsageLimits',
		summary: 'Get your limits, and those of a project, with what is used of them',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'usage.read',
			origin: 'own-to-change',
		},
		query: UsageLimitsQuery,
		answers: [{ status: 200, schema: UsageLimits, description: 'No quotas: there are no limits.' }],
		async handle({ db, env, granted, query, now }) {
			const { actor } = granted
			const own = personLimits(env, actor)
			const person = {
				plan: planOf(env, actor),
				quotas: [
					...(await quotasOf(db, actor.userId, own, await heldByPerson(db, actor.userId), now)),
					...(await serverKeyQuotas(db, actor.userId, own, now)),
				],
			}
			if (query.project === undefined) return json({ person, project: null } satisfies UsageLimits)
			const found = await findProject(db, query.project, actor.userId)
			if (!found?.role) throw notFound('project')
			const { id } = found.project
			const limits = projectLimits(env, found.allowance)
			const project = {
				plan: projectPlan(env, found.allowance),
				quotas: await quotasOf(db, id, limits, await heldByProject(db, id), now),
			}
			return json({ person, project } satisfies UsageLimits)
		},
	}),
]

const heldByPerson = async (db: Database, userId: string) => ({
	projects: await ownedProjects(db, userId),
	api_tokens: (await listApiTokens(db, userId)).length,
})

const heldByProject = async (db: Database, projectId: string) => ({
	storage_mb: Math.round((await storedBytes(db, projectId)) / 1_000_000),
	relays: (await listRelayTokens(db, projectId)).length,
})
