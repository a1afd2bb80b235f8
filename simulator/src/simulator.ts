/**
 * A Unity editor for the relay, without Unity: engine, scripts, pictures and link in one
 * process, with the phases, the domain reloads and, on request, the misbehaviour of the real one.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
	type Call,
	type CallOutcome,
	type ChangeScope,
	type EditorOutcome,
	failed,
	type Phase,
} from '@fairlead/protocol'
import { PAUSED } from '@fairlead/protocol/editors/editors'
import { resolveCall } from '@fairlead/protocol/tools'
import { AwakeTime } from '@fairlead/protocol/wire/awake-time'
import packageJson from '../package.json' with { type: 'json' }
import { ChangeFeed } from './change-feed.ts'
import type { EditorEngine } from './engine-port.ts'
import { CallQueue } from './link/call-queue.ts'
import { EditorLink } from './link/editor-link.ts'
import { CallJournal } from './link/journal.ts'
import type { LinkPorts, LinkStatus } from './link/link-ports.ts'
import { fitted } from './link/stored-outcomes.ts'
import { Executions, type Fault, Misbehaviour } from './misbehave.ts'
import { Captures } from './pictures/capture.ts'
import { screenshot } from './pictures/screenshot.ts'
import { playtest } from './playtest/playtest.ts'
import { EditorLog } from './project/editor-log.ts'
import { keepUnsavedScenes, reopenUnsavedScenes } from './project/unsaved-scenes.ts'
import { Compiler, consoleLine, type RefreshArgs } from './scripts/compiler.ts'
import type { ProjectScripts } from './scripts/read-scripts.ts'

/** Roughly the times of a small project; long enough to see the phases. */
const DEFAULT_COMPILE_MS = 600
const DEFAULT_IMPORT_MS = 50
const DEFAULT_RELOAD_MS = 400
/** How often an editor in Safe Mode looks for changed scripts. Unity looks when its window gets the focus. */
const SAFE_MODE_LOOK_MS = 200
/** Play mode advances in real time at this rate. */
const TICK_INTERVAL_MS = 20
/** After a stall (a breakpoint, a busy machine) play mode does not catch up more than this. */
const MAX_TICK_S = 0.25

export interface SimulatorOptions {
	readonly projectPath: string
	readonly engine: EditorEngine
	/** See {@link LinkPorts}. */
	readonly findRelay: LinkPorts['findRelay']
	readonly importMs?: number
	readonly compileMs?: number
	readonly reloadMs?: number
	/** Unity's default is to reload the domain when play mode begins. */
	readonly reloadOnPlay?: boolean
	readonly faults?: readonly Fault[]
	/** See {@link Executions}. */
	readonly ledger?: string
	readonly onStatus?: (status: LinkStatus) => void
	/** Ends the process like a crash; tests replace this. */
	readonly crash?: () => void
	readonly random?: () => number
}

type ActivePhase = Exclude<Phase, 'gone'>

/** The phase as the relay is told it. */
interface Announced {
	readonly phase: ActivePhase
	readonly detail: string | undefined
}

export class Simulator {
	readonly faults: Misbehaviour
	readonly executions: Executions
	readonly link: EditorLink
	readonly #options: SimulatorOptions
	readonly #engine: EditorEngine
	readonly #captures: Captures
	readonly #journal: CallJournal
	readonly #queue: CallQueue
	readonly #compiler: Compiler
	readonly #changes: ChangeFeed
	readonly #log: EditorLog
	readonly #awakeTime = new AwakeTime(() => performance.now())
	/** Opened with compile errors: as in Unity, no package connects until they are fixed. */
	#safeMode = false
	/** The activity of the main thread; null while it takes calls. */
	#work: 'importing' | 'compiling' | 'reloading' | null = null
	#dialog: string | null = null
	/** The call that the last faulty dialog came before: it is held up once only. */
	#dialogShownFor: string | null = null
	#compileCount = 0
	/** A playtest pauses between its steps only. */
	#isPlaytesting = false
	#announced: Announced = { phase: 'ready', detail: undefined }
	#ticker: NodeJS.Timeout | null = null
	#stopped = false

