/** unity_play: objects fall in play mode, and everything is as before afterwards. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'
import { playing } from '../kit/examples.ts'
import { withBrokenScript } from './scripts.ts'

const T = 'unity_play'

const ball = (desk: Desk) =>
	desk.ok('unity_hierarchy', {
		action: 'create',
		name: 'Ball',
		primitive_type: 'Sphere',
		position: [0, 5, 0],
		components: ['Rigidbody'],
	})

async function heightOf(desk: Desk): Promise<number> {
	const position = (await desk.properties('/Ball', 'Transform'))['position']
	return (position as number[])[1] ?? Number.NaN
}

export const playCases = new CaseList(T)
	.example('exit', playing)
	.example('pause', playing)
	.example('step', playing)
	.example('state', playing)
	.works('enter', 'a body falls and comes to rest on the floor', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Floor', primitive_type: 'Plane' })
		await ball(desk)
		const playing = await desk.ok(T, { action: 'enter', wait_seconds: 3 })
		expect(playing).toMatchObject({ isPlaying: true, isPaused: false })
		expect(playing.time).toBeGreaterThanOrEqual(2.5)
		expect(playing.frame).toBeGreaterThan(1)
		expect(await heightOf(desk)).toBeCloseTo(0.5, 1)
		const state = await desk.ok('unity_query', { action: 'editor_state' })
		expect(state).toMatchObject({ isPlaying: true, phase: 'playing' })
	})
	.works('enter', 'a ball that is set going rolls', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Floor',
			primitive_type: 'Cube',
			position: [0, -0.5, 0],
			scale: [100, 1, 100],
		})
		await ball(desk)
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Ball',
			component_type: 'Transform',
			properties: { position: [0, 0.5, 0] },
		})
		await desk.ok(T, { action: 'enter' })
		await desk.ok(T, { action: 'pause' })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Ball',
			component_type: 'Rigidbody',
			properties: { linearVelocity: [3, 0, 0] },
		})
		await desk.ok(T, { action: 'step', frames: 100 })
		const { linearVelocity } = await desk.properties('/Ball', 'Rigidbody')
		const [speed = 0] = linearVelocity as number[]
		// A solid ball that slides at first rolls on with 5/7 of its speed, less a little damping.
		expect(speed).toBeGreaterThan(1.8)
		expect(speed).toBeLessThan(2.2)
		const { rotation } = (await desk.look('/Ball'))?.transform ?? {}
		expect(rotation).not.toEqual([0, 0, 0])
	})
	.works('enter', 'a hinge holds, or the answer names it', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Sign',
			primitive_type: 'Cube',
			position: [1, 0, 0],
			components: ['HingeJoint'],
		})
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/Sign',
			component_type: 'HingeJoint',
			properties: { anchor: [-1, 0, 0], axis: [0, 0, 1] },
		})
		const { note } = await desk.ok(T, { action: 'enter', wait_seconds: 1 })
		const place = (await desk.look('/Sign'))?.transform['position'] as number[]
		const [x = 0, y = 0] = place
		if (!note?.includes('HingeJoint')) expect(Math.hypot(x, y)).toBeCloseTo(1, 1)
	})
	.refuses(
		'enter',
		'compile_errors',
		'play mode is refused if scripts do not compile',
		async (desk) => {
			await withBrokenScript(desk, async () => {
				await desk.fails(T, { action: 'enter' }, 'compile_errors')
				expect(await desk.ok(T, { action: 'state' })).toMatchObject({ isPlaying: false })
			})
		},
	)
	.refuses('enter', 'invalid_arguments', 'a longer wait than a call may take', async (desk) => {
		await desk.fails(T, { action: 'enter', wait_seconds: 300 }, 'invalid_arguments')
		expect(await desk.ok(T, { action: 'state' })).toMatchObject({ isPlaying: false })
	})
	.works(
		'exit',
		'changes of play mode are gone, and undo reaches earlier changes',
		async (desk) => {
			await ball(desk)
			await desk.ok(T, { action: 'enter', wait_seconds: 0.5 })
			expect(await heightOf(desk)).toBeLessThan(5)
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Passing' })
			expect(await desk.ok(T, { action: 'exit' })).toEqual({
				isPlaying: false,
				isPaused: false,
				time: 0,
				frame: 0,
			})
			expectVector((await desk.look('/Ball'))?.transform['position'], [0, 5, 0])
			expect(await desk.look('/Passing')).toBeNull()
			await desk.ok('unity_undo', { action: 'undo' })
			expect(await desk.look('/Ball')).toBeNull()
		},
	)
	.refuses('exit', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'exit', force: true }, 'invalid_arguments')
	})
	.works('pause', 'time stops and continues', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter' })
		const paused = await desk.ok(T, { action: 'pause' })
		expect(paused).toMatchObject({ isPlaying: true, isPaused: true })
		const height = await heightOf(desk)
		const later = await desk.ok(T, { action: 'state' })
		expect(later).toEqual(paused)
		expect(await heightOf(desk)).toBe(height)
		const on = await desk.ok(T, { action: 'pause', paused: false })
		expect(on).toMatchObject({ isPaused: false })
	})
	.refuses('pause', 'not_in_play_mode', 'not in play mode', async (desk) => {
		await desk.fails(T, { action: 'pause' }, 'not_in_play_mode')
	})
	.works('step', 'advances the given frames, then pauses', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter' })
		const paused = await desk.ok(T, { action: 'pause' })
		const stepped = await desk.ok(T, { action: 'step', frames: 10 })
		expect(stepped).toMatchObject({ isPlaying: true, isPaused: true })
		expect(stepped.frame).toBe(paused.frame + 10)
		expect(stepped.time).toBeGreaterThan(paused.time)
		expect(await heightOf(desk)).toBeLessThan(5)
	})
	.refuses('step', 'not_in_play_mode', 'not in play mode', async (desk) => {
		const error = await desk.fails(T, { action: 'step' }, 'not_in_play_mode')
		expect(error.hint).toContain('enter')
	})
	.works('state', 'edit mode, play mode', async (desk) => {
		expect(await desk.ok(T, { action: 'state' })).toEqual({
			isPlaying: false,
			isPaused: false,
			time: 0,
			frame: 0,
		})
		await desk.ok(T, { action: 'enter' })
		expect(await desk.ok(T, { action: 'state' })).toMatchObject({ isPlaying: true })
	})
	.refuses('state', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'state', frame: 1 }, 'invalid_arguments')
	})
