import { expect, it } from 'vitest'
import { Driver } from '../test-project.ts'

const BODY = ['Rigidbody']
const ERROR = {
	file: 'Assets/Bad.cs',
	line: 1,
	column: 1,
	code: 'CS1002',
	message: '; expected',
	severity: 'error',
} as const

it.each([
	['Plane', 0, [1, 1, 1], [0, 0, 0]],
	['Cube', 0.25, [10, 0.5, 10], [0, 0, 0]],
	['Cube', 0.5, [20, 1, 20], [0, 0, 0]],
	['Quad', 0, [10, 10, 1], [90, 0, 0]],
] as const)(
	'a cube dropped above a %s comes to rest on its top at %f',
	async (floor, top, scale, rotation) => {
		const d = await Driver.open()
		d.create({ primitive_type: floor, scale, rotation, name: 'Floor' })
		const cube = d.create({ primitive_type: 'Cube', position: [0.3, 5, -0.2], components: BODY })
		const ball = d.create({
			primitive_type: 'Sphere',
			position: [3, 4, 0],
			scale: [2, 2, 2],
			components: BODY,
		})
		const capsule = d.create({ primitive_type: 'Capsule', position: [-3, 4, 0], components: BODY })
		expect(d.ok('unity_play', { action: 'enter', wait_seconds: 3 })).toMatchObject({
			isPlaying: true,
			isPaused: false,
			time: 3,
			frame: 151,
		})
		expect(Math.abs(d.position(cube)[1]! - 0.5 - top)).toBeLessThan(0.003)
		expect(Math.abs(d.position(ball)[1]! - 1 - top)).toBeLessThan(0.003)
		expect(Math.abs(d.position(capsule)[1]! - 1 - top)).toBeLessThan(0.003)
		expect(Math.abs(d.position(cube)[0]! - 0.3)).toBeLessThan(0.03)
		d.ok('unity_play', { action: 'exit' })
		expect(d.position(cube)).toEqual([0.3, 5, -0.2])
	},
)

it('says that it plays before the seconds of the call are simulated', async () => {
	const d = await Driver.open()
	const times: number[] = []
	d.engine.onChanged(() => times.push(d.engine.snapshot().play?.steps ?? -1))
	d.ok('unity_play', { action: 'enter', wait_seconds: 2 })
	expect(times[0]).toBe(0)
})

it('a stack stays at rest, in whatever order it was built', async () => {
	const d = await Driver.open()
	const ids = [4, 1, 3, 2].map(
		(y) =>
			[
				y,
				d.create({ primitive_type: 'Cube', position: [0, y * 1.5, 0], components: BODY }),
			] as const,
	)
	d.create({ primitive_type: 'Plane' })
	d.ok('unity_play', { action: 'enter', wait_seconds: 4 })
	for (const [y, id] of ids) expect(Math.abs(d.position(id)[1]! - (y - 0.5))).toBeLessThan(0.01)
})

it('falls as gravity says, and not when kinematic, without gravity, frozen or inactive', async () => {
	const d = await Driver.open()
	const made = (properties: object, name: string) => {
		const id = d.create({ name, position: [0, 100, 0] })
		d.ok('unity_component', {
			action: 'configure',
			game_object_id: id,
			component_type: 'Rigidbody',
			properties: { mass: 2, ...properties },
		})
		return id
	}
	const free = made({}, 'free')
	const still = [
		made({ isKinematic: true }, 'k'),
		made({ useGravity: false }, 'g'),
		made({ constraints: 'FreezePosition' }, 'f'),
	]
	const slow = made({ linearDamping: 2 }, 'slow')
	d.ok('unity_play', { action: 'enter', wait_seconds: 2 })
	const fallen = 100 - d.position(free)[1]!
	expect(fallen).toBeGreaterThan(19.62)
	expect(fallen).toBeLessThan(19.9)
	expect(100 - d.position(slow)[1]!).toBeLessThan(fallen / 2)
	for (const id of still) expect(d.position(id)).toEqual([0, 100, 0])
	expect((d.inspect(free, 'Rigidbody')['linearVelocity'] as number[])[1]).toBeCloseTo(-19.62, 6)
})

it('a ball rolls down a ramp and does not sink into it', async () => {
	const d = await Driver.open()
	d.create({ primitive_type: 'Cube', scale: [10, 1, 10], rotation: [0, 0, -20], name: 'Ramp' })
	const ball = d.create({ primitive_type: 'Sphere', position: [-1, 3, 0], components: BODY })
	d.ok('unity_play', { action: 'enter', wait_seconds: 1 })
	const [x = 0, y = 0] = d.position(ball)
	expect(x).toBeGreaterThan(-0.5)
	const angle = (-20 * Math.PI) / 180
	const aboveSurface = -Math.sin(angle) * x + Math.cos(angle) * y
	expect(aboveSurface).toBeGreaterThan(0.997)
	expect(aboveSurface).toBeLessThan(1.05)
})

