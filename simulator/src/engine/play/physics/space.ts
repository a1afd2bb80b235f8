/** One physics world of the library: that of the 3D bodies of a scene, or that of its 2D bodies. */
import type { EventQueue, RigidBody, World } from '@dimforge/rapier3d-compat'
import { isA } from '../../components/component-types.ts'
import type { Core } from '../../core.ts'
import {
	IDENTITY_QUAT,
	length,
	multiply,
	multiplyQuat,
	transformPoint,
	type Vector3,
} from '../../math.ts'
import { activeInHierarchy, allObjects } from '../../scene/objects.ts'
import type { ComponentRecord, ObjectRecord } from '../../scene/records.ts'
import { setWorldPose, worldMatrix, worldPosition, worldRotation } from '../../scene/transforms.ts'
import { type Body, bodiesIn, createBody, createCollider } from './bodies.ts'
import { createJoint, type Pose, restOf } from './joints.ts'
import type { Library } from './library.ts'
import { AT_REST, type Motion, type Velocity } from './motion.ts'
import { shapesOf } from './shapes.ts'
import { fromRotation, fromVector, referredTo, toRotation, toVector, vec } from './values.ts'

/** Unity's default Time.fixedDeltaTime. */
export const FIXED_STEP_SECONDS = 0.02
/** Unity's default in radians per second, where the project's physics settings name no other. */
const MAX_ANGULAR_SPEED = 7
/** Rounds of the solver in each part of a step: with the library's own 1, fast boxes spin off what they hit squarely. */
const SOLVER_ROUNDS = 8

/** Called with the ids of the two objects. */
export type Entered = (trigger: string, other: string) => void

export class Space {
	readonly #core: Core
	readonly #library: Library
	readonly #world: World
	readonly #flat: boolean
	readonly #events: EventQueue
	readonly #entered: Entered
	readonly #maxAngularSpeed: number
	/** Bodies by the id of the Rigidbody, parents before children. */
	readonly #bodies = new Map<string, Body>()
	/** Axes on which bodies stay where they began. */
	readonly #held = new Map<RigidBody, { readonly axes: Body['held']; readonly place: Vector3 }>()
	/** The collider's object and whether it is a trigger, by the library's handle. */
	readonly #owners = new Map<number, { readonly object: string; readonly isTrigger: boolean }>()
	/** The anchor body of joints without a connected body. */
	#ground: RigidBody | null = null

	constructor(core: Core, library: Library, flat: boolean, motion: Motion, entered: Entered) {
		this.#core = core
		this.#library = library
		this.#flat = flat
		this.#entered = entered
		const setting = core.project.setting('DynamicsManager.asset', 'm_DefaultMaxAngularSpeed')
		this.#maxAngularSpeed = flat ? Number.POSITIVE_INFINITY : Number(setting ?? MAX_ANGULAR_SPEED)
		this.#world = new library.World(gravityOf(core, flat))
		this.#world.timestep = FIXED_STEP_SECONDS
		this.#world.integrationParameters.numInternalPgsIterations = SOLVER_ROUNDS
		this.#events = new library.EventQueue(true)
		this.#addBodies(motion)
		this.#addJoints(motion)
	}

