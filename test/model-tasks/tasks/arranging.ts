/** Arranging what is there: names, parents, places, copies. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import { batch, create, hierarchy, look, played } from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const CRATES = [1, 2, 3].map((n) => ({
	name: `Crate ${n}`,
	shape: 'Cube',
	at: [n * 2, 0.5, n],
})) as { name: string; shape: 'Cube'; at: [number, number, number] }[]

const group = (stays: boolean) =>
	batch(
		create('Crates', { position: [4, 0, 0] }),
		...CRATES.map(({ name }) =>
			hierarchy('reparent', {
				instance_id: `/${name}`,
				parent_id: '$0',
				world_position_stays: stays,
			}),
		),
	)

const doors = (path: string) =>
	hierarchy('set_transform', { instance_id: path, scale: [2, 2, 0.1] })

const fence = (step: number) =>
	batch(
		...[1, 2, 3, 4].map((n) =>
			hierarchy('duplicate', {
				instance_id: '/Fence',
				name: `Fence ${n + 1}`,
				position: [n * step, 0, 0],
			}),
		),
	)

export const arrangingTasks: readonly ModelTask[] = [
	{
		id: 'group-crates',
		prompt:
			'Group the three crates under a new empty object "Crates" that sits at 4, 0, 0. They must not move in the world.',
		start: { objects: [...CRATES, { name: 'Barrel', shape: 'Cylinder' }] },
		check: async (world) => {
			const parent = await world.object('/Crates')
			near(parent.of('Transform')['position'], [4, 0, 0], 'The position of Crates')
			for (const { name, at } of CRATES) {
				const crate = await world.object(`/Crates/${name}`)
				near(crate.of('Transform')['position'], at, `The position of ${name}`)
			}
			await world.untouchedBut({ objects: /^\/Crates?\b/ })
		},
		solution: played('They are grouped.', group(true)),
		wrong: played('They are grouped.', group(false)),
	},
	{
		id: 'east-door',
		prompt: 'Make the door of the east wing 2 m wide. The others stay as they are.',
		start: {
			objects: ['West Wing', 'East Wing', 'Stable'].map((name, n) => ({
				name,
				at: [n * 10, 0, 0] as const,
				children: [{ name: 'Door', shape: 'Cube', scale: [1, 2, 0.1] as const }],
			})),
		},
		check: async (world) => {
			const door = await world.object('/East Wing/Door')
			near(door.of('Transform')['localScale'], [2, 2, 0.1], 'The scale of the door')
			await world.untouchedBut({ objects: /^\/East Wing\/Door$/ })
		},
		solution: played('It is 2 m wide.', look(), doors('/East Wing/Door')),
		wrong: played('It is 2 m wide.', doors('/West Wing/Door')),
	},
	{
		id: 'second-coin',
		prompt:
			'There are three objects called Coin. Rename the one that lies highest to "Top Coin" and hide it.',
		start: {
			objects: [2, 5, 1].map((y) => ({ name: 'Coin', shape: 'Sphere', at: [0, y, 0] as const })),
		},
		check: async (world) => {
			const top = await world.named('Top Coin')
			near(top.of('Transform')['position'], [0, 5, 0], 'The position of Top Coin')
			assert.equal(top.active, false, 'It is still shown.')
			const others = (await world.paths({ name: 'Coin' })).filter((path) => path !== top.path)
			assert.equal(others.length, 2)
			for (const path of others) assert.equal((await world.object(path)).active, true, path)
		},
		solution: played(
			'Done.',
			['unity_query', { action: 'find', name: 'Coin', fields: ['Transform.position'] }],
			hierarchy('rename', { instance_id: '/Coin[2]', name: 'Top Coin' }),
			hierarchy('set_active', { instance_id: '/Top Coin', active: false }),
		),
		wrong: played(
			'Done.',
			hierarchy('rename', { instance_id: '/Coin[1]', name: 'Top Coin' }),
			hierarchy('set_active', { instance_id: '/Top Coin', active: false }),
		),
	},
	{
		id: 'fence-of-five',
		prompt:
			'Copy the fence so that five pieces stand side by side along x without gaps. Each piece is 3 m long.',
		start: {
			objects: [
				{
					name: 'Fence',
					children: [
						{ name: 'Rail', shape: 'Cube', at: [0, 1, 0], scale: [3, 0.1, 0.1] },
						{ name: 'Post', shape: 'Cube', at: [-1.45, 0.5, 0], scale: [0.1, 1, 0.1] },
					],
				},
			],
		},
		check: async (world) => {
			const rails = (await world.paths({ name: 'Rail' })).filter((path) => path.endsWith('/Rail'))
			const at: number[] = []
			for (const path of rails) {
				at.push(((await world.object(path)).of('Transform')['position'] as number[])[0] ?? 0)
			}
			at.sort((a, b) => a - b)
			assert.equal(at.length, 5, 'Five pieces, each with its rail.')
			for (const [n, x] of at.slice(1).entries()) {
				assert.ok(Math.abs(x - (at[n] ?? 0) - 3) < 0.01, `They stand at ${at.join(', ')}.`)
			}
			await world.untouchedBut({ objects: /^\/Fence [^/]|^\/Fences?\b/ })
		},
		solution: played('Five pieces.', look(), fence(3)),
		wrong: played('Five pieces.', look(), fence(2)),
	},
]
