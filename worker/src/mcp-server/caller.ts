/** The user of a project by MCP, and what they may do there. */
import type { McpKind } from '@fairlead/protocol/mcp'
import type { ActorOf, Allowance, MemberRole } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { can, roleMay } from '../access/can.ts'
import type { PermissionOn } from '../access/permissions.ts'
import { rightNow } from '../db/author-rights.ts'
import type { Env } from '../env.ts'
import type { ProjectRow } from '../projects/store/projects.ts'

/** The route has checked that the caller may connect to this project. */
export interface McpCaller {
	readonly env: Env
	readonly actor: ActorOf<'mcp' | 'token'>
	readonly project: ProjectRow
	readonly role: MemberRole | null
	/** The project's allowance. */
	readonly allowance: Allowance | null
	/** The address of the installation, for links that people open. */
	readonly origin: string
	/** The name in titles and questions: the connection's; for a token, the client's own name, else the token's. */
	readonly clientName: string
	/** Keeps work running when the client has closed its connection. */
	readonly background: (work: Promise<unknown>) => void
}

/** The kind of project whose tools the client gets. */
export const kindOf = ({ project }: McpCaller): McpKind => project.kind ?? 'unity'

export function callerMay(
	{ actor, project, role, allowance }: McpCaller,
	permission: PermissionOn<'project'>,
): boolean {
	const resource = { kind: 'project', projectId: project.id, role, allowance } as const
	return can<'project'>(actor, permission, resource) === 'allowed'
}

/** Whether the client may act on runs that it began itself. */
export function callerMayRun(
	{ actor, project, role, allowance }: McpCaller,
	permission: PermissionOn<'conversation'>,
	conversationId: string,
): boolean {
	const place = { projectId: project.id, conversationId, role, allowance } as const
	return can<'conversation'>(actor, permission, { kind: 'conversation', ...place }) === 'allowed'
}

/** A client that may connect reads what its person may. */
export const callerMayRead = ({ role }: McpCaller, from: 'editor' | 'relay'): boolean =>
	roleMay(role, from === 'relay' ? 'room.read_files' : 'room.read_editor')

/** False: its token or connection has ended since the request was admitted, or its person has another role now. */
export async function callerStillMay({ env, actor, project, role }: McpCaller): Promise<boolean> {
	const now = await rightNow(env.DB, project.id, authorOf(actor), 'mcp.connect')
	return now !== null && now.role === role
}
