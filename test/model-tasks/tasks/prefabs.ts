/** Prefabs, their instances and their overrides. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import { batch, configure, hierarchy, played, prefab } from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const CRATE = 'Assets/Prefabs/Crate.prefab'
const crate: StartObject = {
	name: 'Crate',
	shape: 'Cube',
	components: { Rigidbody: { mass: 2 } },
	children: [{ name: 'Lid', shape: 'Cube', at: [0, 0.6, 0], scale: [1, 0.1, 1] }],
}
const instances = [1, 2, 3].map(
	(n): StartObject => ({
		name: `Crate ${n}`,
		prefab: CRATE,
		at: [n * 2, 0.5, 0],
	}),
)
const start = { prefabs: { [CRATE]: crate }, objects: instances }
const own = (mass: number): StartObject => ({
	name: 'Crate 4',
	prefab: CRATE,
	at: [8, 0.5, 0],
	components: { Rigidbody: { mass } },
})

export const prefabTasks: readonly ModelTask[] = [
	{
		id: 'make-a-prefab',
		prompt:
			'Turn the lantern into a prefab (Assets/Prefabs/Lantern.prefab) and place two more of it at x = 4 and x = 8.',
		start: {
			objects: [
				{
					name: 'Lantern',
					shape: 'PointLight',
					at: [0, 2, 0],
					components: { Light: { range: 7 } },
				},
			],
		},
		check: async (world) => {
			assert.ok(await world.hasFile('Assets/Prefabs/Lantern.prefab'), 'There is no prefab.')
			const at: number[] = []
			for (const path of await world.paths({ name: 'Lantern' })) {
				const lantern = await world.object(path)
				assert.equal(lantern.prefab, 'Assets/Prefabs/Lantern.prefab', `${path} is no instance.`)
				assert.equal(lantern.of('Light')['range'], 7)
				at.push((lantern.of('Transform')['position'] as number[])[0] ?? Number.NaN)
			}
			near(
				at.sort((a, b) => a - b),
				[0, 4, 8],
				'The x of the lanterns',
			)
			assert.equal(at.length, 3)
		},
		solution: played(
			'Three lanterns.',
			prefab('create_asset', {
				instance_id: '/Lantern',
				asset_path: 'Assets/Prefabs/Lantern.prefab',
			}),
			batch(
				...[4, 8].map((x) =>
					prefab('instantiate', {
						asset_path: 'Assets/Prefabs/Lantern.prefab',
						position: [x, 2, 0],
					}),
				),
			),
		),
		wrong: played(
			'Three lanterns.',
			prefab('create_asset', {
				instance_id: '/Lantern',
				asset_path: 'Assets/Prefabs/Lantern.prefab',
			}),
			prefab('unpack', { instance_id: '/Lantern' }),
			batch(
				...[4, 8].map((x) =>
					hierarchy('duplicate', { instance_id: '/Lantern', position: [x, 2, 0] }),
				),
			),
		),
	},
	{
		id: 'heavier-prefab',
		prompt:
			'All crates should weigh 10, also those I place later. Crate 4 is special and keeps its own mass.',
		start: { ...start, objects: [...instances, own(50)] },
		check: async (world) => {
			for (const [name, mass] of [
				['Crate 1', 10],
				['Crate 3', 10],
				['Crate 4', 50],
			] as const) {
				const seen = await world.object(`/${name}`)
				assert.equal(seen.of('Rigidbody')['mass'], mass, `The mass of ${name}`)
				assert.equal(seen.prefab, CRATE, `${name} is not connected to its prefab any more.`)
			}
			const overrides = await world.read('unity_prefab', {
				action: 'list_overrides',
				instance_id: '/Crate 1',
			})
			assert.doesNotMatch(JSON.stringify(overrides), /"mass"/, 'The prefab weighs something else.')
			await world.untouchedBut({ objects: /^\/Crate [123]/, files: /Crate\.prefab$/ })
		},
		solution: played(
			'The prefab weighs 10.',
			prefab('modify_asset', {
				asset_path: CRATE,
				component_type: 'Rigidbody',
				properties: { mass: 10 },
			}),
		),
		wrong: played(
			'They weigh 10.',
			batch(...[1, 2, 3].map((n) => configure(`/Crate ${n}`, 'Rigidbody', { mass: 10 }))),
		),
	},
	{
		id: 'apply-to-prefab',
		prompt: 'I made Crate 4 heavier. I like that: make it so for all crates.',
		start: { ...start, objects: [...instances, own(30)] },
		check: async (world) => {
			for (const n of [1, 2, 3, 4]) {
				const seen = await world.object(`/Crate ${n}`)
				assert.equal(seen.of('Rigidbody')['mass'], 30, `The mass of Crate ${n}`)
				assert.equal(seen.prefab, CRATE)
				near(seen.of('Transform')['position'], [n * 2, 0.5, 0], `The position of Crate ${n}`)
			}
			await world.untouchedBut({ objects: /^\/Crate/, files: /Crate\.prefab$/ })
		},
		solution: played(
			'All crates weigh 30.',
			prefab('list_overrides', { instance_id: '/Crate 4' }),
			prefab('apply_override', {
				instance_id: '/Crate 4',
				component_type: 'Rigidbody',
				property: 'mass',
			}),
		),
		wrong: played('All as in the prefab.', prefab('revert', { instance_id: '/Crate 4' })),
	},
	{
		id: 'unpack-one',
		prompt:
			'Crate 2 should stop following the prefab, and lose its lid. The other crates stay as they are.',
		start,
		check: async (world) => {
			assert.equal((await world.object('/Crate 2')).prefab, null, 'It still is an instance.')
			await world.gone('/Crate 2/Lid')
			for (const n of [1, 3]) await world.object(`/Crate ${n}/Lid`)
			await world.untouchedBut({ objects: /^\/Crate 2/ })
		},
		solution: played(
			'Crate 2 is on its own.',
			prefab('unpack', { instance_id: '/Crate 2' }),
			hierarchy('destroy', { instance_id: '/Crate 2/Lid' }),
		),
		wrong: played(
			'The lid is gone.',
			prefab('edit_asset', {
				asset_path: CRATE,
				edits: [{ op: 'remove_child', target_path: 'Lid' }],
			}),
		),
	},
]
