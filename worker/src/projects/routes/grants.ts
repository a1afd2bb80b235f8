import { GrantList } from '@fairlead/protocol/conversations/approvals'
import { authorOf } from '../../access/author.ts'
import { notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { recordChanges } from '../store/changes.ts'
import { listGrants, revokeGrant } from '../store/grants.ts'

/** Grants are made by answering an approval request with the scope "project". */
export const grantRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/grants',
		operationId: 'listGrants',
		summary: 'List what is always allowed in a project',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'grants.read',
			origin: 'own-to-change',
		},
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
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'grants.revoke',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'Removed. The next such call needs approval.' }],
		async handle({ db, granted, now, param }) {
			const { id: projectId } = granted.project
			const revoked = await revokeGrant(db, projectId, param('grantId'), now)
			if (!revoked) throw notFound('grant')
			const subject = Object.values(revoked).join(' ').trim()
			const change = { projectId, what: 'grant', subject, before: revoked, after: null } as const
			await recordChanges(db, [change], authorOf(granted.actor), now)
			return noContent()
		},
	}),
]
