/** D1's table of people's keys at model providers. Times are Unix milliseconds. */
import type { KeyProvider } from '@fairlead/protocol/keys'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './account-schema.ts'

export const modelKeys = sqliteTable(
	'model_keys',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		provider: text().$type<KeyProvider>().notNull(),
		/** The key as `accounts/sealed-secret.ts` keeps it, bound to this row. Never unencrypted. */
		sealed: text().notNull(),
		lastFour: text('last_four').notNull(),
		addedAt: integer('added_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.provider] })],
)
