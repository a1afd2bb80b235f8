/** A right that has ended or become another one while sockets and streams stand open. Pure. */
import type { Actor, ActorKind, MemberRole } from './actor.ts'

export type RightsChange =
	/** The session, the token or the link is no more. */
	| { readonly kind: 'ended'; readonly actor: { readonly kind: ActorKind; readonly id: string } }
	/** What this person is in the project now; null: no member any more. */
	| { readonly kind: 'role'; readonly userId: string; readonly role: MemberRole | null }

/** What an open socket or stream was opened with. */
export interface Admitted {
	readonly actor: Actor
	/** Of its person in the project; null where the actor stands for none. */
	readonly role: MemberRole | null
}

/** close: it has no right to be there · reopen: it has another one, and comes back to get it. */
export type Consequence = 'stay' | 'close' | 'reopen'

export function consequenceFor(change: RightsChange, { actor, role }: Admitted): Consequence {
	switch (change.kind) {
		case 'ended': {
			const same = 'id' in actor && actor.kind === change.actor.kind && actor.id === change.actor.id
			return same ? 'close' : 'stay'
		}
		case 'role': {
			if (!('userId' in actor) || actor.userId !== change.userId) return 'stay'
			if (change.role === null) return 'close'
			return change.role === role ? 'stay' : 'reopen'
		}
		default:
			return change satisfies never
	}
}

/** Rights that end by the clock. */
export const endsAt = (actor: Actor): number | null =>
	actor.kind === 'session' ? actor.expiresAt : null

export const hasExpired = (actor: Actor, now: number): boolean => {
	const end = endsAt(actor)
	return end !== null && end <= now
}

/** Longer than a request that was let in takes to reach the object that it asks for. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 1_000

/**
 * Changes that an object was told just now: a request that was let in right before one may arrive
 * right after it. In memory only: both happen within moments.
 */
export class RecentChanges {
	#changes: { readonly change: RightsChange; readonly at: number }[] = []

	add(change: RightsChange, now: number): void {
		const recent = this.#changes.filter(({ at }) => at > now - REMEMBERED_MS)
		this.#changes = [...recent, { change, at: now }].slice(-MAX_REMEMBERED)
	}

	/** False for one whose right has ended or changed since it was let in. */
	allows(admitted: Admitted, now: number): boolean {
		if (hasExpired(admitted.actor, now)) return false
		const since = now - REMEMBERED_MS
		const recent = this.#changes.filter(({ at }) => at > since).map(({ change }) => change)
		// Of several roles one after the other the last counts.
		const role = recent.findLast(
			(change) =>
				change.kind === 'role' &&
				'userId' in admitted.actor &&
				change.userId === admitted.actor.userId,
		)
		const counting = recent.filter((change) => change.kind === 'ended' || change === role)
		return counting.every((change) => consequenceFor(change, admitted) === 'stay')
	}
}
