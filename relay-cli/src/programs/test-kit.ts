/** A project folder and the tool `run_command` in it, for tests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall, TOOLS, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Environment } from './clean-environment.ts'
import { commandTool } from './command-tool.ts'
import { Commands } from './commands.ts'

export type Ran = ToolResult<'run_command', 'run'>
export type Page = ToolResult<'run_command', 'output'>

/** The seat of the project's folder. */
export const EDITOR_KEY = 'relay:000000000000'

/** Recreated for each test in a file that calls {@link useCommands}. */
export const place = {
	project: '',
	commands: null as unknown as Commands,
	/** Lines of progress. */
	told: [] as string[],
	/** How many run in the background, at each change. */
	counts: [] as number[],
	/** The clock of all commands; a test may replace it before its first. */
	clock: systemClock,
	/** The relay's environment. */
	env: process.env as Environment,
}

const clock: Clock = {
	now: () => place.clock.now(),
	awake: () => place.clock.awake(),
	after: (ms, action) => place.clock.after(ms, action),
}

export function useCommands(): void {
	const cleanups = new Cleanups()
	beforeEach(() => {
		const outside = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		place.project = join(outside, 'proj')
		mkdirSync(join(place.project, 'Tools'), { recursive: true })
		const counts: number[] = []
		place.counts = counts
		const counted = (_room: string, _editorKey: string, running: number) => counts.push(running)
		place.clock = systemClock
		place.commands = cleanups.add(new Commands(join(outside, 'home'), clock, counted), (made) =>
			made.close(),
		)
		place.told = []
		place.env = process.env
	})
	afterEach(() => cleanups.run())
}

interface Called {
	readonly room?: string
	/** Default: `call`. */
	readonly callId?: string
	readonly signal?: AbortSignal
}

/** Runs the tool as the router does, and checks a result against the registry. */
export async function call(
	params: Record<string, unknown>,
	given: Called = {},
): Promise<CallOutcome> {
	const resolved = resolveCall('run_command', params)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const tool = commandTool({
		commands: place.commands,
		recorder: { before: () => null, changedBy: async () => [] },
		clock,
		env: place.env,
	})
	const outcome = await tool(resolved.call.args, {
		room: given.room ?? 'room',
		callId: given.callId ?? 'call',
		actionName: resolved.call.actionName,
		folder: place.project,
		editorKey: EDITOR_KEY,
		deadlineAt: Number.MAX_SAFE_INTEGER,
		signal: given.signal ?? new AbortController().signal,
		progress: (message) => place.told.push(message),
	})
	const { actions } = TOOLS.run_command
	if (outcome.status === 'ok')
		actions[resolved.call.actionName as keyof typeof actions].output.parse(outcome.result)
	return outcome
}

/** The result of a call that works. */
export async function ran<T = Ran>(
	params: Record<string, unknown>,
	given: Called = {},
): Promise<T> {
	const outcome = await call(params, given)
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return outcome.result as T
}

export const codeOf = (outcome: CallOutcome): string =>
	outcome.status === 'error' ? outcome.error.code : 'ok'

/** Runs JavaScript in Node. */
export const node = (code: string, ...args: string[]): string[] => [
	process.execPath,
	'-e',
	code,
	...args,
]

/** A script of the project. */
export function script(name: string, code: string): void {
	writeFileSync(join(place.project, name), code)
}

/** The parameters of `run_command` that run it. */
export const run = (command: string[], more: object = {}) => ({ action: 'run', command, ...more })

/** A program that runs until it is ended. */
export const WAITS = 'setInterval(() => {}, 1000)'

export const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}
