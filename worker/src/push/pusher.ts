/** Pushes to a person's browsers, and again to those whose push service could not take it. What comes from outside is a port. */
import { type Answer, judge, pauseMs } from '../platform/http-delivery.ts'

/** A push that has not reached every browser yet. */
export interface OpenPush {
	readonly userId: string
	/** When it was asked for. */
	readonly since: number
	readonly attempts: number
	/** When it is sent, or sent again. */
	readonly at: number
	/** The sessions whose browsers have not got it; null: all of the person's. */
	readonly sessionIds: readonly string[] | null
}

export interface Subscription {
	readonly sessionId: string
	readonly endpoint: string
	readonly origin: string
}

export interface PusherPorts {
	readonly clock: () => number
	/** From 0 to 1. */
	readonly random: () => number
	/** A push that did not come through by then is given up. */
	readonly giveUpMs: number
	/** Subscriptions of sessions that have not ended. */
	readonly subscriptions: (userId: string) => Promise<readonly Subscription[]>
	/** Whether there is still something that this person would be told. */
	readonly waits: (userId: string) => Promise<boolean>
	/** Never throws. */
	readonly send: (subscription: Subscription) => Promise<Answer>
	/** The push service knows it no more. */
	readonly forget: (subscription: Subscription) => Promise<void>
	readonly warn: (event: string, error: unknown) => void
}

export const newPush = (userId: string, now: number): OpenPush => ({
	userId,
	since: now,
	attempts: 0,
	at: now,
	sessionIds: null,
})

/** @returns what is left to do; null: nothing. Never throws. */
export async function attempt(push: OpenPush, ports: PusherPorts): Promise<OpenPush | null> {
	const { userId, sessionIds } = push
	try {
		if (!(await ports.waits(userId))) return null
		const all = await ports.subscriptions(userId)
		const due = all.filter(({ sessionId }) => sessionIds?.includes(sessionId) ?? true)
		const left = await Promise.all(due.map((subscription) => leaves(subscription, ports)))
		return again(push, left.flat(), ports)
	} catch (error) {
		// Most likely D1 is down.
		ports.warn('push_not_sent', error)
		return again(push, sessionIds, ports)
	}
}

/** @returns its session if it has to be sent again */
async function leaves(subscription: Subscription, ports: PusherPorts): Promise<string[]> {
	const answer = await ports.send(subscription)
	const judged = judge(answer)
	switch (judged.kind) {
		case 'delivered':
			return []
		case 'retry':
			return [subscription.sessionId]
		case 'gone':
		case 'refused':
			// A refusal holds for every later push as well: it is of the address or the key, for nothing else is sent.
			ports.warn('push_refused', judged.error)
			await ports.forget(subscription)
			return []
		default:
			return judged satisfies never
	}
}

function again(
	push: OpenPush,
	sessionIds: readonly string[] | null,
	{ clock, random, giveUpMs, warn }: PusherPorts,
): OpenPush | null {
	if (sessionIds?.length === 0) return null
	const now = clock()
	if (now - push.since >= giveUpMs) {
		warn('push_given_up', `${sessionIds?.length ?? 'all'} browsers`)
		return null
	}
	return {
		...push,
		attempts: push.attempts + 1,
		at: now + pauseMs(push.attempts, random()),
		sessionIds,
	}
}
