/** Rigidbodies of a scene: which objects belong to one, and their form in the physics library. */
import type { RigidBody, World } from '@dimforge/rapier3d-compat'
import { CONSTRAINTS, CONSTRAINTS_2D } from '../../components/component-types-physics.ts'
import type { Core } from '../../core.ts'
import {
	IDENTITY_QUAT,
	inverseQuat,
	multiplyQuat,
	type Quat,
	rotate,
	subtract,
	type Vector3,
} from '../../math.ts'
import { activeInHierarchy, allObjects, subtree } from '../../scene/objects.ts'
import type { ComponentRecord, ObjectRecord } from '../../scene/records.ts'
import { worldPosition, worldRotation } from '../../scene/transforms.ts'
import type { Library } from './library.ts'
import type { Velocity } from './motion.ts'
import { type Shape, shapesOf } from './shapes.ts'
import { applySurface } from './surfaces.ts'
import { num, toRotation, toVector } from './values.ts'

export interface Body {
	readonly object: string
	readonly component: ComponentRecord
	readonly handle: RigidBody
	/** Moved by forces; kinematic and static ones do not move here. */
	readonly isDynamic: boolean
	/** Axes on which its place is held from outside, see {@link createBody}. */
	readonly held: readonly (0 | 1 | 2)[]
	/** 2D physics turns around Z what may also be turned otherwise: comes on top of the body's own rotation. */
	readonly turned: Quat
}

const AXES = [0, 1, 2] as const

const isBody = (component: ComponentRecord, flat: boolean): boolean =>
	component.type === (flat ? 'Rigidbody2D' : 'Rigidbody') && component.props['simulated'] !== false

/** Active objects with a body, parents before children, each with the objects whose colliders are part of it. */
export function* bodiesIn(
	core: Core,
	flat: boolean,
): Generator<{ record: ObjectRecord; component: ComponentRecord; owned: readonly ObjectRecord[] }> {
	for (const record of allObjects(core.world)) {
		const component = record.components.find((one) => isBody(one, flat))
		if (!component || !activeInHierarchy(core.world, record)) continue
		yield { record, component, owned: [...ownedBy(core, record.id)] }
	}
}

/** The object and its active children down to the next body. */
function* ownedBy(core: Core, rootId: string): Generator<ObjectRecord> {
	for (const record of subtree(core.world, rootId)) {
		let at: ObjectRecord = record
		while (
			at.id !== rootId &&
			!at.components.some((c) => c.type.startsWith('Rigidbody')) &&
			at.parent
		)
			at = core.world.object(at.parent)
		if (at.id === rootId && activeInHierarchy(core.world, record)) yield record
	}
}

export interface Made {
	readonly body: Body
	/** Shapes by the library's handle of their collider. */
	readonly colliders: readonly (readonly [number, Shape])[]
}

