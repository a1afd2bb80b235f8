/** Brings what happened here to D1, in order, as often as it takes. A D1 that is down never stops a run. */
import { and, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { Run } from '../agent/run-state.ts'
import type { OutboxPayload } from '../agent/run-store.ts'
import { insertGrant } from '../db/grants.ts'
import { conversations, messages, runs, usage } from '../db/schema.ts'
import type { ConversationStore } from './conversation-store.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 300_000

/** Pure: how long to wait after so many failed tries. */
export const outboxDelay = (attempts: number): number =>
	Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts)

export interface OutboxPorts {
	readonly store: () => ConversationStore
	/** Writes one item; may throw; may be called again with the same item. */
	readonly project: (payload: OutboxPayload) => Promise<void>
	readonly clock: () => number
	readonly log: (event: string, error: unknown) => void
}

/** Sends due items until one fails or none is left. One drain runs at a time. */
export class Outbox {
	readonly #ports: OutboxPorts
	#draining: Promise<void> | null = null

	constructor(ports: OutboxPorts) {
		this.#ports = ports
	}

	/** When the next item wants to be tried, Unix ms; null when there is none. */
	nextAt(): number | null {
		return this.#ports.store().firstOutboxItem()?.nextAt ?? null
	}

	drain(): Promise<void> {
		this.#draining ??= this.#run().finally(() => {
			this.#draining = null
		})
		return this.#draining
	}

	async #run(): Promise<void> {
		const { project, clock, log } = this.#ports
		for (;;) {
			const store = this.#ports.store()
			const item = store.firstOutboxItem()
			if (!item || item.nextAt > clock()) return
			try {
				await project(item.payload)
				store.deleteOutboxItem(item.id)
			} catch (error) {
				log('outbox_item_failed', error)
				store.delayOutboxItem(item.id, clock() + outboxDelay(item.attempts), String(error))
				return
			}
		}
	}
}

/** Writes one item to D1. Every statement may run twice with the same effect; nothing is written of a deleted conversation. */
export function d1Projection(
	d1: D1Database,
	identity: () => { conversationId: string; projectId: string },
): (payload: OutboxPayload) => Promise<void> {
	const db = drizzle(d1)
	const write = async (payload: OutboxPayload): Promise<void> => {
		const { conversationId, projectId } = identity()
		if (payload.topic === 'granted') {
			const { id, tool, action, subject = '', userId, createdAt } = payload
			await db.batch([
				insertGrant(db, { id, projectId, tool, action, subject, createdBy: userId, createdAt }),
			])
			return
		}
		// D1 is told of a run's start and end; between the two a list that says "queued" would be wrong.
		const run: Run =
			payload.run.state === 'queued' ? { ...payload.run, state: 'running' } : payload.run
		const touched = {
			lastRunId: run.id,
			lastRunState: run.state,
			updatedAt: run.finishedAt ?? run.startedAt,
		}
		const runRow = {
			id: run.id,
			conversationId,
			userId: run.userId,
			state: run.state,
			model: run.model,
			errorCode: run.errorCode,
			steps: payload.topic === 'run-ended' ? payload.steps : 0,
			startedAt: run.startedAt,
			finishedAt: run.finishedAt,
		}
		const upsertRun = db
			.insert(runs)
			.values(runRow)
			.onConflictDoUpdate({ target: runs.id, set: runRow })
		switch (payload.topic) {
			case 'run-waits':
				await db.batch([
					db
						.update(conversations)
						.set({ lastRunState: run.state })
						.where(and(eq(conversations.id, conversationId), eq(conversations.lastRunId, run.id))),
				])
				return
			case 'run-started':
				await db.batch([
					db.update(conversations).set(touched).where(eq(conversations.id, conversationId)),
					db
						.update(conversations)
						.set({ title: payload.autoTitle ?? sql`title`, titleSource: 'auto' })
						.where(
							and(
								eq(conversations.id, conversationId),
								eq(conversations.titleSource, 'default'),
								payload.autoTitle === null ? sql`0` : sql`1`,
							),
						),
					upsertRun,
					db
						.insert(messages)
						.values({
							id: payload.userMessage.id,
							conversationId,
							role: 'user',
							text: payload.userMessage.text,
							runId: run.id,
							createdAt: run.startedAt,
						})
						.onConflictDoNothing(),
				])
				return
			case 'run-ended':
				await db.batch([
					db.update(conversations).set(touched).where(eq(conversations.id, conversationId)),
					upsertRun,
					db
						.insert(messages)
						.values({
							id: run.messageId,
							conversationId,
							role: 'assistant',
							text: payload.assistantText,
							runId: run.id,
							createdAt: run.finishedAt ?? run.startedAt,
						})
						.onConflictDoNothing(),
					...payload.entered.map(({ id, text, createdAt }) =>
						db
							.insert(messages)
							.values({ id, conversationId, role: 'user', text, runId: run.id, createdAt })
							.onConflictDoNothing(),
					),
					db
						.insert(usage)
						.values({
							runId: run.id,
							projectId,
							userId: run.userId,
							model: run.model,
							...run.usage,
							costUsd: run.costUsd,
							createdAt: run.finishedAt ?? run.startedAt,
						})
						.onConflictDoNothing(),
				])
				return
			default:
				payload satisfies never
		}
	}
	return async (payload) => {
		try {
			await write(payload)
		} catch (error) {
			// A conversation deleted meanwhile has no row to belong to: trying again would never end.
			const { conversationId } = identity()
			const left = await db
				.select({ id: conversations.id })
				.from(conversations)
				.where(eq(conversations.id, conversationId))
				.get()
			if (left) throw error
		}
	}
}
