/** unity_query references_to: the properties in the loaded scenes that hold an object, one of its components, or an asset. */
import type { ToolResult } from '@fairlead/protocol/tools'
import { showReference } from '../components/property-values.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { allObjects, pathOf, subtree } from './objects.ts'
import { type ComponentRecord, isRef, type ObjectRecord, type Ref, type Value } from './records.ts'
import { needObject } from './refs.ts'

/** The editor answers nothing else while it looks. */
const MAX_COMPONENTS = 20_000
const ASSET = /^(?:(?:Assets|Packages)\/|[0-9a-f]{32}$)/i

type Found = ToolResult<'unity_query', 'references_to'>['references'][number]
type IsTarget = (ref: Ref) => boolean

/**
 * @param root only objects below it, and itself
 * @throws Fault `not_found` for either, `invalid_arguments` for a script
 */
export function referencesTo(
	core: Core,
	wanted: string,
	root: string | undefined,
): { readonly found: readonly Found[]; readonly note?: string } {
	const guid = ASSET.test(wanted) ? needAsset(core, wanted) : null
	const isTarget = guid === null ? objectTest(core, wanted) : assetTest(guid)
	const found: Found[] = []
	let left = MAX_COMPONENTS
	const objects =
		root === undefined ? allObjects(core.world) : subtree(core.world, needObject(core, root).id)
	for (const record of objects) {
		left -= record.components.length
		if (left < 0)
			return {
				found,
				note: `Only the first ${MAX_COMPONENTS} components were searched: search the others below a root.`,
			}
		const add = (component: string, property: string, to: Value): void => {
			const path = pathOf(core.world, record)
			found.push({ instanceId: record.id, path, component, property, to: String(to) })
		}
		if (guid !== null && isInstanceOf(record, guid))
			add('GameObject', 'prefab', showReference(core, { $asset: guid }))
		for (const component of record.components)
			for (const { property, ref } of held(core, component))
				if (isTarget(ref)) add(component.type, property, showReference(core, ref))
	}
	return { found }
}

function needAsset(core: Core, wanted: string): string {
	const asset = core.assets.byGuid(wanted) ?? core.assets.need(wanted)
	if (asset.path.endsWith('.cs'))
		throw new Fault(
			'invalid_arguments',
			`${asset.path} is a script: its components are what uses it.`,
			{
				hint: 'Use unity_query find with its class as component_type.',
			},
		)
	return asset.guid
}

const assetTest =
	(guid: string): IsTarget =>
	(ref) =>
		'$asset' in ref && ref.$asset === guid

function objectTest(core: Core, wanted: string): IsTarget {
	const { id, components } = needObject(core, wanted)
	const own = new Set(components.map((component) => component.id))
	return (ref) =>
		('$object' in ref && ref.$object === id) || ('$component' in ref && own.has(ref.$component))
}

const isInstanceOf = (record: ObjectRecord, guid: string): boolean =>
	[record.prefab, record.nested].some((link) => link?.isRoot === true && link.guid === guid)

interface Held {
	/** The property in the form that `modify` takes. */
	readonly property: string
	readonly ref: Ref
}

function* held(core: Core, component: ComponentRecord): Generator<Held> {
	// Unity shows nothing of a missing script, though its values stay in the file.
	for (const { name, default: usual } of core.types.find(component.type)?.props ?? [])
		yield* propertiesIn(name, component.props[name] ?? usual)
}

/** The references in a value, by their paths from the property's name on. */
export function* propertiesIn(property: string, value: Value): Generator<Held> {
	if (typeof value !== 'object' || value === null) return
	if (isRef(value)) yield { property, ref: value }
	else if (Array.isArray(value))
		for (const [index, item] of value.entries()) yield* propertiesIn(`${property}[${index}]`, item)
	else
		for (const [key, item] of Object.entries(value)) yield* propertiesIn(`${property}.${key}`, item)
}
