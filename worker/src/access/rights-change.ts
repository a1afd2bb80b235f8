/** Rights that end or change while sockets and streams are open. Pure. */
import type { Actor, ActorKind, MemberRole } from './actor.ts'

export type RightsChange =
	/** The session, token or link no longer exists. */
	| { readonly kind: 'ended'; readonly actor: { readonly kind: ActorKind; readonly id: string } }
	/** The person's role in the project now; null: no longer a member. */
	| { readonly kind: 'role'; readonly userId: string; readonly role: MemberRole | null }
	/** The operator has suspended the project, or no longer. */
	| { readonly kind: 'suspended'; readonly suspended: boolean }

/** The actor and role with which a socket or stream was opened. */
export interface Admitted {
	readonly actor: Actor
	/** The role of the actor's person in the project; null if there is no person. */
	readonly role: MemberRole | null
}

/** close: its right has ended · reopen: it has another role and reconnects with it. */
export type Consequence = 'stay' | 'close' | 'reopen'

export function consequenceFor(change: RightsChange, { actor, role }: Admitted): Consequence {
	switch (change.kind) {
		case 'ended': {
			const { kind, id } = change.actor
			const same = 'id' in actor && actor.kind === kind && actor.id === id
			const through = actor.kind === 'share' && kind === 'session' && actor.sessionId === id
			return same || through ? 'close' : 'stay'
		}
		case 'role': {
			if (!('userId' in actor) || actor.userId !== change.userId) return 'stay'
			if (change.role === null) return 'close'
			return change.role === role ? 'stay' : 'reopen'
		}
		case 'suspended':
			return change.suspended ? 'close' : 'stay'
		default:
			return change satisfies never
	}
}

/** When the actor's right ends by the clock, in Unix milliseconds; null: never. */
export const endsAt = (actor: Actor): number | null =>
	'expiresAt' in actor ? actor.expiresAt : null

export const hasExpired = (actor: Actor, now: number): boolean => {
	const end = endsAt(actor)
	return end !== null && end <= now
}

/** Longer than an admitted request takes to reach its object. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 1_000

/**
 * Recent changes that an object was notified of: a request admitted right before a change may arrive
 * right after it. In memory only: both happen within moments.
 */
export class RecentChanges {
	#changes: { readonly change: RightsChange; readonly at: number }[] = []

	add(change: RightsChange, now: number): void {
		const recent = this.#changes.filter(({ at }) => at > now - REMEMBERED_MS)
		this.#changes = [...recent, { change, at: now }].slice(-MAX_REMEMBERED)
	}

	/** False if the right has ended or changed since admission. */
	allows(admitted: Admitted, now: number): boolean {
		if (hasExpired(admitted.actor, now)) return false
		const since = now - REMEMBERED_MS
		const recent = this.#changes.filter(({ at }) => at > since).map(({ change }) => change)
		// The latest role counts.
		const role = recent.findLast(
			(change) =>
				change.kind === 'role' &&
				'userId' in admitted.actor &&
				change.userId === admitted.actor.userId,
		)
		const held = recent.findLast((change) => change.kind === 'suspended')
		const counting = recent.filter(
			(change) => change.kind === 'ended' || change === role || change === held,
		)
		return counting.every((change) => consequenceFor(change, admitted) === 'stay')
	}
}
