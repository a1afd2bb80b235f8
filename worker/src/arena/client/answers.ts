/**
 * Answers of an arena, read into one form. ModelWar's differ from those of `@fairlead/protocol/arena/arena` here and there: rows
 * straight from its tables, ids by another name, fields that it does not have, and a date in words. What only one of them
 * has is null for the other.
 */
import * as z from 'zod'

const Id = z.int().min(1)
const Count = z.int()
/** Names and sources are other people's: bounded, because models read them. */
const Name = z.string().transform((text) => text.slice(0, 120))
const Source = z.string().max(256 * 1024)
/** ISO 8601. */
const Time = z.string().transform((text, context) => {
	const ms = Date.parse(text)
	if (!Number.isNaN(ms)) return new Date(ms).toISOString()
	context.addIssue('This is not a time.')
	return z.NEVER
})
const orNull = <T extends z.ZodType>(schema: T) =>
	schema.nullish().transform((value) => value ?? null)
const Rating = z.number().transform(Math.round)
const OptionalRating = orNull(Rating)

export const Pagination = z.object({
	page: Count,
	per_page: Count,
	total: Count,
	total_pages: Count,
})
export type Pagination = z.infer<typeof Pagination>

const Text = z.string().max(1_000)

export const Registered = z.object({ id: Id, name: Name, api_key: Text, rating: Rating })
export type Registered = z.infer<typeof Registered>

const counts = { wins: Count, losses: Count, ties: Count }
const arenaCounts = { arena_wins: Count, arena_losses: Count, arena_ties: Count }

export const Me = z.object({
	id: Id,
	name: Name,
	rating: Rating,
	...counts,
	warrior: z.object({ id: Id, name: Name, redcode: Source, updated_at: Time }).nullable(),
	arena_warrior: z
		.object({ name: Name, redcode: Source, auto_join: z.boolean(), updated_at: Time })
		.nullable(),
	arena_rating: Rating,
	...arenaCounts,
})
export type Me = z.infer<typeof Me>

export const Uploaded = z.object({ id: Id, name: Name, instruction_count: Count })
export type Uploaded = z.infer<typeof Uploaded>

export const ArenaUploaded = z.object({
	id: Id,
	name: Name,
	auto_join: z.boolean(),
	instruction_count: Count,
	updated_at: Time,
})
export type ArenaUploaded = z.infer<typeof ArenaUploaded>

export const WarriorOf = z.object({
	id: Id,
	name: Name,
	redcode: Source,
	created_at: Time,
	updated_at: Time,
	/** The player; null if the player is gone. */
	player: z.object({ id: Id, name: Name, rating: Rating }).nullable(),
})
export type WarriorOf = z.infer<typeof WarriorOf>

const Result = z.enum(['challenger_win', 'defender_win', 'tie'])
const Score = z.object({ challenger_wins: Count, defender_wins: Count, ties: Count })
export const Round = z.object({
	/** Counted from 1. */
	round: Count,
	winner: z.enum(['challenger', 'defender', 'tie']),
	/** The round's seed; ModelWar gives all rounds the battle's. */
	seed: Count,
})
const Status = z
	.enum(['running', 'finished', 'completed', 'failed'])
	.transform((status) => (status === 'completed' ? 'finished' : status))

const Change = z.object({ name: Name, before: Rating, after: Rating, change: Rating })
export const Challenged = z.object({
	battle_id: Id,
	result: Result,
	score: Score,
	rounds: z.array(Round),
	rating_changes: z.object({ challenger: Change, defender: Change }),
	diminishing_factor: z.number(),
	suicide_nullified: z.boolean(),
})

const progress = { status: z.literal('running'), rounds_done: Count, rounds_total: Count }
export const ChallengePending = z.object({ battle_id: Id, ...progress })
export const StartPending = z.object({ arena_id: Id, ...progress })

/** The other player: null members if the player is gone, or the list does not name them. */
const Opponent = z.object({ id: orNull(Id), name: orNull(Name) })

/** A battle in this arena's lists. */
const NamedRow = z
	.object({
		id: Id,
		status: Status,
		result: Result.nullable(),
		score: Score.nullable(),
		challenger: Opponent,
		defender: Opponent,
		created_at: Time,
	})
	.transform((row) => ({ type: '1v1' as const, ...row }))

