import { CommandHandle } from '@fairlead/protocol/commands/command-requests'
import { CommandStopped } from '@fairlead/protocol/commands/running-commands'
import {
	DialogAnswer,
	DialogAnswered,
	DialogShown,
	sizeOfPng,
} from '@fairlead/protocol/editors/dialog-answer'
import { SeatList } from '@fairlead/protocol/editors/seat-list'
import { blobAnswer } from '../../conversations/routes/blobs.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { fromBase64 } from '../../ports/base64.ts'
import { askRelay } from './ask-relay.ts'

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
	route({
		method: 'get',
		path: '/api/projects/:projectId/seats/:editorKey/dialog/picture',
		operationId: 'readDialogPicture',
		summary: 'Take a picture of the dialog that is open in Unity',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'room.answer_dialog',
			origin: 'own-to-change',
		},
		query: DialogShown,
		answers: [
			{
				status: 200,
				mediaType: 'image/png',
				description: 'The picture of that window alone, as it is now. It is stored nowhere.',
			},
		],
		async handle({ env, granted, param, query }) {
			const { id: projectId } = granted.project
			const asked = { editorKey: param('editorKey'), dialogId: query.dialogId }
			const relayId = await env.ROOM.getByName(projectId).relayOf(asked.editorKey)
			if (relayId === null) throw notFound('linked folder')
			const { base64 } = await askRelay(env, projectId, relayId, 'dialog.picture', asked)
			const bytes = fromBase64(base64)
			if (sizeOfPng(bytes) === null)
				throw new HttpProblem('conflict', 'The relay’s picture is not a PNG.')
			const answer = blobAnswer({ mediaType: 'image/png', bytes })
			answer.headers.set('cache-control', 'no-store')
			return answer
		},
	}),
	route({
		method: 'post',
		path: '/api/projects/:projectId/seats/:editorKey/commands/:handle/stop',
		operationId: 'stopCommand',
		summary: 'End a command that the agent began in the background',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'room.stop_command',
			origin: 'own-to-change',
		},
		answers: [
			{
				status: 200,
				schema: CommandStopped,
				description: 'It has ended, with all that it started; or it had ended before.',
			},
		],
		async handle({ env, granted, param, note }) {
			const { id: projectId } = granted.project
			const asked = { editorKey: param('editorKey'), handle: param('handle') }
			const relayId = await env.ROOM.getByName(projectId).relayOf(asked.editorKey)
			if (relayId === null) throw notFound('linked folder')
			if (!CommandHandle.safeParse(asked.handle).success) throw notFound('command')
			const stopped = await askRelay(env, projectId, relayId, 'commands.stop', asked)
			note({ subject: asked.editorKey, detail: { command: stopped.line } })
			return json(stopped)
		},
	}),
]
