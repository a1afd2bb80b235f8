/** Objects of the loaded scenes by what they are: as `find` and `modify_where` choose them. */
import { isA, isBaseType } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { activeInHierarchy, allObjects } from './objects.ts'
import type { ObjectRecord } from './records.ts'
import { byPath } from './refs.ts'

export interface ObjectFilter {
	/** Part of it, whatever its case. */
	readonly name?: string | undefined
	readonly tag?: string | undefined
	readonly layer?: string | undefined
	readonly path?: string | undefined
	readonly include_inactive: boolean
}

/** The name of a component type that is asked for; base types count too. @throws Fault `unknown_type` */
export const filterType = (core: Core, name: string | undefined): string | undefined =>
	name === undefined || isBaseType(name) ? name : core.types.need(name).name

/** @throws Fault for a tag or a layer that does not exist */
export function objectsWhere(
	core: Core,
	{ name, tag, layer: layerName, path, include_inactive }: ObjectFilter,
	type: string | undefined,
): ObjectRecord[] {
	if (tag !== undefined) core.project.needTag(tag)
	const layer = layerName === undefined ? undefined : core.project.needLayer(layerName)
	const within = path === undefined ? null : new Set(byPath(core, path).map((r) => r.id))
	return [...allObjects(core.world)].filter(
		(record) =>
			(name === undefined || record.name.toLowerCase().includes(name.toLowerCase())) &&
			(tag === undefined || record.tag === tag) &&
			(layer === undefined || record.layer === layer) &&
			(type === undefined || record.components.some((c) => isA(c.type, type))) &&
			(!within || within.has(record.id)) &&
			(include_inactive || activeInHierarchy(core.world, record)),
	)
}
