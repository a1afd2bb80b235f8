/** Plans the revert of given calls for each path. Pure except for reading the disk. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FilePreviewItem as PreviewItem } from '@fairlead/protocol/tools'
import type { FileReason } from '@fairlead/protocol/view/file-reason'
import { inSlices, unitsOf } from '../disk/yield-slices.ts'
import { isOpenIn } from '../files/open-files.ts'
import type { Change, ChangeLog } from './change-log.ts'
import { isMeta, metaOf } from './change-recorder.ts'
import { type ImageStore, sha256Of } from './image-store.ts'
import { kindAt, lookIn, type PathState, sameState, seenOf } from './path-state.ts'
import { below } from './tree.ts'

/** Cost of a file that is only listed, not read. */
const UNITS_OF_A_GLANCE = 0.1

export interface PlanItem {
	/** Relative to the project, forward slashes. */
	readonly path: string
	readonly kind: PreviewItem['kind']
	readonly change: PreviewItem['change']
	readonly state: PreviewItem['state']
	readonly reason: FileReason | null
	readonly now: PathState
	/** The state shown to a person, who hands it back to overwrite exactly this. */
	readonly seen: string
	/** The state to restore. */
	readonly target: PathState
	/** State of its `.meta`, if the path is restored with one. */
	readonly meta: PathState | null
}

export interface PlanPorts {
	readonly log: ChangeLog
	readonly images: ImageStore
	/** The scenes and the prefab that an editor has open. */
	readonly openFilesOf: (editorKey: string) => readonly string[]
}

export interface PlanFor {
	readonly root: string
	readonly room: string
	readonly editorKey: string
	readonly callIds: readonly string[]
}

/** One item per path, in the order of execution. Large plans are made in slices. */
export const planRevert = (
	ports: PlanPorts,
	wish: PlanFor,
): readonly PlanItem[] | Promise<readonly PlanItem[]> => inSlices(plan(ports, wish))

function* plan(ports: PlanPorts, wish: PlanFor): Generator<number, readonly PlanItem[]> {
	const changes = wish.callIds
		.flatMap((callId) => ports.log.ofCall(wish.room, wish.editorKey, callId))
		.sort((a, b) => a.beforeNo - b.beforeNo)
	const byPath = new Map<string, Change[]>()
	const metas = new Map<string, PathState>()
	for (const change of changes) {
		if (change.companion) {
			if (!metas.has(change.path)) metas.set(change.path, change.before)
		} else {
			const known = byPath.get(change.path)
			if (known) known.push(change)
			else byPath.set(change.path, [change])
		}
	}
	const items: PlanItem[] = []
	for (const [path, history] of byPath) {
		const { state, bytes } = lookIn(wish.root, path)
		items.push(itemOf(ports, wish, path, history, state, metas.get(metaOf(path)) ?? null))
		yield unitsOf(bytes?.byteLength ?? 0)
	}
	return (yield* withFullFolders(items, wish.root)).sort(inOrder)
}

/** Removals first, from the leaves up; then restorations, from the root down. */
function inOrder(a: PlanItem, b: PlanItem): number {
	const depth = (item: PlanItem): number => item.path.split('/').length
	const trash = Number(b.change === 'trash') - Number(a.change === 'trash')
	if (trash !== 0) return trash
	const folders = Number(b.kind === 'folder') - Number(a.kind === 'folder')
	const first =
		a.change === 'trash' ? -folders || depth(b) - depth(a) : folders || depth(a) - depth(b)
	return first || (a.path < b.path ? -1 : 1)
}

