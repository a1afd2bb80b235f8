/** The permissions that a suspended person or project keeps. Pure. */
import type { Actor, Allowance } from './actor.ts'
import type { Permission } from './permissions.ts'

/** A suspended person sees why, takes their data along, leaves. */
const PERSON_KEEPS: ReadonlySet<Permission> = new Set<Permission>([
	'service.read',
	'session.begin',
	'account.read',
	'account.audit',
	'account.export',
	'account.delete',
	'sessions.list',
	'sessions.end',
])
/** Members of a suspended project see that it is, and leave or delete it. */
const PROJECT_KEEPS: ReadonlySet<Permission> = new Set<Permission>([
	'project.read',
	'project.leave',
	'project.delete',
	'audit.read',
	'relay_token.own',
])

/** The reason that the person or project is suspended for, as members read it; null: it is not. */
export const suspendedFor = (allowance: Allowance | null | undefined): string | null =>
	allowance?.suspendedAt == null ? null : (allowance.suspendedFor ?? '')

/** Returns null if no suspension is in the way. */
export function suspensionOf(
	actor: Actor,
	permission: Permission,
	project: Allowance | null | undefined,
): { readonly of: 'account' | 'project'; readonly reason: string } | null {
	const own = 'allowance' in actor ? suspendedFor(actor.allowance) : null
	if (own !== null && !PERSON_KEEPS.has(permission)) return { of: 'account', reason: own }
	const theirs = suspendedFor(project)
	if (theirs !== null && !PROJECT_KEEPS.has(permission)) return { of: 'project', reason: theirs }
	return null
}
