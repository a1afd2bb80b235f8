/** Materials: shared, replaced, and only those that are meant. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import { asset, batch, color, configure, destroy, inspect, played, query } from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const uses = (path: string) => ({ MeshRenderer: { sharedMaterial: path } })
const box = (name: string, x: number, material?: string): StartObject => ({
	name,
	shape: 'Cube',
	at: [x, 0.5, 0],
	...(material === undefined ? {} : { components: uses(material) }),
})
const WALLS = [1, 2, 3, 4].map((n) => box(`Wall ${n}`, n * 2))
const BRICK = 'Assets/Materials/Brick.mat'
const [RED, BLUE, GREY] = ['Red', 'Blue', 'Grey'].map((name) => `Assets/Materials/${name}.mat`) as [
	string,
	string,
	string,
]
const COLORS = { [RED]: [1, 0, 0], [BLUE]: [0, 0, 1], [GREY]: [0.5, 0.5, 0.5] } as const

const WOOD = 'Assets/Materials/Wood.mat'
const GOLD = 'Assets/Materials/Gold.mat'
const CHEST = 'Assets/Prefabs/Chest.prefab'

const dressed = (material: string, ...names: string[]) =>
	batch(...names.map((name) => configure(`/${name}`, 'MeshRenderer', { sharedMaterial: material })))

export const materialTasks: readonly ModelTask[] = [
	{
		id: 'brick-walls',
		prompt:
			'Make a brick-red material Assets/Materials/Brick.mat and give it to the four walls, so that I can recolour all of them in one place later.',
		start: { objects: [...WALLS, box('Statue', 0)] },
		check: async (world) => {
			const [r = 0, g = 1, b = 1] = (await world.material(BRICK)).color ?? []
			assert.ok(r > g && r > b && r - g > 0.15, `The colour is ${[r, g, b]}.`)
			for (const { name } of WALLS) {
				const material = await world.worn(`/${name}`)
				assert.match(material, /Brick\.mat/, `${name} wears another material.`)
			}
			await world.untouchedBut({ objects: /^\/Wall /, files: /Brick\.mat$/ })
		},
		solution: played(
			'The walls share it.',
			asset('create_material', { path: BRICK, color: [0.6, 0.2, 0.15] }),
			dressed(BRICK, ...WALLS.map(({ name }) => name)),
		),
		wrong: played(
			'The walls are brick-red.',
			asset('create_material', { path: BRICK, color: [0.6, 0.2, 0.15] }),
			batch(...WALLS.map(({ name }) => color(`/${name}`, [0.6, 0.2, 0.15]))),
		),
	},
	{
		id: 'recolour-the-asset',
		prompt: 'Everything that is red should become orange. Change the material, not the objects.',
		start: { materials: COLORS, objects: [box('A', 0, RED), box('B', 2, RED), box('C', 4, BLUE)] },
		check: async (world) => {
			const [r = 0, g = 0, b = 1] = (await world.material(RED)).color ?? []
			assert.ok(r > 0.8 && g > 0.25 && g < 0.8 && b < 0.3, `The colour is ${[r, g, b]}.`)
			near((await world.material(BLUE)).color, [0, 0, 1], 'The colour of Blue')
			for (const name of ['A', 'B']) {
				const material = await world.worn(`/${name}`)
				assert.match(material, /Red\.mat/, `${name} wears another material.`)
			}
			await world.untouchedBut({ objects: /^\/[AB]$/, files: /Red\.mat$/ })
		},
		solution: played(
			'Red.mat is orange now.',
			query('search_assets', { asset_type: 'Material' }),
			asset('modify_material', { path: RED, color: [1, 0.5, 0] }),
		),
		wrong: played('They are orange.', batch(color('/A', [1, 0.5, 0]), color('/B', [1, 0.5, 0]))),
	},
	{
		id: 'swap-material',
		prompt:
			'Replace the red material by the blue one on every object that uses it. Keep both files.',
		start: {
			materials: COLORS,
			objects: [box('A', 0, RED), box('B', 2, GREY), box('C', 4, RED), box('D', 6, BLUE)],
		},
		check: async (world) => {
			for (const [name, wanted] of Object.entries({ A: 'Blue', B: 'Grey', C: 'Blue', D: 'Blue' })) {
				const material = await world.worn(`/${name}`)
				assert.ok(material.includes(`${wanted}.mat`), `${name} is not ${wanted}.`)
			}
			await world.untouchedBut({ objects: /^\/[AC]$/ })
		},
		solution: played(
			'A and C wear it.',
			query('find', { component_type: 'MeshRenderer', fields: ['sharedMaterials'] }),
			dressed(BLUE, 'A', 'C'),
		),
		wrong: played('They wear it.', dressed(BLUE, 'A', 'B', 'C')),
	},
	{
		id: 'gold-everywhere',
		prompt:
			'Use Gold.mat wherever Wood.mat is used: here, and in every chest that I will place from its prefab.',
		start: {
			materials: { [WOOD]: [0.5, 0.3, 0.1], [GOLD]: [1, 0.8, 0], [GREY]: [0.5, 0.5, 0.5] },
			prefabs: { [CHEST]: box('Chest', 0, WOOD) },
			objects: [
				box('Table', 2, WOOD),
				box('Stone', 4, GREY),
				{ name: 'Chest 1', prefab: CHEST, at: [6, 0.5, 0] },
			],
		},
		check: async (world) => {
			const wanted = { Table: 'Gold', Stone: 'Grey', 'Chest 1': 'Gold' }
			for (const [name, material] of Object.entries(wanted))
				assert.ok(
					(await world.worn(`/${name}`)).includes(`${material}.mat`),
					`${name} wears another.`,
				)
			const text = await world.file(CHEST)
			assert.ok(text.includes((await world.material(GOLD)).guid), 'The prefab is not golden.')
			const listed = { action: 'list_overrides', instance_id: '/Chest 1' }
			const { total } = await world.read<{ total: number }>('unity_prefab', listed)
			assert.equal(total, 0, 'The instance has a value of its own.')
			await world.untouchedBut({ objects: /^\/(Table|Chest 1)$/, files: /Chest\.prefab$/ })
		},
		solution: played(
			'Gold took the place of Wood in the scene and in the prefab.',
			asset('replace_references', { path: WOOD, with: GOLD }),
			asset('replace_references', { path: WOOD, with: GOLD, files: ['Assets'] }),
		),
		wrong: played('They are golden.', dressed(GOLD, 'Table', 'Chest 1')),
	},
	{
		id: 'delete-unused-materials',
		prompt: 'Delete every material that nothing in the project uses any more.',
		start: {
			materials: { ...COLORS, 'Assets/Materials/Gold.mat': [1, 0.8, 0] },
			prefabs: { 'Assets/Prefabs/Trophy.prefab': box('Trophy', 0, 'Assets/Materials/Gold.mat') },
			objects: [box('A', 0, RED)],
		},
		check: async (world) => {
			for (const path of [BLUE, GREY]) {
				assert.equal(await world.hasFile(path), false, `${path} is still there.`)
			}
			await world.untouchedBut({ files: /(Blue|Grey)\.mat$/ })
		},
		solution: played(
			'Blue and Grey are gone; the prefab Trophy uses Gold.',
			query('search_assets', { asset_type: 'Material' }),
			[RED, BLUE, GREY, 'Assets/Materials/Gold.mat'].map((path) => [
				'asset_usages',
				{ asset_path: path },
			]),
			[asset('delete', { path: BLUE }), asset('delete', { path: GREY })],
		),
		wrong: played(
			'The unused ones are gone.',
			inspect('/A'),
			[BLUE, GREY, 'Assets/Materials/Gold.mat'].map((path) => asset('delete', { path })),
		),
	},
	{
		id: 'empty-leftovers',
		prompt: 'Clean up the scene: delete the empty objects that have no purpose.',
		start: {
			objects: [
				{ name: 'GameObject' },
				{ name: 'Room', children: [box('Chair', 1), { name: 'GameObject (1)' }] },
				{ name: 'Door', shape: 'Cube' },
				{ name: 'Music', components: { AudioSource: {} } },
			],
		},
		check: async (world) => {
			await world.gone('/GameObject', '/Room/GameObject (1)')
			for (const path of ['/Room/Chair', '/Door', '/Music']) await world.object(path)
			await world.untouchedBut({ objects: /GameObject/ })
		},
		solution: played(
			'Two were empty.',
			query('hierarchy', { max_depth: 5 }),
			batch(destroy('/GameObject'), destroy('/Room/GameObject (1)')),
		),
		wrong: played('All gone.', batch(destroy('/GameObject'), destroy('/Room'))),
	},
]
