/** `run_command`: starts programs that a person approved, and tells what they wrote. */
import { statSync } from 'node:fs'
import { commandText, shellText } from '@fairlead/protocol/commands/command-text'
import {
	MAX_CHANGED,
	MAX_OUTPUT_BYTES,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { FileError, outcomeOfError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import type { ChangedFile, ChangeRecorder } from '../history/change-recorder.ts'
import type { Clock } from '../platform/clock.ts'
import type { RelayTool, RelayToolContext } from '../platform/relay-tool.ts'
import { commandEnvironment, type Environment } from './clean-environment.ts'
import type { Command, Commands } from './commands.ts'
import { findProgram, type Startable, shellFor } from './find-program.ts'
import { LastLines } from './output-file.ts'

/** A person sees that the command is working; a line more often would only fill the conversation, which stores each. */
const PROGRESS_MS = 1_000
const MAX_PROGRESS_CHARS = 200
/** A program that fails at once says so in the answer of its start. */
const BACKGROUND_START_MS = 500
const UNFINISHED = 'The last line is not finished, so it is not shown.'
const NOTE_MARGIN_MS = 5_000

type Run = ToolArgs<'run_command', 'run'>
type Shell = ToolArgs<'run_command', 'shell'>
type Ran = ToolResult<'run_command', 'run'>

export interface CommandToolPorts {
	readonly commands: Commands
	readonly recorder: Pick<ChangeRecorder, 'before' | 'changedBy'>
	readonly clock: Clock
	/** Default: that of the relay. */
	readonly env?: Environment
}

export function commandTool(ports: CommandToolPorts): RelayTool {
	const env = commandEnvironment(ports.env)
	return async (args, context) => {
		try {
			switch (context.actionName) {
				case 'run': {
					const given = args as Run
					const startable = () => findProgram(context.folder, given.command, env, given.folder)
					const line = commandText(given.command, given.folder)
					return await run(ports, env, given, { line, startable }, context)
				}
				case 'shell': {
					const given = args as Shell
					const startable = () => shellFor(given.line, env)
					const line = shellText(given.line, given.folder)
					return await run(ports, env, given, { line, startable }, context)
				}
				case 'output':
					return await output(ports, args as ToolArgs<'run_command', 'output'>, context)
				default:
					return await stop(ports, args as ToolArgs<'run_command', 'stop'>, context)
			}
		} catch (error) {
			return outcomeOfError(error)
		}
	}
}

async function run(
	{ commands, recorder, clock }: CommandToolPorts,
	env: Environment,
	args: Pick<Run, 'folder' | 'timeout_seconds' | 'background'>,
	what: { readonly line: string; readonly startable: () => Startable },
	context: RelayToolContext,
): Promise<CallOutcome> {
	const { room, editorKey, callId, folder, actionName: action, signal } = context
	const cwd = workingFolder(folder, args.folder)
	const startable = what.startable()
	const call = { ...context, method: 'run_command', params: { action, ...args } }
	const refusal = await recorder.before(call)
	if (refusal) return refusal
	if (signal.aborted) return failed('cancelled', 'The command was cancelled before it began.')
	const limitMs = Math.min(
		args.timeout_seconds * 1_000,
		context.deadlineAt - clock.awake() - NOTE_MARGIN_MS,
	)
	const command = commands.start({
		room,
		editorKey,
		callId,
		line: what.line,
		background: args.background,
		startable,
		cwd,
		env,
		limitMs: args.background ? null : limitMs,
		onOutput: args.background ? () => undefined : progressOf(context, clock),
	})
	const end = () => command.program.end('ended')
	signal.addEventListener('abort', end)
	try {
		if (args.background) await within(command, BACKGROUND_START_MS, clock, signal)
		else await command.program.done
	} finally {
		signal.removeEventListener('abort', end)
	}
	const ran = ranOf(command)
	// In the background, nobody knows when the change is over.
	const changed = args.background ? [] : await recorder.changedBy(call)
	return { status: 'ok', result: { ...ran, ...changesIn(changed) } }
}

function changesIn(changed: readonly ChangedFile[]): Pick<Ran, 'changed' | 'changedCount'> {
	if (changed.length === 0) return {}
	const rest = changed.length > MAX_CHANGED ? { changedCount: changed.length } : {}
	return { changed: changed.slice(0, MAX_CHANGED), ...rest }
}

async function output(
	{ commands, clock }: CommandToolPorts,
	args: ToolArgs<'run_command', 'output'>,
	{ room, signal }: RelayToolContext,
): Promise<CallOutcome> {
	const command = commands.find(room, args.handle)
	if (args.wait_seconds > 0) await within(command, args.wait_seconds * 1_000, clock, signal)
	const { text, firstByte, nextByte, unfinished } = command.output.page(args.from_byte)
	const { bytes } = command.output
	const notes = [
		args.from_byte === undefined && firstByte > 0
			? `This is the end, from byte ${firstByte} on. Pass from_byte for the rest.`
			: nextByte < bytes && !unfinished
				? `There is more: pass from_byte ${nextByte}.`
				: null,
		unfinished ? UNFINISHED : null,
	]
	const result: ToolResult<'run_command', 'output'> = {
		...noteOf(notes),
		...stateOf(command),
		output: text,
		outputBytes: bytes,
		nextByte,
	}
	return { status: 'ok', result }
}

async function stop(
	{ commands }: CommandToolPorts,
	{ handle }: ToolArgs<'run_command', 'stop'>,
	{ room }: RelayToolContext,
): Promise<CallOutcome> {
	const command = commands.find(room, handle)
	command.program.end('ended')
	await command.program.done
	return { status: 'ok', result: ranOf(command) }
}

/** @throws {FileError} if it is not a folder of the project */
function workingFolder(folder: string, wanted: string): string {
	const path = resolveInside(folder, wanted, 'read')
	if (path.exists && statSync(path.real).isDirectory()) return path.real
	throw new FileError('not_found', `There is no folder ${path.shown}.`, {
		hint: 'Use list_directory to find it.',
	})
}

/** Waits until the command is over, or for so long. Rejects if it could not be started. */
async function within(
	command: Command,
	ms: number,
	clock: Clock,
	signal: AbortSignal,
): Promise<void> {
	const late = Promise.withResolvers<void>()
	const cancel = clock.after(ms, late.resolve)
	const stopped = () => late.resolve()
	signal.addEventListener('abort', stopped)
	try {
		await Promise.race([command.program.done, late.promise])
	} finally {
		cancel()
		signal.removeEventListener('abort', stopped)
	}
}

function stateOf({
	handle,
	program: { state },
}: Command): Pick<Ran, 'handle' | 'state' | 'exitCode'> {
	return { handle, state: state.kind, exitCode: state.kind === 'exited' ? state.exitCode : null }
}

function noteOf(notes: readonly (string | null)[]): { readonly note?: string } {
	const said = notes.filter((note) => note !== null)
	return said.length === 0 ? {} : { note: said.join(' ') }
}

function ranOf(command: Command): Ran {
	const { text, left } = command.output.summary()
	const { handle, program } = command
	const notes = [
		program.state.kind === 'too_much_output'
			? `It was ended because it wrote more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB.`
			: null,
		left > 0 ? `The middle is left out: the action output with handle ${handle} has it.` : null,
	]
	return {
		...noteOf(notes),
		...stateOf(command),
		output: text,
		outputBytes: command.output.bytes,
	}
}

/** Tells the last line, at most one a second. */
function progressOf(context: RelayToolContext, clock: Clock): (chunk: Buffer) => void {
	let toldAt = Number.NEGATIVE_INFINITY
	const lines = new LastLines(4 * MAX_PROGRESS_CHARS)
	return (chunk) => {
		const line = lines.next(chunk)
		if (!line || clock.now() - toldAt < PROGRESS_MS) return
		toldAt = clock.now()
		context.progress(line.slice(0, MAX_PROGRESS_CHARS))
	}
}
