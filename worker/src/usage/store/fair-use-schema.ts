/** D1's tables about what people and projects may use, and have used. Times are Unix milliseconds. */
import type { LimitName, PlanName } from '@fairlead/protocol/people/quotas'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { conversations } from '../../db/schema.ts'

/** The operator's decisions about a person or a project. Without a row: the installation's plan. */
export const allowances = sqliteTable(
	'allowances',
	{
		/** The id of a user or a project. */
		subject: text().primaryKey(),
		/** The plan that the operator chose; null: the installation's. */
		plan: text().$type<PlanName>(),
		/** Limits that replace the plan's; null: no limit. */
		limits: text({ mode: 'json' }).$type<Partial<Record<LimitName, number | null>>>(),
		/** The time of the suspension; null if not suspended. */
		suspendedAt: integer('suspended_at'),
		/** The reason that the person reads. */
		suspendedFor: text('suspended_for'),
	},
	(t) => [index('allowances_suspended').on(t.suspendedAt)],
)

/** The use of limits that begin anew each day or month, by person or project. */
export const quotaUse = sqliteTable(
	'quota_use',
	{
		/** The id of a user or a project. */
		subject: text().notNull(),
		/** `2026-11-23`, `2026-11`, or `all`. */
		period: text().notNull(),
		runs: integer().notNull(),
		/** Tokens of models, in and out. */
		tokens: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.subject, t.period] }), index('quota_use_period').on(t.period)],
)

/** The size of each conversation's object when its last run ended. */
export const conversationSizes = sqliteTable(
	'conversation_sizes',
	{
		conversationId: text('conversation_id')
			.primaryKey()
			.references(() => conversations.id, { onDelete: 'cascade' }),
		projectId: text('project_id').notNull(),
		bytes: integer().notNull(),
	},
	(t) => [index('conversation_sizes_project').on(t.projectId, t.bytes)],
)
