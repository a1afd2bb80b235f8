/**
 * Stumbling blocks of an outside model that worked with these tools for the first time, replayed: each answer, as the
 * model reads it, is true now, or says what to do next.
 */
import { objectInLine } from '@fairlead/protocol/tools'
import { beforeAll, describe, expect, test } from 'vitest'
import {
	addComponent,
	asset,
	batch,
	configure,
	create,
	destroy,
	edit,
	hierarchy,
	inspect,
	play,
	prefab,
	query,
	read,
	refresh,
	scene,
	write,
} from '../model-tasks/kit/uses.ts'
import { EDITOR } from './editor-kind.ts'
import { type Answered, openReplay, type Replay } from './replay-kit.ts'

let replay: Replay
beforeAll(async () => {
	replay = await openReplay()
	return replay.close
})

/** The one answer to one call, or the last of several. */
async function last(...args: Parameters<Replay['run']>): Promise<Answered> {
	const answer = (await replay.run(...args)).at(-1)
	if (!answer) throw new Error('Nothing was called.')
	return answer
}

const bricks = (first: number, count: number) =>
	batch(
		...Array.from({ length: count }, (_, n) =>
			create(`Brick ${first + n}`, {
				primitive_type: 'Cube',
				parent_id: '/Wall',
				components: ['Rigidbody'],
			}),
		),
	)
const script = (name: string, body: string) =>
	write(
		`Assets/Scripts/${name}.cs`,
		`using UnityEngine;\n\npublic class ${name} : MonoBehaviour\n{\n${body}\n}\n`,
	)

describe('long results', () => {
	test('a batch of a hundred says that all of it is done', async () => {
		const answers = await replay.run([[create('Wall')], [bricks(0, 100)], [bricks(100, 20)]])
		expect(answers[1]?.json).toMatchObject({ count: 100 })
		expect(answers[1]?.text).not.toMatch(/ask for less/i)
	})

	test('a page that is too long ends at a whole object, and the rest can be asked for', async () => {
		for (const args of [
			{ action: 'find', component_type: 'Rigidbody', limit: 200 },
			{ action: 'hierarchy', root: '/Wall', limit: 200 },
		]) {
			const seen: string[] = []
			let cursor: unknown = null
			do {
				const more = cursor === null ? args : { ...args, cursor }
				const { json } = await last([[['unity_query', more]]])
				// A hierarchy comes as lines.
				const objects = json['objects'] as ({ path: string } | string)[]
				seen.push(
					...objects.map((one) =>
						typeof one === 'string' ? (objectInLine(one)?.path ?? one) : one.path,
					),
				)
				cursor = json['nextCursor']
			} while (cursor !== null)
			expect(new Set(seen.filter((path) => path.includes('/Brick '))).size).toBe(120)
		}
	})

	test('one value of many objects comes without the rest', async () => {
		const fields = ['mass']
		const find = query('find', { component_type: 'Rigidbody', fields, limit: 200 })
		const { json, text } = await last([[find]])
		expect(json).toMatchObject({ total: 120, nextCursor: null })
		expect(text.length / 120).toBeLessThan(100)
	})

	test('the limit of a page stands in the refusal', async () => {
		const [page, operations, picture, cursor] = await replay.run([
			[
				query('find', { component_type: 'Rigidbody', limit: 500 }),
				bricks(200, 101),
				['unity_screenshot', { action: 'game', width: 3_000, height: 2_000 }],
				query('find', { component_type: 'Rigidbody', cursor: 'page2' }),
			],
		])
		expect(page?.text).toMatch(/limit.*200/)
		expect(operations?.text).toMatch(/operations.*100/)
		expect(picture?.text).toMatch(/width.*1024/)
		expect(cursor?.text).toContain('nextCursor')
	})

	test('a level below the root is shown when one is asked for', async () => {
		const { json } = await last([[query('hierarchy', { root: '/Wall', max_depth: 1, limit: 3 })]])
		expect(JSON.stringify(json['objects'])).toContain('/Wall/Brick 0')
	})
})

