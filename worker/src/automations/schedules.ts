/**
 * The schedules of a project inside its object: when each is due. D1 is the record; a row here is compared with
 * it before it starts anything, so that a change that was told too late, or not at all, starts nothing wrong.
 * Storage that is new begins with the schedules that D1 has: it may have come in the place of lost storage.
 */
import type { Schedule } from '@fairlead/protocol/automations/automations'
import { Mutex } from '../platform/mutex.ts'
import type { SqlDatabase } from '../platform/sql-database.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { Found } from './dispatcher.ts'
import { timeAfter } from './schedule.ts'
import { ALL_SCHEDULES } from './tables.ts'

/** Rows of one look; D1 takes 100 values a statement. */
const LOOKS_AT_ONCE = 100
/** A change was announced, and nothing more was heard: it was saved by now, or will not be. */
const UNHEARD_MS = 30_000
/** D1 does not answer, or the queue is full. */
const LOOK_AGAIN_MS = 5_000
/** Missed times that are counted one by one; an object is not down for longer. */
const MAX_COUNTED = 1_000

interface Row {
	readonly automation_id: string
	readonly cron: string | null
	readonly time_zone: string | null
	readonly due_at: number | null
}

export interface SchedulePorts {
	readonly db: () => SqlDatabase
	readonly queue: () => DeliveryQueue
	readonly clock: () => number
	readonly newDeliveryId: (now: number) => string
	/** The automations of the project that have a schedule; at most 100. */
	readonly listAll: () => Promise<readonly string[]>
	/** Those that still exist, by id; at most 100. */
	readonly findAll: (automationIds: readonly string[]) => Promise<ReadonlyMap<string, Found>>
	readonly warn: (event: string, error: unknown) => void
}

export class Schedules {
	readonly #ports: SchedulePorts
	readonly #turns = new Mutex()

	constructor(ports: SchedulePorts) {
		this.#ports = ports
	}

	/** True until the schedules that D1 has were read into new storage. */
	get isNew(): boolean {
		const rows = this.#ports
			.db()
			.all('SELECT 1 FROM schedule WHERE automation_id = ?', ALL_SCHEDULES)
		return rows.length > 0
	}

	/** Its row in D1 is about to change. Durable: the change is noticed even if {@link changed} is never called. */
	changing(automationId: string): void {
		this.#lookAt(automationId, this.#ports.clock() + UNHEARD_MS)
	}

	/** Its row in D1 has changed: {@link work} looks at it. */
	changed(automationId: string): void {
		this.#lookAt(automationId, this.#ports.clock())
	}

	#lookAt(automationId: string, at: number): void {
		this.#ports.db().all(
			`INSERT INTO schedule (automation_id, look_at) VALUES (?, ?)
				ON CONFLICT DO UPDATE SET look_at = min(look_at, excluded.look_at)`,
			automationId,
			at,
		)
	}

	/** When something is to be done; null: never. */
	nextAt(): number | null {
		const [row] = this.#ports
			.db()
			.all<{ at: number | null }>('SELECT min(look_at) AS at FROM schedule')
		return row?.at ?? null
	}

	/** Hands in a delivery for each schedule that is due. */
	work(): Promise<void> {
		return this.#turns.run(() => this.#work())
	}

	async #work(): Promise<void> {
		const { db, clock, findAll, warn } = this.#ports
		for (;;) {
			const rows = db().all<Row>(
				`SELECT automation_id, cron, time_zone, due_at FROM schedule
					WHERE look_at <= ? ORDER BY look_at LIMIT ${LOOKS_AT_ONCE}`,
				clock(),
			)
			if (rows.length === 0) return
			try {
				if (rows.some((row) => row.automation_id === ALL_SCHEDULES)) {
					await this.#readAll()
					continue
				}
				const found = await findAll(rows.map((row) => row.automation_id))
				for (const row of rows) {
					db().transaction(() => this.#look(row, found.get(row.automation_id)))
				}
			} catch (error) {
				warn('schedules_not_read', error)
				db().all(
					'UPDATE schedule SET look_at = ? WHERE look_at <= ?',
					clock() + LOOK_AGAIN_MS,
					clock(),
				)
				return
			}
		}
	}

	async #readAll(): Promise<void> {
		const { db, clock, listAll } = this.#ports
		const ids = await listAll()
		db().transaction(() => {
			for (const id of ids) this.#lookAt(id, clock())
			this.#forget(ALL_SCHEDULES)
		})
	}

	#look(row: Row, found: Found | undefined): void {
		const { clock } = this.#ports
		const automation = found?.automation
		if (!automation?.enabled || automation.trigger.kind !== 'schedule') {
			this.#forget(row.automation_id)
			return
		}
		const { cron, timeZone } = automation.trigger
		const schedule = { cron, timeZone }
		const known = row.cron === cron && row.time_zone === timeZone ? row.due_at : null
		const now = clock()
		if (known === null) this.#setDue(row.automation_id, schedule, timeAfter(schedule, now))
		else if (known > now) this.#setDue(row.automation_id, schedule, known)
		else this.#fire(row.automation_id, schedule, known, now)
	}

	/** One delivery, for the last of the times that have passed; it says how many it stands for. */
	#fire(automationId: string, schedule: Schedule, first: number, now: number): void {
		const { queue, newDeliveryId } = this.#ports
		let scheduledAt = first
		let missed = 0
		let next = timeAfter(schedule, first)
		while (next !== null && next <= now) {
			scheduledAt = next
			missed++
			next = timeAfter(schedule, missed < MAX_COUNTED ? next : now)
		}
		const time = new Date(scheduledAt).toISOString()
		const payload = JSON.stringify({ scheduledAt: time, timeZone: schedule.timeZone, missed })
		const { kind } = queue().accept({
			id: newDeliveryId(now),
			automationId,
			deliveryId: `schedule:${time}`,
			receivedAt: now,
			source: 'schedule',
			replayOf: null,
			askedBy: null,
			address: '',
			headers: {},
			event: null,
			payload,
			payloadBytes: payload.length,
			scheduledAt,
			missed,
			depth: 0,
		})
		// It is not lost: the time stays due.
		if (kind === 'full') this.#setDue(automationId, schedule, first, now + LOOK_AGAIN_MS)
		else this.#setDue(automationId, schedule, next)
	}

	/** Returns null if it has no time left. */
	#setDue(automationId: string, schedule: Schedule, due: number | null, lookAt = due): void {
		if (lookAt === null) {
			this.#forget(automationId)
			return
		}
		this.#ports
			.db()
			.all(
				`UPDATE schedule SET cron = ?, time_zone = ?, due_at = ?, look_at = ? WHERE automation_id = ?`,
				schedule.cron,
				schedule.timeZone,
				due,
				lookAt,
				automationId,
			)
	}

	#forget(automationId: string): void {
		this.#ports.db().all('DELETE FROM schedule WHERE automation_id = ?', automationId)
	}
}
