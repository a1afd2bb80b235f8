/**
 * The Conversation object, as others call it. It keeps the transcript and the run of one conversation, streams to
 * viewers, and wakes itself by one alarm; what does that work is in {@link ConversationParts}.
 */

import { DurableObject } from 'cloudflare:workers'
import type { ApprovalAnswer } from '@fairlead/protocol/conversations/approvals'
import type { ConversationContext } from '@fairlead/protocol/conversations/context'
import type {
	MessagePage,
	PostMessage,
	QueuedMessage,
	StopResult,
} from '@fairlead/protocol/conversations/messages'
import type { RevertPart, RevertRequest } from '@fairlead/protocol/conversations/revert'
import type { Budget } from '@fairlead/protocol/conversations/runs'
import type { SubAgentView } from '@fairlead/protocol/conversations/sub-agents'
import type { Author } from '@fairlead/protocol/people/author'
import type { CallOutcome, Withdrawal } from '@fairlead/protocol/wire/calls'
import type { ClientCall } from '@fairlead/protocol/wire/client-call'
import { authorOf } from '../access/author.ts'
import { RecentChanges, type RightsChange } from '../access/rights-change.ts'
import { contextOf } from '../agent/context/meter.ts'
import { partOf } from '../agent/revert/revert-items.ts'
import { isRevertCall } from '../agent/revert/revert-machine.ts'
import { describeQueued } from '../agent/run/queue/inbox.ts'
import { isEnded } from '../agent/run/run-state.ts'
import type {
	SubAgentReport,
	SubAgentStanding,
	SubAgentStart,
} from '../agent/sub-agents/sub-agent.ts'
import { titleAt } from '../agent/title/title-state.ts'
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { newId } from '../ids.ts'
import { objectDatabase } from '../platform/sql-database.ts'
import type { CallStanding, ClientRun } from '../ports/client-call.ts'
import type {
	BeginOutcome,
	CallOptions,
	CallPosted,
	ConversationIdentity,
	ConversationPort,
	MessageStanding,
	PostOptions,
	PostResult,
	PreviewOutcome,
	StoredBlob,
} from '../ports/conversation.ts'
import type { CallSeat, OwnedCalls } from '../ports/room.ts'
import { readerOf } from '../ports/stream.ts'
import {
	cancelCall,
	clientRunOf,
	NO_RUN,
	standingOf,
	stopLostCalls,
} from './clients/client-calls.ts'
import { ConversationParts } from './conversation-parts.ts'
import { postCall, postMessage } from './post-message.ts'
import { restoreTranscript } from './restore-transcript.ts'
import { forgetPerson } from './storage/forget-person.ts'
import { followRun } from './stream/follow-run.ts'
import { messagePage } from './stream/message-page.ts'
import { messageStanding } from './stream/message-standing.ts'
import { openQuestions, seenCalls } from './stream/open-questions.ts'
import {
	agentView,
	beginAgent,
	destroySubAgents,
	forgetInSubAgents,
	NEVER_BEGINS,
	viewSubAgent,
	waitingOf,
} from './sub-agents.ts'

export class Conversation extends DurableObject<Env> implements ConversationPort, OwnedCalls {
	readonly #parts: ConversationParts
	/** Recent changes of rights that a stream being opened may not know. */
	readonly #recent = new RecentChanges()
	#opening: Promise<void> | null = null

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		this.#parts = new ConversationParts(ctx, env, () => this.destroy())
		ctx.blockConcurrencyWhile(() => this.#parts.alarm.read())
	}

