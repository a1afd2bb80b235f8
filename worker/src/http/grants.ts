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
		summary: 'List what is always allowed in a project',
		access: { by: ['session'], on: 'project', needs: 'grants.read', origin: 'own-to-change' },
		answers: [
			{ status: 200, schema: GrantList, description: 'The permissions, by tool and action.' },
		],
		async handle({ db, granted }) {
			return json({ grants: await listGrants(db, granted.project.id) })
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/grants/:grantId',
		operationId: 'revokeGrant',
		summary: 'Remove a permission, so that the agent asks again',
		access: { by: ['session'], on: 'project', needs: 'grants.revoke', origin: 'own-to-change' },
		answers: [{ status: 204, description: 'Removed. The next such call needs approval.' }],
		async handle({ db, granted, now, param }) {
			if (!(await revokeGrant(db, granted.project.id, param('grantId'), now))) {
				throw notFound('grant')
			}
			return noContent()
		},
	}),
]
