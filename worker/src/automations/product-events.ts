/**
 * Events of the product as deliveries. Automations can cause events that start automations, so each delivery knows
 * how many automations led to it: a chain ends, a run starts no other run of its own automation, and an hour has
 * a limit.
 */

import type { ProductEvent } from '@fairlead/protocol/automations/automations'
import type { Author } from '@fairlead/protocol/people/author'
import type { Decision, DeliveryQueue } from './delivery-queue.ts'
import type { AutomationRow } from './store/automations.ts'

/** Automations in a row: the next event of the chain begins no run. */
export const MAX_DEPTH = 3
/** Deliveries of one automation by events. The first one beyond the limit is logged, further ones are dropped. */
export const MAX_EVENTS_PER_HOUR = 30
const HOUR_MS = 3_600_000

export interface Happened {
	readonly event: ProductEvent
	/** The event's key: told again under the same key, it is the same delivery. */
	readonly key: string
	/** The payload for conditions and prompts. */
	readonly payload: Readonly<Record<string, unknown>>
	/** The run that failed, and who began it. */
	readonly run?: { readonly id: string; readonly author: Author }
}

export interface EventPorts {
	readonly queue: () => DeliveryQueue
	readonly clock: () => number
	readonly newDeliveryId: (now: number) => string
	/** The automations that are switched on and start by this event. */
	readonly listening: (event: ProductEvent) => Promise<readonly AutomationRow[]>
	readonly warn: (event: string, error: unknown) => void
}

/** @throws if D1 does not answer; told again, the same event begins nothing twice */
export async function deliverEvent(happened: Happened, ports: EventPorts): Promise<void> {
	const { queue, clock, newDeliveryId, listening, warn } = ports
	const automations = await listening(happened.event)
	const depth = depthOf(happened, queue())
	const payload = JSON.stringify({ event: happened.event, ...happened.payload })
	for (const { id } of automations) {
		const now = clock()
		const events = queue().eventsSince(id, now - HOUR_MS)
		if (events > MAX_EVENTS_PER_HOUR) continue
		const decided = decisionFor(happened, id, depth, events)
		const { kind } = queue().accept(
			{
				id: newDeliveryId(now),
				automationId: id,
				deliveryId: `${happened.event}:${happened.key}`,
				receivedAt: now,
				source: 'event',
				replayOf: null,
				askedBy: null,
				address: '',
				headers: {},
				event: null,
				payload,
				payloadBytes: new TextEncoder().encode(payload).byteLength,
				scheduledAt: null,
				missed: 0,
				depth,
			},
			decided,
		)
		// Nobody sends it again: without this line, no one could tell why no run began.
		if (kind === 'full') {
			warn('event_dropped', `${happened.event}:${happened.key} of ${id}: the queue is full`)
		}
	}
}

/** How many automations in a row led to this event. */
function depthOf({ event, run }: Happened, queue: DeliveryQueue): number {
	switch (event) {
		case 'run_failed':
			return (run ? (queue.depthOf(run.id) ?? -1) : -1) + 1
		case 'editor_connected':
			// A run may have opened it.
			return (queue.activeDepth() ?? -1) + 1
		case 'share_opened':
			return 0
		default:
			return event satisfies never
	}
}

/** Returns null if the event may begin a run. */
function decisionFor(
	{ run }: Happened,
	automationId: string,
	depth: number,
	events: number,
): Decision | null {
	if (run && run.author.id === automationId) {
		return { verdict: 'loop', error: 'The run that failed is one of this automation.' }
	}
	if (depth > MAX_DEPTH) {
		return { verdict: 'loop', error: `${depth} automations in a row led to this event.` }
	}
	if (events === MAX_EVENTS_PER_HOUR) {
		return {
			verdict: 'too_many',
			error: `More than ${MAX_EVENTS_PER_HOUR} events within an hour. Further ones of this hour are not logged.`,
		}
	}
	return null
}
