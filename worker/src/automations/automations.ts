/** The Automations object of a project: a thin shell around {@link Dispatcher}. It sleeps while nothing is due. */
import { DurableObject } from 'cloudflare:workers'
import type { AutomationActor } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { startRun } from '../conversations/start-run.ts'
import { findAutomation } from '../db/automations.ts'
import { database } from '../db/client.ts'
import { type ConversationRow, findConversation, insertConversation } from '../db/conversations.ts'
import { lastRunOf, logDelivery, MAX_LOGGED_CHARS } from '../db/deliveries.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { objectDatabase } from '../object-storage/sql-database.ts'
import {
	DeliveryQueue,
	type ListedDelivery,
	type NewDelivery,
	type OpenDelivery,
} from './delivery-queue.ts'
import { type Begun, Dispatcher, type Found } from './dispatcher.ts'

export type Accepting = ReturnType<DeliveryQueue['accept']>

export class Automations extends DurableObject<Env> {
	#queue: DeliveryQueue
	readonly #dispatcher: Dispatcher

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.#queue = new DeliveryQueue(objectDatabase(ctx.storage))
		const db = database(env.DB)
		this.#dispatcher = new Dispatcher({
			queue: () => this.#queue,
			clock: () => Date.now(),
			newConversationId: () => newId('cnv'),
			find: (automationId) => findAutomation(db, automationId),
			lastRun: (conversationId) => lastRunOf(db, conversationId),
			begin: (found, delivery, prompt) => this.#begin(found, delivery, prompt),
			stop: async ({ automation }, { conversationId, runId }) => {
				const by = authorOf(actorOf(automation))
				await env.CONVERSATION.getByName(conversationId).stop(runId, false, by)
			},
			log: async (delivery) => {
				const { step: _, attempts: __, event: ___, payload, ...row } = delivery
				const kept = { ...row, payload: payload.slice(0, MAX_LOGGED_CHARS) }
				await logDelivery(db, kept, Date.now())
			},
			warn: (event, error) =>
				console.warn(JSON.stringify({ level: 'warn', event, error: String(error) })),
		})
	}

	/** Durable when it returns; the work begins after that. */
	async accept(delivery: NewDelivery): Promise<Accepting> {
		const accepted = this.#queue.accept(delivery)
		await this.#setAlarm()
		return accepted
	}

	/** Deliveries that are not in the log yet; newest first. */
	async waiting(automationId: string, limit: number): Promise<ListedDelivery[]> {
		return this.#queue.waiting(automationId, limit)
	}

	async findWaiting(automationId: string, id: string): Promise<OpenDelivery | null> {
		return this.#queue.find(automationId, id) ?? null
	}

	/** A run that an automation began is over. */
	async runEnded(conversationId: string): Promise<void> {
		for (const id of this.#queue.activeIn(conversationId)) this.#queue.release(id)
		await this.#setAlarm()
	}

	/** Takes a deleted person out of the deliveries that wait. */
	async forgetPerson(userId: string): Promise<void> {
		this.#queue.forgetPerson(userId)
	}

	async destroy(): Promise<void> {
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
		await this.ctx.storage.sync()
		this.#queue = new DeliveryQueue(objectDatabase(this.ctx.storage))
	}

	override async alarm(): Promise<void> {
		this.#queue.forgetOld(Date.now())
		await this.#dispatcher.work()
		await this.#setAlarm()
	}

	async #begin(
		{ automation, project }: Found,
		delivery: OpenDelivery,
		prompt: string,
	): Promise<Begun> {
		const db = database(this.env.DB)
		const { conversationId } = delivery
		if (conversationId === null) throw new Error('A delivery begins in its conversation.')
		const known = await findConversation(db, conversationId, null)
		const conversation = known?.conversation ?? newConversation(automation, conversationId)
		if (!known) await insertConversation(db, conversation)
		const started = await startRun(
			this.env,
			actorOf(automation),
			{ project, conversation, role: null },
			{ message: { id: delivery.id, role: 'user', parts: [{ type: 'text', text: prompt }] } },
		)
		if (!started.ok) return { ok: false, error: `The run could not begin: ${started.reason}.` }
		// A new conversation has no other run that the message could enter.
		const runId = started.kind === 'run' ? started.runId : started.run?.id
		if (runId === undefined) throw new Error('The message waits in a conversation without a run.')
		return { ok: true, runId }
	}

	/** An alarm for work that was done meanwhile would wake the object for nothing. */
	async #setAlarm(): Promise<void> {
		const { storage } = this.ctx
		const alarm = await storage.getAlarm()
		// After the wait, so that the last caller sets what is true.
		const next = this.#queue.nextAt()
		if (next === alarm) return
		await (next === null ? storage.deleteAlarm() : storage.setAlarm(next))
	}
}

const actorOf = ({ id, name, projectId }: Found['automation']): AutomationActor => ({
	kind: 'webhook',
	...{ id, name, projectId },
})

function newConversation(automation: Found['automation'], id: string): ConversationRow {
	const { projectId, name: title, mode, model, budget } = automation
	const now = Date.now()
	return {
		...{ id, projectId, title, mode, model, budget },
		titleSource: 'user',
		lastRunId: null,
		lastRunState: null,
		lastRunVerdict: null,
		createdAt: now,
		updatedAt: now,
	}
}
