/** The asset database: the files in Assets/, by path and GUID; every file change goes through here. */

import { nearest } from '@fairlead/protocol/tools'
import { digest } from '../digest.ts'
import { Fault } from '../fault.ts'
import { baseName, extensionOf, folderOf } from '../paths.ts'
import { exists, type ProjectFiles } from '../project-files.ts'
import type { FileEffect } from '../scene/world.ts'
import {
	assetType,
	checkAssetPath,
	isImported,
	isScript,
	metaText,
	newGuid,
	readMeta,
	refuseLink,
} from './asset-files.ts'

export interface Asset {
	readonly path: string
	readonly guid: string
	readonly type: string
	readonly isFolder: boolean
	readonly sizeBytes: number
	readonly labels: readonly string[]
	/** Changes with the content; for files other than scripts, derived from size and time. */
	readonly stamp: string
}

/** Deleted assets, instead of the OS trash: a simulator must not fill the user's. */
export const TRASH_FOLDER = 'Library/FairleadTrash'
/** The folder in which the files of undone creations wait for a redo. */
const HOLD_FOLDER = 'Library/FairleadUndo'

const gone = (assetPath: string): Fault =>
	new Fault('not_found', `The file of ${assetPath} is missing.`, {
		hint: 'It was deleted outside of the editor. Restore it, or call unity_refresh, which forgets it.',
	})

export class AssetDatabase {
	readonly #files: ProjectFiles
	readonly #record: (effect: FileEffect) => void
	readonly #byPath = new Map<string, Asset>()
	readonly #byGuid = new Map<string, Asset>()

	constructor(files: ProjectFiles, record: (effect: FileEffect) => void) {
		this.#files = files
		this.#record = record
		this.#index('Assets')
	}