	async open(identity: ConversationIdentity): Promise<void> {
		if (this.#parts.identity) return
		this.#opening ??= this.#restore(identity).finally(() => {
			this.#opening = null
		})
		await this.#opening
	}

	/** An empty object is new, or its storage was lost, or it is a copy: then D1 has the record. */
	async #restore(identity: ConversationIdentity): Promise<void> {
		const found = await restoreTranscript(database(this.env.DB), this.#parts.store, identity, {
			now: Date.now(),
			newMessageId: () => newId('msg'),
		})
		this.#parts.remember(identity)
		if (!found) return
		this.#parts.log({ level: 'warn', event: 'transcript_restored', ...found })
		this.#parts.setAlarm()
		void this.#parts.recorder.drain()
	}

	async postMessage(
		body: PostMessage,
		author: Author,
		budget: Budget = {},
		on: PostOptions = {},
	): Promise<PostResult> {
		if (this.#parts.revertStore().active()) return { ok: false, reason: 'revert_active' }
		return postMessage(this.#parts.run(), this.env, body, { author, budget, ...on })
	}

	async postCall(call: ClientCall, author: Author, options: CallOptions): Promise<CallPosted> {
		if (this.#parts.revertStore().active()) return { ok: false, reason: 'revert_active' }
		return postCall(this.#parts.run(), this.#parts.store, call, { author, ...options })
	}

	async queuedMessages(): Promise<QueuedMessage[]> {
		return this.#parts.store.inbox().map(describeQueued)
	}

	async withdrawMessage(messageId: string, by: Author): Promise<boolean> {
		return this.#parts.identity !== null && this.#parts.run().queue.withdraw(messageId, by)
	}

	async standingOf(messageId: string): Promise<MessageStanding> {
		if (!this.#parts.identity) return 'unknown'
		await this.#parts.recorder.drain()
		return messageStanding(this.#parts.store, messageId)
	}

	async messages(query: { before?: string; limit: number }): Promise<MessagePage | null> {
		if (!this.#parts.identity) return null
		const run = this.#parts.store.latestRun()
		if (run && !isEnded(run)) void this.#parts.run().wake()
		return messagePage(this.#parts.store, this.#parts.revertStore(), query)
	}

	async stop(runId: string | null, withdrawQueued: boolean, by: Author): Promise<StopResult> {
		if (!this.#parts.identity) return { runId: null, state: null, openCalls: 0, withdrawn: [] }
		if (runId === null) this.#parts.revert().stop()
		const { withdrawn, ...stopped } = await this.#parts.run().stop(runId, withdrawQueued, by)
		return {
			...stopped,
			openCalls: this.#parts.store.leavingCalls().length,
			withdrawn: withdrawn.map(describeQueued),
		}
	}

	async readContext(): Promise<ConversationContext> {
		const { outline } = this.#parts.world()
		return contextOf(this.#parts.store, (source) =>
			source.kind === 'model' ? outline(source.model, source.settings).windowTokens : null,
		)
	}

	async editSummary(seq: number, text: string, by: Author): Promise<boolean> {
		return this.#parts.identity !== null && this.#parts.store.editSummary(seq, text, by, Date.now())
	}

	async previewRevert(request: RevertRequest): Promise<PreviewOutcome> {
		return this.#parts.revert().preview(request)
	}

	async beginRevert(request: RevertRequest, author: Author): Promise<BeginOutcome> {
		return this.#parts.revert().begin(request, author)
	}

	async readRevert(revertId: string): Promise<RevertPart | null> {
		const revert = this.#parts.revertStore().get(revertId)
		if (revert?.state === 'running') void this.#parts.revert().drive()
		return revert ? partOf(revert) : null
	}

	/** A person's answer to a `tool-approval-request`; false when the request is no longer open. */
	async answerApproval(approvalId: string, answer: ApprovalAnswer, by: Author): Promise<boolean> {
		return this.#parts.identity !== null && this.#parts.run().calls.answer(approvalId, answer, by)
	}

	/** Ends the streams that were opened with the right, and stops an MCP client's calls that wait. */
	async rightsChanged(change: RightsChange): Promise<void> {
		this.#recent.add(change, Date.now())
		this.#parts.viewers.rightsChanged(change)
		if (this.#parts.identity)
			await stopLostCalls(this.#parts.store, this.#parts.run(), this.#parts.world())
	}

	async cancelClientCall(ending: string, by: Author, reason?: Withdrawal): Promise<boolean> {
		if (this.#parts.identity === null) return false
		return cancelCall(this.#parts.store, this.#parts.run(), ending, by, reason)
	}

	async clientCall(id: string, known: CallStanding | null, maxMs: number): Promise<CallStanding> {
		if (!this.#parts.identity) return { state: 'gone' }
		// An object that was evicted during the run continues as soon as somebody looks.
		void this.#parts.run().wake()
		return this.#parts.waiters.wait(() => standingOf(this.#parts.store, id), known, maxMs)
	}

	async openQuestions() {
		return openQuestions(this.#parts.store)
	}

	async clientRun(id: string): Promise<ClientRun> {
		return this.#parts.identity ? clientRunOf(this.#parts.store, id) : NO_RUN
	}

	async seenCalls() {
		return seenCalls(this.#parts.store)
	}

	async subAgent(called: { toolCallId: string; createdAt: number }): Promise<SubAgentView | null> {
		return (
			this.#parts.identity &&
			viewSubAgent(this.env, this.#parts.identity, this.#parts.store, called)
		)
	}

	/** Begins a sub-agent's run, unless it had begun. Durable when it returns; again changes nothing. */
	async startAgent(
		identity: ConversationIdentity,
		start: SubAgentStart,
		begun: boolean,
	): Promise<SubAgentStanding> {
		if (this.#parts.store.setting(NEVER_BEGINS) !== null) return { waiting: null }
		if (!this.#parts.identity) {
			if (begun) return { lost: true }
			this.#parts.remember(identity)
		}
		beginAgent(this.#parts.run(), this.#parts.store, start)
		return { waiting: waitingOf(this.#parts.store) }
	}

	/** Ends a sub-agent's run, or keeps it from beginning. False: some calls are not over, or its end is not told. */
	async stopAgent(): Promise<boolean> {
		if (!this.#parts.identity) {
			this.#parts.store.setSetting(NEVER_BEGINS, '1')
			return true
		}
		await this.#parts.run().stop(null)
		await this.#parts
			.run()
			.calls.cancelLeaving()
			.catch((error: unknown) => this.#parts.warn('room_not_told', error))
		// The next run may revert this run's changes: the report must name them first.
		await this.#parts.recorder.drain()
		return this.#parts.store.leavingCalls().length === 0 && this.#parts.recorder.nextAt() === null
	}

	/** The page's view of a sub-agent. */
	async agentView(): Promise<SubAgentView | null> {
		if (!this.#parts.identity) return null
		// An evicted object continues as soon as somebody looks.
		void this.#parts.run().wake()
		return agentView(this.#parts.store)
	}

	/** A sub-agent of this conversation has ended. Durable when it returns. False: the sub-agent is not known. */
	async agentEnded(report: SubAgentReport): Promise<boolean> {
		return this.#parts.identity !== null && this.#parts.run().calls.agentEnded(report)
	}

	/** Same as {@link callWaiting}, for the call of a sub-agent. False: the sub-agent is not known. */
	async agentWaiting(callId: string, reason: string | null): Promise<boolean> {
		if (!this.#parts.identity || !this.#parts.store.subAgent(callId)) return false
		this.#parts.run().calls.setWaiting(callId, reason)
		return true
	}

	async blob(blobId: string): Promise<StoredBlob | null> {
		return this.#parts.store.blob(blobId)
	}

	async adoptPicture(
		identity: ConversationIdentity,
		blobId: string,
		{ mediaType, bytes }: StoredBlob,
	): Promise<number> {
		await this.open(identity)
		this.#parts.store.putBlob({ id: blobId, mediaType, bytes })
		return this.#parts.size()
	}

	async forgetPerson(userId: string): Promise<boolean> {
		if (!this.#parts.identity) return true
		const run = this.#parts.store.latestRun()
		if (run && !isEnded(run)) {
			if (run.author.userId !== userId) return false
			await this.#parts.run().stop(run.id, false, authorOf({ kind: 'system' }))
		}
		await this.#parts.recorder.drain()
		const reverts = this.#parts.revertStore()
		// A machine that works writes what it remembers, with its authors.
		if (reverts.isRunActive() || reverts.active() || this.#parts.recorder.nextAt() !== null)
			return false
		// A title that is being written would record its cost under the person's name.
		if (titleAt(this.#parts.store) !== null) return false
		if (!(await forgetInSubAgents(this.env, this.#parts.known(), this.#parts.store, userId)))
			return false
		forgetPerson(objectDatabase(this.ctx.storage), userId)
		this.#parts.dropMachines()
		return true
	}

	async destroy(): Promise<boolean> {
		// Waiting messages must not begin a run in a deleted conversation.
		if (this.#parts.identity) {
			this.#parts.run().queue.withdrawAll(null)
			this.#parts.revert().stop()
			await this.#parts.run().stop(null)
			await this.#parts.run().calls.quiet()
			if (!(await destroySubAgents(this.env, this.#parts.identity, this.#parts.store))) return false
		}
		this.#parts.viewers.close('ended')
		await this.#parts.erase()
		return true
	}

	async callSettled(
		callId: string,
		outcome: CallOutcome,
		ranOn: CallSeat | null,
	): Promise<boolean> {
		if (!this.#parts.identity) return true
		if (isRevertCall(callId)) this.#parts.revert().settle(callId, outcome)
		else this.#parts.run().calls.settle(callId, outcome, ranOn)
		return true
	}

	async callWaiting(callId: string, reason: string | null): Promise<void> {
		if (!this.#parts.identity) return
		if (isRevertCall(callId)) this.#parts.revert().setWaiting(callId, reason)
		else this.#parts.run().calls.setWaiting(callId, reason)
	}

	async callProgress(callId: string, message: string): Promise<void> {
		if (this.#parts.identity && !isRevertCall(callId))
			this.#parts.run().calls.progress(callId, message)
	}

	/** `GET /stream`: see {@link followRun}. */
	override async fetch(request: Request): Promise<Response> {
		const reader = readerOf(request)
		if (!this.#recent.allows(reader, Date.now())) return new Response(null, { status: 401 })
		return followRun(request, reader, {
			latestRun: () => (this.#parts.identity ? this.#parts.store.latestRun() : null),
			machine: () => this.#parts.run(),
			viewers: this.#parts.viewers,
		})
	}

	override async alarm(): Promise<void> {
		this.#parts.alarm.over()
		if (!this.#parts.identity) return
		const machine = this.#parts.run()
		machine.calls.expire()
		this.#parts.revert().wake()
		const left = machine.calls
			.cancelLeaving()
			.catch((e: unknown) => this.#parts.warn('room_not_told', e))
		await Promise.all([this.#parts.recorder.drain(), left])
		// The conversation was deleted meanwhile.
		if (!this.#parts.identity) return
		void this.#parts.titleWriter().write()
		// Not awaited: an answer may take longer than an alarm may.
		void machine.drive()
		this.#parts.setAlarm()
	}
}
