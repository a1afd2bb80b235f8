/** `unused_assets`: assets that no file names by their file, and whose GUID no file names that is in use itself. Works while Unity is closed. */
import { stat } from 'node:fs/promises'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { resolveInside, rootOf } from '../jail.ts'
import { missingFolder } from '../missing-file.ts'
import { listsFiles, MentionedAssets } from './mentioned-assets.ts'
import { offsetOf } from './search-files.ts'
import {
	MAX_FILE_BYTES,
	MAX_FILES,
	type SearchableFile,
	searchableFiles,
	textOf,
} from './searchable-files.ts'

/** Beyond this the result says that the project was not read to its end. */
const TIME_LIMIT_MS = 40_000
/**
 * Any GUID, by its digits alone: the key differs by format (`guid:`, `m_GUID:` and `m_AssetGUID:` of Addressables,
 * `guid=` of UXML and USS, `"guid":` of Shader Graph, plain JSON). A text that is not an asset's GUID does no harm.
 */
const GUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![0-9a-f])/gi
const OWN_GUID = /^guid: ?([0-9a-f]{32})\b/m
/** Files in use without a reference: compiled, loaded by the editor or the player, or opened as they are. */
const IN_USE_BY_KIND =
	/\.(cs|asmdef|asmref|rsp|dll|so|a|lib|dylib|bundle|jslib|jar|aar|unity|md|pdf|inputactions)$/i
/** Read by the build. */
const IN_USE_BY_NAME = /(^|\/)link\.xml$/i
const IN_USE_BY_PLACE =
	/(^|\/)(Resources|StreamingAssets|Editor|Editor Default Resources|Gizmos|Plugins|WebGLTemplates)\//
/** Large, and without a reference. */
const PROSE = /\.md$/i
/** Files that refer to others; written as binary they cannot be read here. */
const REFERS = /\.(unity|prefab|asset|mat|controller|anim|playable)$/i
/** Unused users that an entry names. */
const MAX_USERS = 5
const NOTE =
	'No file that is in use names the GUID of these; usedByUnused are assets that do, and are unused themselves. Left out are scripts, scenes, link.xml, what lies in Resources, StreamingAssets, Editor and Plugins, and what a text file names by its file name or path, since such a file may load it without a GUID. Ask the user before deleting.'

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
		(file) => !PROSE.test(file),
		signal,
		// Bought assets are often kept out of git, and use others.
		'include',
	)
	const until = performance.now() + timeLimitMs
	const candidates = new Map<string, SearchableFile>()
	const references: Reference[] = []
	const named = new Set<string>()
	const mentioned = new MentionedAssets(
		all.files.flatMap(({ path }) => (isCandidate(path, below.shown) ? [assetOf(path)] : [])),
	)
	let unreadable = all.unreadable
	let binary = 0
	let stopped = false
	for (const file of all.files) {
		signal.throwIfAborted()
		stopped = performance.now() >= until
		if (stopped) break
		const text = await textOf(file)
		if (text === null) unreadable++
		else if (REFERS.test(file.path) && text.slice(0, 1_000).includes('\0')) binary++
		const isMeta = file.path.endsWith('.meta')
		const own = isMeta ? OWN_GUID.exec(text ?? '')?.[1] : undefined
		if (own !== undefined && isCandidate(file.path, below.shown)) candidates.set(own, file)
		references.push({ from: assetOf(file.path), own, to: guidsIn(text ?? '') })
		if (listsFiles(file.path)) continue
		for (const path of mentioned.in(text ?? '')) if (path !== file.path) named.add(path)
	}
	// Files that were not read may use any of them.
	const unused = stopped ? [] : unusedOf(candidates, references, named)
	const assets = await Promise.all(unused.map((one) => sized(one)))
	const found = assets.flat().sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
	const next = at + args.limit
	const incomplete = [
		stopped ? 'The project could not be read in time, so nothing is listed.' : '',
		all.cut ? `Only the first ${MAX_FILES} files were read.` : '',
		all.large > 0
			? all.large === 1
				? `1 file larger than ${MAX_FILE_BYTES / 1024 / 1024} MB was skipped; it may use some of these.`
				: `${all.large} files larger than ${MAX_FILE_BYTES / 1024 / 1024} MB were skipped; they may use some of these.`
			: '',
		binary > 0
			? `${binary} of the scenes, prefabs and assets are stored as binary, which cannot be read here; they may use some of these. Unity writes text with Asset Serialization set to Force Text.`
			: '',
		unreadable > 0
			? unreadable === 1
				? '1 file or folder could not be read; it may use some of these.'
				: `${unreadable} files or folders could not be read; they may use some of these.`
			: '',
	]
		.filter(Boolean)
		.join(' ')
	return {
		note: NOTE,
		total: found.length,
		totalBytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
		checkedAssets: candidates.size,
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
	return inside && ![IN_USE_BY_KIND, IN_USE_BY_NAME, IN_USE_BY_PLACE].some((one) => one.test(asset))
}

interface Reference {
	/** Path of the asset whose file or importer it is. */
	readonly from: string
	/** Its GUID; undefined in files other than a .meta. */
	readonly own: string | undefined
	readonly to: ReadonlySet<string>
}

interface Unused {
	readonly meta: SearchableFile
	readonly usedByUnused: readonly string[]
}

const assetOf = (path: string): string => path.replace(/\.meta$/, '')

/** Assets that cannot be reached from a file in use: one that is named by unused ones only is unused. */
function unusedOf(
	candidates: ReadonlyMap<string, SearchableFile>,
	references: readonly Reference[],
	named: ReadonlySet<string>,
): Unused[] {
	const paths = new Map([...candidates].map(([guid, { path }]) => [assetOf(path), guid]))
	const namedBy = new Map<string, string[]>()
	const names = new Map<string, Set<string>>()
	for (const { from, own, to } of references)
		for (const guid of to) {
			if (guid === own || !candidates.has(guid) || paths.get(from) === guid) continue
			namedBy.set(guid, [...(namedBy.get(guid) ?? []), from])
			const known = names.get(from) ?? new Set()
			names.set(from, known.add(guid))
		}
	const used = new Set([...named].flatMap((path) => paths.get(path) ?? []))
	const waiting = [...names.keys()].filter((path) => !paths.has(path) || named.has(path))
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
		for (const guid of names.get(path) ?? []) {
			if (used.has(guid)) continue
			used.add(guid)
			waiting.push(assetOf(candidates.get(guid)?.path ?? ''))
		}
	return [...candidates].flatMap(([guid, meta]) =>
		used.has(guid) ? [] : [{ meta, usedByUnused: [...new Set(namedBy.get(guid))].sort() }],
	)
}

const guidsIn = (text: string): ReadonlySet<string> =>
	new Set(Array.from(text.matchAll(GUID), ([guid]) => guid.replaceAll('-', '').toLowerCase()))

/** Empty for folders, and for assets of which only the .meta is left. */
async function sized({ meta, usedByUnused }: Unused): Promise<Result['assets']> {
	try {
		const asset = await stat(assetOf(meta.real))
		if (!asset.isFile()) return []
		const users =
			usedByUnused.length === 0 ? {} : { usedByUnused: usedByUnused.slice(0, MAX_USERS) }
		return [{ path: assetOf(meta.path), bytes: asset.size, ...users }]
	} catch {
		return []
	}
}
