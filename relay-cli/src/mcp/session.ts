/** One MCP client: its editor, its calls, and its permissions. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
	type CallError,
	type CallOutcome,
	type CallProgress,
	canonicalJson,
	failed,
} from '@fairlead/protocol/calls'
import type { CustomTool } from '@fairlead/protocol/editor-link'
import { type ChangeScope, type EditorSeat, PHASES_TAKING_CALLS } from '@fairlead/protocol/editors'
import type { McpCall } from '@fairlead/protocol/mcp'
import { READ_CALL_PREFIX } from '@fairlead/protocol/relay-link'
import { callIdIn, undoName } from '@fairlead/protocol/tools'
import { editorKeyOf } from '../editors/project-key.ts'
import { McpApprovals } from './approvals.ts'
import type { DeskPorts } from './desk.ts'
import type { McpHello } from './wire.ts'

/**
 * The room of these calls in the journal and in the history of files. No project's room has this name: theirs
 * begin with an address.
 */
export const DESK_ROOM = 'desk'
/** After a start of the relay, how long a call waits for its editor to connect: editors look for a relay every few seconds. */
const CONNECT_GRACE_MS = 15_000
/** More time for a call that begins with waiting: a large project compiles and reloads for minutes. */
const RELOAD_ALLOWANCE_MS = 180_000
const MAX_DEADLINE_MS = 3_600_000
/** Ids of requests that are remembered, to tell a repeated id from a repeated request. */
const MAX_USED_IDS = 10_000

export interface RunOptions {
	/** The request's JSON-RPC id. */
	readonly requestId: string | number
	/** The client's name, as it says. */
	readonly client: string
	readonly signal: AbortSignal
	progress(message: string, fraction?: number): void
}

type SeatOrError =
	| { readonly ok: true; readonly seat: EditorSeat }
	| { readonly ok: false; readonly error: CallError }

export class McpSession {
	readonly hello: McpHello
	readonly approvals: McpApprovals
	/** Called after every change of this session's editor. */
	onChange: (scopes: readonly ChangeScope[]) => void = () => undefined
	readonly #ports: DeskPorts
	/** Of the chosen project; null: the only editor that is open. */
	readonly #editorKey: string | null
	readonly #startedAt: number
	readonly #ended: () => void
	readonly #progress = new Map<string, RunOptions['progress']>()
	readonly #usedIds = new Set<string>()
	readonly #seatListeners = new Set<() => void>()
	#watching = false

	constructor(hello: McpHello, ports: DeskPorts, startedAt: number, ended: () => void) {
		this.hello = hello
		this.#ports = ports
		this.#startedAt = startedAt
		this.#editorKey = hello.folder === null ? null : editorKeyOf(ports.relayId, hello.folder)
		this.#ended = ended
		this.approvals = new McpApprovals(hello.mode, hello.allow)
	}

	end(): void {
		this.watch(false)
		this.#ended()
	}

