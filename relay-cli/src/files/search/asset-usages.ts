/** `asset_usages`: files that refer to an asset by its GUID, and those that name its file. Works while Unity is closed. */
import { statSync } from 'node:fs'
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { openChecked } from '../checked-place.ts'
import { FileError } from '../file-error.ts'
import { hasCode, resolveInside, rootOf } from '../jail.ts'
import { listsFiles, MentionedAssets } from './mentioned-assets.ts'
import { parsePattern } from './pattern.ts'
import { findLines, offsetOf } from './search-files.ts'
import { searchableFiles, textOf } from './searchable-files.ts'

/** References counted in total. */
const MAX_REFERENCES = 5_000
/** References counted per file. */
const MAX_PER_FILE = 100
/** The note lists at most this many files. */
const MAX_NAMING = 10
/** The search for them ends then; references by GUID are known before it begins. */
const TIME_LIMIT_MS = 10_000
const MAX_META_BYTES = 64 * 1024

type Args = ToolArgs<'asset_usages', 'run'>
type Result = ToolResult<'asset_usages', 'run'>

export async function assetUsages(
	folder: string,
	args: Args,
	signal: AbortSignal,
): Promise<Result> {
	const path = args.asset_path.replace(/\/+$/, '')
	const guid = await guidOf(folder, path)
	const at = offsetOf(args.cursor)
	const own = `${path}.meta`
	const found = await findLines(
		folder,
		resolveInside(folder, '.', 'read'),
		// Scripts and other text files contain no asset GUIDs, and are most of a project.
		(file) => file !== own && !/\.(cs|md|txt|shader|hlsl)$/i.test(file),
		parsePattern(guid, false),
		{ max: MAX_REFERENCES, perFile: MAX_PER_FILE },
		signal,
	)
	const users = new Map<string, Result['users'][number]>()
	for (const { file, line } of found.lines) {
		const known = users.get(file.path)
		users.set(file.path, {
			path: file.path,
			firstLine: known?.firstLine ?? line + 1,
			references: (known?.references ?? 0) + 1,
		})
	}
	const note = at === 0 ? await whoNames(folder, path, signal) : undefined
	const next = at + args.limit
	return {
		path,
		guid,
		total: users.size,
		searchedFiles: found.searchedFiles,
		...(found.incomplete === undefined ? {} : { incomplete: found.incomplete }),
		...(note === undefined ? {} : { note }),
		users: [...users.values()].slice(at, next),
		nextCursor: next < users.size ? `o${next}` : null,
	}
}

/** A sentence about files that name it without its GUID: such a file may load it. */
async function whoNames(
	folder: string,
	path: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const mentioned = new MentionedAssets([path])
	const start = resolveInside(folder, '.', 'read')
	const wanted = (file: string): boolean => file !== path && !listsFiles(file)
	const until = performance.now() + TIME_LIMIT_MS
	const { files } = await searchableFiles(rootOf(folder), start, wanted, signal)
	const naming: string[] = []
	let stopped = false
	for (const file of files) {
		signal.throwIfAborted()
		stopped = naming.length === MAX_NAMING || performance.now() >= until
		if (stopped) break
		if (mentioned.in((await textOf(file)) ?? '').size > 0) naming.push(file.path)
	}
	if (naming.length === 0)
		return stopped ? 'Files that name it without its GUID were not found in time.' : undefined
	return `By its file name or path, not its GUID, it is named in ${naming.join(', ')}${stopped ? ', and maybe in others' : ''}.`
}

async function guidOf(folder: string, path: string): Promise<string> {
	const asset = resolveInside(folder, path, 'read')
	const meta = resolveInside(folder, `${path}.meta`, 'read')
	if (statSync(asset.real, { throwIfNoEntry: false })?.isDirectory())
		throw new FileError('invalid_arguments', `${path} is a folder: files refer to what is in it.`, {
			hint: 'Name an asset in it. unused_assets, with this folder, lists those that nothing refers to.',
		})
	try {
		const guid = /^guid:\s*([0-9a-f]{32})\s*$/m.exec(await metaText(meta.real))?.[1]
		if (guid !== undefined) return guid
	} catch (error) {
		if (!['ENOENT', 'ENOTDIR', 'EFTYPE'].some((code) => hasCode(error, code))) throw error
	}
	throw new FileError(
		'not_found',
		asset.exists ? `${path} has no .meta file with a GUID.` : `The asset ${path} does not exist.`,
		{
			hint: asset.exists
				? 'Unity writes it on import: call unity_refresh.'
				: 'Find it with unity_query search_assets.',
		},
	)
}

/** The GUID stands on its second line. */
async function metaText(real: string): Promise<string> {
	const file = await openChecked(real)
	try {
		const { buffer, bytesRead } = await file.read(
			Buffer.alloc(MAX_META_BYTES),
			0,
			MAX_META_BYTES,
			0,
		)
		return buffer.toString('utf8', 0, bytesRead)
	} finally {
		await file.close()
	}
}
