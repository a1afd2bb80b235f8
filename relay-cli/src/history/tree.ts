/** Walking folders. Links are not followed. */
import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { holdsOwnFiles } from '../files/own-folders.ts'
import { kindAt } from './path-state.ts'

/** Everything below a folder but Fairlead's own files, folders before their content; read lazily. */
export function* below(folder: string): Generator<string, void> {
	const waiting = [folder]
	for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
		for (const entry of readdirSync(at, { withFileTypes: true })) {
			const path = join(at, entry.name)
			yield path
			if (entry.isDirectory() && !holdsOwnFiles(path)) waiting.push(path)
		}
	}
}

/** Bytes of a file; 0 for everything else. */
export function sizeOf(path: string): number {
	const stats = lstatSync(path, { throwIfNoEntry: false })
	return stats?.isFile() ? stats.size : 0
}

/** Folders between the root and the path that do not exist yet, the upper ones first. */
export function missingParents(root: string, path: string): string[] {
	const missing: string[] = []
	for (let at = dirname(path); at !== root && at.length > root.length; at = dirname(at)) {
		if (kindAt(at) !== 'absent') break
		missing.unshift(at)
	}
	return missing
}
