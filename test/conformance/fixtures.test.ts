/** Every example of the contract is sent to the editor or the relay, and the answer has the members of the example. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTools, TOOLS, type ToolName } from '@fairlead/protocol/tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { argsHashOf } from '../../relay-cli/test/support.ts'
import { ROOT } from '../../scripts/paths.ts'
import { addAnimation } from './cases/animation.ts'
import { writeScript } from './cases/scripts.ts'
import { addTests } from './cases/tests.ts'
import { isBeyond } from './kit/cases.ts'
import { Desk } from './kit/desk.ts'

interface ContractCase {
	readonly tool: ToolName
	readonly action: string
	readonly name: string
	readonly args: Record<string, unknown>
	readonly params: Record<string, unknown>
	readonly argsHash: string
	readonly result: unknown
}

const EXAMPLES: readonly ContractCase[] = allTools
	.filter((tool) => tool.runsOn === 'editor' || tool.runsOn === 'relay')
	.flatMap((tool) => {
		const file = join(ROOT, 'protocol', 'schemas', `${tool.name}.json`)
		return (JSON.parse(readFileSync(file, 'utf8')) as { examples: ContractCase[] }).examples
	})

const LEVEL2 = 'Assets/Scenes/Level2.unity'
const RED = 'Assets/Materials/Red.mat'
const SPIN =
	'using UnityEngine;\n\npublic class Spin : MonoBehaviour\n{\n    public float speed = 2;\n}\n'
const ITEM_DATA =
	'using UnityEngine;\n\npublic class ItemData : ScriptableObject\n{\n    public float damage = 1;\n}\n'

let desk: Desk
beforeAll(async () => {
	desk = await Desk.open()
})
afterAll(() => desk?.close())

const hierarchy = (name: string, components: string[] = []) =>
	desk.ok('unity_hierarchy', { action: 'create', name, primitive_type: 'Cube', components })
const material = (path: string) => desk.ok('unity_asset', { action: 'create_material', path })
const level2 = () =>
	desk.ok('unity_scene', { action: 'create', path: LEVEL2, additive: true, empty: true })
/** The step that the history examples refer to. */
const STEP = 'run_01.1'
const step = () => desk.ok('unity_hierarchy', { action: 'create', name: 'Cube' }, { group: STEP })
const play = () => desk.ok('unity_play', { action: 'enter' })
const cube = (...components: string[]) => hierarchy('Cube', components)
const cubeAnd = async (name: string) => {
	await cube()
	await hierarchy(name)
}

async function crate(): Promise<void> {
	await hierarchy('Crate', ['Rigidbody'])
	await desk.ok('unity_prefab', {
		action: 'create_asset',
		instance_id: '/Crate',
		asset_path: 'Assets/Prefabs/Crate.prefab',
	})
}

/** The ScriptableObject that the examples refer to. */
async function itemData(): Promise<void> {
	writeScript(desk, 'ItemData', ITEM_DATA)
	expect(await desk.ok('unity_refresh', {})).toMatchObject({ hasErrors: false })
}

async function sword(): Promise<void> {
	await itemData()
	await desk.ok('unity_asset', {
		action: 'create_object',
		path: 'Assets/Items/Sword.asset',
		type_name: 'ItemData',
	})
}

/** The texture that the examples refer to. */
async function crateTexture(): Promise<void> {
	const png = '89504e470d0a1a0a0000000d4948445200000004000000040802000000'
	mkdirSync(join(desk.project, 'Assets/Textures'), { recursive: true })
	writeFileSync(join(desk.project, 'Assets/Textures/Crate.png'), Buffer.from(png, 'hex'))
	await desk.ok('unity_refresh', {})
}

/** The command that the examples read and end; its handle, for theirs. */
async function begin(): Promise<Record<string, string>> {
	const command = ['node', '-e', "console.log('Listening on 5173'); setInterval(() => {}, 1000)"]
	const begun = await desk.ok('run_command', { action: 'run', command, background: true })
	return { cmd_5f2c81: String((begun as { handle: string }).handle) }
}

