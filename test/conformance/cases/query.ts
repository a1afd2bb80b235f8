/** unity_query: existing objects are shown in pages, missing ones are reported. */
import { TOOLS } from '@fairlead/protocol/tools'
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import type { Desk } from '../kit/desk.ts'
import { row } from '../kit/objects.ts'

const T = 'unity_query'

const SettingsCategory = TOOLS[T].actions.get_settings.input.shape.settings_category

/** The facts of every project, by category. */
const SETTINGS: Readonly<Record<(typeof SettingsCategory.options)[number], readonly string[]>> = {
	environment: ['unityVersion', 'projectName', 'projectPath', 'productGuid', 'platform'],
	player: ['companyName', 'productName', 'bundleVersion', 'colorSpace', 'tags', 'layers'],
	build: ['scenes', 'activeBuildTarget'],
	quality: ['currentLevel', 'levels', 'vSyncCount', 'antiAliasing', 'shadowDistance'],
	physics: ['gravity', 'defaultContactOffset', 'bounceThreshold', 'sleepThreshold'],
	time: ['fixedDeltaTime', 'maximumDeltaTime', 'timeScale'],
	audio: ['globalVolume', 'speakerMode', 'sampleRate'],
	rendering: ['renderPipeline', 'defaultShader'],
	packages: ['dependencies'],
}

