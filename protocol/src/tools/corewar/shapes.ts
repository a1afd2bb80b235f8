/** Shapes that the tools of Core War share. */
import * as z from 'zod'
import { MAX_SOURCE_BYTES } from '../../arena/arena.ts'

/** A number of the arena's. */
export const Id = z.int().min(1)

/** Bytes are counted by the arena; a character has at least one. */
export const redcodeFor = (mode: keyof typeof MAX_SOURCE_BYTES) =>
	z.string().min(1).max(MAX_SOURCE_BYTES[mode])

export const WarriorName = z.string().trim().min(1).max(100)

/** An answer of the arena's API, read into one form: `worker/src/arena/client/answers.ts` and `docs/corewar-arena.md`. */
export const ArenaAnswer = z.looseObject({
	/** The title of the arena that answered, for sentences. */
	arena: z.string(),
	id: z.int().optional(),
	/** Name of the player or the warrior that was asked for. */
	name: z.string().optional(),
})

export const page = {
	page: z.int().min(1).max(1_000_000).optional(),
	per_page: z.int().min(1).max(100).optional(),
}

/** The settings of a battle: the core and the limits of duels (default for two), or those of arenas of ten. */
export const Mode = z.enum(['1v1', 'arena']).optional()

/** `stock:Dwarf`, `warrior:12` (one that the arena stores), or a source. */
export const Fighter = z.string().min(1).max(MAX_SOURCE_BYTES['1v1'])

/** From 1 to the engine's MAX_SEED, 2³¹ − 2; the same seed gives the same battle. */
export const Seed = z.int().min(1).max(2_147_483_646)

export const Standing = z.object({
	name: z.string(),
	wins: z.int(),
	losses: z.int(),
	ties: z.int(),
	points: z.int(),
})

/** A place in a source, from 1, and what is wrong there. */
export const Problem = z.object({
	line: z.int(),
	column: z.int(),
	message: z.string(),
	hint: z.string().optional(),
})
