/** Shapes in the world as queries see them: boxes that may stand askew, and segments with a radius. Pure. */
import { add, cross, dot, length, multiply, normalize, subtract, type Vector3 } from '../math.ts'

export type Solid =
	| {
			readonly kind: 'box'
			readonly center: Vector3
			/** Unit vectors. */
			readonly axes: readonly [Vector3, Vector3, Vector3]
			readonly half: Vector3
			/** A flat mesh is hit only from its front side. */
			readonly faces?: Vector3
	  }
	/** A sphere has both ends at its centre; a point has no radius either. */
	| {
			readonly kind: 'round'
			readonly from: Vector3
			readonly to: Vector3
			readonly radius: number
	  }

export interface Met {
	/** 0: the shape was in it from the start, and there is no point of contact. */
	readonly distance: number
	readonly point: Vector3
	readonly normal: Vector3
}

/** Nearer than this is a contact. */
const CONTACT = 1e-7
/** A cast that has not arrived by then slides along a shape and misses it. */
const MAX_STEPS = 1_000
/** Maximum rounds of alternating projection to find the nearest points. */
const ROUNDS = 32

const AXES = [0, 1, 2] as const

export const point = (at: Vector3): Solid => sphere(at, 0)
export const sphere = (at: Vector3, radius: number): Solid => ({
	kind: 'round',
	from: at,
	to: at,
	radius,
})

const radiusOf = (solid: Solid): number => (solid.kind === 'round' ? solid.radius : 0)

export const centerOf = (solid: Solid): Vector3 =>
	solid.kind === 'box' ? solid.center : multiply(add(solid.from, solid.to), 0.5)

/** The nearest point of a box, or of a round shape's middle line. */
function nearestInCore(solid: Solid, to: Vector3): Vector3 {
	if (solid.kind === 'round') {
		const along = subtract(solid.to, solid.from)
		const square = dot(along, along)
		if (square < 1e-18) return solid.from
		const part = Math.min(1, Math.max(0, dot(subtract(to, solid.from), along) / square))
		return add(solid.from, multiply(along, part))
	}
	const offset = subtract(to, solid.center)
	return AXES.reduce<Vector3>((sum, i) => {
		const along = Math.min(solid.half[i], Math.max(-solid.half[i], dot(offset, solid.axes[i])))
		return add(sum, multiply(solid.axes[i], along))
	}, solid.center)
}

/** The nearest point in or on a shape. */
export function closestPoint(solid: Solid, to: Vector3): Vector3 {
	const nearest = nearestInCore(solid, to)
	const out = subtract(to, nearest)
	const radius = radiusOf(solid)
	return length(out) <= radius ? to : add(nearest, multiply(normalize(out), radius))
}

/** Half of its extent along a direction. */
const reach = (box: Solid & { kind: 'box' }, direction: Vector3): number =>
	AXES.reduce<number>((sum, i) => sum + Math.abs(dot(direction, box.axes[i])) * box.half[i], 0)

/** Minimum distance along the axes that can separate two boxes; 0 or less: they touch. */
function boxSeparation(a: Solid & { kind: 'box' }, b: Solid & { kind: 'box' }): number {
	const edges = a.axes.flatMap((mine) => b.axes.map((theirs) => cross(mine, theirs)))
	const offset = subtract(a.center, b.center)
	return Math.max(
		...[...a.axes, ...b.axes, ...edges]
			.filter((axis) => length(axis) > 1e-6)
			.map(normalize)
			.map((axis) => Math.abs(dot(offset, axis)) - reach(a, axis) - reach(b, axis)),
	)
}

/** The nearest points of the two cores, on `a` and on `b`. */
function nearestPair(a: Solid, b: Solid): [Vector3, Vector3] {
	let mine = nearestInCore(a, centerOf(b))
	let theirs = nearestInCore(b, mine)
	for (let round = 0; round < ROUNDS; round++) {
		mine = nearestInCore(a, theirs)
		theirs = nearestInCore(b, mine)
	}
	return [mine, theirs]
}

function separation(a: Solid, b: Solid): number {
	if (a.kind === 'box' && b.kind === 'box') return boxSeparation(a, b)
	const [mine, theirs] = nearestPair(a, b)
	return length(subtract(mine, theirs)) - radiusOf(a) - radiusOf(b)
}

export const overlaps = (a: Solid, b: Solid): boolean => separation(a, b) <= 0

const moved = (solid: Solid, by: Vector3): Solid =>
	solid.kind === 'box'
		? { ...solid, center: add(solid.center, by) }
		: { ...solid, from: add(solid.from, by), to: add(solid.to, by) }

/** The surface normal of a shape at a point on it. */
function normalAt(solid: Solid, at: Vector3): Vector3 {
	if (solid.kind === 'round') return normalize(subtract(at, nearestInCore(solid, at)))
	const offset = subtract(at, solid.center)
	const outside = (i: 0 | 1 | 2): number => Math.abs(dot(offset, solid.axes[i])) - solid.half[i]
	const face = AXES.reduce<0 | 1 | 2>(
		(best, i) => (outside(i) > outside(best) + 1e-9 ? i : best),
		0,
	)
	return multiply(solid.axes[face], dot(offset, solid.axes[face]) < 0 ? -1 : 1)
}

/** The first hit of a shape that moves along a unit vector; null if it hits nothing. */
export function sweep(
	shape: Solid,
	direction: Vector3,
	maxDistance: number,
	other: Solid,
): Met | null {
	if (other.kind === 'box' && other.faces && dot(direction, other.faces) >= 0) return null
	if (overlaps(shape, other)) return { distance: 0, point: [0, 0, 0], normal: [0, 0, 0] }
	let travelled = 0
	for (let step = 0; step < MAX_STEPS && travelled <= maxDistance; step++) {
		const here = moved(shape, multiply(direction, travelled))
		const apart = separation(here, other)
		if (apart <= CONTACT) {
			const [mine, theirs] = nearestPair(here, other)
			const at =
				other.kind === 'box'
					? theirs
					: add(theirs, multiply(normalize(subtract(mine, theirs)), other.radius))
			return { distance: travelled, point: at, normal: normalAt(other, at) }
		}
		travelled += apart
	}
	return null
}

export interface Bounds {
	readonly min: Vector3
	readonly max: Vector3
}

export function boundsOf(solid: Solid): Bounds {
	const extent = AXES.map((i) => {
		const axis: Vector3 = [0, 0, 0]
		axis[i] = 1
		return solid.kind === 'box'
			? reach(solid, axis)
			: Math.abs(solid.to[i] - solid.from[i]) / 2 + solid.radius
	}) as Vector3
	const center = centerOf(solid)
	return { min: subtract(center, extent), max: add(center, extent) }
}

export function boundsAround(points: readonly Vector3[]): Bounds | null {
	if (points.length === 0) return null
	const along = (pick: (...n: number[]) => number): Vector3 =>
		AXES.map((i) => pick(...points.map((p) => p[i]))) as Vector3
	return { min: along(Math.min), max: along(Math.max) }
}
