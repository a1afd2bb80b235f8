/**
 * Triggers under faults, in a world of their own: deliveries that come twice, schedules, and runs that fail, while the
 * Automations object and its Conversations are evicted, calls between them are lost or repeated, and D1 fails.
 * Each delivery that was accepted must have begun exactly one run, or have a verdict that says why not.
 */

import type { AutomationTrigger } from '@fairlead/protocol/automations/automations'
import { LISTED } from '../../worker/src/agent/model/registry/registry.ts'
import type { ChatProvider } from '../../worker/src/agent/model/types.ts'
import type { Automations } from '../../worker/src/automations/automations.ts'
import { UNSCHEDULED } from '../../worker/src/automations/delivery-queue.ts'
import type { Conversation } from '../../worker/src/conversations/conversation.ts'
import { scriptedModel } from './kit/actors/model.ts'
import { People } from './kit/actors/people.ts'
import { enter } from './kit/current.ts'
import { type FaultKind, Faults } from './kit/faults.ts'
import { FakeD1 } from './kit/hosts/d1.ts'
import { type Life, ObjectHost } from './kit/hosts/object-host.ts'
import { type RpcNet, stub } from './kit/hosts/rpc.ts'
import { MODEL } from './kit/plans.ts'
import { Random } from './kit/random.ts'
import { Scheduler } from './kit/scheduler.ts'
import { type Script, STEER_ID } from './kit/script.ts'

/** A random source of its own, so that older seeds keep their runs. */
const APART = 0x7219
const PROJECT_ID = 'prj_triggers'
/** Deliveries come, and faults strike, for this long. */
const WINDOW_MS = 60_000
const DELIVERIES = 12
const EVICTIONS = 10
/** The schedule's period, also after the storm. */
const SCHEDULE_MS = 300_000
const SCHEDULED_MS = 20 * 60_000
const REST_MS = 4 * 3_600_000
const SENDER_RETRY_MS = 2_000
/** Chance that a run fails. */
const FAILING = 0.15

export interface TriggerParts {
	readonly conversation: typeof Conversation
	readonly automations: typeof Automations
}

interface LoggedDelivery {
	readonly id: string
	readonly automation_id: string
	readonly delivery_id: string
	readonly source: string
	readonly verdict: string | null
	readonly run_id: string | null
	readonly missed: number
	readonly depth: number
	readonly scheduled_at: number | null
}

interface BegunRun {
	readonly id: string
	readonly idem_key: string
	readonly state: string
	readonly author: string
	readonly started_at: number
	readonly finished_at: number | null
}

export class TriggerWorld {
	readonly scheduler = new Scheduler()
	readonly faults: Faults
	readonly accepted = new Set<string>()
	/** Unhandled errors, and failures that the objects logged. */
	readonly troubles: string[] = []
	readonly #random: Random
	readonly #d1: FakeD1
	readonly #net: RpcNet
	readonly #parts: TriggerParts
	readonly #automations: ObjectHost<Automations>
	readonly #conversations = new Map<string, ObjectHost<Conversation>>()
	readonly #concurrency: string
	readonly #conversation: string
	#sending = 0

