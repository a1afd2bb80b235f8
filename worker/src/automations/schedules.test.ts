/** A schedule that is lost, comes twice, or comes after it was changed is what a user would notice at night. */
import type { Schedule } from '@fairlead/protocol/automations/automations'
import { beforeEach, describe, expect, test } from 'vitest'
import { automationRow, PROJECT } from '../../test/automations/automation-units.ts'
import { nodeDatabase } from '../../test/machine-kit.ts'
import type { SqlDatabase } from '../platform/sql-database.ts'
import { DeliveryQueue, MAX_WAITING, type OpenDelivery } from './delivery-queue.ts'
import { Dispatcher } from './dispatcher.ts'
import { Schedules } from './schedules.ts'
import type { AutomationRow } from './store/automations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const START = Date.parse('2026-11-23T06:10:00Z')
const HOURLY: Schedule = { cron: '0 * * * *', timeZone: 'UTC' }

let db: SqlDatabase
let now: number
/** The automations in D1. */
let saved: Map<string, AutomationRow>
let down: boolean
let queue: DeliveryQueue
let schedules: Schedules
let ids: number

beforeEach(() => {
	db = nodeDatabase()
	now = START
	saved = new Map()
	down = false
	ids = 0
	wake()
})

/** Makes the object in memory anew, the way an eviction does. */
function wake(): void {
	queue = new DeliveryQueue(db)
	schedules = new Schedules({
		db: () => db,
		queue: () => queue,
		clock: () => now,
		newDeliveryId: () => `dlv_${++ids}`,
		listAll: async () => {
			if (down) throw new Error('D1 is down')
			return [...saved.keys()]
		},
		findAll: async (wanted) => {
			if (down) throw new Error('D1 is down')
			const rows = [...saved.values()].filter(({ id }) => wanted.includes(id))
			return new Map(rows.map((automation) => [automation.id, { automation, project: PROJECT }]))
		},
		warn: () => undefined,
	})
}

const save = (id: string, schedule: Schedule, more: Partial<AutomationRow> = {}): void => {
	saved.set(id, { ...automationRow(id, { kind: 'schedule', ...schedule }), ...more })
}

async function make(id: string, schedule: Schedule): Promise<void> {
	schedules.changing(id)
	save(id, schedule)
	schedules.changed(id)
	await schedules.work()
}

/** Lets the time pass, waking when the object asks for it. */
async function until(end: number): Promise<void> {
	for (;;) {
		const next = schedules.nextAt()
		if (next === null || next > end) break
		now = Math.max(now, next)
		await schedules.work()
	}
	now = end
}

const arrivals = (): OpenDelivery[] =>
	db
		.all<{ id: string; automation_id: string }>(
			'SELECT id, automation_id FROM delivery ORDER BY seq',
		)
		.flatMap(({ id, automation_id }) => queue.find(automation_id, id) ?? [])
const scheduled = () =>
	arrivals().map(({ scheduledAt, missed }) => [
		new Date(scheduledAt ?? 0).toISOString().slice(11, 16),
		missed,
	])

test('each time of a schedule comes once, in its time, and nothing in between', async () => {
	await make('aut', HOURLY)
	expect(schedules.nextAt()).toBe(Date.parse('2026-11-23T07:00:00Z'))
	await until(START + 3 * HOUR_MS)
	expect(scheduled()).toEqual([
		['07:00', 0],
		['08:00', 0],
		['09:00', 0],
	])
	expect(arrivals()[0]).toMatchObject({
		source: 'schedule',
		deliveryId: 'schedule:2026-11-23T07:00:00.000Z',
		depth: 0,
		payload: '{"scheduledAt":"2026-11-23T07:00:00.000Z","timeZone":"UTC","missed":0}',
	})
})

test('a server that was down makes one delivery for the last time, which says how many were missed', async () => {
	await make('aut', HOURLY)
	now = START + 5 * HOUR_MS
	wake()
	await schedules.work()
	expect(scheduled()).toEqual([['11:00', 4]])
	await until(START + 6 * HOUR_MS)
	expect(scheduled()).toEqual([
		['11:00', 4],
		['12:00', 0],
	])
})

test('a server that was down for months counts missed times up to a thousand', async () => {
	await make('aut', { cron: '*/5 * * * *', timeZone: 'UTC' })
	now = START + 90 * 24 * HOUR_MS
	await schedules.work()
	expect(arrivals()).toMatchObject([{ missed: 1_000 }])
	expect(schedules.nextAt()).toBe(now + 5 * MINUTE_MS)
})

test('an object that ended between the delivery and the next time does not deliver again', async () => {
	await make('aut', HOURLY)
	await until(START + HOUR_MS)
	// Storage as if only the delivery had been kept.
	db.all('UPDATE schedule SET due_at = ?, look_at = ?', START + 50 * MINUTE_MS, 0)
	wake()
	await schedules.work()
	expect(scheduled()).toEqual([['07:00', 0]])
})