	#addBodies(motion: Motion): void {
		const [core, library, world, flat] = [this.#core, this.#library, this.#world, this.#flat]
		const moved = new Set<string>()
		for (const found of bodiesIn(core, flat)) {
			const velocity = motion.velocities.get(found.component.id) ?? AT_REST
			const { body, colliders } = createBody(core, library, world, flat, found, velocity)
			this.#bodies.set(found.component.id, body)
			if (body.isDynamic && body.held.length > 0)
				this.#held.set(body.handle, {
					axes: body.held,
					place: fromVector(body.handle.translation()),
				})
			for (const owner of found.owned) moved.add(owner.id)
			for (const [handle, shape] of colliders) this.#owns(handle, shape.collider)
		}
		for (const record of allObjects(core.world)) {
			if (moved.has(record.id) || !activeInHierarchy(core.world, record)) continue
			for (const shape of shapesOf(core, library, record, flat)) {
				shape.desc.setTranslation(...shape.position).setRotation(toRotation(shape.rotation))
				this.#owns(createCollider(core, library, world, shape).handle, shape.collider)
			}
		}
	}

	#owns(handle: number, collider: ComponentRecord): void {
		const object = this.#core.world.ownerOf(collider.id)?.id
		if (object === undefined) return
		this.#owners.set(handle, { object, isTrigger: collider.props['isTrigger'] === true })
	}

	#addJoints(motion: Motion): void {
		const { world } = this.#core
		for (const [id, { object }] of this.#bodies) {
			const record = world.object(object)
			for (const joint of record.components)
				if (isA(joint.type, this.#flat ? 'Joint2D' : 'Joint') && joint.enabled !== false)
					this.#addJoint(motion, record, id, joint)
		}
	}

	#addJoint(motion: Motion, record: ObjectRecord, bodyId: string, joint: ComponentRecord): void {
		const { world } = this.#core
		const own = this.#bodies.get(bodyId)
		if (!own) return
		const other = this.#bodies.get(referredTo(joint, 'connectedBody') ?? '')
		const { anchor, axis, connectedAnchor, connectedBody } = joint.props
		// The joint's placement: a joint with a new placement starts over.
		const key = `${joint.id} ${JSON.stringify([anchor, axis, connectedAnchor, connectedBody])}`
		let rest = motion.joints.get(key)
		if (!rest) {
			const at = transformPoint(worldMatrix(world, record.id), vec(anchor, [0, 0, 0]))
			const fixed = vec(connectedAnchor, [0, 0, 0])
			// Joints in 2D have no such switch here: an anchor that is set counts.
			const isAuto = joint.props['autoConfigureConnectedAnchor'] ?? length(fixed) === 0
			const there = other ? transformPoint(worldMatrix(world, other.object), fixed) : fixed
			const anchors = { own: at, connected: isAuto === true ? at : there }
			const connected = other ? poseOf(other.handle) : ORIGIN
			rest = restOf(joint, poseOf(own.handle), connected, anchors, worldRotation(world, record.id))
			motion.joints.set(key, rest)
		}
		createJoint(this.#library, this.#world, joint, rest, {
			own: own.handle,
			connected: other?.handle ?? this.#groundBody(),
		})
	}

	#groundBody(): RigidBody {
		this.#ground ??= this.#world.createRigidBody(this.#library.RigidBodyDesc.fixed())
		return this.#ground
	}

	step(steps: number): void {
		this.#world.gravity = gravityOf(this.#core, this.#flat)
		for (let i = 0; i < steps; i++) {
			this.#world.step(this.#events)
			this.#events.drainCollisionEvents((a, b, started) => {
				if (started) this.#met(a, b)
			})
			this.#hold()
			if (Number.isFinite(this.#maxAngularSpeed)) this.#slowDown()
		}
	}

	#met(a: number, b: number): void {
		const [one, two] = [this.#owners.get(a), this.#owners.get(b)]
		if (!one || !two) return
		const [trigger, other] = one.isTrigger ? [one, two] : [two, one]
		this.#entered(trigger.object, other.object)
	}

	#hold(): void {
		for (const [handle, { axes, place }] of this.#held) {
			if (handle.isSleeping()) continue
			const [at, velocity] = [fromVector(handle.translation()), fromVector(handle.linvel())]
			for (const axis of axes) {
				at[axis] = place[axis]
				velocity[axis] = 0
			}
			handle.setTranslation(toVector(at), false)
			handle.setLinvel(toVector(velocity), false)
		}
	}

	#slowDown(): void {
		const most = this.#maxAngularSpeed
		this.#world.forEachActiveRigidBody((handle) => {
			const angular = fromVector(handle.angvel())
			const speed = length(angular)
			if (speed > most) handle.setAngvel(toVector(multiply(angular, most / speed)), false)
		})
	}

	/** Writes the physics results into the scene. */
	writeBack(motion: Motion): void {
		const { world } = this.#core
		for (const [id, { object, handle, isDynamic, turned }] of this.#bodies) {
			const isChild = world.object(object).parent !== null
			if (!isDynamic) {
				// A kinematic body goes where its parent goes.
				if (isChild) {
					const [x, y, z] = worldPosition(world, object)
					handle.setTranslation({ x, y, z: this.#flat ? 0 : z }, false)
					if (!this.#flat) handle.setRotation(toRotation(worldRotation(world, object)), false)
				}
				continue
			}
			motion.velocities.set(id, {
				linear: fromVector(handle.linvel()),
				angular: fromVector(handle.angvel()),
			})
			const pose = poseOf(handle)
			const [x, y, z] = pose.position
			const before = worldPosition(world, object)
			const position: Vector3 = [x, y, this.#flat ? before[2] : z]
			const rotation = multiplyQuat(pose.rotation, turned)
			const stays =
				position.every((n, i) => n === Math.fround(before[i] ?? 0)) &&
				rotation.every((n, i) => n === Math.fround(worldRotation(world, object)[i] ?? 0))
			if (!stays) setWorldPose(world, object, { position, rotation })
		}
	}

	setVelocity(componentId: string, { linear, angular }: Velocity): void {
		const body = this.#bodies.get(componentId)
		if (!body?.isDynamic) return
		body.handle.setLinvel(toVector(linear), true)
		body.handle.setAngvel(toVector(angular), true)
	}

	free(): void {
		this.#events.free()
		this.#world.free()
	}
}

const ORIGIN: Pose = { position: [0, 0, 0], rotation: IDENTITY_QUAT }

const poseOf = (handle: RigidBody): Pose => ({
	position: fromVector(handle.translation()),
	rotation: fromRotation(handle.rotation()),
})

function gravityOf({ project }: Core, flat: boolean): { x: number; y: number; z: number } {
	const file = flat ? 'Physics2DSettings.asset' : 'DynamicsManager.asset'
	const text = project.setting(file, 'm_Gravity') ?? ''
	const found = /x:\s*([-\d.e]+),\s*y:\s*([-\d.e]+)(?:,\s*z:\s*([-\d.e]+))?/.exec(text)
	if (!found) return { x: 0, y: -9.81, z: 0 }
	return { x: Number(found[1]), y: Number(found[2]), z: flat ? 0 : Number(found[3] ?? 0) }
}
