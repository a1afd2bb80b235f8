/** The store of a conversation's run. All methods are synchronous; writes in {@link RunStore.transaction} are atomic. */

import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import type { RunVerdict } from '@fairlead/protocol/conversations/runs'
import type { ModelCall } from '@fairlead/protocol/models/usage'
import type { Author } from '@fairlead/protocol/people/author'
import type { SummaryStore } from '../context/summary.ts'
import type { ModelMessage } from '../model/types.ts'
import type { ChangedStep } from '../revert/run-changes.ts'
import type { SubAgentStore } from '../sub-agents/sub-agent.ts'
import type { InboxMessage } from './queue/inbox.ts'
import type { Notice } from './queue/withdrawals.ts'
import type { Run, Step, ToolCall } from './run-state.ts'

export interface MessageRow {
	readonly id: string
	readonly role: 'user' | 'assistant'
	/** The message for the page. */
	readonly ui: StoredMessage
	/** The message for models; one UI message may be several model messages. */
	readonly model: readonly ModelMessage[]
	readonly runId: string
	readonly createdAt: number
}

/** A message with its position, without the page's part: a model step reads many. */
export interface TranscriptRow {
	readonly seq: number
	readonly row: Pick<MessageRow, 'role' | 'model'>
}

/** A flushed piece of the stream: complete SSE frames. */
export interface ChunkBlock {
	readonly block: number
	readonly epoch: number
	readonly seqFrom: number
	readonly seqTo: number
	readonly body: string
}

export interface OutboxItem {
	readonly id: number
	readonly payload: OutboxPayload
	/** Failed tries. */
	readonly attempts: number
	/** Unix ms of the earliest next try. */
	readonly nextAt: number
}

/** Records for D1; each item may arrive more than once. */
export type OutboxPayload =
	/** A person always allowed this in the project. */
	| {
			readonly topic: 'granted'
			readonly id: string
			readonly tool: string
			readonly action: string
			readonly subject?: string | undefined
			readonly userId: string
			readonly createdAt: number
	  }
	| {
			readonly topic: 'run-started'
			readonly run: Run
			/** The title until somebody chooses one. */
			readonly autoTitle: string | null
	  }
	/** The run begins or stops waiting for a person or the editor. */
	| {
			readonly topic: 'run-waits'
			readonly run: Run
			/** The run begins or stops waiting for a person. */
			readonly asking?: true
	  }
	| {
			readonly topic: 'run-ended'
			readonly run: Run
			readonly steps: number
			/** Absent in items from before calls were stored. */
			readonly calls?: readonly ModelCall[]
			/** Absent in items from before the verdict was stored. */
			readonly verdict?: RunVerdict | null
			/** The run was waiting for a person when it ended. */
			readonly asking?: true
			/** Messages that entered the run. */
			readonly entered: readonly {
				readonly id: string
				readonly text: string
				readonly createdAt: number
				/** Absent in items from before the author was stored. */
				readonly author?: Author
			}[]
	  }
	/** The conversation's last run, which is over, was reverted or restored. */
	| { readonly topic: 'verdict'; readonly runId: string; readonly verdict: RunVerdict | null }
	/** A stored answer now shows more, such as the outcome of a revert. */
	| { readonly topic: 'answer-changed'; readonly messageId: string }
	/** The conversation's title was written, or could not be. */
	| {
			readonly topic: 'titled'
			readonly title: string | null
			/** The run that gave the first answer: the call counts in its usage. */
			readonly runId: string
			/** The model call; null if nothing is billed. */
			readonly call: ModelCall | null
	  }
	/** A sub-agent ended after its run: its model calls, and that the conversation stores more. */
	| { readonly topic: 'late-calls'; readonly runId: string; readonly calls: readonly ModelCall[] }

/** Thrown when a replaced object instance writes: it must stop at once. */
export class Superseded extends Error {
	override name = 'Superseded'
}

export interface RunStore extends SummaryStore, SubAgentStore {
	transaction<T>(body: () => T): T
	/** Grows with each instance of the object; writes of older instances are refused. */
	epoch(): number

