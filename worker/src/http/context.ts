import { ConversationContext, EditSummary } from '@fairlead/protocol/conversations/context'
import { authorOf } from '../access/author.ts'
import { HttpProblem } from './problem.ts'
import { json, type Route, route } from './route.ts'

export const contextRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/context',
		operationId: 'getContext',
		summary: 'Get what a model reads of a conversation: sizes by kind, and summaries',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: ConversationContext, description: 'Estimated for the next request.' },
		],
		async handle({ env, granted: { conversation } }) {
			const stub = env.CONVERSATION.getByName(conversation.id)
			await stub.open({ conversationId: conversation.id, projectId: conversation.projectId })
			return json((await stub.readContext()) as ConversationContext)
		},
	}),
	route({
		method: 'patch',
		path: '/api/conversations/:conversationId/summary',
		operationId: 'editSummary',
		summary: 'Change the summary that models read in place of the beginning of a conversation',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.change',
			origin: 'own-to-change',
		},
		body: EditSummary,
		answers: [
			{ status: 200, schema: ConversationContext, description: 'The context with the new text.' },
		],
		async handle({ env, body, granted: { actor, conversation } }) {
			const stub = env.CONVERSATION.getByName(conversation.id)
			const edited = await stub.editSummary(body.number, body.text, authorOf(actor))
			if (!edited) {
				throw new HttpProblem('conflict', 'This summary is no longer the one that models read.', {
					detail: 'Reload the page, and change the newest summary.',
				})
			}
			return json((await stub.readContext()) as ConversationContext)
		},
	}),
]
