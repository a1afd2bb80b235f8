/** The tools that breed a warrior: for the person whose run it is, in the run's project. */
import { STOCK_WARRIORS } from '@fairlead/corewar/source'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import type { ArenaClient } from '../client/client.ts'
import { readEvolution, startEvolution } from '../evolution/begin.ts'
import { LAP_ROUNDS } from '../evolution/breed.ts'
import { MAX_BRED_LENGTH } from '../evolution/limits.ts'
import { type FamilyTree, lineOfDescent, type TreeNode } from '../evolution/tree.ts'
import type { EvolutionToolName } from './arena-tools.ts'
import { fightersOf, settingsFor } from './fighters.ts'

type Refused = Extract<CallOutcome, { status: 'error' }>

export interface EvolutionDesk {
	readonly env: Env
	readonly db: Database
	readonly projectId: string
	/** The run's person; null if there is none, as for a visitor. */
	readonly userId: string | null
	/** The arena that stores warriors; asked for only if a call names one. */
	readonly arena: () => Promise<ArenaClient | Refused>
}

const NOBODY = failed('denied', 'An evolution belongs to a person, and this run has none.', {
	hint: 'Only members of the project start and read evolutions.',
})
const NONE = failed('not_found', 'The user has no evolution in this project.', {
	hint: 'Start one with evolve.',
})
const FULL = failed('conflict', 'As many evolutions are running on this server as may.', {
	hint: 'Try again in an hour. tournament and simulate work meanwhile.',
})

export async function runEvolution(
	name: EvolutionToolName,
	params: Readonly<Record<string, unknown>>,
	desk: EvolutionDesk,
): Promise<CallOutcome> {
	const { projectId, userId } = desk
	if (userId === null) return NOBODY
	const member = { projectId, userId }
	if (name === 'evolve') return evolved(params as ToolArgs<'evolve', 'run'>, desk, member)
	const tree = await readEvolution(desk.env, desk.db, member)
	return tree ? { status: 'ok', result: told(tree) } : NONE
}

async function evolved(
	{ warrior, mode = '1v1', opponents }: ToolArgs<'evolve', 'run'>,
	{ env, db, arena }: EvolutionDesk,
	member: { readonly projectId: string; readonly userId: string },
): Promise<CallOutcome> {
	const wanted = opponents ?? STOCK_WARRIORS.map(({ name }) => `stock:${name}`)
	const settings = settingsFor(mode, 2, LAP_ROUNDS)
	const found = await fightersOf([warrior, ...wanted], settings, arena)
	if (!found.ok) return found.outcome
	const [first, ...others] = found.warriors
	if (!first) throw new Error('A warrior that was asked for is missing.')
	const { length } = first.code.words
	if (length > MAX_BRED_LENGTH) {
		return failed(
			'invalid_arguments',
			`${first.name} has ${length} instructions; a warrior to breed has ${MAX_BRED_LENGTH} at most.`,
			{ hint: 'Evolve a shorter one.' },
		)
	}
	const begun = await startEvolution(
		env,
		db,
		member,
		{ mode, first, opponents: others },
		Date.now(),
	)
	if (begun.kind === 'full') return FULL
	const result: ToolResult<'evolve', 'run'> = {
		began: begun.kind === 'began',
		...standingOf(begun.tree),
	}
	return { status: 'ok', result }
}

const scored = ({ name, score, parentScore }: TreeNode) => ({
	name,
	score,
	parent_score: parentScore,
})

function standingOf({ state, mode, progress, tried, nodes }: FamilyTree) {
	const best = lineOfDescent(nodes).at(-1)
	return { state, mode, progress, tried, best: best ? scored(best) : null }
}

function told(tree: FamilyTree): ToolResult<'get_evolution', 'run'> {
	const line = lineOfDescent(tree.nodes)
	return {
		...standingOf(tree),
		line: line.map(scored),
		redcode: line.at(-1)?.redcode ?? tree.first,
		...(tree.note === null ? {} : { note: tree.note }),
	}
}
