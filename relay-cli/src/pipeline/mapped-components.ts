/** Components, carried out by commands of Unity's bridge. It knows properties by their serialized names. */
import { failed } from '@fairlead/protocol/calls'
import { nearest, type ToolArgs } from '@fairlead/protocol/tools'
import * as z from 'zod'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'
import {
	findTarget,
	handleOf,
	identityIn,
	noteOf,
	refuseGiven,
	type Target,
} from './scene-objects.ts'

type Args<A extends 'add' | 'remove' | 'modify' | 'configure'> = ToolArgs<'unity_component', A>

const Properties = z.object({ properties: z.record(z.string(), z.unknown()) })

interface Change {
	readonly property: string
	readonly success: boolean
	readonly previousValue?: unknown
	readonly newValue?: unknown
	readonly error?: string
	readonly available?: readonly string[]
}

/** By their serialized names; empty if the answer does not say. */
export async function readProperties(
	bridge: Bridge,
	target: string,
	type: string,
): Promise<Readonly<Record<string, unknown>>> {
	const read = Properties.safeParse(await bridge.run('get_component_properties', { target, type }))
	return read.success ? read.data.properties : {}
}

export async function addComponent(bridge: Bridge, args: Args<'add'>): Promise<unknown> {
	const target = await findTarget(bridge, args.game_object_id)
	return added(bridge, target, args.component_type, args.properties ?? {})
}

export async function removeComponent(bridge: Bridge, args: Args<'remove'>): Promise<unknown> {
	refuseGiven({ component_index: args.component_index > 0 }, ['component_index'])
	const target = await findTarget(bridge, args.game_object_id)
	const given = { target: target.handle, type: args.component_type }
	const identity = identityIn(await bridge.run('remove_component', given))
	return componentResult(bridge, target, args.component_type, handleOf(identity))
}

export async function modifyComponent(bridge: Bridge, args: Args<'modify'>): Promise<unknown> {
	refuseGiven({ component_index: args.component_index > 0 }, ['component_index'])
	const target = await findTarget(bridge, args.game_object_id)
	const before = await readProperties(bridge, target.handle, args.component_type)
	const changes = await setProperties(bridge, target, args.component_type, args.properties, before)
	return {
		...componentResult(bridge, target, args.component_type, ''),
		...counted(bridge, changes),
	}
}

export async function configureComponent(
	bridge: Bridge,
	args: Args<'configure'>,
): Promise<unknown> {
	refuseGiven({ component_index: args.component_index > 0 }, ['component_index'])
	const target = await findTarget(bridge, args.game_object_id)
	const before = await presentProperties(bridge, target, args.component_type)
	if (before === null)
		return { ...(await added(bridge, target, args.component_type, args.properties)), added: true }
	const changes = await setProperties(bridge, target, args.component_type, args.properties, before)
	const result = componentResult(bridge, target, args.component_type, '')
	return { ...result, ...counted(bridge, changes), added: false }
}

async function added(
	bridge: Bridge,
	target: Target,
	type: string,
	properties: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
	const given = { target: target.handle, type }
	const identity = identityIn(await bridge.run('add_component', given))
	const result = componentResult(bridge, target, type, handleOf(identity))
	if (Object.keys(properties).length === 0) return { ...result, ...counted(bridge, []) }
	const before = await readProperties(bridge, target.handle, type)
	const changes = await setProperties(bridge, target, type, properties, before)
	return { ...result, ...counted(bridge, changes) }
}

/** Null if the object does not have the component. */
async function presentProperties(
	bridge: Bridge,
	target: Target,
	type: string,
): Promise<Readonly<Record<string, unknown>> | null> {
	try {
		return await readProperties(bridge, target.handle, type)
	} catch (error) {
		const said = error instanceof BridgeError ? error.outcome.error : null
		if (said && /has no component/i.test(said.message)) return null
		throw error
	}
}

/** The known ones in one command, all or none of them. */
async function setProperties(
	bridge: Bridge,
	target: Target,
	type: string,
	wanted: Readonly<Record<string, unknown>>,
	before: Readonly<Record<string, unknown>>,
): Promise<Change[]> {
	const serialized = Object.keys(before)
	const named = Object.entries(wanted).map(([property, value]) => ({
		property,
		value,
		name: serializedName(property, serialized),
	}))
	const known = named.filter((one) => one.name !== null)
	if (known.length === 0)
		throw new BridgeError(
			failed(
				'unknown_property',
				`${type} has none of these properties: ${Object.keys(wanted).join(', ')}.`,
				{
					hint: "Unity's own bridge takes serialized names, such as m_Mass.",
					data: { available: serialized.slice(0, 50) },
				},
			),
		)
	const properties = Object.fromEntries(known.map(({ name, value }) => [name, value]))
	const answer = Properties.safeParse(
		await bridge.run('set_component_properties', { target: target.handle, type, properties }),
	)
	const after = answer.success ? answer.data.properties : {}
	return named.map(({ property, value, name }) =>
		name === null
			? {
					property,
					success: false,
					error: `${type} has no property "${property}".`,
					available: nearest(property, serialized),
				}
			: {
					property,
					success: true,
					previousValue: before[name],
					newValue: after[name] ?? value,
				},
	)
}

/** `mass` is `m_Mass`. A path into a property keeps its rest. */
function serializedName(property: string, serialized: readonly string[]): string | null {
	const [first = '', ...rest] = property.split('.')
	const plain = (name: string): string => name.replace(/^m_/, '').toLowerCase()
	const found =
		serialized.find((name) => name === first) ??
		serialized.find((name) => plain(name) === plain(first))
	// Without a list nothing is known to be wrong.
	if (found === undefined) return serialized.length === 0 ? property : null
	return [found, ...rest].join('.')
}

function componentResult(
	bridge: Bridge,
	target: Target,
	type: string,
	handle: string,
): Record<string, unknown> {
	return {
		note: noteOf(bridge),
		componentId: handle || `${target.path}#${type}`,
		componentType: type,
		gameObjectId: target.handle,
		gameObjectName: target.name,
	}
}

function counted(bridge: Bridge, results: readonly Change[]): Record<string, unknown> {
	const wrong = results.filter((one) => !one.success).map(({ property }) => property)
	return {
		note: noteOf(bridge, wrong.length > 0 ? `Not set: ${wrong.join(', ')}.` : ''),
		results,
		successCount: results.length - wrong.length,
		failCount: wrong.length,
	}
}
