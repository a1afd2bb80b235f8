/**
 * D1's tables about MCP clients that a person connected to a project by OAuth. Codes and tokens are SHA-256 hashes.
 * Times are Unix milliseconds.
 */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '../../accounts/store/schema.ts'
import { projects } from '../../db/schema.ts'

const owner = () => ({
	userId: text('user_id')
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' }),
	projectId: text('project_id')
		.notNull()
		.references(() => projects.id, { onDelete: 'cascade' }),
	/** The address of its metadata document, or the id of a registered client. */
	clientId: text('client_id').notNull(),
	/** The name that the client gave itself. */
	clientName: text('client_name').notNull(),
	/** JSON: names of scopes, see `access/scopes.ts`. */
	scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
})

/** Clients that registered themselves (RFC 7591), since they have no metadata document. */
export const mcpClients = sqliteTable(
	'mcp_clients',
	{
		id: text().primaryKey(),
		name: text().notNull(),
		redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
		createdAt: integer('created_at').notNull(),
		/** When a person last connected it; null: nobody has. */
		usedAt: integer('used_at'),
	},
	(t) => [index('mcp_clients_created').on(t.createdAt)],
)

/** Authorization codes: a person agreed, and the client has not come for its tokens yet. */
export const mcpCodes = sqliteTable(
	'mcp_codes',
	{
		codeHash: text('code_hash').primaryKey(),
		...owner(),
		redirectUri: text('redirect_uri').notNull(),
		/** PKCE, S256. */
		challenge: text().notNull(),
		expiresAt: integer('expires_at').notNull(),
		/** The connection that was made of it: a second use revokes it. Null if it was not used. */
		connectionId: text('connection_id'),
	},
	(t) => [
		index('mcp_codes_expiry').on(t.expiresAt),
		index('mcp_codes_user').on(t.userId),
		index('mcp_codes_project').on(t.projectId),
	],
)

/** Connected clients, with the newest of their tokens. */
export const mcpConnections = sqliteTable(
	'mcp_connections',
	{
		id: text().primaryKey(),
		...owner(),
		accessHash: text('access_hash').notNull(),
		accessExpiresAt: integer('access_expires_at').notNull(),
		refreshHash: text('refresh_hash').notNull(),
		/** The refresh token before, which may be repeated for a short while. Null if there was none. */
		usedRefreshHash: text('used_refresh_hash'),
		/** When that one was first used; a repeat does not move it. */
		usedAt: integer('used_at'),
		/** The hash of the part that all its refresh tokens have in common. Null if it was not refreshed since that was added. */
		familyHash: text('family_hash'),
		createdAt: integer('created_at').notNull(),
		/** Moved by each refresh. */
		expiresAt: integer('expires_at').notNull(),
		/** To the hour. */
		lastUsedAt: integer('last_used_at'),
	},
	(t) => [
		uniqueIndex('mcp_connections_access').on(t.accessHash),
		uniqueIndex('mcp_connections_refresh').on(t.refreshHash),
		index('mcp_connections_used_refresh').on(t.usedRefreshHash),
		index('mcp_connections_family').on(t.familyHash),
		index('mcp_connections_user').on(t.userId),
		index('mcp_connections_project').on(t.projectId),
		index('mcp_connections_expiry').on(t.expiresAt),
	],
)
