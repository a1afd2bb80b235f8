/** The scene as a tree, from the flat, depth-first page that the editor answers with. */
import type { HierarchyNode } from '@fairlead/protocol/tools'

export interface TreeNode {
	readonly object: HierarchyNode
	readonly children: readonly TreeNode[]
}
export interface SceneTree {
	readonly scene: string
	readonly roots: readonly TreeNode[]
}
/** A row as it stands on screen. */
export interface TreeRow {
	readonly node: TreeNode
	/** 0 for objects at the top of a scene. */
	readonly level: number
	readonly expanded: boolean
	readonly parentId: string | null
}

/**
 * Objects whose parent is not in the list (a page that begins in the middle) become roots of
 * their scene, so that nothing the editor sent is hidden.
 */
export function buildTrees(objects: readonly HierarchyNode[]): SceneTree[] {
	const nodes = new Map<string, { object: HierarchyNode; children: TreeNode[] }>()
	const scenes = new Map<string, TreeNode[]>()
	for (const object of objects) {
		if (nodes.has(object.instanceId)) continue
		const node = { object, children: [] }
		nodes.set(object.instanceId, node)
		const parent = object.parentId === null ? undefined : nodes.get(object.parentId)
		if (parent && parent.object.scene === object.scene) parent.children.push(node)
		else {
			const roots = scenes.get(object.scene) ?? []
			roots.push(node)
			scenes.set(object.scene, roots)
		}
	}
	return [...scenes].map(([scene, roots]) => ({ scene, roots }))
}

/** The rows that are visible with these objects expanded. */
export function visibleRows(tree: SceneTree, expanded: ReadonlySet<string>): TreeRow[] {
	const rows: TreeRow[] = []
	const walk = (nodes: readonly TreeNode[], level: number, parentId: string | null) => {
		for (const node of nodes) {
			const open = node.children.length > 0 && expanded.has(node.object.instanceId)
			rows.push({ node, level, expanded: open, parentId })
			if (open) walk(node.children, level + 1, node.object.instanceId)
		}
	}
	walk(tree.roots, 0, null)
	return rows
}

/**
 * The row that a person means who types the beginning of a name: the next one below `from`, then from the
 * top. The same letter again and again goes through the names that begin with it.
 */
export function typedRow(
	rows: readonly TreeRow[],
	from: number,
	typed: string,
): TreeRow | undefined {
	const again = [...typed].every((letter) => letter === typed[0])
	const wanted = (again ? typed.slice(0, 1) : typed).toLowerCase()
	// A longer beginning may still mean the row where the person is.
	const first = again ? from + 1 : from
	const order = [...rows.slice(first), ...rows.slice(0, first)]
	return order.find((row) => row.node.object.name.toLowerCase().startsWith(wanted))
}

/** Ids to expand so that the object becomes visible. */
export function ancestorsOf(objects: readonly HierarchyNode[], id: string): string[] {
	const byId = new Map(objects.map((object) => [object.instanceId, object]))
	const found: string[] = []
	let parent = byId.get(id)?.parentId ?? null
	while (parent !== null && !found.includes(parent)) {
		found.push(parent)
		parent = byId.get(parent)?.parentId ?? null
	}
	return found
}
