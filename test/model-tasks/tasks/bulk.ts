/** One change on many objects. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import { batch, configure, hierarchy, played, query } from '../kit/uses.ts'

const ROCKS = Array.from({ length: 24 }, (_, n) => ({
	name: `Rock ${n + 1}`,
	shape: 'Sphere' as const,
	at: [n % 6, 0.5, Math.floor(n / 6)] as const,
	components: { Rigidbody: { mass: n % 2 === 0 ? 1 : 20 } },
}))
const BARREL: StartObject = {
	name: 'Barrel',
	shape: 'Cylinder',
	at: [20, 1, 0],
	components: { Rigidbody: { mass: 3 } },
}
const rocks = (count: number) =>
	batch(
		...ROCKS.slice(0, count).map(({ name }) =>
			configure(`/${name}`, 'Rigidbody', { mass: 5, useGravity: false }),
		),
	)

const ENEMIES: StartObject = {
	name: 'Enemies',
	children: ['Orc', 'Troll', 'Goblin'].map((name, n) => ({
		name,
		shape: 'Capsule' as const,
		at: [n * 2, 1, 0] as const,
		children: [{ name: 'Sword', shape: 'Cube' as const }],
	})),
}
const layered = (include_children: boolean) =>
	hierarchy('set_tag_layer', { instance_id: '/Enemies', layer: 'Water', include_children })

const LAMPS = ['Kitchen', 'Hall', 'Attic'].map(
	(room): StartObject => ({
		name: room,
		children: [{ name: `${room} Lamp`, shape: 'PointLight', at: [0, 3, 0] }],
	}),
)
const off = (...rooms: string[]) =>
	batch(...rooms.map((room) => configure(`/${room}/${room} Lamp`, 'Light', { enabled: false })))

const TREES = ['oak', 'oak', 'pine', 'birch', 'pine', 'oak'].map(
	(name, n): StartObject => ({
		name,
		shape: 'Cylinder',
		at: [n * 2, 1, 0],
	}),
)

export const bulkTasks: readonly ModelTask[] = [
	{
		id: 'all-rocks',
		prompt: 'Set the mass of all rocks to 5 and switch gravity off for them.',
		start: { objects: [...ROCKS, BARREL] },
		check: async (world) => {
			for (const { name } of ROCKS) {
				const { mass, useGravity } = (await world.object(`/${name}`)).of('Rigidbody')
				assert.deepEqual({ mass, useGravity }, { mass: 5, useGravity: false }, name)
			}
			await world.untouchedBut({ objects: /^\/Rock / })
		},
		solution: played(
			'All 24 rocks have it.',
			query('find', { name: 'Rock', component_type: 'Rigidbody', fields: ['mass'] }),
			rocks(24),
		),
		wrong: played('All rocks have it.', rocks(20)),
	},
	{
		id: 'layer-with-children',
		prompt: 'Move all enemies, with everything they carry, to the Water layer.',
		start: { objects: [ENEMIES, { name: 'Player', shape: 'Capsule', tag: 'Player' }] },
		check: async (world) => {
			const paths = (await world.all()).filter((path) => path.startsWith('/Enemies/'))
			assert.equal(paths.length, 6)
			for (const path of paths) assert.equal((await world.object(path)).layer, 'Water', path)
			await world.untouchedBut({ objects: /^\/Enemies/ })
		},
		solution: played('They are on it.', layered(true)),
		wrong: played('They are on it.', layered(false)),
	},
	{
		id: 'lamps-off',
		prompt:
			'Switch off every lamp in the house except the one in the hall. Do not remove anything, and leave the sun alone.',
		start: { objects: LAMPS },
		check: async (world) => {
			for (const room of ['Kitchen', 'Hall', 'Attic']) {
				const lamp = await world.object(`/${room}/${room} Lamp`)
				const shines = lamp.active && lamp.of('Light')['enabled'] !== false
				assert.equal(shines, room === 'Hall', `The lamp of the ${room.toLowerCase()}`)
			}
			const sun = (await world.object('/Directional Light')).of('Light')
			assert.notEqual(sun['enabled'], false, 'The sun is off.')
			await world.untouchedBut({ objects: /^\/(Kitchen|Attic)/ })
		},
		solution: played(
			'Two are off.',
			query('find', { component_type: 'Light' }),
			off('Kitchen', 'Attic'),
		),
		wrong: played('Two are off.', off('Kitchen', 'Hall', 'Attic')),
	},
	{
		id: 'number-the-oaks',
		prompt: 'Number the oaks from left to right (by x): Oak 1, Oak 2, Oak 3.',
		start: { objects: TREES },
		check: async (world) => {
			for (const [n, x] of [0, 2, 10].entries()) {
				const oak = await world.object(`/Oak ${n + 1}`)
				assert.equal((oak.of('Transform')['position'] as number[])[0], x, `Oak ${n + 1}`)
			}
			await world.untouchedBut({ objects: /oak/i })
		},
		solution: played(
			'They are numbered.',
			query('find', { name: 'oak', fields: ['Transform.position'] }),
			// From the last on: the numbers of those before it stay what they were.
			batch(
				hierarchy('rename', { instance_id: '/oak[3]', name: 'Oak 3' }),
				hierarchy('rename', { instance_id: '/oak[2]', name: 'Oak 2' }),
				hierarchy('rename', { instance_id: '/oak', name: 'Oak 1' }),
			),
		),
		wrong: played(
			'They are numbered.',
			batch(
				hierarchy('rename', { instance_id: '/oak[3]', name: 'Oak 1' }),
				hierarchy('rename', { instance_id: '/oak[2]', name: 'Oak 2' }),
				hierarchy('rename', { instance_id: '/oak', name: 'Oak 3' }),
			),
		),
	},
]
