/** Local and world space of objects. */

import {
	column,
	compose,
	IDENTITY_MAT,
	IDENTITY_QUAT,
	inverseAffine,
	inverseQuat,
	length,
	type Mat4,
	multiplyMat,
	multiplyQuat,
	normalizeQuat,
	type Quat,
	rotate,
	tidyVector,
	toEuler,
	transformPoint,
	type Vector3,
} from '../math.ts'
import type { ComponentRecord, ObjectRecord, Value } from './records.ts'
import type { World } from './world.ts'

export interface Pose {
	readonly position: Vector3
	readonly rotation: Quat
	readonly scale: Vector3
}

const vector3 = (value: Value | undefined, otherwise: Vector3): Vector3 =>
	Array.isArray(value) ? [Number(value[0]), Number(value[1]), Number(value[2])] : otherwise

export function transformOf(record: ObjectRecord): ComponentRecord {
	const first = record.components[0]
	if (!first) throw new Error(`${record.name} has no Transform`)
	return first
}

export function localPose(record: ObjectRecord): Pose {
	const { props } = transformOf(record)
	const q = props['localRotation']
	return {
		position: vector3(props['localPosition'], [0, 0, 0]),
		rotation: Array.isArray(q)
			? [Number(q[0]), Number(q[1]), Number(q[2]), Number(q[3])]
			: IDENTITY_QUAT,
		scale: vector3(props['localScale'], [1, 1, 1]),
	}
}

export function setLocalPose(world: World, id: string, pose: Partial<Pose>): void {
	const record = world.object(id)
	const transform = transformOf(record)
	const props = {
		...transform.props,
		...(pose.position ? { localPosition: [...pose.position] } : {}),
		...(pose.rotation ? { localRotation: [...normalizeQuat(pose.rotation)] } : {}),
		...(pose.scale ? { localScale: [...pose.scale] } : {}),
	}
	world.putObject({
		...record,
		components: [{ ...transform, props }, ...record.components.slice(1)],
	})
}

const matrices = new WeakMap<ObjectRecord, Mat4>()

function localMatrix(record: ObjectRecord): Mat4 {
	const known = matrices.get(record)
	if (known) return known
	const { position, rotation, scale } = localPose(record)
	const matrix = compose(position, rotation, scale)
	matrices.set(record, matrix)
	return matrix
}

export function worldMatrix(world: World, id: string | null): Mat4 {
	if (id === null) return IDENTITY_MAT
	const record = world.object(id)
	const local = localMatrix(record)
	return record.parent === null ? local : multiplyMat(worldMatrix(world, record.parent), local)
}

export function worldRotation(world: World, id: string | null): Quat {
	if (id === null) return IDENTITY_QUAT
	const record = world.object(id)
	const { rotation } = localPose(record)
	return record.parent === null
		? rotation
		: multiplyQuat(worldRotation(world, record.parent), rotation)
}

export const worldPosition = (world: World, id: string): Vector3 =>
	column(worldMatrix(world, id), 3)

/** Same as `Transform.lossyScale`: exact without skew. */
export function worldScale(world: World, id: string | null): Vector3 {
	const matrix = worldMatrix(world, id)
	const back = inverseQuat(worldRotation(world, id))
	const diagonal = (axis: 0 | 1 | 2): number => rotate(back, column(matrix, axis))[axis]
	return [diagonal(0), diagonal(1), diagonal(2)]
}

/** Sets the given world-space values, keeping the rest of the local pose. */
export function setWorldPose(world: World, id: string, pose: Partial<Pose>): void {
	const { parent } = world.object(id)
	const back = inverseAffine(worldMatrix(world, parent))
	const outer = worldScale(world, parent)
	const divide = (value: number, by: number): number => (Math.abs(by) < 1e-12 ? 0 : value / by)
	setLocalPose(world, id, {
		...(pose.position ? { position: transformPoint(back, pose.position) } : {}),
		...(pose.rotation
			? { rotation: multiplyQuat(inverseQuat(worldRotation(world, parent)), pose.rotation) }
			: {}),
		...(pose.scale
			? {
					scale: [
						divide(pose.scale[0], outer[0]),
						divide(pose.scale[1], outer[1]),
						divide(pose.scale[2], outer[2]),
					] satisfies Vector3,
				}
			: {}),
	})
}

/** The local pose below `parent` that keeps an object's current world pose. */
export function poseBelow(world: World, id: string, parent: string | null): Pose {
	const matrix = multiplyMat(inverseAffine(worldMatrix(world, parent)), worldMatrix(world, id))
	const rotation = normalizeQuat(
		multiplyQuat(inverseQuat(worldRotation(world, parent)), worldRotation(world, id)),
	)
	const back = inverseQuat(rotation)
	const diagonal = (axis: 0 | 1 | 2): number => {
		const edge = column(matrix, axis)
		const value = rotate(back, edge)[axis]
		// Without skew the edge's length is the scale; keeps exact values free of rounding.
		return Math.abs(Math.abs(value) - length(edge)) < 1e-9 ? Math.sign(value) * length(edge) : value
	}
	return {
		position: column(matrix, 3),
		rotation,
		scale: [diagonal(0), diagonal(1), diagonal(2)],
	}
}

export interface TransformValues {
	position: Vector3
	/** Euler angles in degrees, 0–360. */
	rotation: Vector3
	scale: Vector3
}

export function transformValues(
	world: World,
	id: string,
	space: 'local' | 'world',
): TransformValues {
	if (space === 'world')
		return {
			position: tidyVector(worldPosition(world, id)),
			rotation: toEuler(worldRotation(world, id)),
			scale: tidyVector(worldScale(world, id)),
		}
	const { position, rotation, scale } = localPose(world.object(id))
	return { position: tidyVector(position), rotation: toEuler(rotation), scale: tidyVector(scale) }
}
