/** D1's tables of budgets in dollars, and of what runs under way have spent. Times are Unix milliseconds. */
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const dollarBudgets = sqliteTable('dollar_budgets', {
	/** The id of a user or a project. */
	subject: text().primaryKey(),
	/** US dollars by list prices; null: no such budget. */
	usdPerDay: real('usd_per_day'),
	usdPerMonth: real('usd_per_month'),
	/** A model whose price is not known is refused. */
	unknownStops: integer('unknown_stops', { mode: 'boolean' }).notNull(),
	/** The day, `2026-11-26`, that a run has been warned about, and that run; null: none since the budget was changed. */
	warnedDay: text('warned_day'),
	warnedDayRun: text('warned_day_run'),
	/** The same for the month, `2026-11`. */
	warnedMonth: text('warned_month'),
	warnedMonthRun: text('warned_month_run'),
})

/**
 * Spending of a run that has not ended, up to its latest step; only if a budget counts it. The run's row in `usage`
 * takes its place.
 */
export const runningSpend = sqliteTable(
	'running_spend',
	{
		runId: text('run_id').primaryKey(),
		/** The run itself; for a sub-agent, the run that started it, whose sums will contain it. */
		countedBy: text('counted_by').notNull(),
		projectId: text('project_id').notNull(),
		/** Same as in `usage`. */
		userId: text('user_id').notNull(),
		usd: real().notNull(),
		unpricedCalls: integer('unpriced_calls').notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [
		index('running_spend_counted_by').on(t.countedBy),
		index('running_spend_project').on(t.projectId, t.updatedAt),
		index('running_spend_person').on(t.userId, t.updatedAt),
		index('running_spend_updated').on(t.updatedAt),
	],
)
