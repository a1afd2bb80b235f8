/** The fields of objects that `find` shows on request: members of the object, or properties of its components. */
import { nearest, type ToolResult } from '@fairlead/protocol/tools'
import { isA } from '../components/component-types.ts'
import { showProperties } from '../components/properties.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { objectSummary } from './object-summary.ts'
import { pathOf } from './objects.ts'
import type { ComponentRecord, ObjectRecord } from './records.ts'

/** Objects in which a field is looked for that none of the page has. */
const MAX_SEARCHED = 500
const MEMBERS: ReadonlySet<string> = new Set([
	'name',
	'tag',
	'layer',
	'activeSelf',
	'components',
	'childCount',
])

type Found = ToolResult<'unity_query', 'find'>['objects'][number]

/**
 * @param found all objects, of which `shown` are those of the page
 * @param type the component that was asked for: its properties come before those of others
 * @throws Fault `unknown_property` for a field that no object has
 */
export function fieldsOf(
	core: Core,
	found: readonly ObjectRecord[],
	shown: readonly ObjectRecord[],
	fields: readonly string[],
	type: string | undefined,
): Found[] {
	const missing = new Set(fields)
	const objects = shown.map((record): Found => {
		const values: Record<string, unknown> = {}
		for (const field of fields) {
			const read = readField(core, record, field, type)
			if (read === undefined) continue
			missing.delete(field)
			values[read.name] = read.value
		}
		return { instanceId: record.id, path: pathOf(core.world, record), values }
	})
	const [first] = found
	for (const field of missing) {
		const searched = found.slice(0, MAX_SEARCHED)
		if (!first || searched.some((one) => readField(core, one, field, type) !== undefined)) continue
		const names = first.components.flatMap((c) => Object.keys(showProperties(core, c)))
		throw new Fault('unknown_property', `None of the objects found has "${field}".`, {
			hint: 'Name a property as unity_query inspect_object shows it: mass, or Light.intensity.',
			data: { available: nearest(field, [...MEMBERS, ...new Set(names)], 10) },
		})
	}
	return objects
}

/** Returns undefined if it has no such member or property. */
export const fieldOf = (core: Core, record: ObjectRecord, field: string): unknown =>
	readField(core, record, field, undefined)?.value

/**
 * The value under the name that was asked for; with its component in front where another one than the type that
 * was asked for has it: the material of a collider must not pass for that of its renderer.
 */
function readField(
	core: Core,
	record: ObjectRecord,
	field: string,
	type: string | undefined,
): { readonly name: string; readonly value: unknown } | undefined {
	if (MEMBERS.has(field))
		return { name: field, value: objectSummary(core, record)[field as 'name'] }
	const dot = field.indexOf('.')
	const owner = dot > 0 ? field.slice(0, dot) : undefined
	const tries = [
		...of(owner).map((component) => ({ component, path: field.slice(dot + 1), name: field })),
		...of(type).map((component) => ({ component, path: field, name: field })),
		...record.components.map((component) => ({
			component,
			path: field,
			name: type === undefined ? field : `${component.type}.${field}`,
		})),
	]
	for (const { component, path, name } of tries) {
		const value = propertyOf(core, component, path)
		if (value !== undefined) return { name, value }
	}
	return undefined

	function of(wanted: string | undefined): ComponentRecord[] {
		return record.components.filter((c) => wanted !== undefined && isA(c.type, wanted))
	}
}

const plain = (name: string): string => name.replace(/^m_/, '').toLowerCase()
const FIRST_MATERIAL: ReadonlySet<string> = new Set(['sharedMaterial', 'material'])
const LETTERS = ['xr', 'yg', 'zb', 'wa']

/** `size.y`, `items[0].name`: names as they are shown, whatever their case. */
function propertyOf(core: Core, component: ComponentRecord, path: string): unknown {
	const shown = showProperties(core, component)
	if (plain(path) === 'enabled') return component.enabled
	if (Object.hasOwn(shown, path)) return shown[path]
	// Scripts write the first of the renderer's materials under these names.
	const materials = shown['sharedMaterials']
	if (Array.isArray(materials) && FIRST_MATERIAL.has(path)) return materials[0] ?? null
	let at: unknown = shown
	for (const step of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
		if (Array.isArray(at)) {
			const index = /^\d+$/.test(step)
				? Number(step)
				: LETTERS.findIndex((both) => step.length === 1 && both.includes(step.toLowerCase()))
			at = at[index]
		} else if (typeof at === 'object' && at !== null) {
			at = Object.entries(at).find(([name]) => plain(name) === plain(step))?.[1]
		} else return undefined
	}
	return at
}
