/** The Unity projects of a computer: Unity Hub's, those below given folders, and linked ones. */
import { createHash } from 'node:crypto'
import { type Machine, pathsOf } from '../machine.ts'
import { type OpenState, openState, runningEditors } from '../open-state.ts'
import type { PackageState } from '../package/package-state.ts'
import { pathKey } from '../processes.ts'
import { hubProjects, installedEditors } from './hub.ts'
import { type FolderKind, folderKind, lookAtProject } from './project-folder.ts'
import { scanForProjects } from './scan.ts'

/** Projects that are looked at together: each is a handful of small files. */
const AT_ONCE = 16

export interface UnityProject {
	/** Names the folder on this computer, the same each time. */
	readonly id: string
	readonly path: string
	readonly name: string
	/** From ProjectVersion.txt, or what the Hub noted; null: unknown. */
	readonly version: string | null
	/** The installed editor of exactly that version; null: none. */
	readonly editor: string | null
	readonly folder: FolderKind
	readonly package: PackageState
	readonly open: OpenState
	/** Unix milliseconds, from the Hub; null: it does not know the project. */
	readonly lastOpened: number | null
	readonly inHub: boolean
}

export interface ProjectList {
	readonly projects: readonly UnityProject[]
	readonly editors: readonly { readonly version: string; readonly path: string }[]
	/** Sentences: files and folders that could not be used. */
	readonly problems: readonly string[]
}

export interface WhatToList {
	/** Folders to look below. */
	readonly roots?: readonly string[]
	/** Further project folders, such as linked ones. */
	readonly known?: readonly string[]
	/**
	 * Folders whose editor is connected to the relay: open, whatever their lock file says. A simulated editor is not a
	 * process of Unity.
	 */
	readonly connected?: readonly string[]
}

interface Candidate {
	readonly path: string
	readonly title: string | null
	readonly version: string | null
	readonly lastOpened: number | null
	readonly inHub: boolean
}

/** The most recently opened first; those that the Hub does not know follow by path. */
export async function listProjects(
	machine: Machine,
	{ roots = [], known = [], connected = [] }: WhatToList = {},
): Promise<ProjectList> {
	const [hub, scan, installed, editors] = await Promise.all([
		hubProjects(machine),
		scanForProjects(machine, roots),
		installedEditors(machine),
		runningEditors(machine),
	])
	const candidates = new Map<string, Candidate>()
	const add = async (candidate: Candidate): Promise<void> => {
		// Two ways to one folder are one project.
		const real = (await machine.realPath(candidate.path)) ?? candidate.path
		const id = pathKey(real, machine.platform)
		if (!candidates.has(id)) candidates.set(id, { ...candidate, path: real })
	}
	for (const { path, title, version, lastModified } of hub.projects)
		await add({ path, title, version, lastOpened: lastModified, inHub: true })
	for (const path of [...known, ...[...scan.projects].sort()])
		await add({ path, title: null, version: null, lastOpened: null, inHub: false })
	const open = new Set(connected.map((path) => pathKey(path, machine.platform)))
	const byVersion = new Map(installed.editors.map(({ version, path }) => [version, path]))
	const all = [...candidates]
	const projects: UnityProject[] = []
	for (let i = 0; i < all.length; i += AT_ONCE)
		projects.push(
			...(await Promise.all(
				all.slice(i, i + AT_ONCE).map(([key, candidate]) =>
					project(machine, key, candidate, {
						byVersion,
						editors,
						isConnected: open.has(key),
					}),
				),
			)),
		)
	const problems = [...hub.problems, ...scan.problems, ...installed.problems]
	if (hub.truncated) problems.push('Unity Hub lists more projects than are shown.')
	if (editors === null)
		problems.push(
			'The running programs could not be listed, so whether a project is open may be unclear.',
		)
	return { projects, editors: installed.editors, problems }
}

const CONNECTED: OpenState = { kind: 'open', pid: null, batch: false }

async function project(
	machine: Machine,
	key: string,
	candidate: Candidate,
	around: {
		readonly byVersion: ReadonlyMap<string, string>
		readonly editors: Awaited<ReturnType<typeof runningEditors>>
		readonly isConnected: boolean
	},
): Promise<UnityProject> {
	const { path, title, lastOpened, inHub } = candidate
	const folder = await folderKind(machine, path)
	const [found, open] =
		folder === 'project'
			? await Promise.all([lookAtProject(machine, path), openState(machine, path, around.editors)])
			: [
					{ version: null, package: { kind: 'absent' } as const },
					{ kind: 'closed', staleLock: false } as const,
				]
	const version = found.version ?? candidate.version
	return {
		id: createHash('sha256').update(key).digest('hex').slice(0, 16),
		path,
		name: pathsOf(machine.platform).basename(path) || (title ?? path),
		version,
		editor: version === null ? null : (around.byVersion.get(version) ?? null),
		folder,
		package: found.package,
		open: around.isConnected && open.kind !== 'open' ? CONNECTED : open,
		lastOpened,
		inHub,
	}
}
