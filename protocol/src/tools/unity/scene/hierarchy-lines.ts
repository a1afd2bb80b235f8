/**
 * Objects of a scene as a model reads them: a line each, with what differs from a new object. A hierarchy is the first
 * look of most tasks, and most of its JSON was defaults. Pure.
 */
import type { HierarchyNode, SceneSummary } from '../../values.ts'

/** A line read back. Its object's place in the tree is its path's. */
export interface ObjectInLine {
	readonly instanceId: string
	readonly name: string
	readonly path: string
	/** 0 for a root. */
	readonly depth: number
	readonly activeSelf: boolean
	/** The components, with `Transform`, which the line leaves out. */
	readonly components: readonly string[]
}

/** Every object has one of them. */
const PLACES: readonly string[] = ['Transform', 'RectTransform']

/**
 * `/Crates/Crate #1204 [BoxCollider, Rigidbody] inactive, tag Player, layer UI, prefab Assets/Crate.prefab, 3 children`.
 *
 * @param shownChildren how many of its children are in the same list
 */
export function hierarchyLine(
	node: HierarchyNode,
	activeScene: string | undefined,
	shownChildren: number,
): string {
	const { path, instanceId, components, activeSelf, tag, layer, childCount, scene } = node
	const own = components.filter((type) => type !== 'Transform')
	const more = [
		...(activeSelf ? [] : ['inactive']),
		...(tag === 'Untagged' ? [] : [`tag ${tag}`]),
		...(layer === 'Default' ? [] : [`layer ${layer}`]),
		...(node.prefabAssetPath === null ? [] : [`prefab ${node.prefabAssetPath}`]),
		...(childCount > shownChildren
			? [childCount === 1 ? '1 child' : `${childCount} children`]
			: []),
		...(scene === activeScene ? [] : [`scene ${scene}`]),
	]
	const line = `${path} #${instanceId} [${own.join(', ')}]`
	return more.length === 0 ? line : `${line} ${more.join(', ')}`
}

export function sceneLine(scene: SceneSummary): string {
	const { name, path, isActive, isLoaded, isDirty, rootCount, objectCount, changedOnDisk } = scene
	return [
		path === '' ? name : `${name} (${path})`,
		...(isActive ? ['active'] : []),
		...(isLoaded ? [] : ['not loaded']),
		...(isDirty ? ['unsaved changes'] : []),
		...(changedOnDisk ? ['changed on disk since it was opened'] : []),
		`${rootCount} roots, ${objectCount} objects`,
	].join(', ')
}

export interface HierarchyPage {
	readonly summary: string
	readonly scenes: readonly SceneSummary[]
	readonly objects: readonly HierarchyNode[]
	readonly total: number
	readonly nextCursor: string | null
}

/** The same page with a line for each scene and object. */
export function hierarchyInLines({ summary, scenes, objects, total, nextCursor }: HierarchyPage) {
	const active = scenes.find(({ isActive }) => isActive)?.name
	const children = new Map<string, number>()
	for (const { parentId } of objects)
		if (parentId !== null) children.set(parentId, (children.get(parentId) ?? 0) + 1)
	return {
		summary,
		scenes: scenes.map(sceneLine),
		objects: objects.map((node) => hierarchyLine(node, active, children.get(node.instanceId) ?? 0)),
		total,
		nextCursor,
	}
}

/** Returns null if the line does not describe an object. */
export function objectInLine(line: string): ObjectInLine | null {
	const [, path, instanceId, types = '', more = ''] =
		/^(.*) #(\S+) \[([^\]]*)\](?: (.*))?$/s.exec(line) ?? []
	if (path === undefined || instanceId === undefined) return null
	const own = types === '' ? [] : types.split(', ')
	const depth = path.split('/').length - 2
	return {
		instanceId,
		path,
		depth: Math.max(0, depth),
		name: path.slice(path.lastIndexOf('/') + 1).replace(/\[\d+\]$/, ''),
		activeSelf: !/^inactive\b/.test(more),
		components: own.some((type) => PLACES.includes(type)) ? own : ['Transform', ...own],
	}
}