describe('names and references', () => {
	test('a mistyped object or property is answered with what was probably meant', async () => {
		const body = { game_object_id: '/Wall/Brick 0', component_type: 'Rigidbody' }
		const [object, type, property] = await replay.run([
			[
				inspect('/MainCamera'),
				addComponent('/Wall', 'RigidBody'),
				['unity_component', { action: 'modify', ...body, properties: { mass: 2, drag: 1 } }],
			],
		])
		expect(object?.text).toContain('"/Main Camera"')
		expect(type?.text).toContain('"Rigidbody"')
		expect(property?.failed).toBe(false)
		expect(Object.keys(property?.json ?? {})[0]).toBe('note')
		expect(property?.json['note']).toMatch(/1 of 2 properties.*drag/)
		expect(property?.text).toContain('linearDamping')
	})

	test('a mistyped asset is answered with the nearest asset, never with an object', async () => {
		const path = 'Assets/Materials/Walnut.mat'
		const answers = await replay.run([
			[asset('create_material', { path }), create('Walnut', { primitive_type: 'Cube' })],
			[
				configure('/Walnut', 'MeshRenderer', { sharedMaterial: path.replace('ln', 'n') }),
				prefab('instantiate', { asset_path: path.replace('.mat', '.prefab') }),
			],
		])
		expect(answers[2]?.text).toContain(path)
		expect(answers[2]?.text).not.toContain('"/Walnut"')
		expect(answers[3]?.failed).toBe(true)
	})

	test('objects of one name have paths of their own', async () => {
		const find = query('find', { name: 'Signpost' })
		const { json } = await last([[create('Signpost'), create('Signpost'), find]])
		const paths = (json['objects'] as { path: string }[]).map(({ path }) => path)
		expect(paths).toEqual(['/Signpost[1]', '/Signpost[2]'])
	})

	test('a component that came along is named', async () => {
		const { json } = await last([[create('Gate', { components: ['HingeJoint'] })]])
		expect(json).toMatchObject({ alsoAdded: ['Rigidbody'] })
	})

	test('a place is written as three numbers, and the refusal says so', async () => {
		for (const position of [[0, 0], { x: 1, y: 2 }]) {
			const { text } = await last([
				[hierarchy('set_transform', { instance_id: '/Gate', position })],
			])
			expect(text).toContain('position: Write [x, y, z]')
		}
	})

	// The fake engine below the C# package has no limits yet.
	if (EDITOR === 'simulator') {
		test('limits of a hinge are properties, whole and by their members', async () => {
			const [whole, member] = await replay.run([
				[
					configure('/Gate', 'HingeJoint', { limits: { min: -60, max: 60 } }),
					configure('/Gate', 'HingeJoint', { useLimits: true, 'limits.min': -45 }),
				],
			])
			expect(whole?.json).not.toHaveProperty('failed')
			expect(member?.json).not.toHaveProperty('failed')
		})
	}
})

describe('scripts and files', () => {
	test('a change and a refresh of one answer run in this order', async () => {
		const path = 'Assets/Scripts/Rower.cs'
		const answers = await replay.run([
			[script('Rower', '    public float speed = 1f'), refresh('Rower')],
			[edit(path, 'speed = 1f', 'speed = 1f;'), refresh('Rower')],
		])
		expect(answers[1]?.json).toMatchObject({ hasErrors: true, errors: [{ code: 'CS1002' }] })
		expect(answers[3]?.json).toMatchObject({
			hasErrors: false,
			watchedScripts: { found: ['Rower'] },
		})
		// The result does not repeat the text the model has just written.
		expect(answers[0]?.json).not.toHaveProperty('diff')
	})

	test('a script is written, compiled and put to use in one answer', async () => {
		const [, compiled, used] = await replay.run([
			[
				script('Anchor', '    public float depth = 2f;'),
				refresh('Anchor'),
				create('Bow', { components: ['Anchor'] }),
			],
		])
		expect(compiled?.json).toMatchObject({
			hasErrors: false,
			watchedScripts: { found: ['Anchor'] },
		})
		expect(used?.failed).toBe(false)
	})

	test('a type that does not exist is a compile error', async () => {
		const path = 'Assets/Scripts/Cox.cs'
		const answers = await replay.run([
			[script('Cox', '    Rigidboby body;'), refresh('Cox')],
			[edit(path, 'Rigidboby', 'Rigidbody'), refresh('Cox')],
		])
		expect(answers[1]?.json).toMatchObject({ hasErrors: true, errors: [{ code: 'CS0246' }] })
		expect(answers[3]?.json).toMatchObject({ hasErrors: false })
	})

	test('text that is not in the file, and a file that is not there, say where to look', async () => {
		const [missing, absent, elsewhere] = await replay.run([
			[
				edit('Assets/Scripts/Rower.cs', 'Vector3 ofset', 'x'),
				read('Assets/Xylophone.json'),
				read('Assets/Code/Rower.cs'),
			],
		])
		expect(missing?.text).toMatch(/Read the file again/)
		expect(absent?.text).toContain('list_directory')
		expect(elsewhere?.text).toContain('Assets/Scripts/Rower.cs')
	})

	test('changes that end with play mode are named at once, and exit where it is needed', async () => {
		const [, created, saved] = await replay.run([
			[play('enter')],
			[create('Passing')],
			[scene('save')],
			[play('exit')],
		])
		expect(Object.keys(created?.json ?? {})[0]).toBe('note')
		expect(created?.json['note']).toMatch(/lost when play mode ends/)
		expect(saved?.text).toContain('unity_play exit')
	})
})

