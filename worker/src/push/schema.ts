/** D1's tables about pushes: the browsers that are notified while no page of them is open. Times are Unix milliseconds. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from '../accounts/store/schema.ts'

/** One row: the key by which push services know this installation. Browsers subscribe to it, so it does not change. */
export const pushKeys = sqliteTable('push_keys', {
	id: text().primaryKey(),
	/** The uncompressed point of P-256, 65 bytes in base64url. */
	publicKey: text('public_key').notNull(),
	/** The private key as JWK, encrypted (`platform/sealed-secret.ts`). */
	sealed: text().notNull(),
	createdAt: integer('created_at').notNull(),
})

/** A subscription ends with the session of its browser. */
export const pushSubscriptions = sqliteTable(
	'push_subscriptions',
	{
		sessionId: text('session_id')
			.primaryKey()
			.references(() => sessions.id, { onDelete: 'cascade' }),
		/** The address at which the browser's push service takes pushes for it. */
		endpoint: text().notNull(),
		/** The origin of the page that subscribed; decides which addresses may be contacted. */
		origin: text().notNull(),
		createdAt: integer('created_at').notNull(),
		/** Whether it is also pushed to when a coding agent begins to wait. */
		agents: integer({ mode: 'boolean' }).notNull().default(false),
	},
	/** A browser in which another person signs in is theirs alone. */
	(t) => [uniqueIndex('push_subscriptions_endpoint').on(t.endpoint)],
)
