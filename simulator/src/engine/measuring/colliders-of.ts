/** Colliders of objects as shapes that queries can meet. */

import { MESH_HALF } from '../assets/builtin-meshes.ts'
import { isA } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { Fault } from '../fault.ts'
import {
	add,
	column,
	cross,
	length,
	type Mat4,
	multiply,
	normalize,
	subtract,
	transformPoint,
	type Vector3,
} from '../math.ts'
import { activeInHierarchy, pathOf } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value } from '../scene/records.ts'
import { worldMatrix } from '../scene/transforms.ts'
import type { Solid } from './solids.ts'

/** 2D shapes reach through all of Z. */
const FLAT_DEPTH = 1e6

/** Meshes that are boxes; the flat ones look to one side. */
const BOX_MESHES: Readonly<Record<string, Vector3 | null>> = {
	Cube: null,
	Plane: [0, 1, 0],
	Quad: [0, 0, -1],
}

export interface Placed {
	readonly owner: ObjectRecord
	readonly collider: ComponentRecord
	readonly solid: Solid
}

const num = (value: Value | undefined, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise
const vec = (value: Value | undefined, otherwise: Vector3): Vector3 =>
	Array.isArray(value)
		? [Number(value[0] ?? 0), Number(value[1] ?? 0), Number(value[2] ?? 0)]
		: otherwise

/**
 * Active and enabled colliders of an object.
 * @throws Fault `unsupported` for one whose shape is not known here
 */
export function collidersOf(core: Core, owner: ObjectRecord, flat: boolean): Placed[] {
	const colliders = owner.components.filter(
		(c) => isA(c.type, flat ? 'Collider2D' : 'Collider') && c.enabled !== false,
	)
	if (colliders.length === 0 || !activeInHierarchy(core.world, owner)) return []
	const matrix = worldMatrix(core.world, owner.id)
	return colliders.flatMap((collider) => {
		if (collider.type === 'MeshCollider' && collider.props['sharedMesh'] === null) return []
		const solid = solidOf(collider, matrix)
		if (solid) return [{ owner, collider, solid }]
		throw new Fault(
			'unsupported',
			`The simulated editor does not know the shape of the ${collider.type} of ${pathOf(core.world, owner)}, so it cannot tell what a query would find.`,
			{ hint: 'Leave its layer out with "layers", or ask in Unity.' },
		)
	})
}

function solidOf(collider: ComponentRecord, matrix: Mat4): Solid | undefined {
	const { props } = collider
	const center = transformPoint(matrix, vec(props['center'] ?? props['offset'], [0, 0, 0]))
	switch (collider.type) {
		case 'BoxCollider':
			return box(matrix, center, multiply(vec(props['size'], [1, 1, 1]), 0.5))
		case 'BoxCollider2D':
			return flatBox(matrix, center, multiply(vec(props['size'], [1, 1, 0]), 0.5))
		case 'SphereCollider': {
			const radius = num(props['radius'], 0.5) * Math.max(...scales(matrix))
			return { kind: 'round', from: center, to: center, radius }
		}
		case 'CircleCollider2D': {
			const [x, y] = scales(matrix)
			const radius = num(props['radius'], 0.5) * Math.max(x, y)
			const depth: Vector3 = [0, 0, FLAT_DEPTH]
			return { kind: 'round', from: subtract(center, depth), to: add(center, depth), radius }
		}
		case 'CapsuleCollider':
			return capsule(matrix, center, props, num(props['direction'], 1))
		case 'CharacterController':
			return capsule(matrix, center, props, 1)
		case 'MeshCollider': {
			const mesh = (props['sharedMesh'] as { $builtin?: string } | null)?.$builtin ?? ''
			const half = MESH_HALF[mesh]
			if (!half || !Object.hasOwn(BOX_MESHES, mesh)) return undefined
			const facing = BOX_MESHES[mesh]
			const solid = box(matrix, center, half)
			return facing && solid.kind === 'box' ? { ...solid, faces: towards(solid, facing) } : solid
		}
		default:
			return undefined
	}
}

const scales = (matrix: Mat4): Vector3 =>
	([0, 1, 2] as const).map((axis) => length(column(matrix, axis))) as Vector3

function box(matrix: Mat4, center: Vector3, half: Vector3): Solid & { kind: 'box' } {
	const scale = scales(matrix)
	const axes = ([0, 1, 2] as const).map((axis) => normalize(column(matrix, axis)))
	return {
		kind: 'box',
		center,
		axes: axes as [Vector3, Vector3, Vector3],
		half: [half[0] * scale[0], half[1] * scale[1], Math.abs(half[2]) * scale[2]],
	}
}

/** 2D physics uses only the rotation around Z. */
function flatBox(matrix: Mat4, center: Vector3, half: Vector3): Solid {
	const [x, y] = scales(matrix)
	const right = column(matrix, 0)
	const along = normalize([right[0], right[1], 0])
	return {
		kind: 'box',
		center,
		axes: [along, cross([0, 0, 1], along), [0, 0, 1]],
		half: [half[0] * x, half[1] * y, FLAT_DEPTH],
	}
}

const towards = (solid: Solid & { kind: 'box' }, local: Vector3): Vector3 =>
	solid.axes.reduce<Vector3>((sum, axis, i) => add(sum, multiply(axis, local[i] ?? 0)), [0, 0, 0])

function capsule(
	matrix: Mat4,
	center: Vector3,
	props: ComponentRecord['props'],
	direction: number,
): Solid {
	const scale = scales(matrix)
	const axis = direction === 0 ? 0 : direction === 2 ? 2 : 1
	const across = Math.max(...scale.filter((_, i) => i !== axis))
	const radius = num(props['radius'], 0.5) * across
	const straight = Math.max(0, (num(props['height'], 2) * scale[axis]) / 2 - radius)
	const offset = multiply(normalize(column(matrix, axis)), straight)
	return { kind: 'round', from: subtract(center, offset), to: add(center, offset), radius }
}