describe('going back', () => {
	const HAMMER = 'Assets/Prefabs/Mallet.prefab'

	test('an undo names the files that stay, and steps have telling names and their ids', async () => {
		const [, , history, undone] = await replay.run([
			[create('Mallet', { primitive_type: 'Cube' })],
			[prefab('create_asset', { instance_id: '/Mallet', asset_path: HAMMER })],
			[['unity_undo', { action: 'history' }]],
			[['unity_undo', { action: 'undo' }]],
		])
		const groups = history?.json['groups'] as { groupId: string; name: string }[] | undefined
		expect(groups?.[0]?.groupId).toMatch(/\S/)
		expect(groups?.[0]?.name).toContain('Mallet')
		expect(undone?.json).toMatchObject({ filesKept: [HAMMER], groupIds: [groups?.[0]?.groupId] })
	})

	test('an undo names the script that stays, although the editor did not write it', async () => {
		const answers = await replay.run([
			[create('Rudder'), script('Steer', '    public float speed;')],
			[['unity_undo', { action: 'undo' }]],
		])
		expect(answers[2]?.json).toMatchObject({ filesKept: ['Assets/Scripts/Steer.cs'] })
	})

	test('a step that does not exist is answered with those that do', async () => {
		const revert = ['unity_undo', { action: 'revert_group', group_id: 'last' }] as const
		const { text } = await last([[revert]])
		expect(text).toMatch(/"groups":\[\{"id":"\S+","name":"Fairlead: create/)
	})

	test('a failed batch leaves nothing behind, neither an object nor a file', async () => {
		const path = 'Assets/Prefabs/Peg.prefab'
		const [failed, found, objects] = await replay.run([
			[
				batch(
					create('Peg'),
					prefab('create_asset', { instance_id: '$0', asset_path: path }),
					addComponent('/Nowhere', 'Rigidbody'),
				),
			],
			[query('search_assets', { search_query: 'Peg' }), query('find', { name: 'Peg' })],
		])
		expect(failed?.text).toContain('Nothing was changed')
		expect([found?.json['totalFound'], objects?.json['total']]).toEqual([0, 0])
	})

	test('an object with a script comes back after play mode, and the editor still answers', async () => {
		const answers = await replay.run([
			[create('Oarsman', { components: ['Rower'] })],
			[destroy('/Oarsman')],
			[play('enter')],
			[play('exit')],
			[['unity_undo', { action: 'undo' }]],
			[inspect('/Oarsman'), ['wait_for_editor_ready', {}]],
		])
		expect(answers.map(({ failed }) => failed)).not.toContain(true)
		expect(answers[5]?.text).toContain('Rower')
		expect(answers[6]?.json).toMatchObject({ ready: true })
	})
})

describe('scenes', () => {
	test('saving under a new name: the refusal says how, and that way works', async () => {
		const path = 'Assets/Scenes/Regatta.unity'
		const [refused, saved] = await replay.run([
			[scene('save', { path })],
			[scene('save', { save_as: path })],
		])
		expect(refused?.text).toContain('save_as')
		expect(saved?.json).toMatchObject({ scenePath: path, isDirty: false })
	})

	test('unsaved work is the user’s to decide about', async () => {
		const open = scene('open', { path: 'Assets/Scenes/SampleScene.unity' })
		const { text } = await last([[create('Unsaved')], [open]])
		expect(text).toContain('dirty_scene')
		expect(text).toMatch(/Ask the user.*if_dirty/)
	})
})

describe('finding tools, and asking people', () => {
	const find = (words: string) => last([[['find_tools', { query: words }]]])

	test('tools that are in the list already are named, and a search that fits nothing says so', async () => {
		expect((await find('wait some seconds in play mode')).text).toContain('unity_play')
		expect((await find('change many objects in a batch')).text).toContain('unity_batch')
		const web = await find('search the web for documentation')
		expect(web.json).toMatchObject({ activated: [], note: expect.stringContaining('web_search') })
		expect((await find('weather forecast')).json['note']).toMatch(/^Nothing fits/)
	})

	test('a person is not asked about a menu item that does not exist', async () => {
		const before = replay.approvals()
		const { text } = await last([[['execute_menu_item', { menu_path: 'Window/Consol' }]]])
		expect(text).toContain('Window/General/Console')
		expect(replay.approvals()).toBe(before)
	})

	test('a call that the conversation may not make is refused with the way out', async () => {
		const { text } = await last([[destroy('/Wall')]], 'read-only')
		expect(text).toMatch(/read-only.*the user must/s)
	})

	// The simulator runs no C#.
	test(`tests of the project, in the ${EDITOR}`, async () => {
		const run = ['unity_tests', { action: 'run', mode: 'EditMode' }] as const
		const { text } = await last([[create('Unsaved too')], [run]])
		expect(text).toMatch(EDITOR === 'dotnet' ? /dirty_scene/ : /does not run C#.*Open the project/s)
	})
})
