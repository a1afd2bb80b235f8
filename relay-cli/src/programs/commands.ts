/** The commands of the agent: those that run, and the outputs of the last ones. All end with the relay, and with the link of their folder. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FileError } from '../files/file-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Environment } from './clean-environment.ts'
import type { Startable } from './find-program.ts'
import { OutputFile } from './output-file.ts'
import { ProcessGuard } from './processes/process-guard.ts'
import { RunningProgram } from './running-program.ts'

/** Commands that run at the same time, in all projects together. */
const MAX_RUNNING = 8
/** Ended commands whose output can still be read. */
const MAX_KEPT = 20
const HANDLE_BYTES = 3

export interface Command {
	readonly handle: string
	/** The project that began it: no other one can read or end it. */
	readonly room: string
	/** The seat of the folder that it runs in. */
	readonly editorKey: string
	/** The call that began it. */
	readonly callId: string
	/** The command, as it was approved. */
	readonly line: string
	/** No call waits for its end. */
	readonly background: boolean
	/** Unix milliseconds. */
	readonly startedAt: number
	readonly output: OutputFile
	readonly program: RunningProgram
}

export interface Started {
	readonly room: string
	readonly editorKey: string
	readonly callId: string
	readonly line: string
	readonly background: boolean
	readonly startable: Startable
	readonly cwd: string
	readonly env: Environment
	/** null: it runs until it ends or is ended. */
	readonly limitMs: number | null
	readonly onOutput: (chunk: Buffer) => void
}

/** @param running how many of this project run in the background in this folder */
export type BackgroundChanged = (room: string, editorKey: string, running: number) => void

export class Commands {
	readonly #folder: string
	readonly #clock: Clock
	readonly #guard = new ProcessGuard()
	/** Commands by handle; those that ended are in the order in which they did. */
	readonly #commands = new Map<string, Command>()
	readonly #changed: BackgroundChanged
	#closed = false

	/**
	 * @param home of the relay; what an earlier one left in it is removed
	 * @param changed called when one in the background began or ended
	 */
	constructor(home: string, clock: Clock, changed: BackgroundChanged = () => undefined) {
		this.#folder = join(home, 'commands')
		this.#clock = clock
		this.#changed = changed
		rmSync(this.#folder, { recursive: true, force: true })
	}

	/** @throws {FileError} `conflict` if too many run, or the relay is stopping */
	start({ startable, cwd, env, limitMs, onOutput, ...told }: Started): Command {
		const { room } = told
		if (this.#closed)
			throw new FileError('cancelled', 'The relay is stopping. Nothing was started.')
		const running = this.#running()
		if (running.length >= MAX_RUNNING)
			throw new FileError(
				'conflict',
				`${MAX_RUNNING} commands are running already. Nothing was started.`,
				{
					hint: 'End one with the action stop, or wait for one with the action output.',
					data: { running: running.filter((one) => one.room === room).map((one) => one.handle) },
				},
			)
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
		const handle = `cmd_${randomBytes(HANDLE_BYTES).toString('hex')}`
		const output = new OutputFile(join(this.#folder, handle))
		const place = { cwd, env }
		const ports = { output, onOutput, guard: this.#guard, clock: this.#clock }
		let program: RunningProgram
		try {
			program = new RunningProgram(startable, place, limitMs, ports)
		} catch (error) {
			output.remove()
			throw error
		}
		const command = { ...told, handle, startedAt: this.#clock.now(), output, program }
		this.#commands.set(handle, command)
		this.#tell(command)
		program.done.then(
			() => this.#ended(command),
			() => this.#failed(command),
		)
		return command
	}

	/** Returns undefined if this project has begun none that has the handle, or its output is no longer kept. */
	get(room: string, handle: string): Command | undefined {
		const command = this.#commands.get(handle)
		return command?.room === room ? command : undefined
	}

	/** @throws {FileError} `not_found` */
	find(room: string, handle: string): Command {
		const command = this.get(room, handle)
		if (command) return command
		throw new FileError('not_found', `There is no command ${handle}.`, {
			hint: 'Commands end with the relay, and only the last outputs are kept. Run it again if you need it.',
			data: {
				handles: [...this.#commands.values()]
					.filter((one) => one.room === room)
					.map((one) => one.handle),
			},
		})
	}

	/** The command that a call started; undefined if it started none, or its output has been deleted. */
	ofCall(room: string, callId: string): Command | undefined {
		return [...this.#commands.values()].find((one) => one.room === room && one.callId === callId)
	}

	/** Commands in the background of one folder: first the running ones, then those that ended; each from the newest on. */
	inBackground(room: string, editorKey: string): Command[] {
		const all = [...this.#commands.values()].reverse().filter(isBackgroundOf(room, editorKey))
		return [...all.filter(isRunning), ...all.filter((one) => !isRunning(one))]
	}

	/**
	 * Ends the commands of a project at once: nobody could end them after it was unlinked.
	 * @param editorKey only commands in this folder
	 */
	endOf(room: string, editorKey?: string): void {
		for (const command of this.#running())
			if (command.room === room && (editorKey ?? command.editorKey) === command.editorKey)
				command.program.kill()
	}

	/** Ends everything at once. Resolves when it has ended. */
	async close(): Promise<void> {
		this.#closed = true
		const running = this.#running()
		for (const { program } of running) program.kill()
		await Promise.allSettled(running.map(({ program }) => program.done))
		for (const command of [...this.#commands.values()]) this.#drop(command)
		this.#guard.close()
	}

	#running(): Command[] {
		return [...this.#commands.values()].filter(isRunning)
	}

	#ended(command: Command): void {
		if (this.#commands.delete(command.handle)) this.#commands.set(command.handle, command)
		const ended = [...this.#commands.values()].filter((one) => !isRunning(one))
		for (const old of ended.slice(0, -MAX_KEPT)) this.#drop(old)
		this.#tell(command)
	}

	#failed(command: Command): void {
		this.#drop(command)
		this.#tell(command)
	}

	#tell({ room, editorKey, background }: Command): void {
		if (!background) return
		const mine = this.#running().filter(isBackgroundOf(room, editorKey))
		this.#changed(room, editorKey, mine.length)
	}

	#drop(command: Command): void {
		if (this.#commands.delete(command.handle)) command.output.remove()
	}
}

const isRunning = ({ program }: Command): boolean => program.state.kind === 'running'

const isBackgroundOf = (room: string, editorKey: string) => (one: Command) =>
	one.background && one.room === room && one.editorKey === editorKey
