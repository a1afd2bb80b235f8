/** One MCP client: its editor, its calls, and its permissions. */
import { hash } from 'node:crypto'
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import {
	type ChangeScope,
	type EditorSeat,
	type FolderKind,
	PHASES_TAKING_CALLS,
} from '@fairlead/protocol/editors/editors'
import type { ClientRuns, McpCall } from '@fairlead/protocol/mcp'
import { callIdIn, type ResolvedCall, undoName } from '@fairlead/protocol/tools'
import {
	type CallError,
	type CallOutcome,
	type CallProgress,
	canonicalJson,
	failed,
} from '@fairlead/protocol/wire/calls'
import { CHECK_REFUSALS } from '@fairlead/protocol/wire/check-refusals'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import { refusedByJail } from '../files/refused-by-jail.ts'
import { editorKeyOf } from '../home/project-key.ts'
import { DESK_ROOM } from '../platform/desk-room.ts'
import { cancelled } from '../platform/verdicts.ts'
import type { Introduction } from '../requests/wire.ts'
import { folderKindOnDisk } from '../unity/unity-project.ts'
import { McpApprovals } from './calls/approvals.ts'
import { type CallStart, callStart, MAX_WAIT_MS, waitSentence } from './calls/call-start.ts'
import { seenFiles } from './calls/seen-files.ts'
import { SessionApprovals } from './calls/session-approvals.ts'
import type { McpSessionsPorts } from './mcp-sessions.ts'
import { deskRuns } from './runs/desk-runs.ts'

