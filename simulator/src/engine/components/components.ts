/** unity_component: adding, removing and changing components. */
import type { ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import { newComponent } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value, ValueObject } from '../scene/records.ts'
import { needComponent, needObject } from '../scene/refs.ts'
import { localPose, setLocalPose, transformOf } from '../scene/transforms.ts'
import { type ComponentType, isA, isBaseType, TRANSFORMS } from './component-types.ts'
import { modifyWhere } from './modify-where.ts'
import { setProperties } from './properties.ts'

type Args<A extends 'add' | 'remove' | 'modify' | 'configure'> = ToolArgs<'unity_component', A>
type Result<A extends 'add' | 'remove' | 'modify' | 'configure'> = ToolResult<'unity_component', A>

const head = (record: ObjectRecord, component: ComponentRecord) => ({
	componentId: component.id,
	componentType: component.type,
	gameObjectId: record.id,
	gameObjectName: record.name,
})

function refuseConflict(core: Core, record: ObjectRecord, type: ComponentType): void {
	const present = record.components.flatMap((c) => core.types.find(c.type) ?? [])
	if (type.single && present.some((p) => p.name === type.name))
		throw new Fault(
			'already_exists',
			`"${record.name}" already has a ${type.name}; it can have only one.`,
			{
				hint: 'Change the existing one with modify or configure.',
			},
		)
	const rival = present.find(
		(p) =>
			(type.exclusive !== undefined && p.exclusive === type.exclusive) ||
			(type.physics !== undefined && p.physics !== undefined && p.physics !== type.physics),
	)
	if (rival)
		throw new Fault(
			'invalid_arguments',
			`A ${type.name} cannot be added to "${record.name}": it conflicts with its ${rival.name}.`,
			{
				hint: `Remove the ${rival.name} first, or use another object.`,
			},
		)
}

/** Adds a component with its required components; collider sizes follow the mesh, as in the editor. */
export function addComponent(core: Core, objectId: string, typeName: string): ComponentRecord {
	const type = core.types.need(typeName)
	const { world } = core
	if (type.name === 'Transform')
		throw new Fault('already_exists', 'Every object has exactly one Transform.')
	refuseConflict(core, world.object(objectId), type)
	for (const required of type.requires) {
		// Any kind of it will do: a BoxCollider where a Collider is required.
		if (world.object(objectId).components.some((c) => isA(c.type, required))) continue
		if (isBaseType(required))
			throw new Fault(
				'invalid_arguments',
				`${type.name} cannot be added to "${world.object(objectId).name}": it requires a ${required}, and the object has none.`,
				{ hint: `Add a component that is a ${required} first.` },
			)
		addComponent(core, objectId, required)
	}
	const record = world.object(objectId)
	const component = newComponent(core, type.name, fitted(record, type))
	if (type.name === 'RectTransform') {
		const [old, ...others] = record.components
		const props = { ...component.props, ...old?.props }
		const replaced = { ...component, ...(old ? { id: old.id, fileId: old.fileId } : {}), props }
		world.putObject({ ...record, components: [replaced, ...others] })
		// It stays where it was.
		setLocalPose(world, objectId, { position: localPose(record).position })
		return transformOf(world.object(objectId))
	}
	world.putObject({ ...record, components: [...record.components, component] })
	return component
}

function fitted(record: ObjectRecord, type: ComponentType): ValueObject {
	const mesh = record.components.find((c) => c.type === 'MeshFilter')?.props['sharedMesh']
	const name = (mesh as { $builtin?: string } | null | undefined)?.$builtin
	if (name === undefined) return {}
	const tall = name === 'Capsule' || name === 'Cylinder'
	switch (type.name) {
		case 'BoxCollider':
			return {
				size: name === 'Plane' ? [10, 0, 10] : name === 'Quad' ? [1, 1, 0] : [1, tall ? 2 : 1, 1],
			}
		case 'SphereCollider':
			return { radius: name === 'Plane' ? 5 : tall ? 1 : 0.5 }
		case 'CapsuleCollider':
			return { radius: name === 'Plane' ? 5 : 0.5, height: tall ? 2 : 1 }
		case 'MeshCollider':
			return { sharedMesh: mesh as Value }
		default:
			return {}
	}
}

export function removeComponent(
	core: Core,
	record: ObjectRecord,
	component: ComponentRecord,
): void {
	if (TRANSFORMS.has(component.type))
		throw new Fault(
			'invalid_arguments',
			`The ${component.type} of "${record.name}" cannot be removed.`,
			{
				hint: 'Every object has one; destroy the object instead.',
			},
		)
	const others = record.components.filter((c) => c.id !== component.id)
	if (!others.some((c) => c.type === component.type)) {
		const needing = others.find((c) =>
			core.types
				.find(c.type)
				?.requires.some(
					(wanted) => isA(component.type, wanted) && !others.some((o) => isA(o.type, wanted)),
				),
		)
		if (needing)
			throw new Fault(
				'invalid_arguments',
				`The ${component.type} cannot be removed: ${needing.type} depends on it.`,
				{
					hint: `Remove the ${needing.type} first.`,
				},
			)
	}
	core.world.putObject({ ...record, components: others })
}

export const typesOf = (record: ObjectRecord): string[] => record.components.map((c) => c.type)

/** Components that Unity added because requested ones require them. */
export function alsoAdded(
	core: Core,
	objectId: string,
	expected: readonly string[],
): { alsoAdded?: string[] } {
	const more = typesOf(core.world.object(objectId)).filter((type) => !expected.includes(type))
	return more.length > 0 ? { alsoAdded: more } : {}
}

export const componentActions = {
	add(core: Core, args: Args<'add'>): Result<'add'> {
		const record = needObject(core, args.game_object_id)
		const before = typesOf(record)
		const component = addComponent(core, record.id, args.component_type)
		core.stepName = `Add ${component.type}`
		const report = setProperties(core, component.id, args.properties ?? {})
		return {
			...head(record, component),
			...alsoAdded(core, record.id, [...before, component.type]),
			...report,
		}
	},
	remove(core: Core, args: Args<'remove'>): Result<'remove'> {
		const record = needObject(core, args.game_object_id)
		const component = needComponent(core, record, args.component_type, args.component_index)
		removeComponent(core, record, component)
		core.stepName = `Remove ${component.type}`
		return head(record, component)
	},
	modify(core: Core, args: Args<'modify'>): Result<'modify'> {
		const record = needObject(core, args.game_object_id)
		const component = needComponent(core, record, args.component_type, args.component_index)
		core.stepName = `Modify ${component.type}`
		return {
			...head(record, component),
			...setProperties(core, component.id, args.properties),
		}
	},
	modify_where: modifyWhere,
	configure(core: Core, args: Args<'configure'>): Result<'configure'> {
		const record = needObject(core, args.game_object_id)
		const type = core.types.need(args.component_type).name
		const found = record.components.filter((c) => isA(c.type, type))
		const added = found.length === 0
		if (added && args.component_index > 0) needComponent(core, record, type, args.component_index)
		const component = added
			? addComponent(core, record.id, type)
			: needComponent(core, record, type, args.component_index)
		core.stepName = `${added ? 'Add' : 'Modify'} ${type}`
		const report = setProperties(core, component.id, args.properties)
		return {
			...head(record, component),
			added,
			...alsoAdded(core, record.id, [...typesOf(record), component.type]),
			...report,
		}
	},
}
