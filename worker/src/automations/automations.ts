/**
 * The Automations object of a project: a thin shell around {@link Dispatcher} and {@link Schedules}. It sleeps
 * while nothing is due; one alarm is for both.
 */
import { DurableObject } from 'cloudflare:workers'
import type { AutomationActor } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import { stopTitle } from '../access/dollar-budgets.ts'
import { limitReached } from '../access/limit-words.ts'
import {
	type ConversationRow,
	ensureConversation,
	findConversation,
	newConversation,
} from '../conversations/record/conversations.ts'
import { type Started, startRun } from '../conversations/start-run.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { earliest, wakeBy } from '../platform/alarm.ts'
import { SecretLocked } from '../platform/sealed-secret.ts'
import { objectDatabase } from '../platform/sql-database.ts'
import {
	DeliveryQueue,
	type ListedDelivery,
	type NewDelivery,
	type OpenDelivery,
} from './delivery-queue.ts'
import { type Begun, Dispatcher, type Found } from './dispatcher.ts'
import { markOf, readSecret } from './kept-secret.ts'
import { reportDecision, reportEnd } from './outgoing/enqueue-reports.ts'
import { deliverEvent, type Happened } from './product-events.ts'
import { runTitle } from './run-title.ts'
import { Schedules } from './schedules.ts'
import {
	findAutomation,
	findAutomations,
	listeningAutomations,
	scheduledAutomations,
	setAutomationConversation,
} from './store/automations.ts'
import { lastRunOf, logDelivery, MAX_LOGGED_CHARS, stateOfRun } from './store/deliveries.ts'

export type Accepting = ReturnType<DeliveryQueue['accept']>

const warn = (event: string, error: unknown): void =>
	console.warn(JSON.stringify({ level: 'warn', event, error: String(error) }))

