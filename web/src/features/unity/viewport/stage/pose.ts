/**
 * From Unity's space to WebGL's. Unity's is left-handed, three.js's right-handed: each point, and each matrix on both
 * sides, has its Z turned round.
 */
import { Matrix4, Vector3 } from 'three'

/** @param pose X, Y and Z axis and position, Unity's */
export function matrixOf(pose: readonly number[], into = new Matrix4()): Matrix4 {
	const at = (index: number): number => pose[index] ?? 0
	return into.set(
		at(0),
		at(3),
		-at(6),
		at(9),
		at(1),
		at(4),
		-at(7),
		at(10),
		-at(2),
		-at(5),
		at(8),
		-at(11),
		0,
		0,
		0,
		1,
	)
}

/** The way an object looks: Unity's +Z. */
export const forwardOf = (pose: readonly number[]): Vector3 =>
	new Vector3(pose[6] ?? 0, pose[7] ?? 0, -(pose[8] ?? 1)).normalize()

export const positionOf = (pose: readonly number[]): Vector3 =>
	new Vector3(pose[9] ?? 0, pose[10] ?? 0, -(pose[11] ?? 0))
