/**
 * The deliveries of a project's automations inside its object: those that wait or were begun, and the known ids.
 * `waiting → beginning → decided → logged`; each step is stored before it is acted on.
 */

import type {
	DeliverySource,
	DeliveryVerdict,
	DeliveryWait,
} from '@fairlead/protocol/automations/automations'
import { earliest } from '../platform/alarm.ts'
import { backoffMs } from '../platform/backoff.ts'
import { migrate } from '../platform/migrate.ts'
import type { SqlDatabase } from '../platform/sql-database.ts'
import { AUTOMATION_TABLES } from './tables.ts'

/** Waiting deliveries of a project; more are refused, so that their senders try again. */
export const MAX_WAITING = 5_000
/** A known id runs nothing again. Longer than the log keeps a delivery. */
const KNOWN_MS = 31 * 24 * 3_600_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 300_000
const FIRST_LOOK_MS = 30_000
const MAX_LOOK_MS = 900_000

/** A delivery's payload and headers. */
export interface Arrival {
	readonly source: DeliverySource
	readonly replayOf: string | null
	readonly askedBy: string | null
	readonly address: string
	readonly headers: Readonly<Record<string, string>>
	readonly event: string | null
	readonly payload: string
	readonly payloadBytes: number
	/** The scheduled time, for a delivery by a schedule. */
	readonly scheduledAt: number | null
	/** Earlier times of the schedule that this delivery stands for. */
	readonly missed: number
	/** How many automations in a row led to the event, for a delivery by one. */
	readonly depth: number
	/** The mark (`markOf`) of the secret that proved it, for a delivery by a webhook. */
	readonly provenBy?: string
}

/** The fields of a delivery that comes neither by a schedule nor by an event. */
export const UNSCHEDULED = { scheduledAt: null, missed: 0, depth: 0 } as const

export interface NewDelivery extends Arrival {
	readonly id: string
	readonly automationId: string
	readonly deliveryId: string
	readonly receivedAt: number
	/** The time that its sender signed with the proof; absent or null: none was signed. */
	readonly signedAt?: number | null
}

export interface Decision {
	readonly verdict: DeliveryVerdict
	readonly error: string | null
}

interface Row {
	readonly id: string
	readonly automation_id: string
	readonly delivery_id: string
	readonly received_at: number
	readonly arrival: string
	readonly step: 'waiting' | 'beginning' | 'decided'
	readonly conversation_id: string | null
	readonly run_id: string | null
	readonly verdict: DeliveryVerdict | null
	readonly error: string | null
	readonly attempts: number
	readonly editor_until: number | null
	/** Deliveries of its automation are held. */
	readonly held?: number | null
}

/** A delivery that is not logged yet. */
export interface OpenDelivery extends NewDelivery {
	readonly step: Row['step']
	readonly conversationId: string | null
	readonly runId: string | null
	readonly verdict: DeliveryVerdict | null
	readonly error: string | null
	/** Failed tries of the delivery's step. */
	readonly attempts: number
	readonly waitsFor: DeliveryWait | null
}

/** A waiting delivery in a list: a hundred payloads would be too much for one answer. */
export type ListedDelivery = Omit<OpenDelivery, 'payload' | 'headers'>

/** The run of a delivery; `id` is the delivery's. */
export interface ActiveRun {
	readonly id: string
	readonly conversationId: string
	/** The run; null while it is only beginning. */
	readonly runId: string | null
}

const open = (row: Row): OpenDelivery => ({
	// Arrivals from before there were schedules lack these fields.
	...UNSCHEDULED,
	...(JSON.parse(row.arrival) as Arrival),
	id: row.id,
	automationId: row.automation_id,
	deliveryId: row.delivery_id,
	receivedAt: row.received_at,
	step: row.step,
	conversationId: row.conversation_id,
	runId: row.run_id,
	verdict: row.verdict,
	error: row.error,
	attempts: row.attempts,
	waitsFor: waitOf(row),
})

