/** Requests with many parts, which take about thirty calls one by one. */
import assert from 'node:assert/strict'
import type { ModelTask, ToolUse } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import {
	addComponent,
	asset,
	configure,
	create,
	destroy,
	edit,
	hierarchy,
	look,
	play,
	played,
	prefab,
	query,
	read,
	refresh,
	removeComponent,
	scene,
	write,
} from '../kit/uses.ts'
import { near, type World } from '../kit/world.ts'

const positionOf = async (world: World, path: string): Promise<unknown> =>
	(await world.object(path)).of('Transform')['position']

const SAND = 'Assets/Playground/Sand.mat'
const WOOD = 'Assets/Playground/Wood.mat'
const LAMP = 'Assets/Playground/Lamp.prefab'
const PLAYGROUND = 'Assets/Scenes/Playground.unity'
const CORNERS = [
	[-8, 3, -8],
	[8, 3, -8],
	[-8, 3, 8],
	[8, 3, 8],
] as const
const POSTS = [-6, -2, 2, 6]
const ROUNDABOUT = `using UnityEngine;

public class Roundabout : MonoBehaviour
{
    public float speed = 30f;

    void Update()
    {
        transform.Rotate(0f, speed * Time.deltaTime, 0f);
    }
}
`
const part = (name: string, primitive_type: string, args: object): ToolUse =>
	create(name, { primitive_type, parent_id: '/Playground', ...args })
const wears = (path: string, material: string): ToolUse =>
	configure(path, 'MeshRenderer', { sharedMaterial: material })
const HINGE = configure('/Playground/Seesaw/Board', 'HingeJoint', {
	connectedBody: '/Playground/Seesaw/Base',
	axis: [0, 0, 1],
})
const playground = (hinge: readonly ToolUse[]): ToolUse[][] => [
	[look()],
	[
		create('Playground'),
		asset('create_material', { path: SAND, color: [0.9, 0.8, 0.5] }),
		asset('create_material', { path: WOOD, color: [0.45, 0.28, 0.12] }),
	],
	[
		part('Sandbox', 'Cube', { position: [-5, 0.1, 0], scale: [4, 0.2, 4] }),
		wears('/Playground/Sandbox', SAND),
	],
	POSTS.flatMap((x, n) => [
		part(`Post ${n + 1}`, 'Cylinder', { position: [x, 0.5, 9], scale: [0.2, 0.5, 0.2] }),
		wears(`/Playground/Post ${n + 1}`, WOOD),
	]),
	[
		create('Seesaw', { parent_id: '/Playground', position: [5, 0, 0] }),
		create('Base', {
			primitive_type: 'Cube',
			parent_id: '/Playground/Seesaw',
			position: [0, 0.4, 0],
			scale: [0.3, 0.8, 0.5],
		}),
		create('Board', {
			primitive_type: 'Cube',
			parent_id: '/Playground/Seesaw',
			position: [0, 1, 0],
			scale: [4, 0.1, 0.5],
		}),
		configure('/Playground/Seesaw/Base', 'Rigidbody', { isKinematic: true }),
		configure('/Playground/Seesaw/Board', 'Rigidbody', { mass: 15 }),
		...hinge,
	],
	[
		part('Lamp 1', 'PointLight', { position: CORNERS[0] }),
		configure('/Playground/Lamp 1', 'Light', { range: 12, intensity: 2 }),
		prefab('create_asset', { instance_id: '/Playground/Lamp 1', asset_path: LAMP }),
	],
	CORNERS.slice(1).map((position, n) =>
		prefab('instantiate', {
			asset_path: LAMP,
			name: `Lamp ${n + 2}`,
			parent_id: '/Playground',
			position,
		}),
	),
	[write('Assets/Playground/Roundabout.cs', ROUNDABOUT), refresh('Roundabout')],
	[
		part('Roundabout', 'Cylinder', { position: [0, 0.1, -5], scale: [3, 0.1, 3] }),
		addComponent('/Playground/Roundabout', 'Roundabout'),
		configure('/Playground/Roundabout', 'Roundabout', { speed: 60 }),
	],
	[
		hierarchy('set_transform', {
			instance_id: '/Main Camera',
			position: [0, 12, -16],
			rotation: [35, 0, 0],
		}),
	],
	[scene('save', { save_as: PLAYGROUND })],
]

