/** The evolutions of a Core War project, and the family tree of one. */
import * as z from 'zod/mini'

const Count = z.int()
/** Percent. */
const Percent = z.number()

export const Evolution = z.object({
	id: z.string(),
	/** The person who began it. */
	by: z.object({ userId: z.string(), name: z.string() }),
	startedAt: Count,
	/** null while it runs. */
	endedAt: z.nullable(Count),
})
export type Evolution = z.infer<typeof Evolution>

export const EvolutionList = z.object({ evolutions: z.array(Evolution) })
export type EvolutionList = z.infer<typeof EvolutionList>

export const EvolvedWarrior = z.object({
	/** From 0, the first warrior, in the order in which they were kept. */
	id: Count,
	/** The id of its parent; null for the first warrior. */
	parent: z.nullable(Count),
	generation: Count,
	name: z.string(),
	redcode: z.string(),
	/** Share of all points that it could have won. */
	score: Percent,
	/** The parent's, from the same positions; null: the first one. */
	parentScore: z.nullable(Percent),
	/** When it was kept, in Unix milliseconds. */
	at: Count,
})
export type EvolvedWarrior = z.infer<typeof EvolvedWarrior>

export const EvolutionTree = z.object({
	...Evolution.shape,
	mode: z.enum(['1v1', 'arena']),
	state: z.enum(['running', 'finished', 'stopped', 'failed']),
	/** Why it was stopped or failed; null: it was not. */
	note: z.nullable(z.string()),
	/** Share of the instructions that it may execute. */
	progress: Percent,
	/** Mutants so far. */
	tried: Count,
	/** The warriors in the order of their ids. */
	warriors: z.array(EvolvedWarrior),
})
export type EvolutionTree = z.infer<typeof EvolutionTree>

/** Warriors are never changed: a reader asks for those that it does not have. */
export const EvolutionQuery = z.object({
	from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
})
