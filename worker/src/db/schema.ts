/** The D1 database: data that is listed, searched and counted across objects. Times are Unix milliseconds. */

import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { Effort } from '@fairlead/protocol/models/models'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { MadeKind } from '@fairlead/protocol/packs/kind'
import type { Author } from '@fairlead/protocol/people/author'
import { sql } from 'drizzle-orm'
import {
	type AnySQLiteColumn,
	index,
	integer,
	primaryKey,
	real,
	sqliteTable,
	text,
	uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { users } from '../accounts/store/schema.ts'

const CHANGED = [
	'title',
	'mode',
	'model',
	'effort',
	'budget',
	'name',
	'role',
	'grant',
	'share',
	'automation',
] as const

const authorKind = () => text('author_kind').$type<Author['kind']>()

export const projects = sqliteTable('projects', {
	id: text().primaryKey(),
	name: text().notNull(),
	/** The limits of each run; null: the default. */
	budget: text({ mode: 'json' }).$type<Budget>(),
	createdAt: integer('created_at').notNull(),
	updatedAt: integer('updated_at').notNull(),
	/** The kind that the project was made as; null: the kind of the folder that its runs work in. */
	kind: text().$type<MadeKind>(),
})

export const members = sqliteTable(
	'members',
	{
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		role: text({ enum: ['owner', 'editor', 'approver', 'viewer'] }).notNull(),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.projectId, t.userId] }), index('members_user').on(t.userId)],
)

/**
 * Places where an actor has opened a socket or followed a run, so that open connections can be closed when its
 * right ends. Deleted with the session or token, the membership and the project.
 */
