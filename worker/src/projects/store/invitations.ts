/** Invitations into projects. One that has ended in any way looks as if it had never been. */
import type { Author } from '@fairlead/protocol/people/author'
import type { Invitation, InvitedRole } from '@fairlead/protocol/people/people'
import { isAtLeast, MemberRole } from '@fairlead/protocol/people/roles'
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { rolesThatMay } from '../../access/can.ts'
import { invitations, invitationUses } from '../../accounts/store/people-schema.ts'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { changes, members, projects } from '../../db/schema.ts'
import { newId } from '../../ids.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** Later than anyone asks what became of it. */
const KEPT_MS = 30 * 86_400_000

const uses = sql<number>`(select count(*) from ${invitationUses} where ${invitationUses.invitationId} = ${invitations.id})`

const isOpen = (now: number): SQL =>
	sql`${and(isNull(invitations.revokedAt), gt(invitations.expiresAt, now))} and ${uses} < ${invitations.maxUses}`

/** The inviter may still invite: what a removed owner left behind lets nobody in. */
const inviterMay = sql`exists (select 1 from ${members} as inviter where inviter.project_id = ${invitations.projectId}
	and inviter.user_id = ${invitations.invitedBy} and inviter.role in ${rolesThatMay('invitations.manage')})`

const counts = (now: number): SQL => sql`${isOpen(now)} and ${inviterMay}`

/** Stores it, unless the project has `max` open ones. */
export async function insertInvitation(
	db: Database,
	row: Omit<InvitationRow, 'revokedAt'>,
	max: number,
	now: number,
): Promise<boolean> {
	const ofProject = eq(invitations.projectId, row.projectId)
	const [, stored] = await db.batch([
		db.delete(invitations).where(and(ofProject, lt(invitations.expiresAt, now - KEPT_MS))),
		db
			.insert(invitations)
			.select(
				sql`select ${row.id}, ${row.projectId}, ${row.role}, ${row.tokenHash}, ${row.email}, ${row.invitedBy},
					${row.createdAt}, ${row.expiresAt}, ${row.maxUses}, null
					where (select count(*) from ${invitations} where ${and(ofProject, isOpen(now))}) < ${max}`,
			)
			.returning({ id: invitations.id }),
	])
	return stored.length > 0
}

/** Newest first. */
export async function listInvitations(
	db: Database,
	projectId: string,
	now: number,
): Promise<Invitation[]> {
	const rows = await db
		.select({
			id: invitations.id,
			role: invitations.role,
			email: invitations.email,
			userId: users.id,
			name: users.name,
			createdAt: invitations.createdAt,
			expiresAt: invitations.expiresAt,
			maxUses: invitations.maxUses,
			uses,
		})
		.from(invitations)
		.innerJoin(users, eq(users.id, invitations.invitedBy))
		.where(and(eq(invitations.projectId, projectId), counts(now)))
		.orderBy(desc(invitations.createdAt), desc(invitations.id))
	return rows.map(({ userId, name, ...row }) => ({ ...row, invitedBy: { userId, name } }))
}

/** False if the project has no such invitation that could be accepted. */
export async function revokeInvitation(
	db: Database,
	projectId: string,
	id: string,
	now: number,
): Promise<boolean> {
	const row = await db
		.update(invitations)
		.set({ revokedAt: now })
		.where(and(eq(invitations.id, id), eq(invitations.projectId, projectId), isOpen(now)))
		.returning({ id: invitations.id })
		.get()
	return row !== undefined
}

export interface FoundInvitation {
	readonly id: string
	readonly projectId: string
	readonly projectName: string
	readonly role: InvitedRole
	readonly email: string | null
	/** A name. */
	readonly invitedBy: string
}

/** The invitation of this token, if it counts. */
export const findInvitation = (
	db: Database,
	tokenHash: string,
	now: number,
): Promise<FoundInvitation | undefined> =>
	db
		.select({
			id: invitations.id,
			projectId: projects.id,
			projectName: projects.name,
			role: invitations.role,
			email: invitations.email,
			invitedBy: users.name,
		})
		.from(invitations)
		.innerJoin(projects, eq(projects.id, invitations.projectId))
		.innerJoin(users, eq(users.id, invitations.invitedBy))
		.where(and(eq(invitations.tokenHash, tokenHash), counts(now)))
		.get()

export type Accepted =
	| { readonly outcome: 'joined' | 'raised'; readonly role: MemberRole }
	/** Their role is as high or higher. */
	| { readonly outcome: 'kept'; readonly role: MemberRole }
	/** It is for another mail address than the account's. */
	| { readonly outcome: 'other_address' }
	/** It no longer counts, or they have accepted it before and were removed since. */
	| { readonly outcome: 'gone' }

/**
 * Makes the person a member, or raises their role. In one transaction: of two people who accept the last
 * use at the same moment, one does; and no role is ever lowered.
 */
export async function acceptInvitation(
	db: Database,
	{ id, projectId, role, email }: FoundInvitation,
	author: Author & { readonly userId: string },
	now: number,
): Promise<Accepted> {
	const { userId } = author
	const useId = newId('ivu', now)
	const high = MemberRole.options.filter((one) => isAtLeast(one, role))
	const own = and(eq(members.projectId, projectId), eq(members.userId, userId))
	const used = sql`select 1 from ${invitationUses} where ${invitationUses.id} = ${useId}`
	const theirs = sql`(${invitations.email} is null or ${invitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId}))`
	const [before, person, taken] = await db.batch([
		db.select({ role: members.role }).from(members).where(own),
		db.select({ email: users.email }).from(users).where(eq(users.id, userId)),
		db
			.insert(invitationUses)
			.select(
				sql`select ${useId}, ${invitations.id}, ${userId}, ${now} from ${invitations}
					where ${and(eq(invitations.id, id), counts(now))} and ${theirs}
					and not exists (select 1 from ${members} where ${own} and ${members.role} in ${high})`,
			)
			.onConflictDoNothing()
			.returning({ id: invitationUses.id }),
		db.insert(changes).select(
			sql`select ${newId('chg', now)}, ${projectId}, null, 'role', ${userId},
				coalesce((select json_quote(${members.role}) from ${members} where ${own}), 'null'),
				${JSON.stringify(role)}, ${author.kind}, ${author.id}, ${author.name}, ${now}
				where exists (${used})`,
		),
		db
			.insert(members)
			.select(sql`select ${projectId}, ${userId}, ${role}, ${now} where exists (${used})`)
			.onConflictDoUpdate({ target: [members.projectId, members.userId], set: { role } }),
	])
	const earlier = before[0]?.role
	if (taken.length > 0) return { outcome: earlier === undefined ? 'joined' : 'raised', role }
	if (earlier !== undefined && isAtLeast(earlier, role)) return { outcome: 'kept', role: earlier }
	return { outcome: email !== null && person[0]?.email !== email ? 'other_address' : 'gone' }
}
