/** Joints of a scene as joints of the physics library. {@link lackOf} names unsupported settings. */
import type { ImpulseJoint, RigidBody, World } from '@dimforge/rapier3d-compat'
import {
	cross,
	dot,
	fromAxes,
	inverseQuat,
	length,
	multiply,
	multiplyQuat,
	normalize,
	normalizeQuat,
	type Quat,
	rotate,
	subtract,
	type Vector3,
} from '../../math.ts'
import type { ComponentRecord } from '../../scene/records.ts'
import type { Library } from './library.ts'
import { DEGREES, group, num, toRotation, toVector, vec } from './values.ts'

/** One side of a joint, in the space of its body. */
interface Side {
	readonly anchor: Vector3
	readonly frame: Quat
}

/** How the bodies stood when the joint began to hold: angles and lengths count from there. */
export interface JointRest {
	readonly own: Side
	readonly connected: Side
	/** Metres between the two anchors. */
	readonly length: number
}

export interface Pose {
	readonly position: Vector3
	readonly rotation: Quat
}

/** Unity's largest float, which stands for "never". */
const NEVER = 3e38
const AXES = ['X', 'Y', 'Z'] as const
const KNOWN: ReadonlySet<string> = new Set(
	'FixedJoint HingeJoint SpringJoint CharacterJoint ConfigurableJoint FixedJoint2D HingeJoint2D'.split(
		' ',
	),
)

/** The settings of a joint without effect here; null: fully simulated. */
export function lackOf({ type, props }: ComponentRecord): string | null {
	if (!KNOWN.has(type)) return `${type} holds nothing`
	const breaks = Math.min(num(props['breakForce'], NEVER), num(props['breakTorque'], NEVER)) < NEVER
	if (breaks) return `${type} does not break`
	if (type === 'SpringJoint' && num(props['maxDistance'], 0) !== num(props['minDistance'], 0))
		return `${type} pulls to the middle of minDistance and maxDistance`
	if (type === 'HingeJoint2D' && (props['useLimits'] === true || props['useMotor'] === true))
		return `${type} has no limits and no motor`
	const drives = ['xDrive', 'yDrive', 'zDrive', 'angularXDrive', 'angularYZDrive', 'slerpDrive']
	const isDriven = drives.some((drive) => {
		const { positionSpring, positionDamper } = group(props[drive])
		return num(positionSpring, 0) !== 0 || num(positionDamper, 0) !== 0
	})
	return isDriven ? `the drives of ${type} do nothing` : null
}

/** The rest of a joint, taken from how its bodies stand now. `anchors` are points in the world. */
export function restOf(
	joint: ComponentRecord,
	own: Pose,
	connected: Pose,
	anchors: { readonly own: Vector3; readonly connected: Vector3 },
	/** The rotation of the joint's object. */
	rotation: Quat,
): JointRest {
	const flat = joint.type.endsWith('2D')
	const axis: Vector3 = flat ? [0, 0, 1] : rotate(rotation, vec(joint.props['axis'], [1, 0, 0]))
	const second = joint.props['secondaryAxis'] ?? joint.props['swingAxis']
	const frame = frameOf(axis, flat ? [0, 1, 0] : rotate(rotation, vec(second, [0, 1, 0])))
	const side = (body: Pose, at: Vector3): Side => ({
		anchor: rotate(inverseQuat(body.rotation), subtract(at, body.position)),
		frame: normalizeQuat(multiplyQuat(inverseQuat(body.rotation), frame)),
	})
	return {
		own: side(own, anchors.own),
		connected: side(connected, anchors.connected),
		length: length(subtract(anchors.own, anchors.connected)),
	}
}

