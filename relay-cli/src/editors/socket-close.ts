/** The meaning of a closed editor socket. Pure. */

import type { Phase } from '@fairlead/protocol/editors/editors'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import type { Timing } from '../platform/timing.ts'

export type SocketClose =
	/** The process ended and will not reconnect. */
	| { readonly kind: 'gone' }
	/** It should be back within `graceMs`; calls wait. */
	| { readonly kind: 'away'; readonly graceMs: number; readonly detail?: string }

const NORMAL_CLOSURE = 1000
const GOING_AWAY = 1001

/** `lastPhase` is the phase the editor last reported, `closeCode` that of its socket. */
export function readSocketClose(lastPhase: Phase, closeCode: number, timing: Timing): SocketClose {
	if (closeCode === CLOSE.reloading) return { kind: 'away', graceMs: timing.reloadGraceMs }
	if (closeCode === NORMAL_CLOSURE || closeCode === GOING_AWAY) return { kind: 'gone' }
	if (lastPhase === 'compiling' || lastPhase === 'reloading')
		return { kind: 'away', graceMs: timing.reloadGraceMs }
	return { kind: 'away', graceMs: timing.lostGraceMs, detail: 'The connection was lost.' }
}