it('a thrown body stops at a wall and pushes movable bodies', async () => {
	const d = await Driver.open()
	d.create({ primitive_type: 'Cube', position: [10, 0, 0], scale: [1, 5, 5], name: 'Wall' })
	const made = (x: number, z: number) => {
		const id = d.create({ primitive_type: 'Cube', position: [x, 0, z] })
		const properties = { useGravity: false }
		d.ok('unity_component', {
			action: 'configure',
			game_object_id: id,
			component_type: 'Rigidbody',
			properties,
		})
		return id
	}
	const [thrown, pusher, pushed] = [made(0, 0), made(0, 20), made(3, 20)]
	d.ok('unity_play', { action: 'enter' })
	for (const id of [thrown, pusher]) d.modify(id, 'Rigidbody', { linearVelocity: [40, 0, 0] })
	d.ok('unity_play', { action: 'step', frames: 50 })
	expect(d.position(thrown)[0]).toBeLessThan(9.01)
	expect(d.position(thrown)[0]).toBeGreaterThan(8)
	expect(d.position(pushed)[0]! - d.position(pusher)[0]!).toBeGreaterThan(0.95)
	expect(d.position(pushed)[0]).toBeGreaterThan(15)
})

it('pauses, steps by frames, ticks with real time, and the same time gives the same result', async () => {
	const run = async (advance: (d: Driver) => void) => {
		const d = await Driver.open()
		const id = d.create({ primitive_type: 'Cube', position: [0, 50, 0], components: BODY })
		d.ok('unity_play', { action: 'enter' })
		advance(d)
		expect(d.ok('unity_play', { action: 'state' }).time).toBe(1)
		return d.position(id)
	}
	const stepped = await run((d) => {
		expect(d.ok('unity_play', { action: 'step', frames: 50 })).toEqual({
			isPlaying: true,
			isPaused: true,
			time: 1,
			frame: 51,
		})
		d.engine.tick(5)
	})
	const ticked = await run((d) => {
		for (let i = 0; i < 100; i++) d.engine.tick(0.01)
	})
	expect(ticked).toEqual(stepped)
})

it('loses changes made in play mode, and names actions that are refused then', async () => {
	const d = await Driver.open()
	const kept = d.create({ name: 'Kept' })
	const before = d.scene()
	d.ok('unity_play', { action: 'enter' })
	d.create({ name: 'Lost' })
	d.ok('unity_hierarchy', { action: 'destroy', instance_id: kept })
	expect(d.error('unity_scene', { action: 'save' }).code).toBe('in_play_mode')
	expect(d.error('unity_scene', { action: 'create', path: 'Assets/X.unity' }).code).toBe(
		'in_play_mode',
	)
	d.ok('unity_undo', { action: 'undo', steps: 10 })
	d.ok('unity_play', { action: 'exit' })
	expect(d.scene()).toEqual(before)
	expect(d.ok('unity_query', { action: 'editor_state' }).undo.undo).toBe('Create Kept')
	expect(d.error('unity_play', { action: 'step' }).code).toBe('not_in_play_mode')
})

it('does not pretend to run scripts, and does not play with compile errors', async () => {
	const d = await Driver.open()
	d.engine.setUserTypes([{ name: 'Spin', fields: [] }])
	d.create({ components: ['Spin'] })
	d.engine.setCompileState({ phase: () => 'ready', errors: () => [ERROR, ERROR] })
	expect(d.error('unity_play', { action: 'enter' }).code).toBe('compile_errors')
	d.engine.setCompileState({ phase: () => 'ready', errors: () => [] })
	d.ok('unity_play', { action: 'enter' })
	expect(d.ok('read_console_logs', { filter: 'warnings' }).logs[0].message).toContain('Spin')
})

it('continues playing from a snapshot as if nothing had happened', async () => {
	const [a, b] = [await Driver.open(), await Driver.open()]
	const id = a.create({ primitive_type: 'Cube', position: [0, 20, 0], components: BODY })
	a.ok('unity_play', { action: 'enter', wait_seconds: 0.5 })
	b.engine.restore(JSON.parse(JSON.stringify(a.engine.snapshot())))
	for (const d of [a, b]) d.ok('unity_play', { action: 'step', frames: 20 })
	expect(b.position(id)).toEqual(a.position(id))
	for (const d of [a, b]) d.ok('unity_play', { action: 'exit' })
	expect(b.scene()).toEqual(a.scene())
	expect(b.position(id)).toEqual([0, 20, 0])
})

it('names parts of a scene that do nothing in simulated play mode, and nothing if everything works', async () => {
	const d = await Driver.open()
	d.engine.setUserTypes([{ name: 'Spin', fields: [] }])
	d.create({ primitive_type: 'Sphere', components: BODY })
	const pole = d.create({ name: 'Pole', components: ['HingeJoint'] })
	d.modify(pole, 'HingeJoint', { useLimits: true, limits: { min: -10, max: 10 } })
	expect(d.ok('unity_play', { action: 'enter' })).not.toHaveProperty('note')
	d.ok('unity_play', { action: 'exit' })
	d.modify(pole, 'HingeJoint', { breakForce: 100 })
	const polygon = d.create({ name: 'Leaf', components: ['PolygonCollider2D', 'Spin'] })
	const { note } = d.ok('unity_play', { action: 'enter' })
	for (const part of [
		'scripts do not run (Spin)',
		'HingeJoint does not break',
		'PolygonCollider2D',
	])
		expect(note).toContain(part)
	d.ok('unity_play', { action: 'exit' })
	// Neither the same sentences at each entry, nor the same fact as a problem too.
	const again = d.ok('unity_play', { action: 'enter' })
	expect(again.note).toBe(
		'Simulated editor: the same parts as last time do nothing (scripts do not run).',
	)
	expect(again).not.toHaveProperty('problems')
	d.ok('unity_play', { action: 'exit' })
	// Disabled parts would do nothing in Unity either.
	for (const id of [pole, polygon])
		d.ok('unity_hierarchy', { action: 'set_active', instance_id: id, active: false })
	expect(d.ok('unity_play', { action: 'enter' })).not.toHaveProperty('note')
})
