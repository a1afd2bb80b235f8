/** Colliders of the loaded scenes as shapes of the physics step. */
import { TRANSFORMS } from '../components/component-types.ts'
import type { Core } from '../core.ts'
import { column, length, type Mat4, multiply, transformPoint, type Vector3 } from '../math.ts'
import { activeInHierarchy, allObjects } from '../scene/objects.ts'
import type { ComponentRecord, ObjectRecord, Value } from '../scene/records.ts'
import { worldMatrix } from '../scene/transforms.ts'
import type { Shape } from './physics.ts'

/** Half-extents of the meshes that ship with the editor. */
export const MESH_HALF: Readonly<Record<string, Vector3>> = {
	Cube: [0.5, 0.5, 0.5],
	Sphere: [0.5, 0.5, 0.5],
	Capsule: [0.5, 1, 0.5],
	Cylinder: [0.5, 1, 0.5],
	Plane: [5, 0, 5],
	Quad: [0.5, 0.5, 0],
}
/** 2D shapes reach through all of Z. */
const FLAT_DEPTH = 1e6
/** Sine of the angle below which a box counts as standing straight. */
const STRAIGHT = 1e-4

const num = (value: Value | undefined, otherwise: number): number =>
	typeof value === 'number' ? value : otherwise
const vec = (value: Value | undefined, otherwise: Vector3): Vector3 =>
	Array.isArray(value)
		? [Number(value[0] ?? 0), Number(value[1] ?? 0), Number(value[2] ?? 0)]
		: otherwise

export interface Placed {
	readonly shape: Shape
	readonly owner: ObjectRecord
}

/** Every solid collider of active objects; triggers do not collide. */
export function* solidShapes(core: Core): Generator<Placed> {
	for (const owner of allObjects(core.world)) {
		if (!activeInHierarchy(core.world, owner)) continue
		for (const shape of shapesOf(core, owner)) yield { shape, owner }
	}
}

export function shapesOf(core: Core, owner: ObjectRecord): Shape[] {
	const colliders = owner.components.filter(
		(c) => !TRANSFORMS.has(c.type) && c.enabled !== false && c.props['isTrigger'] !== true,
	)
	if (colliders.length === 0) return []
	const matrix = worldMatrix(core.world, owner.id)
	return colliders.flatMap((collider) => shapeOf(collider, matrix) ?? [])
}

function shapeOf(collider: ComponentRecord, matrix: Mat4): Shape | undefined {
	const { props } = collider
	const center = vec(props['center'] ?? props['offset'], [0, 0, 0])
	switch (collider.type) {
		case 'BoxCollider':
			return box(matrix, center, multiply(vec(props['size'], [1, 1, 1]), 0.5), false)
		case 'SphereCollider':
			return ball(matrix, center, num(props['radius'], 0.5), false)
		case 'CapsuleCollider':
			return capsule(matrix, center, props, num(props['direction'], 1))
		case 'CharacterController':
			return capsule(matrix, center, props, 1)
		case 'MeshCollider': {
			const mesh = props['sharedMesh'] as { $builtin?: string } | null | undefined
			const half = MESH_HALF[mesh?.$builtin ?? '']
			return half && box(matrix, [0, 0, 0], half, false)
		}
		case 'BoxCollider2D':
		case 'CapsuleCollider2D':
			return box(matrix, center, multiply(vec(props['size'], [1, 1, 0]), 0.5), true)
		case 'CircleCollider2D':
			return ball(matrix, center, num(props['radius'], 0.5), true)
		default:
			return undefined
	}
}

function box(matrix: Mat4, center: Vector3, half: Vector3, flat: boolean): Shape {
	const edges = ([0, 1, 2] as const).map((axis) => multiply(column(matrix, axis), half[axis]))
	const bounds = ([0, 1, 2] as const).map((axis) =>
		edges.reduce((sum, edge) => sum + Math.abs(edge[axis]), 0),
	)
	const shape: Shape = {
		center: transformPoint(matrix, center),
		half: [bounds[0] ?? 0, bounds[1] ?? 0, flat ? FLAT_DEPTH : (bounds[2] ?? 0)],
		flat,
	}
	const axes = ([0, 1, 2] as const).map((axis) => {
		const edge = column(matrix, axis)
		return multiply(edge, 1 / (length(edge) || 1))
	}) as [Vector3, Vector3, Vector3]
	const straight = axes.every((axis) => axis.filter((n) => Math.abs(n) > STRAIGHT).length <= 1)
	if (straight) return shape
	const depth = (axis: 0 | 1 | 2): number =>
		flat && axis === 2 ? FLAT_DEPTH : length(edges[axis] ?? [0, 0, 0])
	return { ...shape, askew: { axes, half: [depth(0), depth(1), depth(2)] } }
}

function ball(matrix: Mat4, center: Vector3, radius: number, flat: boolean): Shape {
	const scale = Math.max(...([0, 1, 2] as const).map((axis) => length(column(matrix, axis))))
	const r = radius * scale
	return {
		center: transformPoint(matrix, center),
		half: [r, r, flat ? FLAT_DEPTH : r],
		radius: r,
		flat,
	}
}

function capsule(
	matrix: Mat4,
	center: Vector3,
	props: ComponentRecord['props'],
	direction: number,
): Shape {
	const radius = num(props['radius'], 0.5)
	const tall = Math.max(radius, num(props['height'], 2) / 2)
	const half: Vector3 = [radius, radius, radius]
	half[direction === 0 ? 0 : direction === 2 ? 2 : 1] = tall
	const { askew: _, ...shape } = box(matrix, center, half, false)
	return shape
}
