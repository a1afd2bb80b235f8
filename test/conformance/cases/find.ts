/** unity_query find and search_assets: what fits is found, and what is asked in a wrong way is said. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { redMaterial } from '../kit/examples.ts'
import { row } from '../kit/objects.ts'

const T = 'unity_query'

const at = (x: number, y: number, z: number) => ({
	'Transform.localPosition': [x, y, z],
	'localPosition.y': y,
})

export const findCases = new CaseList(T)
	.example('search_assets', redMaterial)
	.works(
		'find',
		'by name, tag, layer, component, path, and whether inactive ones count',
		async (desk) => {
			await row(desk, 2)
			await desk.ok('unity_hierarchy', {
				action: 'set_active',
				instance_id: '/Row/Item1',
				active: false,
			})
			const total = async (query: Record<string, unknown>): Promise<string[]> => {
				const args = { action: 'find', ...query } as { action: 'find' }
				const found = await desk.ok(T, args)
				expect(found.total).toBe(found.objects.length)
				return found.objects.map((object) => object.path)
			}
			expect(await total({ name: 'item' })).toEqual(['/Row/Item0', '/Row/Item1'])
			expect(await total({ name: 'item', include_inactive: false })).toEqual(['/Row/Item0'])
			expect(await total({ name: 'leaf', include_inactive: false })).toEqual(['/Row/Item0/Leaf'])
			expect(await total({ tag: 'MainCamera' })).toEqual(['/Main Camera'])
			expect(await total({ component_type: 'Light' })).toEqual(['/Directional Light'])
			expect(await total({ path: '/Row/Item1/Leaf' })).toEqual(['/Row/Item1/Leaf'])
			expect(await total({ layer: 'UI' })).toEqual([])
		},
	)
	.works(
		'find',
		'chosen fields, including component values, instead of the default ones',
		async (desk) => {
			for (const mass of [2, 5]) {
				const name = `Weight${mass}`
				await desk.ok('unity_hierarchy', { action: 'create', name, components: ['Rigidbody'] })
				const args = {
					game_object_id: `/${name}`,
					component_type: 'Rigidbody',
					properties: { mass },
				}
				await desk.ok('unity_component', { action: 'modify', ...args })
			}
			await desk.ok('unity_hierarchy', {
				action: 'create',
				name: 'Weightless',
				position: [1, 2, 3],
			})
			const fields = ['mass', 'tag', 'Transform.localPosition', 'localPosition.y']
			const { objects } = await desk.ok(T, { action: 'find', name: 'Weight', fields })
			expect(objects.map(({ path, values }) => [path, values])).toEqual([
				['/Weight2', { mass: 2, tag: 'Untagged', ...at(0, 0, 0) }],
				['/Weight5', { mass: 5, tag: 'Untagged', ...at(0, 0, 0) }],
				['/Weightless', { tag: 'Untagged', ...at(1, 2, 3) }],
			])
			expect(Object.keys(objects[0] ?? {}).sort()).toEqual(['instanceId', 'path', 'values'])
		},
	)
	.works(
		'find',
		'a value names its component where another than the type asked for has it',
		async (desk) => {
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Box', primitive_type: 'Cube' })
			const found = async (component_type: string | undefined, field: string) => {
				const type = component_type === undefined ? {} : { component_type }
				const args = { action: 'find', name: 'Box', fields: [field], ...type } as const
				const { objects } = await desk.ok(T, args)
				return Object.keys(objects[0]?.values ?? {})
			}
			expect(await found('MeshRenderer', 'sharedMaterial')).toEqual(['sharedMaterial'])
			expect(await found('MeshRenderer', 'MeshRenderer.sharedMaterial')).toEqual([
				'MeshRenderer.sharedMaterial',
			])
			expect(await found('MeshRenderer', 'isTrigger')).toEqual(['BoxCollider.isTrigger'])
			expect(await found('BoxCollider', 'isTrigger')).toEqual(['isTrigger'])
			expect(await found(undefined, 'isTrigger')).toEqual(['isTrigger'])
		},
	)
	.works(
		'find',
		'an object that is called so comes before those whose names contain it',
		async (desk) => {
			for (const name of ['BA', 'AB', 'A', 'aa'])
				await desk.ok('unity_hierarchy', { action: 'create', name })
			const { objects } = await desk.ok(T, { action: 'find', name: 'A' })
			expect(objects[0]?.name).toBe('A')
			expect(objects.slice(1).map(({ name }) => name)).toEqual(
				expect.arrayContaining(['BA', 'AB', 'aa']),
			)
		},
	)
	.refuses(
		'find',
		'invalid_arguments',
		'a path with wildcards, or without its slash',
		async (desk) => {
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Crates' })
			for (const path of ['/Crates/*', 'Crates']) {
				const error = await desk.fails(T, { action: 'find', path }, 'invalid_arguments')
				expect(error.message).toContain(path)
				expect(error.hint).toContain('root')
			}
			expect((await desk.ok(T, { action: 'find', path: '/Nothing' })).total).toBe(0)
		},
	)
	.works('find', 'default values are left out', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Usual' })
		const { objects } = await desk.ok(T, { action: 'find', name: 'Usual' })
		expect(Object.keys(objects[0] ?? {}).sort()).toEqual([
			'components',
			'instanceId',
			'name',
			'path',
		])
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Child', parent_id: '/Usual' })
		const change = { action: 'set_active', instance_id: '/Usual', active: false }
		await desk.ok('unity_hierarchy', change)
		const tag = { action: 'set_tag_layer', instance_id: '/Usual', tag: 'Player', layer: 'UI' }
		await desk.ok('unity_hierarchy', tag)
		expect((await desk.ok(T, { action: 'find', name: 'Usual' })).objects).toMatchObject([
			{ activeSelf: false, tag: 'Player', layer: 'UI', childCount: 1 },
		])
	})
	.refuses('find', 'unknown_property', 'a field that no object has', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Stone', components: ['Rigidbody'] })
		const args = { action: 'find', name: 'Stone', fields: ['tag', 'mas'] }
		const error = await desk.fails(T, args, 'unknown_property')
		expect(error.message).toContain('"mas"')
		expect(error.data['available']).toContain('mass')
	})
	.refuses('find', 'invalid_arguments', 'nothing to find by', async (desk) => {
		await desk.fails(T, { action: 'find' }, 'invalid_arguments')
	})
	.refuses(
		'find',
		'invalid_arguments',
		'a pattern, unless an object is called so',
		async (desk) => {
			await desk.ok('unity_hierarchy', { action: 'create', name: '*** UI ***' })
			expect((await desk.ok(T, { action: 'find', name: '***' })).total).toBe(1)
			await desk.fails(T, { action: 'find', name: '*Came*' }, 'invalid_arguments')
			const assets = { action: 'search_assets', search_query: '*.mat' } as const
			await desk.fails(T, assets, 'invalid_arguments')
		},
	)
	.refuses('find', 'not_found', 'a tag that does not exist', async (desk) => {
		const error = await desk.fails(T, { action: 'find', tag: 'Playr' }, 'not_found')
		expect(error.data['available']).toContain('Player')
	})
	.refuses('find', 'unknown_type', 'a component that does not exist', async (desk) => {
		await desk.fails(T, { action: 'find', component_type: 'Colider' }, 'unknown_type')
	})
	.works('search_assets', 'by word, type and folder, in pages', async (desk) => {
		for (const name of ['Oak', 'Pine', 'Oak dark']) {
			const path = `Assets/Wood/${name}.mat`
			if (name === 'Oak')
				await desk.ok('unity_asset', { action: 'create_folder', path: 'Assets/Wood' })
			await desk.ok('unity_asset', { action: 'create_material', path })
		}
		const oak = await desk.ok(T, {
			action: 'search_assets',
			search_query: 'oak',
			asset_type: 'Material',
		})
		expect(oak.assets.map((asset) => asset.assetPath).sort()).toEqual([
			'Assets/Wood/Oak dark.mat',
			'Assets/Wood/Oak.mat',
		])
		expect(oak.assets[0]).toMatchObject({ type: 'Material', extension: '.mat', labels: [] })
		expect(oak.assets[0]?.guid).toMatch(/^[0-9a-f]{32}$/)
		expect(oak.assets[0]?.fileSizeBytes).toBeGreaterThan(0)
		const page = await desk.ok(T, { action: 'search_assets', folder: 'Assets/Wood', limit: 2 })
		expect(page).toMatchObject({ totalFound: 3 })
		const rest = await desk.ok(T, {
			action: 'search_assets',
			folder: 'Assets/Wood',
			limit: 2,
			cursor: page.nextCursor ?? '',
		})
		expect(rest.nextCursor).toBeNull()
		expect(new Set([...page.assets, ...rest.assets].map((asset) => asset.guid)).size).toBe(3)
		const typed = await desk.ok(T, { action: 'search_assets', search_query: 't:Material pine' })
		expect(typed.assets.map((asset) => asset.name)).toEqual(['Pine'])
	})
	.refuses('search_assets', 'not_found', 'a folder that does not exist', async (desk) => {
		await desk.fails(T, { action: 'search_assets', folder: 'Assets/Nowhere' }, 'not_found')
	})
