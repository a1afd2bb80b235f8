/** Budgets in dollars, of a person and of a project, with what is spent of them. */
import {
	BudgetStanding,
	Budgets,
	BudgetsQuery,
	DollarBudget,
} from '@fairlead/protocol/models/dollar-budgets'
import { notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { findProject } from '../../projects/store/projects.ts'
import { budgetStanding, setDollarBudget } from '../store/dollar-budgets.ts'

const SAVED = [
	{ status: 200, schema: BudgetStanding, description: 'The budget, with what is spent of it.' },
] as const

export const dollarBudgetRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/usage/budgets',
		operationId: 'getBudgets',
		summary:
			'Get your budget in dollars, and that of a project you own, with what is spent of them',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'usage.read',
			origin: 'own-to-change',
		},
		query: BudgetsQuery,
		answers: [{ status: 200, schema: Budgets, description: 'Days and months are those of UTC.' }],
		async handle({ db, granted, query, now }) {
			const { userId } = granted.actor
			const person = await budgetStanding(db, 'person', userId, now)
			if (query.project === undefined) return json({ person, project: null } satisfies Budgets)
			const found = await findProject(db, query.project, userId)
			if (!found?.role) throw notFound('project')
			const project =
				found.role === 'owner' ? await budgetStanding(db, 'project', found.project.id, now) : null
			return json({ person, project } satisfies Budgets)
		},
	}),
	route({
		method: 'put',
		path: '/api/usage/budget',
		operationId: 'setBudget',
		summary: 'Set your budget in dollars: for all your runs, in every project',
		access: { by: ['session'], on: 'account', needs: 'budget.change', origin: 'own-to-change' },
		body: DollarBudget,
		answers: SAVED,
		async handle({ db, body, granted, now }) {
			const { userId } = granted.actor
			await setDollarBudget(db, userId, body)
			return json(await budgetStanding(db, 'person', userId, now))
		},
	}),
	route({
		method: 'put',
		path: '/api/projects/:projectId/budget',
		operationId: 'setProjectBudget',
		summary: 'Set a project’s budget in dollars: for everybody’s runs in it',
		access: {
			by: ['session'],
			on: 'project',
			needs: 'project.set_budget',
			origin: 'own-to-change',
		},
		body: DollarBudget,
		answers: SAVED,
		async handle({ db, body, granted, note, now }) {
			const { id } = granted.project
			await setDollarBudget(db, id, body)
			note({ subject: id, detail: body })
			return json(await budgetStanding(db, 'project', id, now))
		},
	}),
]
