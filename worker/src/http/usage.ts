import { UsageSummary } from '@fairlead/protocol/http'
import { summarizeUsage } from '../db/usage.ts'
import { json, type Route, route } from './route.ts'

export const usageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/usage',
		operationId: 'getUsage',
		summary: 'Get the usage of your projects',
		access: { by: ['session'], on: 'account', needs: 'usage.read', origin: 'own-to-change' },
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
]
