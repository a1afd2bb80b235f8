/** `unused_assets`: assets whose GUID stands in no other file. Works while Unity is closed. */
import { readFile, stat } from 'node:fs/promises'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { hasCode, resolveInside, rootOf } from '../jail.ts'
import { missingFolder } from '../missing-file.ts'
import { offsetOf } from './search-files.ts'
import {
	MAX_FILE_BYTES,
	MAX_FILES,
	type SearchableFile,
	searchableFiles,
} from './searchable-files.ts'

/** Beyond this the result says that the project was not read to its end. */
const TIME_LIMIT_MS = 40_000
const GUID = /\bguid: ?([0-9a-f]{32})\b/g
/** In use without a reference: compiled, loaded by the editor or the player, or opened as they are. */
const IN_USE_BY_KIND =
	/\.(cs|asmdef|asmref|rsp|dll|so|a|lib|dylib|bundle|jslib|jar|aar|unity|md|pdf|inputactions)$/i
const IN_USE_BY_PLACE =
	/(^|\/)(Resources|StreamingAssets|Editor|Editor Default Resources|Gizmos|Plugins|WebGLTemplates)\//
/** Large, and without a reference. */
const NAMES_NO_GUIDS = /\.(cs|md|txt|hlsl|cginc)$/i
const NOTE =
	'Scripts, scenes and what lies in Resources, StreamingAssets, Editor and Plugins are left out. Ask the user before deleting.'

type Args = ToolArgs<'unused_assets', 'run'>
type Result = ToolResult<'unused_assets', 'run'>

export async function unusedAssets(
	folder: string,
	args: Args,
	signal: AbortSignal,
	timeLimitMs = TIME_LIMIT_MS,
): Promise<Result> {
	const below = resolveInside(folder, args.folder.replace(/\/+$/, ''), 'read')
	if (!below.exists) throw await missingFolder(folder, below)
	const at = offsetOf(args.cursor)
	const root = rootOf(folder)
	const all = await searchableFiles(
		root,
		resolveInside(folder, '.', 'read'),
		(file) => !NAMES_NO_GUIDS.test(file),
		signal,
		// Bought assets are often kept out of git, and use others.
		'include',
	)
	const until = performance.now() + timeLimitMs
	const metas = new Set(all.files.filter((file) => isCandidate(file.path, below.shown)))
	const own = new Map<string, SearchableFile>()
	const used = new Set<string>()
	let unreadable = all.unreadable
	let stopped = false
	for (const file of all.files) {
		signal.throwIfAborted()
		stopped = performance.now() >= until
		if (stopped) break
		const guids = await guidsOf(file)
		if (guids === null) unreadable++
		const [first, ...others] = guids ?? []
		// The first of a .meta is the asset's own; the others are what its importer refers to.
		if (!file.path.endsWith('.meta') && first !== undefined) used.add(first)
		else if (first !== undefined && metas.has(file)) own.set(first, file)
		for (const guid of others) used.add(guid)
	}
	// Files that were not read may use any of them.
	const unused = stopped ? [] : [...own].filter(([guid]) => !used.has(guid))
	const assets = await Promise.all(unused.map(([, meta]) => sized(meta)))
	const found = assets.flat().sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
	const next = at + args.limit
	const incomplete = [
		stopped ? 'The project could not be read in time, so nothing is listed.' : '',
		all.cut ? `Only the first ${MAX_FILES} files were read.` : '',
		all.large > 0
			? `${all.large} files larger than ${MAX_FILE_BYTES / 1024 / 1024} MB were skipped; they may use some of these.`
			: '',
		unreadable > 0
			? `${unreadable} files or folders could not be read; they may use some of these.`
			: '',
	]
		.filter(Boolean)
		.join(' ')
	return {
		note: NOTE,
		total: found.length,
		totalBytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
		checkedAssets: own.size,
		...(incomplete === '' ? {} : { incomplete }),
		assets: found.slice(at, next),
		nextCursor: next < found.length ? `o${next}` : null,
	}
}

/** The .meta of an asset that would have to be referred to. */
function isCandidate(path: string, below: string): boolean {
	if (!path.endsWith('.meta')) return false
	const asset = path.slice(0, -'.meta'.length)
	const inside = asset.startsWith(`${below}/`) || asset === below
	return inside && !IN_USE_BY_KIND.test(asset) && !IN_USE_BY_PLACE.test(asset)
}

/** Null if the file exists but cannot be read. */
async function guidsOf({ real }: SearchableFile): Promise<string[] | null> {
	try {
		const text = await readFile(real, 'utf8')
		return [...text.matchAll(GUID)].flatMap(([, guid]) => guid ?? [])
	} catch (error) {
		// Deleted meanwhile: it no longer uses anything.
		return hasCode(error, 'ENOENT') ? [] : null
	}
}

/** Empty for folders, and for what has only a .meta left. */
async function sized(meta: SearchableFile): Promise<Result['assets']> {
	try {
		const asset = await stat(meta.real.slice(0, -'.meta'.length))
		return asset.isFile() ? [{ path: meta.path.slice(0, -'.meta'.length), bytes: asset.size }] : []
	} catch {
		return []
	}
}
