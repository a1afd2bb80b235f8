/** unity_playtest: a script of steps in play mode. The simulator plays physics, and rejects input. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_playtest'

async function fallingCube(desk: Desk): Promise<void> {
	await desk.ok('unity_hierarchy', {
		action: 'create',
		name: 'Cube',
		primitive_type: 'Cube',
		position: [0, 5, 0],
	})
	await desk.ok('unity_component', {
		action: 'add',
		game_object_id: '/Cube',
		component_type: 'Rigidbody',
	})
}

export const playtestCases = new CaseList(T)
	.works(
		'run',
		'a cube falls: values over time, a check, a picture, and everything is as before',
		async (desk) => {
			await fallingCube(desk)
			const outcome = await desk.call(T, {
				width: 128,
				height: 72,
				steps: [
					{
						do: 'sample',
						object: '/Cube',
						property: 'Transform.localPosition.y',
						seconds: 0.4,
						every: 0.2,
					},
					{
						do: 'until',
						object: '/Cube',
						property: 'Transform.localPosition.y',
						is: 'less',
						value: 3,
					},
					{ do: 'picture', caption: 'below three' },
				],
			})
			if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
			const played = outcome.result as { steps: { samples?: { time: number; value: number }[] }[] }
			expect(played).toMatchObject({ passed: true, failedStep: null, errorCount: 0 })
			const samples = played.steps[0]?.samples ?? []
			expect(samples).toHaveLength(3)
			expect(samples[2]?.value).toBeLessThan(samples[0]?.value ?? 0)
			expect((samples[2]?.time ?? 0) - (samples[0]?.time ?? 0)).toBeCloseTo(0.4, 5)
			expect(played.steps[2]).toMatchObject({ picture: 'picture-1', caption: 'below three' })
			expect(outcome.attachments).toMatchObject([
				{ name: 'picture-1', mediaType: 'image/png', width: 128, height: 72 },
			])
			expect(await desk.ok('unity_play', { action: 'state' })).toMatchObject({ isPlaying: false })
			const cube = await desk.ok('unity_query', { action: 'inspect_object', instance_id: '/Cube' })
			expect(cube.components[0]?.properties['localPosition']).toEqual([0, 5, 0])
		},
	)
	.works('run', 'the failing step is named, with the actual value', async (desk) => {
		const played = await desk.ok(T, {
			steps: [
				{ do: 'frames', count: 2 },
				{ do: 'assert', object: '/NoSuchDoor' },
				{ do: 'wait', seconds: 1 },
			],
		})
		expect(played).toMatchObject({ passed: false, failedStep: 2 })
		expect(played.steps.map((step) => step.status)).toEqual(['passed', 'failed', 'skipped'])
		expect(played.steps[1]?.message).toBe('/NoSuchDoor does not exist')
	})
	.works('run', 'a condition on what does not exist says what that is', async (desk) => {
		await fallingCube(desk)
		const height = { property: 'Transform.localPosition.y', is: 'at_least', value: 1 }
		const failing = async (condition: object): Promise<string | undefined> => {
			const played = await desk.ok(T, { steps: [{ do: 'assert', ...condition }] })
			expect(played.failedStep).toBe(1)
			return played.steps[0]?.message
		}
		expect(await failing({ object: '/Cub', ...height })).toBe(
			'There is no object "/Cub" in the loaded scenes (nearest: /Cube)',
		)
		const misspelt = { object: '/Cube', ...height, property: 'Transform.localPositon.y' }
		expect(await failing(misspelt)).toMatch(/ has no .*localPositon/)
		for (const is of ['missing', 'exists'])
			expect(await failing({ object: '/Cube', property: misspelt.property, is })).toMatch(
				/ has no .*localPositon/,
			)
		expect(await failing({ object: '/Cube', ...height, property: 'Light.intensity' })).toMatch(
			/Cube"? has no Light/,
		)
		expect(await failing({ object: '/Cube', ...height, value: '1' })).toMatch(
			/is not at least "1": it is [\d.]+, a number; the value given is a text$/,
		)
		expect(await failing({ object: '/Cube', ...height, value: undefined })).toMatch(
			/is not at least null: it is [\d.]+, a number; no value was given$/,
		)
	})
	.refuses('run', 'in_play_mode', 'already in play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		await desk.fails(T, { steps: [{ do: 'wait', seconds: 0 }] }, 'in_play_mode')
		await desk.ok('unity_play', { action: 'exit' })
	})
	.refuses('run', 'invalid_arguments', 'no steps, and a step that does not exist', async (desk) => {
		await desk.fails(T, { steps: [] }, 'invalid_arguments')
		await desk.fails(T, { steps: [{ do: 'dance' }] }, 'invalid_arguments')
	})
	.refuses('run', 'invalid_arguments', 'a value that nothing compares', async (desk) => {
		const height = { object: '/Cube', property: 'Transform.position.y', value: 100 }
		for (const step of [
			{ do: 'assert', ...height },
			{ do: 'until', ...height },
			{ do: 'assert', ...height, is: 'missing' },
		])
			await desk.fails(T, { steps: [step] }, 'invalid_arguments')
	})
