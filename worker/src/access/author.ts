/** The part of an actor that is stored with what it causes. */
import type { Author } from '@fairlead/protocol/people/author'
import type { Actor, Nobody } from './actor.ts'
import { type ResourceOf, roleMay } from './can.ts'
import type { Permission, PermissionOn } from './permissions.ts'

export const SYSTEM_NAME = 'Fairlead'
export const OPERATOR_NAME = 'Operator'

export function authorOf(actor: Exclude<Actor, Nobody>): Author {
	switch (actor.kind) {
		case 'session':
			// A session's id means nothing to a reader later; the user's does.
			return { kind: actor.kind, id: actor.userId, userId: actor.userId, name: actor.name }
		case 'token':
		case 'mcp':
			return { kind: actor.kind, id: actor.id, userId: actor.userId, name: actor.name }
		case 'webhook':
		case 'schedule':
			return {
				kind: actor.kind,
				id: actor.id,
				name: actor.name,
				userId: actor.askedBy ?? null,
			}
		case 'relay':
		case 'share':
			return { kind: actor.kind, id: actor.id, userId: null, name: actor.name }
		case 'system':
			return { kind: actor.kind, id: actor.kind, userId: null, name: SYSTEM_NAME }
		case 'operator':
			return { kind: actor.kind, id: actor.kind, userId: null, name: OPERATOR_NAME }
		default:
			return actor satisfies never
	}
}

/**
 * Whether the author of something accepted earlier may still do it when it takes effect. The resource has
 * the role that the author's person, or its share link, has now.
 */
export function authorMay(
	author: Author,
	permission: PermissionOn<'conversation'>,
	{ role }: ResourceOf<'conversation'>,
): boolean {
	switch (author.kind) {
		case 'session':
		case 'token':
		case 'mcp':
		case 'share':
			return roleMay(role, permission as Permission)
		case 'webhook':
		case 'schedule':
			// A person who asked for the delivery may have been removed since.
			return author.userId === null || roleMay(role, permission as Permission)
		case 'relay':
		case 'system':
			// There is no person behind them who could be removed.
			return true
		case 'operator':
			return false
		default:
			return author.kind satisfies never
	}
}
