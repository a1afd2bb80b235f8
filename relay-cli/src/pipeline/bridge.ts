/** One call's commands to Unity's bridge: run one after another, at most once each if they change something. */
import { failed } from '@fairlead/protocol/calls'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { BridgeError, failedInside, noAnswer, refusedBy } from './bridge-error.ts'
import type { BridgeCommand, CommandCatalog } from './command-catalog.ts'
import { type CommandArgs, commandLine, givenIn, plainName } from './command-line.ts'
import { isRepeatable } from './command-risks.ts'
import { parseExactly, type ShellFrame } from './shell-frames.ts'
import { ShellError, type UnityShell } from './unity-shell.ts'

/** Kept for the answer to come back after Unity's own time limit. */
const HEADROOM_MS = 500

export interface BridgePorts {
	readonly shell: Pick<UnityShell, 'request'>
	readonly catalog: CommandCatalog
	/** Real path of the project. */
	readonly folder: string
	readonly clock: Clock
	/** By {@link Clock.awake}. */
	readonly deadlineAt: number
}

/** What `unity command` answers for one command. Newer versions may answer with the result alone. */
const Answer = z.object({
	success: z.boolean().nullish(),
	result: z.unknown().optional(),
	parameters: z.record(z.string(), z.unknown()).nullish().catch(null),
	message: z.string().nullish().catch(null),
	error: z.string().nullish().catch(null),
})

const Refusing = z.object({ success: z.literal(false) })

export class Bridge {
	readonly #ports: BridgePorts
	/** Names of the commands that changed something, for the words of a later failure. */
	readonly done: string[] = []
	/** Arguments that Unity did not take although the command has them. */
	readonly ignored: string[] = []

	constructor(ports: BridgePorts) {
		this.#ports = ports
	}

	get folder(): string {
		return this.#ports.folder
	}

	get leftMs(): number {
		return this.#ports.deadlineAt - this.#ports.clock.awake()
	}

	has(name: string): boolean {
		return this.#ports.catalog.find(name) !== null
	}

	/** @throws {BridgeError} when it failed, or when nobody can say. */
	async run(name: string, args: CommandArgs = {}): Promise<unknown> {
		const command = this.#ports.catalog.find(name)
		if (command === null)
			throw new BridgeError(
				failed('unsupported', `This version of com.unity.pipeline has no command "${name}".`, {
					hint: 'find_tools lists the commands that it has; their names begin with pipeline_.',
				}),
			)
		return this.#command(command, args, !isRepeatable(command, true))
	}

	/** Like {@link run}, for a command of the catalog that a caller named. */
	command(command: BridgeCommand, args: CommandArgs): Promise<unknown> {
		return this.#command(command, args, !isRepeatable(command, false))
	}

	async #command(command: BridgeCommand, args: CommandArgs, changes: boolean): Promise<unknown> {
		const frame = await this.#ask(command, args, changes)
		const result = this.#resultOf(
			frame,
			givenIn(args).map(([name]) => name),
			changes,
		)
		if (changes) this.done.push(command.name)
		return result
	}

	/** Milliseconds, or less when the deadline comes first. */
	async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.#ports.clock.after(Math.max(0, Math.min(ms, this.leftMs)), resolve)
		})
	}

	async #ask(command: BridgeCommand, args: CommandArgs, changes: boolean): Promise<ShellFrame> {
		for (let attempt = 1; ; attempt++) {
			const leftMs = this.leftMs
			if (leftMs <= 0)
				throw new BridgeError(
					failed(
						'deadline_exceeded',
						`There was no time left for Unity's command "${command.name}".`,
						{
							hint: 'Repeat the call, or ask for less at once.',
						},
					),
				)
			const timeoutMs = leftMs - HEADROOM_MS
			const argv = commandLine(command, args, { folder: this.folder, timeoutMs })
			try {
				return await this.#ports.shell.request(argv, leftMs)
			} catch (error) {
				if (!(error instanceof ShellError)) throw error
				// A read may run again; what may have changed something never does.
				const again = attempt === 1 && error.fault === 'ended' && !changes
				if (!again) throw noAnswer(error, changes)
			}
		}
	}

	#resultOf(frame: ShellFrame, sent: readonly string[], changes: boolean): unknown {
		const { envelope, exitCode } = frame
		if (!envelope.success || exitCode !== 0) throw refusedBy(frame, changes)
		const answer = Answer.safeParse(envelope.data)
		const bare = !answer.success || !('result' in Object(envelope.data))
		const result = decoded(bare ? envelope.data : answer.data.result)
		// The exit code is 0 even if the command itself failed.
		if (!bare && answer.data.success === false)
			throw failedInside(answer.data.error ?? answer.data.message ?? saying(result), changes)
		if (Refusing.safeParse(result).success) throw failedInside(saying(result), changes)
		const taken = bare ? null : answer.data.parameters
		if (taken) {
			const known = new Set(Object.keys(taken).map(plainName))
			this.ignored.push(...sent.filter((name) => !known.has(plainName(name))))
		}
		return result
	}
}

/** Some commands return their JSON as a text. */
function decoded(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
	try {
		return parseExactly(value)
	} catch {
		return value
	}
}

function saying(result: unknown): string {
	const { message, error } = Object(result) as { message?: unknown; error?: unknown }
	const said = [error, message, result].find((one) => typeof one === 'string' && one !== '')
	return said === undefined ? 'the command failed without saying why.' : String(said)
}
