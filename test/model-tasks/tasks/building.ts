/** Building scenes. */
import assert from 'node:assert/strict'
import type { ModelTask, ToolUse } from '../kit/model-task.ts'
import { batch, color, configure, create, hierarchy, inspect, look, played } from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const CRATE = create('Crate', { primitive_type: 'Cube', position: [2, 0.5, 0] })

const TABLE_TOP = create('Top', {
	primitive_type: 'Cube',
	parent_id: '$0',
	position: [0, 1, 0],
	scale: [2, 0.1, 1],
})
const TABLE_LEGS = [
	[0.9, 0.475, 0.4],
	[-0.9, 0.475, 0.4],
	[0.9, 0.475, -0.4],
	[-0.9, 0.475, -0.4],
].map((position, n) =>
	create(`Leg ${n + 1}`, {
		primitive_type: 'Cube',
		parent_id: '$0',
		position,
		scale: [0.1, 0.95, 0.1],
	}),
)

const pillars = (firstX: number): ToolUse =>
	batch(
		...Array.from({ length: 10 }, (_, n) =>
			create(`Pillar ${n + 1}`, {
				primitive_type: 'Cylinder',
				position: [firstX + n * 2, 1, 0],
			}),
		),
	)

const course = (hammers: number): ToolUse[] => [
	batch(
		create('Course'),
		create('Floor', {
			primitive_type: 'Cube',
			parent_id: '$0',
			position: [0, -0.1, 0],
			scale: [20, 0.2, 6],
		}),
		...[2.9, -2.9].map((z) =>
			create(z > 0 ? 'Wall Left' : 'Wall Right', {
				primitive_type: 'Cube',
				parent_id: '$0',
				position: [0, 0.25, z],
				scale: [20, 0.5, 0.2],
			}),
		),
		create('Ramp', {
			primitive_type: 'Cube',
			parent_id: '$0',
			position: [3, 0.9, 0],
			rotation: [0, 0, 15],
			scale: [7.7, 0.2, 4],
		}),
		...Array.from({ length: hammers }, (_, n) => [
			create(`Hammer ${n + 1}`, { parent_id: '$0', position: [-7 + n * 2.5, 4, 0] }),
			create('Pole', {
				primitive_type: 'Cylinder',
				parent_id: `$${5 + n * 3}`,
				position: [0, -1.4, 0],
				scale: [0.15, 1.4, 0.15],
			}),
			create('Head', {
				primitive_type: 'Cube',
				parent_id: `$${5 + n * 3}`,
				position: [0, -3.2, 0],
				scale: [0.8, 0.8, 1.2],
			}),
		]).flat(),
	),
	batch(
		color('/Course/Floor', [0.5, 0.5, 0.5]),
		color('/Course/Ramp', [0.95, 0.75, 0.1]),
		...Array.from({ length: hammers }, (_, n) =>
			color(`/Course/Hammer ${n + 1}/Head`, [0.85, 0.1, 0.1]),
		),
	),
]

