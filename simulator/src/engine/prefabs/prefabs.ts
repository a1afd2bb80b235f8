/** Prefab assets and their instances in the loaded scenes. */
import type { Asset, AssetDatabase } from '../assets/assets.ts'
import { parseOwn } from '../assets/materials.ts'
import { scriptsIn, withoutScripts, withScripts } from '../assets/script-guids.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { allObjects, subtree } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord } from '../scene/records.ts'
import { decodeComponent, encodeTree, type TreeNode } from '../scene/trees.ts'
import { isAdded, mergeTrees, nodeOf } from './prefab-trees.ts'

const FORMAT = 'fairlead-simulator prefab, not Unity YAML'

export class Prefabs {
	readonly #assets: AssetDatabase
	readonly #cache = new Map<string, { asset: Asset; root: TreeNode }>()

	constructor(assets: AssetDatabase) {
		this.#assets = assets
	}

	/** @throws Fault `unsupported` for a prefab that Unity wrote, `not_found` if its file is gone */
	read(asset: Asset): TreeNode {
		const cached = this.#cache.get(asset.guid)
		if (cached?.asset === asset && this.#assets.isThere(asset)) return cached.root
		if (asset.type !== 'Prefab')
			throw new Fault('invalid_arguments', `${asset.path} is a ${asset.type}, not a prefab.`)
		const parsed = parseOwn(this.#assets.readText(asset.path), FORMAT, asset.path)
		const root = withoutScripts(parsed['root'] as unknown as TreeNode)
		this.#cache.set(asset.guid, { asset, root })
		return root
	}

	/** The version read last: what instances were last brought in line with. */
	lastRead(guid: string): TreeNode | undefined {
		return this.#cache.get(guid)?.root
	}

	/** `inUndo`: see {@link FileEffect}. */
	write(assetPath: string, root: TreeNode, inUndo = false): Asset {
		const written = withScripts(root, scriptsIn(this.#assets.all()))
		const body = `${JSON.stringify({ format: FORMAT, version: 1, root: written }, null, '\t')}\n`
		const asset = this.#assets.writeText(assetPath, body, inUndo)
		this.#cache.set(asset.guid, { asset, root })
		return asset
	}
}

/** The root of the instance an object belongs to. @throws Fault `invalid_arguments` */
export function needInstance(core: Core, record: ObjectRecord): [ObjectRecord, Asset] {
	let at: ObjectRecord | undefined = record
	while (at && !at.prefab?.isRoot)
		at = at.parent === null ? undefined : core.world.object(at.parent)
	if (!at?.prefab || !record.prefab)
		throw new Fault('invalid_arguments', `"${record.name}" is not part of a prefab instance.`, {
			hint: 'Create a prefab from it with unity_prefab create_asset, or specify an instance.',
		})
	const asset = core.assets.byGuid(at.prefab.guid)
	if (!asset || !core.assets.isThere(asset))
		throw new Fault('not_found', `The prefab asset of "${at.name}" is missing.`, {
			hint: 'Unpack the instance, or restore the asset. If its file is there, call unity_refresh, which imports it.',
		})
	return [at, asset]
}

export const instancesOf = (core: Core, guid: string): ObjectRecord[] =>
	[...allObjects(core.world)].filter((r) => r.prefab?.isRoot && r.prefab.guid === guid)

/** Objects of an instance that are linked to its asset, without what hangs below additions. */
export function* linkedObjects(core: Core, rootId: string): Generator<ObjectRecord> {
	const root = core.world.object(rootId)
	const guid = root.prefab?.guid
	function* visit(id: string): Generator<ObjectRecord> {
		const record = core.world.object(id)
		if (record.prefab?.guid !== guid || (record.prefab?.isRoot && id !== rootId)) return
		yield record
		for (const child of record.children) yield* visit(child)
	}
	yield* visit(rootId)
}

/** The instance with the asset's ids; additions have ids that begin with `+`. */
export function instanceTree(core: Core, rootId: string): TreeNode {
	const linked = new Set([...linkedObjects(core, rootId)].map((record) => record.id))
	const inside = new Set([...subtree(core.world, rootId)].map((record) => record.id))
	return encodeTree(core.world, rootId, {
		object: (record) =>
			linked.has(record.id) && record.prefab ? record.prefab.node : `+${record.id}`,
		component: (component, owner) =>
			linked.has(owner.id) && component.source !== undefined
				? component.source
				: `+${component.id}`,
		holds: (record) => inside.has(record.id),
	})
}

/** Makes an instance equal to a tree, keeping ids of what stays. Removes what the tree does not have. */
export function writeInstance(core: Core, rootId: string, tree: TreeNode, guid: string): void {
	const { world } = core
	const ids = new Map<string, string>()
	const components = new Map<string, ComponentRecord>()
	const linked = [...linkedObjects(core, rootId)]
	const before = [...subtree(world, rootId)]
	for (const record of before) {
		ids.set(`+${record.id}`, record.id)
		for (const c of record.components) {
			ids.set(`+${c.id}`, c.id)
			components.set(`+${c.id}`, c)
		}
	}
	for (const record of linked) {
		if (record.prefab) ids.set(record.prefab.node, record.id)
		for (const c of record.components)
			if (c.source !== undefined) {
				ids.set(c.source, c.id)
				components.set(c.source, c)
			}
	}
	const reserve = (node: TreeNode): void => {
		for (const id of [node.id, ...node.components.map((c) => c.id)])
			if (!ids.has(id)) ids.set(id, world.newId())
		if (!isAdded(node.id)) node.children.forEach(reserve)
	}
	reserve(tree)
	const idOf = (id: string): string => ids.get(id) ?? id
	const scene = world.object(rootId).scene
	const put = (node: TreeNode, parent: string | null): void => {
		const id = idOf(node.id)
		const old = world.objects.get(id)
		if (isAdded(node.id)) {
			if (old && old.parent !== parent) world.putObject({ ...old, parent })
			return
		}
		world.putObject({
			id,
			fileId: old?.fileId ?? world.newFileId(),
			name: node.name,
			active: node.active,
			tag: node.tag,
			layer: node.layer,
			isStatic: node.isStatic,
			parent,
			scene,
			children: node.children.map((child) => idOf(child.id)),
			components: node.components.map((component) => {
				const existing = components.get(component.id)
				if (existing && isAdded(component.id)) return existing
				const fresh = decodeComponent(core, component, idOf(component.id), ids, true)
				return existing ? { ...fresh, fileId: existing.fileId } : fresh
			}),
			prefab: { guid, node: node.id, isRoot: id === rootId },
			nested: node.nested ?? null,
		})
		for (const child of node.children) put(child, id)
	}
	put(tree, world.object(rootId).parent)
	// Objects that the tree leaves out go, an instance's own additions too.
	const kept = new Set([...subtree(world, rootId)].map(({ id }) => id))
	for (const { id } of before) if (!kept.has(id)) world.removeObject(id)
}

interface Update {
	/** The instance that the new version was made from. */
	readonly except?: string
	/** Undo takes back the new version too. Otherwise the instances go on following it, as in Unity. */
	readonly inUndo?: boolean
}

/** Brings instances in line with a new version of their asset, keeping their overrides. */
export function updateInstances(
	core: Core,
	guid: string,
	before: TreeNode,
	after: TreeNode,
	{ except, inUndo = false }: Update = {},
): number {
	let count = 0
	if (inUndo) return mergeInstances(core, guid, before, after, except)
	core.undo.followed({ guid, before, after })
	core.world.follow(() => {
		count = mergeInstances(core, guid, before, after, except)
	})
	return count
}

export function mergeInstances(
	core: Core,
	guid: string,
	before: TreeNode,
	after: TreeNode,
	except?: string,
): number {
	let count = 0
	for (const instance of instancesOf(core, guid)) {
		if (instance.id === except) continue
		writeInstance(
			core,
			instance.id,
			mergeTrees(before, instanceTree(core, instance.id), after),
			guid,
		)
		count++
	}
	return count
}

/** A tree with new ids from 1 on, in depth-first order, as a prefab file begins. */
export function freshTree(
	core: Core,
	rootId: string,
): { tree: TreeNode; ids: Map<string, string> } {
	const ids = new Map<string, string>()
	for (const record of subtree(core.world, rootId))
		for (const id of [record.id, ...record.components.map((c) => c.id)])
			ids.set(id, String(ids.size + 1))
	const tree = encodeTree(core.world, rootId, {
		object: (record) => ids.get(record.id) ?? record.id,
		component: (component) => ids.get(component.id) ?? component.id,
		holds: (record) => ids.has(record.id),
	})
	const strip = ({ prefab, ...node }: TreeNode): TreeNode => ({
		...node,
		...(prefab && node.id !== tree.id ? { nested: prefab } : {}),
		components: node.components.map(({ source: _, ...component }) => component),
		children: node.children.map(strip),
	})
	return { tree: strip(tree), ids }
}

/** Links the objects of a tree that was just saved to their asset. */
export function linkTree(
	core: Core,
	rootId: string,
	guid: string,
	ids: ReadonlyMap<string, string>,
): void {
	for (const record of [...subtree(core.world, rootId)])
		core.world.putObject({
			...record,
			nested: record.id === rootId ? null : (record.prefab ?? record.nested),
			prefab: { guid, node: ids.get(record.id) ?? '', isRoot: record.id === rootId },
			components: record.components.map((c) => ({ ...c, source: ids.get(c.id) ?? '' })),
		})
}

/** Cuts the link of an instance; nested instances become instances again unless `completely`. */
export function unpackInstance(core: Core, rootId: string, completely: boolean): void {
	for (const record of [...linkedObjects(core, rootId)]) {
		const link = completely ? null : record.nested
		const asset = link && core.assets.byGuid(link.guid)
		const inner =
			asset && core.assets.isThere(asset) ? nodeOf(core.prefabs.read(asset), link.node) : undefined
		const used = new Set<string>()
		core.world.putObject({
			...record,
			prefab: link,
			nested: null,
			components: record.components.map(({ source: _, ...component }) => {
				const match = inner?.components.find((c) => c.type === component.type && !used.has(c.id))
				if (!match) return component
				used.add(match.id)
				return { ...component, source: match.id }
			}),
		})
	}
	if (!completely) return
	for (const record of [...subtree(core.world, rootId)])
		if (record.prefab) core.world.putObject({ ...record, prefab: null, nested: null })
}
