import { UsageSummary } from '@fairlead/protocol/http'
import { summarizeUsage } from '../db/usage.ts'
import { json, type Route, route } from './route.ts'

export const usageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/usage',
		operationId: 'getUsage',
		summary: 'Sum up what your projects have used',
		access: { by: ['session'], on: 'account', needs: 'usage.read', origin: 'own-to-change' },
		answers: [
			{ status: 200, schema: UsageSummary, description: 'Over all time, and the newest runs.' },
		],
		async handle({ db, granted }) {
			return json(await summarizeUsage(db, granted.actor.userId))
		},
	}),
]
