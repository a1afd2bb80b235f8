/** Comparing and merging prefab trees; pure. Ids that begin with `+` belong to what an instance added. */
import { equalValues, type Value, type ValueObject } from './records.ts'
import type { TreeComponent, TreeNode } from './trees.ts'

const SCALARS = ['name', 'active', 'tag', 'layer', 'isStatic'] as const
/** What every instance has of its own at its root without counting as an override. */
const ROOT_OWN: ReadonlySet<string> = new Set([
	'localPosition',
	'localRotation',
	'anchoredPosition',
])

export const isAdded = (id: string): boolean => id.startsWith('+')

const byId = <T extends { id: string }>(items: readonly T[], id: string): T | undefined =>
	items.find((item) => item.id === id)

const transform = (component: TreeComponent): boolean =>
	component.type === 'Transform' || component.type === 'RectTransform'

/** The number of overrides that `mine` holds against `base`. */
export function countOverrides(base: TreeNode, mine: TreeNode, isRoot = true): number {
	let count = 0
	for (const key of SCALARS) if (base[key] !== mine[key] && !(isRoot && key === 'name')) count++
	for (const component of mine.components) {
		const old = byId(base.components, component.id)
		if (!old) {
			count++
			continue
		}
		if (old.enabled !== component.enabled) count++
		for (const key of keysOf(old.props, component.props))
			if (
				!(isRoot && transform(old) && ROOT_OWN.has(key)) &&
				!equalValues(old.props[key], component.props[key])
			)
				count++
	}
	count += base.components.filter((c) => !byId(mine.components, c.id)).length
	for (const child of mine.children) {
		const old = byId(base.children, child.id)
		count += old ? countOverrides(old, child, false) : 1
	}
	return count + base.children.filter((c) => !byId(mine.children, c.id)).length
}

/** `theirs` with what `mine` had changed against `base`. */
export function mergeTrees(
	base: TreeNode,
	mine: TreeNode,
	theirs: TreeNode,
	isRoot = true,
): TreeNode {
	const scalar = <K extends (typeof SCALARS)[number]>(key: K): TreeNode[K] =>
		mine[key] !== base[key] || (isRoot && key === 'name') ? mine[key] : theirs[key]
	const components = theirs.components.flatMap((their): TreeComponent[] => {
		const old = byId(base.components, their.id)
		const my = byId(mine.components, their.id)
		if (!old) return [their]
		return my ? [mergeComponent(old, my, their, isRoot && transform(their))] : []
	})
	const children = theirs.children.flatMap((their): TreeNode[] => {
		const old = byId(base.children, their.id)
		const my = byId(mine.children, their.id)
		if (!old) return [their]
		return my ? [mergeTrees(old, my, their, false)] : []
	})
	return {
		...theirs,
		name: scalar('name'),
		active: scalar('active'),
		tag: scalar('tag'),
		layer: scalar('layer'),
		isStatic: scalar('isStatic'),
		components: [...components, ...mine.components.filter((c) => isAdded(c.id))],
		children: [...children, ...mine.children.filter((c) => isAdded(c.id))],
	}
}

function mergeComponent(
	base: TreeComponent,
	mine: TreeComponent,
	theirs: TreeComponent,
	rootTransform: boolean,
): TreeComponent {
	const props: Record<string, Value> = {}
	for (const key of keysOf(theirs.props, mine.props)) {
		const own =
			(rootTransform && ROOT_OWN.has(key)) || !equalValues(mine.props[key], base.props[key])
		const value = own ? mine.props[key] : theirs.props[key]
		if (value !== undefined) props[key] = value
	}
	const enabled = mine.enabled !== base.enabled ? mine.enabled : theirs.enabled
	return { ...theirs, ...(enabled === undefined ? {} : { enabled }), props }
}

/** The asset as it stands, with what the instance has of its own at its root. */
export function revertedTree(asset: TreeNode, mine: TreeNode): TreeNode {
	return {
		...asset,
		name: mine.name,
		components: asset.components.map((component) => {
			const my = transform(component) ? mine.components[0] : undefined
			if (!my) return component
			const own = Object.entries(my.props).filter(([key]) => ROOT_OWN.has(key))
			return { ...component, props: { ...component.props, ...Object.fromEntries(own) } }
		}),
	}
}

/** The instance as a new version of its asset: additions get ids of their own, the root keeps the asset's place and name. */
export function appliedTree(asset: TreeNode, mine: TreeNode): TreeNode {
	let next = 0
	const visitIds = (node: TreeNode): void => {
		for (const id of [node.id, ...node.components.map((c) => c.id)])
			if (!isAdded(id)) next = Math.max(next, Number(id))
		node.children.forEach(visitIds)
	}
	visitIds(asset)
	const fresh = new Map<string, string>()
	const idOf = (id: string): string => {
		if (!isAdded(id)) return id
		const known = fresh.get(id) ?? String(++next)
		fresh.set(id, known)
		return known
	}
	const reference = (value: Value): Value => {
		if (typeof value !== 'object' || value === null) return value
		if (Array.isArray(value)) return value.map(reference)
		const entries = Object.entries(value as ValueObject).map(([key, v]): [string, Value] => [
			key,
			(key === '$object' || key === '$component') && typeof v === 'string' ? idOf(v) : reference(v),
		])
		return Object.fromEntries(entries)
	}
	const visit = ({ prefab, ...node }: TreeNode): TreeNode => ({
		...node,
		...(isAdded(node.id) && prefab ? { nested: prefab } : {}),
		id: idOf(node.id),
		components: node.components.map(({ source: _, ...component }) => ({
			...component,
			id: idOf(component.id),
			props: reference(component.props) as ValueObject,
		})),
		children: node.children.map(visit),
	})
	const applied = visit(mine)
	return { ...revertedTree(applied, asset) }
}

const keysOf = (a: ValueObject, b: ValueObject): string[] => [
	...new Set([...Object.keys(a), ...Object.keys(b)]),
]
