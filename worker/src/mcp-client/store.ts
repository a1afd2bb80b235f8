import type { KeptTool } from '@fairlead/protocol/mcp-tools/read-tools'
import type { ServerTool } from '@fairlead/protocol/projects/mcp-servers'
import { type McpServer, serverToolName } from '@fairlead/protocol/projects/mcp-servers'
import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { grants } from '../db/schema.ts'
import { mcpServers, mcpSignIns } from './schema.ts'

export type McpServerRow = typeof mcpServers.$inferSelect

export interface McpServerKey {
	readonly projectId: string
	readonly id: string
}

const named = ({ projectId, id }: McpServerKey) =>
	and(eq(mcpServers.id, id), eq(mcpServers.projectId, projectId))

/** Sorted by name. */
export async function listMcpServers(db: Database, projectId: string): Promise<McpServerRow[]> {
	return db
		.select()
		.from(mcpServers)
		.where(eq(mcpServers.projectId, projectId))
		.orderBy(asc(mcpServers.name))
}

export async function findMcpServer(
	db: Database,
	key: McpServerKey,
): Promise<McpServerRow | undefined> {
	return db.select().from(mcpServers).where(named(key)).get()
}

/** The server whose tools have this prefix. */
export async function mcpServerNamed(
	db: Database,
	projectId: string,
	name: string,
): Promise<McpServerRow | undefined> {
	return db
		.select()
		.from(mcpServers)
		.where(and(eq(mcpServers.projectId, projectId), eq(mcpServers.name, name)))
		.get()
}

/** At most `max` servers stay, also when several are added at once. */
export async function insertMcpServer(
	db: Database,
	row: McpServerRow,
	max: number,
): Promise<'added' | 'name_taken' | 'too_many'> {
	const ofProject = eq(mcpServers.projectId, row.projectId)
	const all = db.select({ n: count() }).from(mcpServers).where(ofProject)
	const [added, surplus] = await db.batch([
		db.insert(mcpServers).values(row).onConflictDoNothing().returning({ id: mcpServers.id }),
		db
			.delete(mcpServers)
			.where(and(eq(mcpServers.id, row.id), gt(sql`(${all})`, max)))
			.returning({ id: mcpServers.id }),
	])
	if (added.length === 0) return 'name_taken'
	return surplus.length === 0 ? 'added' : 'too_many'
}

export async function updateMcpServer(
	db: Database,
	key: McpServerKey,
	change: Partial<Omit<McpServerRow, 'id' | 'projectId' | 'createdAt'>>,
): Promise<McpServerRow | undefined> {
	return db.update(mcpServers).set(change).where(named(key)).returning().get()
}

/** Deletes the server and what is always allowed of its tools: another server of this name must not inherit it. */
export async function deleteMcpServer(
	db: Database,
	key: McpServerKey,
	now: number,
): Promise<McpServerRow | undefined> {
	const row = await db.delete(mcpServers).where(named(key)).returning().get()
	if (row) await revokeTools(db, row, row.tools, now)
	return row
}

/** Removes what is always allowed of these tools. */
export async function revokeTools(
	db: Database,
	{ projectId, name }: Pick<McpServerRow, 'projectId' | 'name'>,
	tools: readonly Pick<KeptTool, 'name'>[],
	now: number,
): Promise<void> {
	const names = tools.map((tool) => serverToolName(name, tool.name))
	// D1 takes 100 values in a statement.
	for (let i = 0; i < names.length; i += 90) {
		const some = inArray(grants.tool, names.slice(i, i + 90))
		await db
			.update(grants)
			.set({ revokedAt: now })
			.where(and(eq(grants.projectId, projectId), isNull(grants.revokedAt), some))
	}
}

/** A risk that was chosen for a tool counts for exactly the tool that was looked at. */
const riskOf = ({ risk, toolRisks }: McpServerRow, { name, hash }: KeptTool) => {
	const chosen = Object.hasOwn(toolRisks, name) ? toolRisks[name] : undefined
	return chosen?.hash === hash ? { risk: chosen.risk, chosen: true } : { risk, chosen: false }
}

/** The server in the form that members see, without its secrets. */
export function describeMcpServer(row: McpServerRow): McpServer {
	const { id, name, url, headerNames, risk, enabled, state, error, revision, leftOut } = row
	const { readAt, createdAt, updatedAt } = row
	return {
		id,
		name,
		url,
		headerNames,
		risk,
		enabled,
		state,
		error,
		revision,
		leftOut,
		tools: row.tools.map((tool) => {
			const { name, title, description, hint } = tool
			return { name, title, description, hint, ...riskOf(row, tool) }
		}),
		signedIn: row.auth !== null,
		readAt,
		createdAt,
		updatedAt,
	}
}

/** The tools of a server as the agent gets them. */
export const toolsOf = (row: McpServerRow): ServerTool[] =>
	row.tools.map((tool) => ({
		name: serverToolName(row.name, tool.name),
		description: tool.description,
		inputSchema: tool.inputSchema,
		risk: riskOf(row, tool).risk,
	}))

/** Keeps the credentials that OAuth gave, unless the server is at another address by now. */
export async function keepMcpAuth(
	db: Database,
	row: McpServerRow,
	change: Pick<McpServerRow, 'auth'> & Partial<Pick<McpServerRow, 'updatedAt'>>,
): Promise<McpServerRow | undefined> {
	const same = and(named(row), eq(mcpServers.url, row.url))
	return db.update(mcpServers).set(change).where(same).returning().get()
}

/** True for one of several requests that want to renew the access token at once. */
export async function leaseRefresh(
	db: Database,
	key: McpServerKey,
	now: number,
	until: number,
): Promise<boolean> {
	const free = or(isNull(mcpServers.refreshingUntil), lte(mcpServers.refreshingUntil, now))
	const leased = await db
		.update(mcpServers)
		.set({ refreshingUntil: until })
		.where(and(named(key), free))
		.returning({ id: mcpServers.id })
	return leased.length > 0
}

/** Stores a sign-in and drops those that expired. */
export async function insertMcpSignIn(
	db: Database,
	row: typeof mcpSignIns.$inferSelect,
	now: number,
): Promise<void> {
	await db.batch([
		db.insert(mcpSignIns).values(row),
		db.delete(mcpSignIns).where(lte(mcpSignIns.expiresAt, now)),
	])
}

/** Takes a sign-in, once, and only in the session that began it. */
export async function takeMcpSignIn(
	db: Database,
	{ stateHash, sessionId }: Pick<typeof mcpSignIns.$inferSelect, 'stateHash' | 'sessionId'>,
	now: number,
): Promise<{ readonly kept: string; readonly server: McpServerRow } | undefined> {
	const taken = await db
		.delete(mcpSignIns)
		.where(
			and(
				eq(mcpSignIns.stateHash, stateHash),
				eq(mcpSignIns.sessionId, sessionId),
				gt(mcpSignIns.expiresAt, now),
			),
		)
		.returning()
		.get()
	if (!taken) return undefined
	const server = await db.select().from(mcpServers).where(eq(mcpServers.id, taken.serverId)).get()
	return server && { kept: taken.kept, server }
}
