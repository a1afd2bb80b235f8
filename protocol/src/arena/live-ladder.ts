/**
 * Answers of an arena, as the page reads them from `ArenaClient`: another server's, and this one's, which tells
 * more. A member that an arena does not tell is null.
 */
import * as z from 'zod/mini'
import { ArenaPagination } from './arena.ts'

const Id = z.int()
const Count = z.int()
const orNull = z.nullable(Count)
const counts = { wins: Count, losses: Count, ties: Count }

export const LadderBoard = z.object({
	leaderboard: z.array(
		z.object({
			rank: Count,
			id: Id,
			name: z.string(),
			rating: Count,
			rating_deviation: z.nullable(z.number()),
			...counts,
		}),
	),
	total_players: Count,
	pagination: ArenaPagination,
})
export type LadderBoard = z.infer<typeof LadderBoard>

export const LadderPlayer = z.object({
	id: Id,
	name: z.string(),
	rating: Count,
	provisional: z.boolean(),
	...counts,
	/** Share of all battles, 0 to 1. */
	win_rate: z.number(),
	arena_rating: orNull,
	arena_wins: orNull,
	arena_losses: orNull,
	arena_ties: orNull,
	/** Oldest first. */
	rating_history: z.array(z.object({ rating: Count })),
	warrior: z.nullable(z.object({ name: z.string() })),
})
export type LadderPlayer = z.infer<typeof LadderPlayer>

const Battle = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('1v1'),
		id: Id,
		/** `name` is null if the player is gone. */
		opponent: z.object({ name: z.nullable(z.string()) }),
		result: z.enum(['win', 'loss', 'tie']),
		/** Rounds: the challenger's wins, the defender's, ties: `60-30-10`. */
		score: z.string(),
		rating_change: Count,
		created_at: z.string(),
	}),
	z.object({
		type: z.literal('arena'),
		id: Id,
		placement: Count,
		participant_count: Count,
		rating_change: Count,
		created_at: z.string(),
	}),
])
export const LadderBattles = z.object({ battles: z.array(Battle), pagination: ArenaPagination })
export type LadderBattles = z.infer<typeof LadderBattles>

/** The engine of a battle; null if it was not this server's, so that a replay here may end differently. */
const engine = { engine_version: orNull, seed: orNull }
const Warrior = z.object({ name: z.string(), redcode: z.string() })
const settings = {
	coreSize: Count,
	maxCycles: Count,
	maxLength: Count,
	minSeparation: Count,
}
export const LadderDuelReplay = z.object({
	...engine,
	challenger: Warrior,
	defender: Warrior,
	round_results: z.array(z.object({ seed: Count })),
	settings: z.object({ ...settings, maxTasks: Count }),
})
export type LadderDuelReplay = z.infer<typeof LadderDuelReplay>

export const LadderArenaReplay = z.object({
	...engine,
	warriors: z.array(z.object({ slot_index: Count, name: z.string(), redcode: z.string() })),
	settings: z.object({ ...settings, maxProcesses: Count, rounds: Count }),
})
export type LadderArenaReplay = z.infer<typeof LadderArenaReplay>

export const LadderUploaded = z.object({ name: z.string(), instruction_count: Count })
export type LadderUploaded = z.infer<typeof LadderUploaded>

/** A battle in another server's arena that was still running after a minute, when we stopped following it. */
const Running = z.object({ status: z.literal('running'), id: Id })

const Change = z.object({ before: orNull, after: orNull })
export const LiveChallenged = z.union([
	Running,
	z.object({
		status: z.literal('finished'),
		id: Id,
		score: z.object({ challenger_wins: Count, defender_wins: Count, ties: Count }),
		rating_changes: z.object({ challenger: Change }),
		diminishing_factor: z.nullable(z.number()),
	}),
])
export type LiveChallenged = z.infer<typeof LiveChallenged>

export const LiveStarted = z.union([
	Running,
	z.object({
		status: z.literal('finished'),
		id: Id,
		placements: z.array(
			z.object({ player_id: z.nullable(Id), placement: Count, rating_change: orNull }),
		),
		left_out: z.array(z.object({ name: z.string(), reason: z.string() })),
	}),
])
export type LiveStarted = z.infer<typeof LiveStarted>
