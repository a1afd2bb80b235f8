/** The files that a search reads, ordered by path. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { holdsSecrets } from '@fairlead/protocol/tools'
import { readRegular } from '../../disk/regular-file.ts'
import { isUnityProject } from '../../unity/unity-project.ts'
import { decoded } from '../contents/decoding.ts'
import { MAX_SEARCHED_BYTES } from '../contents/text-file.ts'
import { FileError } from '../file-error.ts'
import type { JailedPath } from '../jail.ts'
import { hasCode } from '../jail.ts'
import { holdsOwnFiles } from '../own-folders.ts'
import { IgnoreRules } from './ignore-rules.ts'

/** A search beyond this takes too long on a laptop; it says that it stopped. */
export const MAX_FILES = 50_000
export const MAX_FILE_BYTES = MAX_SEARCHED_BYTES

/** Names that are judged before anything else gets its turn: the relay's other calls, or the end of this one. */
const NAMES_A_TURN = 256

const NOTHING: ReadonlySet<string> = new Set()
/** Folders of Unity and the compiler, at the top of a Unity project. */
const GENERATED: ReadonlySet<string> = new Set(['library', 'temp', 'obj', 'logs'])
/** Never text: not even opened. */
const BINARY =
	/\.(png|jpe?g|gif|bmp|tga|tiff?|psd|exr|hdr|webp|ico|fbx|blend|wav|mp3|ogg|aiff?|mp4|mov|webm|ttf|otf|dll|exe|so|dylib|a|lib|pdb|mdb|zip|7z|gz|jar|aar|unitypackage|bundle)$/i

export interface SearchableFile {
	/** Relative to the project, forward slashes. */
	readonly path: string
	readonly real: string
}

export interface SearchableFiles {
	readonly files: readonly SearchableFile[]
	/** Larger than {@link MAX_FILE_BYTES}. */
	readonly large: number
	/** Left out because they usually hold secrets. */
	readonly secret: number
	/** Files and folders that exist and cannot be read. */
	readonly unreadable: number
	readonly cut: boolean
}

/**
 * The files below a path that the jail has accepted. Links are not followed, so nothing outside is read.
 * @param gitIgnored whether to read what .gitignore excludes
 * @throws {FileError} `unsupported` for a pipe, a socket or a device
 */
export async function searchableFiles(
	root: string,
	start: JailedPath,
	wanted: (path: string) => boolean,
	signal: AbortSignal,
	gitIgnored: 'skip' | 'include' = 'skip',
): Promise<SearchableFiles> {
	const shown = start.shown === '.' ? '' : start.shown
	const files: SearchableFile[] = []
	let large = 0
	let secret = 0
	let unreadable = 0
	let cut = false
	let judged = 0
	const countUnreadable = (): void => {
		unreadable++
	}
	const rulesIn: typeof rulesOf = async (entries, folder, real, above) =>
		gitIgnored === 'include' ? above : rulesOf(entries, folder, real, above)
	const take = async (path: string, real: string): Promise<void> => {
		if (BINARY.test(path) || !wanted(path)) return
		// One that the call names was approved by name.
		if (holdsSecrets(path) && path !== shown) {
			secret++
			return
		}
		const size = await sizeOf(real, countUnreadable)
		if (size === undefined) return
		if (size > MAX_FILE_BYTES) large++
		else if (files.length < MAX_FILES) files.push({ path, real })
		else cut = true
	}
	const generated = isUnityProject(root) ? GENERATED : NOTHING
	const walk = async (folder: string, real: string, above: IgnoreRules): Promise<void> => {
		signal.throwIfAborted()
		const entries = await entriesOf(real, countUnreadable)
		const names = new Set(entries.map(({ name }) => name))
		if (holdsOwnFiles(real, (name) => names.has(name))) return
		const rules = await rulesIn(entries, folder, real, above)
		for (const entry of entries) {
			if (cut) return
			if (++judged % NAMES_A_TURN === 0) {
				await turn()
				signal.throwIfAborted()
			}
			const path = folder === '' ? entry.name : `${folder}/${entry.name}`
			const lower = entry.name.toLowerCase()
			if (lower === '.git' || (folder === '' && generated.has(lower))) continue
			if (rules.ignores(path, entry.isDirectory())) continue
			const next = join(real, entry.name)
			if (entry.isDirectory()) await walk(path, next, rules)
			else if (entry.isFile()) await take(path, next)
		}
	}
	const kind = await stat(start.real)
	if (kind.isFile()) await take(shown, start.real)
	else if (!kind.isDirectory())
		throw new FileError('unsupported', `${start.shown} is not a regular file.`)
	else {
		const above = gitIgnored === 'include' ? IgnoreRules.none : await rulesAbove(root, shown)
		await walk(shown, start.real, above)
	}
	// Whole paths are compared: a walk orders them differently if one name is a prefix of another.
	files.sort((a, b) => (a.path < b.path ? -1 : 1))
	return { files, large, secret, unreadable, cut }
}

/** Returns null if the file exists but cannot be read. */
export async function textOf({ real }: SearchableFile): Promise<string | null> {
	try {
		const bytes = await readRegular(real)
		return decoded(bytes)?.text ?? bytes.toString('utf8')
	} catch (error) {
		// Deleted meanwhile: it no longer uses anything.
		return hasCode(error, 'ENOENT') ? '' : null
	}
}

/** The rules of the folders above it. Empty if the folder itself is ignored: naming it includes it. */
export async function rulesAbove(root: string, shown: string): Promise<IgnoreRules> {
	let rules = IgnoreRules.none
	let folder = ''
	let real = root
	for (const segment of shown === '' ? [] : shown.split('/')) {
		rules = await rulesOf(await entriesOf(real), folder, real, rules)
		folder = folder === '' ? segment : `${folder}/${segment}`
		real = join(real, segment)
		if (rules.ignores(folder, true)) return IgnoreRules.none
	}
	return rules
}

/** The rules above, and those of the folder's own .gitignore. */
export async function rulesOf(
	entries: readonly Dirent[],
	folder: string,
	real: string,
	above: IgnoreRules,
): Promise<IgnoreRules> {
	if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return above
	return above.with(folder, (await readRegular(join(real, '.gitignore'))).toString('utf8'))
}

async function entriesOf(folder: string, unreadable?: () => void): Promise<Dirent[]> {
	try {
		return await readdir(folder, { withFileTypes: true })
	} catch (error) {
		if (hasCode(error, 'ENOENT')) return []
		// The rest is still worth searching.
		if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) throw error
		unreadable?.()
		return []
	}
}

async function sizeOf(file: string, unreadable: () => void): Promise<number | undefined> {
	try {
		return (await stat(file)).size
	} catch (error) {
		if (!hasCode(error, 'ENOENT')) unreadable()
		return undefined
	}
}