export const openConnections = sqliteTable(
	'open_places',
	{
		actorKind: text('actor_kind', { enum: ['session', 'token', 'share', 'mcp'] }).notNull(),
		actorId: text('actor_id').notNull(),
		/** Empty: a share link, which is no person's. */
		userId: text('user_id').notNull(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		/** `room`, or the id of a conversation. */
		place: text().notNull(),
		openedAt: integer('opened_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.actorKind, t.actorId, t.projectId, t.place] }),
		index('open_places_member').on(t.projectId, t.userId),
	],
)

/** Relay tokens; `tokenHash` is the SHA-256 of the token, which is shown once. */
export const relayTokens = sqliteTable(
	'relay_tokens',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		label: text().notNull(),
		tokenHash: text('token_hash').notNull(),
		createdAt: integer('created_at').notNull(),
		lastUsedAt: integer('last_used_at'),
		/** The person who approved the computer's code, or made the token. Null if made before this was stored. */
		createdBy: text('created_by'),
	},
	(t) => [
		uniqueIndex('relay_tokens_token_hash').on(t.tokenHash),
		index('relay_tokens_project').on(t.projectId),
	],
)

/** Computers that wait to be paired with a project; see `computers/pairing.ts`. */
export const pairings = sqliteTable(
	'pairings',
	{
		id: text().primaryKey(),
		/** SHA-256 of the device code. */
		deviceCodeHash: text('device_code_hash').notNull(),
		userCode: text('user_code').notNull(),
		host: text().notNull(),
		platform: text().notNull(),
		folder: text().notNull(),
		address: text().notNull(),
		place: text().notNull(),
		createdAt: integer('created_at').notNull(),
		expiresAt: integer('expires_at').notNull(),
		/** Milliseconds that must lie between two polls. */
		intervalMs: integer('interval_ms').notNull(),
		nextPollAt: integer('next_poll_at').notNull(),
		/** `redeemed`: the relay token exists. */
		state: text({ enum: ['pending', 'approved', 'denied', 'redeemed'] }).notNull(),
		projectId: text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
		decidedBy: text('decided_by').references(() => users.id, { onDelete: 'cascade' }),
	},
	(t) => [
		uniqueIndex('pairings_device_code').on(t.deviceCodeHash),
		uniqueIndex('pairings_user_code').on(t.userCode),
		index('pairings_expiry').on(t.expiresAt),
		index('pairings_address').on(t.address),
	],
)

export const conversations = sqliteTable(
	'conversations',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		title: text().notNull(),
		titleSource: text('title_source', {
			enum: ['default', 'auto', 'user', 'automation'],
		}).notNull(),
		mode: text({ enum: ['ask', 'auto', 'read-only'] }).notNull(),
		/** `provider/model`; null: the default. */
		model: text(),
		/** How long its models think; null: the server's setting. */
		effort: text().$type<Effort>(),
		/** The limits of its runs; null: the project's. */
		budget: text({ mode: 'json' }).$type<Budget>(),
		lastRunId: text('last_run_id'),
		lastRunState: text('last_run_state'),
		/** Why the list does not show a completed run as done; null: it does. */
		lastRunVerdict: text('last_run_verdict', {
			enum: [
				'denied',
				'partly_denied',
				'effect_unknown',
				'compile_errors',
				'tests_failed',
				'reverted',
				'partly_reverted',
			],
		}),
		/** Shown before the others, to all members. */
		pinned: integer({ mode: 'boolean' }).notNull().default(false),
		/** Out of the list, until a person looks for it. */
		archived: integer({ mode: 'boolean' }).notNull().default(false),
		/** The name of the folder it is in; null: none. */
		folder: text(),
		/** When it was moved to the trash; null: it is not there. See `accounts/erasure/trash.ts`. */
		deletedAt: integer('deleted_at'),
		/** The conversation that this is a branch of; null: it is not a branch, or that one was erased. */
		branchedFrom: text('branched_from_conversation').references(
			(): AnySQLiteColumn => conversations.id,
			{ onDelete: 'set null' },
		),
		/** The message there at which it was made; null: it is not a branch. */
		branchedAt: text('branched_from_message'),
		/** The newest picture of its answers, the id of a blob; null: there is none. */
		latestPicture: text('latest_picture'),
		createdAt: integer('created_at').notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [
		index('conversations_project_updated').on(t.projectId, t.updatedAt),
		index('conversations_listed')
			.on(t.projectId, t.archived, t.pinned, t.updatedAt)
			.where(sql`deleted_at is null`),
		index('conversations_folder')
			.on(t.projectId, t.folder)
			.where(sql`folder is not null and deleted_at is null`),
		index('conversations_pictures')
			.on(t.projectId, t.updatedAt)
			.where(sql`latest_picture is not null and deleted_at is null`),
		index('conversations_trash').on(t.projectId, t.deletedAt).where(sql`deleted_at is not null`),
		/** Used by the erasure of the original, too. */
		index('conversations_branches')
			.on(t.branchedFrom, t.createdAt)
			.where(sql`branched_from_conversation is not null`),
		/** Holds the few conversations that wait for a person now. */
		index('conversations_needs_you')
			.on(t.projectId)
			.where(sql`last_run_state = 'waiting_approval'`),
	],
)

/**
 * The record of the Conversation object's transcript: finished messages, whole. Messages that entered
 * a run stand in its answer; their own rows are for search, and have no `seq`.
 */
export const messages = sqliteTable(
	'messages',
	{
		/** Minted by the client for users' messages: unique only within its conversation. */
		id: text().notNull(),
		conversationId: text('conversation_id')
			.notNull()
			.references(() => conversations.id, { onDelete: 'cascade' }),
		role: text({ enum: ['user', 'assistant'] }).notNull(),
		/** Plain text of the text parts, for search. */
		text: text().notNull(),
		/** The author of a user's message. */
		authorKind: authorKind(),
		authorId: text('author_id'),
		authorName: text('author_name'),
		runId: text('run_id'),
		createdAt: integer('created_at').notNull(),
		/** The place in the conversation, from 1. Null until the whole message is stored. */
		seq: integer(),
		/** JSON for the page; pictures by the hash of their bytes. */
		ui: text(),
		/** JSON for models; null if it did not fit the row. */
		model: text(),
	},
	(t) => [
		primaryKey({ columns: [t.conversationId, t.id] }),
		index('messages_conversation').on(t.conversationId, t.createdAt),
		/** Used by the deletion of an account. */
		index('messages_author').on(t.authorId).where(sql`author_id is not null`),
	],
)

/**
 * The people whom the messages that a branch began with name. The runs of these messages are not the branch's, so that
 * the deletion of an account would not find them otherwise.
 */
export const branchPeople = sqliteTable(
	'branch_people',
	{
		conversationId: text('conversation_id')
			.notNull()
			.references(() => conversations.id, { onDelete: 'cascade' }),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
	},
	(t) => [
		primaryKey({ columns: [t.conversationId, t.userId] }),
		index('branch_people_user').on(t.userId),
	],
)

export const runs = sqliteTable(
	'runs',
	{
		id: text().primaryKey(),
		conversationId: text('conversation_id')
			.notNull()
			.references(() => conversations.id, { onDelete: 'cascade' }),
		/** The person whose usage it is; empty if no person's. */
		userId: text('user_id').notNull(),
		/** The author who began it. */
		authorKind: authorKind().notNull().default('session'),
		authorId: text('author_id').notNull().default(''),
		authorName: text('author_name').notNull().default(''),
		state: text().notNull(),
		model: text().notNull(),
		errorCode: text('error_code'),
		steps: integer().notNull(),
		startedAt: integer('started_at').notNull(),
		finishedAt: integer('finished_at'),
	},
	(t) => [
		index('runs_conversation').on(t.conversationId, t.startedAt),
		index('runs_user').on(t.userId),
	],
)

/** One row per run: its model calls, and their sum. */
export const usage = sqliteTable(
	'usage',
	{
		runId: text('run_id').primaryKey(),
		projectId: text('project_id').notNull(),
		/** The conversation; null if it was deleted before this was stored. */
		conversationId: text('conversation_id'),
		/** The person who caused it; empty for an automation. */
		userId: text('user_id').notNull(),
		authorKind: authorKind().notNull().default('session'),
		authorId: text('author_id').notNull().default(''),
		model: text().notNull(),
		inputTokens: integer('input_tokens').notNull(),
		outputTokens: integer('output_tokens').notNull(),
		cacheReadTokens: integer('cache_read_tokens').notNull(),
		cacheWriteTokens: integer('cache_write_tokens').notNull(),
		/** Same as in `Usage`; null if it is absent there. */
		reasoningTokens: integer('reasoning_tokens'),
		estimatedTokens: integer('estimated_tokens'),
		/** US dollars by list prices; null if the model's price was not known. */
		costUsd: real('cost_usd'),
		/** Sums for budgets: the cost of calls whose price was known, and the number of the others. */
		pricedUsd: real('priced_usd').notNull().default(0),
		unpricedCalls: integer('unpriced_calls').notNull().default(0),
		/** The calls; null if the run is older than these records. */
		calls: text({ mode: 'json' }).$type<readonly ModelCall[]>(),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [
		index('usage_conversation').on(t.conversationId, t.createdAt),
		index('usage_project_person').on(t.projectId, t.userId, t.createdAt),
		index('usage_user').on(t.userId, t.runId),
		// Indexes for budgets: each step of a run sums up a month, from the index alone.
		index('usage_project').on(t.projectId, t.createdAt, t.pricedUsd, t.unpricedCalls),
		index('usage_person').on(t.userId, t.createdAt, t.pricedUsd, t.unpricedCalls),
	],
)

/** The sum of a person's rows in {@link usage}, by project: reading it costs the same at any age. */
export const usageTotals = sqliteTable(
	'usage_totals',
	{
		projectId: text('project_id').notNull(),
		/** Same as in {@link usage}. */
		userId: text('user_id').notNull(),
		runs: integer().notNull(),
		/** Runs whose model's price was known. */
		pricedRuns: integer('priced_runs').notNull(),
		costUsd: real('cost_usd').notNull(),
		inputTokens: integer('input_tokens').notNull(),
		outputTokens: integer('output_tokens').notNull(),
		cacheReadTokens: integer('cache_read_tokens').notNull(),
		cacheWriteTokens: integer('cache_write_tokens').notNull(),
		reasoningTokens: integer('reasoning_tokens').notNull().default(0),
		estimatedTokens: integer('estimated_tokens').notNull().default(0),
		lastUsedAt: integer('last_used_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.projectId, t.userId] })],
)

/** Changes that people made to a project and its conversations: mode, model, budget, names, permissions, roles. */
export const changes = sqliteTable(
	'changes',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		/** The changed conversation; null if the project itself was changed. */
		conversationId: text('conversation_id'),
		what: text({ enum: CHANGED }).notNull(),
		/** The changed item if there are several: a member, a permission. */
		subject: text(),
		before: text(),
		after: text(),
		authorKind: authorKind().notNull(),
		authorId: text('author_id').notNull(),
		authorName: text('author_name').notNull(),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [
		index('changes_project').on(t.projectId, t.createdAt),
		index('changes_author').on(t.authorId, t.id),
	],
)

/**
 * "Always in this project": calls of the tool and action (on the subject) run without asking. A revoked row stays,
 * so that a repeated delivery of the same answer does not bring it back.
 */
export const grants = sqliteTable(
	'grants',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		tool: text().notNull(),
		/** `run` for tools without actions. */
		action: text().notNull(),
		/** Empty if the action needs none. */
		subject: text().notNull().default(''),
		createdBy: text('created_by').notNull(),
		createdAt: integer('created_at').notNull(),
		revokedAt: integer('revoked_at'),
	},
	(t) => [
		uniqueIndex('grants_in_force')
			.on(t.projectId, t.tool, t.action, t.subject)
			.where(sql`revoked_at is null`),
		index('grants_project').on(t.projectId),
		index('grants_created_by').on(t.createdBy),
	],
)
