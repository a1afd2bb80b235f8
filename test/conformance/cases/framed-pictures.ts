/** Pictures that fit what is looked at: several objects, from above, from a distance. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { pictureOf } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'

const size = { width: 160, height: 90 } as const
const RED = { 'material.color': [1, 0, 0] }

/** Two red cubes 10 m apart. */
async function cubes(desk: Desk): Promise<string[]> {
	for (const [name, x] of [
		['Left', -5],
		['Right', 5],
	] as const) {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name,
			primitive_type: 'Cube',
			position: [x, 0, 0],
		})
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: `/${name}`,
			component_type: 'MeshRenderer',
			properties: RED,
		})
	}
	return ['/Left', '/Right']
}

/** Pixels in which red stands out. */
async function redIn(desk: Desk, tool: 'unity_screenshot' | 'unity_capture', args: object) {
	const png = pictureOf(await desk.outcome(tool, { ...args, ...size } as never))
	let red = 0
	for (let y = 0; y < size.height; y++)
		for (let x = 0; x < size.width; x++) {
			const [r = 0, g = 0, b = 0] = png.pixel(x, y)
			if (r > 60 && r > 2 * g && r > 2 * b) red++
		}
	return red
}

export const framedSceneCases = new CaseList('unity_screenshot')
	.works('scene', 'one object fills more of it than two, and less from far away', async (desk) => {
		const both = await cubes(desk)
		const above = { action: 'scene', direction: [0, -1, 0] }
		const one = await redIn(desk, 'unity_screenshot', { ...above, frame: ['/Left'] })
		const two = await redIn(desk, 'unity_screenshot', { ...above, frame: both })
		const far = await redIn(desk, 'unity_screenshot', { ...above, frame: both, distance: 60 })
		expect(one).toBeGreaterThan(two)
		expect(two).toBeGreaterThan(far)
		expect(far).toBeGreaterThan(0)
	})
	.refuses('scene', 'not_found', 'one of the objects is not there', async (desk) => {
		await cubes(desk)
		const args = { action: 'scene', frame: ['/Left', '/Middle'] }
		await desk.fails('unity_screenshot', args, 'not_found')
	})

export const framedCaptureCases = new CaseList('unity_capture').works(
	'picture',
	'objects from a distance',
	async (desk) => {
		const objects = await cubes(desk)
		const near = await redIn(desk, 'unity_capture', { action: 'picture', objects, angle: 'top' })
		const args = { action: 'picture', objects, angle: 'top', distance: 60 }
		expect(await redIn(desk, 'unity_capture', args)).toBeLessThan(near)
	},
)
