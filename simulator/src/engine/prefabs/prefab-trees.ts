/** Comparing and merging prefab trees; pure. Ids that begin with `+` belong to what an instance added. */
import { equalValues, type Value, type ValueObject } from '../scene/records.ts'
import type { TreeComponent, TreeNode } from '../scene/trees.ts'

const SCALARS = ['name', 'active', 'tag', 'layer', 'isStatic'] as const
/** Properties of an instance's root that never count as overrides. */
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

/** The place of a value: a node's id, and a component's; null: the object itself. */
export interface PropertyPlace {
	readonly node: string
	readonly component: string | null
	readonly property: string
}

export interface Override {
	readonly kind:
		| 'property'
		| 'added_component'
		| 'removed_component'
		| 'added_object'
		| 'removed_object'
	/** From the instance's root on: `Crate/Lid`. */
	readonly path: string
	/** `GameObject`: the object itself. */
	readonly component?: string
	readonly property?: string
	readonly name?: string
	readonly place?: PropertyPlace
}

/** The overrides that {@link countOverrides} counts, properties first. */
export function overridesOf(base: TreeNode, mine: TreeNode): Override[] {
	const properties: Override[] = []
	const parts: Override[] = []
	const visit = (old: TreeNode, my: TreeNode, path: string, isRoot: boolean): void => {
		const property = (component: TreeComponent | null, name: string): void => {
			const place = { node: my.id, component: component?.id ?? null, property: name }
			const type = component?.type ?? 'GameObject'
			properties.push({ kind: 'property', path, component: type, property: name, place })
		}
		for (const key of SCALARS)
			if (old[key] !== my[key] && !(isRoot && key === 'name')) property(null, key)
		for (const component of my.components) {
			const from = byId(old.components, component.id)
			if (!from) {
				parts.push({ kind: 'added_component', path, component: component.type })
				continue
			}
			if (from.enabled !== component.enabled) property(component, 'enabled')
			for (const key of keysOf(from.props, component.props))
				if (
					!(isRoot && transform(from) && ROOT_OWN.has(key)) &&
					!equalValues(from.props[key], component.props[key])
				)
					property(component, key)
		}
		for (const component of old.components)
			if (!byId(my.components, component.id))
				parts.push({ kind: 'removed_component', path, component: component.type })
		for (const child of my.children) {
			const from = byId(old.children, child.id)
			if (from) visit(from, child, `${path}/${child.name}`, false)
			else parts.push({ kind: 'added_object', path: `${path}/${child.name}` })
		}
		for (const child of old.children)
			if (!byId(my.children, child.id))
				parts.push({ kind: 'removed_object', path, name: child.name })
	}
	visit(base, mine, mine.name, true)
	return [...properties, ...parts]
}

/** A tree with one value as the other tree has it. */
export function withValue(into: TreeNode, from: TreeNode, place: PropertyPlace): TreeNode {
	const source = nodeOf(from, place.node)
	const key = place.property
	const visit = (node: TreeNode): TreeNode => {
		if (node.id !== place.node) return { ...node, children: node.children.map(visit) }
		if (place.component === null) return { ...node, [key]: source?.[key as keyof TreeNode] }
		const donor = source && byId(source.components, place.component)
		const components = node.components.map((component) => {
			if (component.id !== place.component) return component
			if (key === 'enabled')
				return donor?.enabled === undefined ? component : { ...component, enabled: donor.enabled }
			const value = donor?.props[key]
			return value === undefined
				? component
				: { ...component, props: { ...component.props, [key]: value } }
		})
		return { ...node, components }
	}
	return visit(into)
}

export function nodeOf(node: TreeNode, id: string): TreeNode | undefined {
	if (node.id === id) return node
	for (const child of node.children) {
		const found = nodeOf(child, id)
		if (found) return found
	}
	return undefined
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

/** The asset as it stands, with the instance's own root properties. */
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
