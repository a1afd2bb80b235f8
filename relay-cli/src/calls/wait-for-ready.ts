/**
 * `wait_for_editor_ready`: the relay waits, since it outlives the editor's reloads; the editor is ready
 * when its main thread answers a read. A phase is only what its link last reported.
 */
import { type EditorSeat, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { outsideAdvice, outsideWords, waitsForFix } from '@fairlead/protocol/editors/outside-words'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { EditorPort } from '../editors/editor-port.ts'
import { afterAwake, type Clock } from '../platform/clock.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import { askEditor } from './editor-question.ts'

/** The answer must be on its way before the caller's deadline. */
const HEADROOM_MS = 500

interface WaitPorts {
	readonly clock: Clock
	seat(editorKey: string): EditorSeat | undefined
	portOf(editorKey: string): EditorPort | null
	/** Calls back after every change of this seat's phase until the returned function is called. */
	onPhase(editorKey: string, changed: () => void): () => void
}

/** Waits for events, never polls. Resolves early, with `ready: false`, when the call is cancelled. */
export function waitForReadyTool(ports: WaitPorts): RelayTool {
	return (args, context) => {
		const { timeout_seconds } = args as ToolArgs<'wait_for_editor_ready', 'run'>
		const startedAt = ports.clock.now()
		const waitMs = Math.max(
			0,
			Math.min(timeout_seconds * 1_000, context.deadlineAt - ports.clock.awake() - HEADROOM_MS),
		)
		const waitUntil = ports.clock.awake() + waitMs
		return new Promise((resolve) => {
			let asked: { readonly port: EditorPort; readonly callId: string } | null = null
			let questions = 0
			const finish = (ready: boolean): void => {
				cancelTimer()
				stopListening()
				context.signal.removeEventListener('abort', giveUp)
				const seat = ports.seat(context.editorKey)
				const phase = seat?.phase ?? 'gone'
				const waitedMs = Math.max(0, ports.clock.now() - startedAt)
				const result: ToolResult<'wait_for_editor_ready', 'run'> = {
					ready,
					phase,
					waitedSeconds: waitedMs / 1_000,
					...(!ready && asked ? { detail: silent(waitedMs) } : {}),
					...(!ready && phase === 'gone' && seat?.outside ? { detail: seen(seat.outside) } : {}),
				}
				asked?.port.cancel([asked.callId])
				asked?.port.forget([asked.callId])
				resolve({ status: 'ok', result })
			}
			const giveUp = (): void => finish(false)
			const look = (): void => {
				const port = ports.portOf(context.editorKey)
				const seat = ports.seat(context.editorKey)
				// It stays like this until somebody fixes the files.
				if (seat?.phase === 'gone' && waitsForFix(seat.outside)) finish(false)
				if (!PHASES_TAKING_CALLS.has(seat?.phase ?? 'gone')) return
				if (port === null || asked?.port === port) return
				const question = { port, callId: idOf(context.callId, ++questions) }
				asked = question
				const deadlineMs = Math.max(1, Math.ceil(waitUntil - ports.clock.awake()))
				askEditor(port, question.callId, deadlineMs).then(
					(answered) => {
						if (asked !== question || !answered) return
						asked = null
						port.forget([question.callId])
						finish(true)
					},
					// The socket closed: the next hello changes the phase.
					() => undefined,
				)
			}
			const cancelTimer = afterAwake(ports.clock, waitMs, giveUp)
			const stopListening = ports.onPhase(context.editorKey, look)
			context.signal.addEventListener('abort', giveUp)
			look()
		})
	}
}

/** A new id for each read: a known one would be answered from the editor's journal. */
const idOf = (callId: string, question: number): string => `ready.${callId.slice(-100)}.${question}`

const seen = (outside: Outside): string =>
	[`${outsideWords(outside)}.`, outsideAdvice(outside)].filter((text) => text !== null).join(' ')

const silent = (waitedMs: number): string =>
	`Unity is connected, but its main thread has not answered for ${Math.round(waitedMs / 1_000)} s: it may be busy, showing a dialog, or frozen. Tell the user.`
