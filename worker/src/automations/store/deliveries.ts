import type { Delivery, DeliveryDetail } from '@fairlead/protocol/automations/automations'
import { RunState } from '@fairlead/protocol/conversations/runs'
import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { conversations, runs } from '../../db/schema.ts'
import { automations, deliveries } from './schema.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

/** Characters that the log keeps of a payload. */
export const MAX_LOGGED_CHARS = 64 * 1024
export const MAX_LISTED = 100
/** The deliveries kept per automation; older ones are deleted. */
const MAX_KEPT = 1_000
const KEPT_MS = 30 * 24 * 3_600_000

/** Identifies a delivery; a run's end is looked up by it. */
export interface DeliveryKey {
	readonly automationId: string
	readonly id: string
}

/**
 * Logs a delivery, once or again, and forgets those that are too old or more than the log keeps. A delivery is not
 * logged if its automation is gone.
 */
export async function logDelivery(db: Database, row: DeliveryRow, now: number): Promise<void> {
	const { automationId, verdict, error, conversationId, runId } = row
	const log = db
		.insert(deliveries)
		.select(rowOf(row))
		.onConflictDoUpdate({ target: deliveries.id, set: { verdict, error, conversationId, runId } })
	await db.batch([log, pruned(db, automationId, now)])
}

/**
 * Logs what was refused, unless the log has a line of this id already: then nothing is written. False: it has, or the
 * automation is gone.
 */
export async function logRefused(db: Database, row: DeliveryRow, now: number): Promise<boolean> {
	const made = await db
		.insert(deliveries)
		.select(rowOf(row))
		.onConflictDoNothing()
		.returning({ id: deliveries.id })
	if (made.length > 0) await pruned(db, row.automationId, now)
	return made.length > 0
}

/** The row of a delivery whose automation is there. */
const rowOf = (row: DeliveryRow) =>
	sql`select ${row.id}, ${automations.id}, ${row.deliveryId}, ${row.source}, ${row.replayOf}, ${row.askedBy},
		${row.receivedAt}, ${row.address}, ${JSON.stringify(row.headers)}, ${row.payload}, ${row.payloadBytes},
		${row.verdict}, ${row.error}, ${row.conversationId}, ${row.runId}, ${row.scheduledAt}, ${row.missed}, ${row.depth}
		from ${automations} where ${automations.id} = ${row.automationId}`

function pruned(db: Database, automationId: string, now: number) {
	const oldestKept = db
		.select({ at: deliveries.receivedAt })
		.from(deliveries)
		.where(eq(deliveries.automationId, automationId))
		.orderBy(desc(deliveries.receivedAt))
		.limit(1)
		.offset(MAX_KEPT - 1)
	return db
		.delete(deliveries)
		.where(
			and(
				eq(deliveries.automationId, automationId),
				or(
					lt(deliveries.receivedAt, now - KEPT_MS),
					lt(deliveries.receivedAt, sql`coalesce((${oldestKept}), 0)`),
				),
			),
		)
}

type Listed = Omit<DeliveryRow, 'headers' | 'payload'>

/** A delivery's run; null if it began none, or D1 does not know it. */
export function runOf(id: string | null, state: string | null): Delivery['run'] {
	const known = RunState.safeParse(state)
	return id !== null && known.success ? { id, state: known.data } : null
}

function describe(row: Listed, state: string | null): Delivery {
	const { automationId: _, runId, ...shown } = row
	return { ...shown, waitsFor: null, run: runOf(runId, state) }
}

const listed = {
	id: deliveries.id,
	automationId: deliveries.automationId,
	deliveryId: deliveries.deliveryId,
	source: deliveries.source,
	replayOf: deliveries.replayOf,
	askedBy: deliveries.askedBy,
	receivedAt: deliveries.receivedAt,
	address: deliveries.address,
	payloadBytes: deliveries.payloadBytes,
	verdict: deliveries.verdict,
	error: deliveries.error,
	conversationId: deliveries.conversationId,
	runId: deliveries.runId,
	scheduledAt: deliveries.scheduledAt,
	missed: deliveries.missed,
	depth: deliveries.depth,
} as const

/** Newest first. */
export async function listDeliveries(db: Database, automationId: string): Promise<Delivery[]> {
	const rows = await db
		.select({ row: listed, state: runs.state })
		.from(deliveries)
		.leftJoin(runs, eq(runs.id, deliveries.runId))
		.where(eq(deliveries.automationId, automationId))
		.orderBy(desc(deliveries.receivedAt), desc(deliveries.id))
		.limit(MAX_LISTED)
	return rows.map(({ row, state }) => describe(row, state))
}

export async function findDelivery(
	db: Database,
	{ automationId, id }: DeliveryKey,
): Promise<DeliveryDetail | undefined> {
	const found = await db
		.select({ row: deliveries, state: runs.state })
		.from(deliveries)
		.leftJoin(runs, eq(runs.id, deliveries.runId))
		.where(and(eq(deliveries.id, id), eq(deliveries.automationId, automationId)))
		.get()
	if (!found) return undefined
	const { headers, payload, ...row } = found.row
	return { ...describe(row, found.state), headers, payload }
}

/** The state of a run. Returns null if D1 does not know the run yet, undefined if its conversation is gone. */
export async function stateOfRun(
	db: Database,
	conversationId: string,
	runId: string,
): Promise<{ readonly state: string | null } | undefined> {
	return db
		.select({ state: runs.state })
		.from(conversations)
		.leftJoin(runs, eq(runs.id, runId))
		.where(eq(conversations.id, conversationId))
		.get()
}

/** A conversation's last run; undefined: the conversation is gone. */
export async function lastRunOf(
	db: Database,
	conversationId: string,
): Promise<{ readonly runId: string | null; readonly state: string | null } | undefined> {
	return db
		.select({ runId: conversations.lastRunId, state: conversations.lastRunState })
		.from(conversations)
		.where(eq(conversations.id, conversationId))
		.get()
}
