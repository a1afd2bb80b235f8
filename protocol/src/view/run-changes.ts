/**
 * The changes of a run, from its calls: objects created, changed and deleted, files with their diffs,
 * assets and scenes. Only calls that succeeded count, and what others had or may have changed; later
 * changes fold into earlier ones.
 */

import { type Bag, bag, bags, list, number, text } from '../wire/safe-read.ts'
import type { CallView } from './call-view.ts'

export interface ValueChange {
	readonly property: string
	readonly before: unknown
	readonly after: unknown
}
export interface ObjectChange {
	/** The object's id if known, else its name. */
	readonly key: string
	readonly name: string
	readonly kind: 'created' | 'changed' | 'deleted'
	readonly values: readonly ValueChange[]
	/** The object itself and, if it was deleted, everything below it. */
	readonly count: number
	/** Short clauses without a value: "Rigidbody added". */
	readonly notes: readonly string[]
}
export interface FileChange {
	readonly path: string
	readonly kind: 'created' | 'changed'
	/** Unified diffs, in the order of the writes; none of what a command changed. */
	readonly diffs: readonly string[]
	/** More than one where a command's result names no more of them. */
	readonly count?: number
}
export interface AssetChange {
	readonly path: string
	readonly note: string
}
export interface Changes {
	readonly objects: readonly ObjectChange[]
	readonly files: readonly FileChange[]
	readonly assets: readonly AssetChange[]
	/** Names of Undo groups that the run undid or redid. */
	readonly undone: readonly string[]
	/** Changes that sub-agents made, and that calls without a result may have made, in a few words each: create Cube. */
	readonly delegated: readonly string[]
}

const countFiles = (files: readonly FileChange[]): number =>
	files.reduce((sum, { count = 1 }) => sum + count, 0)

export const countChanges = (changes: Changes): number =>
	changes.objects.reduce((sum, { count }) => sum + count, 0) +
	countFiles(changes.files) +
	changes.assets.length +
	changes.delegated.length

/** "3 created, 1 changed, 2 deleted"; empty if nothing changed. */
export function changesText({ objects, files, assets, delegated }: Changes): string {
	const counts = { created: 0, changed: assets.length + delegated.length, deleted: 0 }
	for (const { kind, count } of objects) counts[kind] += count
	for (const { kind, count = 1 } of files) counts[kind] += count
	return Object.entries(counts)
		.filter(([, count]) => count > 0)
		.map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
		.join(', ')
}

/** An object that a step touched, with the data needed for counting. */
export type TouchedObject = Pick<ObjectChange, 'key' | 'kind' | 'count'>

export const touchedBy = (calls: readonly ChangingCall[]): TouchedObject[] =>
	changesOf(calls).objects.map(({ key, kind, count }) => ({ key, kind, count }))

/** How many objects differ after all of these steps: one that was created and deleted again does not. */
export function countTouched(steps: readonly (readonly TouchedObject[])[]): number {
	const all = new Map<string, TouchedObject>()
	for (const object of steps.flat()) {
		const before = all.get(object.key)
		if (before?.kind === 'created' && object.kind === 'deleted') all.delete(object.key)
		else all.set(object.key, before?.kind === 'created' ? before : object)
	}
	return [...all.values()].reduce((sum, { count }) => sum + count, 0)
}

interface Draft {
	objects: Map<string, ObjectChange>
	files: Map<string, FileChange>
	assets: AssetChange[]
	undone: string[]
	delegated: string[]
}

/** The fields of a call that are read. */
export type ChangingCall = Pick<CallView, 'tool' | 'state' | 'input' | 'result'> &
	Partial<Pick<CallView, 'call'>>

export function changesOf(calls: readonly ChangingCall[]): Changes {
	const draft: Draft = {
		objects: new Map(),
		files: new Map(),
		assets: [],
		undone: [],
		delegated: [],
	}
	for (const call of calls) {
		if (call.state === 'done') record(draft, call.tool, call.input, bag(call.result))
		// Also beside a result: of a command that was stopped nobody knows what it changed.
		draft.delegated.push(...(call.call?.changed ?? []))
	}
	const objects = [...draft.objects.values()].filter(
		(object) => object.kind !== 'changed' || object.values.length + object.notes.length > 0,
	)
	return { ...draft, objects, files: [...draft.files.values()] }
}

