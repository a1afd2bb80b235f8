import { DialogAnswer, DialogAnswered } from '@fairlead/protocol/dialog-answer'
import { SeatList } from '@fairlead/protocol/http'
import { askRelay } from './ask-relay.ts'
import { HttpProblem, notFound } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

export const seatRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/seats',
		operationId: 'listSeats',
		summary: "List a project's linked folders",
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'seats.read',
			origin: 'own-to-change',
		},
		answers: [
			{
				status: 200,
				schema: SeatList,
				description: 'Including those whose relay is offline or gone.',
			},
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
		summary: 'Forget a linked folder whose relay is permanently gone',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'seats.forget',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 204, description: 'Forgotten. If its relay comes back, so does the folder.' },
		],
		async handle({ env, granted, param }) {
			const verdict = await env.ROOM.getByName(granted.project.id).forgetSeat(param('editorKey'))
			switch (verdict) {
				case 'forgotten':
					return noContent()
				case 'unknown':
					throw notFound('linked folder')
				case 'connected_target':
					throw new HttpProblem('conflict', "This is the project's connected target.", {
						detail: 'Choose another target or stop its relay, then try again.',
					})
				case 'connected':
					throw new HttpProblem('conflict', 'The relay for this folder is connected.', {
						detail:
							'Run "npm run fairlead -- unlink <folder>" on that machine instead. Only folders whose relay is gone can be forgotten.',
					})
				default:
					return verdict satisfies never
			}
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/seats/:editorKey/dialog',
		operationId: 'answerDialog',
		summary: 'Press a button of the dialog that is open in Unity',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'room.answer_dialog',
			origin: 'own-to-change',
		},
		body: DialogAnswer,
		answers: [
			{
				status: 200,
				schema: DialogAnswered,
				description: 'Pressed. Never in another dialog than the one that `dialogId` names.',
			},
		],
		async handle({ env, granted, param, body, note }) {
			const { id: projectId } = granted.project
			const editorKey = param('editorKey')
			const relayId = await env.ROOM.getByName(projectId).relayOf(editorKey)
			if (relayId === null) throw notFound('linked folder')
			const asked = { ...body, editorKey }
			const done = await askRelay(env, projectId, relayId, 'dialog.answer', asked)
			note({ subject: editorKey, detail: { dialog: done.title, pressed: done.pressed } })
			return json(done)
		},
	}),
]
