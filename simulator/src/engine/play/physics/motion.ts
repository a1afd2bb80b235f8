/** The state of play mode's physics that is not in the scene: velocities, and the start poses of joints. Plain data, for snapshots. */
import type { Vector3 } from '../../math.ts'
import type { JointRest } from './joints.ts'

export interface Velocity {
	readonly linear: Vector3
	/** Radians per second. */
	readonly angular: Vector3
}

export interface Motion {
	/** Velocities by the id of the Rigidbody. */
	readonly velocities: Map<string, Velocity>
	/** Rests by the id of the joint and the values that place it. */
	readonly joints: Map<string, JointRest>
}

export interface MotionData {
	readonly velocities: readonly (readonly [string, Velocity])[]
	readonly joints: readonly (readonly [string, JointRest])[]
}

export const AT_REST: Velocity = { linear: [0, 0, 0], angular: [0, 0, 0] }

export const motionOf = (data?: MotionData): Motion => ({
	velocities: new Map(data?.velocities),
	joints: new Map(data?.joints),
})
export const motionData = ({ velocities, joints }: Motion): MotionData => ({
	velocities: [...velocities],
	joints: [...joints],
})