function itemOf(
	ports: PlanPorts,
	{ editorKey }: PlanFor,
	path: string,
	history: readonly Change[],
	now: PathState,
	meta: PathState | null,
): PlanItem {
	const target = history[0]?.before ?? now
	const expected = lastAfter(history)
	const from = expected ?? now
	const known = {
		path,
		kind: (target.kind === 'absent' ? from : target).kind === 'folder' ? 'folder' : 'file',
		change: target.kind === 'absent' ? 'trash' : from.kind === 'absent' ? 'recreate' : 'restore',
		now,
		seen: seenOf(now),
		target,
		meta,
	} as const
	if (sameState(now, target)) return { ...known, state: 'unchanged', reason: null }
	if (now.kind === 'other') return { ...known, state: 'impossible', reason: 'io' }
	if (isOpenIn(path, ports.openFilesOf(editorKey))) {
		return { ...known, state: 'impossible', reason: 'open' }
	}
	const missing = missingImage(ports.images, target)
	if (missing !== null) return { ...known, state: 'impossible', reason: missing }
	if (isUnbroken(history) && expected !== null && sameState(now, expected)) {
		return { ...known, state: 'ready', reason: null }
	}
	const newest = ports.log.newestAt(editorKey, path)?.after ?? null
	const byAgent = newest !== null && sameState(now, newest) && !sameState(now, from)
	const reason = byAgent
		? 'changed_later'
		: now.kind === 'absent'
			? 'deleted'
			: from.kind === 'absent'
				? 'occupied'
				: 'changed'
	return { ...known, state: 'conflict', reason }
}

/** The state that the calls left, as the one that ended last recorded it; null: one has not ended. */
function lastAfter(history: readonly Change[]): PathState | null {
	let last: Change | null = null
	for (const change of history) {
		if (change.afterNo === null) return null
		if (last === null || change.afterNo > (last.afterNo ?? 0)) last = change
	}
	return last?.after ?? null
}

/** False if someone else changed it between two of the calls: a revert would silently drop that change. */
function isUnbroken(history: readonly Change[]): boolean {
	return history.every((change, i) => {
		const earlier = history[i - 1]
		if (earlier?.after == null || earlier.afterNo === null) return true
		return change.beforeNo < earlier.afterNo || sameState(change.before, earlier.after)
	})
}

function missingImage(images: ImageStore, target: PathState): FileReason | null {
	if (target.kind === 'other') return 'not_kept'
	if (target.kind !== 'file') return null
	if (!target.kept) return 'not_kept'
	return images.has(target.sha256) ? null : 'evicted'
}

/** A folder that was created is removed only if everything left in it is removed too. */
function* withFullFolders(items: readonly PlanItem[], root: string): Generator<number, PlanItem[]> {
	const going = new Set(
		items
			.filter((item) => item.change === 'trash' && item.kind === 'file' && item.state === 'ready')
			.map((item) => item.path),
	)
	const deepestFirst = [...items].sort((a, b) => b.path.length - a.path.length)
	const found: PlanItem[] = []
	for (const item of deepestFirst) {
		const goes = item.change === 'trash' && item.kind === 'folder' && item.state === 'ready'
		const left = goes ? leftIn(root, item.path, going) : []
		if (left.length > 0) {
			const seen = yield* contentsOf(root, left)
			found.push({ ...item, state: 'conflict', reason: 'not_empty', seen })
			continue
		}
		if (goes) going.add(item.path)
		found.push(item)
	}
	return found
}

/** Changes with every file created, changed or deleted there, except the `.meta` files that Unity writes. */
function* contentsOf(root: string, paths: readonly string[]): Generator<number, string> {
	const lines: string[] = []
	for (const path of paths) {
		const real = join(root, ...path.split('/'))
		for (const each of kindAt(real) === 'folder' ? [real, ...below(real)] : [real]) {
			yield UNITS_OF_A_GLANCE
			if (isMeta(each)) continue
			const stats = lstatSync(each, { throwIfNoEntry: false })
			lines.push(stats?.isDirectory() ? each : `${each} ${stats?.size} ${stats?.mtimeMs}`)
		}
	}
	return sha256Of(Buffer.from(lines.sort().join('\n')))
}

/** The content of a folder, except items to be removed and their `.meta` files. */
export function leftIn(root: string, folder: string, going: ReadonlySet<string>): string[] {
	const names = readdirSync(join(root, ...folder.split('/')))
	return names
		.map((name) => `${folder}/${name}`)
		.filter((path) => {
			if (going.has(path)) return false
			const main = isMeta(path) ? path.slice(0, -'.meta'.length) : null
			return main === null || (!going.has(main) && names.includes(main.slice(folder.length + 1)))
		})
}
