/** Undo groups: exact, because a group holds the records before and after. */

import type { ToolResult } from '@fairlead/protocol/tools'
import type { UndoGroup } from '@fairlead/protocol/wire/calls'
import type { AssetDatabase } from '../assets/assets.ts'
import { Fault } from '../fault.ts'
import { baseName } from '../paths.ts'
import type { TreeNode } from '../scene/trees.ts'
import { type Delta, emptyDelta, isEmpty, mergeDelta, type World } from '../scene/world.ts'

/** The oldest groups are forgotten above this. */
export const MAX_UNDO_GROUPS = 500
/** More than any request needs. */
const MAX_LOST_IDS = 2_000

type Result = ToolResult<'unity_undo', 'undo'>

/** An open scene keeps its name and path in step with its file. */
export function followMovedScenes(world: World, assets: AssetDatabase): void {
	for (const { handle, guid, path: old } of world.scenes.values()) {
		const asset = guid === '' ? undefined : assets.byGuid(guid)
		if (asset && asset.path !== old)
			world.setSceneFile(handle, {
				name: baseName(asset.path, '.unity'),
				path: asset.path,
				guid,
			})
	}
}

/** A new version of a prefab asset, which no step of the history takes back: its instances keep following it. */
export interface FollowedAsset {
	readonly guid: string
	readonly before: TreeNode
	readonly after: TreeNode
}

export interface Group {
	readonly id: string
	readonly name: string
	readonly delta: Delta
	/** Paths of files that it wrote and that Undo does not hold. */
	readonly files: readonly string[]
	/** Before its first and after its last call, in the order of {@link UndoData.followed}. */
	readonly began: number
	readonly ended: number
}

export interface UndoData {
	/** New versions of prefab assets, each with its place among the groups. */
	followed?: (FollowedAsset & { at: number })[]
	clock?: number
	done: GroupData[]
	undone: GroupData[]
	floor: number
	lost: string[]
}
interface GroupData {
	id: string
	name: string
	kept?: readonly string[]
	began?: number
	ended?: number
	objects: [string, { before: unknown; after: unknown }][]
	scenes: [string, { before: unknown; after: unknown }][]
	files: Delta['files']
}

const withFiles = (group: Group, files: readonly string[]): Group => ({
	...group,
	files: [...new Set([...group.files, ...files])],
})

export class UndoStack {
	readonly #world: World
	readonly #assets: AssetDatabase
	readonly #warn: (message: string) => void
	readonly #follow: (asset: FollowedAsset) => void
	#done: Group[] = []
	#undone: Group[] = []
	/** Groups below this one cannot be reached: they are from before play mode. */
	#floor = 0
	/** Whether the next call with the same id joins the top group. */
	#open = false
	#count = 0
	#clock = 0
	#followed: (FollowedAsset & { at: number })[] = []
	/** Those of the call in progress. */
	#following: FollowedAsset[] = []
	#playBegan = 0
	/** Files that calls of this step wrote, which has no record yet. */
	#loose: { step: string | undefined; files: readonly string[] } = { step: undefined, files: [] }
	/** Ids of former groups that can no longer be undone or redone, oldest first. */
	readonly #lost = new Set<string>()

	constructor(
		world: World,
		assets: AssetDatabase,
		warn: (message: string) => void,
		follow: (asset: FollowedAsset) => void,
	) {
		this.#world = world
		this.#assets = assets
		this.#warn = warn
		this.#follow = follow
	}

