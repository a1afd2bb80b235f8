/** D1's tables of the embedded Core War arena, and of people's players in others. Times are Unix milliseconds, ids are numbers, as in the API that they serve. */
import { sql } from 'drizzle-orm'
import {
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'
import { projects } from '../../db/schema.ts'

export type ArenaModeColumn = '1v1' | 'arena'
const mode = () => text({ enum: ['1v1', 'arena'] }).notNull()

/** The settings of a battle, as they were when it began. */
export interface StoredSettings {
	readonly coreSize: number
	readonly maxCycles: number
	readonly maxLength: number
	readonly maxProcesses: number
	readonly minDistance: number
	readonly warriors: number
	readonly rounds: number
}

export interface StoredRound {
	/** Counted from 1, as in the API. */
	readonly round: number
	readonly seed: number
	/** Slots of the survivors. */
	readonly survivors: readonly number[]
}

/** A warrior that was to join an arena, and did not. */
export interface StoredLeftOut {
	readonly playerId: number
	readonly reason: string
}

export const arenaPlayers = sqliteTable(
	'arena_players',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		name: text().notNull(),
		/** The person here whose player it is; null: registered by the arena's own API. */
		userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
		/** SHA-256 of the API key; null: none works. */
		keyHash: text('key_hash'),
		/** From this time on nothing of the player is shown, and nothing fights for them; null: they are here. */
		leftAt: integer('left_at'),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [
		uniqueIndex('arena_players_name').on(sql`lower(${t.name})`),
		uniqueIndex('arena_players_key').on(t.keyHash),
		uniqueIndex('arena_players_user').on(t.userId),
	],
)

/**
 * Each source once, however many warriors and battles have it. Triggers (migration 0039) delete a source when the last
 * of them gives it up, whatever the statement was.
 */
export const arenaSources = sqliteTable('arena_sources', {
	/** SHA-256 of the source, in hexadecimal. */
	hash: text().primaryKey(),
	redcode: text().notNull(),
})

/** The warrior with which a player fights now: one for each mode. */
export const arenaWarriors = sqliteTable(
	'arena_warriors',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		playerId: integer('player_id')
			.notNull()
			.references(() => arenaPlayers.id, { onDelete: 'cascade' }),
		mode: mode(),
		name: text().notNull(),
		sourceHash: text('source_hash')
			.notNull()
			.references(() => arenaSources.hash),
		instructionCount: integer('instruction_count').notNull(),
		/** The warrior joins arenas of others; always false for 1v1. */
		autoJoin: integer('auto_join', { mode: 'boolean' }).notNull(),
		/** The model of the run whose agent uploaded it, by the ladder's name; null: no agent did. */
		model: text(),
		/** When the player was last in an arena, or came with their first warrior. The longest waiting joins first. */
		lastArenaAt: integer('last_arena_at').notNull().default(0),
		createdAt: integer('created_at').notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [
		uniqueIndex('arena_warriors_player').on(t.playerId, t.mode),
		index('arena_warriors_joining').on(t.lastArenaAt, t.id).where(sql`auto_join = 1`),
		index('arena_warriors_source').on(t.sourceHash),
		index('arena_warriors_model').on(t.mode, t.model).where(sql`model is not null`),
	],
)

/** Written by the ladder alone. A player has a row once they have a warrior in that mode. */
export const arenaRatings = sqliteTable(
	'arena_ratings',
	{
		playerId: integer('player_id')
			.notNull()
			.references(() => arenaPlayers.id, { onDelete: 'cascade' }),
		mode: mode(),
		rating: real().notNull(),
		deviation: real().notNull(),
		volatility: real().notNull(),
		/** round(rating − 2 deviations): players are ranked by it. */
		shown: integer().notNull(),
		/** Battles, or arenas. */
		wins: integer().notNull().default(0),
		losses: integer().notNull().default(0),
		ties: integer().notNull().default(0),
	},
	(t) => [
		primaryKey({ columns: [t.playerId, t.mode] }),
		index('arena_ratings_rank').on(t.mode, t.shown, t.playerId),
	],
)

/** Results of a model's warriors, whoever's they were. They name no person, and stay when players leave. */
export const arenaModels = sqliteTable(
	'arena_models',
	{
		mode: mode(),
		/** The ladder's name of the model. */
		model: text().notNull(),
		/** Different warriors that were uploaded one after the other. */
		warriors: integer().notNull(),
		/** Battles, or arenas, that count for a rating. */
		wins: integer().notNull(),
		losses: integer().notNull(),
		ties: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.mode, t.model] })],
)