function record(draft: Draft, tool: string, input: Bag, result: Bag): void {
	const action = text(input['action']) ?? ''
	switch (tool) {
		case 'unity_hierarchy':
			recordHierarchy(draft, action, result)
			return
		case 'unity_component':
			recordComponent(draft, action, result)
			return
		case 'unity_prefab':
			recordPrefab(draft, action, result)
			return
		case 'unity_batch': {
			const results = list(result['results'])
			for (const [index, operation] of bags(input['operations']).entries()) {
				const inner = text(operation['tool'])
				if (inner) record(draft, inner, bag(operation['args']), bag(results[index]))
			}
			return
		}
		case 'write_file':
		case 'edit_file':
		case 'append_to_file':
			if (result['dryRun'] !== true) recordFile(draft, result)
			return
		case 'move_file':
		case 'copy_file':
		case 'delete_file':
			addAsset(draft, result['path'], NOTES[tool.slice(0, -'_file'.length)])
			return
		case 'unity_asset':
			if (action.startsWith('inspect_')) return
			if (action !== 'replace_references')
				addAsset(draft, result['assetPath'], NOTES[action] ?? 'changed')
			// A list alone has no number of changes, and a scene that was never saved no path.
			else
				for (const { path } of bags(result['changed'] && result['files']))
					addAsset(draft, path || 'Untitled', 'changed')
			return
		case 'unity_scene':
			addAsset(draft, result['scenePath'], NOTES[`${action}_scene`])
			return
		case 'unity_undo':
			for (const group of list(result['groups'])) {
				if (typeof group === 'string') draft.undone.push(group)
			}
			return
		case 'run_command':
			recordCommand(draft, result)
			return
		case 'delegate':
			draft.delegated.push(...list(result['changed']).map(String))
			return
		default:
	}
}

function addAsset(draft: Draft, path: unknown, note: string | undefined): void {
	if (text(path) && note) draft.assets.push({ path: String(path), note })
}

/** Notes by the action on a file or an asset; with `_scene`, on a scene. */
const NOTES: Readonly<Record<string, string>> = {
	create_folder: 'folder created',
	move: 'moved here',
	copy: 'copied here',
	delete: 'moved to the trash',
	command: 'deleted by a command',
	create_material: 'material created',
	modify_material: 'material changed',
	save_scene: 'scene saved',
	create_scene: 'scene created',
}

/** Merges changes of an object; a created one stays created, whatever follows. */
function touch(
	draft: Draft,
	result: Bag,
	change: { kind?: ObjectChange['kind']; count?: number; values?: ValueChange[]; notes?: string[] },
): void {
	const id = text(result['instanceId']) ?? text(result['gameObjectId'])
	const name = text(result['name']) ?? text(result['gameObjectName'])
	const key = id ?? name
	if (key === undefined) return
	const before = draft.objects.get(key)
	const kind = change.kind ?? 'changed'
	if (kind === 'deleted' && before?.kind === 'created') {
		draft.objects.delete(key)
		return
	}
	draft.objects.set(key, {
		key,
		name: name ?? before?.name ?? key,
		kind: kind === 'changed' ? (before?.kind ?? 'changed') : kind,
		count: change.count ?? before?.count ?? 1,
		values: mergeValues(before?.values ?? [], change.values ?? []),
		notes: [...(before?.notes ?? []), ...(change.notes ?? [])],
	})
}

