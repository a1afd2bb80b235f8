/** Prefabs for cases: one to start with, and the mass that distinguishes its copies. */
import type { Desk } from './desk.ts'

const T = 'unity_prefab'

let prefabs = 0

interface Made {
	readonly name: string
	readonly path: string
	/** Path of the instance it was made from. */
	readonly at: string
}

/** A prefab of a cube with a body and a child `Lid`, made from the instance at its path. */
export async function prefab(desk: Desk, base = 'Box'): Promise<Made> {
	const name = `${base}${++prefabs}`
	const path = `Assets/Prefabs/${name}.prefab`
	await desk.ok('unity_hierarchy', {
		action: 'create',
		name,
		primitive_type: 'Cube',
		components: ['Rigidbody'],
	})
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Lid', parent_id: `/${name}` })
	await desk.ok(T, { action: 'create_asset', instance_id: `/${name}`, asset_path: path })
	return { name, path, at: `/${name}` }
}

export const massOf = async (desk: Desk, ref: string): Promise<unknown> =>
	(await desk.properties(ref, 'Rigidbody'))['mass']

export const setMass = (desk: Desk, ref: string, mass: number) =>
	desk.ok('unity_component', {
		action: 'modify',
		game_object_id: ref,
		component_type: 'Rigidbody',
		properties: { mass },
	})