export const queryCases = new CaseList(T)
	.works('hierarchy', 'objects depth-first in sibling order, with their scene', async (desk) => {
		await row(desk, 2)
		const all = await desk.ok(T, { action: 'hierarchy', limit: 200 })
		const [scene] = all.scenes
		expect(scene).toMatchObject({ isActive: true, isLoaded: true, isDirty: true })
		expect(scene?.objectCount).toBe(all.total)
		expect(all.summary).toContain('1 scene')
		const paths = all.objects.map((object) => object.path)
		expect(paths).toEqual([
			'/Main Camera',
			'/Directional Light',
			'/Row',
			'/Row/Item0',
			'/Row/Item0/Leaf',
			'/Row/Item1',
			'/Row/Item1/Leaf',
		])
		expect(all.objects.map((object) => object.depth)).toEqual([0, 0, 0, 1, 2, 1, 2])
		const [, , rowNode, item] = all.objects
		expect(item).toMatchObject({ parentId: rowNode?.instanceId, scene: scene?.name, childCount: 1 })
		expect(all.nextCursor).toBeNull()
	})
	.works('hierarchy', 'pages add up to the whole, without gaps or repetitions', async (desk) => {
		await row(desk, 6)
		const whole = await desk.ok(T, { action: 'hierarchy', root: '/Row', limit: 200 })
		const pages: string[] = []
		let cursor: string | null = null
		do {
			const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(desk, cursor)
			expect(page.objects.length).toBeLessThanOrEqual(5)
			expect(page.total).toBe(whole.total)
			pages.push(...page.objects.map((object) => object.path))
			cursor = page.nextCursor
		} while (cursor !== null)
		expect(pages).toEqual(whole.objects.map((object) => object.path))
	})
	.works('hierarchy', 'below one object, to a depth', async (desk) => {
		await row(desk, 2)
		const { objects } = await desk.ok(T, { action: 'hierarchy', root: '/Row', max_depth: 1 })
		expect(objects.map((object) => object.path)).toEqual(['/Row', '/Row/Item0', '/Row/Item1'])
		const alone = await desk.ok(T, { action: 'hierarchy', root: '/Row', max_depth: 0 })
		expect(alone.objects.map((object) => object.path)).toEqual(['/Row'])
		expect(objects[0]?.depth).toBe(0)
	})
	.refuses('hierarchy', 'not_found', 'a root that does not exist', async (desk) => {
		await row(desk, 1)
		const error = await desk.fails(T, { action: 'hierarchy', root: '/Rwo' }, 'not_found')
		expect(error.data['nearest']).toContain('/Row')
	})
	.refuses(
		'inspect_object',
		'not_found',
		'names objects that are called like it, wherever they stand, and none that are not',
		async (desk) => {
			await row(desk, 6)
			for (const [name, parent_id] of [
				['Far', '/Row'],
				['Player', '/Row/Far'],
				['Planes', null],
			] as const)
				await desk.ok('unity_hierarchy', {
					action: 'create',
					name,
					...(parent_id === null ? {} : { parent_id }),
				})
			const look = (instance_id: string) =>
				desk.fails(T, { action: 'inspect_object', instance_id }, 'not_found')
			const typo = await look('/Playr')
			expect(typo.data['nearest']).toEqual(['/Row/Far/Player', '/Planes'])
			expect(typo.hint).toBe('Use one of the nearest paths, or search with unity_query find.')
			const many = await look('/Row/Itm')
			expect(many.data['nearest']).toHaveLength(3)
			const none = await look('/Zqxj')
			expect(none.data['nearest']).toEqual([])
			expect(none.hint).toBe('No name there is like it: search with unity_query find.')
		},
	)
	.refuses('hierarchy', 'invalid_arguments', 'a cursor of another query', async (desk) => {
		await desk.fails(T, { action: 'hierarchy', cursor: 'yesterday' }, 'invalid_arguments')
	})
	.works('inspect_object', 'all components, or those of one type', async (desk) => {
		await desk.ok('unity_hierarchy', {
			action: 'create',
			name: 'Sun',
			primitive_type: 'PointLight',
		})
		const all = await desk.ok(T, { action: 'inspect_object', instance_id: '/Sun' })
		expect(all.components.map((component) => component.type)).toEqual(['Transform', 'Light'])
		expect(all.components[0]).not.toHaveProperty('enabled')
		expect(all.components[1]).toMatchObject({ enabled: true, properties: { type: 'Point' } })
		const one = await desk.ok(T, {
			action: 'inspect_object',
			instance_id: all.gameObject.instanceId,
			component_type: 'Light',
		})
		expect(one.components).toEqual([all.components[1]])
	})
	.refuses('inspect_object', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'inspect_object', instance_id: '/Nobody' }, 'not_found')
		await desk.fails(T, { action: 'inspect_object', instance_id: '987654321' }, 'not_found')
		const global = `GlobalObjectId_V1-2-${'0'.repeat(32)}-1-0`
		await desk.fails(T, { action: 'inspect_object', instance_id: global }, 'not_found')
	})
	.refuses(
		'inspect_object',
		'unknown_type',
		'a component type that does not exist',
		async (desk) => {
			const args = {
				action: 'inspect_object',
				instance_id: '/Main Camera',
				component_type: 'Camra',
			}
			expect((await desk.fails(T, args, 'unknown_type')).data['nearest']).toContain('Camera')
		},
	)
	.works(
		'hierarchy',
		'siblings with the same name have distinct paths that lead back to them',
		async (desk) => {
			const coins = ['Coin', 'Coin', 'Purse', 'Coin']
			const ids: string[] = []
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Chest' })
			for (const name of coins) {
				const made = { action: 'create', name, parent_id: '/Chest' } as const
				ids.push((await desk.ok('unity_hierarchy', made)).instanceId)
			}
			await desk.ok('unity_hierarchy', { action: 'create', name: 'Edge', parent_id: ids[3] })
			const { objects } = await desk.ok(T, { action: 'hierarchy', root: '/Chest' })
			expect(objects.map(({ path }) => path)).toEqual([
				'/Chest',
				'/Chest/Coin[1]',
				'/Chest/Coin[2]',
				'/Chest/Purse',
				'/Chest/Coin[3]',
				'/Chest/Coin[3]/Edge',
			])
			expect((await desk.look('/Chest/Coin[2]'))?.instanceId).toBe(ids[1])
			expect(await desk.look('/Chest/Coin[4]')).toBeNull()
			const rename = { action: 'rename', instance_id: '/Chest/Coin[3]', name: 'Gold' } as const
			expect(await desk.ok('unity_hierarchy', rename)).toMatchObject({ path: '/Chest/Gold' })
			const error = await desk.fails(
				T,
				{ action: 'inspect_object', instance_id: '/Chest/Coin' },
				'ambiguous',
			)
			expect(JSON.stringify(error.data)).toContain('/Chest/Coin[2]')
		},
	)
	.works(
		'inspect_object',
		'a name that looks like a numbered sibling is matched as it is',
		async (desk) => {
			const { instanceId } = await desk.ok('unity_hierarchy', { action: 'create', name: 'Slot[1]' })
			expect((await desk.look('/Slot[1]'))?.instanceId).toBe(instanceId)
		},
	)
	.works('get_settings', 'every category has content', async (desk) => {
		for (const category of SettingsCategory.options) {
			const given = await desk.ok(T, { action: 'get_settings', settings_category: category })
			expect(given.category).toBe(category)
			expect(Object.keys(given.settings), category).toEqual(
				expect.arrayContaining([...SETTINGS[category]]),
			)
		}
		const time = await desk.ok(T, { action: 'get_settings', settings_category: 'time' })
		expect(time.settings['fixedDeltaTime']).toBeCloseTo(0.02, 5)
		const physics = await desk.ok(T, { action: 'get_settings', settings_category: 'physics' })
		expect((physics.settings['gravity'] as number[])[1]).toBeCloseTo(-9.81, 4)
	})
	.refuses('get_settings', 'invalid_arguments', 'a category that does not exist', async (desk) => {
		const args = { action: 'get_settings', settings_category: 'weather' }
		await desk.fails(T, args, 'invalid_arguments')
	})
	.works('types', 'component types that can be added, the exact name first', async (desk) => {
		const found = await desk.ok(T, { action: 'types', search_query: 'Rigidbody' })
		expect(found.types[0]).toEqual({
			name: 'Rigidbody',
			fullName: 'UnityEngine.Rigidbody',
			isUserScript: false,
		})
		expect(found.types.map((type) => type.name)).toContain('Rigidbody2D')
		const few = await desk.ok(T, { action: 'types', limit: 3 })
		expect(few.types).toHaveLength(3)
		expect(few.total).toBeGreaterThan(20)
	})
	.refuses('types', 'invalid_arguments', 'a limit beyond what a page may hold', async (desk) => {
		await desk.fails(T, { action: 'types', limit: 1_000 }, 'invalid_arguments')
	})
	.works('selection', 'the object that a menu item created is selected', async (desk) => {
		const before = await desk.ok(T, { action: 'selection' })
		expect(before.objects).toEqual([])
		await desk.ok('execute_menu_item', { menu_path: 'GameObject/Create Empty' })
		const { objects } = await desk.ok(T, { action: 'selection' })
		expect(objects.map((object) => object.name)).toEqual(['GameObject'])
	})
	.refuses('selection', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		const error = await desk.fails(T, { action: 'selection', name: 'Cube' }, 'invalid_arguments')
		expect(JSON.stringify(error)).toContain('name')
	})
	.works('editor_state', 'phase, scenes, and the next undo', async (desk) => {
		const path = await desk.fresh()
		const idle = await desk.ok(T, { action: 'editor_state' })
		expect(idle).toMatchObject({
			phase: 'ready',
			projectName: 'Game',
			isPlaying: false,
			isPaused: false,
			isCompiling: false,
			activeScene: path,
			renderPipeline: 'built-in',
			undo: { undo: null, redo: null },
		})
		expect(idle.unityVersion).toMatch(/^6000\./)
		expect(idle.productGuid).toMatch(/^[0-9a-f]{32}$/)
		expect(idle.openScenes).toMatchObject([{ path, isActive: true, isDirty: false }])
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Mark' }, { group: 'marking' })
		const after = await desk.ok(T, { action: 'editor_state' })
		expect(after.undo).toEqual({ undo: 'Step marking', redo: null })
		expect(after.openScenes[0]?.isDirty).toBe(true)
	})
	.refuses('editor_state', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'editor_state', verbose: true }, 'invalid_arguments')
	})

const pageOf = (desk: Desk, cursor: string | null) =>
	desk.ok(T, {
		action: 'hierarchy',
		root: '/Row',
		limit: 5,
		...(cursor === null ? {} : { cursor }),
	})