/** The project in a repository with a remote and a change. */
async function repository(): Promise<void> {
	const git = (...args: string[]) => execFileSync('git', args, { cwd: desk.project, stdio: 'pipe' })
	rmSync(join(desk.project, '.git'), { recursive: true, force: true })
	git('init', '-q', '-b', 'main')
	git('config', 'user.name', 'Ada')
	git('config', 'user.email', 'ada@example.com')
	rmSync(join(desk.project, 'Temp/origin.git'), { recursive: true, force: true })
	git('init', '-q', '--bare', 'Temp/origin.git')
	git('remote', 'add', 'origin', join(desk.project, 'Temp/origin.git'))
	writeFileSync(join(desk.project, 'Assets/Spin.cs'), '// one\n')
	git('add', 'Assets/Spin.cs')
	git('commit', '-q', '-m', 'First')
	writeFileSync(join(desk.project, 'Assets/Spin.cs'), '// two\n')
}

/** An instance whose mass differs from the asset. */
async function heavierCrate(): Promise<void> {
	await crate()
	await desk.ok('unity_component', {
		action: 'modify',
		game_object_id: '/Crate',
		component_type: 'Rigidbody',
		properties: { mass: 40 },
	})
}

/** The set-up that an example needs, and what stands for names in it that are made anew. Default: a cube. */
const WORLD: Readonly<Record<string, () => Promise<unknown>>> = {
	'unity_compare compare': async () => {
		await cube()
		await desk.ok('unity_compare', { action: 'keep', objects: ['/Cube'], keep_as: 'before' })
	},
	'unity_component modify': () => cube('Rigidbody'),
	'unity_component modify_where': () => cube('Rigidbody'),
	'unity_component remove': () => cube('Rigidbody'),
	'unity_hierarchy move_scene': () => Promise.all([cube(), level2()]),
	'unity_scene open': async () => {
		await level2()
		await desk.ok('unity_scene', { action: 'close', path: LEVEL2 })
	},
	'unity_scene set_active': level2,
	'unity_scene close': level2,
	'unity_scene create': async () => undefined,
	'unity_query search_assets': () => material(RED),
	'unity_asset delete': () => material(RED),
	'unity_asset copy': () => material(RED),
	'unity_asset inspect_material': () => material(RED),
	'unity_asset modify_material': () => material(RED),
	'unity_asset move': () => material('Assets/Materials/Rot.mat'),
	'unity_asset create_object': itemData,
	'unity_asset inspect_object': sword,
	'unity_asset modify_object': sword,
	'unity_asset inspect_import': crateTexture,
	'unity_asset modify_import': crateTexture,
	'unity_prefab create_asset': () => hierarchy('Crate'),
	'unity_prefab instantiate': crate,
	'unity_prefab instantiate_by_name': crate,
	'unity_prefab modify_asset': crate,
	'unity_prefab inspect_asset': crate,
	'unity_prefab edit_asset': crate,
	'unity_prefab create_variant': crate,
	'unity_prefab list_overrides': heavierCrate,
	'unity_prefab apply_override': heavierCrate,
	'unity_prefab revert_override': heavierCrate,
	'unity_prefab apply': crate,
	'unity_prefab revert': crate,
	'unity_prefab unpack': crate,
	'unity_play exit': play,
	'unity_play pause': play,
	'unity_play step': play,
	'unity_sample run': async () => {
		await cube()
		await play()
	},
	'unity_play state': play,
	'unity_history state': async () => {
		await step()
		await hierarchy('Light')
	},
	'unity_history undo': step,
	'unity_history redo': async () => {
		await step()
		await desk.ok('unity_history', { action: 'undo', record_ids: [STEP] })
	},
	'unity_undo undo': cube,
	'unity_undo redo': async () => {
		await cube()
		await desk.ok('unity_undo', { action: 'undo' })
	},
	'unity_undo revert_group': () =>
		desk.ok('unity_hierarchy', { action: 'create', name: 'Cube' }, { group: 'step_01' }),
	'unity_refresh run': async () => writeScript(desk, 'Spin', SPIN),
	'unity_tests list': () => addTests(desk),
	'unity_tests run': () => addTests(desk),
	'unity_build run': async () => undefined,
	'unity_physics line_of_sight': () => cubeAnd('Goal'),
	'unity_physics distance': () => cubeAnd('Goal'),
	'unity_animation inspect_clip': () => addAnimation(desk),
	'unity_animation inspect_controller': () => addAnimation(desk),
	'unity_animation animators': () => addAnimation(desk),
	'unity_animation modify_parameters': () => addAnimation(desk),
	'unity_animation set_values': async () => {
		await addAnimation(desk)
		await play()
	},
	'unity_lighting status': async () => undefined,
	'unity_lighting bake': async () => undefined,
	'unity_profile compare': () => desk.ok('unity_profile', { action: 'capture', frames: 2 }),
	'read_file run': async () => writeScript(desk, 'Spin', SPIN),
	'write_file run': async () => undefined,
	'move_file run': () => desk.ok('write_file', { path: 'Assets/Spin.cs', content: '// Spin' }),
	'copy_file run': () => desk.ok('write_file', { path: 'Assets/Spin.cs', content: '// Spin' }),
	'delete_file run': () => desk.ok('write_file', { path: 'Assets/Old.cs', content: '// Old' }),
	'edit_file run': async () => writeScript(desk, 'Spin', SPIN.replace('= 2', '= 90')),
	'list_directory run': async () => writeScript(desk, 'Spin', SPIN),
	'search_files run': async () => writeScript(desk, 'Spin', SPIN),
	'run_command run': async () => undefined,
	'run_command shell': async () => undefined,
	'run_command output': begin,
	'run_command stop': begin,
	...Object.fromEntries(Object.keys(TOOLS.git.actions).map((name) => [`git ${name}`, repository])),
	'asset_usages run': () => material(RED),
	'unused_assets run': crateTexture,
	'unity_packages remove': () =>
		desk.ok('unity_packages', { action: 'add', package_id: 'com.unity.cinemachine' }),
}

