/** A tool the relay runs itself. */
import type { CallOutcome } from '@fairlead/protocol/wire/calls'

export interface RelayToolContext {
	readonly room: string
	readonly callId: string
	/** `run` for a tool without actions. */
	readonly actionName: string
	/** Real path of the seat's folder. */
	readonly folder: string
	readonly editorKey: string
	/** Time of `Clock.awake`. */
	readonly deadlineAt: number
	/** Aborted when the call is cancelled, its deadline passes, or the relay stops. */
	readonly signal: AbortSignal
	/** One line of at most 500 characters for the person who waits. */
	progress(message: string): void
}

/** `args` are parsed by the registry. Failures are outcomes; a rejection is answered as `internal`. */
export type RelayTool = (
	args: Readonly<Record<string, unknown>>,
	context: RelayToolContext,
) => Promise<CallOutcome>
