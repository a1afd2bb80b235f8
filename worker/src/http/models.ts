import { ModelList } from '@fairlead/protocol/models'
import { offeredModels } from '../agent/model/offered.ts'
import { json, type Route, route } from './route.ts'

export const modelRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/models',
		operationId: 'listModels',
		summary: 'List the models that a conversation can choose here',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'models.list',
			origin: 'own-to-change',
		},
		answers: [
			{
				status: 200,
				schema: ModelList,
				description:
					'The known models of each provider that has a key. Others of these providers can be chosen too, by their name.',
			},
		],
		handle: ({ env }) => json({ models: offeredModels(env) } satisfies ModelList),
	}),
]
