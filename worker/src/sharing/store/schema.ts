/** D1's tables about share links and the browsers that have opened them. Times are Unix milliseconds. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'
import { conversations, projects } from '../../db/schema.ts'

/**
 * Links that let people outside the project watch or take part; `tokenHash` is the SHA-256 of the token,
 * which is shown once. A revoked row stays, so that the list can say so.
 */
export const shares = sqliteTable(
	'shares',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		/** The conversation that the link covers; null: every conversation of the project. */
		conversationId: text('conversation_id').references(() => conversations.id, {
			onDelete: 'cascade',
		}),
		role: text({ enum: ['viewer', 'approver', 'editor'] }).notNull(),
		tokenHash: text('token_hash').notNull(),
		label: text().notNull(),
		signInRequired: integer('sign_in_required', { mode: 'boolean' }).notNull(),
		/** Visitors see the scene of the project's target. */
		scene: integer({ mode: 'boolean' }).notNull(),
		/** Visitors may download and copy what they can read. */
		exports: integer({ mode: 'boolean' }).notNull(),
		/** Browsers that may still open it; null: any number. */
		usesLeft: integer('uses_left'),
		/** Browsers that have opened it. */
		visits: integer().notNull().default(0),
		/** The time at which the link expires; null: never. */
		expiresAt: integer('expires_at'),
		createdBy: text('created_by').notNull(),
		createdAt: integer('created_at').notNull(),
		revokedAt: integer('revoked_at'),
		lastUsedAt: integer('last_used_at'),
	},
	(t) => [
		uniqueIndex('shares_token_hash').on(t.tokenHash),
		index('shares_project').on(t.projectId, t.createdAt),
		index('shares_conversation').on(t.conversationId),
	],
)

/** Browsers that have opened a share link; `secretHash` is the SHA-256 of the cookie's value. */
export const shareVisits = sqliteTable(
	'share_visits',
	{
		id: text().primaryKey(),
		shareId: text('share_id')
			.notNull()
			.references(() => shares.id, { onDelete: 'cascade' }),
		secretHash: text('secret_hash').notNull(),
		/** "Guest 3", or the person's name. */
		name: text().notNull(),
		/** The person who was signed in; null: nobody was. */
		userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [
		uniqueIndex('share_visits_secret_hash').on(t.secretHash),
		index('share_visits_share').on(t.shareId, t.createdAt),
		index('share_visits_user').on(t.userId),
	],
)
