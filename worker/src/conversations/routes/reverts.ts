import { RevertPart, RevertPreview, RevertRequest } from '@fairlead/protocol/conversations/revert'
import { authorOf } from '../../access/author.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import type { BeginOutcome, PreviewOutcome } from '../../ports/conversation.ts'

type Refusal = Extract<BeginOutcome, { ok: false }>['reason']

function problemOf(reason: Refusal): HttpProblem {
	switch (reason) {
		case 'not_found':
			return new HttpProblem('not_found', 'This answer or revert was not found.', {
				detail: 'Reload the conversation.',
			})
		case 'nothing':
			return new HttpProblem('nothing_to_revert', 'There is nothing to revert here.', {
				detail: 'Only changes to scenes, assets and files can be reverted.',
			})
		case 'not_ended':
		case 'revert_active':
			return new HttpProblem('revert_active', 'A revert is in progress in this conversation.', {
				detail: 'Wait until it ends, or stop it.',
			})
		case 'run_active':
			return new HttpProblem('run_active', 'The agent is still working in this conversation.', {
				detail: 'Wait until it has finished, or stop it, then revert.',
			})
		default:
			return reason satisfies never
	}
}

export const revertRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/revert',
		operationId: 'revert',
		summary: 'Revert a step or a run, or preview the revert',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'run.revert',
			origin: 'own-to-change',
		},
		body: RevertRequest,
		answers: [
			{
				status: 200,
				schema: RevertPreview,
				description: 'With `preview`: what the revert would do.',
			},
			{
				status: 202,
				schema: RevertPart,
				description: 'The revert has started and continues in the background.',
			},
		],
		async handle({ env, body, granted, note }) {
			note({ detail: { preview: body.preview } })
			const { actor, conversation } = granted
			const stub = env.CONVERSATION.getByName(conversation.id)
			await stub.open({ conversationId: conversation.id, projectId: conversation.projectId })
			if (body.preview) {
				const looked = (await stub.previewRevert(body)) as PreviewOutcome
				if (!looked.ok) throw problemOf(looked.reason)
				return json(looked.preview)
			}
			const begun = (await stub.beginRevert(body, authorOf(actor))) as BeginOutcome
			if (!begun.ok) throw problemOf(begun.reason)
			return json(begun.part, 202)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/reverts/:revertId',
		operationId: 'getRevert',
		summary: 'Get the progress of a revert',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: RevertPart, description: 'The revert, as it appears in the message.' },
		],
		async handle({ env, granted, param }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			const part = (await stub.readRevert(param('revertId'))) as RevertPart | null
			if (!part) throw notFound('revert')
			return json(part)
		},
	}),
]
