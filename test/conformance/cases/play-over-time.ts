/** unity_play over time: it stops by itself, says what the console got, and gives values as they change. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { EDITOR } from '../kit/editor-process.ts'
import { cubePlaying } from '../kit/examples.ts'

const T = 'unity_play'
const SAMPLE = 'unity_sample'

const ball = (desk: Desk) =>
	desk.ok('unity_hierarchy', {
		action: 'create',
		name: 'Ball',
		primitive_type: 'Sphere',
		position: [0, 50, 0],
		components: ['Rigidbody'],
	})

const WARNS = `using UnityEngine;

public class Warns : MonoBehaviour
{
    void Start() => Debug.LogWarning("The ball has no owner.");
}
`

/** A script that warns when it runs; the simulator does not run it, and says so. */
async function withWarning(desk: Desk, run: () => Promise<void>): Promise<void> {
	const folder = join(desk.project, 'Assets', 'Scripts')
	mkdirSync(folder, { recursive: true })
	try {
		writeFileSync(join(folder, 'Warns.cs'), WARNS)
		await desk.ok('unity_refresh', {})
		await ball(desk)
		const args = { action: 'add', game_object_id: '/Ball', component_type: 'Warns' } as const
		await desk.ok('unity_component', args)
		await run()
	} finally {
		await desk.ok(T, { action: 'exit' })
		rmSync(join(folder, 'Warns.cs'), { force: true })
		rmSync(join(folder, 'Warns.cs.meta'), { force: true })
		await desk.ok('unity_refresh', {})
	}
}

const height = { object: '/Ball', property: 'Transform.localPosition.y' }

export const playOverTimeCases = new CaseList(T)
	.works('enter', 'pause_after lets so much time pass and stands still', async (desk) => {
		await ball(desk)
		const paused = await desk.ok(T, { action: 'enter', pause_after: 0.5 })
		expect(paused).toMatchObject({ isPlaying: true, isPaused: true })
		expect(paused.time).toBeGreaterThanOrEqual(0.45)
		expect(paused.problems).toBeUndefined()
		const later = await desk.ok(T, { action: 'state' })
		expect(later.frame).toBe(paused.frame)
	})
	.works(
		'enter',
		'hinges keep their limits, turn by a motor and stop at a spring',
		async (desk) => {
			const hinge = (name: string, x: number, properties: Record<string, unknown>) => [
				{
					tool: 'unity_hierarchy',
					args: { action: 'create', name, primitive_type: 'Cube', position: [x, 5, 0] },
				},
				{
					tool: 'unity_component',
					args: {
						action: 'add',
						game_object_id: `/${name}`,
						component_type: 'HingeJoint',
						properties,
					},
				},
			]
			const bar = { anchor: [-2, 0, 0], axis: [0, 0, 1], useLimits: true }
			const turns = { anchor: [0, 0, 0], axis: [0, 1, 0] }
			await desk.ok('unity_batch', {
				operations: [
					...hinge('Bar', 2, { ...bar, 'limits.min': -30, 'limits.max': 30 }),
					...hinge('Wheel', 10, {
						...turns,
						useMotor: true,
						'motor.targetVelocity': 90,
						'motor.force': 1000,
					}),
					...hinge('Door', 20, {
						...turns,
						useSpring: true,
						'spring.spring': 50,
						'spring.damper': 5,
						'spring.targetPosition': 45,
					}),
				],
			})
			await desk.ok(T, { action: 'enter', pause_after: 3 })
			const [x, y, z] = (await desk.properties('/Bar', 'Transform'))['localPosition'] as number[]
			expect(x).toBeCloseTo(2 * Math.cos(Math.PI / 6), 1)
			expect(y).toBeCloseTo(5 - 2 * Math.sin(Math.PI / 6), 1)
			expect(z).toBeCloseTo(0, 2)
			const speed = (await desk.properties('/Wheel', 'Rigidbody'))['angularVelocity'] as number[]
			expect(speed[1]).toBeCloseTo(Math.PI / 2, 1)
			const turned = (await desk.properties('/Door', 'Transform'))['localRotation'] as number[]
			expect(turned[1]).toBeCloseTo(45, 0)
			await desk.ok(T, { action: 'exit' })
		},
	)
	.works('enter', 'new warnings of the console come with the answer', async (desk) => {
		await withWarning(desk, async () => {
			const playing = await desk.ok(T, { action: 'enter', pause_after: 0.2 })
			if (EDITOR === 'simulator') {
				// The note says it.
				expect(playing.note).toContain('scripts do not run')
				expect(playing.problems).toBeUndefined()
			} else {
				expect(playing.problemCount).toBe(1)
				expect(playing.problems).toMatchObject([{ type: 'warning' }])
			}
			// Old ones do not come again.
			const stepped = await desk.ok(T, { action: 'step', frames: 2 })
			expect(stepped.problems).toBeUndefined()
		})
	})
	.refuses('enter', 'invalid_arguments', 'a wait that ends after the pause', async (desk) => {
		const args = { action: 'enter', wait_seconds: 2, pause_after: 1 }
		await desk.fails(T, args, 'invalid_arguments')
		expect(await desk.ok(T, { action: 'state' })).toMatchObject({ isPlaying: false })
	})

export const sampleCases = new CaseList(SAMPLE)
	.example('run', cubePlaying)
	.works('run', 'a ball falls: its height and its speed over time', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter' })
		const speed = { object: '/Ball', property: 'Rigidbody.linearVelocity.y' }
		const { samples } = await desk.ok(SAMPLE, {
			of: [height, speed],
			count: 4,
			every: 0.1,
		})
		expect(samples).toHaveLength(4)
		const heights = samples.map(({ values }) => Number(values[0]))
		const speeds = samples.map(({ values }) => Number(values[1]))
		expect(heights).toEqual([...heights].sort((a, b) => b - a))
		expect(speeds.at(-1)).toBeLessThan(-1)
		const [first, second] = samples
		expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThan(0.04)
	})
	.works('run', 'a paused game is stepped on, and stays paused', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter', pause_after: 0.1 })
		const sampled = await desk.ok(SAMPLE, { of: [height], count: 3, every: 0.1 })
		expect(sampled.isPaused).toBe(true)
		const heights = sampled.samples.map(({ values }) => Number(values[0]))
		expect(heights[2]).toBeLessThan(heights[0] ?? 0)
	})
	.refuses('run', 'not_in_play_mode', 'nothing plays', async (desk) => {
		await ball(desk)
		await desk.fails(SAMPLE, { of: [height] }, 'not_in_play_mode')
	})
	.refuses('run', 'unknown_property', 'a member that is not there', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter' })
		const of = [{ object: '/Ball', property: 'Rigidbody.wings' }]
		await desk.fails(SAMPLE, { of }, 'unknown_property')
	})
	.refuses('run', 'invalid_arguments', 'longer than one call may take', async (desk) => {
		await ball(desk)
		await desk.ok(T, { action: 'enter' })
		const args = { of: [height], count: 100, every: 10 }
		await desk.fails(SAMPLE, args, 'invalid_arguments')
	})
