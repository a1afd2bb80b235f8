/** Colliders as shapes of the physics library, with their place in the world. */
import type { ColliderDesc } from '@dimforge/rapier3d-compat'
import { MESH_HALF } from '../../assets/builtin-meshes.ts'
import { isA } from '../../components/component-types.ts'
import type { Core } from '../../core.ts'
import {
	fromEuler,
	IDENTITY_QUAT,
	multiplyQuat,
	type Quat,
	transformPoint,
	type Vector3,
} from '../../math.ts'
import type { ComponentRecord, ObjectRecord, ValueObject } from '../../scene/records.ts'
import { worldMatrix, worldRotation, worldScale } from '../../scene/transforms.ts'
import type { Library } from './library.ts'
import { num, vec } from './values.ts'

/** The library wants shapes with a content. */
const LEAST = 1e-4
/** Thickness of flat meshes behind their front side, so that falling objects do not tunnel through. */
const FLAT_MESH_DEPTH = 0.02
/** 2D shapes get a depth, so that 3D shapes can stand for them. */
const FLAT_HALF = 0.5

export interface Shape {
	readonly collider: ComponentRecord
	readonly desc: ColliderDesc
	readonly position: Vector3
	readonly rotation: Quat
	/** Area of a disc, whose ball weighs and turns otherwise; other shapes measure themselves. */
	readonly disc?: { readonly area: number; readonly radius: number }
}

const across = (scale: Vector3, axis: 0 | 1 | 2): number =>
	Math.max(...scale.filter((_, i) => i !== axis))
/** Turns the library's Y axis to X, Y or Z. */
const ALONG: readonly Quat[] = [fromEuler([0, 0, -90]), IDENTITY_QUAT, fromEuler([90, 0, 0])]

export const isCollider = ({ type, enabled }: ComponentRecord, flat: boolean): boolean =>
	enabled !== false && isA(type, flat ? 'Collider2D' : 'Collider')

/** Colliders whose shape is known here; {@link hasKnownShape} tells of the others. */
export function shapesOf(
	core: Core,
	library: Library,
	owner: ObjectRecord,
	flat: boolean,
): readonly Shape[] {
	const colliders = owner.components.filter((component) => isCollider(component, flat))
	if (colliders.length === 0) return []
	const matrix = worldMatrix(core.world, owner.id)
	const scale = worldScale(core.world, owner.id).map(Math.abs) as Vector3
	const whole = worldRotation(core.world, owner.id)
	const rotation = flat ? aroundZ(whole) : whole
	return colliders.flatMap((collider) => {
		const { props } = collider
		const local = formOf(library, collider, scale)
		if (!local) return []
		const center = vec(props['center'] ?? props['offset'], [0, 0, 0])
		const [x, y, z] = transformPoint(matrix, local.center ?? center)
		return [
			{
				collider,
				desc: local.desc,
				position: flat ? [x, y, 0] : [x, y, z],
				rotation: multiplyQuat(rotation, local.turn ?? IDENTITY_QUAT),
				...(local.disc ? { disc: local.disc } : {}),
			} satisfies Shape,
		]
	})
}

export function hasKnownShape(collider: ComponentRecord): boolean {
	if (collider.type === 'MeshCollider') return meshOf(collider.props) !== undefined
	return collider.type !== 'PolygonCollider2D'
}

/** 2D physics uses only the rotation around Z. */
function aroundZ(q: Quat): Quat {
	const half = Math.atan2(2 * (q[3] * q[2] + q[0] * q[1]), 1 - 2 * (q[1] ** 2 + q[2] ** 2)) / 2
	return [0, 0, Math.sin(half), Math.cos(half)]
}

interface Form extends Pick<Shape, 'desc' | 'disc'> {
	/** The shape's centre, if it replaces the collider's own. */
	readonly center?: Vector3
	readonly turn?: Quat
}

function formOf(library: Library, collider: ComponentRecord, scale: Vector3): Form | undefined {
	const { ColliderDesc: make } = library
	const { props, type } = collider
	const size = (standard: Vector3): Vector3 =>
		vec(props['size'], standard).map((n, i) =>
			Math.max(LEAST, (Math.abs(n) * (scale[i] ?? 1)) / 2),
		) as Vector3
	const radius = num(props['radius'], 0.5)
	switch (type) {
		case 'BoxCollider':
			return { desc: make.cuboid(...size([1, 1, 1])) }
		case 'SphereCollider':
			return { desc: make.ball(Math.max(LEAST, radius * Math.max(...scale))) }
		case 'CapsuleCollider':
			return capsule(library, props, scale, num(props['direction'], 1))
		case 'CharacterController':
			return capsule(library, props, scale, 1)
		case 'MeshCollider':
			return mesh(library, meshOf(props), scale)
		case 'BoxCollider2D': {
			const [x, y] = size([1, 1, 1])
			return { desc: make.cuboid(x, y, FLAT_HALF) }
		}
		case 'CircleCollider2D': {
			const r = Math.max(LEAST, radius * Math.max(scale[0], scale[1]))
			return { desc: make.ball(r), disc: { area: Math.PI * r * r, radius: r } }
		}
		case 'CapsuleCollider2D': {
			const [x, y] = size([1, 2, 1])
			const isLevel = props['direction'] === 'Horizontal'
			const r = isLevel ? Math.min(y, x) : Math.min(x, y)
			const straight = Math.max(0, (isLevel ? x : y) - r)
			return { desc: make.capsule(straight, r), turn: ALONG[isLevel ? 0 : 1] ?? IDENTITY_QUAT }
		}
		default:
			return undefined
	}
}

function capsule(
	{ ColliderDesc: make }: Library,
	props: ValueObject,
	scale: Vector3,
	direction: number,
): Form {
	const axis = direction === 0 ? 0 : direction === 2 ? 2 : 1
	const radius = Math.max(LEAST, num(props['radius'], 0.5) * across(scale, axis))
	const straight = Math.max(0, (num(props['height'], 2) * scale[axis]) / 2 - radius)
	return { desc: make.capsule(straight, radius), turn: ALONG[axis] ?? IDENTITY_QUAT }
}

function meshOf(props: ValueObject): string | undefined {
	const mesh = props['sharedMesh'] as { $builtin?: string } | null | undefined
	const name = mesh?.$builtin
	return name !== undefined && Object.hasOwn(MESH_HALF, name) ? name : undefined
}

function mesh(library: Library, name: string | undefined, scale: Vector3): Form | undefined {
	const half = name === undefined ? undefined : MESH_HALF[name]
	if (!half) return undefined
	const { ColliderDesc: make } = library
	const center: Vector3 = [0, 0, 0]
	const [x, y, z] = half.map((n, i) => Math.max(LEAST, n * (scale[i] ?? 1))) as Vector3
	switch (name) {
		case 'Sphere':
			return { desc: make.ball(Math.max(x, y, z)), center }
		case 'Capsule':
			return { ...capsule(library, { radius: 0.5, height: 2 }, scale, 1), center }
		case 'Cylinder':
			return { desc: make.cylinder(y, Math.max(x, z)), center }
		case 'Plane': {
			const behind = FLAT_MESH_DEPTH / 2
			return { desc: make.cuboid(x, behind, z), center: [0, -behind / (scale[1] || 1), 0] }
		}
		case 'Quad': {
			const behind = FLAT_MESH_DEPTH / 2
			return { desc: make.cuboid(x, y, behind), center: [0, 0, behind / (scale[2] || 1)] }
		}
		default:
			return { desc: make.cuboid(x, y, z), center }
	}
}
