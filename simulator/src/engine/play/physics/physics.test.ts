/** Play mode against textbook physics. */
import { expect, it } from 'vitest'
import { Driver, memoryProject } from '../../test-project.ts'

const BODY = ['Rigidbody']
const STEP = 0.02

const body = (d: Driver, properties: object, object: object = {}): string => {
	const id = d.create({ name: 'Body', ...object })
	d.ok('unity_component', {
		action: 'configure',
		game_object_id: id,
		component_type: 'Rigidbody',
		properties,
	})
	return id
}
const play = (d: Driver, seconds: number): void => {
	d.ok('unity_play', { action: 'step', frames: Math.round(seconds / STEP) })
}
const enter = (d: Driver): void => {
	d.ok('unity_play', { action: 'enter' })
	d.ok('unity_play', { action: 'pause' })
}
const velocity = (d: Driver, id: string, name = 'linearVelocity'): number[] =>
	d.inspect(id, 'Rigidbody')[name] as number[]
const distance = (a: number[], b: number[]): number =>
	Math.hypot(...a.map((n, i) => n - (b[i] ?? 0)))
const floor = (d: Driver): string =>
	d.create({ name: 'Floor', primitive_type: 'Cube', position: [0, -0.5, 0], scale: [200, 1, 200] })

it('falls s = g t² / 2', async () => {
	const d = await Driver.open()
	const stone = body(d, { mass: 7 }, { position: [0, 100, 0] })
	enter(d)
	for (const seconds of [1, 2]) {
		play(d, 1)
		const fallen = (9.81 * seconds ** 2) / 2
		expect(Math.abs(100 - d.position(stone)[1]! - fallen)).toBeLessThan(fallen * 0.02)
		expect(velocity(d, stone)[1]).toBeCloseTo(-9.81 * seconds, 3)
	}
})

it('follows the gravity of the project', async () => {
	const text = 'PhysicsManager:\n  m_Gravity: {x: 0, y: -1.62, z: 0}\n'
	const d = await Driver.open(memoryProject({ 'ProjectSettings/DynamicsManager.asset': text }))
	const stone = body(d, {})
	enter(d)
	play(d, 1)
	expect(velocity(d, stone)[1]).toBeCloseTo(-1.62, 3)
})

it('a ball set going rolls: v = ω r, the way it goes, with 5/7 of its speed', async () => {
	const d = await Driver.open()
	floor(d)
	const ball = body(d, { angularDamping: 0 }, { primitive_type: 'Sphere', position: [0, 0.5, 0] })
	enter(d)
	d.modify(ball, 'Rigidbody', { linearVelocity: [3, 0, 0] })
	play(d, 2)
	const [[vx = 0], [, , wz = 0]] = [velocity(d, ball), velocity(d, ball, 'angularVelocity')]
	expect(vx).toBeCloseTo((3 * 5) / 7, 1)
	// Left-handed like Unity: rolling along +X turns around −Z.
	expect(-wz * 0.5).toBeCloseTo(vx, 2)
	expect(d.inspect(ball, 'Transform')['rotation']).not.toEqual([0, 0, 0])
	const before = d.position(ball)[0]!
	play(d, 1)
	expect(d.position(ball)[0]! - before).toBeCloseTo(vx, 1)
})

it('a body constrained to one plane still rolls on it', async () => {
	const d = await Driver.open()
	floor(d)
	const constraints = 'FreezePositionZ, FreezeRotationX, FreezeRotationY'
	const at = { primitive_type: 'Sphere', position: [0, 0.5, 1] }
	const ball = body(d, { angularDamping: 0, constraints }, at)
	enter(d)
	d.modify(ball, 'Rigidbody', { linearVelocity: [3, 0, 2] })
	play(d, 2)
	expect(velocity(d, ball)[0]).toBeCloseTo((3 * 5) / 7, 1)
	expect(d.position(ball)[2]).toBe(1)
})

it('a ball turns no faster than Unity lets it', async () => {
	const d = await Driver.open()
	const ball = body(d, { useGravity: false, angularDamping: 0 }, { primitive_type: 'Sphere' })
	enter(d)
	d.modify(ball, 'Rigidbody', { angularVelocity: [0, 30, 0] })
	play(d, 0.1)
	expect(velocity(d, ball, 'angularVelocity')[1]).toBeCloseTo(7, 3)
})

