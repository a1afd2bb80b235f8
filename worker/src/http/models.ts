import { ModelList, ModelQuery } from '@fairlead/protocol/models'
import { offeredModels } from '../agent/model/offered.ts'
import { listModelKeys } from '../db/model-keys.ts'
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
		query: ModelQuery,
		answers: [
			{
				status: 200,
				schema: ModelList,
				description:
					'The known models of each provider that the caller or the server has a key for. Others of these providers can be chosen too, by their name.',
			},
		],
		async handle({ db, env, granted, query }) {
			const keys = await listModelKeys(db, granted.actor.userId)
			const own = new Set(keys.map(({ provider }) => provider))
			return json({ models: offeredModels(env, own, query.all === 'true') } satisfies ModelList)
		},
	}),
]
