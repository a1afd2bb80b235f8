/** The projects and editors that Unity Hub knows. Its files are another program's, so everything in them may be missing or odd. */
import { type Machine, pathsOf } from '../machine.ts'
import { pathKey } from '../processes.ts'

/** A project takes 300 bytes in it. */
const MAX_HUB_FILE_BYTES = 8 * 1024 * 1024
/** Bounds the look at the disk; nobody has more. */
const MAX_HUB_PROJECTS = 500

export interface HubProject {
	readonly path: string
	readonly title: string | null
	/** The version that the Hub noted: the project's own file counts. */
	readonly version: string | null
	/** Unix milliseconds. */
	readonly lastModified: number | null
	readonly favorite: boolean
}

/** `problems`: sentences about files that could not be used. */
export interface HubProjects {
	readonly projects: readonly HubProject[]
	readonly problems: readonly string[]
	/** True if there are more than {@link MAX_HUB_PROJECTS}. */
	readonly truncated: boolean
}

/** The Hub's folder; the first that exists counts. Linux has had two spellings. */
export function hubFolders({ platform, home, env }: Machine): string[] {
	const { join } = pathsOf(platform)
	switch (platform) {
		case 'darwin':
			return [join(home, 'Library', 'Application Support', 'UnityHub')]
		case 'win32':
			return [join(env('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'UnityHub')]
		case 'linux': {
			const config = env('XDG_CONFIG_HOME') || join(home, '.config')
			return [join(config, 'UnityHub'), join(config, 'unityhub')]
		}
		default:
			return platform satisfies never
	}
}

/** The newest `<stem>-v<n>.json`, or `<stem>.json` of older Hubs; null if there is none. */
async function newestFile(machine: Machine, stem: string): Promise<string | null> {
	const { join } = pathsOf(machine.platform)
	for (const folder of hubFolders(machine)) {
		const names = ((await machine.entries(folder)) ?? [])
			.filter(({ kind }) => kind === 'file')
			.map(({ name }) => ({ name, version: versionIn(name, stem) }))
			.filter((one) => one.version >= 0)
			.sort((a, b) => b.version - a.version)
		if (names[0]) return join(folder, names[0].name)
	}
	return null
}

/** 0 without a version; -1: not that file. */
function versionIn(name: string, stem: string): number {
	if (name === `${stem}.json`) return 0
	const found = new RegExp(`^${stem}-v(\\d{1,4})\\.json$`).exec(name)
	return found ? Number(found[1]) : -1
}

type Json =
	| { readonly kind: 'json'; readonly value: unknown }
	| { readonly kind: 'bad'; readonly problem: string }

async function readJson(machine: Machine, path: string): Promise<Json | null> {
	const file = await machine.read(path, MAX_HUB_FILE_BYTES)
	switch (file.kind) {
		case 'missing':
			return null
		case 'unreadable':
			return { kind: 'bad', problem: `${path} could not be read: ${file.why}.` }
		case 'text':
			try {
				return { kind: 'json', value: JSON.parse(file.text) }
			} catch {
				return {
					kind: 'bad',
					problem: `${path} is not JSON. Unity Hub writes it anew when a project is opened there.`,
				}
			}
		default:
			return file satisfies never
	}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null =>
	typeof value === 'string' && value.trim() !== '' ? value : null

/** The list itself: under `data` since `schema_version`, before that the whole file; a map by key, or an array. */
function itemsOf(value: unknown): [string | null, unknown][] {
	const list = isRecord(value) && 'data' in value ? value['data'] : value
	if (Array.isArray(list)) return list.map((item: unknown) => [null, item])
	return isRecord(list) ? Object.entries(list) : []
}

/** The Hub's projects, the most recently opened first, each folder once. */
export async function hubProjects(machine: Machine): Promise<HubProjects> {
	const file = await newestFile(machine, 'projects')
	const json = file === null ? null : await readJson(machine, file)
	if (json === null) return { projects: [], problems: [], truncated: false }
	if (json.kind === 'bad') return { projects: [], problems: [json.problem], truncated: false }
	const byPath = new Map<string, HubProject>()
	for (const [key, item] of itemsOf(json.value)) {
		const project = hubProject(key, item, machine)
		if (project === null) continue
		const id = pathKey(project.path, machine.platform)
		const known = byPath.get(id)
		if (!known || (project.lastModified ?? 0) > (known.lastModified ?? 0)) byPath.set(id, project)
	}
	const projects = [...byPath.values()].sort(
		(a, b) => (b.lastModified ?? 0) - (a.lastModified ?? 0) || (a.path < b.path ? -1 : 1),
	)
	return {
		projects: projects.slice(0, MAX_HUB_PROJECTS),
		problems: [],
		truncated: projects.length > MAX_HUB_PROJECTS,
	}
}

function hubProject(key: string | null, item: unknown, machine: Machine): HubProject | null {
	const fields = isRecord(item) ? item : {}
	const path = textOf(fields['path']) ?? textOf(item) ?? key
	if (path === null || !pathsOf(machine.platform).isAbsolute(path) || path.includes('\0'))
		return null
	const { lastModified } = fields
	return {
		path,
		title: textOf(fields['title']),
		version: textOf(fields['version']),
		lastModified:
			typeof lastModified === 'number' && Number.isFinite(lastModified) ? lastModified : null,
		favorite: fields['isFavorite'] === true,
	}
}

export interface InstalledEditor {
	readonly version: string
	/** The program to start. */
	readonly path: string
}

export interface InstalledEditors {
	readonly editors: readonly InstalledEditor[]
	readonly problems: readonly string[]
}

/** Folders in which the Hub puts one folder per version. */
async function installFolders(
	machine: Machine,
): Promise<{ folders: string[]; problems: string[] }> {
	const { platform, home, env } = machine
	const { join, isAbsolute } = pathsOf(platform)
	const folders: string[] = []
	const problems: string[] = []
	for (const hub of hubFolders(machine)) {
		const json = await readJson(machine, join(hub, 'secondaryInstallPath.json'))
		if (json?.kind === 'bad') problems.push(json.problem)
		const chosen = json?.kind === 'json' ? textOf(json.value) : null
		if (chosen !== null && isAbsolute(chosen)) folders.push(chosen)
	}
	switch (platform) {
		case 'darwin':
			folders.push('/Applications/Unity/Hub/Editor', join(home, 'Applications/Unity/Hub/Editor'))
			break
		case 'win32':
			for (const name of ['ProgramFiles', 'ProgramW6432'])
				folders.push(join(env(name) ?? 'C:\\Program Files', 'Unity', 'Hub', 'Editor'))
			break
		case 'linux':
			folders.push(join(home, 'Unity', 'Hub', 'Editor'), '/opt/unity/Hub/Editor')
			break
		default:
			platform satisfies never
	}
	const seen = new Set<string>()
	return {
		folders: folders.filter((one) => {
			const id = pathKey(one, platform)
			return !seen.has(id) && seen.add(id)
		}),
		problems,
	}
}

/** The program of an editor, from its folder, its bundle (macOS), or the program itself. */
async function programIn(machine: Machine, location: string): Promise<string | null> {
	const { join } = pathsOf(machine.platform)
	const candidates = {
		darwin: [
			join(location, 'Contents/MacOS/Unity'),
			join(location, 'Unity.app/Contents/MacOS/Unity'),
			location,
		],
		win32: [join(location, 'Editor', 'Unity.exe'), join(location, 'Unity.exe'), location],
		linux: [join(location, 'Editor', 'Unity'), join(location, 'Unity'), location],
	}[machine.platform]
	for (const path of candidates) if (await machine.isFile(path)) return path
	return null
}

/** Unity's own form: `6000.3.2f1`, with a suffix in some lands. */
export const isVersion = (text: string): boolean =>
	/^\d{1,5}\.\d{1,3}\.\d{1,4}[abfpx]\d{1,4}\w{0,8}$/.test(text)

/** Every installed editor, the newest first, each program once. */
export async function installedEditors(machine: Machine): Promise<InstalledEditors> {
	const { join } = pathsOf(machine.platform)
	const found = new Map<string, InstalledEditor>()
	const add = async (version: string, location: string): Promise<void> => {
		const path = await programIn(machine, location)
		if (path !== null) found.set(pathKey(path, machine.platform), { version, path })
	}
	const { folders, problems } = await installFolders(machine)
	for (const folder of folders)
		for (const { name, kind } of (await machine.entries(folder)) ?? [])
			if (kind !== 'file' && isVersion(name)) await add(name, join(folder, name))
	const file = await newestFile(machine, 'editors')
	const json = file === null ? null : await readJson(machine, file)
	if (json?.kind === 'bad') problems.push(json.problem)
	for (const [key, item] of json?.kind === 'json' ? itemsOf(json.value) : []) {
		const fields = isRecord(item) ? item : {}
		const version = textOf(fields['version']) ?? key
		if (version === null || !isVersion(version)) continue
		for (const location of [fields['location']].flat())
			if (textOf(location) !== null) await add(version, String(location))
	}
	const editors = [...found.values()].sort((a, b) => compareVersions(b.version, a.version))
	return { editors, problems }
}

/** Compares numbers, so that 6000.10 is newer than 6000.9. */
export function compareVersions(a: string, b: string): number {
	const [left, right] = [a, b].map((one) => one.split(/[^\d]+/).map(Number))
	for (let i = 0; i < 4; i++) {
		const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
		if (difference !== 0) return difference
	}
	return a < b ? -1 : a > b ? 1 : 0
}
