/** D1's table of MCP servers that agents use. It names nobody: the audit log says who added one. Times are Unix milliseconds. */

import type { KeptTool } from '@fairlead/protocol/mcp-tools/read-tools'
import type { McpServerState, ServerRisk } from '@fairlead/protocol/projects/mcp-servers'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sessions } from '../accounts/store/schema.ts'
import { projects } from '../db/schema.ts'

/** `hash`: the hash of the tool for which the risk was chosen. It does not count for another tool. */
export interface ChosenRisk {
	readonly risk: ServerRisk
	readonly hash: string
}

export const mcpServers = sqliteTable(
	'mcp_servers',
	{
		id: text().primaryKey(),
		projectId: text('project_id')
			.notNull()
			.references(() => projects.id, { onDelete: 'cascade' }),
		/** The prefix of the server's tools. */
		name: text().notNull(),
		url: text().notNull(),
		headerNames: text('header_names', { mode: 'json' }).$type<string[]>().notNull(),
		/** JSON of the headers, sealed by `platform/sealed-secret.ts`. Null if it has none. */
		headers: text(),
		/** JSON of OAuth's credentials (`mcp-client/oauth/stored-oauth.ts`), also sealed. Null if nobody has signed in. */
		auth: text(),
		/** Until this time, one request renews the access token, and others wait for it. */
		refreshingUntil: integer('refreshing_until'),
		risk: text().$type<ServerRisk>().notNull(),
		/** Chosen risks by tool name. */
		toolRisks: text('tool_risks', { mode: 'json' }).$type<Record<string, ChosenRisk>>().notNull(),
		enabled: integer({ mode: 'boolean' }).notNull(),
		state: text().$type<McpServerState>().notNull(),
		/** The last failure. */
		error: text({ mode: 'json' }).$type<{ at: number; reason: string }>(),
		revision: text(),
		tools: text({ mode: 'json' }).$type<KeptTool[]>().notNull(),
		leftOut: text('left_out', { mode: 'json' })
			.$type<{ name: string; reason: string }[]>()
			.notNull(),
		readAt: integer('read_at'),
		/** The page's address when it was added: whether this machine's own addresses may be asked. */
		origin: text().notNull(),
		createdAt: integer('created_at').notNull(),
		/** Moved by a person's change, not by reading the tools. */
		updatedAt: integer('updated_at').notNull(),
	},
	(t) => [uniqueIndex('mcp_servers_name').on(t.projectId, t.name)],
)

/** Sign-ins at MCP servers that have begun: a person is at the server's page. */
export const mcpSignIns = sqliteTable(
	'mcp_sign_ins',
	{
		stateHash: text('state_hash').primaryKey(),
		serverId: text('server_id')
			.notNull()
			.references(() => mcpServers.id, { onDelete: 'cascade' }),
		/** Only the browser that began it may finish it. */
		sessionId: text('session_id')
			.notNull()
			.references(() => sessions.id, { onDelete: 'cascade' }),
		/** JSON with the PKCE verifier, kept as secrets are. */
		kept: text().notNull(),
		expiresAt: integer('expires_at').notNull(),
	},
	(t) => [
		index('mcp_sign_ins_server').on(t.serverId),
		index('mcp_sign_ins_session').on(t.sessionId),
		index('mcp_sign_ins_expiry').on(t.expiresAt),
	],
)
