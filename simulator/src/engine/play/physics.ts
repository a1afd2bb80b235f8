/**
 * A small deterministic physics step: bodies fall, rest exactly on what is below,
 * push each other and slide along slopes. Boxes move axis by axis along their world
 * bounds; they do not turn. Pure: takes and returns plain bodies.
 */
import { add, dot, length, multiply, subtract, type Vector3 } from '../math.ts'

export type Axis = 0 | 1 | 2
const AXES: readonly Axis[] = [0, 1, 2]

/** Unity's default; friction of two default materials. */
const FRICTION = 0.6
/** Contacts closer than this count as touching (Unity's default contact offset). */
const SKIN_METRES = 0.01
/** Shapes that touch are not inside each other. */
const EPSILON = 1e-9

/** Half-extents along the world's axes, and for slopes the oriented box itself. */
export interface Shape {
	/** Centre in the world. */
	readonly center: Vector3
	readonly half: Vector3
	/** Unit axes and half-extents of a box that stands askew. */
	readonly askew?: { readonly axes: readonly [Vector3, Vector3, Vector3]; readonly half: Vector3 }
	/** Radius of a ball (and of a capsule's caps), for contact with slopes. */
	readonly radius?: number
	/** 2D shapes collide only with 2D shapes. */
	readonly flat: boolean
}

export interface Body {
	readonly id: string
	/** Movement since the step began. */
	moved: Vector3
	velocity: Vector3
	/** Metres per second squared. */
	readonly gravity: Vector3
	readonly mass: number
	readonly damping: number
	/** Axes along which it may not move. */
	readonly frozen: readonly [boolean, boolean, boolean]
	readonly shapes: readonly Shape[]
}

interface Obstacle {
	readonly shape: Shape
	readonly body: Body | null
}

const at = (shape: Shape, body: Body | null): Vector3 =>
	body ? add(shape.center, body.moved) : shape.center

const shifted = (v: Vector3, axis: Axis, by: number): Vector3 => {
	const out: Vector3 = [...v]
	out[axis] += by
	return out
}

/** Advances all bodies by `dt` seconds. Static shapes do not move. */
export function stepPhysics(bodies: readonly Body[], statics: readonly Shape[], dt: number): void {
	// Lower bodies first: what stands on them sees where they came to rest.
	const lowest = (body: Body): number =>
		Math.min(...body.shapes.map((s) => s.center[1] - s.half[1]), Number.POSITIVE_INFINITY)
	const still = statics.map((shape): Obstacle => ({ shape, body: null }))
	const ordered = [...bodies].sort((a, b) => lowest(a) - lowest(b) || (a.id < b.id ? -1 : 1))
	for (const body of ordered) {
		body.velocity = add(body.velocity, multiply(body.gravity, dt))
		body.velocity = multiply(body.velocity, Math.max(0, 1 - body.damping * dt))
		for (const axis of AXES) if (body.frozen[axis]) body.velocity[axis] = 0
		const obstacles: Obstacle[] = [
			...still,
			...ordered
				.filter((other) => other !== body)
				.flatMap((other) => other.shapes.map((shape) => ({ shape, body: other }))),
		]
		for (const axis of [1, 0, 2] as const)
			moveAlong(body, axis, body.velocity[axis] * dt, obstacles, dt)
		for (const { shape } of obstacles) if (shape.askew) pushOff(body, shape)
	}
}

function moveAlong(
	body: Body,
	axis: Axis,
	distance: number,
	obstacles: readonly Obstacle[],
	dt: number,
): void {
	if (distance === 0) return
	const direction = Math.sign(distance)
	let allowed = Math.abs(distance)
	let hit: Obstacle | null = null
	for (const shape of body.shapes)
		for (const obstacle of obstacles) {
			if (obstacle.shape.flat !== shape.flat || obstacle.shape.askew) continue
			if (!overlapsAcross(shape, body, obstacle, axis)) continue
			const mine = at(shape, body)[axis] + direction * shape.half[axis]
			const other = at(obstacle.shape, obstacle.body)[axis] - direction * obstacle.shape.half[axis]
			const gap = (other - mine) * direction
			// Inside it already, deeper than a step could bring it: not stopped, so that nothing gets stuck.
			if (gap < -SKIN_METRES && gap < -2 * shape.half[axis] * 0.5) continue
			if (gap < -EPSILON && -gap > SKIN_METRES && axis !== 1) continue
			if (gap < allowed) {
				allowed = Math.max(gap, axis === 1 ? gap : 0)
				hit = obstacle
			}
		}
	body.moved = shifted(body.moved, axis, direction * allowed)
	if (!hit) return
	const other = hit.body
	const free = other !== null && axis !== 1 && !other.frozen[axis]
	if (free && other) {
		const shared =
			(body.mass * body.velocity[axis] + other.mass * other.velocity[axis]) /
			(body.mass + other.mass)
		body.velocity[axis] = shared
		other.velocity[axis] = shared
	} else
		body.velocity[axis] = other && axis === 1 && direction < 0 ? Math.min(0, other.velocity[1]) : 0
	if (axis === 1 && direction < 0) rub(body, dt)
}

/** Whether two shapes overlap in the plane across `axis`; touching edges do not. */
function overlapsAcross(shape: Shape, body: Body, obstacle: Obstacle, axis: Axis): boolean {
	const [a, b] = [at(shape, body), at(obstacle.shape, obstacle.body)]
	return AXES.every(
		(other) =>
			other === axis ||
			Math.abs(a[other] - b[other]) < shape.half[other] + obstacle.shape.half[other] - 1e-6,
	)
}

function rub(body: Body, dt: number): void {
	const speed = Math.hypot(body.velocity[0], body.velocity[2])
	if (speed === 0) return
	const left = Math.max(0, speed - FRICTION * length(body.gravity) * dt) / speed
	body.velocity = [body.velocity[0] * left, body.velocity[1], body.velocity[2] * left]
}

/** Moves a body out of a box that stands askew, along the face it is nearest to. */
function pushOff(body: Body, box: Shape): void {
	const askew = box.askew
	if (!askew) return
	for (const shape of body.shapes) {
		if (shape.flat !== box.flat) continue
		const offset = subtract(at(shape, body), box.center)
		let least = Number.POSITIVE_INFINITY
		let normal: Vector3 = [0, 1, 0]
		let apart = false
		for (const axis of AXES) {
			const unit = askew.axes[axis]
			const reach =
				shape.radius ??
				Math.abs(unit[0]) * shape.half[0] +
					Math.abs(unit[1]) * shape.half[1] +
					Math.abs(unit[2]) * shape.half[2]
			const along = dot(offset, unit)
			const depth = askew.half[axis] + reach - Math.abs(along)
			if (depth <= 0) apart = true
			else if (depth < least) {
				least = depth
				normal = multiply(unit, along < 0 ? -1 : 1)
			}
		}
		if (apart) continue
		for (const axis of AXES) if (body.frozen[axis]) normal[axis] = 0
		body.moved = add(body.moved, multiply(normal, least))
		const into = dot(body.velocity, normal)
		if (into < 0) body.velocity = subtract(body.velocity, multiply(normal, into))
	}
}