/** The arguments with other names in them. */
const renamed = <T>(args: T, names: Readonly<Record<string, string>>): T =>
	Object.entries(names).reduce<T>(
		(said, [from, to]) => JSON.parse(JSON.stringify(said).replaceAll(`"${from}"`, `"${to}"`)),
		args,
	)

/** Files that earlier examples left on disk. */
async function clear(): Promise<void> {
	for (const path of [
		'Assets/Animation',
		'Assets/Materials',
		'Assets/Items',
		'Assets/Prefabs',
		'Assets/Textures',
		'Assets/Tests',
		LEVEL2,
	])
		await desk.call('unity_asset', { action: 'delete', path })
	await desk.call('unity_packages', { action: 'remove', package_id: 'com.unity.cinemachine' })
}

/** The members of the example exist, with the same types; lists are compared by their first element. */
function expectShape(actual: unknown, example: unknown, path = 'result'): void {
	if (example === null || actual === null) return
	if (Array.isArray(example)) {
		expect(Array.isArray(actual), path).toBe(true)
		const [one, other] = [example[0], (actual as unknown[])[0]]
		if (one !== undefined && other !== undefined) expectShape(other, one, `${path}[0]`)
		return
	}
	expect(typeof actual, path).toBe(typeof example)
	if (typeof example !== 'object' || path.endsWith('.settings')) return
	for (const [key, value] of Object.entries(example)) {
		expect(Object.keys(actual as object), path).toContain(key)
		expectShape((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
	}
}

describe('the contract', () => {
	test.each(EXAMPLES.map((one) => [`${one.tool} ${one.action}: ${one.name}`, one] as const))(
		'%s',
		async (_, { tool, action, args, params, argsHash, result }) => {
			expect(argsHashOf(tool, params)).toBe(argsHash)
			await desk.fresh()
			await clear()
			if (isBeyond(tool, action)) {
				await desk.fails(tool, args, 'unsupported')
				return
			}
			// A desk allows it to nobody until a person there says so; relay-cli/test has the answers.
			if (tool === 'editor_dialog') {
				await desk.fails(tool, args, 'denied')
				return
			}
			const given = await (WORLD[`${tool} ${action}`] ?? cube)()
			// Ids are the editor's own: the example's stands for the cube.
			const { instanceId } = (await desk.look('/Cube')) ?? { instanceId: '1204' }
			const names = { 1204: instanceId, ...(tool === 'run_command' ? (given as object) : {}) }
			expectShape(await desk.ok(tool, renamed(args, names)), result)
		},
	)
})
