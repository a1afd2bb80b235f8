/** What is kept of an actor on what it causes. */
import type { Author } from '@fairlead/protocol/author'
import type { Actor, Nobody } from './actor.ts'

export const SYSTEM_NAME = 'Fairlead'

export function authorOf(actor: Exclude<Actor, Nobody>): Author {
	switch (actor.kind) {
		case 'session':
			// Sessions come and go, and say nothing to those who read this.
			return { kind: actor.kind, id: actor.userId, userId: actor.userId, name: actor.name }
		case 'token':
		case 'mcp':
			return { kind: actor.kind, id: actor.id, userId: actor.userId, name: actor.name }
		case 'relay':
		case 'share':
		case 'webhook':
		case 'schedule':
			return { kind: actor.kind, id: actor.id, userId: null, name: actor.name }
		case 'system':
			return { kind: actor.kind, id: actor.kind, userId: null, name: SYSTEM_NAME }
		default:
			return actor satisfies never
	}
}
