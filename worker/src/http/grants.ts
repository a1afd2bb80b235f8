import { GrantList } from '@fairlead/protocol/http'
import { listGrants, revokeGrant } from '../db/grants.ts'
import { notFound } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

/** They are made by answering a request for approval with the scope "project". */
export const grantRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/grants',
		operationId: 'listGrants',
		summary: 'List what runs without asking in a project',
		access: { by: ['session'], on: 'project', needs: 'grants.read', origin: 'own-to-change' },
		answers: [{ status: 200, schema: GrantList, description: 'By tool and action.' }],
		async handle({ db, granted }) {
			return json({ grants: await listGrants(db, granted.project.id) })
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/grants/:grantId',
		operationId: 'revokeGrant',
		summary: 'Ask again before this runs',
		access: { by: ['session'], on: 'project', needs: 'grants.revoke', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'From the next call on a person is asked.' }],
		async handle({ db, granted, now, param }) {
			if (!(await revokeGrant(db, granted.project.id, param('grantId'), now))) {
				throw notFound('grant')
			}
			return noContent()
		},
	}),
]
