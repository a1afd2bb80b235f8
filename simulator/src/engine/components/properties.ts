/** Setting and showing the properties of one component; every change is reported. */
import type { PropertyChange } from '@fairlead/protocol/tools'
import { materialSpec, unknownMaterialProperty } from '../assets/materials.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { fromEuler, type Vector3 } from '../math.ts'
import { PREFAB_CONTENTS } from '../prefabs/prefab-contents.ts'
import {
	type ComponentRecord,
	equalValues,
	type MaterialData,
	type ObjectRecord,
	type Ref,
	type Value,
	type ValueObject,
} from '../scene/records.ts'
import { placeByAnchors, setLocalPose, setWorldPose, transformValues } from '../scene/transforms.ts'
import { type ComponentType, TRANSFORMS } from './component-types.ts'
import { RENDERERS } from './component-types-rendering.ts'
import {
	availableNames,
	descend,
	findSpec,
	parsePath,
	replaceAt,
	type Step,
} from './property-paths.ts'
import { type PropertySpec, typeName } from './property-types.ts'
import { coerce, Mismatch, show } from './property-values.ts'

export interface ModifyReport {
	/** Placed first if some could not be set, because the rest looks like success. */
	note?: string
	results: PropertyChange[]
	successCount: number
	failCount: number
}

const NEAREST_ONLY = '"available" lists the nearest names; there may be more.'
const ENABLED: PropertySpec = { name: 'enabled', type: { kind: 'bool' }, default: true }
/** World-space names of a Transform that are computed, not stored. */
const WORLD_SPACE = { position: 'position', rotation: 'rotation', eulerAngles: 'rotation' } as const

const failure = (property: string, error: string, available?: string[]): PropertyChange => ({
	property,
	success: false,
	error,
	...(available ? { available } : {}),
})

/**
 * Sets the properties that can be set.
 * @throws Fault `unknown_property` or `invalid_arguments`, with `data.results`, when nothing could
 */
export function setProperties(
	core: Core,
	componentId: string,
	properties: Readonly<Record<string, unknown>>,
): ModifyReport {
	const results = Object.entries(properties).map(([path, value]) =>
		setProperty(core, componentId, path, value),
	)
	return report(results, core.world.component(componentId)?.type ?? 'The component')
}

export function report(results: PropertyChange[], what: string): ModifyReport {
	const successCount = results.filter((result) => result.success).length
	const failCount = results.length - successCount
	if (results.length > 0 && successCount === 0) {
		const unknown = results.every((result) => result.available !== undefined)
		throw new Fault(
			unknown ? 'unknown_property' : 'invalid_arguments',
			results.length === 1
				? (results[0]?.error ?? 'The property could not be set.')
				: `None of the ${results.length} properties of ${what} could be set: ${results[0]?.error}`,
			{
				hint: unknown
					? `Use one of the names in "available". ${NEAREST_ONLY}`
					: 'See "error" of each property.',
				data: { results },
			},
		)
	}
	const failed = results.filter((result) => !result.success)
	if (failed.length === 0) return { results, successCount, failCount }
	const names = failed.map(({ property }) => property).join(', ')
	const nearestOnly = failed.some(({ available }) => available) ? ` ${NEAREST_ONLY}` : ''
	const note = `${failCount} of ${results.length} properties ${failCount === 1 ? 'was' : 'were'} not set: ${names}.${nearestOnly}`
	return { note, results, successCount, failCount }
}

function locate(core: Core, componentId: string): [ObjectRecord, ComponentRecord, ComponentType] {
	const record = core.world.ownerOf(componentId)
	const component = core.world.component(componentId)
	if (!record || !component) throw new Fault('not_found', 'The component is gone.')
	const type = core.types.find(component.type)
	if (!type)
		throw new Fault('unknown_type', `The script of "${component.type}" is missing.`, {
			hint: 'Restore the script and call unity_refresh, or remove the component.',
		})
	return [record, component, type]
}