	/** Opens the journal and compiles the scripts once; does not dial yet. */
	static async open(options: SimulatorOptions): Promise<Simulator> {
		const simulator = new Simulator(options, CallJournal.open(options.projectPath))
		await simulator.#compileAtStart()
		reopenUnsavedScenes(options.projectPath, options.engine)
		return simulator
	}

	private constructor(options: SimulatorOptions, journal: CallJournal) {
		this.#options = options
		this.#engine = options.engine
		this.#captures = new Captures(options.engine)
		this.#journal = journal
		this.faults = new Misbehaviour(options.faults)
		this.executions = new Executions(options.ledger)
		this.#compiler = new Compiler(options.projectPath)
		this.#log = new EditorLog(options.projectPath, options.engine.unityVersion)
		this.#queue = new CallQueue(journal, {
			execute: (call) => this.#execute(call),
			phase: () => this.phase,
			hold: (call) => this.#dialogBefore(call),
			now: () => this.#awakeTime.read(),
		})
		this.link = new EditorLink({
			identity: {
				projectPath: options.projectPath,
				productGuid: options.engine.productGuid,
				unityVersion: options.engine.unityVersion,
				pid: process.pid,
				sessionId: randomUUID(),
				pluginVersion: packageJson.version,
				kind: 'simulator',
			},
			findRelay: options.findRelay,
			...(options.random === undefined ? {} : { random: options.random }),
			phase: () => this.phase,
			openFiles: () => options.engine.openFiles(),
			journal: () => journal.entries(),
			submit: (call) => this.#queue.submit(call),
			cancel: (callIds) => this.#queue.cancel(callIds),
			forget: (callIds) => journal.forget(callIds),
			fateOf: (call) => this.faults.replyFate(call.method),
			onStatus: (status) => this.#linkChanged(status),
		})
		this.#changes = new ChangeFeed((scopes) => {
			if (this.link.watching) this.link.notifyChanged(scopes)
		})
		this.#engine.onChanged((scopes) => this.#changed(scopes))
		this.#engine.setCompileState({
			phase: () => this.phase,
			errors: () => this.#compiler.errors,
		})
	}

	get phase(): ActivePhase {
		if (this.#work) return this.#work
		if (this.#dialog !== null) return 'modal'
		return this.#engine.isPlaying ? 'playing' : 'ready'
	}

	#told(): Announced {
		const phase = this.phase
		const isPaused = phase === 'playing' && this.#engine.isPaused && !this.#isPlaytesting
		return { phase, detail: this.#dialog ?? (isPaused ? PAUSED : undefined) }
	}

	get isInSafeMode(): boolean {
		return this.#safeMode
	}

	/** Begins to dial the relay; in Safe Mode, once the scripts compile. */
	start(): void {
		if (this.#safeMode) void this.#leaveSafeMode()
		else this.link.start()
	}

	/** Ends the connection and the process's timers; the journal and unsaved scenes stay on disk. */
	stop(): void {
		this.#stopped = true
		this.#stopTicking()
		this.#changes.stop()
		this.#queue.close()
		this.link.stop()
		this.#journal.close()
		keepUnsavedScenes(this.#options.projectPath, this.#engine)
	}

	/** A dialog blocks the main thread: calls wait until it is closed. */
	openDialog(title: string): void {
		this.#dialog = title
		this.#phaseMayHaveChanged()
	}

	closeDialog(): void {
		this.#dialog = null
		this.#phaseMayHaveChanged()
	}

	#setWork(work: 'importing' | 'compiling' | 'reloading' | null): void {
		this.#work = work
		this.#phaseMayHaveChanged()
	}

	#linkChanged(status: LinkStatus): void {
		// A change between the hello and its answer could not be sent.
		if (status.kind === 'connected') {
			const { phase, detail } = this.#told()
			if (status.saidPhase !== phase || detail !== undefined) this.link.notifyPhase(phase, detail)
		}
		this.#options.onStatus?.(status)
	}

	#phaseMayHaveChanged(): void {
		const now = this.#told()
		if (now.phase !== this.#announced.phase || now.detail !== this.#announced.detail) {
			this.#announced = now
			this.link.notifyPhase(now.phase, now.detail)
		}
		this.link.announceOpenFiles()
		if (this.#engine.isPlaying) this.#startTicking()
		else this.#stopTicking()
		this.#queue.kick()
	}

	#changed(scopes: readonly ChangeScope[]): void {
		this.#changes.add(scopes)
		this.#phaseMayHaveChanged()
	}

	#startTicking(): void {
		if (this.#ticker || this.#stopped) return
		let before = performance.now()
		this.#ticker = setInterval(() => {
			const now = performance.now()
			const seconds = Math.min(MAX_TICK_S, (now - before) / 1_000)
			before = now
			// The main thread stands still behind a dialog and while it reloads.
			if (this.phase === 'playing') this.#engine.tick(seconds)
		}, TICK_INTERVAL_MS)
		this.#ticker.unref()
	}

	#stopTicking(): void {
		if (this.#ticker) clearInterval(this.#ticker)
		this.#ticker = null
	}

	/** A fault may put a dialog before a call; the call then waits for it. */
	#dialogBefore(call: Call): boolean {
		if (this.#dialogShownFor === call.callId) return false
		const fault = this.faults.take('modal', call.method)
		if (!fault) return false
		this.#dialogShownFor = call.callId
		this.openDialog('Simulated dialog')
		if (fault.ms !== null) setTimeout(() => this.closeDialog(), fault.ms).unref()
		return true
	}

	async #execute(call: Call): Promise<EditorOutcome> {
		const { method } = call
		if (this.faults.take('drop-before', method)) this.link.drop()
		if (this.faults.take('crash-before', method)) this.#crash()
		const begun = performance.now()
		this.executions.count(call.callId, method)
		// Counted first, so that a reader of the ledger can kill the process during this call.
		const slow = this.faults.take('slow', method)
		if (slow) await delay(slow.ms)
		const outcome = await this.#carryOut(call)
		if (this.faults.take('crash-after', method)) this.#crash()
		if (this.faults.take('drop-after', method)) this.link.drop()
		this.#phaseMayHaveChanged()
		const durationMs = Math.round(performance.now() - begun)
		return fitted({ ...outcome, durationMs }, this.link.replies)
	}

	#crash(): void {
		if (this.#options.crash) this.#options.crash()
		else process.kill(process.pid, 'SIGKILL')
	}

	async #carryOut(call: Call): Promise<CallOutcome> {
		try {
			switch (call.method) {
				case 'unity_refresh':
					return await this.#refresh(call)
				case 'unity_screenshot':
					return screenshot(this.#engine, call)
				case 'unity_playtest':
					this.#isPlaytesting = true
					return await playtest(this.#engine, call).finally(() => {
						this.#isPlaytesting = false
					})
				case 'unity_capture':
					return this.#captures.run(call)
				default:
					return await this.#throughEngine(call)
			}
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error)
			return failed('internal', `The simulated editor failed in ${call.method}: ${reason}`, {
				hint: 'This is a defect of the simulator; the console holds the same line.',
			})
		}
	}

	async #throughEngine(call: Call): Promise<CallOutcome> {
		const wasPlaying = this.#engine.isPlaying
		const outcome = await this.#engine.execute(call.method, call.params, call.undoGroup)
		if (this.#engine.takeRefreshRequest()) {
			const reloaded = await this.#bringUpToDate(call)
			return withReloaded(outcome, reloaded)
		}
		const entered = !wasPlaying && this.#engine.isPlaying
		if (entered && this.#options.reloadOnPlay) await this.#reload(call.method)
		return outcome
	}

	async #refresh(call: Call): Promise<CallOutcome> {
		const resolved = resolveCall(call.method, call.params)
		if (!resolved.ok) return { status: 'error', error: resolved.error }
		if (this.#engine.isPlaying) {
			return failed('in_play_mode', 'Scripts are not compiled while playing.', {
				hint: 'Leave play mode with unity_play exit, then refresh again.',
			})
		}
		const compiledBefore = this.#compileCount
		await this.#bringUpToDate(call)
		const recompiled = this.#compileCount !== compiledBefore
		const report = this.#compiler.report(resolved.call.args as RefreshArgs, recompiled)
		const changed = this.#engine.scenesChangedOnDisk()
		const result = changed.length === 0 ? report : { ...report, scenesChangedOnDisk: [...changed] }
		return { status: 'ok', result }
	}

	/** Import, and compile and reload if scripts changed. True when the domain was reloaded. */
	async #bringUpToDate(call: Call): Promise<boolean> {
		const { importMs = DEFAULT_IMPORT_MS, compileMs = DEFAULT_COMPILE_MS } = this.#options
		this.#setWork('importing')
		try {
			this.#engine.refreshAssets()
			const scripts = await this.#compiler.changedScripts()
			if (!scripts) return false
			await delay(importMs)
			this.#setWork('compiling')
			const count = scripts.sources.length
			this.link.notifyProgress(call.callId, `Compiling ${count} script${count === 1 ? '' : 's'}`)
			this.#log.compiling()
			await delay(compileMs)
			this.#compileCount++
			this.#engine.clearCompileMessages()
			if (!this.#compile(scripts)) return false
			await this.#reload(call.method)
			return true
		} finally {
			this.#setWork(null)
		}
	}

	/** Reloads the domain: state is kept, the connection is not. */
	async #reload(method: string): Promise<void> {
		this.#setWork('reloading')
		const snapshot = this.#engine.snapshot()
		this.link.leaveForReload()
		await delay(this.#options.reloadMs ?? DEFAULT_RELOAD_MS)
		// A reload that hangs: this process is never heard of again.
		if (this.faults.take('stay-away', method)) await new Promise<never>(() => undefined)
		// The snapshot holds the types of the old domain: the new ones come after it.
		this.#engine.restore(snapshot)
		this.#engine.setUserTypes(this.#compiler.types)
		this.#work = null
		this.#announced = this.#told()
		if (!this.#stopped) this.link.resume()
	}

	async #compileAtStart(): Promise<void> {
		const scripts = await this.#compiler.changedScripts()
		if (scripts) {
			this.#log.compiling()
			this.#safeMode = !this.#compile(scripts)
		}
		if (this.#safeMode) this.#log.safeMode(true)
		else this.#log.loaded()
		this.#engine.setUserTypes(this.#compiler.types)
	}

	/** False if there are errors. */
	#compile(scripts: ProjectScripts): boolean {
		const { errors, warnings } = this.#compiler.compile(scripts)
		for (const m of [...errors, ...warnings]) this.#engine.log(m.severity, consoleLine(m))
		this.#log.compiled(errors, warnings)
		return errors.length === 0
	}

	async #leaveSafeMode(): Promise<void> {
		while (this.#safeMode && !this.#stopped) {
			await delay(SAFE_MODE_LOOK_MS)
			const scripts = await this.#compiler.changedScripts()
			if (!scripts || this.#stopped) continue
			this.#log.compiling()
			await delay(this.#options.compileMs ?? DEFAULT_COMPILE_MS)
			this.#engine.clearCompileMessages()
			this.#safeMode = !this.#compile(scripts)
		}
		if (this.#stopped) return
		this.#log.safeMode(false)
		this.#log.loaded()
		this.#engine.setUserTypes(this.#compiler.types)
		this.link.start()
	}
}

/** A menu item says whether the domain was reloaded before its answer. */
function withReloaded(outcome: CallOutcome, reloaded: boolean): CallOutcome {
	if (outcome.status !== 'ok') return outcome
	const { result } = outcome
	if (typeof result !== 'object' || result === null || !('reloaded' in result)) return outcome
	return { ...outcome, result: { ...result, reloaded } }
}