function waitOf({ step, editor_until, held }: Row): DeliveryWait | null {
	if (step !== 'waiting') return null
	if (editor_until !== null) return { for: 'editor', until: editor_until }
	return held ? { for: 'run', until: null } : null
}

export class DeliveryQueue {
	readonly #db: SqlDatabase
	/** How many are not logged; null: not counted yet. Counting again for each delivery of a storm would be slow. */
	#open: number | null = null

	constructor(db: SqlDatabase) {
		this.#db = db
		migrate(db, AUTOMATION_TABLES)
	}

	/**
	 * `repeated`: this id is known, and `id` is the first one's. `decided`: it begins no run, and is only
	 * logged.
	 */
	accept(
		delivery: NewDelivery,
		decided: Decision | null = null,
	): {
		readonly kind: 'accepted' | 'repeated' | 'full'
		readonly id: string
	} {
		const { id, automationId, deliveryId, receivedAt, signedAt = null, ...arrival } = delivery
		const [known] = this.#db.all<{ id: string }>(
			'SELECT id FROM delivery WHERE automation_id = ? AND delivery_id = ?',
			automationId,
			deliveryId,
		)
		if (known) return { kind: 'repeated', id: known.id }
		this.#open ??= this.#countOpen()
		if (this.#open >= MAX_WAITING) return { kind: 'full', id }
		const { depth, source } = arrival
		const { verdict, error } = decided ?? { verdict: null, error: null }
		this.#db.all(
			`INSERT INTO delivery (id, automation_id, delivery_id, received_at, signed_at, arrival, depth, by_event,
				step, verdict, error, next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id,
			automationId,
			deliveryId,
			receivedAt,
			signedAt,
			JSON.stringify(arrival),
			depth,
			source === 'event' ? 1 : 0,
			decided ? 'decided' : 'waiting',
			verdict,
			error,
			receivedAt,
		)
		this.#open++
		return { kind: 'accepted', id }
	}

	#countOpen(): number {
		const [open] = this.#db.all<{ n: number }>(
			"SELECT count(*) AS n FROM delivery WHERE step <> 'logged'",
		)
		return open?.n ?? 0
	}

	/** The next delivery that is due: half done ones first, then in the order of arrival. */
	due(now: number): OpenDelivery | undefined {
		const [halfDone] = this.#db.all<Row>(
			`SELECT * FROM delivery WHERE step IN ('beginning', 'decided') AND next_at <= ?
				ORDER BY next_at, seq LIMIT 1`,
			now,
		)
		if (halfDone) return open(halfDone)
		const [first] = this.#firstDue(now)
		if (!first) return undefined
		const [waiting] = this.#db.all<Row>('SELECT * FROM delivery WHERE seq = ?', first.seq)
		return waiting && open(waiting)
	}

	/** Reads the index alone: a row may have a payload of 256 KB. */
	#firstDue(now: number): { seq: number; next_at: number }[] {
		return this.#db.all(
			`SELECT seq, next_at FROM delivery WHERE step = 'waiting' AND next_at <= ?
				AND automation_id NOT IN (SELECT automation_id FROM hold WHERE until > ?)
				ORDER BY seq LIMIT 1`,
			now,
			now,
		)
	}

	/** When something is due; null: nothing waits. One delivery that is due by `now` is enough: a storm has thousands. */
	nextAt(now = Number.NEGATIVE_INFINITY): number | null {
		const [halfDone] = this.#db.all<{ at: number | null }>(
			"SELECT min(next_at) AS at FROM delivery WHERE step IN ('beginning', 'decided')",
		)
		const [due] = now === Number.NEGATIVE_INFINITY ? [] : this.#firstDue(now)
		if (due) return earliest(halfDone?.at ?? null, due.next_at)
		const [waiting] = this.#db.all<{ at: number | null }>(
			`SELECT min(max(next_at, coalesce(until, 0))) AS at
				FROM delivery LEFT JOIN hold USING (automation_id) WHERE step = 'waiting'`,
		)
		return earliest(halfDone?.at ?? null, waiting?.at ?? null)
	}

	/** Newest first. */
	waiting(automationId: string, limit: number): ListedDelivery[] {
		return this.#db
			.all<Row>(
				`SELECT id, automation_id, delivery_id, received_at, step, conversation_id, run_id, verdict, error, attempts,
					editor_until, until AS held, json_remove(arrival, '$.payload', '$.headers') AS arrival
					FROM delivery LEFT JOIN hold USING (automation_id) WHERE automation_id = ? AND step <> 'logged' ORDER BY seq DESC LIMIT ?`,
				automationId,
				limit,
			)
			.map(open)
	}

	find(automationId: string, id: string): OpenDelivery | undefined {
		const [row] = this.#db.all<Row>(
			`SELECT delivery.*, until AS held FROM delivery LEFT JOIN hold USING (automation_id)
				WHERE id = ? AND automation_id = ? AND step <> 'logged'`,
			id,
			automationId,
		)
		return row && open(row)
	}

	/**
	 * Whether a newer delivery waits, or one that was signed later has begun its run. Two signed times decide which of two
	 * is newer; without them, or in the same second, the order of arrival.
	 */
	hasNewer({ id, automationId }: OpenDelivery): boolean {
		const [waits] = this.#db.all(
			`SELECT 1 FROM delivery AS other JOIN delivery AS mine ON mine.id = ?
				WHERE other.automation_id = ? AND other.step = 'waiting' AND other.id <> mine.id
				AND CASE coalesce(other.signed_at - mine.signed_at, 0)
					WHEN 0 THEN other.seq > mine.seq ELSE other.signed_at > mine.signed_at END LIMIT 1`,
			id,
			automationId,
		)
		if (waits) return true
		const [begun] = this.#db.all(
			`SELECT 1 FROM delivery WHERE automation_id = ? AND signed_at > (SELECT signed_at FROM delivery WHERE id = ?)
				AND (step = 'beginning' OR verdict = 'begun') LIMIT 1`,
			automationId,
			id,
		)
		return begun !== undefined
	}

	/** Other deliveries of the automation whose runs may be active. */
	active(delivery: OpenDelivery): ActiveRun[] {
		return this.#db.all(
			`SELECT id, conversation_id AS conversationId, run_id AS runId FROM delivery
				WHERE automation_id = ? AND active = 1 AND id <> ?`,
			delivery.automationId,
			delivery.id,
		)
	}

	/** Called before the run is begun: whatever happens then, it is in this conversation. */
	begin(id: string, conversationId: string): void {
		this.#db.all(
			`UPDATE delivery SET step = 'beginning', active = 1, conversation_id = ? WHERE id = ? AND step = 'waiting'`,
			conversationId,
			id,
		)
	}

	/** `runId`: the run that has begun; null: nothing is active. */
	decide(id: string, { verdict, error }: Decision, runId: string | null, now: number): void {
		this.#db.all(
			`UPDATE delivery SET step = 'decided', verdict = ?, error = ?, run_id = ?, attempts = 0, next_at = ?,
				active = CASE WHEN ? IS NULL THEN 0 ELSE active END WHERE id = ? AND step <> 'logged'`,
			verdict,
			error,
			runId,
			now,
			runId,
			id,
		)
	}

	logged(id: string): void {
		const [logged] = this.#db.all(
			"UPDATE delivery SET step = 'logged', arrival = NULL WHERE id = ? AND step <> 'logged' RETURNING id",
			id,
		)
		if (logged && this.#open !== null) this.#open--
	}

	delay({ id, attempts }: OpenDelivery, now: number): void {
		const pause = backoffMs(attempts, FIRST_PAUSE_MS, MAX_PAUSE_MS)
		this.#db.all(
			'UPDATE delivery SET attempts = attempts + 1, next_at = ? WHERE id = ?',
			now + pause,
			id,
		)
	}

	/** The delivery waits for an editor until `until`, unless it waits already. The object looks by `lookAt`. */
	awaitEditor(id: string, until: number, lookAt: number): void {
		this.#db.all(
			`UPDATE delivery SET editor_until = coalesce(editor_until, ?),
				next_at = min(coalesce(editor_until, ?), ?) WHERE id = ? AND step = 'waiting'`,
			until,
			until,
			lookAt,
			id,
		)
	}

	/** The delivery waits for no editor: one is there, or none is needed. */
	awaitNoEditor(id: string): void {
		this.#db.all('UPDATE delivery SET editor_until = NULL WHERE id = ?', id)
	}

	/** An editor came: deliveries that wait for one are due. */
	editorCame(now: number): void {
		this.#db.all(
			"UPDATE delivery SET next_at = ? WHERE step = 'waiting' AND editor_until IS NOT NULL",
			now,
		)
	}

	/** How many automations in a row led to this run; null: none began it. */
	depthOf(runId: string): number | null {
		const [row] = this.#db.all<{ depth: number }>(
			'SELECT depth FROM delivery WHERE run_id = ?',
			runId,
		)
		return row?.depth ?? null
	}

	/** The highest depth of the runs that are active; null: there are none. */
	activeDepth(): number | null {
		const [row] = this.#db.all<{ depth: number | null }>(
			'SELECT max(depth) AS depth FROM delivery WHERE active = 1',
		)
		return row?.depth ?? null
	}

	/** Deliveries of the automation by events since then. */
	eventsSince(automationId: string, since: number): number {
		const [row] = this.#db.all<{ n: number }>(
			'SELECT count(*) AS n FROM delivery WHERE automation_id = ? AND by_event = 1 AND received_at > ?',
			automationId,
			since,
		)
		return row?.n ?? 0
	}

	/** Holds the automation's deliveries; looked at again, in case that the end of the run is not told. */
	hold(automationId: string, now: number): void {
		const [held] = this.#db.all<{ looks: number }>(
			'SELECT looks FROM hold WHERE automation_id = ?',
			automationId,
		)
		const looks = held?.looks ?? 0
		const until = now + backoffMs(looks, FIRST_LOOK_MS, MAX_LOOK_MS)
		this.#db.all(
			'INSERT OR REPLACE INTO hold (automation_id, looks, until) VALUES (?, ?, ?)',
			automationId,
			looks + 1,
			until,
		)
	}

	/** The run of this delivery has ended: the next one may begin. */
	release(id: string): void {
		this.#db.all(
			'DELETE FROM hold WHERE automation_id = (SELECT automation_id FROM delivery WHERE id = ?)',
			id,
		)
		this.#db.all('UPDATE delivery SET active = 0 WHERE id = ?', id)
	}

	/** Whether the run of this delivery may be active. */
	isActive(id: string): boolean {
		return this.#db.all('SELECT 1 FROM delivery WHERE id = ? AND active = 1', id).length > 0
	}

	/** Deletes everything of an automation that no longer exists. */
	forget(automationId: string): void {
		this.#db.all('DELETE FROM delivery WHERE automation_id = ?', automationId)
		this.#db.all('DELETE FROM hold WHERE automation_id = ?', automationId)
		this.#open = null
	}

	/** Removes a deleted person from deliveries that they asked for. */
	forgetPerson(userId: string): void {
		this.#db.all(
			"UPDATE delivery SET arrival = json_set(arrival, '$.askedBy', null) WHERE json_extract(arrival, '$.askedBy') = ?",
			userId,
		)
	}

	forgetOld(now: number): void {
		this.#db.all(
			"DELETE FROM delivery WHERE received_at < ? AND step = 'logged' AND active = 0",
			now - KNOWN_MS,
		)
	}
}