export function createBody(
	core: Core,
	library: Library,
	world: World,
	flat: boolean,
	{
		record,
		component,
		owned,
	}: { record: ObjectRecord; component: ComponentRecord; owned: readonly ObjectRecord[] },
	velocity: Velocity,
): Made {
	const { props } = component
	const isDynamic = flat ? props['bodyType'] === 'Dynamic' : props['isKinematic'] !== true
	const { RigidBodyDesc: make } = library
	const [x, y, z] = worldPosition(core.world, record.id)
	const whole = worldRotation(core.world, record.id)
	const position: Vector3 = flat ? [x, y, 0] : [x, y, z]
	const rotation = flat ? IDENTITY_QUAT : whole
	const mask = num(props['constraints'], 0)
	const bits = flat ? CONSTRAINTS_2D : CONSTRAINTS
	const may = (bit: number): boolean => (mask & bit) === 0
	const isFrozen = [
		!may(bits.FreezePositionX),
		!may(bits.FreezePositionY),
		flat || !may(CONSTRAINTS.FreezePositionZ),
	] as const
	const isStiff = [
		flat || !may(CONSTRAINTS.FreezeRotationX),
		flat || !may(CONSTRAINTS.FreezeRotationY),
		!may(flat ? CONSTRAINTS_2D.FreezeRotation : CONSTRAINTS.FreezeRotationZ),
	] as const
	// With a locked place and a locked rotation the library forgets friction: then the place is held after each step.
	const isHeld = isStiff.includes(true) && isFrozen.includes(false)
	const isLocked = isHeld ? [false, false, false] : isFrozen
	const isContinuous = props['collisionDetectionMode'] !== 'Discrete'
	const handle = world.createRigidBody(
		(isDynamic ? make.dynamic() : make.kinematicPositionBased())
			.setTranslation(...position)
			.setRotation(toRotation(rotation))
			.setLinvel(...velocity.linear)
			.setAngvel(toVector(velocity.angular))
			.setLinearDamping(num(props['linearDamping'], 0))
			.setAngularDamping(num(props['angularDamping'], 0.05))
			.setGravityScale(flat ? num(props['gravityScale'], 1) : props['useGravity'] === false ? 0 : 1)
			.setCcdEnabled(isContinuous)
			.enabledTranslations(!isLocked[0], !isLocked[1], !isLocked[2])
			.enabledRotations(!isStiff[0], !isStiff[1], !isStiff[2]),
	)
	const shapes = owned.flatMap((owner) => shapesOf(core, library, owner, flat))
	const back = inverseQuat(rotation)
	const colliders = shapes.map((shape) => {
		const place = rotate(back, subtract(shape.position, position))
		shape.desc.setTranslation(...place).setRotation(toRotation(multiplyQuat(back, shape.rotation)))
		return [createCollider(core, library, world, shape, handle), shape] as const
	})
	if (isDynamic) weigh(handle, colliders, num(props['mass'], 1))
	const force = record.components.find(
		({ type, enabled }) => type === 'ConstantForce' && enabled !== false,
	)
	const pull = force?.props['force']
	if (isDynamic && Array.isArray(pull))
		handle.addForce({ x: Number(pull[0]), y: Number(pull[1]), z: Number(pull[2]) }, true)
	return {
		body: {
			object: record.id,
			component,
			handle,
			isDynamic,
			held: isHeld ? AXES.filter((axis) => isFrozen[axis]) : [],
			turned: flat ? whole : IDENTITY_QUAT,
		},
		colliders: colliders.map(([collider, shape]) => [collider.handle, shape]),
	}
}

/** Creates a collider at its place in the body; without a body, at its place in the world. */
export function createCollider(
	core: Core,
	library: Library,
	world: World,
	{ collider, desc }: Shape,
	body?: RigidBody,
): ReturnType<World['createCollider']> {
	applySurface(core, library, collider, desc)
	if (collider.props['isTrigger'] === true)
		desc.setSensor(true).setActiveEvents(library.ActiveEvents.COLLISION_EVENTS)
	return world.createCollider(desc, body)
}

/** Shares the body's mass among its colliders by what they hold, as Unity does; triggers weigh nothing. */
function weigh(
	handle: RigidBody,
	colliders: readonly (readonly [ReturnType<World['createCollider']>, Shape])[],
	mass: number,
): void {
	const contents = colliders.map(([collider, { disc }]) =>
		collider.isSensor() ? 0 : (disc?.area ?? collider.volume()),
	)
	const whole = contents.reduce((sum, content) => sum + content, 0)
	for (const [i, [collider, { disc }]] of colliders.entries()) {
		const share = whole > 0 ? ((contents[i] ?? 0) / whole) * mass : 0
		if (disc && share > 0) {
			const inertia = (share * disc.radius ** 2) / 2
			const nowhere = { x: 0, y: 0, z: 0 }
			collider.setMassProperties(
				share,
				nowhere,
				{ x: inertia, y: inertia, z: inertia },
				toRotation(IDENTITY_QUAT),
			)
		} else collider.setMass(share)
	}
	// Without a collider Unity takes the same inertia for every mass.
	if (whole === 0) {
		const one = { x: 1, y: 1, z: 1 }
		handle.setAdditionalMassProperties(
			mass,
			{ x: 0, y: 0, z: 0 },
			one,
			toRotation(IDENTITY_QUAT),
			true,
		)
	}
	handle.recomputeMassPropertiesFromColliders()
}
