/** unity_capture: the game with its UI, objects from all sides, and what changed. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { pictureOf } from '../kit/check.ts'
import type { Desk } from '../kit/desk.ts'

const T = 'unity_capture'
const size = { width: 160, height: 90 } as const

async function cube(desk: Desk, name: string, color: number[], position: number[]): Promise<void> {
	await desk.ok('unity_hierarchy', { action: 'create', name, primitive_type: 'Cube', position })
	await desk.ok('unity_component', {
		action: 'modify',
		game_object_id: `/${name}`,
		component_type: 'MeshRenderer',
		properties: { 'material.color': color },
	})
}

/** A green panel over the lower left quarter of the screen. */
async function panel(desk: Desk): Promise<void> {
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Hud' })
	await desk.ok('unity_component', {
		action: 'add',
		game_object_id: '/Hud',
		component_type: 'Canvas',
	})
	await desk.ok('unity_hierarchy', { action: 'create', name: 'Panel', parent_id: '/Hud' })
	await desk.ok('unity_component', {
		action: 'add',
		game_object_id: '/Hud/Panel',
		component_type: 'Image',
		properties: { color: [0, 1, 0, 1] },
	})
	await desk.ok('unity_component', {
		action: 'modify',
		game_object_id: '/Hud/Panel',
		component_type: 'RectTransform',
		properties: { anchorMin: [0, 0], anchorMax: [0.5, 0.5], sizeDelta: [0, 0] },
	})
}

const GREEN = [0, 255, 0]

export const captureCases = new CaseList(T)
	.works('game_view', 'overlay UI is in the picture, where players see it', async (desk) => {
		await panel(desk)
		const taken = await desk.outcome(T, { action: 'game_view' })
		const png = pictureOf(taken)
		const { width, height } = png
		expect(png.pixel(width * 0.25, height * 0.75)).toEqual(GREEN)
		expect(png.pixel(width * 0.75, height * 0.75)).not.toEqual(GREEN)
		expect(png.pixel(width * 0.25, height * 0.25)).not.toEqual(GREEN)
		const camera = pictureOf(await desk.outcome('unity_screenshot', { action: 'game' }))
		expect(camera.pixel(192, 324)).not.toEqual(GREEN)
	})
	.works('game_view', 'a region of it, not larger than requested', async (desk) => {
		await panel(desk)
		const region = [0, 0.5, 0.5, 0.5]
		const png = pictureOf(await desk.outcome(T, { action: 'game_view', region, max_side: 128 }))
		expect(png).toMatchObject({ width: 128, colors: 1 })
	})
	.refuses('game_view', 'invalid_arguments', 'a region beyond the picture', async (desk) => {
		await desk.fails(T, { action: 'game_view', region: [0, 0, 2, 1] }, 'invalid_arguments')
	})
	.works('picture', 'objects are framed, several together too', async (desk) => {
		await cube(desk, 'Left', [1, 0, 0], [-40, 0, 0])
		await cube(desk, 'Right', [0, 0, 1], [40, 0, 0])
		const taken = await desk.outcome(T, { action: 'picture', objects: ['/Left'], ...size })
		expect(taken.result).toEqual({ ...size, camera: null })
		const [r = 0, g = 0] = pictureOf(taken).pixel(80, 45)
		expect(r).toBeGreaterThan(g * 2)
		const both = { action: 'picture', objects: ['/Left', '/Right'], angle: 'back', ...size }
		const png = pictureOf(await desk.outcome(T, both))
		const row = Array.from({ length: size.width }, (_, x) => png.pixel(x, 45))
		const reds = row.flatMap(([r = 0, , b = 0], x) => (r > b * 2 ? [x] : []))
		const blues = row.flatMap(([r = 0, g = 0, b = 0], x) => (b > r * 3 && b > g * 2 ? [x] : []))
		expect(Math.max(...reds)).toBeLessThan(Math.min(...blues))
	})
	.works('picture', 'of a camera, and a region of what it sees', async (desk) => {
		const taken = await desk.outcome(T, { action: 'picture', ...size, region: [0.5, 0, 0.5, 1] })
		expect(taken.result).toEqual({ width: 80, height: 90, camera: '/Main Camera' })
		pictureOf(taken)
	})
	.refuses('picture', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'picture', objects: ['/Nothing'] }, 'not_found')
	})
	.works('angles', 'each side is a separate picture in the sheet', async (desk) => {
		await cube(desk, 'Post', [1, 1, 1], [0, 0, 0])
		await cube(desk, 'Sign', [1, 0, 0], [0, 0, 1])
		const angles = ['front', 'back', 'top'] as const
		const args = { action: 'angles', objects: ['/Post', '/Sign'], angles, ...size } as const
		const taken = await desk.outcome(T, args)
		const png = pictureOf(taken)
		expect(taken.result).toEqual({
			width: 320,
			height: 180,
			tiles: [
				{ angle: 'front', x: 0, y: 0, ...size },
				{ angle: 'back', x: 160, y: 0, ...size },
				{ angle: 'top', x: 0, y: 90, ...size },
			],
		})
		const isRed = ([r = 0, g = 0]: readonly number[]): boolean => r > g * 2
		expect(isRed(png.pixel(80, 45))).toBe(true)
		expect(isRed(png.pixel(240, 45))).toBe(false)
	})
	.refuses('angles', 'invalid_arguments', 'a side that does not exist', async (desk) => {
		await cube(desk, 'Post', [1, 1, 1], [0, 0, 0])
		const angles = ['inside']
		await desk.fails(T, { action: 'angles', objects: ['/Post'], angles }, 'invalid_arguments')
	})
	.works('compare', 'nothing changed, then one place, then two', async (desk) => {
		await cube(desk, 'Floor', [1, 1, 1], [0, 0, 0])
		const keep = { action: 'picture', objects: ['/Floor'], angle: 'top', keep_as: 'start' } as const
		expect(await desk.ok(T, { ...keep, ...size })).toMatchObject({ keptAs: 'start' })
		const same = await desk.ok(T, { action: 'compare', name: 'start' })
		expect(same).toMatchObject({ changedPixels: 0, regionCount: 0, regions: [] })
		expect(same).toMatchObject({ width: 320, height: 90, after: { x: 160, y: 0, ...size } })
		const scale = [0.1, 0.1, 0.1]
		for (const [count, name, x] of [
			[1, 'Dot', -0.4],
			[2, 'Other', 0.4],
		] as const) {
			await cube(desk, name, [1, 0, 0], [x, 0.6, 0])
			await desk.ok('unity_component', {
				action: 'modify',
				game_object_id: `/${name}`,
				component_type: 'Transform',
				properties: { localScale: scale },
			})
			const changed = await desk.outcome(T, { action: 'compare', name: 'start' })
			pictureOf(changed)
			expect(changed.result).toMatchObject({ regionCount: count })
		}
	})
	.refuses('compare', 'not_found', 'a picture that was never kept', async (desk) => {
		const error = await desk.fails(T, { action: 'compare', name: 'never' }, 'not_found')
		expect(error.hint).toContain('keep_as')
	})
