/** One program that the relay has started, with everything that it starts in turn. */
import { type ChildProcess, spawn } from 'node:child_process'
import { afterAwake, type Clock } from '../platform/clock.ts'
import type { Environment } from './clean-environment.ts'
import type { Startable } from './find-program.ts'
import type { OutputFile } from './output-file.ts'
import type { ProcessGuard } from './processes/process-guard.ts'
import { askTree, endTree, OWN_GROUP } from './processes/process-tree.ts'

/** Time to store something between being asked and being ended. */
const GRACE_MS = 2_000
/** A process that left the tree may hold the output open forever. */
const OUTPUT_GRACE_MS = 1_000

/** Why it was ended. */
export type EndReason = 'timed_out' | 'too_much_output' | 'ended'
export type ProgramState =
	| { readonly kind: 'running' }
	| { readonly kind: 'exited'; readonly exitCode: number | null }
	| { readonly kind: EndReason }

export interface ProgramPorts {
	readonly output: OutputFile
	readonly guard: ProcessGuard
	readonly clock: Clock
	/** New output has been stored. */
	readonly onOutput: (chunk: Buffer) => void
}

export class RunningProgram {
	readonly #ports: ProgramPorts
	readonly #child: ChildProcess
	readonly #done = Promise.withResolvers<void>()
	#state: ProgramState = { kind: 'running' }
	/** Set once it is being ended. */
	#reason: EndReason | null = null
	#cancelLimit: () => void = () => undefined
	#cancelKill: () => void = () => undefined

	/** @param limitMs null: until it ends or is ended */
	constructor(
		{ file, args, verbatim }: Startable,
		place: { readonly cwd: string; readonly env: Environment },
		limitMs: number | null,
		ports: ProgramPorts,
	) {
		this.#ports = ports
		this.#child = spawn(file, [...args], {
			cwd: place.cwd,
			env: { ...place.env },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: OWN_GROUP,
			windowsHide: true,
			windowsVerbatimArguments: verbatim,
		})
		const { pid } = this.#child
		if (pid !== undefined) ports.guard.add(pid)
		for (const stream of [this.#child.stdout, this.#child.stderr])
			stream?.on('data', (chunk: Buffer) => this.#take(chunk))
		this.#child.once('error', (error) => this.#fail(error))
		this.#child.once('exit', (code) => this.#exited(code))
		if (limitMs !== null)
			this.#cancelLimit = afterAwake(ports.clock, limitMs, () => this.end('timed_out'))
	}

	get state(): ProgramState {
		return this.#state
	}

	/** Resolves when it is over and its output is complete. Rejects if it could not be started. */
	get done(): Promise<void> {
		return this.#done.promise
	}

	/** True also while its last output is awaited: its process id may be another program's already. */
	get #isOver(): boolean {
		const { exitCode, signalCode } = this.#child
		return this.#state.kind !== 'running' || exitCode !== null || signalCode !== null
	}

	/** Asks the whole tree to end, and ends what is still there after two seconds. */
	end(reason: EndReason): void {
		if (this.#isOver || this.#reason !== null) return
		this.#reason = reason
		const { pid } = this.#child
		askTree(pid)
		this.#cancelKill = this.#ports.clock.after(GRACE_MS, () => endTree(pid))
	}

	/** Ends the program at once, without time to store anything. */
	kill(): void {
		if (this.#isOver) return
		this.#reason ??= 'ended'
		endTree(this.#child.pid)
	}

	#take(chunk: Buffer): void {
		if (this.#reason === 'too_much_output') return
		const fits = this.#ports.output.add(chunk)
		this.#ports.onOutput(chunk)
		if (!fits) this.end('too_much_output')
	}

	#fail(error: Error): void {
		if (this.#child.pid !== undefined) return
		this.#cancelLimit()
		this.#done.reject(error)
	}

	#exited(code: number | null): void {
		const { pid } = this.#child
		// Processes that it left behind in its group end with it.
		endTree(pid)
		this.#cancelLimit()
		this.#cancelKill()
		if (pid !== undefined) this.#ports.guard.remove(pid)
		const over = () => {
			cancel()
			this.#ports.output.end(this.#reason === null)
			this.#state = this.#reason ? { kind: this.#reason } : { kind: 'exited', exitCode: code }
			this.#done.resolve()
		}
		const cancel = this.#ports.clock.after(OUTPUT_GRACE_MS, () => {
			this.#child.stdout?.destroy()
			this.#child.stderr?.destroy()
		})
		this.#child.once('close', over)
	}
}
