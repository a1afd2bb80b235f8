/** unity_asset: materials, by shader, colour and properties. */
import { expect } from 'vitest'
import { assetAt, folder, onDisk } from '../kit/assets.ts'
import { CaseList } from '../kit/cases.ts'
import { expectVector } from '../kit/check.ts'
import { redMaterial } from '../kit/examples.ts'

const T = 'unity_asset'

const colorOf = (results: readonly { property: string; newValue?: unknown }[]): unknown =>
	results.find((result) => result.property === 'color')?.newValue

export const materialCases = new CaseList(T)
	.example('inspect_material', redMaterial)
	.example('modify_material', redMaterial)
	.works('create_material', 'a file with colour, shader and properties', async (desk) => {
		const path = `${await folder(desk)}/Gold.mat`
		const made = await desk.ok(T, {
			action: 'create_material',
			path,
			color: [1, 0.8, 0],
			properties: { _Metallic: 0.75 },
		})
		expect(made).toMatchObject({
			assetPath: path,
			type: 'Material',
			shader: 'Standard',
			successCount: 2,
			failCount: 0,
		})
		expectVector(colorOf(made.results), [1, 0.8, 0, 1])
		expect(await assetAt(desk, path)).toMatchObject({
			guid: made.guid,
			type: 'Material',
			name: 'Gold',
		})
	})
	.refuses('create_material', 'already_exists', 'nothing is overwritten', async (desk) => {
		const path = `${await folder(desk)}/A.mat`
		await desk.ok(T, { action: 'create_material', path })
		await desk.fails(T, { action: 'create_material', path }, 'already_exists')
	})
	.refuses('create_material', 'not_found', 'a shader that does not exist', async (desk) => {
		const path = `${await folder(desk)}/A.mat`
		const error = await desk.fails(
			T,
			{ action: 'create_material', path, shader: 'Standart' },
			'not_found',
		)
		expect(error.data['nearest']).toContain('Standard')
		expect(onDisk(desk, path)).toBe(false)
	})
	.refuses(
		'create_material',
		'unknown_property',
		'if nothing could be set, no file is created',
		async (desk) => {
			const path = `${await folder(desk)}/A.mat`
			const args = { action: 'create_material', path, properties: { _Metalic: 1 } }
			const error = await desk.fails(T, args, 'unknown_property')
			expect(JSON.stringify(error.data)).toContain('_Metallic')
			expect(onDisk(desk, path)).toBe(false)
		},
	)
	.refuses('create_material', 'invalid_arguments', 'another extension', async (desk) => {
		const path = `${await folder(desk)}/A.txt`
		await desk.fails(T, { action: 'create_material', path }, 'invalid_arguments')
	})
	.works('inspect_material', 'the shader, the colour and every property', async (desk) => {
		const path = `${await folder(desk)}/Seen.mat`
		const properties = { _Metallic: 0.75 }
		await desk.ok(T, { action: 'create_material', path, color: [1, 0.5, 0], properties })
		const seen = await desk.ok(T, { action: 'inspect_material', path })
		expect(seen).toMatchObject({ assetPath: path, type: 'Material', shader: 'Standard' })
		expectVector(seen.color, [1, 0.5, 0, 1])
		expectVector(seen.properties['_Color'], [1, 0.5, 0, 1])
		expect(seen.properties).toMatchObject({ _Metallic: 0.75, _MainTex: null })
	})
	.refuses('inspect_material', 'not_found', 'one that does not exist', async (desk) => {
		await desk.fails(T, { action: 'inspect_material', path: 'Assets/None.mat' }, 'not_found')
	})
	.refuses(
		'inspect_material',
		'invalid_arguments',
		'an asset that is not a material',
		async (desk) => {
			const path = await desk.fresh()
			await desk.fails(T, { action: 'inspect_material', path }, 'invalid_arguments')
		},
	)
	.works('modify_material', 'everything that uses it looks different', async (desk) => {
		const path = `${await folder(desk)}/Shared.mat`
		await desk.ok(T, { action: 'create_material', path, color: [1, 1, 1] })
		await desk.ok('unity_hierarchy', { action: 'create', name: 'User', primitive_type: 'Cube' })
		await desk.ok('unity_component', {
			action: 'modify',
			game_object_id: '/User',
			component_type: 'MeshRenderer',
			properties: { sharedMaterial: path },
		})
		const changed = await desk.ok(T, { action: 'modify_material', path, color: [0, 0.5, 1] })
		expect(changed).toMatchObject({ successCount: 1, failCount: 0 })
		expectVector(changed.results[0]?.previousValue, [1, 1, 1, 1])
		expectVector((await desk.properties('/User', 'MeshRenderer'))['material.color'], [0, 0.5, 1, 1])
	})
	.works('modify_material', 'another shader', async (desk) => {
		const path = `${await folder(desk)}/Flat.mat`
		await desk.ok(T, { action: 'create_material', path, color: [1, 0, 0] })
		const changed = await desk.ok(T, { action: 'modify_material', path, shader: 'Unlit/Color' })
		expect(changed).toMatchObject({ shader: 'Unlit/Color', results: [] })
		const again = await desk.ok(T, { action: 'modify_material', path, color: [0, 1, 0] })
		expectVector(again.results[0]?.previousValue, [1, 0, 0, 1])
	})
	.refuses(
		'modify_material',
		'invalid_arguments',
		'nothing to change, or not a material',
		async (desk) => {
			const path = `${await folder(desk)}/A.mat`
			await desk.ok(T, { action: 'create_material', path })
			await desk.fails(T, { action: 'modify_material', path }, 'invalid_arguments')
			const scene = await desk.fresh()
			const args = { action: 'modify_material', path: scene, color: [1, 0, 0] }
			await desk.fails(T, args, 'invalid_arguments')
		},
	)
	.refuses('modify_material', 'not_found', 'a material that does not exist', async (desk) => {
		const args = { action: 'modify_material', path: 'Assets/None.mat', color: [1, 0, 0] }
		await desk.fails(T, args, 'not_found')
	})
	.refuses(
		'modify_material',
		'unknown_property',
		'the error names the shader’s properties',
		async (desk) => {
			const path = `${await folder(desk)}/A.mat`
			await desk.ok(T, { action: 'create_material', path })
			const args = { action: 'modify_material', path, properties: { shininess: 1 } }
			const error = await desk.fails(T, args, 'unknown_property')
			const [result] = error.data['results'] as { available: string[] }[]
			expect(result?.available).toContain('_Glossiness')
		},
	)
