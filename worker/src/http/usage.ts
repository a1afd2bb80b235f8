import { UsageByDay, UsageByDayQuery, UsageSummary } from '@fairlead/protocol/usage'
import { findProject } from '../db/projects.ts'
import { summarizeUsage } from '../db/usage.ts'
import { usageByDay } from '../db/usage-by-day.ts'
import { notFound } from './problem.ts'
import { json, type Route, route } from './route.ts'

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
				description: 'All-time totals, and the most recent runs.',
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
			return json(await usageByDay(db, { userId, projectId, days: query.days }, now))
		},
	}),
]