function setProperty(core: Core, id: string, path: string, input: unknown): PropertyChange {
	const [record, component, type] = locate(core, id)
	const steps = parsePath(path)
	const [first, ...rest] = steps ?? []
	if (!first || !('key' in first)) return failure(path, `"${path}" is not a property path.`)
	try {
		if (TRANSFORMS.has(type.name) && rest.length === 0 && Object.hasOwn(WORLD_SPACE, first.key))
			return setWorld(core, record, path, WORLD_SPACE[first.key as keyof typeof WORLD_SPACE], input)
		if (RENDERERS.has(type.name) && /^(material|materials|sharedMaterial)$/.test(first.key))
			return setMaterial(core, record, component, path, first.key, rest, input)
		const enabled = type.canDisable && /^(m_)?enabled$/i.test(first.key)
		const spec = enabled ? ENABLED : findSpec(type, first.key)
		const beyond = type.beyond?.get(first.key)
		if (!spec && beyond !== undefined)
			return failure(
				path,
				`${type.name}.${first.key} is not supported by the simulator, which cannot hold a ${beyond}; in Unity it can be set.`,
			)
		if (!spec)
			return failure(
				path,
				`${type.name} has no property "${path}".`,
				availableNames(type, path, extraNames(type)),
			)
		if (spec.runtime && !core.play.isPlaying)
			return failure(path, `${spec.name} can be set only in play mode.`)
		const scope = record.scene === PREFAB_CONTENTS ? record.scene : undefined
		const whole = enabled ? (component.enabled ?? true) : propertyValue(core, component, spec)
		const target = descend(spec.type, whole, rest)
		if (!target.ok) return failure(path, target.error, target.available)
		const part = coerce(core, input, target.type, scope)
		const next = replaceAt(spec.type, whole, rest, part)
		if (spec.runtime) core.play.setVelocity(component.id, spec, next)
		else
			putComponent(core, record, {
				...component,
				...(enabled
					? { enabled: part === true }
					: { props: { ...component.props, [spec.name]: next } }),
			})
		if (type.name === 'RectTransform') keepInLine(core, record.id, spec.name, next)
		return {
			property: path,
			success: true,
			propertyType: typeName(target.type),
			previousValue: show(core, target.value, target.type),
			newValue: show(core, part, target.type),
		}
	} catch (error) {
		if (error instanceof Mismatch) return failure(path, `${path}: ${error.message}`)
		throw error
	}
}

/** A RectTransform's two positions are one. */
function keepInLine(core: Core, id: string, property: string, value: Value): void {
	if (property !== 'localPosition') placeByAnchors(core.world, id)
	else if (Array.isArray(value))
		setLocalPose(core.world, id, { position: value.map(Number) as [number, number, number] })
}

export function putComponent(core: Core, record: ObjectRecord, component: ComponentRecord): void {
	core.world.putObject({
		...record,
		components: record.components.map((c) => (c.id === component.id ? component : c)),
	})
}

function propertyValue(core: Core, component: ComponentRecord, spec: PropertySpec): Value {
	if (spec.runtime) return core.play.velocityOf(component.id, spec)
	return component.props[spec.name] ?? spec.default
}

function setWorld(
	core: Core,
	record: ObjectRecord,
	path: string,
	key: 'position' | 'rotation',
	input: unknown,
): PropertyChange {
	const [x = 0, y = 0, z = 0] = coerce(core, input, { kind: 'vector', size: 3 }) as number[]
	const previousValue = transformValues(core.world, record.id, 'world')[key]
	const value: Vector3 = [x, y, z]
	setWorldPose(
		core.world,
		record.id,
		key === 'position' ? { position: value } : { rotation: fromEuler(value) },
	)
	return {
		property: path,
		success: true,
		propertyType: key === 'position' ? 'Vector3' : 'Quaternion',
		previousValue,
		newValue: transformValues(core.world, record.id, 'world')[key],
	}
}

/** `material…` belongs to this renderer alone, `sharedMaterial` names an asset. */
function setMaterial(
	core: Core,
	record: ObjectRecord,
	component: ComponentRecord,
	path: string,
	key: string,
	steps: readonly Step[],
	input: unknown,
): PropertyChange {
	const [head, ...tail] = steps
	const indexed = key === 'materials' && head !== undefined && 'index' in head
	const slot = indexed ? head.index : 0
	const inner = indexed ? tail : steps
	const slots = component.props['sharedMaterials']
	const current = Array.isArray(slots) ? ((slots[slot] ?? null) as Ref | null) : null
	if (key === 'materials' && !indexed)
		return failure(path, `"${path}" needs an index, e.g. materials[0].color.`)
	const put = (ref: Value): void => {
		const whole = Array.isArray(slots) ? slots : []
		const filled = Array.from(
			{ length: Math.max(whole.length, slot + 1) },
			(_, i) => whole[i] ?? null,
		)
		putComponent(core, record, {
			...component,
			props: { ...component.props, sharedMaterials: filled.with(slot, ref) },
		})
	}
	const reference = { kind: 'reference', to: { kind: 'asset', type: 'Material' } } as const
	if (inner.length === 0) {
		const next = coerce(core, input, reference)
		put(next)
		return {
			property: path,
			success: true,
			propertyType: typeName(reference),
			previousValue: show(core, current as Value, reference),
			newValue: show(core, next, reference),
		}
	}
	if (key === 'sharedMaterial')
		return failure(
			path,
			'A shared material belongs to its asset: set material.… for this object alone, or use unity_asset modify_material.',
		)
	const material = core.materials.resolve(current)
	if (!material) return failure(path, `"${record.name}" has no material in slot ${slot}.`)
	const [changed, change] = setMaterialProperty(core, material, inner, input, path)
	if (changed) {
		const name = material.name.endsWith(' (Instance)')
			? material.name
			: `${material.name} (Instance)`
		put({ $material: { ...changed, name } })
	}
	return change
}

