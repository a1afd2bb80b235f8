/**
 * The deliveries of a project's automations inside its object: what waits, what was begun, and the ids that are
 * known. `waiting → beginning → decided → logged`; each step is stored before it is acted on.
 */
import type { DeliverySource, DeliveryVerdict } from '@fairlead/protocol/automations'
import { type Migrations, migrate } from '../object-storage/migrate.ts'
import type { SqlDatabase } from '../object-storage/sql-database.ts'

/** An entry never changes; a change is a new one. */
const MIGRATIONS: Migrations = [
	[
		`CREATE TABLE delivery (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			id TEXT NOT NULL UNIQUE,
			automation_id TEXT NOT NULL,
			delivery_id TEXT NOT NULL,
			received_at INTEGER NOT NULL,
			-- JSON of what came; null once it is logged.
			arrival TEXT,
			step TEXT NOT NULL,
			-- Its run has begun, and nobody has told of its end.
			active INTEGER NOT NULL DEFAULT 0,
			conversation_id TEXT,
			run_id TEXT,
			verdict TEXT,
			error TEXT,
			attempts INTEGER NOT NULL DEFAULT 0,
			next_at INTEGER NOT NULL,
			UNIQUE (automation_id, delivery_id)
		)`,
		`CREATE INDEX delivery_open ON delivery (automation_id, seq) WHERE step <> 'logged'`,
		`CREATE INDEX delivery_active ON delivery (automation_id) WHERE active = 1`,
		`CREATE INDEX delivery_conversation ON delivery (conversation_id) WHERE active = 1`,
		`CREATE INDEX delivery_received ON delivery (received_at)`,
		// Its deliveries wait for the end of a run, of which the object is told; until then it looks seldom.
		'CREATE TABLE hold (automation_id TEXT PRIMARY KEY, looks INTEGER NOT NULL, until INTEGER NOT NULL)',
	],
]

/** Waiting deliveries of a project; more are refused, so that their senders try again. */
export const MAX_WAITING = 5_000
/** An id that is known runs nothing again. Longer than the log keeps a delivery. */
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
	/** By a schedule: the time that it is for. */
	readonly scheduledAt: number | null
	/** Earlier times of the schedule that this one stands for. */
	readonly missed: number
	/** By an event: how many automations in a row led to it. */
	readonly depth: number
}

/** Of what comes neither by a schedule nor by an event. */
export const UNSCHEDULED = { scheduledAt: null, missed: 0, depth: 0 } as const

export interface NewDelivery extends Arrival {
	readonly id: string
	readonly automationId: string
	readonly deliveryId: string
	readonly receivedAt: number
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
}

/** A delivery that is not logged yet. */
export interface OpenDelivery extends NewDelivery {
	readonly step: Row['step']
	readonly conversationId: string | null
	readonly runId: string | null
	readonly verdict: DeliveryVerdict | null
	readonly error: string | null
	/** Failed tries of its step. */
	readonly attempts: number
}

/** A waiting delivery in a list: a hundred payloads would be too much for one answer. */
export type ListedDelivery = Omit<OpenDelivery, 'payload' | 'headers'>

/** The run of a delivery; `id` is the delivery's. */
export interface ActiveRun {
	readonly id: string
	readonly conversationId: string
	/** Null: it is just beginning. */
	readonly runId: string | null
}

const open = (row: Row): OpenDelivery => ({
	// For arrivals of before there were schedules.
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
})

export class DeliveryQueue {
	readonly #db: SqlDatabase

	constructor(db: SqlDatabase) {
		this.#db = db
		migrate(db, MIGRATIONS)
	}

