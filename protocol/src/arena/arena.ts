/**
 * The API of a Core War arena: requests and answers as ModelWar has them. The embedded arena serves them under `/arena`,
 * and `ArenaClient` speaks them with any server that does. Times are ISO 8601, ids are numbers, ratings are whole numbers as shown.
 */
import * as z from 'zod/mini'
import { ArenaPlayerName } from './player-name.ts'

const Id = z.int().check(z.minimum(1))
/** Not `z.iso.datetime()`, whose calendar every page would load. */
const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/))
const WarriorName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** UTF-8 bytes of a source. Warriors in use have a few KiB, and battles keep what they were fought with. */
export const MAX_SOURCE_BYTES = { '1v1': 64 * 1024, arena: 16 * 1024 } as const
const redcodeUpTo = (bytes: number) =>
	z.string().check(
		z.minLength(1),
		// Each unit has at least one byte: a source that is far too long is not encoded.
		z.maxLength(bytes),
		z.refine(
			(text) => new TextEncoder().encode(text).length <= bytes,
			`A source has at most ${bytes} bytes.`,
		),
	)

/** Every refusal. `details`: a line each, such as `Line 3: …` of the assembler. */
export const ArenaError = z.object({ error: z.string(), details: z.optional(z.array(z.string())) })
export type ArenaError = z.infer<typeof ArenaError>

