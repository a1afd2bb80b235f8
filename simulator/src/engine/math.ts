/**
 * Vectors, quaternions and matrices in Unity's convention: left-handed, Y up,
 * Euler angles in degrees applied in the order Z, X, Y. Matrices are column-major.
 */
import type { Vector3 } from '@fairlead/protocol/tools'

/** x, y, z, w. */
export type Quat = readonly [number, number, number, number]
/** 16 numbers, column-major: element (row, column) stands at column * 4 + row. */
export type Mat4 = readonly number[]
export type { Vector3 }

const DEGREES = 180 / Math.PI
/** Below this, a result of trigonometry counts as zero: single precision carries no more. */
const NOISE = 1e-6

export const IDENTITY_QUAT: Quat = [0, 0, 0, 1]

/** A result as single precision would show it: seven digits, no noise, no negative zero. */
export function tidy(value: number): number {
	return Math.abs(value) < NOISE ? 0 : Number(value.toPrecision(7))
}
export const tidyVector = (v: Vector3): Vector3 => [tidy(v[0]), tidy(v[1]), tidy(v[2])]

export const add = (a: Vector3, b: Vector3): Vector3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vector3, b: Vector3): Vector3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const multiply = (a: Vector3, k: number): Vector3 => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const length = (a: Vector3): number => Math.hypot(a[0], a[1], a[2])
export const cross = (a: Vector3, b: Vector3): Vector3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
]
export function normalize(a: Vector3): Vector3 {
	const l = length(a)
	return l < 1e-12 ? [0, 0, 0] : multiply(a, 1 / l)
}

export function multiplyQuat(a: Quat, b: Quat): Quat {
	const [ax, ay, az, aw] = a
	const [bx, by, bz, bw] = b
	return [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	]
}

/** The inverse of a unit quaternion. */
export const inverseQuat = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]]

export function normalizeQuat(q: Quat): Quat {
	const l = Math.hypot(q[0], q[1], q[2], q[3])
	return l < 1e-12 ? IDENTITY_QUAT : [q[0] / l, q[1] / l, q[2] / l, q[3] / l]
}

export function rotate(q: Quat, v: Vector3): Vector3 {
	const u: Vector3 = [q[0], q[1], q[2]]
	const t = multiply(cross(u, v), 2)
	return add(add(v, multiply(t, q[3])), cross(u, t))
}

export function fromEuler(euler: Vector3): Quat {
	const half = (angle: number): [number, number] => {
		const radians = angle / DEGREES / 2
		return [Math.sin(radians), Math.cos(radians)]
	}
	const [sx, cx] = half(euler[0])
	const [sy, cy] = half(euler[1])
	const [sz, cz] = half(euler[2])
	return multiplyQuat(multiplyQuat([0, sy, 0, cy], [sx, 0, 0, cx]), [0, 0, sz, cz])
}

/** Degrees in [0, 360), as `Transform.eulerAngles` gives them. */
export function toEuler(q: Quat): Vector3 {
	const [x, y, z, w] = normalizeQuat(q)
	const sine = Math.min(1, Math.max(-1, -2 * (y * z - w * x)))
	const r02 = 2 * (x * z + w * y)
	const r22 = 1 - 2 * (x * x + y * y)
	const locked = Math.abs(sine) > 0.999_999_9
	const ex = Math.asin(sine)
	const ey = locked
		? Math.atan2(-2 * (x * z - w * y), 1 - 2 * (y * y + z * z))
		: Math.atan2(r02, r22)
	const ez = locked ? 0 : Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z))
	const wrap = (radians: number): number => {
		const degrees = tidy(radians * DEGREES)
		const positive = degrees < 0 ? tidy(degrees + 360) : degrees
		return positive >= 360 ? 0 : positive
	}
	return [wrap(ex), wrap(ey), wrap(ez)]
}

