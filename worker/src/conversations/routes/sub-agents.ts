import { SubAgentQuery, SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import { HttpProblem } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'

export const subAgentRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/agents/:toolCallId',
		operationId: 'getSubAgent',
		summary: 'Get the steps of a sub-agent that a call of a conversation started',
		access: {
			by: ['token', 'session'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		query: SubAgentQuery,
		answers: [
			{ status: 200, schema: SubAgentView, description: 'Its steps so far, with their calls.' },
		],
		async handle({ env, query, param, granted: { conversation } }) {
			const stub = env.CONVERSATION.getByName(conversation.id)
			await stub.open({ conversationId: conversation.id, projectId: conversation.projectId })
			const called = { toolCallId: param('toolCallId'), createdAt: query.at }
			const view = (await stub.subAgent(called)) as SubAgentView | null
			if (!view) {
				throw new HttpProblem('not_found', 'The steps of this sub-agent are not stored.', {
					detail: 'Its answer is in the conversation.',
				})
			}
			return json(view)
		},
	}),
]
