/**
 * The rasteriser's input. Unity's conventions: left-handed, Y up, a camera looks along +Z,
 * metres and degrees, matrices column-major (element (row, column) at column * 4 + row).
 */
export type Vec3 = readonly [number, number, number]
export type Matrix = readonly number[]
/** Red, green, blue as the colour picker shows them, 0–1 (lights may exceed 1). */
export type Rgb = readonly [number, number, number]

export type MeshKind = 'Cube' | 'Sphere' | 'Capsule' | 'Cylinder' | 'Plane' | 'Quad'

export type Projection =
	/** `fieldOfView` is vertical. */
	| { readonly kind: 'perspective'; readonly fieldOfView: number }
	/** `size` is half the height of the view. */
	| { readonly kind: 'orthographic'; readonly size: number }

export interface View {
	readonly position: Vec3
	/** Unit vectors at right angles. */
	readonly right: Vec3
	readonly up: Vec3
	readonly forward: Vec3
	readonly projection: Projection
	readonly near: number
	readonly far: number
	readonly background: { readonly kind: 'sky' } | { readonly kind: 'color'; readonly color: Rgb }
}

export type SceneLight =
	| {
			readonly kind: 'directional'
			/** The direction in which the light goes. */
			readonly direction: Vec3
			readonly color: Rgb
			readonly intensity: number
			/** 0 (none) to 1. */
			readonly shadow: number
	  }
	| {
			readonly kind: 'point' | 'spot'
			readonly position: Vec3
			readonly direction: Vec3
			readonly color: Rgb
			readonly intensity: number
			readonly range: number
			/** Full opening angle of a spot. */
			readonly spotAngle: number
	  }

export interface Renderable {
	readonly mesh: MeshKind
	readonly world: Matrix
	readonly color: Rgb
	/** Light it sends out by itself. */
	readonly emission: Rgb
	/** Drawn in its plain colour. */
	readonly unlit: boolean
	readonly castsShadow: boolean
}

export interface Scene {
	readonly view: View
	readonly lights: readonly SceneLight[]
	readonly renderables: readonly Renderable[]
	/** The scene view's lines on the ground. */
	readonly grid: boolean
}

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
]
export function normalize(a: Vec3, fallback: Vec3 = [0, 0, 1]): Vec3 {
	// Not Math.hypot: this runs per pixel, and hypot is ten times as slow.
	const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
	return length < 1e-9 ? fallback : [a[0] / length, a[1] / length, a[2] / length]
}

/** Axes of a view along `forward`, upright where possible. */
export function axesAlong(forward: Vec3): Pick<View, 'right' | 'up' | 'forward'> {
	const f = normalize(forward)
	const steep = Math.abs(f[1]) > 0.9999
	const right = normalize(cross(steep ? [0, 0, f[1] > 0 ? -1 : 1] : [0, 1, 0], f), [1, 0, 0])
	return { forward: f, right, up: cross(f, right) }
}

/** Column `index` of a matrix. */
export const column = (m: Matrix, index: number): Vec3 => [
	m[index * 4] ?? 0,
	m[index * 4 + 1] ?? 0,
	m[index * 4 + 2] ?? 0,
]
