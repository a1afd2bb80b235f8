/** GameObjects: creating, arranging, destroying. Every change goes through the world's transaction. */
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { type ComponentRecord, mapRefs, type ObjectRecord, type ValueObject } from './records.ts'
import { placeByAnchors, poseBelow, setLocalPose } from './transforms.ts'
import type { World } from './world.ts'

export const isDescendant = (world: World, id: string, ancestor: string): boolean => {
	for (let at: string | null = id; at !== null; at = world.object(at).parent)
		if (at === ancestor) return true
	return false
}

/** `/A/B`, without the scene. Siblings of one name are told apart by their number: `/A[2]/B`. */
export function pathOf(world: World, record: ObjectRecord): string {
	const above = record.parent === null ? '' : pathOf(world, world.object(record.parent))
	const namesakes = siblingsOf(world, record).filter((id) => world.object(id).name === record.name)
	const number = namesakes.length > 1 ? `[${namesakes.indexOf(record.id) + 1}]` : ''
	return `${above}/${record.name}${number}`
}

/** `/A/B`: quick, and the same for siblings of one name. */
export const plainPathOf = (world: World, record: ObjectRecord): string =>
	record.parent === null
		? `/${record.name}`
		: `${plainPathOf(world, world.object(record.parent))}/${record.name}`

export function activeInHierarchy(world: World, record: ObjectRecord): boolean {
	return (
		record.active &&
		(record.parent === null || activeInHierarchy(world, world.object(record.parent)))
	)
}

export const siblingsOf = (world: World, record: ObjectRecord): readonly string[] =>
	record.parent === null ? world.scene(record.scene).roots : world.object(record.parent).children

/** The object and everything below it, depth-first in sibling order. */
export function* subtree(world: World, id: string): Generator<ObjectRecord> {
	const record = world.object(id)
	yield record
	for (const child of record.children) yield* subtree(world, child)
}

/** Scenes that were never saved have no path. */
export const openScenePaths = (world: World): string[] =>
	[...world.scenes.values()].map((scene) => scene.path).filter((path) => path !== '')

/** All objects of the loaded scenes, depth-first in scene and sibling order. */
export function* allObjects(world: World): Generator<ObjectRecord> {
	for (const scene of world.scenes.values())
		for (const root of scene.roots) yield* subtree(world, root)
}

/** "Cube", "Cube (1)", … as Unity names new siblings. */
export function uniqueName(world: World, siblings: readonly string[], wanted: string): string {
	const taken = new Set(siblings.map((id) => world.object(id).name))
	if (!taken.has(wanted)) return wanted
	const base = wanted.replace(/ \(\d+\)$/, '')
	for (let n = 1; ; n++) if (!taken.has(`${base} (${n})`)) return `${base} (${n})`
}

export function newComponent(
	core: Core,
	typeName: string,
	props: ValueObject = {},
): ComponentRecord {
	const type = core.types.need(typeName)
	const defaults = Object.fromEntries(
		type.props.filter((p) => !p.runtime).map((p) => [p.name, p.default]),
	)
	return {
		id: core.world.newId(),
		fileId: core.world.newFileId(),
		type: type.name,
		...(type.canDisable ? { enabled: true } : {}),
		props: { ...defaults, ...props },
	}
}

export interface NewObject {
	readonly name: string
	readonly parent: string | null
	/** Used where there is no parent. */
	readonly scene: string
	readonly components?: readonly ComponentRecord[]
	readonly tag?: string
	readonly layer?: number
}

export function createObject(core: Core, options: NewObject): ObjectRecord {
	const { world } = core
	const parent = options.parent === null ? null : world.object(options.parent)
	const record: ObjectRecord = {
		id: world.newId(),
		fileId: world.newFileId(),
		name: options.name,
		active: true,
		tag: options.tag ?? 'Untagged',
		layer: options.layer ?? 0,
		isStatic: false,
		parent: null,
		scene: parent?.scene ?? options.scene,
		children: [],
		components: [newComponent(core, 'Transform'), ...(options.components ?? [])],
		prefab: null,
		nested: null,
	}
	world.putObject(record)
	attach(world, record.id, options.parent)
	return world.object(record.id)
}

