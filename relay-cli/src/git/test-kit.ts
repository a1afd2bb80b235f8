/** A repository in the project folder of `useCommands`, and the tool `git` in it, for tests. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall, TOOLS } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { beforeEach } from 'vitest'
import { place, useCommands } from '../programs/test-kit.ts'
import { gitTool } from './git-tool.ts'

export const at = (path: string): string => join(place.project, path)
export const put = (path: string, text: string): void => {
	mkdirSync(join(at(path), '..'), { recursive: true })
	writeFileSync(at(path), text)
}
/** The files that the editor has open. */
export const OPEN_FILES: readonly string[] = ['Assets/Scenes/Main.unity']
/** Runs git as the user's terminal does. */
export const terminal = (...args: string[]): string =>
	execFileSync('git', args, { cwd: place.project, encoding: 'utf8', stdio: 'pipe' })

/** Sets up a repository with one commit. */
export function useRepository(): void {
	useCommands()
	beforeEach(() => {
		terminal('init', '-q', '-b', 'main')
		terminal('config', 'user.name', 'Ada')
		terminal('config', 'user.email', 'ada@example.com')
		put('Assets/Spin.cs', '// one\n')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'First')
	})
}

/** A program that leaves the file `ran` in the project. @returns its path */
export const evil = (name: string): string => {
	const path = join(place.project, '..', name)
	writeFileSync(path, `#!/bin/sh\necho ${name} >> '${at('ran')}'\ncat\n`)
	chmodSync(path, 0o755)
	return path
}

export async function call(action: string, args: object = {}): Promise<CallOutcome> {
	const resolved = resolveCall('git', { action, ...args })
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	const tool = gitTool({
		commands: place.commands,
		env: place.env,
		openFilesOf: () => OPEN_FILES,
	})
	const outcome = await tool(resolved.call.args, {
		room: 'room',
		callId: 'call',
		actionName: action,
		folder: place.project,
		editorKey: 'relay:000000000000',
		deadlineAt: Number.MAX_SAFE_INTEGER,
		signal: new AbortController().signal,
		progress: () => undefined,
	})
	const { actions } = TOOLS.git
	if (outcome.status === 'ok') actions[action as keyof typeof actions].output.parse(outcome.result)
	return outcome
}
export const result = async (
	action: string,
	args: object = {},
): Promise<Record<string, unknown>> => {
	const outcome = await call(action, args)
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return outcome.result as Record<string, unknown>
}
