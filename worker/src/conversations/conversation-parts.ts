/** The parts of a Conversation object: its store, what drives its work, its record in D1, and its alarm. */
import { authorOf } from '../access/author.ts'
import { modelsOf } from '../agent/model/registry/registry.ts'
import { RevertMachine } from '../agent/revert/revert-machine.ts'
import { computeNextAlarm } from '../agent/run/alarms.ts'
import { RunMachine } from '../agent/run/run-machine.ts'
import { isEnded } from '../agent/run/run-state.ts'
import { titleModel } from '../agent/title/title-model.ts'
import { titleAt } from '../agent/title/title-state.ts'
import { TitleWriter } from '../agent/title/title-writer.ts'
import { database } from '../db/client.ts'
import { inTime } from '../db/in-time.ts'
import type { Env } from '../env.ts'
import { earliest } from '../platform/alarm.ts'
import { objectDatabase } from '../platform/sql-database.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import { ClientCallChanges } from './clients/client-call-changes.ts'
import { CallWaiters } from './clients/client-calls.ts'
import { type ConversationStore, conversationStore } from './conversation-store.ts'
import { storedIdentity, storeIdentity } from './identity.ts'
import { Recorder } from './outbox/recorder.ts'
import { productionPorts, roomStub } from './production-ports.ts'
import { awaitsTitle } from './record/conversations.ts'
import { SqlRevertStore } from './storage/reverts.ts'
import { withLater } from './stream/message-page.ts'
import { Viewers } from './stream/viewers.ts'
import { WakeAlarm } from './wake-alarm.ts'

export class ConversationParts {
	readonly viewers = new Viewers()
	readonly waiters = new CallWaiters()
	readonly recorder: Recorder
	readonly alarm: WakeAlarm
	readonly #ctx: DurableObjectState
	readonly #env: Env
	readonly #deskNews = new ClientCallChanges()
	#store: ConversationStore
	#identity: ConversationIdentity | null
	#machine: RunMachine | null = null
	#reverts: RevertMachine | null = null
	#titles: TitleWriter | null = null

	/** @param destroy deletes the whole object: what started it is gone */
	constructor(ctx: DurableObjectState, env: Env, destroy: () => Promise<unknown>) {
		this.#ctx = ctx
		this.#env = env
		this.#store = this.#openStore()
		this.#identity = storedIdentity(this.#store)
		this.recorder = new Recorder(env, {
			store: () => this.#store,
			identity: () => this.known(),
			size: () => this.size(),
			shown: (message) => withLater([message], this.#store, this.revertStore())[0] ?? message,
			// Not awaited: its end is an item behind this one.
			suspended: (runId) => void this.run().stop(runId, false, authorOf({ kind: 'operator' })),
			forsaken: async () => {
				this.log({ level: 'error', event: 'sub_agent_forsaken' })
				await destroy()
			},
			warn: (event, error) => this.warn(event, error),
			isErased: () => this.#identity === null,
		})
		this.alarm = new WakeAlarm(ctx.storage)
	}

	get store(): ConversationStore {
		return this.#store
	}

	/** Returns null if it was never opened, or is destroyed. */
	get identity(): ConversationIdentity | null {
		return this.#identity
	}

	known(): ConversationIdentity {
		if (!this.#identity) throw new Error('The conversation was not opened.')
		return this.#identity
	}

	remember(identity: ConversationIdentity): void {
		storeIdentity(this.#store, identity)
		this.#identity = identity
	}

	/** Bytes that the object stores, and the objects of its sub-agents that have ended. */
	size(): number {
		return this.#ctx.storage.sql.databaseSize + this.#store.subAgentBytes()
	}

	run(): RunMachine {
		if (this.#machine) return this.#machine
		this.#machine = new RunMachine({
			...this.world(),
			store: this.#store,
			sink: this.viewers,
			committed: () => {
				this.#committed()
				this.waiters.wake()
				if (this.#deskNews.isNew(this.#store)) this.#tellDesk()
			},
		})
		// Work that an earlier instance left (an outbox item, a deadline) must not wait for the next commit.
		this.setAlarm()
		return this.#machine
	}

	revert(): RevertMachine {
		this.#reverts ??= new RevertMachine({
			...this.world(),
			store: this.revertStore(),
			committed: () => this.setAlarm(),
		})
		return this.#reverts
	}

	revertStore(): SqlRevertStore {
		return new SqlRevertStore(objectDatabase(this.#ctx.storage), this.#store)
	}

	titleWriter(): TitleWriter {
		this.#titles ??= new TitleWriter({
			...this.world(),
			store: this.#store,
			titleModel: (answering) => titleModel(this.#env, modelsOf(this.#env.MODEL_FACTS), answering),
			isWanted: (userId) => inTime(awaitsTitle(database(this.#env.DB), this.known(), userId)),
			committed: () => this.#committed(),
		})
		return this.#titles
	}

	world() {
		return productionPorts(this.#env, this.known(), (entry) => this.log(entry))
	}

	/** They hold what they have read; the next ones read anew. */
	dropMachines(): void {
		this.#machine = null
		this.#reverts = null
		this.#titles = null
	}

	/** Resolves when nothing of it is left on disk, and the object is as one that was never opened. */
	async erase(): Promise<void> {
		const { storage } = this.#ctx
		this.dropMachines()
		this.#identity = null
		await storage.deleteAlarm()
		await storage.deleteAll()
		// The answer says that everything is deleted: it must be so on disk.
		await storage.sync()
		this.alarm.over()
		this.#store = this.#openStore()
		await this.recorder.forget()
	}

	setAlarm(): void {
		// Storage rejects everything: waking again and again would not help.
		if (this.#machine?.stuck) return
		const run = this.#store.latestRun()
		const now = Date.now()
		const next = computeNextAlarm({
			run,
			calls: run && !isEnded(run) ? this.#store.openCalls(run.id) : [],
			leaving: this.#store.leavingCalls(),
			queued: this.#store.inbox().length,
			outboxAt: earliest(
				this.recorder.nextAt(),
				this.#reverts?.nextAlarm() ?? null,
				titleAt(this.#store),
			),
			now,
		})
		if (next !== null) this.alarm.set(next, now)
	}

	warn(event: string, error: unknown): void {
		this.log({ level: 'warn', event, error: String(error) })
	}

	log(entry: { level: 'warn' | 'error'; event: string; [fact: string]: unknown }): void {
		console[entry.level](
			JSON.stringify({ ...entry, conversationId: this.#identity?.conversationId }),
		)
	}

	#committed(): void {
		this.setAlarm()
		void this.recorder.drain()
		void this.titleWriter().write()
	}

	/** Best effort: the room also looks when the relay returns, and when its calls are due. */
	#tellDesk(): void {
		const { projectId, conversationId } = this.known()
		this.#ctx.waitUntil(
			roomStub(this.#env, projectId)
				.deskNews(conversationId)
				.catch(() => undefined),
		)
	}

	#openStore(): ConversationStore {
		const store = conversationStore(objectDatabase(this.#ctx.storage))
		store.beginEpoch()
		return store
	}
}