/** Attaches a detached object below `parent`, or at its scene's root. */
export function attach(world: World, id: string, parent: string | null, index?: number): void {
	const record = world.object(id)
	const insert = (ids: readonly string[]): string[] =>
		ids.toSpliced(Math.min(index ?? ids.length, ids.length), 0, id)
	if (parent === null) {
		const scene = world.scene(record.scene)
		world.putScene({ ...scene, roots: insert(scene.roots) })
	} else {
		const above = world.object(parent)
		world.putObject({ ...above, children: insert(above.children) })
	}
	if (record.parent !== parent) world.putObject({ ...world.object(id), parent })
}

export function detach(world: World, id: string): void {
	const record = world.object(id)
	const without = (ids: readonly string[]): string[] => ids.filter((other) => other !== id)
	if (record.parent === null) {
		const scene = world.scene(record.scene)
		world.putScene({ ...scene, roots: without(scene.roots) })
	} else {
		const above = world.object(record.parent)
		world.putObject({ ...above, children: without(above.children) })
		world.putObject({ ...record, parent: null })
	}
}

/** Returns the number of destroyed objects. */
export function destroyTree(world: World, id: string): number {
	const doomed = [...subtree(world, id)]
	detach(world, id)
	for (const record of doomed) world.removeObject(record.id)
	return doomed.length
}

/** A prefab's inner structure belongs to the asset: Unity refuses to change it from an instance. */
export function refuseInsidePrefab(record: ObjectRecord, what: string): void {
	if (record.prefab && !record.prefab.isRoot) {
		throw new Fault(
			'unsupported',
			`"${record.name}" is part of a prefab instance: it cannot be ${what}.`,
			{
				hint: 'Unpack the instance first (unity_prefab unpack), or change the prefab asset.',
			},
		)
	}
}

export function reparent(
	world: World,
	id: string,
	parent: string | null,
	options: { index?: number | undefined; worldStays: boolean },
): void {
	if (parent !== null && isDescendant(world, parent, id)) {
		const [a, b] = [world.object(id).name, world.object(parent).name]
		throw new Fault(
			'invalid_arguments',
			`"${a}" cannot become a child of "${b}": that is itself or below it.`,
		)
	}
	const pose = options.worldStays ? poseBelow(world, id, parent) : null
	const moved = world.object(id).parent !== parent
	detach(world, id)
	if (parent !== null) moveTree(world, id, world.object(parent).scene)
	attach(world, id, parent, options.index)
	if (pose && moved) setLocalPose(world, id, pose)
	else if (moved) placeByAnchors(world, id)
}

/** Moves it to the end of another scene's roots. */
export function moveToScene(world: World, id: string, scene: string): void {
	detach(world, id)
	moveTree(world, id, scene)
	attach(world, id, null)
}

function moveTree(world: World, id: string, scene: string): void {
	for (const record of [...subtree(world, id)])
		if (record.scene !== scene) {
			world.dirty.add(record.scene)
			// File ids are unique per scene file only.
			world.putObject({ ...record, scene, fileId: world.newFileId() })
		}
}

/**
 * A copy beside the original. References inside the copied tree point into the
 * copy, all others stay as they are.
 */
export function duplicateTree(core: Core, id: string, name?: string): ObjectRecord {
	const { world } = core
	const original = world.object(id)
	const ids = new Map<string, string>()
	const sources = [...subtree(world, id)]
	for (const source of sources) {
		ids.set(source.id, world.newId())
		for (const component of source.components) ids.set(component.id, world.newId())
	}
	const mapped = (old: string): string => ids.get(old) ?? old
	for (const source of sources)
		world.putObject({
			...source,
			id: mapped(source.id),
			fileId: world.newFileId(),
			name:
				source.id === id
					? (name ?? uniqueName(world, siblingsOf(world, original), original.name))
					: source.name,
			parent: source.id === id ? null : source.parent && mapped(source.parent),
			children: source.children.map(mapped),
			components: source.components.map((component) => ({
				...component,
				id: mapped(component.id),
				fileId: world.newFileId(),
				props: Object.fromEntries(
					Object.entries(component.props).map(([k, v]) => [
						k,
						mapRefs(v, (kind, old) => ({ [kind]: mapped(old) })),
					]),
				),
			})),
			...(source.id === id && source.prefab && !source.prefab.isRoot ? { prefab: null } : {}),
		})
	const index = siblingsOf(world, original).indexOf(id) + 1
	attach(world, mapped(id), original.parent, index)
	return world.object(mapped(id))
}