const MAX_DEADLINE_MS = 3_600_000
/** An editor that takes longer is busy: the person is asked. */
const CHECK_TIMEOUT_MS = 5_000
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
	readonly hello: Introduction
	readonly approvals: McpApprovals
	readonly pages: SessionApprovals
	/** Called after every change of this session's editor. */
	onChange: (scopes: readonly ChangeScope[]) => void = () => undefined
	readonly #ports: McpSessionsPorts
	/** The chosen project's editor; null: the only editor that is open. */
	readonly #editorKey: string | null
	readonly #startedAt: number
	readonly #ended: () => void
	readonly #progress = new Map<string, RunOptions['progress']>()
	readonly #usedIds = new Set<string>()
	readonly #seatListeners = new Set<() => void>()
	/** Aborted with the connection: a call that waits for its editor must not begin without its client. */
	readonly #over = new AbortController()
	readonly #letGo: () => void
	#watching = false

	constructor(hello: Introduction, ports: McpSessionsPorts, startedAt: number, ended: () => void) {
		this.hello = hello
		this.#ports = ports
		this.#startedAt = startedAt
		const { folder } = hello
		this.#editorKey = folder === null ? null : editorKeyOf(ports.relayId, folder)
		this.#letGo = folder === null ? () => undefined : ports.seats.hold(folder)
		this.#ended = ended
		this.approvals = new McpApprovals(hello.mode, hello.allow, (call) => {
			const found = this.#seat()
			return found.ok ? seenFiles(found.seat.projectPath, call) : new Map()
		})
		this.pages = new SessionApprovals({
			...ports,
			agent: hello.agent,
			editorKey: () => {
				const found = this.#seat()
				return found.ok && !hello.local ? found.seat.editorKey : null
			},
			over: this.#over.signal,
		})
	}

	end(): void {
		this.watch(false)
		this.#over.abort()
		this.#letGo()
		this.#ended()
	}

	/** Which files run code by themselves depends on it. */
	folderKind(): FolderKind {
		const found = this.#seat()
		return (found.ok ? folderKindOnDisk(found.seat.projectPath) : null) ?? 'unity'
	}

	/** The project's own tools; none without an editor. */
	customTools(): readonly CustomTool[] {
		const found = this.#seat()
		return found.ok ? (this.#ports.seats.portOf(found.seat.editorKey)?.customTools ?? []) : []
	}

	/**
	 * Runs a call that may run. Resolves with its outcome; never rejects.
	 * @param resolved the call as the registry knows it, so that it is not checked again
	 */
	async run(
		call: McpCall,
		options: RunOptions,
		resolved: ResolvedCall | null = null,
	): Promise<CallOutcome> {
		const now = this.#seat()
		const found = now.ok ? now : await this.#awaitSeat(now, options)
		if (!found.ok) return { status: 'error', error: found.error }
		const { editorKey, projectPath: folder } = found.seat
		const { name: method, params } = call
		const group = `mcp-${this.hello.session}.${this.#idOf(options.requestId)}`
		const isRead = call.replay === 'safe' && call.risk === 'read'
		const callId = `${isRead ? READ_CALL_PREFIX : ''}${callIdIn(group, 0)}`
		const routed = {
			callId,
			method,
			params,
			editorKey,
			argsHash: hash('sha256', canonicalJson({ method, params })),
			deadlineMs: Math.min(call.timeoutMs + (call.pauses ? MAX_WAIT_MS : 0), MAX_DEADLINE_MS),
			...(isRead ? {} : { undoGroup: { id: group, name: undoName([call]) } }),
		}
		const needsEditor = call.runsOn === 'editor'
		// A call that began before a restart of the relay has an outcome without an editor.
		const { router } = this.#ports
		const waits =
			needsEditor &&
			!(isRead ? router.isLive(DESK_ROOM, callId) : router.isKnown(DESK_ROOM, callId))
		const start = waits ? this.#start(editorKey, this.#ports.clock.now()) : null
		if (start?.kind === 'refused') return start.refusal
		if (!isRead)
			this.#ports.log.begun({ ...routed, folder, group, risk: call.risk, client: options.client })
		const refusal = start?.kind === 'later' ? await this.#awaitEditor(editorKey, options) : null
		if (refusal) {
			if (!isRead) this.#ports.log.ended(callId, refusal)
			return refusal
		}
		if (!isRead && !this.hello.local)
			this.#ports.reports.begun({ ...routed, recordId: group, client: options.client })
		const receipt = router.receive(DESK_ROOM, routed, resolved)
		if (receipt.kind === 'conflict')
			return failed('conflict', 'A call with this id and other arguments is known. Nothing ran.', {
				hint: 'Every request needs an id of its own.',
			})
		const stop = this.#follow(callId, needsEditor ? editorKey : null, options)
		try {
			const outcome = await receipt.outcome
			// No journal has a read.
			if (!isRead) {
				this.#ports.log.ended(callId, outcome)
				this.#ports.reports.ended(callId, outcome)
				router.forget(DESK_ROOM, [callId])
			}
			return outcome
		} finally {
			stop()
		}
	}

	/** Runs of Fairlead's agent in the project of this client's folder. */
	runs({ client, requestId }: Pick<RunOptions, 'client' | 'requestId'>): ClientRuns {
		const { clock, roomOf } = this.#ports
		return deskRuns({
			clock,
			client,
			readOnly: this.hello.mode === 'read-only',
			roomOf,
			request: () => `${this.hello.session} ${this.#idOf(requestId)}`,
			editor: () => {
				const found = this.#seat()
				if (found.ok) return found.seat
				return { message: `${found.error.message} ${found.error.hint ?? ''}` }
			},
		})
	}

	/**
	 * Asks the jail, or the editor, whether a call that a person would be asked about can work: nobody should approve one
	 * that fails.
	 * Resolves with null if it can, or if nobody knows. Never rejects.
	 */
	async check(call: McpCall, options: RunOptions): Promise<CallError | null> {
		const found = this.#seat()
		const jailed = found.ok ? refusedByJail(found.seat.projectPath, call) : null
		if (jailed) return jailed
		if (!call.checked || !found.ok || !PHASES_TAKING_CALLS.has(found.seat.phase)) return null
		const check: McpCall = {
			name: 'unity_check',
			params: { method: call.name, params: call.params },
			risk: 'read',
			replay: 'safe',
			runsOn: 'editor',
			timeoutMs: CHECK_TIMEOUT_MS,
			permissions: [],
			pauses: false,
			checked: false,
		}
		const late = new AbortController()
		const cancelTimer = this.#ports.clock.after(CHECK_TIMEOUT_MS, () => late.abort())
		const signal = AbortSignal.any([options.signal, late.signal])
		const requestId = `check_${options.requestId}`
		const outcome = await this.run(check, { ...options, requestId, signal })
		cancelTimer()
		const isRefused = outcome.status === 'error' && CHECK_REFUSALS.has(outcome.error.code)
		return isRefused ? outcome.error : null
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

	/** Cancels the call when the client does, and reports what its editor does meanwhile. Returns the end of both. */
	#follow(callId: string, editorKey: string | null, options: RunOptions): () => void {
		const cancel = (): void => this.#ports.router.cancel(DESK_ROOM, [callId])
		if (options.signal.aborted) cancel()
		options.signal.addEventListener('abort', cancel)
		this.#progress.set(callId, options.progress)
		let said: string | null = null
		const report = (): void => {
			const seat = editorKey === null ? undefined : this.#ports.seats.get(editorKey)
			const sentence = seat ? waitSentence(seat) : null
			if (sentence !== null && sentence !== said) options.progress(sentence)
			said = sentence
		}
		report()
		this.#seatListeners.add(report)
		return () => {
			options.signal.removeEventListener('abort', cancel)
			this.#progress.delete(callId)
			this.#seatListeners.delete(report)
		}
	}

	#start(editorKey: string, since: number): CallStart {
		const { seats, clock, timing } = this.#ports
		const seat = seats.get(editorKey)
		if (!seat) return { kind: 'refused', refusal: noneOpen() }
		return callStart(seat, {
			now: clock.now(),
			since,
			relayStartedAt: this.#startedAt,
			graceMs: timing.mcpEditorGraceMs,
		})
	}

	/** Waits until the editor takes calls, and reports what it waits for. Resolves with null, or why it never began. */
	#awaitEditor(editorKey: string, { signal, progress }: RunOptions): Promise<Refusal | null> {
		const { clock } = this.#ports
		const since = clock.now()
		const ended = AbortSignal.any([signal, this.#over.signal])
		if (ended.aborted) return Promise.resolve(cancelled())
		return new Promise((resolve) => {
			let cancelTimer = (): void => undefined
			let said: string | null = null
			const finish = (refusal: Refusal | null): void => {
				cancelTimer()
				ended.removeEventListener('abort', abort)
				this.#seatListeners.delete(look)
				resolve(refusal)
			}
			const abort = (): void => finish(cancelled())
			const look = (): void => {
				const start = this.#start(editorKey, since)
				switch (start.kind) {
					case 'now':
						finish(null)
						return
					case 'refused':
						finish(start.refusal)
						return
					case 'later':
						cancelTimer()
						cancelTimer = clock.after(start.until - clock.now(), look)
						if (start.reason !== said) progress(start.reason)
						said = start.reason
						return
					default:
						start satisfies never
				}
			}
			ended.addEventListener('abort', abort)
			this.#seatListeners.add(look)
			look()
		})
	}

	/** Without a project of its own, waits right after the relay's start for an editor to connect. */
	#awaitSeat(now: SeatOrError, { signal, progress }: RunOptions): Promise<SeatOrError> {
		const left = this.#startedAt + this.#ports.timing.mcpEditorGraceMs - this.#ports.clock.now()
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
		if (this.#editorKey !== null) {
			const seat = this.#ports.seats.get(this.#editorKey)
			return seat ? { ok: true, seat } : { ok: false, error: noneOpen().error }
		}
		const seats = this.#ports.seats.list()
		const connected = seats.filter(({ phase }) => phase !== 'gone')
		const open = connected.length > 0 ? connected : seats.filter(isSeenOpen)
		const [only, ...others] = open
		if (only && others.length === 0) return { ok: true, seat: only }
		return { ok: false, error: only ? severalOpen([only, ...others]) : noneOpen().error }
	}

	/** Part of a call id. A client that uses an id twice does not get the first answer twice. */
	#idOf(requestId: string | number): string {
		const text = String(requestId)
		const plain = /^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : hash('sha256', text).slice(0, 16)
		let id = plain
		for (let n = 2; this.#usedIds.has(id); n++) id = `${plain}_${n}`
		this.#usedIds.add(id)
		const [oldest] = this.#usedIds
		if (this.#usedIds.size > MAX_USED_IDS && oldest !== undefined) this.#usedIds.delete(oldest)
		return id
	}
}

/** Open in Unity, although the package is not connected: in Safe Mode, for instance. */
const isSeenOpen = ({ outside }: EditorSeat): boolean =>
	outside !== undefined && outside.state !== 'not_running'

const OPEN_IT =
	'Ask the user to open the project in Unity, with the Fairlead package installed, and repeat the call. Nothing was changed.'

const noneOpen = (): Refusal =>
	failed('no_editor', 'No Unity Editor is connected.', { hint: OPEN_IT })

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
