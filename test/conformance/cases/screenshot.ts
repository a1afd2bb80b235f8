/** unity_screenshot: a real picture of the scene. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { pictureOf } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_screenshot'
const size = { width: 160, height: 90 } as const

const redCube = async (desk: Desk): Promise<void> => {
	await desk.ok('unity_hierarchy', {
		action: 'create',
		name: 'Cube',
		primitive_type: 'Cube',
		position: [0, 1, 0],
	})
	await desk.ok('unity_component', {
		action: 'modify',
		game_object_id: '/Cube',
		component_type: 'MeshRenderer',
		properties: { 'material.color': [1, 0, 0] },
	})
}

export const screenshotCases = new CaseList(T)
	.works('game', 'the main camera sees a cube until it is deleted', async (desk) => {
		await redCube(desk)
		const taken = await desk.outcome(T, { action: 'game', ...size })
		expect(taken.result).toEqual({ view: 'game', ...size, camera: '/Main Camera' })
		const png = pictureOf(taken)
		expect(png).toMatchObject(size)
		expect(png.colors).toBeGreaterThan(2)
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: '/Cube' })
		const without = await desk.outcome(T, { action: 'game', ...size })
		expect(without.attachments?.[0]?.base64).not.toBe(taken.attachments?.[0]?.base64)
	})
	.works('game', 'without a size it is 768 by 432', async (desk) => {
		expect(pictureOf(await desk.outcome(T, { action: 'game' }))).toMatchObject({
			width: 768,
			height: 432,
		})
	})
	.refuses('game', 'not_found', 'a scene without a camera', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'destroy', instance_id: '/Main Camera' })
		const error = await desk.fails(T, { action: 'game' }, 'not_found')
		expect(error.hint).toContain('Camera')
	})
	.refuses('game', 'invalid_arguments', 'a picture larger than a model may see', async (desk) => {
		await desk.fails(T, { action: 'game', width: 4096 }, 'invalid_arguments')
	})
	.works('scene', 'looking at an object, from a direction', async (desk) => {
		await redCube(desk)
		const front = await desk.outcome(T, { action: 'scene', look_at: '/Cube', ...size })
		expect(front.result).toEqual({ view: 'scene', ...size, camera: null })
		expect(pictureOf(front).colors).toBeGreaterThan(2)
		const above = await desk.outcome(T, {
			action: 'scene',
			look_at: '/Cube',
			direction: [0, -1, 0.01],
			...size,
		})
		expect(above.attachments?.[0]?.base64).not.toBe(front.attachments?.[0]?.base64)
	})
	.works('scene', 'a picture full of shading is a JPEG, and still red', async (desk) => {
		await redCube(desk)
		const operations = Array.from({ length: 99 }, (_, i) => ({
			action: 'create',
			name: `Ball${i}`,
			primitive_type: 'Sphere',
			position: [(i % 10) * 2 - 9, 0.5, Math.floor(i / 10) * 2 + 1],
			scale: [1.8, 1.8, 1.8],
		})).map((args) => ({ tool: 'unity_hierarchy', args }))
		await desk.ok('unity_batch', { operations })
		const large = { width: 1024, height: 1024 }
		const taken = await desk.outcome(T, { action: 'scene', frame: ['/Cube', '/Ball98'], ...large })
		const [attachment] = taken.attachments ?? []
		expect(attachment?.mediaType).toBe('image/jpeg')
		expect(attachment?.base64.length).toBeLessThan(200_000)
		const shown = pictureOf(taken)
		const isRed = (x: number, y: number): boolean => {
			const [r = 0, g = 0, b = 0] = shown.pixel(x, y)
			return r > 60 && r > 2 * g && r > 2 * b
		}
		const columns = Array.from({ length: large.width / 8 }, (_, i) => i * 8)
		const rows = Array.from({ length: large.height / 8 }, (_, i) => i * 8)
		expect(rows.some((y) => columns.some((x) => isRed(x, y)))).toBe(true)
	})
	.refuses('scene', 'not_found', 'nothing to show', async (desk) => {
		await desk.fails(T, { action: 'scene', look_at: '/Nothing' }, 'not_found')
	})
	.works('camera', 'its own camera', async (desk) => {
		await redCube(desk)
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Spy',
			primitive_type: 'Camera',
			position: [0, 1, -3],
		})
		const taken = await desk.outcome(T, { action: 'camera', instance_id: '/Spy', ...size })
		expect(taken.result).toEqual({ view: 'camera', ...size, camera: '/Spy' })
		expect(pictureOf(taken).colors).toBeGreaterThan(1)
	})
	.refuses('camera', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'camera', instance_id: '/Nothing' }, 'not_found')
	})
	.refuses('camera', 'invalid_arguments', 'an object that is not a camera', async (desk) => {
		await redCube(desk)
		await desk.fails(T, { action: 'camera', instance_id: '/Cube' }, 'invalid_arguments')
	})
