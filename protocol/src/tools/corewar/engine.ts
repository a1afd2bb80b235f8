/** The engine without the arena: nothing is stored and no rating changes. */
import * as z from 'zod'
import { action, defineTool } from '../define-tool.ts'
import { Fighter, Mode, Problem, redcodeFor, Seed, Standing } from './shapes.ts'

/** Lines of a listing. */
export const MAX_LISTED = 100
/** Steps that are told of each end of a round. */
export const TRACED_STEPS = 12
/** The seats of an arena. */
const MAX_FIGHTERS = 10
const ENGINE_MS = 60_000

const fighters = z.array(Fighter).min(2).max(MAX_FIGHTERS)

export const assembleWarrior = defineTool({
	name: 'assemble',
	title: 'Assemble Redcode',
	description:
		'Check a source, and see its instructions. Errors have line, column and what to write.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Checking', 'Checked', 'check'], rest: ['{name}', 'a warrior'] } },
	actions: {
		run: action({
			summary: 'assemble',
			risk: 'read',
			input: { redcode: redcodeFor('1v1'), mode: Mode },
			output: z.object({
				ok: z.boolean(),
				name: z.string().optional(),
				instruction_count: z.int().optional(),
				/** The index of the first instruction. */
				start: z.int().optional(),
				/** The lines of a load file, from the first instruction. */
				listing: z.array(z.string()).max(MAX_LISTED).optional(),
				errors: z.array(Problem).optional(),
				warnings: z.array(Problem).optional(),
			}),
			examples: [
				{
					name: 'an imp',
					args: { redcode: 'mov 0, 1' },
					result: {
						ok: true,
						name: 'Unknown',
						instruction_count: 1,
						start: 0,
						listing: ['MOV.I $0, $1'],
					},
				},
				{
					name: 'a mistake',
					args: { redcode: 'mov 0, bomb' },
					result: {
						ok: false,
						errors: [{ line: 1, column: 8, message: '"bomb" is not defined.' }],
					},
				},
			],
		}),
	},
})

export const simulate = defineTool({
	name: 'simulate',
	title: 'Simulate a battle',
	description:
		'Fight unrated rounds. A warrior is its source, warrior:<number> of the arena, or stock:<name>.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: {
		run: { verb: ['Simulating', 'Simulated', 'simulate'], rest: ['{rounds} rounds', 'a battle'] },
	},
	actions: {
		run: action({
			summary: 'fight',
			risk: 'read',
			timeoutMs: ENGINE_MS,
			input: {
				warriors: fighters,
				rounds: z.int().min(1).max(200).default(100),
				mode: Mode,
				seed: Seed.default(1),
			},
			output: z.object({
				rounds: z.int(),
				seed: z.int(),
				engine_version: z.int(),
				standings: z.array(Standing),
				/** Present if fewer rounds were fought than asked for. */
				note: z.string().optional(),
			}),
			examples: [
				{
					name: 'against a stock warrior',
					args: { warriors: ['mov 0, 1', 'stock:Dwarf'], rounds: 10 },
					result: {
						rounds: 10,
						seed: 1,
						engine_version: 1,
						standings: [
							{ name: 'Imp', wins: 1, losses: 3, ties: 6, points: 8 },
							{ name: 'Dwarf', wins: 3, losses: 1, ties: 6, points: 12 },
						],
					},
				},
			],
		}),
	},
})

export const explainRound = defineTool({
	name: 'explain_round',
	title: 'Explain a round',
	description:
		'One round, step by step: its opening, its end, who died where and by whose cell. Round and seed as simulate or a replay have them.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: {
		run: { verb: ['Following', 'Followed', 'follow'], rest: ['round {round}', 'a round'] },
	},
	actions: {
		run: action({
			summary: 'follow',
			risk: 'read',
			timeoutMs: ENGINE_MS,
			input: {
				warriors: fighters,
				round: z.int().min(1).max(200).default(1),
				mode: Mode,
				seed: Seed.default(1),
			},
			output: z.object({
				cycles: z.int(),
				/** null after a tie. */
				winner: z.string().nullable(),
				/** Each warrior's start, and its processes and cells at the end. */
				warriors: z.array(
					z.object({
						name: z.string(),
						position: z.int(),
						processes: z.int(),
						/** Cells that it was the last to write. */
						cells: z.int(),
					}),
				),
				deaths: z.array(
					z.object({
						name: z.string(),
						cycle: z.int(),
						address: z.int(),
						instruction: z.string(),
						/** The warrior that wrote the cell last; null if none did. */
						written_by: z.string().nullable(),
					}),
				),
				opening: z.array(z.string()).max(TRACED_STEPS),
				ending: z.array(z.string()).max(TRACED_STEPS),
			}),
			examples: [
				{
					name: 'the first',
					args: { warriors: ['stock:Imp', 'stock:Dwarf'] },
					result: {
						cycles: 252_000,
						winner: null,
						warriors: [
							{ name: 'Imp', position: 0, processes: 1, cells: 4 },
							{ name: 'Dwarf', position: 9_000, processes: 1, cells: 30 },
						],
						deaths: [],
						opening: ['0 Imp 0: MOV.I $0, $1'],
						ending: [],
					},
				},
			],
		}),
	},
})

export const tournament = defineTool({
	name: 'tournament',
	title: 'Tournament',
	description:
		'A round robin: each against each, unrated. Without others, against all stock warriors.',
	runsOn: 'server',
	shared: 'result',
	offered: 'search',
	labels: { run: { verb: ['Running', 'Ran', 'run'], rest: 'a tournament' } },
	actions: {
		run: action({
			summary: 'fight',
			risk: 'read',
			timeoutMs: ENGINE_MS,
			input: {
				warriors: z.array(Fighter).min(1).max(MAX_FIGHTERS),
				rounds: z.int().min(1).max(100).default(10),
				mode: Mode,
				seed: Seed.default(1),
			},
			output: z.object({
				/** The best first. */
				standings: z.array(Standing),
				/** Each pair that was fought. */
				pairs: z.array(
					z.object({
						between: z.tuple([z.string(), z.string()]),
						wins: z.tuple([z.int(), z.int()]),
						ties: z.int(),
					}),
				),
				note: z.string().optional(),
			}),
			examples: [
				{
					name: 'of two',
					args: { warriors: ['stock:Imp', 'stock:Dwarf'], rounds: 2 },
					result: {
						standings: [
							{ name: 'Dwarf', wins: 0, losses: 0, ties: 2, points: 2 },
							{ name: 'Imp', wins: 0, losses: 0, ties: 2, points: 2 },
						],
						pairs: [{ between: ['Imp', 'Dwarf'], wins: [0, 0], ties: 2 }],
					},
				},
			],
		}),
	},
})