export class Automations extends DurableObject<Env> {
	#queue: DeliveryQueue
	readonly #dispatcher: Dispatcher
	readonly #schedules: Schedules

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.#queue = new DeliveryQueue(objectDatabase(ctx.storage))
		const db = database(env.DB)
		const common = {
			queue: () => this.#queue,
			clock: () => Date.now(),
			warn,
		}
		this.#schedules = new Schedules({
			...common,
			db: () => objectDatabase(ctx.storage),
			newDeliveryId: (now) => newId('dlv', now),
			listAll: () => scheduledAutomations(db, ctx.id.name ?? ''),
			findAll: (automationIds) => findAutomations(db, automationIds),
		})
		// At any touch: with the storage, the alarm was lost.
		if (this.#schedules.isNew) ctx.blockConcurrencyWhile(() => this.#setAlarm())
		this.#dispatcher = new Dispatcher({
			...common,
			conversationFor: (found) => this.#conversationFor(found),
			hasEditor: ({ project }) => env.ROOM.getByName(project.id).awaitEditor(),
			find: (automationId) => findAutomation(db, automationId),
			lastRun: (conversationId) => lastRunOf(db, conversationId),
			runState: (conversationId, runId) => stateOfRun(db, conversationId, runId),
			begin: (found, delivery, prompt) => this.#begin(found, delivery, prompt),
			stop: async ({ automation }, { conversationId, runId }) => {
				const by = authorOf(actorOf(automation))
				await env.CONVERSATION.getByName(conversationId).stop(runId, false, by)
			},
			isProven: ({ automation }, provenBy) => this.#isProven(automation, provenBy),
			log: async (delivery) => {
				await reportDecision(env, db, delivery)
				const { step: _, attempts: __, event: ___, waitsFor: ____, payload, ...row } = delivery
				const kept = { ...row, payload: payload.slice(0, MAX_LOGGED_CHARS) }
				await logDelivery(db, kept, Date.now())
			},
		})
	}

	/** Durable when it returns; the work begins after that. */
	async accept(delivery: NewDelivery): Promise<Accepting> {
		const accepted = this.#queue.accept(delivery)
		// Other deliveries have their alarm already: a storm need not search the queue for each one.
		if (accepted.kind === 'accepted') await wakeBy(this.ctx.storage, delivery.receivedAt)
		// The object may have ended between the first one's entry and its alarm.
		else if (accepted.kind === 'repeated') await this.#setAlarm()
		return accepted
	}

	/** Deliveries that are not in the log yet; newest first. */
	async waiting(automationId: string, limit: number): Promise<ListedDelivery[]> {
		return this.#queue.waiting(automationId, limit)
	}

	async findWaiting(automationId: string, id: string): Promise<OpenDelivery | null> {
		return this.#queue.find(automationId, id) ?? null
	}

	/** The run that a delivery began is over. */
	async runEnded(conversationId: string, deliveryId: string): Promise<void> {
		this.#queue.release(deliveryId)
		await this.#setAlarm()
		await reportEnd(this.env, database(this.env.DB), conversationId)
	}

	/** Something happened in the project; may be told again. */
	async happened(projectId: string, event: Happened): Promise<void> {
		const db = database(this.env.DB)
		await deliverEvent(event, {
			queue: () => this.#queue,
			clock: () => Date.now(),
			newDeliveryId: (now) => newId('dlv', now),
			listening: (kind) => listeningAutomations(db, projectId, kind),
			warn,
		})
		await this.#setAlarm()
	}

	/** An editor came, for which deliveries waited. */
	async editorCame(): Promise<void> {
		this.#queue.editorCame(Date.now())
		await this.#setAlarm()
	}

	/** Before an automation with a schedule is saved: the change is noticed even if nobody calls {@link scheduleChanged}. */
	async scheduleChanging(automationId: string): Promise<void> {
		this.#schedules.changing(automationId)
		await this.#setAlarm()
	}

	/** After it was saved or deleted. */
	async scheduleChanged(automationId: string): Promise<void> {
		this.#schedules.changed(automationId)
		await this.#schedules.work()
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
		await this.#schedules.work()
		await this.#dispatcher.work()
		await this.#setAlarm()
	}

	async #conversationFor({ automation }: Found): Promise<string> {
		const conversationId = newId('cnv')
		if (automation.conversation === 'new') return conversationId
		const db = database(this.env.DB)
		const { conversationId: kept } = automation
		if (kept !== null && (await findConversation(db, kept, null))) return kept
		await setAutomationConversation(db, automation.id, conversationId)
		return conversationId
	}

	/** True if it cannot be told: a server with another `SECRETS_KEY` has the same secrets. */
	async #isProven({ id, secret }: Found['automation'], provenBy: string): Promise<boolean> {
		if (secret === null) return false
		try {
			return (await markOf(await readSecret(secret, id, this.env))) === provenBy
		} catch (error) {
			if (error instanceof SecretLocked) return true
			throw error
		}
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
		const conversation = known?.conversation ?? conversationFor(automation, conversationId, prompt)
		if (!known) await ensureConversation(db, conversation)
		// Its own, as they are now: members change the conversation's for their own runs in it.
		const { mode, model, budget } = automation
		const started = await startRun(
			this.env,
			{ ...actorOf(automation), askedBy: delivery.askedBy },
			{ project, conversation: { ...conversation, mode, model, budget }, role: null },
			{ message: { id: delivery.id, role: 'user', parts: [{ type: 'text', text: prompt }] } },
		)
		if (!started.ok) {
			return { ok: false, error: whyNot(started) }
		}
		// In the one conversation of an automation, a run of a person may just have begun, or one still be ending.
		return { ok: true, runId: started.kind === 'run' ? started.runId : null }
	}

	/** An alarm for work that was done meanwhile would wake the object for nothing. */
	async #setAlarm(): Promise<void> {
		const { storage } = this.ctx
		const alarm = await storage.getAlarm()
		// After the wait, so that the last caller sets what is true.
		const next = earliest(this.#queue.nextAt(Date.now()), this.#schedules.nextAt())
		if (next === alarm) return
		await (next === null ? storage.deleteAlarm() : storage.setAlarm(next))
	}
}

function whyNot(started: Extract<Started, { ok: false }>): string {
	switch (started.reason) {
		case 'over_quota':
			return limitReached(started.reached)
		case 'over_budget':
			return stopTitle(started.stop)
		case 'no_key':
			return `The model "${started.model}" needs a key: neither the person who made the automation nor the server has one.`
		case 'queue_full':
		case 'withdrawn':
		case 'in_use':
		case 'revert_active':
		case 'unknown_model':
		case 'forbidden':
		case 'hidden':
			return `The run could not begin: ${started.reason}.`
		default:
			return started satisfies never
	}
}

const actorOf = ({ id, name, projectId, trigger }: Found['automation']): AutomationActor => ({
	kind: trigger.kind === 'schedule' ? 'schedule' : 'webhook',
	id,
	name,
	projectId,
})

function conversationFor(
	automation: Found['automation'],
	id: string,
	prompt: string,
): ConversationRow {
	const { projectId, name, mode, model, budget, conversation } = automation
	// The one conversation of all its runs is not that of a single delivery.
	const title = conversation === 'new' ? runTitle(name, prompt) : name
	return newConversation(
		{ id, projectId, title, titleSource: 'automation', mode, model, budget },
		Date.now(),
	)
}
