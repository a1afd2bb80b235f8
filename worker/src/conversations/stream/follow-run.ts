/** The answer to `GET …/stream`: which run it shows, from where, and how it ends. */
import type { Admitted } from '../../access/rights-change.ts'
import type { RunMachine } from '../../agent/run/run-machine.ts'
import { isEnded } from '../../agent/run/run-state.ts'
import { parseCursor } from '../../agent/stream/chunk-log.ts'
import { ASKS_FRAME, DONE_FRAME } from '../../ports/stream.ts'
import type { ConversationStore } from '../conversation-store.ts'
import type { Viewers } from './viewers.ts'

const STREAM_HEADERS = {
	'content-type': 'text/event-stream',
	'cache-control': 'no-cache',
	'x-vercel-ai-ui-message-stream': 'v1',
	'x-accel-buffering': 'no',
} as const

export interface StreamPorts {
	/** Looked up each time: a failed transaction replaces the log, and another run may follow. */
	readonly latestRun: ConversationStore['latestRun']
	readonly machine: () => RunMachine
	readonly viewers: Viewers
}

/**
 * `?cursor=&from=&hold=`: see {@link ConversationPort}. `from` asks for this answer and no other, even if
 * it has just ended; `hold` for a stream that stays open while the run waits for the editor.
 */
export function followRun(request: Request, reader: Admitted, ports: StreamPorts): Response {
	const params = new URL(request.url).searchParams
	const run = ports.latestRun()
	if (!run) return new Response(null, { status: 204 })
	const machine = ports.machine()
	const cursor = parseCursor(params.get('cursor'))
	const ended = isEnded(run)
	const from = params.get('from')
	// Another run has begun since: its answer is not the requested one.
	if (from !== null && from !== run.messageId) return new Response(null, { status: 204 })
	if (ended && from === null && cursor === null) return new Response(null, { status: 204 })
	// The cursor belongs to the previous run, whose messages are in the transcript.
	if (cursor && !machine.log(run).covers(cursor)) return new Response(null, { status: 204 })
	const hold = params.get('hold') !== null
	const asks = run.state === 'waiting_approval'
	const live = !ended && !asks && (hold || run.state !== 'waiting_editor')
	const body = ports.viewers.open(
		(position) => {
			const latest = ports.latestRun()
			return latest?.id === run.id ? machine.log(latest).next(position) : 'gone'
		},
		cursor,
		live ? null : ended ? DONE_FRAME : hold && asks ? ASKS_FRAME : '',
		reader,
		hold,
	)
	// An object that was evicted during a run continues as soon as somebody looks.
	if (!ended) void machine.wake()
	return new Response(body, { headers: STREAM_HEADERS })
}
