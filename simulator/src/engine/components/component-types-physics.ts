/** Bodies, colliders, joints, in 3D and 2D: names and defaults of Unity 6. */
import { type ComponentType, component } from './component-types.ts'
import {
	bool,
	choice,
	float,
	formerly,
	int,
	layerMask,
	list,
	type PropertySpec,
	quaternion,
	runtime,
	struct,
	toAsset,
	toComponent,
	vector,
} from './property-types.ts'

const flags = (name: string, bits: Record<string, number>): PropertySpec => ({
	name,
	type: { kind: 'flags', bits },
	default: 0,
})

/** RigidbodyConstraints. */
export const CONSTRAINTS = {
	None: 0,
	FreezePositionX: 2,
	FreezePositionY: 4,
	FreezePositionZ: 8,
	FreezeRotationX: 16,
	FreezeRotationY: 32,
	FreezeRotationZ: 64,
	FreezePosition: 14,
	FreezeRotation: 112,
	FreezeAll: 126,
} as const
/** RigidbodyConstraints2D. */
export const CONSTRAINTS_2D = {
	None: 0,
	FreezePositionX: 1,
	FreezePositionY: 2,
	FreezeRotation: 4,
	FreezePosition: 3,
	FreezeAll: 7,
} as const

const solid = { canDisable: true, physics: '3d' } as const
const flat = { canDisable: true, physics: '2d' } as const
const collider = [
	bool('isTrigger', false),
	bool('providesContacts', false),
	toAsset('sharedMaterial', 'PhysicsMaterial'),
	layerMask('includeLayers', 0),
	layerMask('excludeLayers', 0),
]
const collider2d = [
	bool('isTrigger', false),
	bool('usedByEffector', false),
	vector('offset', [0, 0]),
	float('density', 1, { min: 0 }),
	toAsset('sharedMaterial', 'PhysicsMaterial2D'),
]
const joint = [
	toComponent('connectedBody', 'Rigidbody'),
	vector('anchor', [0, 0, 0]),
	vector('axis', [1, 0, 0]),
	bool('autoConfigureConnectedAnchor', true),
	vector('connectedAnchor', [0, 0, 0]),
	float('breakForce', 3.4028235e38, { min: 0 }),
	float('breakTorque', 3.4028235e38, { min: 0 }),
	bool('enableCollision', false),
	bool('enablePreprocessing', true),
]
const limit = (name: string, at = 0): PropertySpec =>
	struct(name, [float('limit', at), float('bounciness', 0), float('contactDistance', 0)])
const limitSpring = (name: string): PropertySpec =>
	struct(name, [float('spring', 0), float('damper', 0)])
const drive = (name: string): PropertySpec =>
	struct(name, [
		float('positionSpring', 0),
		float('positionDamper', 0),
		float('maximumForce', 3.4028235e38),
		bool('useAcceleration', false),
	])
const motion = (name: string): PropertySpec => choice(name, 'Locked Limited Free', 'Free')
const jointed = { physics: '3d', requires: ['Rigidbody'] } as const
const joint2d = [
	bool('enableCollision', false),
	toComponent('connectedBody', 'Rigidbody2D'),
	vector('anchor', [0, 0]),
	vector('connectedAnchor', [0, 0]),
]
const jointed2d = { canDisable: true, physics: '2d', requires: ['Rigidbody2D'] } as const

