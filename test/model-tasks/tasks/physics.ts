/** Bodies, colliders, joints, and what happens in play mode. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import {
	addComponent,
	batch,
	configure,
	create,
	inspect,
	look,
	play,
	played,
	query,
} from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const CRATES = [1, 2, 3].map(
	(n): StartObject => ({
		name: `Crate ${n}`,
		shape: 'Cube',
		at: [n * 2, 3, 0],
	}),
)
const GROUND: StartObject = { name: 'Ground', shape: 'Plane' }

const DOOR: readonly StartObject[] = [
	{
		name: 'Frame',
		shape: 'Cube',
		scale: [0.2, 2, 0.2],
		components: { Rigidbody: { isKinematic: true } },
	},
	{ name: 'Door', shape: 'Cube', at: [0.6, 0, 0], scale: [1, 2, 0.1] },
]

export const physicsTasks: readonly ModelTask[] = [
	{
		id: 'crates-that-fall',
		prompt: 'The crates should fall when I press play. Each weighs 12 kg.',
		start: { objects: [GROUND, ...CRATES] },
		check: async (world) => {
			for (const { name } of CRATES) {
				const body = (await world.object(`/${name}`)).of('Rigidbody')
				assert.equal(body['mass'], 12, name)
				assert.deepEqual([body['useGravity'], body['isKinematic']], [true, false], name)
			}
			await world.untouchedBut({ objects: /^\/Crate/ })
		},
		solution: played(
			'They fall now.',
			batch(...CRATES.map(({ name }) => configure(`/${name}`, 'Rigidbody', { mass: 12 }))),
		),
		wrong: played(
			'They fall now.',
			batch(
				...CRATES.map(({ name }) =>
					configure(`/${name}`, 'Rigidbody', { mass: 12, isKinematic: true }),
				),
			),
		),
	},
	{
		id: 'trigger-zone',
		prompt:
			'Add an invisible trigger zone "Goal" of 4 × 2 × 4 m centred at 10, 1, 0 that other bodies can pass through.',
		start: { objects: [GROUND] },
		check: async (world) => {
			const goal = await world.object('/Goal')
			const [box, place] = [goal.of('BoxCollider'), goal.of('Transform')]
			assert.equal(box['isTrigger'], true, 'Bodies bump into it.')
			const [size, scale] = [box['size'], place['localScale']] as number[][]
			near(
				size?.map((length, n) => length * (scale?.[n] ?? 1)),
				[4, 2, 4],
				'Its size',
			)
			const [center, position] = [box['center'], place['position']] as number[][]
			near(
				center?.map((offset, n) => offset * (scale?.[n] ?? 1) + (position?.[n] ?? 0)),
				[10, 1, 0],
				'Its centre',
			)
			if (goal.components.includes('MeshRenderer')) {
				assert.equal(goal.of('MeshRenderer')['enabled'], false, 'It can be seen.')
			}
			await world.untouchedBut({ objects: /^\/Goal$/ })
		},
		solution: played(
			'It is there.',
			create('Goal', { position: [10, 1, 0] }),
			configure('/Goal', 'BoxCollider', { isTrigger: true, size: [4, 2, 4] }),
		),
		wrong: played(
			'It is there.',
			create('Goal', { position: [10, 1, 0] }),
			configure('/Goal', 'BoxCollider', { size: [4, 2, 4] }),
		),
	},
	{
		id: 'hinged-door',
		prompt:
			'Hang the door on the frame with a hinge, so that it can swing around the vertical axis.',
		start: { objects: DOOR },
		check: async (world) => {
			const hinge = (await world.object('/Door')).of('HingeJoint')
			assert.match(JSON.stringify(hinge['connectedBody']), /Frame/, 'It hangs on nothing.')
			const [x = 1, y = 0, z = 1] = hinge['axis'] as number[]
			assert.ok(Math.abs(y) > 0.9 && Math.abs(x) + Math.abs(z) < 0.1, `The axis is ${[x, y, z]}.`)
			await world.untouchedBut({ objects: /^\/Door$/ })
		},
		solution: played(
			'It swings.',
			look(),
			configure('/Door', 'HingeJoint', {
				connectedBody: '/Frame',
				axis: [0, 1, 0],
				anchor: [-0.5, 0, 0],
			}),
		),
		wrong: played('It swings.', look(), addComponent('/Door', 'HingeJoint')),
	},
	{
		id: 'upright-player',
		prompt:
			'The player falls over when something hits it. Keep it upright, but let it still turn around the vertical axis.',
		start: {
			objects: [
				{
					name: 'Player',
					shape: 'Capsule',
					tag: 'Player',
					at: [0, 1, 0],
					components: { Rigidbody: {} },
				},
				{ name: 'Boulder', shape: 'Sphere', at: [5, 1, 0], components: { Rigidbody: {} } },
			],
		},
		check: async (world) => {
			const constraints = String((await world.object('/Player')).of('Rigidbody')['constraints'])
			const frozen = constraints.split(/[,|]\s*/).sort()
			assert.deepEqual(frozen, ['FreezeRotationX', 'FreezeRotationZ'])
			await world.untouchedBut({ objects: /^\/Player$/ })
		},
		solution: played(
			'It stays upright.',
			configure('/Player', 'Rigidbody', { constraints: ['FreezeRotationX', 'FreezeRotationZ'] }),
		),
		wrong: played(
			'It stays upright.',
			configure('/Player', 'Rigidbody', { constraints: 'FreezeRotation' }),
		),
	},
	{
		id: 'does-it-land',
		prompt:
			'Try it out: does the ball land on the platform, or does it fall past it? Leave play mode when you are done.',
		start: {
			objects: [
				{ name: 'Platform', shape: 'Cube', at: [0, 0, 0], scale: [4, 1, 4] },
				{ name: 'Ball', shape: 'Sphere', at: [6, 4, 0], components: { Rigidbody: {} } },
			],
		},
		check: async (world) => {
			world.mentions(
				/(falls|fell|goes|went|drops|dropped|rolls) past|misse[sd]|lands beside|not land|n't land/i,
			)
			const { isPlaying } = await world.read('unity_play', { action: 'state' })
			assert.equal(isPlaying, false, 'It still plays.')
			await world.untouchedBut()
		},
		solution: played(
			'It falls past the platform: after two seconds it is far below.',
			play('enter', { wait_seconds: 2 }),
			query('find', { name: 'Ball', fields: ['Transform.position'] }),
			play('exit'),
		),
		wrong: played(
			'It falls past the platform.',
			play('enter', { wait_seconds: 2 }),
			inspect('/Ball'),
		),
	},
]
