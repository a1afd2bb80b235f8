/**
 * The Conversation object: a thin shell around {@link RunMachine}. It keeps the transcript
 * and the run of one conversation, streams to viewers, and wakes itself by one alarm.
 */

import { DurableObject } from 'cloudflare:workers'
import type { Author } from '@fairlead/protocol/author'
import type { CallOutcome } from '@fairlead/protocol/calls'
import type { ConversationContext } from '@fairlead/protocol/context'
import type {
	ApprovalAnswer,
	MessagePage,
	PostMessage,
	QueuedMessage,
	StopResult,
} from '@fairlead/protocol/http'
import type { RevertPart, RevertRequest } from '@fairlead/protocol/revert'
import type { Budget } from '@fairlead/protocol/runs'
import { authorOf } from '../access/author.ts'
import { RecentChanges, type RightsChange } from '../access/rights-change.ts'
import { contextOf } from '../agent/context/meter.ts'
import { CLIENT_CALLS_NAME, defaultModel, modelName, namedModel } from '../agent/model/models.ts'
import { partOf } from '../agent/revert/revert-items.ts'
import { isRevertCall, RevertMachine } from '../agent/revert/revert-machine.ts'
import { computeNextAlarm } from '../agent/run/alarms.ts'
import { describeQueued } from '../agent/run/inbox.ts'
import { RunMachine } from '../agent/run/run-machine.ts'
import { isEnded } from '../agent/run/run-state.ts'
import type { OutboxPayload } from '../agent/run/run-store.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { objectDatabase } from '../object-storage/sql-database.ts'
import type { CallGlimpse, CallStanding } from '../ports/client-call.ts'
import type {
	BeginOutcome,
	ConversationIdentity,
	ConversationPort,
	PostResult,
	PreviewOutcome,
	StoredBlob,
} from '../ports/conversation.ts'
import type { CallSeat, OwnedCalls } from '../ports/room.ts'
import { readerOf } from '../ports/stream.ts'
import { CallWaiters, callGlimpses, cancelCall, standingOf, stopLostCalls } from './client-calls.ts'
import { type ConversationStore, conversationStore } from './conversation-store.ts'
import { DeskNews } from './desk-news.ts'
import { machineWorld, roomOf } from './machine-world.ts'
import { messagePage } from './message-page.ts'
import { d1Projection, Outbox } from './outbox.ts'
import { postResult } from './post-result.ts'
import { restoreTranscript } from './restore-transcript.ts'
import { forgetPerson } from './storage/forget-person.ts'
import { SqlRevertStore } from './storage/reverts.ts'
import { answerStream } from './stream-answer.ts'
import { tellOthers } from './tell-others.ts'
import { TranscriptRecord } from './transcript-record.ts'
import { Viewers } from './viewers.ts'
import { WakeAlarm } from './wake-alarm.ts'

