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
import type { ComponentRecord, ObjectRecord, Value, ValueObject } from './records.ts'
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

const pair = (value: Value | undefined, otherwise: number): readonly [number, number] =>
	Array.isArray(value) ? [Number(value[0]), Number(value[1])] : [otherwise, otherwise]

/** Size of the Game view, which a Canvas fills; Unity's own depends on its window. */
export const GAME_VIEW = { width: 1_024, height: 576 } as const

/** Width and height of a RectTransform; a Transform has none. */
function sizeOf(world: World, record: ObjectRecord | null): readonly [number, number] {
	if (!record) return [0, 0]
	const { type, props } = transformOf(record)
	if (type !== 'RectTransform') return [0, 0]
	if (record.parent === null && record.components.some((c) => c.type === 'Canvas'))
		return [GAME_VIEW.width, GAME_VIEW.height]
	const outer = sizeOf(world, record.parent === null ? null : world.object(record.parent))
	const [min, max] = [pair(props['anchorMin'], 0.5), pair(props['anchorMax'], 0.5)]
	const more = pair(props['sizeDelta'], 100)
	return [(max[0] - min[0]) * outer[0] + more[0], (max[1] - min[1]) * outer[1] + more[1]]
}

/** From the parent's pivot, where `localPosition` begins, to the anchors, where `anchoredPosition` does. */
function anchorOf(world: World, record: ObjectRecord): readonly [number, number] {
	if (record.parent === null) return [0, 0]
	const parent = world.object(record.parent)
	const size = sizeOf(world, parent)
	const { props } = transformOf(record)
	const outer = pair(transformOf(parent).props['pivot'], 0.5)
	const [min, max] = [pair(props['anchorMin'], 0.5), pair(props['anchorMax'], 0.5)]
	const pivot = pair(props['pivot'], 0.5)
	const along = (axis: 0 | 1): number =>
		size[axis] * (min[axis] + (max[axis] - min[axis]) * pivot[axis] - outer[axis])
	return [along(0), along(1)]
}

/** Places a RectTransform by its anchors, and those below it: anchors or sizes have changed. */
export function placeByAnchors(world: World, id: string): void {
	const record = world.object(id)
	const transform = transformOf(record)
	if (transform.type !== 'RectTransform') return
	const [x, y] = anchorOf(world, record)
	const [anchoredX, anchoredY] = pair(transform.props['anchoredPosition'], 0)
	const [oldX, oldY, z] = localPose(record).position
	const place = [x + anchoredX, y + anchoredY]
	if (place[0] !== oldX || place[1] !== oldY) {
		const props = { ...transform.props, localPosition: [...place, z] }
		const components = [{ ...transform, props }, ...record.components.slice(1)]
		world.putObject({ ...record, components })
	}
	for (const child of record.children) placeByAnchors(world, child)
}

/** `anchoredPosition` of a RectTransform at this place. */
function anchoredAt(world: World, record: ObjectRecord, [x, y]: Vector3): ValueObject {
	if (transformOf(record).type !== 'RectTransform') return {}
	const anchor = anchorOf(world, record)
	return { anchoredPosition: [x - anchor[0], y - anchor[1]] }
}

export function setLocalPose(world: World, id: string, pose: Partial<Pose>): void {
	const record = world.object(id)
	const transform = transformOf(record)
	const props = {
		...transform.props,
		...(pose.position
			? { localPosition: [...pose.position], ...anchoredAt(world, record, pose.position) }
			: {}),
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
