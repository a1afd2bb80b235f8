import { MAX_FAVOURITES, MarkModel, ModelList, ModelQuery } from '@fairlead/protocol/models/models'
import { offeredModels } from '../../agent/model/offered.ts'
import { HttpProblem } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { personsModels } from '../persons-models.ts'
import { listFavourites, markModel, unmarkModel } from '../store/favourite-models.ts'

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
					'The known models of each provider that the caller or the server has a key for, with what the caller has set of them where their own key or model server pays. Others of these providers can be chosen too, by their name.',
			},
		],
		async handle({ db, env, granted, query }) {
			const { userId } = granted.actor
			const [{ own, ...persons }, favourites] = await Promise.all([
				personsModels(db, userId),
				listFavourites(db, userId),
			])
			const all = { ...persons, favourites }
			const models = offeredModels(env, own, query.all === 'true', all)
			return json({ models } satisfies ModelList)
		},
	}),
	route({
		method: 'post',
		path: '/api/models/favourites',
		operationId: 'markModel',
		summary: 'Make a model one of your favourites, or no longer',
		audit: { none: 'It changes only the order in which the person is offered models.' },
		access: {
			by: ['session'],
			on: 'account',
			needs: 'favourites.manage',
			origin: 'own-to-change',
		},
		body: MarkModel,
		answers: [{ status: 204, description: 'The list of models has it.' }],
		async handle({ db, body, granted }) {
			const { userId } = granted.actor
			const { name, favourite } = body
			if (!favourite) await unmarkModel(db, userId, name)
			else if (!(await markModel(db, userId, name))) {
				throw new HttpProblem('conflict', `You can have ${MAX_FAVOURITES} favourites.`, {
					detail: 'Nothing was changed. Take the star from one that you no longer use.',
				})
			}
			return noContent()
		},
	}),
]
