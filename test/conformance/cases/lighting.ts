/** unity_lighting: a bake that ends with its results. The simulator has no lightmapper and says so. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { nothing } from '../kit/examples.ts'

const T = 'unity_lighting'

export const lightingCases = new CaseList(T)
	.example('status', nothing)
	.example('bake', nothing)
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
