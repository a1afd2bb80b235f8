/** Objects of the loaded scenes by what they are: as `find` and `modify_where` choose them. */
import { isA, isBaseType } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
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
	if (path !== undefined && within?.size === 0) refusePattern(path)
	const found = [...allObjects(core.world)].filter(
		(record) =>
			(name === undefined || record.name.toLowerCase().includes(name.toLowerCase())) &&
			(tag === undefined || record.tag === tag) &&
			(layer === undefined || record.layer === layer) &&
			(type === undefined || record.components.some((c) => isA(c.type, type))) &&
			(!within || within.has(record.id)) &&
			(include_inactive || activeInHierarchy(core.world, record)),
	)
	// An object may be called so.
	if (found.length === 0 && name?.includes('*'))
		throw new Fault('invalid_arguments', `No name contains "${name}".`, {
			hint: 'name is a part of a name and has no wildcards: leave the * out.',
		})
	// An object that is called so is meant before those whose names contain it.
	return name === undefined
		? found
		: found.toSorted((a, b) => Number(b.name === name) - Number(a.name === name))
}

function refusePattern(path: string): void {
	if (path.startsWith('/') && !path.includes('*')) return
	throw new Fault('invalid_arguments', `No object has the path "${path}".`, {
		hint: 'A path begins with / and has no wildcards. Use name for a part of a name, or hierarchy with root for all below an object.',
	})
}
