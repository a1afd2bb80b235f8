/** The file tools: they work on the seat's project folder, also while Unity is closed. */
import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
	effectsOf,
	type ToolArgs,
	type ToolNameOn,
	type ToolResult,
} from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { readFileOutcome } from '../files/contents/read-file.ts'
import { appendToFile, editFile, writeFile } from '../files/contents/write-files.ts'
import { FileError, outcomeOfError } from '../files/file-error.ts'
import { hasCode, resolveInside, rootOf } from '../files/jail.ts'
import { missingFolder } from '../files/missing-file.ts'
import { openWithin } from '../files/open-files.ts'
import { holdsOwnFiles, ownFolderIn } from '../files/own-folders.ts'
import { assetUsages } from '../files/search/asset-usages.ts'
import { searchFiles } from '../files/search/search-files.ts'
import { rulesAbove, rulesOf } from '../files/search/searchable-files.ts'
import { unusedAssets } from '../files/search/unused-assets.ts'
import type { FileHistory } from '../history/file-history.ts'
import { kindAt } from '../history/path-state.ts'
import type { RelayTool, RelayToolContext } from '../platform/relay-tool.ts'
import { isUnityProject } from '../unity/unity-project.ts'
import { copyFile, deleteFile, moveFile } from './moves.ts'

/** Entries read per folder; a longer listing is cut, and says so. */
const MAX_SCANNED_PER_FOLDER = 20_000

type Listed = ToolResult<'list_directory', 'run'>['entries'][number]

export async function listDirectory(
	folder: string,
	args: ToolArgs<'list_directory', 'run'>,
): Promise<ToolResult<'list_directory', 'run'>> {
	const path = resolveInside(folder, args.path, 'read')
	if (!path.exists) throw await missingFolder(folder, path)
	if (!(await stat(path.real)).isDirectory())
		throw new FileError('invalid_arguments', `${path.shown} is a file.`, { hint: 'Use read_file.' })
	const entries: Listed[] = []
	let truncated = false
	// Breadth first: with a small limit the upper levels are the ones worth seeing.
	let ignored = 0
	const withMeta = !isUnityProject(rootOf(folder))
	const top = path.shown === '.' ? '' : path.shown
	let level = [{ shown: top, real: path.real, above: await rulesAbove(rootOf(folder), top) }]
	for (let depth = 1; depth <= args.depth && level.length > 0; depth++) {
		const next: typeof level = []
		for (const parent of level) {
			if (holdsOwnFiles(parent.real)) {
				ignored++
				continue
			}
			const { children, cut } = await childrenOf(parent.real, withMeta)
			truncated ||= cut
			const rules = await rulesOf(children, parent.shown, parent.real, parent.above)
			for (const child of children) {
				const shown = parent.shown === '' ? child.name : `${parent.shown}/${child.name}`
				if (child.name === '.git' || rules.ignores(shown, child.isDirectory())) {
					ignored++
					continue
				}
				if (entries.length >= args.limit) {
					truncated = true
					break
				}
				const real = join(parent.real, child.name)
				entries.push(await describe(child, shown, real))
				if (child.isDirectory()) next.push({ shown, real, above: rules })
			}
		}
		level = next
	}
	return {
		path: path.shown,
		entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)),
		truncated,
		...(ignored === 0 ? {} : { ignored }),
	}
}

/** Sorted by name. @param withMeta whether .meta files are anybody's but Unity's */
async function childrenOf(
	folder: string,
	withMeta: boolean,
): Promise<{ children: Dirent[]; cut: boolean }> {
	const children: Dirent[] = []
	let cut = false
	let scanned = 0
	for await (const entry of await opendir(folder)) {
		if (++scanned > MAX_SCANNED_PER_FOLDER) {
			cut = true
			break
		}
		if (withMeta || !entry.name.endsWith('.meta')) children.push(entry)
	}
	children.sort((a, b) => (a.name < b.name ? -1 : 1))
	return { children, cut }
}

async function describe(entry: Dirent, shown: string, real: string): Promise<Listed> {
	if (entry.isSymbolicLink()) return { path: shown, kind: 'link' }
	if (entry.isDirectory()) return { path: shown, kind: 'directory' }
	try {
		return { path: shown, kind: 'file', bytes: (await stat(real)).size }
	} catch (error) {
		if (!hasCode(error, 'ENOENT')) throw error
		return { path: shown, kind: 'file' }
	}
}

/** Runs one after another per folder, so that two edits of one file never lose one of them. */
class Turns {
	readonly #last = new Map<string, Promise<unknown>>()

