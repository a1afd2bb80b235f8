/** The only place that decides permissions. Pure: the facts come with the actor and the resource. */
import { isAtLeast, MemberRole } from '@fairlead/protocol/people/roles'
import type { Actor, Allowance } from './actor.ts'
import {
	PERMISSIONS,
	type Permission,
	type PermissionOn,
	type ResourceKind,
	SHARED_ON_REQUEST,
} from './permissions.ts'
import { suspensionOf } from './suspension.ts'
import { lacksAccount } from './trial.ts'

/** The target of an action, with the role that the actor's person has in it. */
export type Resource =
	| { readonly kind: 'installation' }
	| { readonly kind: 'account'; readonly userId: string }
	| {
			readonly kind: 'project'
			readonly projectId: string
			/** The role of the person behind the actor; null: not a member. */
			readonly role: MemberRole | null
			/** Missing: the operator has decided nothing about the project. */
			readonly allowance?: Allowance | null | undefined
	  }
	| {
			/** A computer on which a relay of the project runs. */
			readonly kind: 'computer'
			readonly projectId: string
			/** The person who paired it; null: not known. */
			readonly pairedBy: string | null
			readonly role: MemberRole | null
			readonly allowance?: Allowance | null | undefined
	  }
	| {
			readonly kind: 'conversation'
			readonly projectId: string
			readonly conversationId: string
			readonly role: MemberRole | null
			readonly allowance?: Allowance | null | undefined
	  }
	/** It does not exist, or no longer does. */
	| { readonly kind: 'gone' }

export type ResourceOf<K extends ResourceKind> = Extract<Resource, { kind: K }>

/** `hidden`: foreign or deleted, which look the same from outside (404). `forbidden`: visible, but this is not allowed (403). */
export type Verdict = 'allowed' | 'forbidden' | 'hidden'

export function can<K extends ResourceKind>(
	actor: Actor,
	permission: PermissionOn<K>,
	resource: ResourceOf<K> | { readonly kind: 'gone' },
): Verdict {
	const own = ownership(actor, resource)
	if (own === null) return 'hidden'
	const project = 'projectId' in resource ? resource.allowance : null
	if (suspensionOf(actor, permission, project) !== null) return 'forbidden'
	if (lacksAccount(actor, permission)) return 'forbidden'
	if ('scopes' in actor && !actor.scopes.includes(permission)) return 'forbidden'
	const extra = SHARED_ON_REQUEST[permission as Permission]
	if (actor.kind === 'share' && extra !== undefined && !actor.extras.includes(extra))
		return 'forbidden'
	const rule = PERMISSIONS[permission as Permission].may[actor.kind]
	switch (rule) {
		case 'never':
			return 'forbidden'
		case 'always':
			return 'allowed'
		case 'viewer':
		case 'approver':
		case 'editor':
		case 'owner':
			return own !== 'own' && isAtLeast(own, rule) ? 'allowed' : 'forbidden'
		default:
			return rule satisfies never
	}
}

/** The role in a computer that another person paired, whatever the role in its project. */
const SOMEBODY_ELSES = 'viewer' satisfies MemberRole

/** The actor's relation to the resource: a role in it, `own` without a role, or null if it is hidden from the actor. */
function ownership(actor: Actor, resource: Resource): MemberRole | 'own' | null {
	if (resource.kind === 'gone') return null
	if (resource.kind === 'installation') return 'own'
	if (resource.kind === 'account') {
		return 'userId' in actor && actor.userId === resource.userId ? 'own' : null
	}
	const { projectId } = resource
	switch (actor.kind) {
		case 'nobody':
		case 'operator':
			return null
		case 'session':
		case 'token':
			if (resource.kind === 'computer' && resource.pairedBy !== actor.userId)
				return resource.role && SOMEBODY_ELSES
			return resource.role
		case 'mcp':
			return actor.projectId === projectId ? resource.role : null
		case 'relay':
		case 'webhook':
		case 'schedule':
			return actor.projectId === projectId ? 'own' : null
		case 'share': {
			const { conversationId } = actor
			const covers =
				conversationId === null ||
				(resource.kind === 'conversation' && resource.conversationId === conversationId)
			return actor.projectId === projectId && covers ? actor.role : null
		}
		case 'system':
			return 'own'
		default:
			return actor satisfies never
	}
}

/** Whether a person with this role in a project has the permission there. */
export function roleMay(role: MemberRole | null, permission: Permission): boolean {
	const rule = PERMISSIONS[permission].may.session
	if (rule === 'always') return true
	return rule !== 'never' && role !== null && isAtLeast(role, rule)
}

/** The roles of members that have this permission. */
export const rolesThatMay = (permission: Permission): MemberRole[] =>
	MemberRole.options.filter((role) => roleMay(role, permission))

/** Same as {@link can}, for code in the middle of its work: false without telling why. */
export const may = <K extends ResourceKind>(
	actor: Actor,
	permission: PermissionOn<K>,
	resource: ResourceOf<K>,
): boolean => can(actor, permission, resource) === 'allowed'
