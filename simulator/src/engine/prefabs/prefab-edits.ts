/** The contents of a prefab asset, opened in a hidden scene while a call changes them. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Asset } from '../assets/assets.ts'
import { addComponent, removeComponent } from '../components/components.ts'
import { setProperties } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { createPrimitive, pose } from '../scene/hierarchy.ts'
import { destroyTree, pathOf, reparent, uniqueName } from '../scene/objects.ts'
import type { ObjectRecord } from '../scene/records.ts'
import { needComponent, needObject } from '../scene/refs.ts'
import { decodeTrees, type TreeNode } from '../scene/trees.ts'
import { PREFAB_CONTENTS } from './prefab-contents.ts'
import { appliedTree } from './prefab-trees.ts'
import { instanceTree, updateInstances } from './prefabs.ts'

type Edit = ToolArgs<'unity_prefab', 'edit_asset'>['edits'][number]
type Edited = ToolResult<'unity_prefab', 'edit_asset'>['edits'][number]

/** Opens the asset, lets `work` change its contents, and saves it. Nothing is saved if `work` throws. */
export function editContents<T>(
	core: Core,
	asset: Asset,
	work: (root: ObjectRecord) => T,
): { result: T; instancesUpdated: number } {
	const before = core.prefabs.read(asset)
	const { result, after } = withContents(core, asset, PREFAB_CONTENTS, (root) => ({
		result: work(root),
		after: instanceTree(core, root.id),
	}))
	const bare = appliedTree(before, after)
	// The root's place is the instances' own, but here it is the asset that changes.
	const saved = rooted(bare, after)
	core.prefabs.write(asset.path, saved)
	core.stepName = `Modify ${before.name}`
	return { result, instancesUpdated: updateInstances(core, asset.guid, before, saved) }
}

/** Opens the asset in a hidden scene, which is gone when `work` is done. */
export function withContents<T>(
	core: Core,
	asset: Asset,
	handle: string,
	work: (root: ObjectRecord) => T,
): T {
	const { world } = core
	const tree = core.prefabs.read(asset)
	const { path, guid } = asset
	world.scenes.set(handle, { handle, name: tree.name, path, guid, roots: [] })
	try {
		const options = { scene: handle, parent: null, prefab: guid }
		const root = decodeTrees(core, [tree], options)[0]
		if (!root) throw new Fault('internal', `${path} is empty.`)
		return work(root)
	} finally {
		world.dropScene(handle)
	}
}

function rooted(applied: TreeNode, after: TreeNode): TreeNode {
	const own = after.components[0]
	if (!own) return applied
	const [first, ...others] = applied.components
	return first ? { ...applied, components: [{ ...first, props: own.props }, ...others] } : applied
}

/** An object inside the opened prefab; a path may begin with the root's name or not. */
export function needInside(core: Core, rootId: string, wanted: string | undefined): ObjectRecord {
	const root = core.world.object(rootId)
	const inner = wanted?.replace(/^\/+/, '') ?? ''
	const inside = inner === '' || inner === root.name || inner.startsWith(`${root.name}/`)
	const path = inner === '' ? root.name : inside ? inner : `${root.name}/${inner}`
	return needObject(core, `/${path}`, root.scene)
}

/** Without the root's name; empty for the root. */
function innerPath(core: Core, rootId: string, id: string): string {
	const full = pathOf(core.world, core.world.object(id))
	return full.slice(core.world.object(rootId).name.length + 2)
}

/** Neither the root nor part of a nested prefab, which belongs to its own asset. */
function needChild(
	core: Core,
	asset: Asset,
	rootId: string,
	edit: Edit,
	what: string,
): ObjectRecord {
	const record = needInside(core, rootId, edit.target_path)
	if (record.id === rootId)
		throw new Fault('invalid_arguments', `The root of a prefab cannot be ${what}.`, {
			hint: 'Specify a child in target_path.',
		})
	const foreign = record.prefab && record.prefab.guid !== asset.guid && !record.prefab.isRoot
	const inNested = record.nested !== null && isBelowNested(core, record)
	if (foreign || inNested)
		throw new Fault(
			'unsupported',
			`"${record.name}" is part of a prefab instance: it cannot be ${what}.`,
			{ hint: 'Unpack the instance first (unity_prefab unpack), or change the prefab asset.' },
		)
	return record
}

const isBelowNested = (core: Core, record: ObjectRecord): boolean =>
	record.parent !== null && core.world.object(record.parent).nested?.guid === record.nested?.guid

/** Errors about an op's members have the same wording as in the other editor. */
function takes<K extends keyof Edit>(
	edit: Edit,
	needed: readonly K[],
	optional: readonly (keyof Edit)[] = [],
): Edit & { [P in K]-?: NonNullable<Edit[P]> } {
	const known = new Set<string>(['op', 'target_path', ...needed, ...optional])
	for (const [key, value] of Object.entries(edit))
		if (value !== undefined && !known.has(key))
			throw new Fault('invalid_arguments', `edit_asset: Unknown argument "${key}".`)
	for (const key of needed)
		if (edit[key] === undefined)
			throw new Fault('invalid_arguments', `edit_asset: ${String(key)} is needed by ${edit.op}.`)
	return edit as Edit & { [P in K]-?: NonNullable<Edit[P]> }
}