const CRATE = 'Assets/Prefabs/Crate.prefab'
const BENCH_WOOD = 'Assets/Materials/Oak.mat'
const LEVEL = 'Assets/Config/level.json'
const LEVEL_TEXT = '{\n  "name": "Harbour",\n  "lives": 3,\n  "seconds": 120\n}\n'
const HARBOUR: readonly StartObject[] = [
	{ name: 'Walls', at: [0, 0, 4] },
	{ name: 'wall_old', shape: 'Cube', at: [2, 1, 10], scale: [8, 2, 0.2] },
	...[1, 2, 3].map((n): StartObject => ({ name: `temp_${n}`, shape: 'Sphere', at: [n, 5, 0] })),
	{ name: 'template', shape: 'Sphere', at: [0, 5, 5] },
	...[1, 2, 3].map(
		(n): StartObject => ({ name: `Crate ${n}`, prefab: CRATE, at: [n * 2, 0.5, 0] }),
	),
	{ name: 'Key', shape: 'Sphere', at: [0, 1, -3], scale: [0.3, 0.3, 0.3] },
	{ name: 'Hero', shape: 'Capsule', at: [0, 1, -6] },
	{ name: 'Torch', shape: 'PointLight', at: [4, 3, 4], components: { Light: { range: 4 } } },
	{ name: 'Fog Machine', shape: 'Cube', at: [-4, 0.5, 4] },
	{ name: 'Door', shape: 'Cube', at: [6, 1, 6], components: { Rigidbody: {} } },
	{ name: 'Bench', shape: 'Cube', at: [3, 0.4, -2], scale: [2, 0.2, 0.5] },
	{ name: 'Bridge', shape: 'Cube', at: [0, 0, 12], scale: [2, 0.2, 8] },
]
const heavier: ToolUse = prefab('modify_asset', {
	asset_path: CRATE,
	component_type: 'Rigidbody',
	properties: { mass: 8 },
})
const punchList = (mass: readonly ToolUse[]): ToolUse[][] => [
	[look(), query('find', { component_type: 'Rigidbody', fields: ['mass'] })],
	[
		hierarchy('rename', { instance_id: '/wall_old', name: 'North Wall' }),
		hierarchy('reparent', {
			instance_id: '/North Wall',
			parent_id: '/Walls',
			world_position_stays: true,
		}),
	],
	[destroy('/temp_1'), destroy('/temp_2'), destroy('/temp_3')],
	[...mass],
	[query('find', { name: 'Crate', fields: ['Rigidbody.mass'] })],
	[
		configure('/Key', 'SphereCollider', { isTrigger: true }),
		hierarchy('set_tag_layer', { instance_id: '/Hero', tag: 'Player' }),
		configure('/Torch', 'Light', { intensity: 2, range: 9 }),
		configure('/Torch', 'Light', { color: [1, 0.6, 0.2] }),
		hierarchy('set_active', { instance_id: '/Fog Machine', active: false }),
		removeComponent('/Door', 'Rigidbody'),
	],
	[
		query('search_assets', { search_query: 'Oak', asset_type: 'Material' }),
		wears('/Bench', BENCH_WOOD),
		hierarchy('duplicate', { instance_id: '/Bench', name: 'Bench 2', position: [6, 0.4, -2] }),
	],
	[
		hierarchy('set_transform', { instance_id: '/Bridge', position: [0, 2, 12] }),
		hierarchy('set_transform', { instance_id: '/Bridge', rotation: [0, 90, 0] }),
	],
	[read(LEVEL)],
	[edit(LEVEL, '"lives": 3', '"lives": 5')],
	[play('enter', { wait_seconds: 1 })],
	[['read_console_logs', { filter: 'errors' }]],
	[play('exit')],
	[look()],
	[scene('save')],
]