/** Old value of the first change, new value of the last; a value that was changed back is not a change. */
function mergeValues(old: readonly ValueChange[], more: readonly ValueChange[]): ValueChange[] {
	const merged = new Map(old.map((value) => [value.property, value]))
	for (const value of more) {
		const first = merged.get(value.property)
		merged.set(value.property, first ? { ...value, before: first.before } : value)
	}
	return [...merged.values()].filter(
		({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
	)
}

const deletedWith = (count: number): { count: number; notes: string[] } => ({
	count,
	notes: count === 1 ? [] : [`with ${count - 1} below it`],
})

function recordHierarchy(draft: Draft, action: string, result: Bag): void {
	const was = (property: string, before: string): ValueChange => ({
		property,
		before: result[before],
		after: result[property],
	})
	switch (action) {
		case 'create':
		case 'duplicate':
			touch(draft, result, { kind: 'created' })
			return
		case 'destroy':
			touch(draft, result, {
				kind: 'deleted',
				...deletedWith(number(result['destroyedCount']) ?? 1),
			})
			return
		case 'rename':
			touch(draft, result, { values: [was('name', 'previousName')] })
			return
		case 'set_active':
			touch(draft, result, { values: [was('active', 'previousActive')] })
			return
		case 'set_transform': {
			const before = bag(result['previous'])
			const after = bag(result['current'])
			const values = ['position', 'rotation', 'scale'].map((property) => ({
				property,
				before: before[property],
				after: after[property],
			}))
			touch(draft, result, { values })
			return
		}
		case 'set_tag_layer':
			touch(draft, result, { values: [was('tag', 'previousTag'), was('layer', 'previousLayer')] })
			return
		case 'reparent':
			touch(draft, result, { notes: [`moved to ${text(result['path']) ?? 'a new parent'}`] })
			return
		case 'move_scene':
			touch(draft, result, {
				notes: [`moved to scene ${text(result['scene']) ?? ''}`.trim()],
			})
			return
		default:
	}
}

function recordComponent(draft: Draft, action: string, result: Bag): void {
	const type = text(result['componentType']) ?? 'Component'
	const values = bags(result['results'])
		.filter((change) => change['success'] === true)
		.map((change) => ({
			property: `${type}.${text(change['property']) ?? ''}`,
			before: change['previousValue'],
			after: change['newValue'],
		}))
	const notes =
		action === 'remove'
			? [`${type} removed`]
			: action === 'add' || result['added'] === true
				? [`${type} added`]
				: []
	touch(draft, result, { values, notes })
}

function recordPrefab(draft: Draft, action: string, result: Bag): void {
	const path = result['assetPath']
	switch (action) {
		case 'instantiate':
		case 'instantiate_by_name':
			touch(draft, result, { kind: 'created' })
			return
		case 'create_asset':
			addAsset(draft, path, 'prefab saved')
			return
		case 'modify_asset':
		case 'apply':
			addAsset(draft, path, 'prefab changed')
			return
		case 'revert':
			touch(draft, result, { notes: ['overrides reverted'] })
			return
		case 'unpack':
			touch(draft, result, { notes: ['prefab unpacked'] })
			return
		default:
	}
}

function recordFile(draft: Draft, result: Bag): void {
	const path = text(result['path'])
	if (path === undefined) return
	const before = draft.files.get(path)
	const diff = text(result['diff'])
	draft.files.set(path, {
		path,
		kind: before?.kind ?? (result['created'] === true ? 'created' : 'changed'),
		diffs: [...(before?.diffs ?? []), ...(diff ? [diff] : [])],
	})
}

function recordCommand(draft: Draft, result: Bag): void {
	const changed = bags(result['changed'])
	for (const { path, change } of changed) {
		const name = text(path)
		if (name === undefined) continue
		if (change === 'deleted') addAsset(draft, name, NOTES['command'])
		else if (!draft.files.has(name))
			draft.files.set(name, {
				path: name,
				kind: change === 'created' ? 'created' : 'changed',
				diffs: [],
			})
	}
	const more = (number(result['changedCount']) ?? 0) - changed.length
	if (more > 0)
		draft.files.set(`${more} more`, {
			path: `${more.toLocaleString('en')} more files, not listed`,
			kind: 'changed',
			diffs: [],
			count: more,
		})
}
