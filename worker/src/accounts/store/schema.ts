/** D1's tables about people: who they are, how they sign in, and the skills and prompts that they keep for the agent. Times are Unix milliseconds. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The rest of a sign-in under way, for when it comes back. `to`: the path of our page that opens then.
 * `invitationHash`: SHA-256 of the token of the invitation in hand, which lets them make an account; null: none.
 */
export type SignInTicket =
	| {
			readonly kind: 'oauth'
			readonly provider: 'github' | 'google'
			/** SHA-256 of the secret that only the browser has that began it. */
			readonly browserHash: string
			readonly to: string
			readonly invitationHash: string | null
			/** The signed-in user who links one more way in; null: a sign-in. */
			readonly linkTo: string | null
	  }
	| {
			readonly kind: 'mail'
			readonly email: string
			readonly to: string
			readonly invitationHash: string | null
	  }

export const users = sqliteTable(
	'users',
	{
		id: text().primaryKey(),
		name: text().notNull(),
		role: text({ enum: ['owner', 'member'] }).notNull(),
		createdAt: integer('created_at').notNull(),
		/** In lower case, and proven to be theirs; null: none is. An unproven address is never stored. */
		email: text(),
		/** Tries the product without an account; see `accounts/sign-in/trial.ts`. */
		anonymous: integer({ mode: 'boolean' }).notNull().default(false),
		/** When the deletion of the account began: nobody can sign in as them; the row goes last. */
		deletedAt: integer('deleted_at'),
	},
	(t) => [
		/** One owner: two first sign-ins at the same moment must not make two. */
		uniqueIndex('users_one_owner').on(t.role).where(sql`role = 'owner'`),
		uniqueIndex('users_email').on(t.email),
		index('users_trials').on(t.createdAt).where(sql`anonymous = 1`),
	],
)

/** Trials whose work has moved to an account. Their runs may continue, and still name the trial. */
export const mergedTrials = sqliteTable(
	'merged_trials',
	{
		trialId: text('trial_id').primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		mergedAt: integer('merged_at').notNull(),
	},
	(t) => [index('merged_trials_user').on(t.userId), index('merged_trials_at').on(t.mergedAt)],
)

/** Accounts at other services with which a user signs in. */
export const identities = sqliteTable(
	'identities',
	{
		provider: text({ enum: ['github', 'google'] }).notNull(),
		/** The service's own id of the account, which never changes; names and addresses there do. */
		subject: text().notNull(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The account's name at the service, for the person to recognise. */
		label: text().notNull(),
		createdAt: integer('created_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.provider, t.subject] }), index('identities_user').on(t.userId)],
)

/** Sign-ins under way: each row is used once, and deleted by its use. */
export const signInTickets = sqliteTable(
	'sign_in_tickets',
	{
		/** SHA-256 of the state (OAuth) or of the token (mail). */
		tokenHash: text('token_hash').primaryKey(),
		ticket: text({ mode: 'json' }).$type<SignInTicket>().notNull(),
		expiresAt: integer('expires_at').notNull(),
	},
	(t) => [index('sign_in_tickets_expiry').on(t.expiresAt)],
)

/** Failed sign-ins per client address, for the limit on tries. */
export const signInFailures = sqliteTable(
	'sign_in_failures',
	{
		client: text().primaryKey(),
		windowStartedAt: integer('window_started_at').notNull(),
		count: integer().notNull(),
	},
	(t) => [index('sign_in_failures_window').on(t.windowStartedAt)],
)

/** Browser sessions; `tokenHash` is the SHA-256 of the cookie's value. */
export const sessions = sqliteTable(
	'sessions',
	{
		id: text().primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: text('token_hash').notNull(),
		createdAt: integer('created_at').notNull(),
		expiresAt: integer('expires_at').notNull(),
		/** The browser and system that signed in, such as "Firefox on Windows"; null: it did not say. */
		client: text(),
	},
	(t) => [
		uniqueIndex('sessions_token_hash').on(t.tokenHash),
		index('sessions_user').on(t.userId),
		index('sessions_expiry').on(t.expiresAt),
	],
)

/** Passkeys: public keys with which people sign in. */
export const passkeys = sqliteTable(
	'passkeys',
	{
		id: text().primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Base64url, as the authenticator made it. */
		credentialId: text('credential_id').notNull(),
		/** COSE, in base64url. */
		publicKey: text('public_key').notNull(),
		/** Signatures so far, by the authenticator's count; 0: it does not count. */
		counter: integer().notNull(),
		/** How a browser reaches the authenticator, such as "usb". */
		transports: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
		/** The model of the authenticator. */
		aaguid: text().notNull(),
		name: text().notNull(),
		/** Whether it is synced to other devices. */
		backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
		createdAt: integer('created_at').notNull(),
		lastUsedAt: integer('last_used_at'),
	},
	(t) => [
		uniqueIndex('passkeys_credential').on(t.credentialId),
		index('passkeys_user').on(t.userId),
	],
)

/** A challenge for an authenticator to sign, once: the try that uses it deletes it. */
export const passkeyChallenges = sqliteTable(
	'passkey_challenges',
	{
		/** SHA-256 of the challenge. */
		hash: text().primaryKey(),
		/** The session that registers a passkey with it; null: it is for signing in. */
		sessionId: text('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
		/** The address or person that asked for it. */
		client: text().notNull(),
		expiresAt: integer('expires_at').notNull(),
	},
	(t) => [
		index('passkey_challenges_client').on(t.client),
		index('passkey_challenges_expiry').on(t.expiresAt),
	],
)

/** API tokens of people; `tokenHash` is the SHA-256 of the token, which is shown once. */
export const apiTokens = sqliteTable(
	'api_tokens',
	{
		id: text().primaryKey(),
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		label: text().notNull(),
		tokenHash: text('token_hash').notNull(),
		/** JSON: names of scopes, see `access/scopes.ts`. */
		scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
		createdAt: integer('created_at').notNull(),
		/** The time at which it expires; null if it holds until it is revoked. */
		expiresAt: integer('expires_at'),
		lastUsedAt: integer('last_used_at'),
	},
	(t) => [
		uniqueIndex('api_tokens_token_hash').on(t.tokenHash),
		index('api_tokens_user').on(t.userId),
	],
)

/** Skills of people, offered in the runs that they begin. */
export const accountSkills = sqliteTable(
	'account_skills',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		name: text().notNull(),
		description: text().notNull(),
		instructions: text().notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.name] })],
)

/** Prompts that people put into messages by their names. */
export const savedPrompts = sqliteTable(
	'saved_prompts',
	{
		userId: text('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		id: text().notNull(),
		name: text().notNull(),
		text: text().notNull(),
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.id] })],
)
