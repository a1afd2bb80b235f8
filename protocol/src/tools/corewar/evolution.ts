/** Breeding a warrior over hours. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { Fighter, Mode } from './shapes.ts'

/** The number of stock warriors. */
const MAX_OPPONENTS = 9

/** Percent of all points against the opponents. */
const Points = z.number().min(0).max(100)

const standing = {
	state: z.enum(['running', 'finished', 'stopped', 'failed']),
	mode: z.enum(['1v1', 'arena']),
	/** Percent of the instructions that it may execute. */
	progress: z.int().min(0).max(100),
	/** Mutants so far. */
	tried: z.int(),
	/** The best warrior; null until the first one has fought each opponent. */
	best: z
		.object({
			name: z.string(),
			score: Points,
			/** From the same positions; null: the best is the first warrior. */
			parent_score: Points.nullable(),
		})
		.nullable(),
}

const BEST = { name: 'Dwarf g3', score: 58.1, parent_score: 55.3 }

export const evolve = defineTool({
	name: 'evolve',
	title: 'Evolve a warrior',
	description:
		'Breed a better warrior over hours against all stock warriors, or opponents. One at a time; replaces the last one.',
	runsOn: 'server',
	shared: 'error',
	offered: 'search',
	labels: { run: { verb: ['Starting', 'Started', 'start'], rest: 'an evolution' } },
	actions: {
		run: action({
			summary: 'start',
			risk: 'write',
			replay: 'safe',
			leaves: 'An evolution continues to its end.',
			input: {
				warrior: Fighter,
				mode: Mode,
				opponents: z.array(Fighter).min(1).max(MAX_OPPONENTS).optional(),
			},
			output: z.object({
				/** False: the one that was running already, as it is now. */
				began: z.boolean(),
				...standing,
			}),
			examples: [
				{
					name: 'against the stock warriors',
					args: { warrior: 'stock:Dwarf' },
					result: {
						began: true,
						...({ state: 'running', mode: '1v1', progress: 0, tried: 0, best: null } as const),
					},
				},
			],
		}),
	},
})

export const getEvolution = defineTool({
	name: 'get_evolution',
	title: 'Your evolution',
	description: "The user's newest evolution here: state, line of descent, the best's source.",
	runsOn: 'server',
	shared: 'error',
	offered: 'search',
	labels: { run: { verb: ['Reading', 'Read', 'read'], rest: 'your evolution' } },
	actions: {
		run: action({
			summary: 'read',
			risk: 'read',
			input: {},
			output: z.object({
				...standing,
				/** From the first warrior to the best. */
				line: z.array(
					z.object({ name: z.string(), score: Points, parent_score: Points.nullable() }),
				),
				/** The best's; the first warrior's until there is a better one. */
				redcode: z.string(),
				/** Why it failed or was stopped. */
				note: z.string().optional(),
			}),
			examples: [
				{
					name: 'after a night',
					args: {},
					result: {
						...({ state: 'finished', mode: '1v1', progress: 100, tried: 2_100 } as const),
						best: BEST,
						line: [{ name: 'Dwarf', score: 55.6, parent_score: null }, BEST],
						redcode: ';name Dwarf g3\nmov 0, 1',
					},
				},
			],
		}),
	},
})