/** The rotation that turns the axes of the world to these three, which are at right angles and of length 1. */
export function fromAxes(x: Vector3, y: Vector3, z: Vector3): Quat {
	const [a, b, c] = [x[0], y[1], z[2]]
	const part = (n: number): number => Math.sqrt(Math.max(0, n)) / 2
	const sign = (size: number, of: number): number => (of < 0 ? -size : size)
	const w = part(1 + a + b + c)
	if (w > 1e-4)
		return normalizeQuat([
			(y[2] - z[1]) / (4 * w),
			(z[0] - x[2]) / (4 * w),
			(x[1] - y[0]) / (4 * w),
			w,
		])
	// Half a turn: the axis is the largest of the diagonal.
	const [qx, qy, qz] = [part(1 + a - b - c), part(1 - a + b - c), part(1 - a - b + c)]
	if (qx >= qy && qx >= qz)
		return normalizeQuat([qx, sign(qy, y[0] + x[1]), sign(qz, z[0] + x[2]), w])
	if (qy >= qz) return normalizeQuat([sign(qx, y[0] + x[1]), qy, sign(qz, z[1] + y[2]), w])
	return normalizeQuat([sign(qx, z[0] + x[2]), sign(qy, z[1] + y[2]), qz, w])
}

/** The rotation whose forward axis (+Z) points along `forward`, with Y up where possible. */
export function lookRotation(forward: Vector3): Quat {
	const f = normalize(forward)
	if (length(f) === 0) return IDENTITY_QUAT
	const yaw = Math.atan2(f[0], f[2]) * DEGREES
	const pitch = -Math.asin(Math.min(1, Math.max(-1, f[1]))) * DEGREES
	return fromEuler([pitch, yaw, 0])
}

const at = (m: Mat4, index: number): number => m[index] ?? 0

export function compose(position: Vector3, rotation: Quat, scale: Vector3): Mat4 {
	const x = rotate(rotation, [scale[0], 0, 0])
	const y = rotate(rotation, [0, scale[1], 0])
	const z = rotate(rotation, [0, 0, scale[2]])
	return [...x, 0, ...y, 0, ...z, 0, ...position, 1]
}

export const IDENTITY_MAT: Mat4 = compose([0, 0, 0], IDENTITY_QUAT, [1, 1, 1])

export function multiplyMat(a: Mat4, b: Mat4): Mat4 {
	const out: number[] = []
	for (let column = 0; column < 4; column++)
		for (let row = 0; row < 4; row++) {
			let sum = 0
			for (let k = 0; k < 4; k++) sum += at(a, k * 4 + row) * at(b, column * 4 + k)
			out.push(sum)
		}
	return out
}

export const column = (m: Mat4, index: number): Vector3 => [
	at(m, index * 4),
	at(m, index * 4 + 1),
	at(m, index * 4 + 2),
]

export function transformDirection(m: Mat4, v: Vector3): Vector3 {
	return add(
		add(multiply(column(m, 0), v[0]), multiply(column(m, 1), v[1])),
		multiply(column(m, 2), v[2]),
	)
}
export const transformPoint = (m: Mat4, p: Vector3): Vector3 =>
	add(transformDirection(m, p), column(m, 3))

/** The inverse of an affine matrix; a flattened axis (scale 0) is treated as if its inverse were 0. */
export function inverseAffine(m: Mat4): Mat4 {
	const [a, b, c] = [column(m, 0), column(m, 1), column(m, 2)]
	const determinant = dot(a, cross(b, c))
	const k = Math.abs(determinant) < 1e-18 ? 0 : 1 / determinant
	const [r0, r1, r2] = [cross(b, c), cross(c, a), cross(a, b)].map((v) => multiply(v, k)) as [
		Vector3,
		Vector3,
		Vector3,
	]
	const t = column(m, 3)
	return [
		r0[0],
		r1[0],
		r2[0],
		0,
		r0[1],
		r1[1],
		r2[1],
		0,
		r0[2],
		r1[2],
		r2[2],
		0,
		-dot(r0, t),
		-dot(r1, t),
		-dot(r2, t),
		1,
	]
}