it('a box at rest stays at rest, on a slope too as long as friction holds it', async () => {
	const d = await Driver.open()
	const board = { primitive_type: 'Cube', scale: [40, 1, 40] }
	// tan 25° = 0.47 and tan 35° = 0.70, to a friction of 0.6.
	for (const [z, angle] of [
		[0, 0],
		[100, 25],
		[200, 35],
	] as const) {
		const turn = [0, 0, -angle]
		d.create({ ...board, name: `Board${angle}`, position: [0, 0, z], rotation: turn })
		const up = (angle * Math.PI) / 180
		const at = [Math.sin(up) * 1.001, Math.cos(up) * 1.001, z]
		const box = { name: `Box${angle}`, primitive_type: 'Cube', position: at, rotation: turn }
		body(d, {}, box)
	}
	const start = [0, 25, 35].map((angle) => d.position(`/Box${angle}`))
	enter(d)
	play(d, 2)
	const moved = [0, 25, 35].map((angle, i) => distance(d.position(`/Box${angle}`), start[i]!))
	expect(moved[0]).toBeLessThan(0.01)
	expect(moved[1]).toBeLessThan(0.05)
	expect(moved[2]).toBeGreaterThan(1)
})

it('a hinge holds: a pendulum keeps its length, its plane and its limits', async () => {
	const d = await Driver.open()
	const rod = body(d, { angularDamping: 0 }, { primitive_type: 'Cube', position: [2, 0, 0] })
	d.ok('unity_component', {
		action: 'configure',
		game_object_id: rod,
		component_type: 'HingeJoint',
		properties: { anchor: [-2, 0, 0], axis: [0, 0, 1] },
	})
	d.ok('unity_hierarchy', { action: 'duplicate', instance_id: rod, name: 'Limited' })
	d.modify('/Limited', 'HingeJoint', { useLimits: true, limits: { min: -30, max: 30 } })
	d.modify('/Limited', 'Transform', { position: [2, 0, 50] })
	enter(d)
	let lowest = 0
	for (let i = 0; i < 100; i++) {
		play(d, STEP)
		const at = d.position(rod)
		expect(Math.abs(distance(at, [0, 0, 0]) - 2)).toBeLessThan(0.02)
		expect(Math.abs(at[2]!)).toBeLessThan(0.01)
		lowest = Math.min(lowest, at[1]!)
	}
	expect(lowest).toBeLessThan(-1.95)
	play(d, 2)
	expect(d.position('/Limited')[1]).toBeCloseTo(-2 * Math.sin(Math.PI / 6), 1)
})

it('a motor turns its hinge, a fixed joint carries, a spring stretches by m g / k', async () => {
	const d = await Driver.open()
	const joined = (
		name: string,
		x: number,
		joint: string,
		properties: object,
		rest: object = {},
	) => {
		const id = body(d, rest, { name, primitive_type: 'Cube', position: [x, 0, 0] })
		const configure = { action: 'configure', game_object_id: id, component_type: joint, properties }
		d.ok('unity_component', configure)
		return id
	}
	const motor = { targetVelocity: 90, force: 1000, freeSpin: false }
	const wheel = joined('Wheel', 0, 'HingeJoint', { axis: [0, 1, 0], useMotor: true, motor })
	const holder = body(d, { isKinematic: true }, { name: 'Holder', position: [10, 2, 0] })
	const carried = joined('Carried', 10, 'FixedJoint', { connectedBody: '/Holder' })
	const hanging = joined('Hanging', 20, 'SpringJoint', { spring: 20, damper: 2 }, { mass: 1 })
	const ragged = joined('Ragged', 30, 'ConfigurableJoint', {
		xMotion: 'Locked',
		yMotion: 'Limited',
		zMotion: 'Locked',
		linearLimit: { limit: 1.5 },
	})
	expect(d.ok('unity_play', { action: 'enter' })).not.toHaveProperty('note')
	d.ok('unity_play', { action: 'pause' })
	play(d, 10)
	expect(velocity(d, wheel, 'angularVelocity')[1]).toBeCloseTo(Math.PI / 2, 1)
	expect(distance(d.position(carried), [10, 0, 0])).toBeLessThan(0.02)
	expect(d.position(hanging)[1]).toBeCloseTo(-9.81 / 20, 1)
	expect(d.position(ragged)[1]).toBeCloseTo(-1.5, 1)
	// A joint keeps what it held when its holder is moved by hand.
	d.modify(holder, 'Transform', { position: [10, 5, 0] })
	play(d, 2)
	expect(distance(d.position(carried), [10, 3, 0])).toBeLessThan(0.02)
})

