/** A person's saved prompts, which the message box offers by name. */
import { Id } from '@fairlead/protocol/http/id'
import {
	PutSavedPrompt,
	SAVED_PROMPT,
	SavedPrompt,
	SavedPromptList,
} from '@fairlead/protocol/people/saved-prompts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { deleteSavedPrompt, listSavedPrompts, putSavedPrompt } from '../store/saved-prompts.ts'

const OWN = {
	by: ['session'],
	on: 'account',
	needs: 'prompts.manage',
	origin: 'own-to-change',
} as const

export const savedPromptRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/prompts',
		operationId: 'listSavedPrompts',
		summary: 'List your saved prompts',
		access: OWN,
		answers: [{ status: 200, schema: SavedPromptList, description: 'Sorted by name.' }],
		async handle({ db, granted }) {
			const rows = await listSavedPrompts(db, granted.actor.userId)
			const prompts = rows.map(({ userId: _, ...prompt }) => prompt)
			return json({ prompts } satisfies SavedPromptList)
		},
	}),
	route({
		method: 'put',
		path: '/api/prompts/:promptId',
		operationId: 'putSavedPrompt',
		summary: 'Save a prompt, instead of the one with this id',
		access: OWN,
		body: PutSavedPrompt,
		answers: [{ status: 200, schema: SavedPrompt, description: 'As it is saved.' }],
		async handle({ db, body, granted, now, param }) {
			const { userId } = granted.actor
			const id = Id.safeParse(param('promptId'))
			if (!id.success || !id.data.startsWith('prm_')) throw notFound('prompt')
			const others = (await listSavedPrompts(db, userId)).filter((row) => row.id !== id.data)
			if (others.length >= SAVED_PROMPT.perAccount) {
				throw new HttpProblem('conflict', `You can save ${SAVED_PROMPT.perAccount} prompts.`, {
					detail: 'Remove those that you no longer use.',
				})
			}
			const prompt: SavedPrompt = { id: id.data, ...body, updatedAt: now }
			await putSavedPrompt(db, { userId, ...prompt })
			return json(prompt)
		},
	}),
	route({
		method: 'delete',
		path: '/api/prompts/:promptId',
		operationId: 'removeSavedPrompt',
		summary: 'Remove one of your saved prompts',
		access: OWN,
		answers: [{ status: 204, description: 'Removed. Messages that it was put into stay.' }],
		async handle({ db, granted, param }) {
			const key = { userId: granted.actor.userId, id: param('promptId') }
			if (!(await deleteSavedPrompt(db, key))) throw notFound('prompt')
			return noContent()
		},
	}),
]
