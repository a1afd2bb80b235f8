/** unity_lighting: a bake that ends with its results; fog, ambient light and skybox. The simulator has neither and says so. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { nothing } from '../kit/examples.ts'

const T = 'unity_lighting'

export const lightingCases = new CaseList(T)
	.example('status', nothing)
	.example('bake', nothing)
	.example('environment', nothing)
	.example('set_environment', nothing)
	.works(
		'environment',
		'a new scene has no fog, and all that can be set is shown',
		async (desk) => {
			const path = await desk.fresh()
			const { scene, properties } = await desk.ok(T, { action: 'environment' })
			expect(scene).toBe(path)
			expect(properties).toMatchObject({ fog: false, ambientMode: 'Skybox', fogDensity: 0.01 })
		},
	)
	.works(
		'set_environment',
		'it is set, undone as one step, and saved with the scene',
		async (desk) => {
			const path = await desk.fresh()
			const properties = {
				fog: true,
				fogMode: 'Linear',
				fogColor: [1, 0, 0, 1],
				ambientMode: 'Flat',
			}
			const set = () => desk.ok(T, { action: 'set_environment', properties })
			const now = async () => (await desk.ok(T, { action: 'environment' })).properties
			const before = await now()
			expect(await set()).toMatchObject({ scene: path, successCount: 4, failCount: 0 })
			expect(await now()).toEqual({ ...before, ...properties })
			const { openScenes } = await desk.ok('unity_query', { action: 'editor_state' })
			expect(openScenes[0]?.isDirty).toBe(true)
			await desk.ok('unity_undo', { action: 'undo' })
			expect(await now()).toEqual(before)
			await set()
			await desk.ok('unity_scene', { action: 'save' })
			await desk.fresh()
			expect(await now()).toEqual(before)
			await desk.ok('unity_scene', { action: 'open', path })
			expect(await now()).toEqual({ ...before, ...properties })
		},
	)
	.works('set_environment', 'a skybox is a material of the project', async (desk) => {
		await desk.fresh()
		const material = await desk.ok('unity_asset', {
			action: 'create_material',
			path: 'Assets/Dusk.mat',
		})
		const set = { action: 'set_environment' as const, properties: { skybox: 'Assets/Dusk.mat' } }
		expect((await desk.ok(T, set)).results).toMatchObject([
			{ success: true, newValue: material.assetPath },
		])
	})
	.works('set_environment', 'what play mode changes is gone afterwards', async (desk) => {
		await desk.fresh()
		await desk.ok('unity_play', { action: 'enter' })
		await desk.ok(T, { action: 'set_environment', properties: { fogDensity: 0.5 } })
		await desk.ok('unity_play', { action: 'exit' })
		const { properties } = await desk.ok(T, { action: 'environment' })
		expect(properties).toMatchObject({ fogDensity: 0.01 })
	})
	.refuses('set_environment', 'unknown_property', 'a name that it does not have', async (desk) => {
		const set = { action: 'set_environment' as const, properties: { fogColour: [1, 0, 0] } }
		const error = await desk.fails(T, set, 'unknown_property')
		expect(JSON.stringify(error.data)).toContain('fogColor')
	})
	// Not "refuses": the simulator knows no fog and cannot say which modes there are.
	.works('set_environment', 'a mode that it does not have is refused', async (desk) => {
		const set = (fogMode: string) => ({
			action: 'set_environment' as const,
			properties: { fogMode },
		})
		await desk.fails(T, set('Thick'), 'invalid_arguments')
		await desk.ok(T, set('Linear'))
	})
	.refuses('environment', 'invalid_arguments', 'arguments that it does not have', async (desk) => {
		await desk.fails(T, { action: 'environment', of: 'x' } as never, 'invalid_arguments')
	})
	.works('status', 'a scene that was never baked has no lightmaps', async (desk) => {
		expect(await desk.ok(T, { action: 'status' })).toMatchObject({ baking: false, progress: 0 })
	})
	.works('bake', 'the lightmaps exist when it answers', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', primitive_type: 'Cube', name: 'Wall' })
		const result = await desk.ok(T, { action: 'bake' })
		expect(result).toMatchObject({ result: 'completed', baking: false })
		const after = await desk.ok(T, { action: 'status' })
		expect(after.lightmapCount).toBe(result.lightmapCount)
	})
	.refuses('bake', 'in_play_mode', 'play mode', async (desk) => {
		await desk.ok('unity_play', { action: 'enter' })
		try {
			await desk.fails(T, { action: 'bake' }, 'in_play_mode')
		} finally {
			await desk.ok('unity_play', { action: 'exit' })
		}
	})
	.refuses('status', 'invalid_arguments', 'arguments that it does not have', async (desk) => {
		await desk.fails(T, { action: 'status', quality: 'high' } as never, 'invalid_arguments')
	})