	all(): Asset[] {
		return [...this.#byPath.values()]
			.filter((asset) => asset.path !== 'Assets')
			.sort((a, b) => (a.path < b.path ? -1 : 1))
	}

	find(assetPath: string): Asset | undefined {
		return this.#byPath.get(assetPath.replace(/\/+$/, ''))
	}

	byGuid(guid: string): Asset | undefined {
		return this.#byGuid.get(guid)
	}

	/** @throws Fault `not_found` with the nearest paths, or `outside_project`. */
	need(assetPath: string): Asset {
		if (assetPath.startsWith('Packages'))
			throw new Fault('unsupported', 'The simulator does not open assets inside Packages/.', {
				hint: 'Use an asset below Assets/.',
			})
		const checked = checkAssetPath(this.#files, assetPath)
		const found = this.find(checked)
		if (found && exists(this.#files, found.path)) return found
		if (checked.split('/').every(isImported) && exists(this.#files, checked))
			throw new Fault('not_found', `"${assetPath}" is not imported yet.`, {
				hint: 'Call unity_refresh, which imports it, then try again.',
			})
		throw new Fault('not_found', `There is no asset at "${assetPath}".`, {
			hint: 'Use one of the nearest paths, or search with unity_query search_assets.',
			data: { nearest: nearest(assetPath, this.#alike(assetPath)) },
		})
	}

	/** Paths of the same kind, since a mistyped material is not answered with its folder; all paths if there is none. */
	#alike(assetPath: string): string[] {
		const paths = this.all().map(({ path }) => path)
		const extension = extensionOf(assetPath).toLowerCase()
		const same = paths.filter((path) => extensionOf(path).toLowerCase() === extension)
		return same.length > 0 ? same : paths
	}

	/** Whether its file is still there: it may have been deleted behind the editor's back. */
	isThere(asset: Asset): boolean {
		return exists(this.#files, asset.path)
	}

	/** A checked path for something new. @throws Fault `already_exists`, or `not_found` when the folder is missing. */
	vacant(assetPath: string, extension?: string): string {
		const checked = checkAssetPath(this.#files, assetPath)
		if (extension !== undefined && extensionOf(checked).toLowerCase() !== extension)
			throw new Fault('invalid_arguments', `"${assetPath}" must end in ${extension}.`)
		if (this.#byPath.has(checked) || exists(this.#files, checked))
			throw new Fault('already_exists', `An asset already exists at "${checked}".`, {
				hint: 'Choose another path, or change the asset that is there.',
			})
		return checked
	}

	/** @throws Fault `not_found` if the file was deleted behind the editor's back */
	readText(assetPath: string): string {
		if (!exists(this.#files, assetPath)) throw gone(assetPath)
		return this.#files.readText(assetPath)
	}

	/** Creates or rewrites a text asset. */
	writeText(assetPath: string, text: string, inUndo = false): Asset {
		refuseLink(this.#files, assetPath)
		const existing = this.#byPath.get(assetPath)
		// A file that was removed behind the editor's back is written anew.
		if (existing && exists(this.#files, assetPath)) {
			const before = this.readText(assetPath)
			if (before === text) return existing
			this.#record({ kind: 'rewritten', path: assetPath, before, after: text, inUndo })
		} else {
			this.createFolder(folderOf(assetPath))
			this.#created(assetPath)
		}
		this.#files.writeText(assetPath, text)
		return this.#reindex(assetPath)
	}

	/** Creates missing parents too; existing folders stay as they are. */
	createFolder(folder: string): Asset {
		const existing = this.#byPath.get(folder)
		if (existing && exists(this.#files, folder)) return existing
		if (folder === 'Assets') {
			this.#files.makeFolder(folder)
			return this.#reindex(folder)
		}
		this.createFolder(folderOf(folder))
		this.#files.makeFolder(folder)
		this.#created(folder)
		return this.#reindex(folder)
	}

	move(from: string, to: string): Asset {
		this.createFolder(folderOf(to))
		this.#moveFiles(from, to)
		this.#record({ kind: 'moved', from, to })
		return this.#reindex(to)
	}

	copy(from: string, to: string): Asset {
		this.createFolder(folderOf(to))
		this.#files.copy(from, to, (name) => !name.endsWith('.meta'))
		this.#created(to)
		return this.#reindex(to)
	}

	/** Moves it into {@link TRASH_FOLDER}, under a name with the time. Not undoable. */
	trash(assetPath: string, now: number): void {
		const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
		let target = `${TRASH_FOLDER}/${stamp} ${baseName(assetPath)}`
		while (exists(this.#files, target)) target += ' 2'
		this.#moveFiles(assetPath, target)
	}

	/** The files that are as none of the effects knew them: undone or redone, they would lose another change. */
	changedSince(effects: readonly FileEffect[]): string[] {
		const known = new Map<string, Set<string>>()
		for (const effect of effects) {
			if (effect.kind !== 'rewritten') continue
			const texts = known.get(effect.path) ?? new Set()
			known.set(effect.path, texts.add(effect.before).add(effect.after))
		}
		return [...known]
			.filter(
				([path, texts]) => exists(this.#files, path) && !texts.has(this.#files.readText(path)),
			)
			.map(([path]) => path)
	}

	/** Undoes or redoes a file effect; returns a message if that was not possible. */
	apply(effect: FileEffect, side: 'before' | 'after'): string | null {
		const undoing = side === 'before'
		const touched = effect.kind === 'moved' ? [effect.from, effect.to] : [effect.path]
		const out = touched.find((path) => !this.#files.isInside(path))
		if (out !== undefined) return `${out} leads out of the project through a symbolic link.`
		switch (effect.kind) {
			case 'created': {
				const [from, to] = undoing ? [effect.path, effect.hold] : [effect.hold, effect.path]
				if (!exists(this.#files, from)) return `${effect.path} no longer exists.`
				if (exists(this.#files, to)) return `${to} already exists.`
				if (undoing && this.#holdsOthers(effect.path))
					return `The folder ${effect.path} stays: it is no longer empty.`
				this.#moveFiles(from, to)
				if (!undoing) this.#reindex(effect.path)
				return null
			}
			case 'rewritten':
				if (!exists(this.#files, effect.path)) return `${effect.path} no longer exists.`
				this.#files.writeText(effect.path, effect[side])
				// Settings are no assets.
				if (effect.path.startsWith('Assets/')) this.#reindex(effect.path)
				return null
			case 'moved': {
				const [from, to] = undoing ? [effect.to, effect.from] : [effect.from, effect.to]
				if (!exists(this.#files, from)) return `${from} no longer exists.`
				if (exists(this.#files, to)) return `${to} already exists.`
				this.#moveFiles(from, to)
				this.#reindex(to)
				return null
			}
			default:
				return effect satisfies never
		}
	}

	/** Removes files kept for a redo that is no longer possible. */
	discard(hold: string): void {
		for (const file of [hold, `${hold}.meta`]) this.#files.remove(file)
	}

	/** Rereads Assets/. Returns the paths of new, changed and deleted files. */
	rescan(): { scripts: string[]; others: string[] } {
		const before = new Map(this.#byPath)
		this.#byPath.clear()
		this.#byGuid.clear()
		this.#index('Assets')
		const changed = new Set<string>()
		for (const [p, asset] of this.#byPath) {
			const old = before.get(p)
			if (!old || old.stamp !== asset.stamp) changed.add(p)
		}
		for (const p of before.keys()) if (!this.#byPath.has(p)) changed.add(p)
		const all = [...changed].sort()
		return { scripts: all.filter(isScript), others: all.filter((p) => !isScript(p)) }
	}

	#created(assetPath: string): void {
		this.#record({ kind: 'created', path: assetPath, hold: `${HOLD_FOLDER}/${newGuid()}` })
	}

	#holdsOthers(assetPath: string): boolean {
		if (this.#files.info(assetPath)?.kind !== 'folder') return false
		const known = this.#byPath.get(assetPath)
		return (
			known?.isFolder === true &&
			this.#files.list(assetPath).some((name) => !name.endsWith('.meta'))
		)
	}

	/** The file and its `.meta`. */
	#moveFiles(from: string, to: string): void {
		this.#files.move(from, to)
		if (exists(this.#files, `${from}.meta`)) this.#files.move(`${from}.meta`, `${to}.meta`)
		this.#drop(from)
	}

	#drop(assetPath: string): void {
		for (const [p, asset] of this.#byPath)
			if (p === assetPath || p.startsWith(`${assetPath}/`)) {
				this.#byPath.delete(p)
				this.#byGuid.delete(asset.guid)
			}
	}

	#reindex(assetPath: string): Asset {
		this.#drop(assetPath)
		this.#index(assetPath)
		const asset = this.#byPath.get(assetPath)
		if (!asset) throw new Fault('internal', `${assetPath} could not be imported.`)
		return asset
	}

	#index(assetPath: string): void {
		const info = this.#files.info(assetPath)
		// Links may lead out of the project or in circles.
		if (info === null || info.kind === 'link') return
		const isFolder = info.kind === 'folder'
		const meta =
			assetPath === 'Assets' ? { guid: '0', labels: [] } : this.#meta(assetPath, isFolder)
		const asset: Asset = {
			path: assetPath,
			guid: meta.guid,
			type: assetType(assetPath, isFolder),
			isFolder,
			sizeBytes: isFolder ? 0 : info.sizeBytes,
			labels: meta.labels,
			stamp: isFolder
				? 'folder'
				: isScript(assetPath)
					? digest(this.#files.readText(assetPath))
					: `${info.sizeBytes}:${info.changedMs}`,
		}
		this.#byPath.set(assetPath, asset)
		this.#byGuid.set(asset.guid, asset)
		if (!isFolder) return
		for (const name of this.#files.list(assetPath))
			if (isImported(name)) this.#index(`${assetPath}/${name}`)
	}

	/** Reads the GUID, or creates one if it is missing, unreadable, or a copy of another asset's. */
	#meta(assetPath: string, isFolder: boolean): { guid: string; labels: readonly string[] } {
		const file = `${assetPath}.meta`
		const found = readMeta(this.#files, file)
		const owner = found && this.#byGuid.get(found.guid)
		if (found && (!owner || owner.path === assetPath)) return found
		const guid = newGuid()
		this.#files.writeText(file, metaText(guid, isFolder))
		return { guid, labels: [] }
	}
}