export const PHYSICS_TYPES: readonly ComponentType[] = [
	component(
		'Rigidbody',
		{ single: true, physics: '3d' },
		float('mass', 1, { min: 0.0000001 }),
		formerly(float('linearDamping', 0, { min: 0 }), 'drag'),
		formerly(float('angularDamping', 0.05, { min: 0 }), 'angularDrag'),
		bool('useGravity', true),
		bool('isKinematic', false),
		choice('interpolation', 'None Interpolate Extrapolate'),
		choice('collisionDetectionMode', 'Discrete Continuous ContinuousDynamic ContinuousSpeculative'),
		flags('constraints', CONSTRAINTS),
		bool('automaticCenterOfMass', true),
		bool('automaticInertiaTensor', true),
		layerMask('includeLayers', 0),
		layerMask('excludeLayers', 0),
		runtime(formerly(vector('linearVelocity', [0, 0, 0]), 'velocity')),
		runtime(vector('angularVelocity', [0, 0, 0])),
	),
	component(
		'BoxCollider',
		solid,
		...collider,
		vector('center', [0, 0, 0]),
		vector('size', [1, 1, 1]),
	),
	component(
		'SphereCollider',
		solid,
		...collider,
		vector('center', [0, 0, 0]),
		float('radius', 0.5, { min: 0 }),
	),
	component(
		'CapsuleCollider',
		solid,
		...collider,
		vector('center', [0, 0, 0]),
		float('radius', 0.5, { min: 0 }),
		float('height', 1, { min: 0 }),
		int('direction', 1, { min: 0, max: 2 }),
	),
	component(
		'MeshCollider',
		solid,
		...collider,
		bool('convex', false),
		toAsset('sharedMesh', 'Mesh'),
	),
	component(
		'CharacterController',
		{ ...solid, single: true },
		float('slopeLimit', 45, { min: 0, max: 180 }),
		float('stepOffset', 0.3, { min: 0 }),
		float('skinWidth', 0.08, { min: 0.0001 }),
		float('minMoveDistance', 0.001, { min: 0 }),
		vector('center', [0, 0, 0]),
		float('radius', 0.5, { min: 0 }),
		float('height', 2, { min: 0 }),
	),
	component(
		'HingeJoint',
		jointed,
		...joint,
		bool('useSpring', false),
		struct('spring', [float('spring', 0), float('damper', 0), float('targetPosition', 0)]),
		bool('useMotor', false),
		struct('motor', [float('targetVelocity', 0), float('force', 0), bool('freeSpin', false)]),
		bool('useLimits', false),
		struct('limits', [
			float('min', 0),
			float('max', 0),
			float('bounciness', 0),
			float('bounceMinVelocity', 0.2),
			float('contactDistance', 0),
		]),
	),
	component('FixedJoint', jointed, ...joint),
	component(
		'SpringJoint',
		jointed,
		...joint,
		float('spring', 10, { min: 0 }),
		float('damper', 0.2, { min: 0 }),
		float('minDistance', 0, { min: 0 }),
		float('maxDistance', 0, { min: 0 }),
	),
	component(
		'CharacterJoint',
		jointed,
		...joint,
		vector('swingAxis', [0, 1, 0]),
		limitSpring('twistLimitSpring'),
		limit('lowTwistLimit', -20),
		limit('highTwistLimit', 70),
		limitSpring('swingLimitSpring'),
		limit('swing1Limit', 40),
		limit('swing2Limit', 40),
		bool('enableProjection', false),
		float('projectionDistance', 0.1),
		float('projectionAngle', 180),
	),
	component(
		'ConfigurableJoint',
		jointed,
		...joint,
		vector('secondaryAxis', [0, 1, 0]),
		...['xMotion', 'yMotion', 'zMotion'].map(motion),
		...['angularXMotion', 'angularYMotion', 'angularZMotion'].map(motion),
		...['linearLimitSpring', 'angularXLimitSpring', 'angularYZLimitSpring'].map(limitSpring),
		limit('linearLimit'),
		...['lowAngularXLimit', 'highAngularXLimit', 'angularYLimit', 'angularZLimit'].map((name) =>
			limit(name),
		),
		vector('targetPosition', [0, 0, 0]),
		vector('targetVelocity', [0, 0, 0]),
		...['xDrive', 'yDrive', 'zDrive'].map(drive),
		quaternion('targetRotation'),
		vector('targetAngularVelocity', [0, 0, 0]),
		choice('rotationDriveMode', 'XYAndZ Slerp'),
		...['angularXDrive', 'angularYZDrive', 'slerpDrive'].map(drive),
		choice('projectionMode', 'None PositionAndRotation'),
		float('projectionDistance', 0.1),
		float('projectionAngle', 180),
		bool('configuredInWorldSpace', false),
		bool('swapBodies', false),
	),
	component('ConstantForce', { ...solid, requires: ['Rigidbody'] }, vector('force', [0, 0, 0])),
	component(
		'Rigidbody2D',
		{ single: true, physics: '2d' },
		choice('bodyType', 'Dynamic Kinematic Static'),
		bool('simulated', true),
		bool('useAutoMass', false),
		float('mass', 1, { min: 0.0001 }),
		formerly(float('linearDamping', 0, { min: 0 }), 'drag'),
		formerly(float('angularDamping', 0.05, { min: 0 }), 'angularDrag'),
		float('gravityScale', 1),
		choice('collisionDetectionMode', 'Discrete Continuous'),
		choice('interpolation', 'None Interpolate Extrapolate'),
		flags('constraints', CONSTRAINTS_2D),
		runtime(formerly(vector('linearVelocity', [0, 0]), 'velocity')),
		runtime(float('angularVelocity', 0)),
	),
	component('BoxCollider2D', flat, ...collider2d, vector('size', [1, 1], 0.0001)),
	component('CircleCollider2D', flat, ...collider2d, float('radius', 0.5, { min: 0.0001 })),
	component(
		'CapsuleCollider2D',
		flat,
		...collider2d,
		vector('size', [1, 2], 0.0001),
		choice('direction', 'Vertical Horizontal'),
	),
	component(
		'PolygonCollider2D',
		flat,
		...collider2d,
		list('points', { kind: 'vector', size: 2 }, [
			[-0.5, -0.5],
			[0.5, -0.5],
			[0, 0.5],
		]),
	),
	component(
		'HingeJoint2D',
		jointed2d,
		...joint2d,
		bool('useMotor', false),
		bool('useLimits', false),
	),
	component('FixedJoint2D', jointed2d, ...joint2d),
]