it('a ball in a scaled and turned parent collides where it is seen', async () => {
	const d = await Driver.open()
	floor(d)
	const parent = d.create({
		name: 'Parent',
		scale: [2, 2, 2],
		rotation: [0, 90, 0],
		position: [5, 0, 0],
	})
	const ball = d.create({
		primitive_type: 'Sphere',
		name: 'Ball',
		parent_id: parent,
		components: BODY,
	})
	d.modify(ball, 'Transform', { position: [5, 4, 0] })
	enter(d)
	play(d, 2)
	expect(Math.abs(d.position(ball)[1]! - 1)).toBeLessThan(0.01)
	expect(d.position(ball)[0]).toBeCloseTo(5, 2)
})

it('an object with several colliders falls as one, and a child is part of its parent', async () => {
	const d = await Driver.open()
	floor(d)
	const table = body(d, {}, { name: 'Table', position: [0, 3, 0] })
	for (const x of [-1, 1])
		d.create({ primitive_type: 'Cube', name: `Leg${x}`, parent_id: table, position: [x, 0, 0] })
	enter(d)
	play(d, 2)
	expect(Math.abs(d.position(table)[1]! - 0.5)).toBeLessThan(0.01)
	expect(Math.abs(d.position('/Table/Leg1')[1]! - 0.5)).toBeLessThan(0.01)
})

it('a trigger lets through, and the console names the script that would have been called', async () => {
	const d = await Driver.open()
	d.engine.setUserTypes([{ name: 'Goal', fields: [] }])
	const zone = d.create({ primitive_type: 'Cube', name: 'Zone', components: ['Goal'] })
	d.modify(zone, 'BoxCollider', { isTrigger: true })
	const ball = d.create({
		primitive_type: 'Sphere',
		name: 'Ball',
		position: [0, 3, 0],
		components: BODY,
	})
	enter(d)
	play(d, 2)
	expect(d.position(ball)[1]).toBeLessThan(-10)
	const messages = d
		.ok('read_console_logs', { filter: 'all' })
		.logs.map((log: { message: string }) => log.message)
	expect(
		messages.filter((m: string) => /Ball entered the trigger \/?Zone.*Goal/.test(m)),
	).toHaveLength(1)
})

it('a physics material bounces', async () => {
	const files = memoryProject({
		'Assets/Rubber.physicMaterial':
			'PhysicsMaterial:\n  m_DynamicFriction: 0\n  m_Bounciness: 1\n  m_BounceCombine: 3\n',
	})
	const d = await Driver.open(files)
	floor(d)
	const ball = d.create({ primitive_type: 'Sphere', position: [0, 2.5, 0], components: BODY })
	d.modify(ball, 'SphereCollider', { sharedMaterial: 'Assets/Rubber.physicMaterial' })
	enter(d)
	play(d, 1.2)
	expect(d.position(ball)[1]).toBeGreaterThan(1.5)
})

it('2D: a disc rolls down, a box rests on its edge line, and 3D colliders are not in their way', async () => {
	const d = await Driver.open()
	const made = (name: string, position: number[], ...components: string[]) =>
		d.create({ name, position, components })
	const ground = made('Ground', [0, -0.5, 4], 'BoxCollider2D')
	d.modify(ground, 'BoxCollider2D', { size: [40, 1] })
	d.create({ primitive_type: 'Cube', position: [0, 2, 0], scale: [40, 1, 40] })
	const box = made('Box', [0, 5, -3], 'Rigidbody2D', 'BoxCollider2D')
	const disc = made('Disc', [8, 0.5, 0], 'Rigidbody2D', 'CircleCollider2D')
	d.modify(disc, 'Rigidbody2D', { angularDamping: 0 })
	enter(d)
	d.modify(disc, 'Rigidbody2D', { linearVelocity: [-3, 0] })
	play(d, 2)
	expect(d.position(box)[1]).toBeCloseTo(0.5, 1)
	expect(d.position(box)[2]).toBe(-3)
	// A disc keeps 2/3 of its speed, a ball 5/7.
	const { linearVelocity, angularVelocity } = d.inspect(disc, 'Rigidbody2D')
	expect((linearVelocity as number[])[0]).toBeCloseTo(-2, 1)
	expect(Number(angularVelocity)).toBeCloseTo((2 / 0.5) * (180 / Math.PI), -1.5)
})

it('the same scene gives the same motion, to the last digit', async () => {
	const run = async (): Promise<unknown> => {
		const d = await Driver.open()
		floor(d)
		for (let i = 0; i < 20; i++)
			d.create({
				primitive_type: 'Cube',
				name: `C${i}`,
				position: [(i % 3) * 0.4, 1 + i, 0],
				components: BODY,
			})
		enter(d)
		play(d, 3)
		return Array.from({ length: 20 }, (_, i) => d.position(`/C${i}`))
	}
	expect(await run()).toEqual(await run())
})