export class Conversation extends DurableObject<Env> implements ConversationPort, OwnedCalls {
	#store: ConversationStore
	readonly #viewers = new Viewers()
	readonly #waiters = new CallWaiters()
	readonly #deskNews = new DeskNews()
	/** Recent changes of rights that a stream being opened may not know. */
	readonly #recent = new RecentChanges()
	readonly #outbox: Outbox
	readonly #record: TranscriptRecord
	readonly #write: ReturnType<typeof d1Projection>
	#machine: RunMachine | null = null
	#reverts: RevertMachine | null = null
	#identity: ConversationIdentity | null
	#opening: Promise<void> | null = null
	readonly #alarm: WakeAlarm

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.#store = this.#openStore()
		this.#identity = this.#storedIdentity()
		const db = database(env.DB)
		this.#record = new TranscriptRecord(
			db,
			() => this.#known().conversationId,
			() => this.#store,
		)
		const size = () => ctx.storage.sql.databaseSize
		this.#write = d1Projection(env.DB, () => this.#known(), this.#record, size)
		this.#outbox = new Outbox({
			store: () => this.#store,
			project: (payload, late) => this.#project(payload, late),
			clock: () => Date.now(),
			log: (event, error) => this.#log({ level: 'warn', event, error: String(error) }),
		})
		this.#alarm = new WakeAlarm(ctx.storage)
		ctx.blockConcurrencyWhile(() => this.#alarm.read())
	}

	async open(identity: ConversationIdentity): Promise<void> {
		if (this.#identity) return
		this.#opening ??= this.#restore(identity).finally(() => {
			this.#opening = null
		})
		await this.#opening
	}

	/** An empty object is new, or its storage was lost, or it is a copy: then D1 has the record. */
	async #restore(identity: ConversationIdentity): Promise<void> {
		const found = await restoreTranscript(database(this.env.DB), this.#store, identity, {
			now: Date.now(),
			newMessageId: () => newId('msg'),
		})
		this.#store.transaction(() => {
			this.#store.setSetting('conversation_id', identity.conversationId)
			this.#store.setSetting('project_id', identity.projectId)
		})
		this.#identity = identity
		if (!found) return
		this.#log({ level: 'warn', event: 'transcript_restored', ...found })
		this.#setAlarm()
		void this.#outbox.drain()
	}

	async postMessage(
		body: PostMessage,
		author: Author,
		budget: Budget = {},
		editorKey?: string,
	): Promise<PostResult> {
		// Whether there is a key for it is asked with each request: a key may be added while the message waits.
		const model = body.model ? namedModel(body.model) : defaultModel(this.env)
		if (!model) return { ok: false, reason: 'unknown_model', model: body.model ?? '' }
		if (this.#revertStore().active()) return { ok: false, reason: 'revert_active' }
		const machine = this.#run()
		if (modelName(model) === CLIENT_CALLS_NAME) {
			const active = machine.run()
			if (active && !isEnded(active) && active.model !== CLIENT_CALLS_NAME) {
				return { ok: false, reason: 'in_use' }
			}
		}
		const options = {
			...{ author, model: modelName(model), mode: body.mode ?? 'auto', budget },
			...(editorKey === undefined ? {} : { editorKey }),
		}
		const posted = machine.post(body.message, options, body.steer)
		if (!posted.ok) return posted
		void machine.wake()
		return postResult(posted, machine)
	}

	async queuedMessages(): Promise<QueuedMessage[]> {
		return this.#store.inbox().map(describeQueued)
	}

	async withdrawMessage(messageId: string, by: Author): Promise<boolean> {
		return this.#identity !== null && this.#run().queue.withdraw(messageId, by)
	}

	async messages(query: { before?: string; limit: number }): Promise<MessagePage | null> {
		if (!this.#identity) return null
		const run = this.#store.latestRun()
		if (run && !isEnded(run)) void this.#run().wake()
		return messagePage(this.#store, this.#revertStore(), query)
	}

	async stop(runId: string | null, withdrawQueued: boolean, by: Author): Promise<StopResult> {
		if (!this.#identity) return { runId: null, state: null, openCalls: 0, withdrawn: [] }
		if (runId === null) this.#revert().stop()
		const { withdrawn, ...stopped } = await this.#run().stop(runId, withdrawQueued, by)
		return {
			...stopped,
			openCalls: this.#store.leavingCalls().length,
			withdrawn: withdrawn.map(describeQueued),
		}
	}

	async readContext(): Promise<ConversationContext> {
		const { outline } = this.#world()
		return contextOf(this.#store, (name) => outline(name).windowTokens)
	}

	async editSummary(seq: number, text: string, by: Author): Promise<boolean> {
		return this.#identity !== null && this.#store.editSummary(seq, text, by, Date.now())
	}

	async previewRevert(request: RevertRequest): Promise<PreviewOutcome> {
		return this.#revert().preview(request)
	}

	async beginRevert(request: RevertRequest, author: Author): Promise<BeginOutcome> {
		return this.#revert().begin(request, author)
	}

	async readRevert(revertId: string): Promise<RevertPart | null> {
		const revert = this.#revertStore().get(revertId)
		if (revert?.state === 'running') void this.#revert().drive()
		return revert ? partOf(revert) : null
	}

	/** A person's answer to a `tool-approval-request`; false when the request is no longer open. */
	async answerApproval(approvalId: string, answer: ApprovalAnswer, by: Author): Promise<boolean> {
		return this.#identity !== null && this.#run().calls.answer(approvalId, answer, by)
	}

	/** Ends the streams that were opened with the right, and stops an MCP client's calls that wait. */
	async rightsChanged(change: RightsChange): Promise<void> {
		this.#recent.add(change, Date.now())
		this.#viewers.rightsChanged(change)
		if (this.#identity) await stopLostCalls(this.#store, this.#run(), this.#world())
	}

	async cancelClientCall(ending: string, by: Author): Promise<boolean> {
		return this.#identity !== null && cancelCall(this.#store, this.#run(), ending, by)
	}

	async clientCall(id: string, known: CallStanding | null, maxMs: number): Promise<CallStanding> {
		if (!this.#identity) return { state: 'gone' }
		// An object that was evicted during the run continues as soon as somebody looks.
		void this.#run().wake()
		return this.#waiters.wait(() => standingOf(this.#store, id), known, maxMs)
	}

	async openQuestions() {
		const run = this.#identity && this.#store.latestRun()
		const open = run && !isEnded(run) ? this.#store.openCalls(run.id) : []
		return open
			.filter(({ state }) => state === 'awaiting_approval')
			.map(({ callId, name, params }) => ({ approvalId: callId, name, params }))
	}

	async callGlimpses(): Promise<CallGlimpse[]> {
		return this.#identity ? callGlimpses(this.#store) : []
	}

	async toolNames(): Promise<[string, string][]> {
		const run = this.#identity && this.#store.latestRun()
		return run ? this.#store.calls(run.id).map(({ toolCallId, name }) => [toolCallId, name]) : []
	}

	async blob(blobId: string): Promise<StoredBlob | null> {
		return this.#store.blob(blobId)
	}

	async adoptPicture(
		identity: ConversationIdentity,
		blobId: string,
		{ mediaType, bytes }: StoredBlob,
	): Promise<void> {
		await this.open(identity)
		this.#store.putBlob({ id: blobId, mediaType, bytes })
	}

	async forgetPerson(userId: string): Promise<boolean> {
		if (!this.#identity) return true
		const run = this.#store.latestRun()
		if (run && !isEnded(run)) {
			if (run.author.userId !== userId) return false
			await this.#run().stop(run.id, false, authorOf({ kind: 'system' }))
		}
		await this.#outbox.drain()
		const reverts = this.#revertStore()
		// A machine that works writes what it remembers, with its authors.
		if (reverts.isRunActive() || reverts.active() || this.#outbox.nextAt() !== null) return false
		forgetPerson(objectDatabase(this.ctx.storage), userId)
		this.#machine = null
		this.#reverts = null
		return true
	}

	async destroy(): Promise<void> {
		// Waiting messages must not begin a run in a deleted conversation.
		if (this.#identity) {
			this.#run().queue.withdrawAll(null)
			this.#revert().stop()
			await this.#run().stop(null)
		}
		this.#viewers.close('ended')
		this.#record.forget()
		this.#machine = null
		this.#reverts = null
		this.#identity = null
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
		// The answer says that everything is deleted: it must be so on disk.
		await this.ctx.storage.sync()
		this.#alarm.over()
		this.#store = this.#openStore()
	}

	async callSettled(
		callId: string,
		outcome: CallOutcome,
		ranOn: CallSeat | null,
	): Promise<boolean> {
		if (!this.#identity) return true
		if (isRevertCall(callId)) this.#revert().settle(callId, outcome)
		else this.#run().calls.settle(callId, outcome, ranOn)
		return true
	}

	async callWaiting(callId: string, reason: string | null): Promise<void> {
		if (!this.#identity) return
		if (isRevertCall(callId)) this.#revert().setWaiting(callId, reason)
		else this.#run().calls.setWaiting(callId, reason)
	}

	async callProgress(callId: string, message: string): Promise<void> {
		if (this.#identity && !isRevertCall(callId)) this.#run().calls.progress(callId, message)
	}

	/** `GET /stream`: see {@link answerStream}. */
	override async fetch(request: Request): Promise<Response> {
		const reader = readerOf(request)
		if (!this.#recent.allows(reader, Date.now())) return new Response(null, { status: 401 })
		return answerStream(request, reader, {
			latestRun: () => (this.#identity ? this.#store.latestRun() : null),
			machine: () => this.#run(),
			viewers: this.#viewers,
		})
	}

	override async alarm(): Promise<void> {
		this.#alarm.over()
		if (!this.#identity) return
		const machine = this.#run()
		machine.calls.expire()
		this.#revert().wake()
		const left = machine.calls.cancelLeaving().catch((error: unknown) => {
			this.#log({ level: 'warn', event: 'room_not_told', error: String(error) })
		})
		await Promise.all([this.#outbox.drain(), left])
		// Not awaited: an answer may take longer than an alarm may.
		void machine.drive()
		this.#setAlarm()
	}

	async #project(payload: OutboxPayload, late: boolean): Promise<void> {
		if ((await this.#write(payload, late)) === 'suspended' && 'run' in payload) {
			// Not awaited: its end is an item behind this one.
			void this.#run().stop(payload.run.id, false, authorOf({ kind: 'operator' }))
		}
		await tellOthers(this.env, this.#known(), payload, (event) => (error) => {
			this.#log({ level: 'warn', event, error: String(error) })
		})
	}

	#run(): RunMachine {
		if (this.#machine) return this.#machine
		this.#machine = new RunMachine({
			...this.#world(),
			store: this.#store,
			sink: this.#viewers,
			committed: () => {
				this.#setAlarm()
				void this.#outbox.drain()
				this.#waiters.wake()
				if (this.#deskNews.isNew(this.#store)) this.#tellDesk()
			},
		})
		// Work that an earlier instance left (an outbox item, a deadline) must not wait for the next commit.
		this.#setAlarm()
		return this.#machine
	}

	/** Best effort: the room also looks when the relay returns, and when its calls are due. */
	#tellDesk(): void {
		const { projectId, conversationId } = this.#known()
		this.ctx.waitUntil(
			roomOf(this.env, projectId)
				.deskNews(conversationId)
				.catch(() => undefined),
		)
	}

	#revert(): RevertMachine {
		this.#reverts ??= new RevertMachine({
			...this.#world(),
			store: this.#revertStore(),
			committed: () => this.#setAlarm(),
		})
		return this.#reverts
	}

	#world() {
		return machineWorld(this.env, this.#known(), (entry) => this.#log(entry))
	}

	#revertStore(): SqlRevertStore {
		return new SqlRevertStore(objectDatabase(this.ctx.storage), this.#store)
	}

	#setAlarm(): void {
		// Storage rejects everything: waking again and again would not help.
		if (this.#machine?.stuck) return
		const run = this.#store.latestRun()
		const now = Date.now()
		const next = computeNextAlarm({
			run,
			calls: run && !isEnded(run) ? this.#store.openCalls(run.id) : [],
			leaving: this.#store.leavingCalls(),
			queued: this.#store.inbox().length,
			outboxAt: earlier(this.#outbox.nextAt(), this.#reverts?.nextAlarm() ?? null),
			now,
		})
		if (next !== null) this.#alarm.set(next, now)
	}

	#openStore(): ConversationStore {
		const store = conversationStore(objectDatabase(this.ctx.storage))
		store.beginEpoch()
		return store
	}

	#known(): ConversationIdentity {
		if (!this.#identity) throw new Error('The conversation was not opened.')
		return this.#identity
	}

	#storedIdentity(): ConversationIdentity | null {
		const conversationId = this.#store.setting('conversation_id')
		const projectId = this.#store.setting('project_id')
		return conversationId && projectId ? { conversationId, projectId } : null
	}

	#log(entry: { level: 'warn' | 'error'; event: string; [fact: string]: unknown }): void {
		console[entry.level](
			JSON.stringify({ ...entry, conversationId: this.#identity?.conversationId }),
		)
	}
}

const earlier = (a: number | null, b: number | null): number | null =>
	a === null || b === null ? (a ?? b) : Math.min(a, b)
