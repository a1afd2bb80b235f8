/** The commands of the agent: those that run, and the outputs of the last ones. All end with the relay. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { FileError } from '../files/file-error.ts'
import type { Environment } from './clean-environment.ts'
import type { Startable } from './find-program.ts'
import { OutputFile } from './output-file.ts'
import { ProcessGuard } from './process-guard.ts'
import { RunningProgram } from './running-program.ts'

/** Running at once, in all projects together. */
const MAX_RUNNING = 8
/** Ended ones whose output can still be read. */
const MAX_KEPT = 20
const HANDLE_BYTES = 3

export interface Command {
	readonly handle: string
	/** The project that began it: no other one can read or end it. */
	readonly room: string
	readonly output: OutputFile
	readonly program: RunningProgram
}

export interface Started {
	readonly room: string
	readonly startable: Startable
	readonly cwd: string
	readonly env: Environment
	/** Null: until it ends or is ended. */
	readonly limitMs: number | null
	readonly onOutput: (chunk: Buffer) => void
}

export class Commands {
	readonly #folder: string
	readonly #clock: Clock
	readonly #guard = new ProcessGuard()
	/** By handle; those that ended are in the order in which they did. */
	readonly #commands = new Map<string, Command>()
	#closed = false

	/** @param home of the relay; what an earlier one left in it is removed */
	constructor(home: string, clock: Clock) {
		this.#folder = join(home, 'commands')
		this.#clock = clock
		rmSync(this.#folder, { recursive: true, force: true })
	}

	/** @throws {FileError} `conflict` if too many run, or the relay is stopping */
	start({ room, startable, cwd, env, limitMs, onOutput }: Started): Command {
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
		const command = { handle, room, output, program }
		this.#commands.set(handle, command)
		program.done.then(
			() => this.#ended(command),
			() => this.#drop(command),
		)
		return command
	}

	/** @throws {FileError} `not_found` */
	find(room: string, handle: string): Command {
		const command = this.#commands.get(handle)
		if (command?.room === room) return command
		throw new FileError('not_found', `There is no command ${handle}.`, {
			hint: 'Commands end with the relay, and only the last outputs are kept. Run it again if you need it.',
			data: {
				handles: [...this.#commands.values()]
					.filter((one) => one.room === room)
					.map((one) => one.handle),
			},
		})
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
		return [...this.#commands.values()].filter(({ program }) => program.state.kind === 'running')
	}

	#ended(command: Command): void {
		if (this.#commands.delete(command.handle)) this.#commands.set(command.handle, command)
		const ended = [...this.#commands.values()].filter(
			({ program }) => program.state.kind !== 'running',
		)
		for (const command of ended.slice(0, -MAX_KEPT)) this.#drop(command)
	}

	#drop(command: Command): void {
		if (this.#commands.delete(command.handle)) command.output.remove()
	}
}