	/** `repeated`: this id is known, and `id` is the first one's. */
	accept(delivery: NewDelivery): {
		readonly kind: 'accepted' | 'repeated' | 'full'
		readonly id: string
	} {
		const { id, automationId, deliveryId, receivedAt, ...arrival } = delivery
		const [known] = this.#db.all<{ id: string }>(
			'SELECT id FROM delivery WHERE automation_id = ? AND delivery_id = ?',
			...[automationId, deliveryId],
		)
		if (known) return { kind: 'repeated', id: known.id }
		const [open] = this.#db.all<{ n: number }>(
			"SELECT count(*) AS n FROM delivery WHERE step <> 'logged'",
		)
		if ((open?.n ?? 0) >= MAX_WAITING) return { kind: 'full', id }
		this.#db.all(
			`INSERT INTO delivery (id, automation_id, delivery_id, received_at, arrival, step, next_at)
				VALUES (?, ?, ?, ?, ?, 'waiting', ?)`,
			...[id, automationId, deliveryId, receivedAt, JSON.stringify(arrival), receivedAt],
		)
		return { kind: 'accepted', id }
	}

	/** The next one that is due: those that are half done first, then in the order in which they came. */
	due(now: number): OpenDelivery | undefined {
		const [row] = this.#db.all<Row>(
			`SELECT delivery.* FROM delivery LEFT JOIN hold USING (automation_id)
				WHERE step <> 'logged' AND next_at <= ?
				AND (step <> 'waiting' OR coalesce(hold.until, 0) <= ?)
				ORDER BY step = 'waiting', seq LIMIT 1`,
			...[now, now],
		)
		return row && open(row)
	}

	/** When something is due; null: nothing waits. */
	nextAt(): number | null {
		const [row] = this.#db.all<{ at: number | null }>(
			`SELECT min(CASE step WHEN 'waiting' THEN max(next_at, coalesce(hold.until, 0)) ELSE next_at END) AS at
				FROM delivery LEFT JOIN hold USING (automation_id) WHERE step <> 'logged'`,
		)
		return row?.at ?? null
	}

	/** Newest first. */
	waiting(automationId: string, limit: number): ListedDelivery[] {
		return this.#db
			.all<Row>(
				`SELECT id, automation_id, delivery_id, received_at, step, conversation_id, run_id, verdict, error, attempts,
					json_remove(arrival, '$.payload', '$.headers') AS arrival
					FROM delivery WHERE automation_id = ? AND step <> 'logged' ORDER BY seq DESC LIMIT ?`,
				...[automationId, limit],
			)
			.map(open)
	}

	find(automationId: string, id: string): OpenDelivery | undefined {
		const [row] = this.#db.all<Row>(
			"SELECT * FROM delivery WHERE id = ? AND automation_id = ? AND step <> 'logged'",
			...[id, automationId],
		)
		return row && open(row)
	}

	hasNewer(delivery: OpenDelivery): boolean {
		const [newer] = this.#db.all(
			`SELECT 1 FROM delivery WHERE automation_id = ? AND step = 'waiting'
				AND seq > (SELECT seq FROM delivery WHERE id = ?) LIMIT 1`,
			...[delivery.automationId, delivery.id],
		)
		return newer !== undefined
	}

	/** Other deliveries of the automation whose runs may be active. */
	active(delivery: OpenDelivery): ActiveRun[] {
		return this.#db.all(
			`SELECT id, conversation_id AS conversationId, run_id AS runId FROM delivery
				WHERE automation_id = ? AND active = 1 AND id <> ?`,
			...[delivery.automationId, delivery.id],
		)
	}

	/** Before its run is begun: whatever happens then, it is this conversation. */
	begin(id: string, conversationId: string): void {
		this.#db.all(
			`UPDATE delivery SET step = 'beginning', active = 1, conversation_id = ? WHERE id = ? AND step = 'waiting'`,
			...[conversationId, id],
		)
	}

	/** `runId`: of the run that has begun. Without one, nothing is active. */
	decide(id: string, { verdict, error }: Decision, runId: string | null, now: number): void {
		this.#db.all(
			`UPDATE delivery SET step = 'decided', verdict = ?, error = ?, run_id = ?, attempts = 0, next_at = ?,
				active = CASE WHEN ? IS NULL THEN 0 ELSE active END WHERE id = ?`,
			...[verdict, error, runId, now, runId, id],
		)
	}

	logged(id: string): void {
		this.#db.all("UPDATE delivery SET step = 'logged', arrival = NULL WHERE id = ?", id)
	}

	delay({ id, attempts }: OpenDelivery, now: number): void {
		const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts)
		this.#db.all(
			'UPDATE delivery SET attempts = attempts + 1, next_at = ? WHERE id = ?',
			...[now + pause, id],
		)
	}

	/** Its deliveries wait; looked at again in case that nobody tells of the run's end. */
	hold(automationId: string, now: number): void {
		const [held] = this.#db.all<{ looks: number }>(
			'SELECT looks FROM hold WHERE automation_id = ?',
			automationId,
		)
		const looks = held?.looks ?? 0
		const until = now + Math.min(MAX_LOOK_MS, FIRST_LOOK_MS * 2 ** looks)
		this.#db.all(
			'INSERT OR REPLACE INTO hold (automation_id, looks, until) VALUES (?, ?, ?)',
			...[automationId, looks + 1, until],
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

	/** The deliveries whose runs in this conversation were active. */
	activeIn(conversationId: string): string[] {
		return this.#db
			.all<{ id: string }>(
				'SELECT id FROM delivery WHERE conversation_id = ? AND active = 1',
				conversationId,
			)
			.map(({ id }) => id)
	}

	/** Everything of an automation that no longer exists. */
	forget(automationId: string): void {
		this.#db.all('DELETE FROM delivery WHERE automation_id = ?', automationId)
		this.#db.all('DELETE FROM hold WHERE automation_id = ?', automationId)
	}

	/** A deleted person asked for it; nobody did, from now on. */
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