	constructor(seed: number, parts: TriggerParts, faults: 'draw' | readonly FaultKind[] | null) {
		const random = new Random(seed ^ APART)
		const { scheduler } = this
		this.#parts = parts
		this.faults = new Faults(random.fork(), random.fork(), () => scheduler.elapsed, faults)
		this.#random = random
		this.#d1 = new FakeD1(scheduler, this.faults)
		this.#net = { scheduler, faults: this.faults }
		this.#concurrency = random.pick(['queue', 'queue', 'skip', 'replace'])
		this.#conversation = random.pick(['new', 'new', 'same'])
		const wallNow = () => scheduler.now
		this.#automations = new ObjectHost<Automations>({
			scheduler,
			wallNow,
			crashNow: () => this.faults.strikes('conversation_crash_at_commit'),
			make: (ctx, life) => new parts.automations(ctx as never, this.#automationsEnv(life)),
			extra: () => ({ id: { name: PROJECT_ID } }),
		})
		const model = scriptedModel(
			{ turns: [] } as unknown as Script,
			scheduler,
			this.faults,
			{ invalid: [], requests: 0, titles: 0 },
			// The model answers with a word.
			() => STEER_ID,
			() => false,
		)
		const { faults: storm } = this
		const mayFail: ChatProvider = {
			id: model.id,
			async *stream(request, signal) {
				// Such a run ends as failed, which is an event.
				if (storm.stormy && random.chance(FAILING)) {
					yield { type: 'error', error: { class: 'content', message: 'no', retryable: false } }
				} else yield* model.stream(request, signal)
			},
		}
		enter({
			now: wallNow,
			random: () => this.#random.next(),
			after: (ms, action) => scheduler.after(ms, action),
			model: {
				provider: mayFail,
				modelId: 'scripted',
				facts: LISTED.facts(MODEL),
				webSearch: false,
				paidBy: null,
			},
			dialRoom: () => undefined,
			diskIsFull: () => false,
		})
	}

	/** The violations, each one sentence. */
	async play(): Promise<string[]> {
		const { scheduler } = this
		new People(this.#d1, PROJECT_ID, () => scheduler.now).begin('cnv_other')
		this.#save('aut_hook', { kind: 'webhook', proof: 'bearer' })
		this.#save('aut_watch', { kind: 'event', event: 'run_failed' })
		this.#save('aut_clock', { kind: 'schedule', cron: '*/5 * * * *', timeZone: 'UTC' })
		this.#tellOfClock()
		for (let i = 0; i < DELIVERIES; i++) this.#plan(`hook_${i}`)
		for (let i = 0; i < EVICTIONS; i++) {
			scheduler.after(this.#random.between(0, WINDOW_MS), () => this.#evict())
		}
		await scheduler.run(() => false, WINDOW_MS)
		this.faults.endIn(0)
		await scheduler.run(() => false, SCHEDULED_MS)
		this.#d1.database.exec("UPDATE automations SET enabled = 0 WHERE id = 'aut_clock'")
		this.#tellOfClock()
		const rested = await scheduler.run(() => this.#atRest(), REST_MS)
		return [...(rested ? [] : [`Triggers are stuck: ${this.#unrest()}`]), ...this.#violations()]
	}

	/** One to three copies of a delivery, each sent until it is answered, as senders do. */
	#plan(deliveryId: string): void {
		const { scheduler } = this
		const at = this.#random.between(0, WINDOW_MS)
		for (let copies = this.#random.between(1, 3); copies > 0; copies--) {
			this.#sending++
			scheduler.after(at + this.#random.pick([0, 0, 50, 20_000]), () => {
				void this.#send(deliveryId)
			})
		}
	}

	#tellOfClock(): void {
		this.#sending++
		void this.#tell((automations) => automations['scheduleChanged']?.('aut_clock' as never)).then(
			() => {
				this.#sending--
			},
		)
	}

	/** Frees its databases. */
	close(): void {
		for (const { database } of [this.#d1, this.#automations, ...this.#conversations.values()])
			database.close()
	}

	async #send(deliveryId: string): Promise<void> {
		const id = `dlv_${Math.floor(this.#random.next() * 1e12)}`
		const delivery = {
			id,
			automationId: 'aut_hook',
			deliveryId,
			receivedAt: this.scheduler.now,
			source: 'webhook',
			replayOf: null,
			askedBy: null,
			address: '',
			headers: {},
			event: null,
			payload: '{}',
			payloadBytes: 2,
			...UNSCHEDULED,
		}
		await this.#tell((automations) => automations['accept']?.(delivery as never))
		this.accepted.add(deliveryId)
		this.#sending--
	}

	/** Repeats the call until it is answered. */
	async #tell(
		call: (automations: ReturnType<typeof stub>) => Promise<unknown> | undefined,
	): Promise<void> {
		for (;;) {
			try {
				await call(stub(this.#net, this.#automations, null))
				return
			} catch {
				await this.scheduler.sleep(SENDER_RETRY_MS)
			}
		}
	}

	#evict(): void {
		if (!this.faults.stormy) return
		if (this.#random.chance(0.5)) this.#automations.abort()
		else this.#automations.end()
		const conversations = [...this.#conversations.values()]
		if (conversations.length > 0) this.#random.pick(conversations).end(this.#random.chance(0.7))
	}

	#save(id: string, trigger: AutomationTrigger): void {
		const concurrency = id === 'aut_hook' ? this.#concurrency : 'queue'
		const conversation = id === 'aut_hook' ? this.#conversation : 'new'
		this.#d1.database
			.prepare(
				`INSERT INTO automations (id, project_id, name, enabled, "trigger", template, mode, concurrency, conversation, created_by, created_at, updated_at)
					VALUES (?, ?, ?, 1, ?, 'go', 'auto', ?, ?, 'usr', 0, 0)`,
			)
			.run(id, PROJECT_ID, id, JSON.stringify(trigger), concurrency, conversation)
	}

	#hostOf(conversationId: string): ObjectHost<Conversation> {
		const known = this.#conversations.get(conversationId)
		if (known) return known
		const { scheduler } = this
		const made = new ObjectHost<Conversation>({
			scheduler,
			wallNow: () => scheduler.now,
			crashNow: () => this.faults.strikes('conversation_crash_at_commit'),
			make: (ctx, life) => new this.#parts.conversation(ctx as never, this.#conversationEnv(life)),
		})
		// The object has its tables from now on, also if no call reaches it.
		made.get()
		made.end()
		this.#conversations.set(conversationId, made)
		return made
	}

	#automationsEnv(life: Life): never {
		const CONVERSATION = {
			getByName: (id: string) => stub(this.#net, this.#hostOf(id), life),
		}
		return { CONVERSATION, ROOM, DB: this.#d1 } as never
	}

	#conversationEnv(life: Life): never {
		const AUTOMATIONS = { getByName: () => stub(this.#net, this.#automations, life) }
		return { AUTOMATIONS, ROOM, USER_FEED, DB: this.#d1, ...MODEL_CONFIG } as never
	}

	#atRest(): boolean {
		return (
			this.#sending === 0 &&
			this.#automations.all("SELECT 1 FROM delivery WHERE step <> 'logged'").length === 0 &&
			this.#runs().every(({ finished_at }) => finished_at !== null) &&
			[...this.#conversations.values()].every(
				(host) =>
					host.all('SELECT 1 FROM outbox').length === 0 &&
					host.all('SELECT 1 FROM inbox WHERE run_id IS NULL').length === 0,
			)
		)
	}

	#unrest(): string {
		const open = "SELECT delivery_id, step, next_at, attempts FROM delivery WHERE step <> 'logged'"
		return JSON.stringify([
			this.#sending,
			this.#automations.all(open),
			this.#runs().filter(({ finished_at }) => finished_at === null),
			[...this.#conversations.values()].flatMap((host) =>
				host.all('SELECT attempts, last_error FROM outbox'),
			),
		]).slice(0, 800)
	}

	#runs(): BegunRun[] {
		return [...this.#conversations.values()].flatMap((host) =>
			host.all('SELECT id, idem_key, state, author, started_at, finished_at FROM run ORDER BY seq'),
		)
	}

	#log(): LoggedDelivery[] {
		return this.#d1.rows('SELECT * FROM deliveries') as unknown as LoggedDelivery[]
	}

	#violations(): string[] {
		const [log, runs] = [this.#log(), this.#runs()]
		const found: string[] = []
		for (const deliveryId of this.accepted) {
			const times = log.filter(({ delivery_id }) => delivery_id === deliveryId).length
			if (times !== 1) found.push(`The accepted delivery ${deliveryId} was logged ${times} times`)
		}
		for (const { id, delivery_id, verdict, run_id } of log) {
			if (verdict === null) found.push(`The delivery ${delivery_id} has no verdict`)
			const begun = runs.filter(({ idem_key }) => idem_key === id)
			if (begun.length !== (verdict === 'begun' ? 1 : 0)) {
				found.push(`The delivery ${delivery_id} (${verdict}) has begun ${begun.length} runs`)
			} else if (begun[0] && begun[0].id !== run_id) {
				found.push(`The delivery ${delivery_id} names the run ${run_id}, not ${begun[0].id}`)
			}
		}
		for (const { id, idem_key } of runs) {
			if (!log.some((delivery) => delivery.id === idem_key)) {
				found.push(`The run ${id} was begun by no delivery that is logged`)
			}
		}
		return [
			...found,
			...this.#overlaps(log, runs),
			...this.#times(log),
			...this.#failures(log, runs),
		]
	}

	/** Concurrency queue: a run begins when the one before has ended. */
	#overlaps(log: readonly LoggedDelivery[], runs: readonly BegunRun[]): string[] {
		if (this.#concurrency !== 'queue') return []
		const own = log.filter(({ automation_id }) => automation_id === 'aut_hook')
		const times = runs
			.filter(({ idem_key }) => own.some(({ id }) => id === idem_key))
			.sort((a, b) => a.started_at - b.started_at)
		return times.flatMap(({ id, started_at }, i) => {
			const before = times[i - 1]
			if (!before || (before.finished_at ?? Infinity) <= started_at) return []
			return [`The queued run ${id} began before ${before.id} had ended`]
		})
	}

	/** Each time of the schedule in one delivery, or among those that a later one stands for. */
	#times(log: readonly LoggedDelivery[]): string[] {
		const times = log
			.filter(({ source }) => source === 'schedule')
			.sort((a, b) => (a.scheduled_at ?? 0) - (b.scheduled_at ?? 0))
		const found = times.flatMap(({ scheduled_at, missed }, i) => {
			const before = times[i - 1]
			if (!before) return []
			const gap = (scheduled_at ?? 0) - (before.scheduled_at ?? 0)
			return gap === (missed + 1) * SCHEDULE_MS
				? []
				: [`The schedule left out a time, or had one twice: ${gap} ms, ${missed} missed`]
		})
		return times.length > 0 ? found : [...found, 'The schedule never came']
	}

	/** Each failed run is told of once, and starts no chain without end. */
	#failures(log: readonly LoggedDelivery[], runs: readonly BegunRun[]): string[] {
		const events = log.filter(({ source }) => source === 'event')
		return [
			...runs.flatMap(({ id, state }) => {
				const told = events.filter(({ delivery_id }) => delivery_id === `run_failed:${id}`).length
				const wanted = state === 'failed' ? 1 : 0
				return told === wanted
					? []
					: [`The run ${id} (${state}) was told of ${told} times as failed`]
			}),
			...events.flatMap(({ delivery_id, verdict }) => {
				const of = runs.find(({ id }) => delivery_id === `run_failed:${id}`)
				const own = of?.author.includes('"aut_watch"') ?? false
				return own === (verdict === 'loop') ? [] : [`${delivery_id} (own: ${own}) has ${verdict}`]
			}),
		]
	}

	/** Counted for the tally: an invariant about something that never occurs would prove nothing. */
	get counts(): { deliveries: number; scheduled: number; events: number; runs: number } {
		const of = (source: string) => this.#log().filter((row) => row.source === source).length
		return {
			deliveries: this.accepted.size,
			scheduled: of('schedule'),
			events: of('event'),
			runs: this.#runs().length,
		}
	}
}

/** Only a name for the model, which answers with a word. */
const MODEL_CONFIG = {
	ANTHROPIC_API_KEY: 'none',
	ANTHROPIC_MODEL: MODEL.slice('anthropic/'.length),
}
/** No editor, and no page is open. */
const ROOM = {
	getByName: () => ({
		awaitEditor: async () => false,
		folder: async () => null,
		customTools: async () => [],
		projectContext: async () => null,
		runChanged: async () => undefined,
		conversationsChanged: async () => undefined,
		cancel: async () => [],
	}),
}
const USER_FEED = {
	getByName: () => ({
		needsYouChanged: async () => undefined,
		rightsChanged: async () => undefined,
	}),
}
