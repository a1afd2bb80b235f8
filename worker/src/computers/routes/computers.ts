/** Computers that were paired by the person who asks: their Unity projects, and bringing one into the project. */
import {
	SetUpDone,
	SetUpUnityProject,
	UnityProjectId,
	UnityProjectList,
} from '@fairlead/protocol/computers/computer-set-up'
import { notFound } from '../../http/problem.ts'
import { type Access, json, type Route, route } from '../../http/route.ts'
import { askRelay } from './ask-relay.ts'

const PATH = '/api/projects/:projectId/computers/:relayId/unity-projects'

const ACCESS = {
	by: ['session'],
	on: 'computer',
	needs: 'computer.set_up',
	origin: 'own-to-change',
} as const satisfies Access<'session', 'computer'>

export const computerRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: PATH,
		operationId: 'listUnityProjects',
		summary: 'List the Unity projects on a computer that you paired',
		access: ACCESS,
		answers: [
			{
				status: 200,
				schema: UnityProjectList,
				description: 'Those of Unity Hub, and linked folders; as the relay found them now.',
			},
		],
		async handle({ env, granted, param }) {
			const { project } = granted
			return json(await askRelay(env, project.id, param('relayId'), 'computer.projects', {}))
		},
	}),
	route({
		method: 'post',
		path: `${PATH}/:unityProjectId`,
		operationId: 'setUpUnityProject',
		summary:
			'Link a Unity project on a computer that you paired, install the package there, or open it',
		access: ACCESS,
		body: SetUpUnityProject,
		answers: [{ status: 200, schema: SetUpDone, description: 'The project as it is now.' }],
		async handle({ env, granted, param, body, note }) {
			const id = UnityProjectId.safeParse(param('unityProjectId'))
			if (!id.success) throw notFound('Unity project')
			const { step } = body
			const request = { unityProjectId: id.data, step }
			const relayId = param('relayId')
			const done = await askRelay(env, granted.project.id, relayId, 'computer.setUp', request)
			note({ subject: relayId, detail: { step, folder: done.project.name } })
			return json(done)
		},
	}),
]