	take<T>(folder: string, work: () => Promise<T>): Promise<T> {
		const turn = (this.#last.get(folder) ?? Promise.resolve()).then(work)
		const ended = turn.then(
			() => undefined,
			() => undefined,
		)
		this.#last.set(folder, ended)
		void ended.then(() => {
			if (this.#last.get(folder) === ended) this.#last.delete(folder)
		})
		return turn
	}
}

/** @throws FileError `denied`: a folder that would go elsewhere holds Fairlead's own files. */
function refuseOwn(folder: string, touched: readonly string[]): void {
	for (const path of touched) {
		const { real, shown } = resolveInside(folder, path, 'write')
		const own = kindAt(real) === 'folder' ? ownFolderIn(real) : null
		if (own === null) continue
		throw new FileError('denied', `${shown} holds Fairlead's own files, with its tokens.`, {
			hint: 'Name what lies beside them.',
		})
	}
}

/** The others name one file. */
const TAKES_FOLDERS: ReadonlySet<FileTool> = new Set(['move_file', 'copy_file', 'delete_file'])
const depthOf = (path: string): number => path.split('/').length

/** @throws FileError `conflict`: the editor has the file open, or one inside the folder. */
function refuseOpen(
	folder: string,
	method: FileTool,
	touched: readonly string[],
	openFiles: readonly string[],
): void {
	if (openFiles.length === 0) return
	const shown = touched
		.map((path) => resolveInside(folder, path, 'write').shown)
		.flatMap((path) =>
			openWithin(path, openFiles).filter(
				(open) => TAKES_FOLDERS.has(method) || depthOf(open) === depthOf(path),
			),
		)[0]
	if (shown === undefined) return
	const isScene = /\.unity$/i.test(shown)
	throw new FileError(
		'conflict',
		`${shown} is open in Unity, and changing it on disk would interrupt the user with a dialog. Nothing was written.`,
		{
			hint: isScene
				? 'Change its objects with unity_hierarchy and unity_component, then unity_scene save; or open another scene first.'
				: 'Change it with unity_prefab, which works while it is open; or ask the user to leave Prefab Mode.',
		},
	)
}

/** Says of which open files only what is saved was searched. */
function withoutUnsaved<R extends { readonly note?: string | undefined }>(
	result: R,
	openFiles: readonly string[],
): R {
	if (openFiles.length === 0) return result
	const open = `Changes that are not saved yet are not seen, in the editor's open files: ${openFiles.join(', ')}.`
	return { ...result, note: result.note === undefined ? open : `${open} ${result.note}` }
}

/** A relay tool that is listed neither here nor with commands and what concerns the editor does not compile. */
type FileTool = Exclude<
	ToolNameOn<'relay'>,
	| 'agent_permission'
	| 'editor_dialog'
	| 'git'
	| 'load_skill'
	| 'read_editor_log'
	| 'run_command'
	| 'wait_for_editor_ready'
>

/** They need a history: it keeps what they remove. */
type KeepingTool = 'delete_file' | 'file_history'

/**
 * The file tools for the call router, by name. With a history their changes can be reverted,
 * and {@link KeepingTool}s are included. `openFilesOf`: the scenes and the prefab that an editor has open.
 */
export function fileTools(
	history?: FileHistory,
	openFilesOf: (editorKey: string) => readonly string[] = () => [],
): Map<string, RelayTool> {
	const turns = new Turns()
	const answer = async (work: () => Promise<unknown>): Promise<CallOutcome> => {
		try {
			return { status: 'ok', result: await work() }
		} catch (error) {
			return outcomeOfError(error)
		}
	}
	const reading =
		<A>(work: (folder: string, args: A) => Promise<unknown>): RelayTool =>
		(args, { folder }) =>
			answer(() => work(folder, args as A))
	const writing =
		<A>(
			method: FileTool,
			work: (folder: string, args: A, context: RelayToolContext) => Promise<unknown>,
		): RelayTool =>
		(args, context) =>
			answer(() =>
				turns.take(context.folder, async () => {
					const { touches } = effectsOf(method, args)
					refuseOwn(context.folder, touches)
					refuseOpen(context.folder, method, touches, openFilesOf(context.editorKey))
					const call = { ...context, method, params: args }
					const refusal = await history?.recorder.before(call)
					if (refusal) {
						const { code, message, hint } = refusal.error
						throw new FileError(code, message, hint === undefined ? {} : { hint })
					}
					try {
						return await work(context.folder, args as A, context)
					} finally {
						await history?.recorder.after(call)
					}
				}),
			)
	const always: Readonly<Record<Exclude<FileTool, KeepingTool>, RelayTool>> = {
		read_file: (args, { folder }) =>
			readFileOutcome(folder, args as ToolArgs<'read_file', 'run'>).catch(outcomeOfError),
		write_file: writing('write_file', writeFile),
		edit_file: writing('edit_file', editFile),
		append_to_file: writing('append_to_file', appendToFile),
		move_file: writing('move_file', moveFile),
		copy_file: writing('copy_file', (folder, args: ToolArgs<'copy_file', 'run'>, { signal }) =>
			copyFile(folder, args, signal),
		),
		list_directory: reading(listDirectory),
		asset_usages: (args, { folder, editorKey, signal }) =>
			answer(async () =>
				withoutUnsaved(
					await assetUsages(folder, args as ToolArgs<'asset_usages', 'run'>, signal),
					openFilesOf(editorKey),
				),
			),
		unused_assets: (args, { folder, editorKey, signal }) =>
			answer(async () =>
				withoutUnsaved(
					await unusedAssets(folder, args as ToolArgs<'unused_assets', 'run'>, signal),
					openFilesOf(editorKey),
				),
			),
		search_files: (args, { folder, signal }) =>
			answer(() => searchFiles(folder, args as ToolArgs<'search_files', 'run'>, signal)),
	}
	if (!history) return new Map(Object.entries(always))
	const keeping: Readonly<Record<KeepingTool, RelayTool>> = {
		delete_file: writing(
			'delete_file',
			(folder, args: ToolArgs<'delete_file', 'run'>, { callId }) =>
				deleteFile(folder, args, (path, real) => history.trash(callId, path, real)),
		),
		file_history: (args, context) =>
			answer(() =>
				turns.take(context.folder, async () =>
					context.actionName === 'revert'
						? history.revert.revert(context, args as ToolArgs<'file_history', 'revert'>)
						: history.revert.preview(context, args as ToolArgs<'file_history', 'preview'>),
				),
			),
	}
	return new Map(Object.entries({ ...always, ...keeping }))
}
