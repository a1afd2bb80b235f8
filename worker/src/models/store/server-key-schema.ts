/** D1's table of what people have spent on the installation's own model keys. */
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Only for people who have a limit on it. */
export const serverKeyUse = sqliteTable(
	'server_key_use',
	{
		userId: text('user_id').notNull(),
		/** `2026-11-23` or `2026-11`. */
		period: text().notNull(),
		/** In and out. */
		tokens: integer().notNull(),
		/** US dollars by list prices; a model without a known price adds nothing. */
		usd: real().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.period] }),
		index('server_key_use_period').on(t.period),
	],
)