test('a schedule is late, not lost, while D1 does not answer', async () => {
	await make('aut', HOURLY)
	down = true
	await until(START + HOUR_MS)
	expect(arrivals()).toEqual([])
	down = false
	await until(START + HOUR_MS + MINUTE_MS)
	expect(scheduled()).toEqual([['07:00', 0]])
})

test('an object that lost its storage reads the schedules from D1 again, once it answers', async () => {
	await make('aut', HOURLY)
	save('webhook', HOURLY, { trigger: { kind: 'webhook', proof: 'standard' } })
	db = nodeDatabase()
	down = true
	wake()
	expect(schedules.isNew).toBe(true)
	await until(START + 20 * MINUTE_MS)
	expect(schedules.isNew).toBe(true)
	down = false
	await until(START + HOUR_MS)
	expect(schedules.isNew).toBe(false)
	expect(scheduled()).toEqual([['07:00', 0]])
	expect(schedules.nextAt()).toBe(Date.parse('2026-11-23T08:00:00Z'))
})

test('a schedule that finds the queue full comes when there is room again', async () => {
	await make('aut', HOURLY)
	for (let i = 0; i < MAX_WAITING; i++) {
		queue.accept({
			id: `d${i}`,
			automationId: 'other',
			deliveryId: `d${i}`,
			receivedAt: now,
			source: 'webhook',
			replayOf: null,
			askedBy: null,
			address: '',
			headers: {},
			event: null,
			payload: '',
			payloadBytes: 0,
			scheduledAt: null,
			missed: 0,
			depth: 0,
		})
	}
	await until(START + HOUR_MS)
	queue.forget('other')
	await until(START + HOUR_MS + MINUTE_MS)
	expect(scheduled()).toEqual([['07:00', 0]])
})

describe('a change', () => {
	beforeEach(() => make('aut', HOURLY))

	test('of the times counts from now on', async () => {
		schedules.changing('aut')
		save('aut', { cron: '30 * * * *', timeZone: 'UTC' })
		schedules.changed('aut')
		await schedules.work()
		await until(START + HOUR_MS)
		expect(scheduled()).toEqual([['06:30', 0]])
	})

	test('that nobody told of after it was saved is noticed before the old time comes', async () => {
		schedules.changing('aut')
		save('aut', { cron: '30 * * * *', timeZone: 'UTC' })
		wake()
		await until(START + HOUR_MS)
		expect(scheduled()).toEqual([['06:30', 0]])
	})

	test('of something else leaves the times as they are', async () => {
		save('aut', HOURLY, { name: 'Other' })
		now += 55 * MINUTE_MS
		schedules.changed('aut')
		await schedules.work()
		expect(scheduled()).toEqual([['07:00', 0]])
	})

	test('switched off: nothing comes, and nothing is made up for when it is switched on again', async () => {
		save('aut', HOURLY, { enabled: false })
		schedules.changed('aut')
		await until(START + 3 * HOUR_MS)
		expect(schedules.nextAt()).toBeNull()
		save('aut', HOURLY)
		schedules.changed('aut')
		await until(START + 4 * HOUR_MS)
		expect(scheduled()).toEqual([['10:00', 0]])
	})

	test('deleted, and nobody told: its next time begins nothing, and it leaves nothing behind', async () => {
		saved.clear()
		await until(START + 3 * HOUR_MS)
		expect(arrivals()).toEqual([])
		expect(schedules.nextAt()).toBeNull()
	})
})

test('1,000 schedules that are due in one minute have all begun within the next, each once', async () => {
	const count = 1_000
	for (let i = 0; i < count; i++) {
		const id = `aut_${i}`
		save(id, { cron: '0 7 * * *', timeZone: i % 2 ? 'UTC' : 'Africa/Abidjan' })
		schedules.changed(id)
	}
	await schedules.work()
	const begun = new Map<string, number>()
	const dispatcher = new Dispatcher({
		queue: () => queue,
		clock: () => now,
		conversationFor: async ({ automation }) => `cnv_${automation.id}`,
		find: async (id) => {
			const automation = saved.get(id)
			return automation && { automation, project: PROJECT }
		},
		lastRun: async () => undefined,
		runState: async () => undefined,
		hasEditor: async () => true,
		begin: async ({ automation }) => {
			// The time to begin a run: D1 and a Conversation, one after the other.
			now += 25
			begun.set(automation.id, (begun.get(automation.id) ?? 0) + 1)
			return { ok: true, runId: `run_${automation.id}` }
		},
		stop: async () => undefined,
		isProven: async () => true,
		log: async () => undefined,
		warn: () => undefined,
	})
	const due = Date.parse('2026-11-23T07:00:00Z')
	expect(schedules.nextAt()).toBe(due)
	now = due
	// Same as the alarm.
	await schedules.work()
	while ((queue.nextAt() ?? Number.POSITIVE_INFINITY) <= now) await dispatcher.work()
	expect(begun.size).toBe(count)
	expect(new Set(begun.values())).toEqual(new Set([1]))
	expect(now - due).toBeLessThan(MINUTE_MS)
})