/** A battle in ModelWar's lists; their sources and rounds are left out. */
const TableRow = z
	.object({
		id: Id,
		result: Result,
		challenger_id: Id,
		defender_id: Id,
		challenger_wins: Count,
		defender_wins: Count,
		ties: Count,
		created_at: Time,
	})
	.transform(({ id, result, challenger_id, defender_id, created_at, ...score }) => ({
		...({ type: '1v1', id, status: 'finished', result, score, created_at } as const),
		challenger: { id: challenger_id as number | null, name: null as string | null },
		defender: { id: defender_id as number | null, name: null as string | null },
	}))

const DuelRow = z.union([NamedRow, TableRow])
const ArenaRow = z.object({
	type: z.literal('arena'),
	id: Id,
	participant_count: Count,
	created_at: Time,
})
export type DuelRow = z.infer<typeof DuelRow>

export const Battles = z.object({
	battles: z.array(DuelRow),
	/** The position in the list; null if no page was asked for. */
	pagination: orNull(Pagination),
})
export type Battles = z.infer<typeof Battles>

export const RecentBattles = z
	.object({
		battles: z.array(z.union([ArenaRow, DuelRow])),
		playerNames: z.record(z.string(), Name),
		pagination: Pagination,
	})
	.transform(({ battles, playerNames, pagination }) => {
		const named = ({ id, name }: z.infer<typeof Opponent>) => ({
			id,
			name: name ?? (id === null ? null : (playerNames[String(id)] ?? null)),
		})
		return {
			battles: battles.map((row) =>
				row.type === 'arena'
					? row
					: { ...row, challenger: named(row.challenger), defender: named(row.defender) },
			),
			pagination,
		}
	})
export type RecentBattles = z.infer<typeof RecentBattles>

/** ModelWar's "Elo" is the rating before two deviations are taken off. */
const shown = (rating: number | null, deviation: number | null): number | null =>
	rating === null ? null : Math.round(rating - 2 * (deviation ?? 0))

const BattleSide = z
	.object({
		id: orNull(Id),
		name: orNull(Name),
		redcode: orNull(Source),
		elo_before: orNull(z.number()),
		elo_after: orNull(z.number()),
		rd_before: orNull(z.number()),
		rd_after: orNull(z.number()),
	})
	.transform(({ elo_before, elo_after, rd_before, rd_after, ...side }) => ({
		...side,
		rating_before: shown(elo_before, rd_before),
		rating_after: shown(elo_after, rd_after),
	}))

export const Battle = z
	.object({
		id: Id,
		status: Status.optional(),
		rounds_done: Count.optional(),
		/** The reason of the failure. */
		error: orNull(Text),
		result: Result.nullable(),
		rounds: Count,
		round_results: orNull(z.array(Round)),
		score: Score.nullable(),
		challenger: BattleSide,
		defender: BattleSide,
		created_at: Time,
	})
	.transform(({ status = 'finished', rounds_done, round_results, ...battle }) => ({
		...battle,
		status,
		rounds_done: rounds_done ?? battle.rounds,
		round_results: round_results ?? [],
	}))
export type Battle = z.infer<typeof Battle>

const engine = {
	/** The engine's version; null if it is not this server's engine, so a round may end differently here. */
	engine_version: orNull(Count),
	seed: orNull(Count),
}
const settings = { coreSize: Count, maxCycles: Count, maxLength: Count, minSeparation: Count }

export const BattleReplay = z.object({
	battle_id: Id,
	...engine,
	challenger: z.object({ name: Name, redcode: Source }),
	defender: z.object({ name: Name, redcode: Source }),
	round_results: orNull(z.array(Round)).transform((rounds) => rounds ?? []),
	settings: z.object({ ...settings, maxTasks: Count }),
})
export type BattleReplay = z.infer<typeof BattleReplay>

const DuelOfPlayer = z.object({
	type: z.literal('1v1'),
	id: Id,
	opponent: Opponent,
	result: z.enum(['win', 'loss', 'tie']),
	/** Rounds: the challenger's wins, the defender's, ties. */
	score: Text,
	rating_change: Rating,
	created_at: Time,
})
const ArenaOfPlayer = z.object({
	type: z.literal('arena'),
	id: Id,
	placement: Count,
	participant_count: Count,
	matchup: Text,
	rating_change: Rating,
	created_at: Time,
})
const PlayerRow = z.discriminatedUnion('type', [DuelOfPlayer, ArenaOfPlayer])

export const PlayerBattles = z.object({ battles: z.array(PlayerRow), pagination: Pagination })
export type PlayerBattles = z.infer<typeof PlayerBattles>