const POSE = ['position', 'rotation', 'scale'] as const

function nest(core: Core, asset: Asset, parent: ObjectRecord, edit: Edit): ObjectRecord {
	const source = core.assets.need(edit.prefab_path ?? '')
	const tree = core.prefabs.read(source)
	if (source.guid === asset.guid || contains(core, tree, asset.guid))
		throw new Fault(
			'invalid_arguments',
			`${asset.path} cannot contain ${source.path}: that is itself, or contains it already.`,
			{ hint: 'Nest another prefab.' },
		)
	const name = edit.name ?? uniqueName(core.world, parent.children, tree.name)
	const options = { scene: PREFAB_CONTENTS, parent: parent.id, prefab: source.guid }
	const [record] = decodeTrees(core, [{ ...tree, name }], options)
	if (!record) throw new Fault('internal', `${source.path} is empty.`)
	return record
}

const contains = (core: Core, node: TreeNode, guid: string): boolean => {
	const nested = node.nested && core.assets.byGuid(node.nested.guid)
	return (
		nested?.guid === guid ||
		(nested && core.assets.isThere(nested) && contains(core, core.prefabs.read(nested), guid)) ||
		node.children.some((child) => contains(core, child, guid))
	)
}

export function applyEdit(core: Core, asset: Asset, rootId: string, edit: Edit): Edited {
	const done = (id: string): Edited => ({ op: edit.op, path: innerPath(core, rootId, id) })
	const { world } = core
	switch (edit.op) {
		case 'add_child': {
			takes(edit, [], ['name', 'primitive_type', 'prefab_path', ...POSE])
			const parent = needInside(core, rootId, edit.target_path)
			if (edit.prefab_path !== undefined && edit.primitive_type !== undefined)
				throw new Fault(
					'invalid_arguments',
					'add_child takes primitive_type or prefab_path, not both.',
				)
			const child =
				edit.prefab_path === undefined
					? createPrimitive(core, edit.primitive_type ?? 'Empty', {
							name: edit.name,
							parent: parent.id,
						})
					: nest(core, asset, parent, edit)
			pose(core, child.id, edit)
			return done(child.id)
		}
		case 'remove_child': {
			takes(edit, [])
			const record = needChild(core, asset, rootId, edit, 'removed')
			const removed = done(record.id)
			destroyTree(world, record.id)
			return removed
		}
		case 'rename': {
			const { name } = takes(edit, ['name'])
			const record = needInside(core, rootId, edit.target_path)
			if (record.id === rootId)
				throw new Fault('invalid_arguments', 'The root of a prefab is named after its file.', {
					hint: 'Rename the file with unity_asset move.',
				})
			world.putObject({ ...record, name })
			return done(record.id)
		}
		case 'reparent': {
			takes(edit, [], ['parent_path'])
			const record = needChild(core, asset, rootId, edit, 'moved')
			reparent(world, record.id, needInside(core, rootId, edit.parent_path).id, {
				worldStays: true,
			})
			return done(record.id)
		}
		case 'set_transform': {
			takes(edit, [], POSE)
			if (!edit.position && !edit.rotation && !edit.scale)
				throw new Fault('invalid_arguments', 'set_transform needs position, rotation or scale.')
			const record = needInside(core, rootId, edit.target_path)
			pose(core, record.id, edit)
			return done(record.id)
		}
		case 'add_component': {
			const { component_type } = takes(edit, ['component_type'], ['properties'])
			const record = needInside(core, rootId, edit.target_path)
			const component = addComponent(core, record.id, component_type)
			const { results } = setProperties(core, component.id, edit.properties ?? {})
			return { ...done(record.id), results }
		}
		case 'remove_component': {
			const { component_type } = takes(edit, ['component_type'])
			const record = needInside(core, rootId, edit.target_path)
			removeComponent(core, record, needComponent(core, record, component_type, 0))
			return done(record.id)
		}
		case 'modify_component': {
			const { component_type, properties } = takes(edit, ['component_type', 'properties'])
			const record = needInside(core, rootId, edit.target_path)
			const component = needComponent(core, record, component_type, 0)
			return { ...done(record.id), results: setProperties(core, component.id, properties).results }
		}
		default:
			return edit.op satisfies never
	}
}

type Part = ToolResult<'unity_prefab', 'inspect_asset'>['objects'][number]

/** The tree of a prefab's file, depth-first. */
export function partsOf(core: Core, root: TreeNode): Part[] {
	const parts: Part[] = []
	const visit = (node: TreeNode, path: string): void => {
		const nested = node.nested ? core.assets.byGuid(node.nested.guid) : undefined
		parts.push({
			path,
			name: node.name,
			active: node.active,
			components: node.components.map((component) => component.type),
			prefabAssetPath: nested?.path ?? null,
		})
		for (const child of node.children)
			visit(child, path === '' ? child.name : `${path}/${child.name}`)
	}
	visit(root, '')
	return parts
}