	info(): { undo: string | null; redo: string | null } {
		const top = this.#done.length > this.#floor ? this.#done.at(-1) : undefined
		return { undo: top?.name ?? null, redo: this.#undone.at(-1)?.name ?? null }
	}

	/** The call in progress gave a prefab asset a new version. */
	followed(asset: FollowedAsset): void {
		this.#following.push(asset)
	}

	/** Adds what a call did; consecutive calls of one group become one. A new change ends redo. */
	push(
		call: Delta,
		group: UndoGroup | undefined,
		name: string,
		written: readonly string[] = [],
	): void {
		const began = this.#clock
		const delta = this.#withoutFollowers(call)
		for (const asset of this.#following) this.#followed.push({ ...asset, at: ++this.#clock })
		this.#following = []
		const top = this.#done.at(-1)
		const joins = group !== undefined && this.#open && top?.id === group.id
		// The file of a call without a record belongs to the record that its step has, or will have.
		const files =
			group && group.id === this.#loose.step ? [...this.#loose.files, ...written] : written
		this.#loose = { step: group?.id, files: [] }
		if (isEmpty(delta)) {
			if (joins && top) this.#done[this.#done.length - 1] = withFiles(top, files)
			else this.#loose = { step: group?.id, files }
			return
		}
		const ended = ++this.#clock
		this.#forgetUndone()
		if (joins && top) {
			mergeDelta(top.delta, delta)
			this.#done[this.#done.length - 1] = { ...withFiles(top, files), ended }
			return
		}
		const mine = emptyDelta()
		mergeDelta(mine, delta)
		this.#done.push({
			id: group?.id ?? `#${++this.#count}`,
			name: group?.name ?? name,
			delta: mine,
			files: [...new Set(files)],
			began,
			ended,
		})
		if (this.#done.length > MAX_UNDO_GROUPS) {
			this.#lose(this.#done.splice(0, 1))
			this.#floor = Math.max(0, this.#floor - 1)
		}
		this.#open = true
	}

