import { ChangeList } from '@fairlead/protocol/projects/project'
import { json, type Route, route } from '../../http/route.ts'
import { listChanges } from '../store/changes.ts'

export const changeRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/changes',
		operationId: 'listChanges',
		summary: 'List the changes that people made to a project and its conversations',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'changes.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: ChangeList, description: 'The newest 200, newest first.' }],
		async handle({ db, granted }) {
			const list: ChangeList = { changes: await listChanges(db, granted.project.id) }
			return json(list)
		},
	}),
]