const HistoryPoint = z.union([
	z.number().transform((rating) => ({
		rating: Math.round(rating),
		battle_id: null as number | null,
		created_at: null as string | null,
	})),
	z.object({ rating: Rating, battle_id: orNull(Id), created_at: orNull(Time) }),
])

export const Player = z
	.object({
		id: Id,
		name: Name,
		rating: Rating,
		provisional: z.boolean(),
		...counts,
		arena_rating: OptionalRating,
		arena_wins: orNull(Count),
		arena_losses: orNull(Count),
		arena_ties: orNull(Count),
		/** Oldest first. */
		rating_history: z.array(HistoryPoint),
		warrior: z
			.object({ id: orNull(Id), name: Name, redcode: orNull(Source), updated_at: Time })
			.nullable(),
		recent_battles: z.array(PlayerRow),
		created_at: Time,
	})
	// One arena gives a part of 1, the other a percentage.
	.transform((player) => ({ ...player, win_rate: winRate(player) }))
export type Player = z.infer<typeof Player>

function winRate({ wins, losses, ties }: Record<'wins' | 'losses' | 'ties', number>): number {
	const all = wins + losses + ties
	return all === 0 ? 0 : wins / all
}

export const Leaderboard = z.object({
	leaderboard: z.array(
		z.object({
			rank: Count,
			id: Id,
			name: Name,
			rating: Rating,
			rating_deviation: z.number(),
			...counts,
		}),
	),
	total_players: Count,
	pagination: Pagination,
})
export type Leaderboard = z.infer<typeof Leaderboard>

export const ArenaLeaderboard = z.object({
	leaderboard: z.array(
		z.object({ rank: Count, id: Id, name: Name, rating: Rating, ...arenaCounts }),
	),
})
export type ArenaLeaderboard = z.infer<typeof ArenaLeaderboard>

const participant = {
	slot_index: Count,
	player_id: z.nullable(Id),
	name: Name,
	is_stock_bot: z.boolean(),
	rating_before: OptionalRating,
	rating_after: OptionalRating,
	rating_change: OptionalRating,
}
const LeftOut = z.object({ player_id: Id, name: Name, reason: Text })
const leftOut = {
	left_out: z
		.array(LeftOut)
		.optional()
		.transform((all) => all ?? []),
}

export const Started = z.object({
	arena_id: Id,
	placements: z.array(z.object({ ...participant, placement: Count, total_score: Count })),
	...leftOut,
})

/** ModelWar's `session_id` is a UUID beside the number; this arena's is the number. */
export const Arena = z
	.object({
		id: Id.optional(),
		session_id: z.union([Id, z.string()]).optional(),
		seed: Count,
		total_rounds: Count,
		rounds_done: Count.optional(),
		status: Status,
		error: orNull(Text),
		participants: z.array(
			z.object({ ...participant, placement: orNull(Count), total_score: orNull(Count) }),
		),
		...leftOut,
		created_at: Time,
		completed_at: orNull(Time),
	})
	.transform(({ id, session_id, rounds_done, participants, ...arena }, context) => {
		const number = id ?? session_id
		if (typeof number !== 'number') {
			context.addIssue('The arena has no number.')
			return z.NEVER
		}
		return {
			arena_id: number,
			...arena,
			rounds_done: rounds_done ?? (arena.status === 'running' ? 0 : arena.total_rounds),
			participants: participants.toSorted((a, b) => a.slot_index - b.slot_index),
		}
	})
export type Arena = z.infer<typeof Arena>

export const ArenaReplay = z
	.object({
		arena_id: Id.optional(),
		session_id: Id.optional(),
		...engine,
		warriors: z.array(
			z.object({ slot_index: Count, name: Name, redcode: Source, is_stock_bot: z.boolean() }),
		),
		rounds: z.array(
			z.object({
				round_number: Count,
				seed: Count,
				survivor_count: Count,
				winner_slot: z.nullable(Count),
				/** Scores by slot. */
				scores: z.array(Count),
			}),
		),
		settings: z.object({ ...settings, maxProcesses: Count, warriors: Count, rounds: Count }),
	})
	.transform(({ arena_id, session_id, ...replay }, context) => {
		const number = arena_id ?? session_id
		if (number !== undefined) return { arena_id: number, ...replay }
		context.addIssue('The arena has no number.')
		return z.NEVER
	})
export type ArenaReplay = z.infer<typeof ArenaReplay>
