import { SeatList } from '@fairlead/protocol/http'
import { HttpProblem, notFound } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

export const seatRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/seats',
		operationId: 'listSeats',
		summary: 'List the Unity folders that were ever linked and not unlinked',
		access: { by: ['session'], on: 'project', needs: 'seats.read', origin: 'own-to-change' },
		answers: [
			{ status: 200, schema: SeatList, description: 'Also those whose relay is away or gone.' },
		],
		async handle({ env, granted }) {
			const list: SeatList = await env.ROOM.getByName(granted.project.id).listSeats()
			return json(list)
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId/seats/:editorKey',
		operationId: 'forgetSeat',
		summary: 'Forget a Unity folder whose relay is gone for good',
		access: { by: ['session'], on: 'project', needs: 'seats.forget', origin: 'own-to-change' },
		answers: [
			{ status: 204, description: 'Forgotten; should its relay come back, it is there again.' },
		],
		async handle({ env, granted, param }) {
			const verdict = await env.ROOM.getByName(granted.project.id).forgetSeat(param('editorKey'))
			switch (verdict) {
				case 'forgotten':
					return noContent()
				case 'unknown':
					throw notFound('linked folder')
				case 'connected_target':
					throw new HttpProblem('conflict', 'This is the connected target of the project.', {
						detail: 'Choose another target, or stop its relay, then forget it.',
					})
				case 'connected':
					throw new HttpProblem('conflict', 'The relay of this folder is connected.', {
						detail:
							'Run "fairlead unlink" in the folder instead; forgetting is for relays that are gone.',
					})
				default:
					return verdict satisfies never
			}
		},
	}),
]
