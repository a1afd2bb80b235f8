/** Files, scenes, undo, and changes that must not take more than they were asked to. */
import assert from 'node:assert/strict'
import type { ModelTask } from '../kit/model-task.ts'
import type { StartObject } from '../kit/start.ts'
import {
	asset,
	batch,
	create,
	destroy,
	edit,
	hierarchy,
	inspect,
	look,
	played,
	query,
	read,
	scene,
	write,
} from '../kit/uses.ts'
import { near } from '../kit/world.ts'

const CONFIG = 'Assets/Config/game.json'
const CONFIG_TEXT = `{
  "title": "Marbles",
  "lives": 3,
  "levels": [
    { "name": "Meadow", "seconds": 60 },
    { "name": "Cave", "seconds": 45 }
  ]
}
`
const BALL: StartObject = { name: 'Ball', shape: 'Sphere', at: [0, 1, 0] }
const doubled = hierarchy('set_transform', { instance_id: '/Ball', scale: [2, 2, 2] })
const NOTES = 'Assets/notes.txt'

export const projectTasks: readonly ModelTask[] = [
	{
		id: 'edit-a-setting-file',
		prompt: 'In the game config, give the cave 90 seconds.',
		start: { files: { [CONFIG]: CONFIG_TEXT } },
		check: async (world) => {
			const config = JSON.parse(await world.file(CONFIG)) as unknown
			assert.deepEqual(config, JSON.parse(CONFIG_TEXT.replace('45', '90')))
			await world.untouchedBut({ files: /game\.json$/ })
		},
		solution: played(
			'The cave has 90 seconds.',
			['list_directory', { path: 'Assets', depth: 3 }],
			read(CONFIG),
			edit(CONFIG, '"seconds": 45', '"seconds": 90'),
		),
		wrong: played('Done.', read(CONFIG), edit(CONFIG, '"seconds": 60', '"seconds": 90')),
	},
	{
		id: 'list-the-scene',
		prompt: 'Write the names of all root objects of the scene into Assets/notes.txt, one per line.',
		start: { objects: [BALL, { name: 'House', children: [{ name: 'Roof', shape: 'Cube' }] }] },
		check: async (world) => {
			const lines = (await world.file(NOTES))
				.split(/\r?\n/)
				.map((line) => line.replace(/^[-*\s]+/, '').trim())
			const named = lines.filter((line) => line !== '').sort()
			assert.deepEqual(named, ['Ball', 'Directional Light', 'House', 'Main Camera'])
			await world.untouchedBut({ files: /notes\.txt$/ })
		},
		solution: played(
			'Four names.',
			query('hierarchy', { max_depth: 0 }),
			write(NOTES, 'Main Camera\nDirectional Light\nBall\nHouse\n'),
		),
		wrong: played(
			'Written.',
			look(),
			write(NOTES, 'Main Camera\nDirectional Light\nBall\nHouse\nRoof\n'),
		),
	},
	{
		id: 'try-and-take-back',
		prompt:
			'Make the ball twice as big, write its new height in metres into Assets/notes.txt, and then take the change of the ball back.',
		start: { objects: [BALL] },
		check: async (world) => {
			assert.match(await world.file(NOTES), /\b2(\.0+)?\b/)
			near((await world.object('/Ball')).of('Transform')['localScale'], [1, 1, 1], 'Its scale')
			await world.untouchedBut({ files: /notes\.txt$/ })
		},
		solution: played(
			'It was 2 m high.',
			doubled,
			inspect('/Ball'),
			['unity_undo', { action: 'undo' }],
			write(NOTES, 'The ball is 2 m high.\n'),
		),
		wrong: played('It is 2 m high.', doubled, write(NOTES, 'The ball is 2 m high.\n')),
	},
	{
		id: 'save-as-level-two',
		prompt:
			'Save this scene as Assets/Scenes/Two.unity and go on working in that copy, with a cube called Start in it. Save it, too.',
		start: { objects: [BALL] },
		check: async (world) => {
			assert.ok(await world.hasFile('Assets/Scenes/Two.unity'), 'There is no such scene.')
			const open = await world.openScenes()
			assert.deepEqual(
				open.map(({ path, isDirty }) => [path, isDirty]),
				[['Assets/Scenes/Two.unity', false]],
			)
			await world.object('/Start')
			await world.object('/Ball')
			await world.untouchedBut({ objects: /^\/Start$/, files: /Two\.unity$/ })
		},
		solution: played(
			'You are in the copy.',
			scene('save', { save_as: 'Assets/Scenes/Two.unity' }),
			create('Start', { primitive_type: 'Cube' }),
			scene('save'),
		),
		wrong: played(
			'You are in the copy.',
			create('Start', { primitive_type: 'Cube' }),
			scene('save', { save_as: 'Assets/Scenes/Two.unity', copy: true }),
		),
	},
	{
		id: 'debug-objects',
		prompt: 'Delete all the debug objects.',
		start: {
			objects: [
				{ name: 'Debug Cube', shape: 'Cube' },
				{
					name: 'Arena',
					shape: 'Plane',
					children: [{ name: 'Debug Marker', shape: 'Sphere', at: [1, 0, 0] }],
				},
				{ name: 'Bug', shape: 'Capsule' },
			],
		},
		check: async (world) => {
			await world.gone('/Debug Cube', '/Arena/Debug Marker')
			await world.untouchedBut({ objects: /Debug/ })
		},
		solution: played(
			'Two debug objects are gone.',
			query('find', { name: 'debug' }),
			batch(destroy('/Debug Cube'), destroy('/Arena/Debug Marker')),
		),
		wrong: played(
			'They are gone.',
			query('find', { name: 'bug' }),
			batch(destroy('/Debug Cube'), destroy('/Arena/Debug Marker'), destroy('/Bug')),
		),
	},
	{
		id: 'tidy-the-assets',
		prompt: 'Move all materials into Assets/Art/Materials. Nothing may lose its material.',
		start: {
			materials: { 'Assets/Loose.mat': [1, 0, 0], 'Assets/Old/Second.mat': [0, 1, 0] },
			objects: [{ ...BALL, components: { MeshRenderer: { sharedMaterial: 'Assets/Loose.mat' } } }],
		},
		check: async (world) => {
			for (const name of ['Loose', 'Second']) {
				assert.ok(
					await world.hasFile(`Assets/Art/Materials/${name}.mat`),
					`${name}.mat is not there.`,
				)
			}
			assert.equal(await world.hasFile('Assets/Loose.mat'), false)
			near(await world.color('/Ball'), [1, 0, 0], 'The colour of the ball')
			await world.untouchedBut({ objects: /^\/Ball$/, files: /(Loose|Second)\.mat$/ })
		},
		solution: played(
			'Both moved.',
			query('search_assets', { asset_type: 'Material' }),
			asset('create_folder', { path: 'Assets/Art/Materials' }),
			[
				asset('move', { path: 'Assets/Loose.mat', new_path: 'Assets/Art/Materials/Loose.mat' }),
				asset('move', {
					path: 'Assets/Old/Second.mat',
					new_path: 'Assets/Art/Materials/Second.mat',
				}),
			],
		),
		wrong: played(
			'Both moved.',
			asset('create_folder', { path: 'Assets/Art/Materials' }),
			['Loose', 'Second'].map((name) =>
				asset('create_material', { path: `Assets/Art/Materials/${name}.mat`, color: [1, 0, 0] }),
			),
			[
				asset('delete', { path: 'Assets/Loose.mat' }),
				asset('delete', { path: 'Assets/Old/Second.mat' }),
			],
		),
	},
]