	/** The project's own tools; none without an editor. */
	customTools(): readonly CustomTool[] {
		const found = this.#seat()
		return found.ok ? (this.#ports.seats.portOf(found.seat.editorKey)?.customTools ?? []) : []
	}

	/** Runs a call that may run. Resolves with its outcome; never rejects. */
	async run(call: McpCall, options: RunOptions): Promise<CallOutcome> {
		const found = await this.#awaitSeat(options)
		if (!found.ok) return { status: 'error', error: found.error }
		const { seat } = found
		const { name: method, params } = call
		const group = `mcp-${this.hello.session}.${this.#idOf(options.requestId)}`
		const isRead = call.replay === 'safe' && call.risk === 'read'
		const callId = `${isRead ? READ_CALL_PREFIX : ''}${callIdIn(group, 0)}`
		const waits = !PHASES_TAKING_CALLS.has(seat.phase)
		const routed = {
			...{ callId, method, params, editorKey: seat.editorKey },
			argsHash: createHash('sha256').update(canonicalJson({ method, params })).digest('hex'),
			deadlineMs: Math.min(
				call.timeoutMs + (waits || call.pauses ? RELOAD_ALLOWANCE_MS : 0),
				MAX_DEADLINE_MS,
			),
			...(isRead ? {} : { undoGroup: { id: group, name: undoName([call]) } }),
		}
		if (!isRead)
			this.#ports.log.begun({ ...routed, group, risk: call.risk, client: options.client })
		const receipt = this.#ports.router.receive(DESK_ROOM, routed)
		if (receipt.kind === 'conflict')
			return failed('conflict', 'A call with this id and other arguments is known. Nothing ran.', {
				hint: 'Every request needs an id of its own.',
			})
		const stop = this.#follow(callId, seat, options)
		try {
			const outcome = await receipt.outcome
			// No journal has a read.
			if (!isRead) {
				this.#ports.log.ended(callId, outcome)
				this.#ports.router.forget(DESK_ROOM, [callId])
			}
			return outcome
		} finally {
			stop()
		}
	}

	/** Wants the editor's change events, or no longer. */
	watch(watching: boolean): void {
		if (this.#watching === watching) return
		this.#watching = watching
		const found = this.#seat()
		if (found.ok) this.#ports.watchChanged(found.seat.editorKey)
	}

	watches(editorKey: string): boolean {
		if (!this.#watching) return false
		const found = this.#seat()
		return found.ok && found.seat.editorKey === editorKey
	}

	progressed({ callId, message, fraction }: CallProgress): void {
		this.#progress.get(callId)?.(message, fraction)
	}

	seatChanged(seat: EditorSeat): void {
		for (const listener of [...this.#seatListeners]) listener()
		const found = this.#seat()
		if (this.#watching && found.ok && found.seat.editorKey === seat.editorKey)
			this.onChange(['play', 'scene'])
	}

	editorChanged(editorKey: string, scopes: readonly ChangeScope[]): void {
		if (this.watches(editorKey)) this.onChange(scopes)
	}

	/** Cancels the call when the client does, and reports what it waits for. Returns the end of both. */
	#follow(callId: string, { editorKey, phase }: EditorSeat, options: RunOptions): () => void {
		const cancel = (): void => this.#ports.router.cancel(DESK_ROOM, [callId])
		if (options.signal.aborted) cancel()
		options.signal.addEventListener('abort', cancel)
		this.#progress.set(callId, options.progress)
		const report = (): void => {
			const seat = this.#ports.seats.list().find((one) => one.editorKey === editorKey)
			if (seat && !PHASES_TAKING_CALLS.has(seat.phase)) options.progress(waitingFor(seat))
		}
		if (!PHASES_TAKING_CALLS.has(phase)) report()
		this.#seatListeners.add(report)
		return () => {
			options.signal.removeEventListener('abort', cancel)
			this.#progress.delete(callId)
			this.#seatListeners.delete(report)
		}
	}

	/** Right after the relay's start, waits for the editor to connect. */
	#awaitSeat({ signal, progress }: RunOptions): Promise<SeatOrError> {
		const now = this.#seat()
		const left = this.#startedAt + CONNECT_GRACE_MS - this.#ports.clock.now()
		const mayCome = !now.ok && now.error.code === 'no_editor'
		if (!mayCome || left <= 0 || signal.aborted) return Promise.resolve(now)
		progress('Waiting for the Unity Editor to connect.')
		return new Promise((resolve) => {
			const finish = (): void => {
				cancelTimer()
				signal.removeEventListener('abort', finish)
				this.#seatListeners.delete(look)
				resolve(this.#seat())
			}
			const look = (): void => {
				if (this.#seat().ok) finish()
			}
			const cancelTimer = this.#ports.clock.after(left, finish)
			signal.addEventListener('abort', finish)
			this.#seatListeners.add(look)
		})
	}

	/** The editor of the project, or the only one that is open. Never a guess. */
	#seat(): SeatOrError {
		const seats = this.#ports.seats.list()
		const { folder } = this.hello
		if (folder !== null) {
			const seat = seats.find((one) => one.editorKey === this.#editorKey)
			return seat ? { ok: true, seat } : { ok: false, error: notOpen(basename(folder)) }
		}
		const [only, ...others] = seats.filter(({ phase }) => phase !== 'gone')
		if (only && others.length === 0) return { ok: true, seat: only }
		return { ok: false, error: only ? severalOpen([only, ...others]) : noneOpen() }
	}

	/** Part of a call id. A client that uses an id twice does not get the first answer twice. */
	#idOf(requestId: string | number): string {
		const text = String(requestId)
		const plain = /^[A-Za-z0-9_-]{1,40}$/.test(text)
			? text
			: createHash('sha256').update(text).digest('hex').slice(0, 16)
		let id = plain
		for (let n = 2; this.#usedIds.has(id); n++) id = `${plain}_${n}`
		this.#usedIds.add(id)
		const [oldest] = this.#usedIds
		if (this.#usedIds.size > MAX_USED_IDS && oldest !== undefined) this.#usedIds.delete(oldest)
		return id
	}
}

const waitingFor = ({ name, phase, phaseDetail }: EditorSeat): string =>
	phase === 'gone'
		? `${name} is not open in Unity.`
		: `Waiting for Unity: ${phase}${phaseDetail ? ` (${phaseDetail})` : ''}.`

const OPEN_IT =
	'Ask the user to open the project in Unity, with the Fairlead package installed, and repeat the call. Nothing was changed.'

const notOpen = (name: string): CallError =>
	failed(
		'no_editor',
		`The project "${name}" is not connected: it is not open in Unity, or has no Fairlead package.`,
		{
			hint: OPEN_IT,
		},
	).error

const noneOpen = (): CallError =>
	failed('no_editor', 'No Unity Editor is connected.', { hint: OPEN_IT }).error

const severalOpen = (seats: readonly EditorSeat[]): CallError =>
	failed(
		'ambiguous_target',
		'Several Unity Editors are open, and none was chosen. Nothing was changed.',
		{
			hint: 'The user sets the client up for one folder: "npm run fairlead -- mcp install <client> --project <folder>".',
			data: {
				editors: seats.map(({ name, projectPath, phase }) => ({ name, projectPath, phase })),
			},
		},
	).error
