/** Whether a call can be sent to its editor now, how long it waits otherwise, and what ends the wait. Pure. */
import {
	editorWait,
	isComing,
	type Refusal,
	refuseAbsent,
	refuseBlocked,
} from '@fairlead/protocol/editors/editor-waits'
import { type EditorSeat, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors/editors'
import { queueDeadline } from '../../platform/verdicts.ts'

/** A large project imports, compiles and reloads for minutes. */
export const MAX_WAIT_MS = 180_000

export type CallStart =
	| { readonly kind: 'now' }
	| { readonly kind: 'refused'; readonly refusal: Refusal }
	/** `refusal` ends the wait at `until` (Unix milliseconds). `reason`: a sentence for progress. */
	| {
			readonly kind: 'later'
			readonly reason: string
			readonly until: number
			readonly refusal: Refusal
	  }

/** Unix milliseconds, apart from the grace. */
export interface WaitTimes {
	readonly now: number
	/** The call began to wait. */
	readonly since: number
	/** Editors look for a relay every few seconds after its start. */
	readonly relayStartedAt: number
	/** How long an editor that is not known to be on its way is expected. */
	readonly graceMs: number
}

export function callStart(seat: EditorSeat, times: WaitTimes): CallStart {
	if (PHASES_TAKING_CALLS.has(seat.phase)) return { kind: 'now' }
	const refusal = refuseBlocked(seat)
	if (refusal) return { kind: 'refused', refusal }
	const isGone = seat.phase === 'gone'
	const until =
		isGone && !isComing(seat)
			? Math.max(times.relayStartedAt, newsAt(seat)) + times.graceMs
			: times.since + MAX_WAIT_MS
	const atLast = isGone ? refuseAbsent(seat) : queueDeadline(seat)
	if (until <= times.now) return { kind: 'refused', refusal: atLast }
	return { kind: 'later', reason: waitSentence(seat) ?? '', until, refusal: atLast }
}

/** The reason why a call for this editor waits; null: it takes calls. */
export function waitSentence(seat: EditorSeat): string | null {
	const { phase, outside } = seat
	if (phase === 'gone' && (outside === undefined || outside.state === 'not_running'))
		return 'Waiting for the Unity Editor to connect.'
	const reason = editorWait(seat)
	return reason === null ? null : `Waiting: ${reason}.`
}

/** When the editor's absence last changed (Unix milliseconds); 0 if it never connected and is not running. */
const newsAt = ({ outside, phaseSince, process }: EditorSeat): number =>
	outside?.state === 'not_running' && process === undefined
		? 0
		: Math.max(phaseSince, outside?.since ?? 0)
