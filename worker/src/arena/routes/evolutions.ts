import {
	type Evolution,
	EvolutionList,
	EvolutionQuery,
	EvolutionTree,
} from '@fairlead/protocol/arena/evolutions'
import { notFound } from '../../http/problem.ts'
import { json, type Route, route } from '../../http/route.ts'
import { readFamilyTree } from '../evolution/begin.ts'
import { findEvolution, type ListedEvolution, listEvolutions } from '../store/evolutions.ts'

const READS = {
	by: ['token', 'session'],
	on: 'project',
	needs: 'evolutions.read',
	origin: 'own-to-change',
} as const

const shown = ({ id, userId, name, startedAt, endedAt }: ListedEvolution): Evolution => ({
	id,
	by: { userId, name },
	startedAt,
	endedAt,
})

/** They are begun by the agent's tool `evolve`. */
export const evolutionRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/evolutions',
		operationId: 'listEvolutions',
		summary: 'List the newest evolution of each member, the last begun first',
		access: READS,
		answers: [{ status: 200, schema: EvolutionList, description: 'Without their family trees.' }],
		async handle({ db, granted }) {
			const rows = await listEvolutions(db, granted.project.id)
			return json({ evolutions: rows.map(shown) } satisfies EvolutionList)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/evolutions/:evolutionId',
		operationId: 'getEvolution',
		summary: 'Get an evolution with its family tree, or with the warriors from an id on',
		access: READS,
		query: EvolutionQuery,
		answers: [{ status: 200, schema: EvolutionTree, description: 'As it is now.' }],
		async handle({ env, db, granted, param, query }) {
			const row = await findEvolution(db, granted.project.id, param('evolutionId'))
			const tree = row && (await readFamilyTree(env, row.id))
			if (!row || !tree) throw notFound('evolution')
			const { mode, state, note, progress, tried, nodes } = tree
			const warriors = nodes.filter(({ id }) => id >= query.from)
			return json({
				...shown(row),
				...{ mode, state, note, progress, tried, warriors },
			} satisfies EvolutionTree)
		},
	}),
]
