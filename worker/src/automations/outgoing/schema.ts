/** D1's table of reports: where the outcomes of an automation are told. Messages wait in the project's Outgoing object. */
import type { ReportOff, ReportOutcome, ReportTarget } from '@fairlead/protocol/automations/reports'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'
import { automations } from '../store/schema.ts'

/** A target in the form that is stored: a member has a column of its own, so that the row goes with the person. */
export type StoredTarget =
	| Exclude<ReportTarget, { kind: 'mail' }>
	| Omit<Extract<ReportTarget, { kind: 'mail' }>, 'userId'>

export const reports = sqliteTable(
	'reports',
	{
		id: text().primaryKey(),
		automationId: text('automation_id')
			.notNull()
			.references(() => automations.id, { onDelete: 'cascade' }),
		target: text({ mode: 'json' }).$type<StoredTarget>().notNull(),
		/** The receiving host or repository; null: a member. */
		destination: text(),
		/** The member who gets mails. */
		userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
		outcomes: text({ mode: 'json' }).$type<ReportOutcome[]>().notNull(),
		enabled: integer({ mode: 'boolean' }).notNull(),
		/** Why Fairlead switched it off; null: it did not. */
		off: text({ mode: 'json' }).$type<ReportOff>(),
		/** The signing secret, address or token, in the form of `automations/kept-secret.ts`; null: it needs none. */
		secret: text(),
		/** The page's address when the report was made, for links if `PUBLIC_URL` is not set. */
		origin: text().notNull(),
		createdAt: integer('created_at').notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [
		index('reports_automation').on(t.automationId, t.createdAt),
		/** Used by the deletion of an account. */
		index('reports_user').on(t.userId),
	],
)
