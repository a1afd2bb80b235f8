/** A call that has no outcome yet. */

import { isDeskTool } from '@fairlead/protocol/computers/local-mcp-servers'
import { type Replay, type ResolvedCall, resolveCall } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { RoutedCall } from '@fairlead/protocol/wire/relay-link'
import type { EditorPort } from '../editors/editor-port.ts'
import type { Clock } from '../platform/clock.ts'

export type Progress =
	/** Waits for its editor to take calls. `knownBy`: a process that has received but not begun it. */
	| { readonly kind: 'queued'; readonly knownBy: string | null }
	/** The files that it may change are being recorded; then it is sent. `knownBy` as above. */
	| { readonly kind: 'preparing'; readonly knownBy: string | null }
	/** The editor has it; the answer comes on this socket. */
	| { readonly kind: 'sent'; readonly port: EditorPort }
	/** The editor has begun it under an earlier socket; it will report with `call.settled`. */
	| { readonly kind: 'awaited'; readonly port: EditorPort }
	/** Sent to this process, whose socket is gone. */
	| { readonly kind: 'adrift'; readonly sessionId: string }
	/** The relay runs it itself. */
	| { readonly kind: 'running'; readonly abort: AbortController }

export interface LiveCall {
	readonly room: string
	readonly call: RoutedCall
	/** The checked call; null: its sender has not checked it here. */
	readonly resolved: ResolvedCall | null
	readonly replay: Replay
	/** False for viewers' reads, which may be lost and repeated. */
	readonly journaled: boolean
	/** Unix milliseconds. */
	readonly receivedAt: number
	/** Time of {@link Clock.awake}: a call does not end because the computer slept. */
	readonly deadlineAt: number
	readonly settled: PromiseWithResolvers<CallOutcome>
	progress: Progress
	cancelDeadline: () => void
}

/** A server checks the arguments of its tools itself. */
export function resolvedHere({
	call: { method, params },
	resolved,
}: Pick<LiveCall, 'call' | 'resolved'>) {
	if (resolved) return { ok: true as const, call: resolved }
	return isDeskTool(method)
		? { ok: true as const, call: { actionName: 'run', args: params } }
		: resolveCall(method, params)
}

/** True if the journal says so, or another part executes it. */
export function hasBegun({ progress }: LiveCall): boolean {
	switch (progress.kind) {
		case 'queued':
		case 'preparing':
			return progress.knownBy !== null
		case 'sent':
		case 'awaited':
		case 'adrift':
		case 'running':
			return true
		default:
			return progress satisfies never
	}
}