/** One property of a material's data; null if it could not be set. */
export function setMaterialProperty(
	core: Core,
	material: MaterialData,
	steps: readonly Step[],
	input: unknown,
	path: string,
): [MaterialData | null, PropertyChange] {
	const [first, ...rest] = steps
	const spec = first && 'key' in first ? materialSpec(material, first.key) : undefined
	if (!spec) return [null, { ...unknownMaterialProperty(material, path), property: path }]
	const whole = material.properties[spec.name] ?? spec.default
	const target = descend(spec.type, whole, rest)
	if (!target.ok) return [null, failure(path, target.error, target.available)]
	try {
		const part = coerce(core, input, target.type)
		const properties = {
			...material.properties,
			[spec.name]: replaceAt(spec.type, whole, rest, part),
		}
		const change: PropertyChange = {
			property: path,
			success: true,
			propertyType: typeName(target.type),
			previousValue: show(core, target.value, target.type),
			newValue: show(core, part, target.type),
		}
		return [{ ...material, properties }, change]
	} catch (error) {
		if (error instanceof Mismatch) return [null, failure(path, `${path}: ${error.message}`)]
		throw error
	}
}

/** Every property of a material, as sent in results. */
export function shownMaterial(core: Core, material: MaterialData): ValueObject {
	return Object.fromEntries(
		Object.entries(material.properties).map(([name, value]) => {
			const spec = materialSpec(material, name)
			return [name, spec ? show(core, value, spec.type) : value]
		}),
	)
}

function extraNames(type: ComponentType): string[] {
	return [
		...(type.canDisable ? ['enabled'] : []),
		...(TRANSFORMS.has(type.name) ? Object.keys(WORLD_SPACE) : []),
		...(RENDERERS.has(type.name) ? ['material.color', 'sharedMaterial'] : []),
	]
}

/** All properties as `inspect_object` shows them: names and shapes that can be set again. */
export function showProperties(core: Core, component: ComponentRecord): Record<string, Value> {
	const type = core.types.find(component.type)
	// Unity shows nothing of a missing script, though its values stay in the file.
	if (!type) return {}
	const shown: Record<string, Value> = {}
	for (const spec of type.props) {
		if (spec.runtime && !core.play.isPlaying) continue
		shown[spec.name] = show(core, propertyValue(core, component, spec), spec.type)
	}
	const owner = core.world.ownerOf(component.id)
	if (owner && TRANSFORMS.has(type.name)) {
		const world = transformValues(core.world, owner.id, 'world')
		Object.assign(shown, transformShown(core, owner), {
			position: world.position,
			rotation: world.rotation,
		})
	}
	if (RENDERERS.has(type.name)) {
		const slots = component.props['sharedMaterials']
		const material = core.materials.resolve(Array.isArray(slots) ? (slots[0] as Ref | null) : null)
		const tint = material && materialSpec(material, 'color')
		if (material && tint) shown['material.color'] = material.properties[tint.name] ?? null
		if (material) shown['material.shader'] = material.shader
	}
	return shown
}

const FRESH_TRANSFORM: ValueObject = {
	localPosition: [0, 0, 0],
	localRotation: [0, 0, 0],
	localScale: [1, 1, 1],
	position: [0, 0, 0],
	rotation: [0, 0, 0],
}

/** Properties whose values differ from those of a component that was just added to an empty object. */
export function changedProperties(core: Core, component: ComponentRecord): Record<string, Value> {
	const type = core.types.find(component.type)
	const fresh = {
		...Object.fromEntries(
			type?.props.map((spec) => [spec.name, show(core, spec.default, spec.type)]) ?? [],
		),
		...(TRANSFORMS.has(component.type) ? FRESH_TRANSFORM : {}),
	}
	return Object.fromEntries(
		Object.entries(showProperties(core, component)).filter(
			([name, value]) => !equalValues(value, fresh[name]),
		),
	)
}

function transformShown(core: Core, owner: ObjectRecord): ValueObject {
	const local = transformValues(core.world, owner.id, 'local')
	return { localPosition: local.position, localRotation: local.rotation, localScale: local.scale }
}
