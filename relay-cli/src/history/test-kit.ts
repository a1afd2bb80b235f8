/** A project folder whose changes are recorded, for the tests of reverts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { resolveCall, TOOLS, type ToolNameOn, type ToolResult } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, expect } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { fileTools } from '../file-tools/file-tools.ts'
import { type Database, SCHEMA } from '../platform/database.ts'
import type { RelayTool } from '../platform/relay-tool.ts'
import { type FileHistory, openFileHistory } from './file-history.ts'

const KEY = 'relay:000000000000'

type Preview = ToolResult<'file_history', 'preview'>
type Result = ToolResult<'file_history', 'revert'>

interface World {
	/** The relay's home folder. */
	home: string
	/** Root folder of the Unity project. */
	project: string
	database: Database
	history: FileHistory
	/** Unix milliseconds. */
	now: number
	/** The files that are open in Unity. */
	openFiles: readonly string[]
	/** The number of calls made. */
	calls: number
}

/** Recreated for each test in a file that calls {@link useProject}. */
export const world = {} as World

/** Reopens everything from disk, as after a kill of the relay. */
export function reopen(maxImageBytes?: number): void {
	world.history = openFileHistory({
		home: world.home,
		database: world.database,
		now: () => world.now,
		openFilesOf: () => world.openFiles,
		...(maxImageBytes === undefined ? {} : { maxImageBytes }),
	})
}

export function useProject(): void {
	const cleanups = new Cleanups()
	beforeEach(() => {
		const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
		world.home = join(folder, 'home')
		world.project = join(folder, 'proj')
		mkdirSync(join(world.project, 'Assets'), { recursive: true })
		mkdirSync(join(world.project, 'ProjectSettings'))
		mkdirSync(world.home)
		world.database = new DatabaseSync(':memory:')
		world.database.exec(SCHEMA)
		world.now = Date.UTC(2026, 10, 22)
		world.openFiles = []
		world.calls = 0
		reopen()
	})
	afterEach(() => {
		world.database.close()
		return cleanups.run()
	})
}

export const at = (path: string): string => join(world.project, ...path.split('/'))
export const put = (path: string, content: string | Uint8Array): void => {
	mkdirSync(join(at(path), '..'), { recursive: true })
	writeFileSync(at(path), content)
}
export const text = (path: string): string | null =>
	existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null
export const tree = (folder = 'Assets'): string[] =>
	readdirSync(at(folder), { recursive: true }).map(String).sort()

export const contextOf = (callId: string, actionName: string) => ({
	room: 'room',
	callId,
	actionName,
	folder: world.project,
	editorKey: KEY,
	deadlineAt: Number.MAX_SAFE_INTEGER,
	signal: new AbortController().signal,
	progress: () => undefined,
})

function toolOf(name: string): RelayTool {
	const tool = fileTools(world.history, () => world.openFiles).get(name)
	if (!tool) throw new Error(`There is no tool ${name}.`)
	return tool
}

/** Runs a relay tool as the router does, and checks a result against the registry. */
export async function runTool(
	name: ToolNameOn<'relay'>,
	args: Record<string, unknown>,
): Promise<{ callId: string; outcome: CallOutcome }> {
	const callId = `run_1.${++world.calls}.0`
	const resolved = resolveCall(name, args)
	if (!resolved.ok) return { callId, outcome: { status: 'error', error: resolved.error } }
	const outcome = await toolOf(name)(resolved.call.args, contextOf(callId, 'run'))
	if (outcome.status === 'ok') resolved.call.action.output.parse(outcome.result)
	return { callId, outcome }
}

/** Returns the call's id. */
export async function write(path: string, content: string): Promise<string> {
	const { callId, outcome } = await runTool('write_file', { path, content })
	expect(outcome).toMatchObject({ status: 'ok' })
	return callId
}

/** A call for an editor: `work` is what the editor does to the disk. */
export function editor(method: string, params: Record<string, unknown>, work: () => void): string {
	const callId = `run_1.${++world.calls}.0`
	const call = { ...contextOf(callId, ''), method, params }
	world.history.recorder.before(call)
	work()
	world.history.recorder.after(call)
	return callId
}

async function ask<T>(action: 'preview' | 'revert', callId: string, args: object): Promise<T> {
	const resolved = resolveCall('file_history', { action, ...args })
	if (!resolved.ok) throw new Error(resolved.error.message)
	const outcome = await toolOf('file_history')(resolved.call.args, contextOf(callId, action))
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	TOOLS.file_history.actions[action].output.parse(outcome.result)
	return outcome.result as T
}
export const preview = (...call_ids: string[]): Promise<Preview> =>
	ask('preview', 'view.1', { call_ids })
export const revert = (callId: string, call_ids: string[], more: object = {}): Promise<Result> =>
	ask('revert', callId, { call_ids, ...more })
export const states = (result: Preview | Result): Record<string, string> =>
	Object.fromEntries(
		result.items.map((item) => [item.path, [item.state, item.reason].filter(Boolean).join(' ')]),
	)
