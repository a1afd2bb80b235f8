/** Delivers this conversation's events to D1, in order, with retries. A run never stops because D1 is down. */

import { and, eq, gt, isNotNull, isNull, max, notExists, type SQL, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { personNow } from '../../accounts/store/merged-trials.ts'
import type { Run } from '../../agent/run/run-state.ts'
import type { OutboxItem, OutboxPayload } from '../../agent/run/run-store.ts'
import { recordedName } from '../../agent/source/run-source.ts'
import { authorColumns } from '../../db/authors.ts'
import { conversations, messages, runs } from '../../db/schema.ts'
import { earliest } from '../../platform/alarm.ts'
import { backoffMs } from '../../platform/backoff.ts'
import { insertGrant } from '../../projects/store/grants.ts'
import { areSuspended } from '../../usage/store/allowances.ts'
import { addCall, hasUsage } from '../../usage/store/late-call.ts'
import { recordSize } from '../../usage/store/quota-use.ts'
import { recordUsage } from '../../usage/store/usage.ts'
import type { ConversationStore } from '../conversation-store.ts'
import { nameConversation } from '../record/conversations.ts'
import type { TranscriptRecord } from './transcript-record.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 300_000
/** After this many failed tries (a minute) the item itself may be at fault: the next one is tried as well. */
const SUSPECT_AFTER = 6
/** A late item that failed this often (over an hour) no longer wakes the object; it is tried with others. */
const WAKES_UNTIL = 20

/** Pure: the pause after this many failed tries. */
export const outboxDelay = (attempts: number): number =>
	backoffMs(attempts, FIRST_RETRY_MS, MAX_RETRY_MS)

export interface OutboxPorts {
	readonly store: () => OutboxStore
	/**
	 * Writes one item; may throw; may be called again with the same item. `late`: later ones were
	 * written before it, so its view of the present is outdated.
	 */
	readonly project: (payload: OutboxPayload, late: boolean) => Promise<void>
	readonly clock: () => number
	readonly log: (event: string, error: unknown) => void
	/** The conversation was deleted, with its tables: an item on its way has nowhere to be counted. */
	readonly isErased: () => boolean
}

export type OutboxStore = Pick<
	ConversationStore,
	| 'firstOutboxItems'
	| 'firstLateOutboxItem'
	| 'setOutboxItemLate'
	| 'deleteOutboxItem'
	| 'delayOutboxItem'
>

/**
 * Sends due items in order until one fails or none is left. One drain runs at a time. An item that
 * fails when the next one does not is late from then on: it blocks no other, and is tried separately.
 */
export class Outbox {
	readonly #ports: OutboxPorts
	#draining: Promise<void> | null = null

	constructor(ports: OutboxPorts) {
		this.#ports = ports
	}

	/** When the next item is due, Unix ms; null if there is none. */
	nextAt(): number | null {
		const store = this.#ports.store()
		const late = store.firstLateOutboxItem()
		const [first] = store.firstOutboxItems()
		const lateAt = late && late.attempts < WAKES_UNTIL ? late.nextAt : null
		return earliest(first?.nextAt ?? null, lateAt)
	}

	/** Rejects only if the object's storage fails while the conversation still exists. */
	drain(): Promise<void> {
		this.#draining ??= this.#run()
			.catch((error: unknown) => {
				if (!this.#ports.isErased()) throw error
			})
			.finally(() => {
				this.#draining = null
			})
		return this.#draining
	}

	async #run(): Promise<void> {
		const { store, clock } = this.#ports
		for (;;) {
			const [item, next] = store().firstOutboxItems()
			if (!item || item.nextAt > clock()) break
			if (await this.#send(item, false)) continue
			const suspect = next !== undefined && item.attempts + 1 >= SUSPECT_AFTER
			if (!suspect || !(await this.#send(next, false))) break
			store().setOutboxItemLate(item.id)
		}
		for (;;) {
			const item = store().firstLateOutboxItem()
			if (!item || item.nextAt > clock() || !(await this.#send(item, true))) return
		}
	}

	/** False if it failed and now waits for a retry. */
	async #send(item: OutboxItem, late: boolean): Promise<boolean> {
		const { store, project, clock, log, isErased } = this.#ports
		try {
			await project(item.payload, late)
			store().deleteOutboxItem(item.id)
			return true
		} catch (error) {
			if (isErased()) throw error
			log('outbox_item_failed', error)
			store().delayOutboxItem(item.id, clock() + outboxDelay(item.attempts), String(error))
			return false
		}
	}
}

/** `suspended`: a run has begun whose person or project the operator has suspended meanwhile. */
export type Written = 'written' | 'suspended'

/** Writes one item to D1. Every statement may run twice with the same effect; a deleted conversation is skipped. */
export function d1Projection(
	d1: D1Database,
	identity: () => { conversationId: string; projectId: string },
	record: TranscriptRecord,
	/** Bytes that the object stores, and those of its sub-agents. */
	size: () => number,
): (payload: OutboxPayload, late: boolean) => Promise<Written> {
	const db = drizzle(d1)
	const write = async (payload: OutboxPayload, late: boolean): Promise<Written> => {
		const { conversationId, projectId } = identity()
		if (payload.topic === 'granted') {
			const { id, tool, action, subject = '', userId, createdAt } = payload
			await db.batch([
				insertGrant(db, { id, projectId, tool, action, subject, createdBy: userId, createdAt }),
			])
			return 'written'
		}
		if (payload.topic === 'titled') {
			const { title, runId, call } = payload
			const named = nameConversation(db, conversationId, title)
			if (call && !(await hasUsage(db, runId))) throw new Error(`${runId} is not counted yet.`)
			await db.batch([named, ...(call ? addCall(db, runId, call) : [])])
			return 'written'
		}
		if (payload.topic === 'verdict') {
			const { runId, verdict } = payload
			if (!late)
				await db
					.update(conversations)
					.set({ lastRunVerdict: verdict })
					.where(and(eq(conversations.id, conversationId), eq(conversations.lastRunId, runId)))
			return 'written'
		}
		if (payload.topic === 'answer-changed') {
			await record.again(payload.messageId)
			return 'written'
		}
		if (payload.topic === 'late-calls') {
			const { runId, calls } = payload
			if (!(await hasUsage(db, runId))) throw new Error(`${runId} is not counted yet.`)
			for (const call of calls) await db.batch(addCall(db, runId, call))
			await recordSize(db, { conversationId, projectId, bytes: size() })
			return 'written'
		}
		// D1 gets only a run's start and end, so "queued" would stay in the list while the run is active.
		const run: Run =
			payload.run.state === 'queued' ? { ...payload.run, state: 'running' } : payload.run
		const touched = {
			lastRunId: run.id,
			lastRunState: run.state,
			lastRunVerdict: (payload.topic === 'run-ended' ? payload.verdict : null) ?? null,
			updatedAt: run.finishedAt ?? run.startedAt,
		}
		const runRow = {
			id: run.id,
			conversationId,
			...authorColumns(run.author),
			userId: personNow(run.author.userId ?? ''),
			state: run.state,
			model: recordedName(run.source),
			errorCode: run.errorCode,
			steps: payload.topic === 'run-ended' ? payload.steps : 0,
			startedAt: run.startedAt,
			finishedAt: run.finishedAt,
		}
		// A late item writes only facts that stay true.
		const insertRun = db.insert(runs).values(runRow)
		const upsertRun =
			late && payload.topic !== 'run-ended'
				? insertRun.onConflictDoNothing()
				: insertRun.onConflictDoUpdate({
						target: runs.id,
						set: runRow,
						setWhere: isNull(runs.finishedAt),
					})
		if (payload.topic !== 'run-waits') await record.complete()
		const newest = late ? noLaterRun(db, conversationId, run) : undefined
		// A write of a replaced instance may arrive after all writes of its successor.
		const thisOne = and(eq(conversations.id, conversationId), notEnded(db, run))
		switch (payload.topic) {
			case 'run-waits':
				if (late) return 'written'
				await db.batch([
					db
						.update(conversations)
						.set({ lastRunState: run.state })
						.where(and(thisOne, eq(conversations.lastRunId, run.id))),
				])
				return 'written'
			case 'run-started': {
				const answers = await db.batch([
					db
						.update(conversations)
						.set({ title: payload.autoTitle ?? sql`title`, titleSource: 'auto' })
						.where(
							and(
								thisOne,
								eq(conversations.titleSource, 'default'),
								payload.autoTitle === null ? sql`0` : sql`1`,
							),
						),
					...(late ? [] : [db.update(conversations).set(touched).where(thisOne)]),
					upsertRun.returning({ held: areSuspended(run.author.userId ?? '', projectId) }),
				])
				const [begun] = (answers.at(-1) ?? []) as { readonly held: unknown }[]
				return begun?.held ? 'suspended' : 'written'
			}
			case 'run-ended':
				await db.batch([
					db.update(conversations).set(touched).where(and(thisOne, newest)),
					upsertRun,
					...payload.entered.map(({ id, text, createdAt, author }) =>
						db
							.insert(messages)
							.values({
								id,
								conversationId,
								role: 'user',
								text,
								runId: run.id,
								createdAt,
								...authorColumns(author ?? run.author),
							})
							.onConflictDoNothing(),
					),
					recordSize(db, { conversationId, projectId, bytes: size() }),
					...recordUsage(db, {
						runId: run.id,
						projectId,
						conversationId,
						userId: run.author.userId ?? '',
						authorKind: run.author.kind,
						authorId: run.author.id,
						model: recordedName(run.source),
						...run.usage,
						costUsd: run.costUsd,
						calls: payload.calls ?? null,
						createdAt: run.finishedAt ?? run.startedAt,
					}),
				])
				return 'written'
			default:
				return payload satisfies never
		}
	}
	return async (payload, late) => {
		try {
			return await write(payload, late)
		} catch (error) {
			// A conversation deleted meanwhile has no row to belong to: retries would never succeed.
			const { conversationId } = identity()
			const left = await db
				.select({ id: conversations.id })
				.from(conversations)
				.where(eq(conversations.id, conversationId))
				.get()
			if (left) throw error
			return 'written'
		}
	}
}

/** True in SQL until D1 knows the end of this run. */
const notEnded = (db: DrizzleD1Database, run: Run): SQL =>
	notExists(
		db
			.select({ one: sql`1` })
			.from(runs)
			.where(and(eq(runs.id, run.id), isNotNull(runs.finishedAt))),
	)

/** True in SQL if no run of the conversation began after this one. By message order: a clock may be set back. */
const noLaterRun = (db: DrizzleD1Database, conversationId: string, run: Run): SQL => {
	const own = db
		.select({ seq: max(messages.seq) })
		.from(messages)
		.where(and(eq(messages.conversationId, conversationId), eq(messages.runId, run.id)))
	return notExists(
		db
			.select({ one: sql`1` })
			.from(messages)
			.where(and(eq(messages.conversationId, conversationId), gt(messages.seq, own))),
	)
}
