import { UsageSummary } from '@fairlead/protocol/http'
import { totalUsage } from '../db/usage.ts'
import { json, type Route, route } from './route.ts'

export const usageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/usage',
		summary: 'Sum up the tokens your projects have used',
		access: { kind: 'session' },
		answers: [{ status: 200, schema: UsageSummary, description: 'Over all time.' }],
		async handle({ db, granted }) {
			return json(await totalUsage(db, granted.principal.user.id))
		},
	}),
]
