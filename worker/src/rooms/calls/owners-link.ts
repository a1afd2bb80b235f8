/** Talks to the owners of calls. Outcomes are awaited; news about waiting is best effort. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { CallOwner, CallSeat, OwnedCalls } from '../../ports/room.ts'

export interface OwnersLink {
	/** True once the owner stored the outcome. If false or thrown, try again later. */
	settled(
		owner: CallOwner,
		callId: string,
		outcome: CallOutcome,
		ranOn: CallSeat | null,
	): Promise<boolean>
	/** Sent in order per owner; failures are ignored, because the outcome follows. */
	waiting(owner: CallOwner, callId: string, reason: string | null): void
	progress(owner: CallOwner, callId: string, message: string): void
}

/** `background` keeps the object alive until the promise ends. */
export function linkOwners(
	stubOf: (owner: CallOwner) => OwnedCalls,
	background: (work: Promise<unknown>) => void,
): OwnersLink {
	/** The last piece of news under way, per owner: a reason must not overtake its end. */
	const last = new Map<string, Promise<void>>()
	/** Calls whose progress is under way: the next line of a chatty tool is dropped, not queued. */
	const reporting = new Set<string>()

	const inOrder = (owner: CallOwner, tell: () => Promise<void>): void => {
		const key = `${owner.kind}:${owner.id}`
		const before = last.get(key) ?? Promise.resolve()
		const work: Promise<void> = before
			.then(tell)
			.catch(() => undefined)
			.then(() => {
				if (last.get(key) === work) last.delete(key)
			})
		last.set(key, work)
		background(work)
	}
	return {
		settled: (owner, callId, outcome, ranOn) => stubOf(owner).callSettled(callId, outcome, ranOn),
		waiting(owner, callId, reason) {
			inOrder(owner, () => stubOf(owner).callWaiting(callId, reason))
		},
		progress(owner, callId, message) {
			if (reporting.has(callId)) return
			reporting.add(callId)
			inOrder(owner, async () => {
				reporting.delete(callId)
				await stubOf(owner).callProgress(callId, message)
			})
		},
	}
}
