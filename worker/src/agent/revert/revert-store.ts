/** The store of reverts. All methods are synchronous; writes inside `transaction` are atomic. */
import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { Revert } from './revert-state.ts'
import type { ChangedStep } from './run-changes.ts'

/** The run that produced an assistant's message. */
export interface RevertibleRun {
	readonly id: string
	readonly editorKey: string | null
	/** The user's message. */
	readonly idemKey: string
	readonly steps: readonly ChangedStep[]
}

/** A step with the answer that it stands in. */
export interface RecordedStep extends ChangedStep {
	readonly messageId: string
}

/** The last run of a conversation, as lists show it. */
export type LastRun = NonNullable<Conversation['lastRun']>

export interface RevertStore {
	transaction<T>(body: () => T): T
	/** Grows with each instance of the object; a write of an older instance is refused. */
	epoch(): number
	/** Whether a run is active. */
	isRunActive(): boolean
	/** Returns null if no run produced this message. Empty steps: the run changed nothing. */
	runOf(messageId: string): RevertibleRun | null
	/** The steps of any run that made these records of the editor's history, by the record's id. */
	stepsOf(recordIds: readonly string[]): ReadonlyMap<string, RecordedStep>
	/** Updates the last run in lists after reverts; null if this message is an older run's answer. */
	tellVerdict(messageId: string, now: number): LastRun | null
	/** Records this answer anew, with its reverts. */
	recordAnswer(messageId: string, now: number): void
	/** The text of a user's message. */
	textOf(messageId: string): string | null

	insert(revert: Revert): void
	update(id: string, patch: Partial<Revert>): Revert
	get(id: string): Revert | null
	byRequest(requestId: string): Revert | null
	/** The active revert; there is at most one. */
	active(): Revert | null
	/** The reverts that concern these messages, the oldest first. */
	ofMessages(messageIds: readonly string[]): readonly Revert[]
}
