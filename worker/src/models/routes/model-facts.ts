/** A person's own facts about models in place of the listed ones: sizes, prices, abilities. */
import {
	MAX_OWN_FACTS,
	ModelWithOwnFacts,
	OwnFactsList,
} from '@fairlead/protocol/models/model-facts'
import { PutOwnFacts, RemoveOwnFacts } from '@fairlead/protocol/models/set-model-facts'
import { type Checked, checkedFacts, describedFacts } from '../../agent/model/set-facts.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { personsModels } from '../persons-models.ts'
import { deleteModelFacts, putModelFacts } from '../store/model-facts.ts'
import { MANAGES_KEYS } from './keys.ts'
import { unknownModel } from './usable-model.ts'

function problemOf(checked: Extract<Checked, { ok: false }>, name: string): HttpProblem {
	switch (checked.reason) {
		case 'unknown_model':
			return unknownModel(name)
		case 'invalid':
			return new HttpProblem('invalid_request', 'The values of the model are not valid.', {
				detail: 'Nothing was changed.',
				issues: [{ path: checked.path, message: checked.message }],
			})
		default:
			return checked satisfies never
	}
}

export const modelFactsRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/models/facts',
		operationId: 'listModelFacts',
		summary: 'List the models of which you have set values of your own',
		access: MANAGES_KEYS,
		answers: [
			{
				status: 200,
				schema: OwnFactsList,
				description: 'With what you have set, and what is listed without it.',
			},
		],
		async handle({ db, env, granted }) {
			const persons = await personsModels(db, granted.actor.userId)
			const models = persons.facts.map((row) => describedFacts(env, persons, row))
			return json({ models } satisfies OwnFactsList)
		},
	}),
	route({
		method: 'put',
		path: '/api/models/facts',
		operationId: 'putModelFacts',
		summary: 'Set sizes, prices and abilities of a model, instead of those that are listed',
		access: MANAGES_KEYS,
		body: PutOwnFacts,
		answers: [
			{
				status: 200,
				schema: ModelWithOwnFacts,
				description:
					'They count in runs that begin from now on and that your own key or model server pays for.',
			},
		],
		async handle({ db, env, body, granted, note, now }) {
			const { userId } = granted.actor
			const { name } = body
			const persons = await personsModels(db, userId)
			const checked = checkedFacts(env, persons, body)
			if (!checked.ok) throw problemOf(checked, name)
			const { own } = checked
			const row = { userId, name, own, changedAt: now }
			if (!(await putModelFacts(db, row))) {
				throw new HttpProblem('conflict', `You can set values of ${MAX_OWN_FACTS} models.`, {
					detail: 'Nothing was changed. Remove those of a model that you no longer use.',
				})
			}
			note({ subject: name, detail: own })
			return json(describedFacts(env, persons, row))
		},
	}),
	route({
		method: 'delete',
		path: '/api/models/facts',
		operationId: 'removeModelFacts',
		summary: 'Remove what you have set of a model: what is listed counts again',
		access: MANAGES_KEYS,
		query: RemoveOwnFacts,
		answers: [{ status: 204, description: 'Removed. Runs under way keep what they began with.' }],
		async handle({ db, granted, note, query }) {
			const { name } = query
			if (!(await deleteModelFacts(db, granted.actor.userId, name))) {
				throw notFound('value of this model')
			}
			note({ subject: name })
			return noContent()
		},
	}),
]