export function createJoint(
	library: Library,
	world: World,
	joint: ComponentRecord,
	rest: JointRest,
	bodies: { readonly own: RigidBody; readonly connected: RigidBody },
): void {
	const { props } = joint
	const { JointData } = library
	const [from, to] = [toVector(rest.connected.anchor), toVector(rest.own.anchor)]
	const make = (data: Parameters<World['createImpulseJoint']>[0]): ImpulseJoint => {
		const made = world.createImpulseJoint(data, bodies.connected, bodies.own, true)
		made.setContactsEnabled(props['enableCollision'] === true)
		return made
	}
	const place = (made: ImpulseJoint): ImpulseJoint => {
		made.setLocalFrame1(from, toRotation(rest.connected.frame))
		made.setLocalFrame2(to, toRotation(rest.own.frame))
		return made
	}
	switch (joint.type) {
		case 'FixedJoint':
		case 'FixedJoint2D': {
			const [a, b] = [toRotation(rest.connected.frame), toRotation(rest.own.frame)]
			make(JointData.fixed(from, a, to, b))
			return
		}
		case 'HingeJoint':
		case 'HingeJoint2D': {
			const made = place(make(JointData.revolute(from, to, { x: 1, y: 0, z: 0 })))
			if (made instanceof library.RevoluteImpulseJoint && joint.type === 'HingeJoint')
				hinge(library, made, joint)
			return
		}
		case 'SpringJoint': {
			const slack = (num(props['minDistance'], 0) + num(props['maxDistance'], 0)) / 2
			const [spring, damper] = [num(props['spring'], 10), num(props['damper'], 0.2)]
			make(JointData.spring(rest.length + slack, spring, damper, from, to))
			return
		}
		case 'CharacterJoint':
		case 'ConfigurableJoint': {
			const free = freedomOf(joint)
			const locked = free.reduce<number>(
				(mask, one, i) => (one === 'locked' ? mask | (1 << i) : mask),
				0,
			)
			const made = place(make(JointData.generic(from, to, { x: 1, y: 0, z: 0 }, locked)))
			// The library limits single axes of every joint; its classes only show it for some.
			const { raw } = world.impulseJoints
			for (const [i, one] of free.entries())
				if (typeof one === 'object') raw.jointSetLimits(made.handle, i, one.min, one.max)
			return
		}
		default:
	}
}

function hinge(
	{ MotorModel }: Library,
	made: InstanceType<Library['RevoluteImpulseJoint']>,
	{ props }: ComponentRecord,
): void {
	if (props['useLimits'] === true) {
		const { min, max } = group(props['limits'])
		const [a, b] = [num(min, 0) * DEGREES, num(max, 0) * DEGREES]
		made.setLimits(Math.min(a, b), Math.max(a, b))
	}
	if (props['useMotor'] === true) {
		const { targetVelocity, force } = group(props['motor'])
		made.configureMotorModel(MotorModel.AccelerationBased)
		made.configureMotorVelocity(num(targetVelocity, 0) * DEGREES, MOTOR_FACTOR)
		made.setMotorMaxForce(num(force, 0))
	} else if (props['useSpring'] === true) {
		const { spring, damper, targetPosition } = group(props['spring'])
		made.configureMotorModel(MotorModel.ForceBased)
		made.configureMotorPosition(num(targetPosition, 0) * DEGREES, num(spring, 0), num(damper, 0))
	}
}

/** How hard a motor corrects its speed, within its force: at once. */
const MOTOR_FACTOR = 1e3

type Freedom = 'free' | 'locked' | { readonly min: number; readonly max: number }

/** Along X, Y, Z, then around them. */
function freedomOf({ type, props }: ComponentRecord): readonly Freedom[] {
	const limit = (name: string): number => num(group(props[name])['limit'], 0)
	const around = (name: string): Freedom => {
		const angle = Math.abs(limit(name)) * DEGREES
		return { min: -angle, max: angle }
	}
	if (type === 'CharacterJoint') {
		const twist = { min: limit('lowTwistLimit') * DEGREES, max: limit('highTwistLimit') * DEGREES }
		return ['locked', 'locked', 'locked', twist, around('swing1Limit'), around('swing2Limit')]
	}
	const limited = (motion: string, range: Freedom): Freedom => {
		if (props[motion] === 'Locked') return 'locked'
		return props[motion] === 'Limited' ? range : 'free'
	}
	const reach = Math.abs(limit('linearLimit'))
	const turn = {
		min: limit('lowAngularXLimit') * DEGREES,
		max: limit('highAngularXLimit') * DEGREES,
	}
	return [
		...AXES.map((axis) => limited(`${axis.toLowerCase()}Motion`, { min: -reach, max: reach })),
		limited('angularXMotion', turn),
		limited('angularYMotion', around('angularYLimit')),
		limited('angularZMotion', around('angularZLimit')),
	]
}

/** The rotation whose X axis is `axis`, with Y as near to `second` as that leaves it. */
function frameOf(axis: Vector3, second: Vector3): Quat {
	const x = length(axis) < 1e-9 ? ([1, 0, 0] as Vector3) : normalize(axis)
	const aside = (v: Vector3): Vector3 => subtract(v, multiply(x, dot(v, x)))
	const candidates: Vector3[] = [second, [0, 1, 0], [0, 0, 1]]
	const y = normalize(aside(candidates.find((v) => length(aside(v)) > 1e-3) ?? [0, 1, 0]))
	return fromAxes(x, y, cross(x, y))
}
