/** Objects that cases start with. */
import type { Desk } from './desk.ts'

const T = 'unity_hierarchy'

/** Creates a cube with additional components; returns its id. */
export async function cube(desk: Desk, name: string, ...components: string[]): Promise<string> {
	const made = await desk.ok(T, {
		action: 'create',
		name,
		primitive_type: 'Cube',
		components,
	})
	return made.instanceId
}

/** Two objects with the path `/Twin`. */
export async function twins(desk: Desk): Promise<void> {
	for (let i = 0; i < 2; i++) await desk.ok(T, { action: 'create', name: 'Twin' })
}

/** An instance of a prefab `Car` with the child `Wheel`. */
export async function car(desk: Desk, name: string): Promise<void> {
	await desk.ok(T, { action: 'create', name })
	await desk.ok(T, {
		action: 'create',
		name: 'Wheel',
		primitive_type: 'Cube',
		parent_id: `/${name}`,
	})
	await desk.ok('unity_prefab', {
		action: 'create_asset',
		instance_id: `/${name}`,
		asset_path: `Assets/${name}.prefab`,
	})
}

/** `/Row` with `Item0`…, each with a child `Leaf`. */
export async function row(desk: Desk, count: number): Promise<void> {
	await desk.ok(T, { action: 'create', name: 'Row' })
	for (let i = 0; i < count; i++) {
		await desk.ok(T, { action: 'create', name: `Item${i}`, parent_id: '/Row' })
		await desk.ok(T, { action: 'create', name: 'Leaf', parent_id: `/Row/Item${i}` })
	}
}
