import { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { json, type Route, route } from '../../http/route.ts'
import { needsYou } from '../record/needs-you.ts'

export const needsYouRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/needs-you',
		operationId: 'getNeedsYou',
		summary: 'List the conversations that wait for your answer, over all your projects',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'needs_you.read',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: NeedsYou, description: 'The hundred most recently begun, at most.' },
		],
		async handle({ db, granted }) {
			return json(await needsYou(db, granted.actor.userId))
		},
	}),
]