	/**
	 * Stops at a step whose file has changed since.
	 * @param force undoes that step too, which overwrites the newer change
	 * @throws Fault `conflict` if that is the first one
	 */
	undo(steps: number, force = false): Result {
		const groups: string[] = []
		const groupIds: string[] = []
		const files = new Set<string>()
		while (groups.length < steps && this.#done.length > this.#floor) {
			if (!force && this.#isBlocked(this.#done.at(-1), 'undone', groups.length > 0)) break
			const group = this.#done.pop()
			if (!group) break
			this.revert(group.delta)
			this.#undone.push(group)
			groups.push(group.name)
			groupIds.push(group.id)
			for (const path of group.files) files.add(path)
		}
		this.#open = false
		this.#followAgain(this.#undone.at(-1)?.began)
		const kept = files.size > 0 ? { filesKept: [...files] } : {}
		return { groups, groupIds, ...kept, ...this.info() }
	}

	/** As {@link undo}. */
	redo(steps: number, force = false): Result {
		const groups: string[] = []
		const groupIds: string[] = []
		while (groups.length < steps) {
			if (!force && this.#isBlocked(this.#undone.at(-1), 'redone', groups.length > 0)) break
			const group = this.#undone.pop()
			if (!group) break
			for (const effect of group.delta.files) this.#file(effect, 'after')
			this.#world.apply(group.delta, 'after')
			this.#done.push(group)
			groups.push(group.name)
			groupIds.push(group.id)
		}
		this.#open = false
		this.#followAgain(this.#done.at(-1)?.ended)
		return { groups, groupIds, ...this.info() }
	}

	/** The groups that can be undone, the oldest first, and those that can be redone, the next last. */
	groups(): { done: readonly Group[]; undone: readonly Group[] } {
		return { done: this.#done.slice(this.#floor), undone: this.#undone }
	}

	/** The files of a group that have changed since. */
	changedFiles({ delta }: Group): string[] {
		return this.#assets.changedSince(delta.files)
	}

	#isBlocked(group: Group | undefined, how: 'undone' | 'redone', hasBegun: boolean): boolean {
		const [file] = group ? this.changedFiles(group) : []
		if (group === undefined || file === undefined) return false
		if (hasBegun) return true
		throw new Fault(
			'conflict',
			`"${group.name}" cannot be ${how}: ${file} has changed since, and that change would be lost. Nothing was changed.`,
			{ hint: 'Revert the later change of that file first, or leave this step as it is.' },
		)
	}

	/** Whether a group with this id existed and is permanently out of reach. */
	isLost(id: string): boolean {
		return this.#lost.has(id)
	}

	/** Undoes the group and everything after it. */
	revertGroup(id: string): Result {
		const index = this.#done.findIndex((group, i) => i >= this.#floor && group.id === id)
		if (index < 0) {
			throw new Fault('not_found', `There is no Undo group "${id}" to revert.`, {
				hint: this.#undone.some((group) => group.id === id)
					? 'It is already undone; unity_undo redo redoes it.'
					: 'It changed nothing in the editor, or opening a scene or leaving play mode has cleared it.',
				data: { groups: this.#done.slice(this.#floor).map(({ id, name }) => ({ id, name })) },
			})
		}
		return this.undo(this.#done.length - index)
	}

	/** Restores everything that a delta changed. */
	revert(delta: Delta): void {
		for (const effect of delta.files.toReversed()) this.#file(effect, 'before')
		this.#world.apply(delta, 'before')
	}

	/** Reverts a failed call, which cannot be redone. */
	rollback(delta: Delta): void {
		this.#following = []
		this.revert(delta)
		this.#discard(delta)
	}

	clear(): void {
		this.#lose(this.#done)
		this.#done = []
		this.#followed = []
		this.#forgetUndone()
		this.#floor = 0
		this.#open = false
	}

	/** Play mode begins: earlier groups are out of reach until it ends. */
	enterPlay(): void {
		this.#floor = this.#done.length
		this.#playBegan = this.#clock
		this.#forgetUndone()
		this.#open = false
	}

	/** Play mode ends: its changes are gone, except those of files. */
	exitPlay(): void {
		const during = this.#done.splice(this.#floor)
		for (const group of during)
			if (group.delta.files.length > 0)
				this.#done.push({ ...group, delta: { ...emptyDelta(), files: group.delta.files } })
		this.#lose(during)
		this.#forgetUndone()
		this.#followAgain(this.#playBegan)
		this.#floor = 0
		this.#open = false
	}

	data(): UndoData {
		const pack = ({ id, name, delta, files, began, ended }: Group): GroupData => ({
			id,
			name,
			kept: files,
			began,
			ended,
			objects: [...delta.objects],
			scenes: [...delta.scenes],
			files: delta.files,
		})
		return {
			done: this.#done.map(pack),
			undone: this.#undone.map(pack),
			floor: this.#floor,
			lost: [...this.#lost],
			followed: this.#followed,
			clock: this.#clock,
		}
	}

	load(data: UndoData): void {
		const unpack = ({ id, name, kept = [], began = 0, ended = 0, ...delta }: GroupData): Group => ({
			id,
			name,
			files: kept,
			began,
			ended,
			delta: {
				objects: new Map(delta.objects as [string, never][]),
				scenes: new Map(delta.scenes as [string, never][]),
				files: delta.files,
			},
		})
		this.#done = data.done.map(unpack)
		this.#undone = data.undone.map(unpack)
		this.#floor = data.floor
		this.#followed = data.followed ?? []
		this.#clock = data.clock ?? 0
		this.#lost.clear()
		for (const id of data.lost) this.#lost.add(id)
		// A step continues after the domain reload in its middle.
		this.#open = true
	}

	/** Without what instances changed because they followed their asset; the last record of each object learns of it. */
	#withoutFollowers(call: Delta): Delta {
		const objects = new Map(call.objects)
		for (const id of this.#world.followed) {
			const change = objects.get(id)
			if (!change) continue
			objects.delete(id)
			const last = this.#done.findLast((group) => group.delta.objects.has(id))
			const known = last?.delta.objects.get(id)
			if (known && JSON.stringify(known.after) === JSON.stringify(change.before))
				last?.delta.objects.set(id, { ...known, after: change.after })
		}
		return { ...call, objects }
	}

	/** Records from before a prefab's new version were put back: their instances follow it anew. */
	#followAgain(since = this.#clock): void {
		const later = this.#followed.filter(({ at }) => at > since)
		if (later.length === 0) return
		this.#world.untracked(() => {
			this.#world.relink()
			for (const asset of later) this.#follow(asset)
		})
	}

	#lose(groups: readonly Group[]): void {
		for (const { id } of groups) this.#lost.add(id)
		for (const id of this.#lost) {
			if (this.#lost.size <= MAX_LOST_IDS) break
			this.#lost.delete(id)
		}
	}

	#forgetUndone(): void {
		this.#lose(this.#undone)
		for (const group of this.#undone) this.#discard(group.delta)
		this.#undone = []
	}

	#discard(delta: Delta): void {
		for (const effect of delta.files)
			if (effect.kind === 'created') this.#assets.discard(effect.hold)
	}

	#file(effect: Delta['files'][number], side: 'before' | 'after'): void {
		const problem = this.#assets.apply(effect, side)
		if (effect.kind === 'moved') followMovedScenes(this.#world, this.#assets)
		if (problem !== null)
			this.#warn(`${side === 'before' ? 'Undo' : 'Redo'} left a file as it is: ${problem}`)
	}
}
