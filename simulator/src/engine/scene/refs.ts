/** Finding the object, component or asset that an argument names. */
import { likeness, NEAR, nearest } from '@fairlead/protocol/tools'
import { isA, isBaseType } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { PREFAB_FILE } from '../prefabs/prefab-contents.ts'
import { allObjects, pathOf, plainPathOf, siblingsOf } from './objects.ts'
import type { ComponentRecord, ObjectRecord, SceneRecord } from './records.ts'

const GLOBAL_ID = /^GlobalObjectId_V1-2-([0-9a-f]{32})-(\d+)-\d+$/
/** Above this many, near matches are searched among the first only. */
const MAX_NEAR_CANDIDATES = 2_000
const MAX_NEAREST = 3

/**
 * @param scope only objects of this scene (a prefab's contents)
 * @throws Fault `not_found` with near matches, `ambiguous` with the ids
 */
export function needObject(core: Core, ref: string, scope?: string): ObjectRecord {
	const { world } = core
	if (/^-?\d+$/.test(ref)) {
		const found = world.objects.get(ref) ?? world.ownerOf(ref)
		if (found) return found
		throw new Fault('not_found', `There is no object with the id ${ref}.`, {
			hint: 'Ids change when a scene is opened again or the object is recreated: use the /path, or search with unity_query find.',
		})
	}
	const global = GLOBAL_ID.exec(ref)
	if (global) {
		for (const record of allObjects(world))
			if (record.fileId === global[2] && world.scene(record.scene).guid === global[1]) return record
		throw new Fault('not_found', `No loaded scene holds the object ${ref}.`, {
			hint: 'Open its scene first.',
		})
	}
	const matches = ref.startsWith('/') ? byPath(core, ref, scope) : []
	const [first] = matches
	if (first && matches.length === 1) return first
	if (first)
		throw new Fault('ambiguous', `${matches.length} objects have the path "${ref}".`, {
			hint: 'Refer to one by its id, or by the path in matches.',
			data: {
				matches: matches.slice(0, 20).map((record) => ({
					instanceId: record.id,
					path: pathOf(world, record),
					scene: world.scene(record.scene).name,
					siblingIndex: siblingsOf(world, record).indexOf(record.id),
				})),
			},
		})
	throw notFound(core, ref, scope)
}

/** All objects with a path; a name may itself hold slashes. */
export function byPath(core: Core, ref: string, scope?: string): ObjectRecord[] {
	const { world } = core
	const scenes = [...world.scenes.values()].filter((s) => scope === undefined || s.handle === scope)
	const found: ObjectRecord[] = []
	const descend = (ids: readonly string[], rest: string): void => {
		const met = new Map<string, number>()
		for (const id of ids) {
			const record = world.object(id)
			if (!rest.startsWith(record.name)) continue
			const number = (met.get(record.name) ?? 0) + 1
			met.set(record.name, number)
			// A step is the object's name, or its name with its number among those of the name.
			for (const step of [record.name, `${record.name}[${number}]`]) {
				if (rest === step) found.push(record)
				else if (rest.startsWith(`${step}/`)) descend(record.children, rest.slice(step.length + 1))
			}
		}
	}
	for (const scene of scenes) {
		const prefix = `/${scene.name}:/`
		if (ref.startsWith(prefix)) descend(scene.roots, ref.slice(prefix.length))
		else descend(scene.roots, ref.slice(1))
	}
	return found
}

function notFound(core: Core, ref: string, scope: string | undefined): Fault {
	const near = new Map<string, ObjectRecord>()
	const wanted = ref.split('/').at(-1) ?? ref
	for (const record of allObjects(core.world)) {
		if (scope !== undefined && record.scene !== scope) continue
		if (near.size >= MAX_NEAR_CANDIDATES) break
		near.set(plainPathOf(core.world, record), record)
	}
	const best = nearestObjects(ref, wanted, near)
	const search =
		scope === undefined
			? 'search with unity_query find.'
			: 'list what is inside: unity_prefab inspect_asset.'
	return new Fault(
		'not_found',
		`There is no object "${ref}" in ${scope === undefined ? 'the loaded scenes' : 'the prefab'}.`,
		{
			hint:
				scope === undefined && !ref.startsWith('/')
					? 'Use an object id or a path that begins with "/".'
					: best.length > 0
						? `Use one of the nearest paths, or ${search}`
						: `No name there is like it: ${search}`,
			data: { nearest: best.map((one) => pathOf(core.world, one)) },
		},
	)
}

/** Objects with similar names first, then paths: the one that is meant often stands below another parent. */
function nearestObjects(
	ref: string,
	wanted: string,
	near: ReadonlyMap<string, ObjectRecord>,
): ObjectRecord[] {
	const named = nearest(ref, [...near.keys()], near.size).flatMap((path) => {
		const record = near.get(path)
		if (!record) return []
		const byName = likeness(wanted, record.name)
		return Math.max(byName, likeness(ref, path)) < NEAR ? [] : [{ record, byName }]
	})
	return named
		.sort((a, b) => b.byName - a.byName)
		.slice(0, MAX_NEAREST)
		.map(({ record }) => record)
}

/** @throws Fault `not_found` with the components that are there */
export function needComponent(
	core: Core,
	record: ObjectRecord,
	type: string,
	index: number,
): ComponentRecord {
	const name = core.types.find(type)?.name ?? type
	// A missing script has no name to refer to it by.
	const found = record.components.filter(
		(component) => core.types.find(component.type) && isA(component.type, name),
	)
	const component = found[index]
	if (component) return component
	if (found.length === 0 && !isBaseType(type)) core.types.need(type)
	throw new Fault(
		'not_found',
		found.length === 0
			? `"${record.name}" has no ${name}.`
			: `"${record.name}" has ${found.length} ${name}; component_index ${index} is too high.`,
		{
			hint: found.length === 0 ? 'Add it first, or use configure.' : 'component_index starts at 0.',
			data: { components: record.components.map((c) => c.type) },
		},
	)
}

/** A loaded scene by path or name. */
export function needScene(
	core: Core,
	wanted: string,
	hint = 'Open it with unity_scene open.',
): SceneRecord {
	const scenes = [...core.world.scenes.values()]
	const found = scenes.filter((scene) => scene.path === wanted || scene.name === wanted)
	const [first] = found
	if (first && found.length === 1) return first
	throw new Fault(
		first ? 'ambiguous' : 'not_found',
		first
			? `${found.length} loaded scenes are named "${wanted}".`
			: `The scene "${wanted}" is not loaded.`,
		{
			hint: first ? 'Use the path of the scene.' : hint,
			data: { loaded: scenes.map((scene) => scene.path || scene.name) },
		},
	)
}

/** `/path` if that is unique, else the id: a reference that {@link needObject} accepts. */
export function refText(core: Core, record: ObjectRecord): string {
	if (record.scene === PREFAB_FILE) return partText(core, record)
	const path = pathOf(core.world, record)
	return byPath(core, path).length === 1 ? path : record.id
}

/** The file, and the path inside it after a `#`. */
function partText(core: Core, record: ObjectRecord): string {
	const { path, roots } = core.world.scene(record.scene)
	const root = core.world.object(roots[0] ?? record.id)
	const inner = pathOf(core.world, record).slice(root.name.length + 2)
	return inner === '' ? path : `${path}#${inner}`
}
