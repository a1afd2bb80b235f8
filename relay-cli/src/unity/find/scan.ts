/** Looking for Unity projects below given folders, within bounds. */
import { type Machine, pathsOf } from '../machine.ts'
import { pathKey } from '../processes.ts'
import { folderKind } from './project-folder.ts'

/** Levels below a root. A project is rarely deeper than "work/client/game/unity". */
const MAX_DEPTH = 6
/** Takes a few seconds on a slow disk. */
const MAX_FOLDERS = 20_000
const MAX_FOUND = 500
/** Hold no project of a person, but many folders. */
const SKIPPED: ReadonlySet<string> = new Set([
	'library',
	'temp',
	'obj',
	'logs',
	'node_modules',
	'packagecache',
	'windows',
	'appdata',
	'program files',
	'program files (x86)',
	'$recycle.bin',
	'system volume information',
])

export interface Scan {
	readonly projects: readonly string[]
	/** A sentence about each root that is not a folder, and about a bound that was reached. */
	readonly problems: readonly string[]
}

/** Links are not followed, hidden folders are skipped, and nothing is looked for inside a project. */
export async function scanForProjects(machine: Machine, roots: readonly string[]): Promise<Scan> {
	const { join } = pathsOf(machine.platform)
	const projects: string[] = []
	const problems: string[] = []
	const seen = new Set<string>()
	let left = MAX_FOLDERS
	for (const root of roots) {
		if (!(await machine.isFolder(root))) {
			problems.push(`${root} is not a folder.`)
			continue
		}
		// Breadth first: what is near the root is found even if a bound is reached.
		let level = [root]
		for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
			const next: string[] = []
			for (const folder of level) {
				const id = pathKey(folder, machine.platform)
				if (seen.has(id)) continue
				seen.add(id)
				if (left-- <= 0 || projects.length >= MAX_FOUND) {
					problems.push(
						`Not everything below ${root} was looked at: it holds more than ${projects.length >= MAX_FOUND ? `${MAX_FOUND} projects` : `${MAX_FOLDERS} folders`}. Specify a folder further down.`,
					)
					return { projects, problems }
				}
				if ((await folderKind(machine, folder)) === 'project') {
					projects.push(folder)
					continue
				}
				for (const { name, kind } of (await machine.entries(folder)) ?? [])
					if (kind === 'folder' && !name.startsWith('.') && !SKIPPED.has(name.toLowerCase()))
						next.push(join(folder, name))
			}
			level = next
		}
	}
	return { projects, problems }
}
