/** The C# files under Assets, as Unity's importer would read them. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScriptSource } from './check-scripts.ts'

/** Larger files are not hand-written scripts; reading them would stall the simulator. */
const MAX_SCRIPT_BYTES = 2 * 1024 * 1024
/** A project with more scripts is beyond what the simulator is for. */
const MAX_SCRIPTS = 5_000
/** Folders of the built-in pipeline that are not part of the game's assemblies. */
const IGNORED = /^\.|~$|^cvs$/i

export interface ProjectScripts {
	/** Sorted by path. */
	readonly sources: readonly ScriptSource[]
	/** Hash of paths and texts: equal hashes need no new compile. */
	readonly hash: string
	/** Whether the project holds compiled plugins or packages of its own, which bring other types. */
	readonly hasForeignTypes: boolean
}

/** Reads all scripts. A file that vanishes meanwhile is left out. */
export async function readScripts(projectPath: string): Promise<ProjectScripts> {
	const paths: string[] = []
	let hasForeignTypes = false
	const walk = async (relative: string): Promise<void> => {
		const entries = await readdir(join(projectPath, relative), { withFileTypes: true }).catch(
			() => [],
		)
		for (const entry of entries) {
			if (IGNORED.test(entry.name)) continue
			const path = `${relative}/${entry.name}`
			if (entry.isDirectory()) await walk(path)
			else if (/\.cs$/i.test(entry.name) && paths.length < MAX_SCRIPTS) paths.push(path)
			else if (/\.dll$/i.test(entry.name)) hasForeignTypes = true
		}
	}
	await walk('Assets')
	const packages = await readdir(join(projectPath, 'Packages'), { withFileTypes: true }).catch(
		() => [],
	)
	hasForeignTypes ||= packages.some((entry) => entry.isDirectory() && !IGNORED.test(entry.name))
	paths.sort()
	const sources: ScriptSource[] = []
	const hash = createHash('sha256')
	for (const path of paths) {
		const text = await readScript(join(projectPath, path))
		if (text === null) continue
		sources.push({ path, text })
		hash.update(`${path}\0${text.length}\0${text}`)
	}
	return { sources, hash: hash.digest('hex'), hasForeignTypes }
}

async function readScript(path: string): Promise<string | null> {
	try {
		if ((await stat(path)).size > MAX_SCRIPT_BYTES) return null
		return await readFile(path, 'utf8')
	} catch {
		return null
	}
}