/** People's players in arenas of other servers. */
export const liveArenas = sqliteTable('live_arenas', {
	userId: text('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** The base URL, without a slash at its end. */
	url: text().notNull(),
	/** The page's address when it was stored: whether this machine's own addresses may be asked. */
	origin: text().notNull(),
	/** The player's id at that arena when the key was stored. */
	playerId: integer('player_id').notNull(),
	playerName: text('player_name').notNull(),
	/** The key as `platform/sealed-secret.ts` keeps it, bound to the person. Never unencrypted. */
	sealed: text().notNull(),
	lastFour: text('last_four').notNull(),
	addedAt: integer('added_at').notNull(),
})

/** A person's newest evolution in a project; its family tree is in its object. */
export const evolutions = sqliteTable(
	'evolutions',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		startedAt: integer('started_at').notNull(),
		/** The end; null while it runs. */
		endedAt: integer('ended_at'),
	},
	(t) => [
		uniqueIndex('evolutions_person').on(t.projectId, t.userId),
		index('evolutions_user').on(t.userId),
		index('evolutions_running').on(t.startedAt).where(sql`ended_at is null`),
	],
)

/** Battles of two, and arenas. */
export const arenaBattles = sqliteTable(
	'arena_battles',
	{
		id: integer().primaryKey({ autoIncrement: true }),
		mode: mode(),
		status: text({ enum: ['running', 'finished', 'failed'] }).notNull(),
		/** The player who began it; null: their account was deleted. */
		startedBy: integer('started_by').references(() => arenaPlayers.id, { onDelete: 'set null' }),
		/** Both players of a 1v1, the lower id first: `3:17`. */
		pair: text(),
		settings: text({ mode: 'json' }).$type<StoredSettings>().notNull(),
		/** Seed of the first round; the others follow from it. */
		seed: integer().notNull(),
		/** The version of the engine that fought it: the battle replays exactly on the same one. */
		engineVersion: integer('engine_version').notNull(),
		leftOut: text('left_out', { mode: 'json' }).$type<readonly StoredLeftOut[]>().notNull(),
		/** The rounds; null until the battle is finished. */
		rounds: text({ mode: 'json' }).$type<readonly StoredRound[]>(),
		result: text({ enum: ['challenger_win', 'defender_win', 'tie'] }),
		/** The weight of a repeated 1v1. */
		factor: real(),
		suicideNullified: integer('suicide_nullified', { mode: 'boolean' }).notNull().default(false),
		/** The reason of the failure. */
		error: text(),
		createdAt: integer('created_at').notNull(),
		finishedAt: integer('finished_at'),
	},
	(t) => [
		index('arena_battles_recent').on(t.mode, t.status, t.id),
		index('arena_battles_pair').on(t.pair, t.finishedAt).where(sql`pair is not null`),
		index('arena_battles_running').on(t.startedBy).where(sql`status = 'running'`),
		index('arena_battles_started_by').on(t.startedBy),
	],
)

/**
 * The order in which the ladder committed results. A commit writes the number after the last one that it saw: two that
 * read the same ratings would write the same number, and a battle is in here once, so the second fails as a whole.
 */
export const arenaCommits = sqliteTable(
	'arena_commits',
	{
		seq: integer().primaryKey(),
		battleId: integer('battle_id')
			.notNull()
			.references(() => arenaBattles.id, { onDelete: 'cascade' }),
	},
	(t) => [uniqueIndex('arena_commits_battle').on(t.battleId)],
)

/** Each player and warrior of a battle, with the result for them: also the history of ratings. */
export const arenaSides = sqliteTable(
	'arena_sides',
	{
		battleId: integer('battle_id')
			.notNull()
			.references(() => arenaBattles.id, { onDelete: 'cascade' }),
		/** 1v1: 0 is the challenger. */
		slot: integer().notNull(),
		mode: mode(),
		/** The player; null for a stock bot, or a player who has left. */
		playerId: integer('player_id').references(() => arenaPlayers.id, { onDelete: 'set null' }),
		isStockBot: integer('is_stock_bot', { mode: 'boolean' }).notNull(),
		/** Name of a stock bot; null: players are named by their own row. */
		name: text(),
		warriorName: text('warrior_name').notNull(),
		/** The model of the warrior when the battle began. */
		model: text(),
		/** The source; null if its player has left. */
		sourceHash: text('source_hash').references(() => arenaSources.hash),
		/** The rest is null until the battle is finished. */
		placement: integer(),
		points: integer(),
		wins: integer(),
		losses: integer(),
		ties: integer(),
		/** The rating before the battle; null for a side that has none. */
		ratingBefore: integer('rating_before'),
		ratingAfter: integer('rating_after'),
		deviationBefore: real('deviation_before'),
		deviationAfter: real('deviation_after'),
	},
	(t) => [
		primaryKey({ columns: [t.battleId, t.slot] }),
		// The index has every column by which a list is chosen, so that counting reads no row.
		index('arena_sides_player')
			.on(t.playerId, t.battleId, t.mode, t.placement)
			.where(sql`player_id is not null`),
		index('arena_sides_source').on(t.sourceHash).where(sql`source_hash is not null`),
	],
)
