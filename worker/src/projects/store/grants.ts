import { meaningOf } from '@fairlead/protocol/commands/command-families'
import type { Grant } from '@fairlead/protocol/conversations/approvals'
import type { Permission } from '@fairlead/protocol/conversations/stream-parts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { grants } from '../../db/schema.ts'

export type NewGrant = Pick<
	typeof grants.$inferInsert,
	'id' | 'projectId' | 'tool' | 'action' | 'subject' | 'createdBy' | 'createdAt'
>

const inForce = (projectId: string) =>
	and(eq(grants.projectId, projectId), isNull(grants.revokedAt))

const permission = (row: { tool: string; action: string; subject: string }): Permission => {
	const { tool, action, subject } = row
	return subject === '' ? { tool, action } : { tool, action, subject }
}

function meaning({ tool, subject }: { tool: string; subject: string }): Pick<Grant, 'means'> {
	const means = tool === 'run_command' ? meaningOf(subject) : null
	return means === null ? {} : { means }
}

/** Sorted by tool, action and subject. */
export async function listGrants(db: Database, projectId: string): Promise<Grant[]> {
	const rows = await db
		.select({
			id: grants.id,
			tool: grants.tool,
			action: grants.action,
			subject: grants.subject,
			userId: grants.createdBy,
			name: users.name,
			createdAt: grants.createdAt,
		})
		.from(grants)
		.leftJoin(users, eq(users.id, grants.createdBy))
		.where(inForce(projectId))
		.orderBy(asc(grants.tool), asc(grants.action), asc(grants.subject))
	return rows.map(({ id, createdAt, userId, name, ...allowed }) => ({
		id,
		...permission(allowed),
		...meaning(allowed),
		createdAt,
		createdBy: { userId, name: name ?? 'A former member' },
	}))
}

export interface EverGranted {
	readonly id: string
	readonly permission: Permission
	/** The time of the revocation; null while it may run without asking. */
	readonly revokedAt: number | null
}

/** Includes revoked ones. */
export async function everGranted(db: Database, projectId: string): Promise<EverGranted[]> {
	const rows = await db
		.select({
			id: grants.id,
			tool: grants.tool,
			action: grants.action,
			subject: grants.subject,
			revokedAt: grants.revokedAt,
		})
		.from(grants)
		.where(eq(grants.projectId, projectId))
	return rows.map(({ id, revokedAt, ...allowed }) => ({
		id,
		revokedAt,
		permission: permission(allowed),
	}))
}

/** A statement for a batch. Repeating it changes nothing, also after the grant was revoked. */
export const insertGrant = (db: Database, grant: NewGrant) =>
	db.insert(grants).values(grant).onConflictDoNothing()

/** Returns the permission that it gave; null if it is not in force. */
export async function revokeGrant(
	db: Database,
	projectId: string,
	id: string,
	now: number,
): Promise<Permission | null> {
	const row = await db
		.update(grants)
		.set({ revokedAt: now })
		.where(and(inForce(projectId), eq(grants.id, id)))
		.returning({ tool: grants.tool, action: grants.action, subject: grants.subject })
		.get()
	return row ? permission(row) : null
}