	latestRun(): Run | null
	runByIdemKey(idemKey: string): Run | null
	run(id: string): Run | null
	insertRun(run: Run): void
	updateRun(id: string, patch: Partial<Run>): Run
	/**
	 * Deletes steps, calls and blocks of every run, but not the messages they became, nor calls
	 * that are `leaving`. The ids of messages that had entered stay known.
	 */
	clearRuns(): void

	lastStep(runId: string): Step | null
	steps(runId: string): readonly Step[]
	/** How many model calls the run and its ended sub-agents have begun. */
	modelSteps(runId: string): number
	insertStep(step: Step): void
	updateStep(runId: string, seq: number, patch: Partial<Step>): void

	/** The requests to models of this run, in order. */
	modelCalls(runId: string): readonly ModelCall[]
	insertModelCall(runId: string, call: ModelCall): void

	call(callId: string): ToolCall | null
	/** Includes all results, which may be large: call it only where they are needed. */
	calls(runId: string, stepSeq?: number): readonly ToolCall[]
	/** The calls of this step and later ones. */
	callsFrom(runId: string, stepSeq: number): readonly ToolCall[]
	/** The calls without an outcome. */
	openCalls(runId: string, stepSeq?: number): readonly ToolCall[]
	/** The `leaving` calls of all runs. */
	leavingCalls(): readonly ToolCall[]
	insertCall(call: ToolCall): void
	updateCall(callId: string, patch: Partial<ToolCall>): ToolCall

	appendBlock(runId: string, block: ChunkBlock): void
	blocks(runId: string): readonly ChunkBlock[]
	clearBlocks(runId: string): void
	/** The first block, from number `block` on, with frames after the cursor. */
	blockAfter(
		runId: string,
		block: number,
		cursor: { readonly epoch: number; readonly seq: number } | null,
	): ChunkBlock | null

	insertMessage(message: MessageRow): void
	message(id: string): MessageRow | null
	/** Completes an answer that no model has read. */
	completeMessage(id: string, message: Pick<MessageRow, 'ui' | 'model'>): void
	/** Stores a run's changes, which outlive its steps and calls. */
	putChanges(runId: string, steps: readonly ChangedStep[]): void
	/** Notes for models about reverts, each placed before the next user message after `afterSeq`. */
	revertNotes(fromSeq: number): readonly { readonly afterSeq: number; readonly text: string }[]
	/** The newest messages first, at most `limit`, older than `beforeId` if given. */
	newestMessages(limit: number, beforeId?: string): readonly MessageRow[]
	/** The messages from a position on, oldest first. */
	messagesFrom(seq: number): readonly TranscriptRow[]
	/** Returns null if there is none, or not yet. */
	messageAt(seq: number): TranscriptRow | null
	/**
	 * The newest message before this position whose model part contains the first letters of the word, as many as
	 * one search takes, in capitals or not. Words consist of letters, digits, `_`, `.` and `-`.
	 */
	messageWith(word: string, beforeSeq: number): TranscriptRow | null
	hasMessages(): boolean

	/** Messages that wait to enter, in order. */
	inbox(): readonly InboxMessage[]
	/** Messages that entered this run, until the next one begins. */
	entered(runId: string): readonly InboxMessage[]
	insertInbox(message: InboxMessage): void
	enterInbox(id: string, runId: string, stepSeq: number): void
	deleteInbox(id: string): void
	/** {@link knownMessage} finds it from now on. `runId` null: it was withdrawn, by this author or automatically. */
	rememberMessage(id: string, runId: string | null, withdrawnBy?: Author | null): void
	/** Adds a notice that is shown at the end of this stored answer. */
	addNotice(messageId: string, notice: Notice): void
	/** The run that a message with this id entered (`runId` null: it was withdrawn). Returns null if it is unknown or waiting. */
	knownMessage(id: string): { readonly runId: string | null } | null

	/** Keeps the blob if another message or result has the same content. */
	deleteBlob(id: string): void
	putBlob(blob: { id: string; mediaType: string; bytes: Uint8Array }): void
	blob(id: string): { readonly mediaType: string; readonly bytes: Uint8Array } | null

	enqueue(payload: OutboxPayload, now: number): void

	/** Small values by name: activated tools, the cut of the model's view. */
	setting(key: string): string | null
	setSetting(key: string, value: string): void
}
