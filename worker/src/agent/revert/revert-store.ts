/** Where reverts are kept. All methods are synchronous; writes inside `transaction` are atomic. */

import type { Revert } from './revert-state.ts'
import type { ChangedStep } from './run-changes.ts'

/** The run that an assistant's message is the answer of. */
export interface RevertibleRun {
	readonly id: string
	readonly editorKey: string | null
	/** The user's message. */
	readonly idemKey: string
	readonly steps: readonly ChangedStep[]
}

export interface RevertStore {
	transaction<T>(body: () => T): T
	/** Grows with each instance of the object; a write of an older instance is refused. */
	epoch(): number
	/** Whether a run goes on. */
	isRunActive(): boolean
	/** Null when no run answered with this message. Without steps: it changed nothing. */
	runOf(messageId: string): RevertibleRun | null
	/** The text of a user's message. */
	textOf(messageId: string): string | null

	insert(revert: Revert): void
	update(id: string, patch: Partial<Revert>): Revert
	get(id: string): Revert | null
	byRequest(requestId: string): Revert | null
	/** At most one goes on. */
	active(): Revert | null
	/** Of these messages, the oldest first. */
	ofMessages(messageIds: readonly string[]): readonly Revert[]
}