export const buildingTasks: readonly ModelTask[] = [
	{
		id: 'one-cube',
		prompt: 'Put a red cube called Crate at 2, 0.5, 0.',
		start: {},
		check: async (world) => {
			const crate = await world.object('/Crate')
			near(crate.of('Transform')['localPosition'], [2, 0.5, 0], 'Its position')
			assert.ok(crate.components.includes('BoxCollider'), 'It is not a cube.')
			const [r = 0, g = 1, b = 1] = await world.color('/Crate')
			assert.ok(r > 0.6 && g < 0.4 && b < 0.4, `Its colour is ${[r, g, b]}.`)
			await world.untouchedBut({ objects: /^\/Crate$/, files: /\.mat$/ })
		},
		solution: played('The red cube is there.', CRATE, color('/Crate', [1, 0, 0])),
		wrong: played('The red cube is there.', CRATE),
	},
	{
		id: 'table',
		prompt:
			'Build me a table out of cubes: a top and four legs below it, everything under one object called Table. The top should be 1 m high.',
		start: {},
		check: async (world) => {
			await world.object('/Table')
			const parts = (await world.paths({ component_type: 'MeshRenderer' })).filter((path) =>
				path.startsWith('/Table/'),
			)
			assert.equal(parts.length, 5, 'A top and four legs are five parts.')
			const heights: number[] = []
			for (const path of parts) {
				const [, y = 0] = (await world.object(path)).of('Transform')['position'] as number[]
				heights.push(y)
			}
			const top = Math.max(...heights)
			assert.ok(Math.abs(top - 1) <= 0.15, `The top is ${top} m high.`)
			const legs = heights.filter((height) => height > 0 && height < 0.8)
			assert.equal(legs.length, 4, 'Four legs stand below it.')
			await world.untouchedBut({ objects: /^\/Table(\/|$)/, files: /\.mat$/ })
		},
		solution: played('It stands at the origin.', batch(create('Table'), TABLE_TOP, ...TABLE_LEGS)),
		wrong: played(
			'It stands at the origin.',
			batch(create('Table'), TABLE_TOP, ...TABLE_LEGS.slice(1)),
		),
	},
	{
		id: 'row-of-pillars',
		prompt:
			'Make ten pillars (cylinders named Pillar 1 to Pillar 10) in a row along the x axis, 2 m apart, starting at x = 0.',
		start: { objects: [{ name: 'Ground', shape: 'Plane' }] },
		check: async (world) => {
			for (let n = 1; n <= 10; n++) {
				const pillar = await world.named(`Pillar ${n}`)
				const [x = Number.NaN] = pillar.of('Transform')['position'] as number[]
				assert.ok(Math.abs(x - (n - 1) * 2) < 0.01, `Pillar ${n} stands at x = ${x}.`)
				assert.ok(pillar.components.includes('MeshRenderer'), 'It cannot be seen.')
			}
			await world.untouchedBut({ objects: /Pillar/, files: /\.mat$/ })
		},
		solution: played('Ten pillars.', pillars(0)),
		wrong: played('Ten pillars.', pillars(2)),
	},
	{
		id: 'obstacle-course',
		prompt:
			'Build a small obstacle course: a 20 × 6 m floor, low walls along the long sides, a ramp at 15 degrees, and three swinging-hammer stand-ins named Hammer 1 to Hammer 3 (a pole with a heavy box at its end each, grouped under one parent). Give floor, ramp and hammer heads different colours.',
		start: {},
		check: async (world) => {
			for (const name of ['Hammer 1', 'Hammer 2', 'Hammer 3']) {
				const hammer = await world.named(name)
				assert.ok(hammer.children >= 2, `${name} is not a pole with a box.`)
			}
			const shown = await world.paths({ component_type: 'MeshRenderer' })
			assert.ok(shown.length >= 10, `There are ${shown.length} visible parts.`)
			const colors = new Set<string>()
			let tilted = 0
			for (const path of shown) {
				colors.add(JSON.stringify(await world.color(path)))
				const angles = (await world.object(path)).of('Transform')['rotation'] as number[]
				if (
					angles.some((angle) => Math.abs((angle % 90) - 15) < 1 || Math.abs((angle % 90) - 75) < 1)
				)
					tilted++
			}
			assert.ok(tilted > 0, 'Nothing is tilted by 15 degrees.')
			assert.ok(colors.size >= 3, `There are ${colors.size} colours.`)
		},
		solution: played('The course is there.', look(), ...course(3)),
		wrong: played('The course is there.', look(), ...course(2)),
	},
	{
		id: 'camera-and-light',
		prompt:
			'Put the main camera at 0, 10, 0 looking straight down with a field of view of 40, and make the directional light half as bright as it is.',
		start: {},
		check: async (world) => {
			const camera = await world.object('/Main Camera')
			near(camera.of('Transform')['position'], [0, 10, 0], 'The position of the camera')
			const [pitch = 0] = camera.of('Transform')['rotation'] as number[]
			assert.ok(Math.abs(pitch - 90) < 1, `The camera is pitched by ${pitch} degrees.`)
			assert.equal(camera.of('Camera')['fieldOfView'], 40)
			const sun = await world.object('/Directional Light')
			assert.equal(sun.of('Light')['intensity'], 0.5, 'It was 1.')
			await world.untouchedBut({ objects: /^\/(Main Camera|Directional Light)$/ })
		},
		solution: played('Both are set.', inspect('/Directional Light'), [
			hierarchy('set_transform', {
				instance_id: '/Main Camera',
				position: [0, 10, 0],
				rotation: [90, 0, 0],
			}),
			configure('/Main Camera', 'Camera', { fieldOfView: 40 }),
			configure('/Directional Light', 'Light', { intensity: 0.5 }),
		]),
		wrong: played('Both are set.', [
			hierarchy('set_transform', {
				instance_id: '/Main Camera',
				position: [0, 10, 0],
				rotation: [0, 90, 0],
			}),
			configure('/Main Camera', 'Camera', { fieldOfView: 40 }),
			configure('/Directional Light', 'Light', { intensity: 0.5 }),
		]),
	},
]
