/** The files that a question is about, as they were when it was asked: an answer counts for these and no others. */
import { existsSync } from 'node:fs'
import type { McpCall } from '@fairlead/protocol/mcp'
import { effectsOf } from '@fairlead/protocol/tools'
import { allMadeToRun } from '@fairlead/protocol/tools/unity/editor/execute-reason'
import { rootOf } from '../../files/jail.ts'
import { lookIn, seenOf } from '../../history/path-state.ts'

/** By path; folders count as folders, whatever is in them. */
export type SeenFiles = ReadonlyMap<string, string>

/** @param folder of the project */
export function seenFiles(
	folder: string,
	call: Pick<McpCall, 'name' | 'params' | 'folder'>,
): SeenFiles {
	const root = existsSync(folder) ? rootOf(folder) : null
	// The call itself says that its folder is gone.
	if (root === null) return new Map()
	const paths = [...allMadeToRun(call, call.folder), ...effectsOf(call.name, call.params).touches]
	return new Map(paths.map((path) => [path, seenOf(lookIn(root, path).state)]))
}

/** The first file that is another by now; null: none is. */
export const changedSince = (before: SeenFiles, now: SeenFiles): string | null =>
	[...before].find(([path, state]) => now.get(path) !== state)?.[0] ?? null
