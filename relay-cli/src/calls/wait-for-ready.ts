/** `wait_for_editor_ready`: answered by the relay, which outlives the editor's reloads. */
import { type EditorSeat, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Clock } from '../clock.ts'
import type { RelayTool } from './relay-tool.ts'

/** The answer must be on its way before the caller's deadline. */
const HEADROOM_MS = 500

interface WaitPorts {
	readonly clock: Clock
	seat(editorKey: string): EditorSeat | undefined
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
			Math.min(timeout_seconds * 1_000, context.deadlineAt - startedAt - HEADROOM_MS),
		)
		return new Promise((resolve) => {
			const isReady = (): boolean =>
				PHASES_TAKING_CALLS.has(ports.seat(context.editorKey)?.phase ?? 'gone')
			const finish = (): void => {
				cancelTimer()
				stopListening()
				context.signal.removeEventListener('abort', finish)
				const result: ToolResult<'wait_for_editor_ready', 'run'> = {
					ready: isReady(),
					phase: ports.seat(context.editorKey)?.phase ?? 'gone',
					waitedSeconds: Math.max(0, ports.clock.now() - startedAt) / 1_000,
				}
				resolve({ status: 'ok', result })
			}
			const cancelTimer = ports.clock.after(waitMs, finish)
			const stopListening = ports.onPhase(context.editorKey, () => {
				if (isReady()) finish()
			})
			context.signal.addEventListener('abort', finish)
			if (isReady()) finish()
		})
	}
}