export const longTasks: readonly ModelTask[] = [
	{
		id: 'playground',
		prompt: `Build a small playground, everything below one object "Playground":
- a sandbox: a cube of 4 × 0.2 × 4 m at -5, 0.1, 0, in a sandy material ${SAND}
- a fence of four cylinders, Post 1 to Post 4, at z = 9 and x = -6, -2, 2, 6, in a brown material ${WOOD}
- a seesaw at 5, 0, 0: an object "Seesaw" with a Base that physics does not move, and a Board of 15 kg that swings on it around the z axis (a hinge)
- four lamps, Lamp 1 to Lamp 4, at the corners (±8, 3, ±8): point lights with range 12 and intensity 2, all instances of ${LAMP}
- a roundabout: a cylinder "Roundabout" at 0, 0.1, -5 with a script of the same name that turns it at a public speed; here 60 degrees per second
- the camera at 0, 12, -16, looking down by 35 degrees
Then save the scene as ${PLAYGROUND}.`,
		start: { objects: [{ name: 'Ground', shape: 'Plane', scale: [2, 1, 2] }] },
		check: async (world) => {
			const sandbox = await world.object('/Playground/Sandbox')
			near(sandbox.of('Transform')['position'], [-5, 0.1, 0], 'The sandbox')
			near(sandbox.of('Transform')['localScale'], [4, 0.2, 4], 'Its size')
			assert.match(await world.worn('/Playground/Sandbox'), /Sand\.mat/)
			for (const [n, x] of POSTS.entries()) {
				const post = await world.named(`Post ${n + 1}`)
				const [at, , z] = post.of('Transform')['position'] as number[]
				near([at, z], [x, 9], post.name)
				assert.match(await world.worn(post.path), /Wood\.mat/, post.name)
			}
			const [base, board] = [await world.named('Base'), await world.named('Board')]
			near(await positionOf(world, '/Playground/Seesaw'), [5, 0, 0], 'The seesaw')
			if (base.components.includes('Rigidbody')) {
				assert.equal(base.of('Rigidbody')['isKinematic'], true, 'The base falls over.')
			}
			assert.equal(board.of('Rigidbody')['mass'], 15)
			const [x = 1, y = 1, z = 0] = board.of('HingeJoint')['axis'] as number[]
			assert.ok(Math.abs(z) > 0.9 && Math.abs(x) + Math.abs(y) < 0.1, `Its axis is ${[x, y, z]}.`)
			const at: string[] = []
			for (let n = 1; n <= 4; n++) {
				const lamp = await world.named(`Lamp ${n}`)
				assert.equal(lamp.prefab, LAMP, `${lamp.path} is no instance.`)
				const { range, intensity } = lamp.of('Light')
				assert.deepEqual([range, intensity], [12, 2], lamp.path)
				at.push((lamp.of('Transform')['position'] as number[]).map(Math.round).join())
			}
			assert.deepEqual(at.sort(), CORNERS.map((corner) => corner.join()).sort())
			const roundabout = await world.object('/Playground/Roundabout')
			near(roundabout.of('Transform')['position'], [0, 0.1, -5], 'The roundabout')
			assert.equal(roundabout.of('Roundabout')['speed'], 60)
			const camera = (await world.object('/Main Camera')).of('Transform')
			near(camera['position'], [0, 12, -16], 'The camera')
			near(camera['rotation'], [35, 0, 0], 'Its angle')
			const [open] = await world.openScenes()
			assert.deepEqual([open?.path, open?.isDirty], [PLAYGROUND, false])
			assert.deepEqual(await world.errors(), [])
			await world.untouchedBut({
				objects: /^\/(Playground(\/|$)|Main Camera$)/,
				files: /^Assets\/(Playground\/|Scenes\/Playground)/,
			})
		},
		solution: played('The playground is ready and saved.', ...playground([HINGE])),
		wrong: played('The playground is ready and saved.', ...playground([])),
	},
	{
		id: 'punch-list',
		prompt: `Please work through this list:
1. Call wall_old "North Wall" and put it below Walls; it stays where it is.
2. Delete the temp_ objects.
3. All crates weigh 8 kg. Change the prefab, not the crates.
4. One can walk through the key: its collider is a trigger.
5. The hero gets the tag Player.
6. The torch: intensity 2, range 9, a warm orange.
7. Switch the fog machine off, but keep it.
8. The door must not fall: no Rigidbody.
9. The bench gets the material Oak. Put a second one, "Bench 2", at x = 6.
10. The bridge goes up to y = 2 and is turned by 90 degrees.
11. Five lives in the level's config.
12. Play for a second, make sure that the console has no errors, stop, and save the scene.`,
		start: {
			files: { [LEVEL]: LEVEL_TEXT },
			materials: { [BENCH_WOOD]: [0.6, 0.4, 0.2] },
			prefabs: {
				[CRATE]: { name: 'Crate', shape: 'Cube', components: { Rigidbody: { mass: 2 } } },
			},
			objects: HARBOUR,
		},
		check: async (world) => {
			near(await positionOf(world, '/Walls/North Wall'), [2, 1, 10], 'The wall')
			await world.gone('/wall_old', '/temp_1', '/temp_2', '/temp_3')
			for (const n of [1, 2, 3]) {
				assert.equal((await world.object(`/Crate ${n}`)).of('Rigidbody')['mass'], 8)
				const overrides = await world.read<{ values: { property: string }[] }>('unity_prefab', {
					action: 'list_overrides',
					instance_id: `/Crate ${n}`,
				})
				assert.ok(!JSON.stringify(overrides).includes('mass'), `Crate ${n} has a mass of its own.`)
			}
			assert.equal((await world.object('/Key')).of('SphereCollider')['isTrigger'], true)
			assert.equal((await world.object('/Hero')).tag, 'Player')
			const { intensity, range, color } = (await world.object('/Torch')).of('Light')
			assert.deepEqual([intensity, range], [2, 9])
			const [r = 0, g = 1, b = 1] = color as number[]
			assert.ok(r > 0.8 && g > 0.2 && g < 0.9 && b < 0.5, `The torch is ${[r, g, b]}.`)
			assert.equal((await world.object('/Fog Machine')).active, false)
			assert.ok(!(await world.object('/Door')).components.includes('Rigidbody'), 'The door falls.')
			for (const bench of ['/Bench', '/Bench 2'])
				assert.match(await world.worn(bench), /Oak/, bench)
			near(await positionOf(world, '/Bench 2'), [6], 'The second bench')
			const bridge = (await world.object('/Bridge')).of('Transform')
			near(bridge['position'], [0, 2, 12], 'The bridge')
			near([Math.abs((bridge['rotation'] as number[])[1] ?? 0) % 180], [90], 'Its angle')
			assert.deepEqual(JSON.parse(await world.file(LEVEL)), {
				name: 'Harbour',
				lives: 5,
				seconds: 120,
			})
			const { isPlaying } = await world.read('unity_play', { action: 'state' })
			assert.equal(isPlaying, false, 'It still plays.')
			const [open] = await world.openScenes()
			assert.equal(open?.isDirty, false, 'It is not saved.')
			await world.untouchedBut({
				objects:
					/^\/(Walls|wall_old|temp_|Crate \d$|Key$|Hero$|Torch$|Fog Machine$|Door$|Bench|Bridge$)/,
				files: /^Assets\/(Config\/level\.json|Prefabs\/Crate\.prefab|Scenes\/)/,
			})
		},
		solution: played('All twelve are done, and the scene is saved.', ...punchList([heavier])),
		wrong: played(
			'All twelve are done, and the scene is saved.',
			...punchList([1, 2, 3].map((n) => configure(`/Crate ${n}`, 'Rigidbody', { mass: 8 }))),
		),
	},
]
