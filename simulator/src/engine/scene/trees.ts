/** Object trees as plain data: the content of scene and prefab files. */
import type { Core } from '../core.ts'
import { attach } from './objects.ts'
import {
	type ComponentRecord,
	mapRefs,
	type ObjectRecord,
	type PrefabLink,
	type Value,
	type ValueObject,
} from './records.ts'
import type { World } from './world.ts'

export interface TreeComponent {
	readonly id: string
	readonly type: string
	readonly enabled?: boolean
	readonly source?: string
	readonly props: ValueObject
}

export interface TreeNode {
	readonly id: string
	readonly name: string
	readonly active: boolean
	readonly tag: string
	readonly layer: number
	readonly isStatic: boolean
	readonly prefab?: PrefabLink
	readonly nested?: PrefabLink
	readonly components: readonly TreeComponent[]
	readonly children: readonly TreeNode[]
}

export interface Naming {
	object(record: ObjectRecord): string
	component(component: ComponentRecord, owner: ObjectRecord): string
	/** Whether a reference to this object may be kept; others become null. */
	holds(record: ObjectRecord): boolean
}

export function encodeTree(world: World, id: string, naming: Naming): TreeNode {
	const record = world.object(id)
	const mapped = (kind: '$object' | '$component', ref: string): Value => {
		const owner = kind === '$object' ? world.objects.get(ref) : world.ownerOf(ref)
		if (!owner || !naming.holds(owner)) return null
		if (kind === '$object') return { $object: naming.object(owner) }
		const component = world.component(ref)
		return component ? { $component: naming.component(component, owner) } : null
	}
	return {
		id: naming.object(record),
		name: record.name,
		active: record.active,
		tag: record.tag,
		layer: record.layer,
		isStatic: record.isStatic,
		...(record.prefab ? { prefab: record.prefab } : {}),
		...(record.nested ? { nested: record.nested } : {}),
		components: record.components.map((component) => ({
			id: naming.component(component, record),
			type: component.type,
			...(component.enabled === undefined ? {} : { enabled: component.enabled }),
			...(component.source === undefined ? {} : { source: component.source }),
			props: mapProps(component.props, mapped),
		})),
		children: record.children.map((child) => encodeTree(world, child, naming)),
	}
}

export const mapProps = (
	props: ValueObject,
	map: (kind: '$object' | '$component', id: string) => Value,
): ValueObject => Object.fromEntries(Object.entries(props).map(([k, v]) => [k, mapRefs(v, map)]))

/** File id → id in memory, for every object and component of the trees. */
export function allocateIds(world: World, nodes: readonly TreeNode[]): Map<string, string> {
	const ids = new Map<string, string>()
	const visit = (node: TreeNode): void => {
		ids.set(node.id, world.newId())
		for (const component of node.components) ids.set(component.id, world.newId())
		node.children.forEach(visit)
	}
	nodes.forEach(visit)
	return ids
}

export const mapWith =
	(ids: ReadonlyMap<string, string>) =>
	(kind: '$object' | '$component', id: string): Value => {
		const found = ids.get(id)
		return found === undefined ? null : { [kind]: found }
	}

/**
 * Puts trees into a scene, below `parent` or at its root.
 * @param prefab GUID if the trees are a prefab's: objects are then linked to it
 */
export function decodeTrees(
	core: Core,
	nodes: readonly TreeNode[],
	options: { scene: string; parent: string | null; prefab?: string },
): ObjectRecord[] {
	const { world } = core
	const ids = allocateIds(world, nodes)
	const idOf = (id: string): string => ids.get(id) ?? id
	const linked = options.prefab
	const visit = (node: TreeNode, parent: string | null, isRoot: boolean): void => {
		if (linked === undefined) {
			world.reserveFileId(node.id)
			for (const component of node.components) world.reserveFileId(component.id)
		}
		const id = idOf(node.id)
		world.putObject({
			id,
			fileId: linked === undefined ? node.id : world.newFileId(),
			name: node.name,
			active: node.active,
			tag: node.tag,
			layer: node.layer,
			isStatic: node.isStatic,
			parent,
			scene: options.scene,
			children: node.children.map((child) => idOf(child.id)),
			components: node.components.map((component) =>
				decodeComponent(core, component, idOf(component.id), ids, linked !== undefined),
			),
			prefab:
				linked === undefined ? (node.prefab ?? null) : { guid: linked, node: node.id, isRoot },
			nested: node.nested ?? null,
		})
		for (const child of node.children) visit(child, id, false)
	}
	for (const node of nodes) {
		visit(node, null, true)
		attach(world, idOf(node.id), options.parent)
	}
	return nodes.map((node) => world.object(idOf(node.id)))
}

export function decodeComponent(
	core: Core,
	component: TreeComponent,
	id: string,
	ids: ReadonlyMap<string, string>,
	linked: boolean,
): ComponentRecord {
	return {
		id,
		fileId: linked ? core.world.newFileId() : component.id,
		type: component.type,
		...(component.enabled === undefined ? {} : { enabled: component.enabled }),
		props: mapProps(component.props, mapWith(ids)),
		...(linked
			? { source: component.id }
			: component.source === undefined
				? {}
				: { source: component.source }),
	}
}
