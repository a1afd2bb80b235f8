/** Computers that were paired by the person who asks: their Unity projects, and bringing one into the project. */
import {
	type ComputerMethod,
	ComputerRequests,
	SetUpDone,
	SetUpUnityProject,
	UnityProjectId,
	UnityProjectList,
} from '@fairlead/protocol/computer-set-up'
import { RPC_ERROR } from '@fairlead/protocol/json-rpc'
import * as z from 'zod'
import type { Env } from '../env.ts'
import { HttpProblem, notFound } from './problem.ts'
import { type Access, json, type Route, route } from './route.ts'

const PATH = '/api/projects/:projectId/computers/:relayId/unity-projects'

const ACCESS = {
	by: ['session'],
	on: 'computer',
	needs: 'computer.set_up',
	origin: 'own-to-change',
} as const satisfies Access<'session', 'computer'>

/** A relay's sentence, which a person reads. */
const MAX_SENTENCE_CHARS = 1_000

/** @throws {HttpProblem} unless the relay did it. */
async function ask<M extends ComputerMethod>(
	env: Env,
	projectId: string,
	relayId: string,
	method: M,
	params: z.infer<(typeof ComputerRequests)[M]['params']>,
): Promise<z.infer<(typeof ComputerRequests)[M]['result']>> {
	const answer = await env.ROOM.getByName(projectId).askComputer(relayId, method, params)
	switch (answer.kind) {
		case 'answered': {
			const parsed = z.safeParse(ComputerRequests[method].result, JSON.parse(answer.json))
			if (parsed.success) return parsed.data as z.infer<(typeof ComputerRequests)[M]['result']>
			throw new HttpProblem('conflict', 'The relay’s answer could not be read.', {
				detail: 'Update the relay on that computer, and restart it.',
			})
		}
		case 'refused':
			if (answer.code === RPC_ERROR.methodNotFound)
				throw new HttpProblem('conflict', 'The relay on that computer is too old for this.', {
					detail: 'Update it there, and restart it.',
				})
			throw new HttpProblem('conflict', answer.message.slice(0, MAX_SENTENCE_CHARS))
		case 'away':
			throw new HttpProblem('unavailable', 'The relay on that computer went offline.', {
				detail: 'What it had begun may be done. Start it again, and look.',
			})
		case 'late':
			throw new HttpProblem('unavailable', 'The relay on that computer did not answer in time.', {
				detail: 'What was asked may still be done. Look again in a moment.',
			})
		case 'busy':
			throw new HttpProblem('rate_limited', 'That computer is busy with earlier requests.', {
				detail: 'Try again in a moment.',
			})
		default:
			return answer satisfies never
	}
}

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
			return json(await ask(env, project.id, param('relayId'), 'computer.projects', {}))
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
			const done = await ask(env, granted.project.id, param('relayId'), 'computer.setUp', request)
			note({ subject: param('relayId'), detail: { step, folder: done.project.name } })
			return json(done)
		},
	}),
]
