/** D1's tables about the people of a project: invitations, and the audit log. Times are Unix milliseconds. */
import type { Author } from '@fairlead/protocol/people/author'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { projects } from '../../db/schema.ts'
import { users } from './schema.ts'

/** Links that make their reader a member; `tokenHash` is the SHA-256 of the token, which is shown once. */
export const invitations = sqliteTable(
	'invitations',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		role: text({ enum: ['editor', 'approver', 'viewer'] }).notNull(),
		tokenHash: text('token_hash').notNull(),
		/** Lower case: only the account with this verified address may accept it. Null for any account. */
		email: text(),
		/** It counts while this person may invite. */
		invitedBy: text('invited_by')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		createdAt: integer('created_at').notNull(),
		expiresAt: integer('expires_at').notNull(),
		maxUses: integer('max_uses').notNull(),
		revokedAt: integer('revoked_at'),
	},
	(t) => [
		uniqueIndex('invitations_token_hash').on(t.tokenHash),
		index('invitations_project').on(t.projectId, t.createdAt),
		index('invitations_inviter').on(t.invitedBy),
	],
)

/** The people who accepted an invitation, each once. Kept when one of them leaves: a use stays used. */
export const invitationUses = sqliteTable(
	'invitation_uses',
	{
		id: text().primaryKey(),
		invitationId: text('invitation_id')
			.notNull()
			.references(() => invitations.id, { onDelete: 'cascade' }),
		userId: text('user_id').notNull(),
		acceptedAt: integer('accepted_at').notNull(),
	},
	(t) => [uniqueIndex('invitation_uses_person').on(t.invitationId, t.userId)],
)

/** The audit log. An entry outlives its project; `changes` has the values before and after. */
export const audit = sqliteTable(
	'audit',
	{
		id: text().primaryKey(),
		/** The project concerned; null for an account's own event. */
		projectId: text('project_id'),
		/** The person who did it; null: none. */
		userId: text('user_id'),
		/** The operation's id, such as `removeMember`; see `http/recording.ts`. */
		event: text().notNull(),
		/** The id of the object. */
		subject: text(),
		detail: text(),
		authorKind: text('author_kind').$type<Author['kind']>().notNull(),
		authorId: text('author_id').notNull(),
		authorName: text('author_name').notNull(),
		/** The client's address; empty: not known. */
		address: text().notNull(),
		createdAt: integer('created_at').notNull(),
		/** The code of the refusal; null: it was done. */
		refused: text(),
		/** Refusals of one hour are one row. */
		times: integer().notNull().default(1),
	},
	(t) => [
		index('audit_project').on(t.projectId, t.createdAt),
		index('audit_user').on(t.userId, t.createdAt),
		index('audit_age').on(t.createdAt),
	],
)