export const ArenaPageQuery = z.object({
	page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
	per_page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
export type ArenaPageQuery = z.infer<typeof ArenaPageQuery>

export const ArenaPagination = z.object({
	page: z.int(),
	per_page: z.int(),
	total: z.int(),
	total_pages: z.int(),
})
export type ArenaPagination = z.infer<typeof ArenaPagination>

export const ArenaRegister = z.object({ name: ArenaPlayerName })
export const ArenaRegistered = z.object({
	id: Id,
	name: z.string(),
	/** Shown this once. */
	api_key: z.string(),
	rating: z.int(),
	message: z.string(),
})
export type ArenaRegistered = z.infer<typeof ArenaRegistered>

const counts = { wins: z.int(), losses: z.int(), ties: z.int() }

export const ArenaMe = z.object({
	id: Id,
	name: z.string(),
	rating: z.int(),
	...counts,
	warrior: z.nullable(
		z.object({ id: Id, name: z.string(), redcode: z.string(), updated_at: Time }),
	),
	arena_warrior: z.nullable(
		z.object({
			name: z.string(),
			redcode: z.string(),
			auto_join: z.boolean(),
			updated_at: Time,
		}),
	),
	arena_rating: z.int(),
	arena_wins: z.int(),
	arena_losses: z.int(),
	arena_ties: z.int(),
})
export type ArenaMe = z.infer<typeof ArenaMe>
/** Answer of this server's own API. `player`: null if the person has none. */
export const OwnArenaPlayer = z.object({ player: z.nullable(ArenaMe) })

export const ArenaUpload = z.object({
	name: WarriorName,
	redcode: redcodeUpTo(MAX_SOURCE_BYTES['1v1']),
})
export const ArenaUploaded = z.object({
	id: Id,
	name: z.string(),
	instruction_count: z.int(),
	message: z.string(),
})
export type ArenaUploaded = z.infer<typeof ArenaUploaded>

export const ArenaMultiUpload = z.object({
	name: WarriorName,
	redcode: redcodeUpTo(MAX_SOURCE_BYTES.arena),
	auto_join: z._default(z.boolean(), false),
})
export const ArenaMultiUploaded = z.object({
	id: Id,
	name: z.string(),
	redcode: z.string(),
	auto_join: z.boolean(),
	instruction_count: z.int(),
	updated_at: Time,
})
export type ArenaMultiUploaded = z.infer<typeof ArenaMultiUploaded>

export const ArenaWarrior = z.object({
	id: Id,
	name: z.string(),
	redcode: z.string(),
	player: z.object({ id: Id, name: z.string(), rating: z.int() }),
	created_at: Time,
	updated_at: Time,
})
export type ArenaWarrior = z.infer<typeof ArenaWarrior>

const DuelResult = z.enum(['challenger_win', 'defender_win', 'tie'])
const DuelScore = z.object({ challenger_wins: z.int(), defender_wins: z.int(), ties: z.int() })
const DuelRound = z.object({
	/** From 1. */
	round: z.int(),
	winner: z.enum(['challenger', 'defender', 'tie']),
	seed: z.int(),
})
const RatingChange = z.object({
	name: z.string(),
	before: z.int(),
	after: z.int(),
	change: z.int(),
})
/** `failed`: it could not be fought, and no rating has changed. */
const Status = z.enum(['running', 'finished', 'failed'])

export const ArenaChallenge = z.object({ defender_id: Id })
export const ArenaChallenged = z.object({
	battle_id: Id,
	result: DuelResult,
	diminishing_factor: z.number(),
	suicide_nullified: z.boolean(),
	rounds: z.array(DuelRound),
	score: DuelScore,
	rating_changes: z.object({ challenger: RatingChange, defender: RatingChange }),
})
export type ArenaChallenged = z.infer<typeof ArenaChallenged>

/** The battle takes longer than a request may: read it at `poll` until its status is no longer `running`. */
const pending = {
	status: z.literal('running'),
	rounds_done: z.int(),
	rounds_total: z.int(),
	poll: z.string(),
}
export const ArenaChallengePending = z.object({ battle_id: Id, ...pending })
export type ArenaChallengePending = z.infer<typeof ArenaChallengePending>
export const ArenaStartPending = z.object({ arena_id: Id, ...pending })
export type ArenaStartPending = z.infer<typeof ArenaStartPending>

/** A player in a battle; `id` is null if their account was deleted. */
const Opponent = z.object({ id: z.nullable(Id), name: z.string() })

const BattleRow = z.object({
	id: Id,
	status: Status,
	/** The result; null until the battle is finished. */
	result: z.nullable(DuelResult),
	challenger: Opponent,
	defender: Opponent,
	score: z.nullable(DuelScore),
	created_at: Time,
})

/** `pagination` only if a page was asked for. */
export const ArenaBattles = z.object({
	battles: z.array(BattleRow),
	pagination: z.optional(ArenaPagination),
})
export type ArenaBattles = z.infer<typeof ArenaBattles>

export const ArenaRecentBattles = z.object({
	battles: z.array(BattleRow),
	/** Names by player id. */
	playerNames: z.record(z.string(), z.string()),
	pagination: ArenaPagination,
})
export type ArenaRecentBattles = z.infer<typeof ArenaRecentBattles>

const BattleSide = z.object({
	id: z.nullable(Id),
	name: z.string(),
	/** Before two deviations are taken off: the rating is shown as round(elo − 2·rd). */
	elo_before: z.nullable(z.number()),
	elo_after: z.nullable(z.number()),
	rd_before: z.nullable(z.number()),
	rd_after: z.nullable(z.number()),
	/** The source; null if it was deleted with its author's account. */
	redcode: z.nullable(z.string()),
})

export const ArenaBattle = z.object({
	id: Id,
	status: Status,
	rounds_done: z.int(),
	/** Why it failed. */
	error: z.nullable(z.string()),
	result: z.nullable(DuelResult),
	/** The number of rounds in the battle. */
	rounds: z.int(),
	round_results: z.array(DuelRound),
	score: z.nullable(DuelScore),
	challenger: BattleSide,
	defender: BattleSide,
	created_at: Time,
})
export type ArenaBattle = z.infer<typeof ArenaBattle>

export const ArenaBattleReplay = z.object({
	battle_id: Id,
	engine_version: z.int(),
	seed: z.int(),
	challenger: z.object({ name: z.string(), redcode: z.string() }),
	defender: z.object({ name: z.string(), redcode: z.string() }),
	round_results: z.array(DuelRound),
	settings: z.object({
		coreSize: z.int(),
		maxCycles: z.int(),
		maxLength: z.int(),
		maxTasks: z.int(),
		minSeparation: z.int(),
	}),
})
export type ArenaBattleReplay = z.infer<typeof ArenaBattleReplay>

const DuelOfPlayer = z.object({
	type: z.literal('1v1'),
	id: Id,
	opponent: Opponent,
	result: z.enum(['win', 'loss', 'tie']),
	/** Rounds: the challenger's wins, the defender's, ties: `60-30-10`. */
	score: z.string(),
	rating_change: z.int(),
	created_at: Time,
})
const ArenaOfPlayer = z.object({
	type: z.literal('arena'),
	id: Id,
	placement: z.int(),
	participant_count: z.int(),
	/** Everybody in it. */
	matchup: z.string(),
	rating_change: z.int(),
	created_at: Time,
})

export const ArenaPlayerBattles = z.object({
	battles: z.array(z.discriminatedUnion('type', [DuelOfPlayer, ArenaOfPlayer])),
	pagination: ArenaPagination,
})
export type ArenaPlayerBattles = z.infer<typeof ArenaPlayerBattles>

export const ArenaPlayer = z.object({
	id: Id,
	name: z.string(),
	rating: z.int(),
	rating_deviation: z.number(),
	/** The rating is not certain yet: its deviation is above 200. */
	provisional: z.boolean(),
	...counts,
	/** Share of all battles, 0 to 1. */
	win_rate: z.number(),
	arena_rating: z.int(),
	arena_wins: z.int(),
	arena_losses: z.int(),
	arena_ties: z.int(),
	/** The last 100 battles, oldest first. */
	rating_history: z.array(z.object({ battle_id: Id, rating: z.int(), created_at: Time })),
	warrior: z.nullable(z.object({ id: Id, name: z.string(), updated_at: Time })),
	recent_battles: z.array(DuelOfPlayer),
	created_at: Time,
})
export type ArenaPlayer = z.infer<typeof ArenaPlayer>

export const ArenaLeaderboardQuery = z.extend(ArenaPageQuery, {
	mode: z._default(z.enum(['1v1', 'arena']), '1v1'),
})

export const ArenaModelsQuery = z.object({ mode: ArenaLeaderboardQuery.shape.mode })

export const ArenaLeaderboard = z.object({
	leaderboard: z.array(
		z.object({
			rank: z.int(),
			id: Id,
			name: z.string(),
			rating: z.int(),
			rating_deviation: z.number(),
			...counts,
		}),
	),
	total_players: z.int(),
	pagination: ArenaPagination,
})
export type ArenaLeaderboard = z.infer<typeof ArenaLeaderboard>

export const ArenaMultiLeaderboard = z.object({
	leaderboard: z.array(
		z.object({
			rank: z.int(),
			id: Id,
			name: z.string(),
			rating: z.int(),
			arena_wins: z.int(),
			arena_losses: z.int(),
			arena_ties: z.int(),
		}),
	),
})
export type ArenaMultiLeaderboard = z.infer<typeof ArenaMultiLeaderboard>

/** Models whose agents uploaded warriors here; ratings are those of the players who fight with one now. */
export const ArenaModels = z.object({
	models: z.array(
		z.object({
			/** `provider/model`; `other`: all models that no provider lists. */
			model: z.string(),
			title: z.string(),
			/** Uploaded warriors. */
			warriors: z.int(),
			players: z.int(),
			/** The ratings are null if nobody fights with a warrior of this model now. */
			best_rating: z.nullable(z.int()),
			mean_rating: z.nullable(z.int()),
			/** None of these ratings is certain yet. */
			provisional: z.boolean(),
			battles: z.int(),
			...counts,
		}),
	),
})
export type ArenaModels = z.infer<typeof ArenaModels>

const Participant = z.object({
	slot_index: z.int(),
	player_id: z.nullable(Id),
	name: z.string(),
	is_stock_bot: z.boolean(),
	placement: z.int(),
	total_score: z.int(),
	/** The ratings are null for stock bots, which have none. */
	rating_before: z.nullable(z.int()),
	rating_after: z.nullable(z.int()),
	rating_change: z.nullable(z.int()),
})
/** A warrior that was to join, and no longer assembles. */
const LeftOut = z.object({ player_id: Id, name: z.string(), reason: z.string() })

export const ArenaStarted = z.object({
	arena_id: Id,
	placements: z.array(Participant),
	left_out: z.array(LeftOut),
})
export type ArenaStarted = z.infer<typeof ArenaStarted>

export const ArenaSession = z.object({
	session_id: Id,
	seed: z.int(),
	total_rounds: z.int(),
	rounds_done: z.int(),
	status: Status,
	error: z.nullable(z.string()),
	/** The participants in the order of their slots; places and points are null until the battle is finished. */
	participants: z.array(
		z.extend(Participant, {
			placement: z.nullable(z.int()),
			total_score: z.nullable(z.int()),
		}),
	),
	left_out: z.array(LeftOut),
	created_at: Time,
	completed_at: z.nullable(Time),
})
export type ArenaSession = z.infer<typeof ArenaSession>

export const ArenaSessionReplay = z.object({
	session_id: Id,
	engine_version: z.int(),
	seed: z.int(),
	warriors: z.array(
		z.object({
			slot_index: z.int(),
			name: z.string(),
			redcode: z.string(),
			is_stock_bot: z.boolean(),
		}),
	),
	rounds: z.array(
		z.object({
			/** From 1. */
			round_number: z.int(),
			seed: z.int(),
			survivor_count: z.int(),
			winner_slot: z.nullable(z.int()),
			/** Points in the order of the slots. */
			scores: z.array(z.int()),
		}),
	),
	settings: z.object({
		coreSize: z.int(),
		maxCycles: z.int(),
		maxLength: z.int(),
		maxProcesses: z.int(),
		minSeparation: z.int(),
		warriors: z.int(),
		rounds: z.int(),
	}),
})
export type ArenaSessionReplay = z.infer<typeof ArenaSessionReplay>
