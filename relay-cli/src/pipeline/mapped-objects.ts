/** Changes to objects, carried out by commands of Unity's bridge. */
import { failed } from '@fairlead/protocol/calls'
import type { ToolArgs } from '@fairlead/protocol/tools'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'
import { readProperties } from './mapped-components.ts'
import {
	changed,
	findTarget,
	handleOf,
	identityIn,
	noteOf,
	objectsIn,
	refuseGiven,
} from './scene-objects.ts'

type Args<
	A extends
		| 'create'
		| 'destroy'
		| 'rename'
		| 'reparent'
		| 'set_active'
		| 'set_transform'
		| 'set_tag_layer',
> = ToolArgs<'unity_hierarchy', A>

/** `Light.m_Type`. */
const LIGHTS = { SpotLight: 0, DirectionalLight: 1, PointLight: 2 } as const
const CLOSE_ENOUGH = 1e-3

/**
 * One command for the object with its place, so that it is made whole or not at all; in versions without that command
 * the object is placed by a second one.
 */
export async function createObject(bridge: Bridge, args: Args<'create'>): Promise<unknown> {
	const { primitive_type: kind, parent_id, position, rotation, scale, components = [] } = args
	const parent = parent_id === undefined ? undefined : await findTarget(bridge, parent_id)
	const light = Object.hasOwn(LIGHTS, kind) ? LIGHTS[kind as keyof typeof LIGHTS] : null
	const bare = kind === 'Empty' || kind === 'Camera' || light !== null
	const shape = {
		name: args.name ?? (kind === 'Empty' ? 'GameObject' : kind),
		primitive: bare ? undefined : kind.toLowerCase(),
		parent: parent?.handle,
	}
	const placed = position ?? rotation ?? scale
	const atOnce = placed !== undefined && bridge.has('create_gameobjects')
	const made = atOnce
		? objectsIn(
				await bridge.run('create_gameobjects', {
					...shape,
					count: 1,
					positions: position && [position],
					rotations: rotation && [rotation],
					scales: scale && [scale],
				}),
			)[0]
		: identityIn(await bridge.run('create_gameobject', shape))
	const identity = made ?? identityIn(null)
	const target = handleOf(identity)
	if (placed !== undefined && !atOnce)
		await bridge.run('set_transform', { target, position, rotation, scale })
	const wanted = [
		...(kind === 'Camera' ? ['Camera'] : light === null ? [] : ['Light']),
		...components,
	]
	for (const type of wanted) await bridge.run('add_component', { target, type })
	if (light !== null)
		await bridge.run('set_component_properties', {
			target,
			type: 'Light',
			properties: { m_Type: light },
		})
	return changed(bridge, identity)
}

export async function destroyObject(bridge: Bridge, args: Args<'destroy'>): Promise<unknown> {
	const target = await findTarget(bridge, args.instance_id)
	const identity = identityIn(await bridge.run('delete_gameobject', { target: target.handle }))
	return {
		...changed(bridge, identity, target),
		note: noteOf(bridge, 'Its children are gone too; they are not counted.'),
		destroyedCount: 1,
	}
}

export async function renameObject(bridge: Bridge, args: Args<'rename'>): Promise<unknown> {
	const target = await findTarget(bridge, args.instance_id)
	const identity = identityIn(
		await bridge.run('rename_gameobject', { target: target.handle, name: args.name }),
	)
	return { ...changed(bridge, identity, target), name: args.name, previousName: target.name }
}

export async function reparentObject(bridge: Bridge, args: Args<'reparent'>): Promise<unknown> {
	refuseGiven(args, ['sibling_index'])
	const target = await findTarget(bridge, args.instance_id)
	const parent = args.parent_id === null ? null : await findTarget(bridge, args.parent_id)
	const identity = identityIn(
		await bridge.run('set_parent', {
			target: target.handle,
			parent: parent?.handle,
			world_position_stays: args.world_position_stays,
		}),
	)
	return { ...changed(bridge, identity, target), parentId: parent?.handle ?? null }
}

export async function activateObject(bridge: Bridge, args: Args<'set_active'>): Promise<unknown> {
	const target = await findTarget(bridge, args.instance_id)
	const given = { target: target.handle, active: args.active }
	const identity = identityIn(await bridge.run('set_active', given))
	return { ...changed(bridge, identity, target), active: args.active }
}

/** Unity's command line reports success for a value it did not understand, so the result is read back. */
export async function moveObject(bridge: Bridge, args: Args<'set_transform'>): Promise<unknown> {
	if (args.space === 'world') refuseGiven({ 'space: world': true }, ['space: world'])
	const target = await findTarget(bridge, args.instance_id)
	const { position, rotation, scale } = args
	const identity = identityIn(
		await bridge.run('set_transform', { target: target.handle, position, rotation, scale }),
	)
	const now = await readProperties(bridge, target.handle, 'Transform')
	const current = {
		position: vectorIn(now['m_LocalPosition']),
		...(rotation ? { rotation } : {}),
		scale: vectorIn(now['m_LocalScale']),
	}
	for (const [name, wanted, is] of [
		['position', position, current.position],
		['scale', scale, current.scale],
	] as const)
		if (wanted && is && !wanted.every((value, i) => Math.abs(value - (is[i] ?? 0)) < CLOSE_ENOUGH))
			throw new BridgeError(
				failed('internal', `Unity reported success, but the ${name} is ${JSON.stringify(is)}.`, {
					hint: 'A script or a constraint may hold it, or this version of com.unity.pipeline does not take it.',
				}),
			)
	return { ...changed(bridge, identity, target), current }
}

export async function tagObject(bridge: Bridge, args: Args<'set_tag_layer'>): Promise<unknown> {
	refuseGiven(args, ['include_children'])
	const target = await findTarget(bridge, args.instance_id)
	const { tag, layer } = args
	if (tag !== undefined) await bridge.run('set_tag', { target: target.handle, tag })
	if (layer !== undefined) await bridge.run('set_layer', { target: target.handle, layer })
	return {
		note: noteOf(bridge),
		instanceId: target.handle,
		name: target.name,
		path: target.path,
		...(tag === undefined ? {} : { tag }),
		...(layer === undefined ? {} : { layer }),
	}
}

/** As an array, or as an object with x, y, z. */
function vectorIn(value: unknown): number[] | undefined {
	const { x, y, z } = Object(value) as { x?: unknown; y?: unknown; z?: unknown }
	const parts = Array.isArray(value) ? value : [x, y, z]
	return parts.length === 3 && parts.every((one) => typeof one === 'number')
		? (parts as number[])
		: undefined
}
