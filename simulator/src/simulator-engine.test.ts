/** The whole simulated editor over its real engine, as the main job uses it. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Engine } from './engine/engine.ts'
import { EngineAdapter } from './engine-adapter.ts'
import { openProject } from './project/create-project.ts'
import { FolderFiles } from './project/folder-files.ts'
import { Simulator } from './simulator.ts'
import { callOf, FakeRelay, temporaryProject, until, writeScript } from './testing.ts'

/** Real sockets and files, on busy machines. */
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let relay: FakeRelay
let folder: string
let project: string
let simulator: Simulator
let calls = 0

const SPIN =
	'using UnityEngine;\n\npublic class Spin : MonoBehaviour\n{\n    public float speed = 90f;\n    public Vector3 axis = Vector3.up;\n\n    void Update()\n    {\n        transform.Rotate(axis, speed * Time.deltaTime);\n    }\n}\n'

beforeEach(async () => {
	relay = await FakeRelay.start()
	folder = await temporaryProject()
	project = join(folder, 'Demo')
	await openProject(project)
	await reopened()
	simulator.start()
	await relay.connection(0)
})

/** A new editor process on the project; it is not connected. */
async function reopened(): Promise<Engine> {
	const engine = await Engine.open({ files: new FolderFiles(project) })
	simulator = await Simulator.open({
		projectPath: project,
		engine: new EngineAdapter(engine),
		findRelay: async () => relay.file,
		importMs: 0,
		compileMs: 20,
		reloadMs: 20,
	})
	return engine
}

afterEach(async () => {
	simulator.stop()
	await relay.stop()
	await rm(folder, { recursive: true, force: true })
})

async function ask(method: string, params: Record<string, unknown>) {
	const outcome: CallOutcome = await relay.call(callOf(`c${++calls}`, method, params))
	if (outcome.status === 'error') throw new Error(`${method}: ${outcome.error.message}`)
	return { ...outcome, result: outcome.result as Record<string, unknown> }
}

async function askAcrossReload(method: string, params: Record<string, unknown>) {
	const callId = `c${++calls}`
	relay.post(callOf(callId, method, params))
	return await until(() => relay.settled(callId)[0])
}

/** Rows of red pixels: where the cube is in the picture. */
function redRows(outcome: Extract<CallOutcome, { status: 'ok' }>): number[] {
	const [attachment] = outcome.attachments ?? []
	if (!attachment) throw new Error('There is no picture.')
	expect(attachment).toMatchObject({ name: 'screenshot', mediaType: 'image/png' })
	const { data, width, height } = PNG.sync.read(Buffer.from(attachment.base64, 'base64'))
	expect([width, height]).toEqual([attachment.width, attachment.height])
	return Array.from({ length: height }, (_, y) => y).filter((y) => {
		for (let x = 0; x < width; x++) {
			const i = (y * width + x) * 4
			const [r = 0, g = 0, b = 0] = data.subarray(i, i + 3)
			if (r > 60 && r > 3 * g && r > 3 * b) return true
		}
		return false
	})
}

/** Above the floor, and falling as soon as it may. */
async function addRedCube(): Promise<void> {
	await ask('unity_hierarchy', {
		action: 'create',
		name: 'Cube',
		primitive_type: 'Cube',
		position: [0, 4, 0],
	})
	await ask('unity_component', {
		action: 'configure',
		game_object_id: '/Cube',
		component_type: 'MeshRenderer',
		properties: { 'material.color': [1, 0, 0] },
	})
	await ask('unity_component', {
		action: 'add',
		game_object_id: '/Cube',
		component_type: 'Rigidbody',
	})
}

test('a red cube above the floor falls in play mode and lies on it in the picture', async () => {
	await addRedCube()
	const size = { width: 320, height: 180 }
	const above = redRows(await ask('unity_screenshot', { action: 'game', ...size }))
	await ask('unity_play', { action: 'enter', wait_seconds: 3 })
	const below = redRows(await ask('unity_screenshot', { action: 'game', ...size }))
	expect(Math.min(...below)).toBeGreaterThan(Math.max(...above))
	expect(simulator.phase).toBe('playing')
	const scene = await ask('unity_screenshot', { action: 'scene', look_at: '/Cube', ...size })
	expect(scene.result).toEqual({ view: 'scene', ...size, camera: null })
	expect(redRows(scene).length).toBeGreaterThan(60)
	await ask('unity_play', { action: 'exit' })
	expect(redRows(await ask('unity_screenshot', { action: 'game', ...size }))).toEqual(above)
})

test('a playtest leaves everything as it was, and refuses input, which would reach no script', async () => {
	await addRedCube()
	const steps = [
		{ do: 'until', object: '/Cube', property: 'Transform.position.y', is: 'at_most', value: 1 },
		{ do: 'picture', caption: 'below' },
		{
			do: 'assert',
			object: '/Cube',
			property: 'GameObject.activeSelf',
			is: 'equals',
			value: false,
		},
		{ do: 'wait', seconds: 1 },
	]
	const played = await ask('unity_playtest', { steps })
	expect(played.result).toMatchObject({ passed: false, failedStep: 3, frameRate: 50 })
	const { steps: reports } = played.result as { steps: { status: string; message?: string }[] }
	expect(reports.map((report) => report.status)).toEqual(['passed', 'passed', 'failed', 'skipped'])
	expect(reports[2]?.message).toBe('/Cube GameObject.activeSelf is not false: it is true')
	expect(played.attachments).toMatchObject([{ name: 'picture-1', width: 480, height: 270 }])
	expect(simulator.phase).toBe('ready')
	const press = [{ do: 'press', control: '<Keyboard>/space' }]
	const refused = await relay.call(callOf('press', 'unity_playtest', { steps: press }))
	expect(refused).toMatchObject({ error: { code: 'unsupported' } })
})

test('a script with an error, then without: attached after the reload, with the scene as it was', async () => {
	await addRedCube()
	await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN.replace('90f;', '90f'))
	const broken = await ask('unity_refresh', { watched_scripts: ['Spin'] })
	expect(broken.result).toMatchObject({
		hasErrors: true,
		errors: [{ file: 'Assets/Scripts/Spin.cs', line: 5, column: 29, code: 'CS1002' }],
		watchedScripts: { found: [], missing: ['Spin'] },
	})
	const logs = await ask('read_console_logs', { filter: 'errors' })
	expect(logs.result).toMatchObject({
		logs: [{ message: 'Assets/Scripts/Spin.cs(5,29): error CS1002: ; expected' }],
	})

	await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN)
	const fixed = await askAcrossReload('unity_refresh', { watched_scripts: ['Spin'] })
	expect(fixed).toMatchObject({
		result: { hasErrors: false, watchedScripts: { found: ['Spin'], missing: [] } },
	})
	expect((await ask('read_console_logs', { filter: 'errors' })).result).toMatchObject({ total: 0 })
	await ask('unity_component', {
		action: 'add',
		game_object_id: '/Cube',
		component_type: 'Spin',
		properties: { speed: 180 },
	})
	const seen = await ask('unity_query', {
		action: 'inspect_object',
		instance_id: '/Cube',
		component_type: 'Spin',
	})
	expect(seen.result).toMatchObject({
		components: [{ type: 'Spin', properties: { speed: 180, axis: [0, 1, 0] } }],
	})
})

test('a refresh through the menu reloads too', async () => {
	await writeScript(project, 'Assets/Scripts/Spin.cs', SPIN.replace('90f', '45f'))
	const outcome = await askAcrossReload('execute_menu_item', { menu_path: 'Assets/Refresh' })
	expect(outcome).toMatchObject({ status: 'ok', result: { executed: true, reloaded: true } })
})

test('a picture without a camera, or of a thing that has none, says so', async () => {
	const outcome = await relay.call(
		callOf('no-camera', 'unity_screenshot', { action: 'camera', instance_id: '/Floor' }),
	)
	expect(outcome).toMatchObject({ status: 'error', error: { code: 'invalid_arguments' } })
})

test('a stop keeps unsaved changes, also during play mode; the next start has them, still unsaved', async () => {
	await addRedCube()
	await ask('unity_play', { action: 'enter', wait_seconds: 1 })
	await ask('unity_hierarchy', { action: 'create', name: 'OfPlayMode' })
	simulator.stop()
	const scene = join(project, 'Assets/Scenes/SampleScene.unity')
	expect(await readFile(scene, 'utf8')).not.toContain('Cube')

	const engine = await reopened()
	const named = (name: string) =>
		engine.execute('unity_query', { action: 'find', name, fields: ['Transform.localPosition'] })
	expect(named('Cube')).toMatchObject({
		result: { total: 1, objects: [{ values: { 'Transform.localPosition': [0, 4, 0] } }] },
	})
	expect(named('OfPlayMode')).toMatchObject({ result: { total: 0 } })
	expect(engine.execute('unity_scene', { action: 'list' })).toMatchObject({
		result: { open: [{ isDirty: true }] },
	})
	expect(engine.console.entries.map(({ message }) => message).join()).toContain('still unsaved')

	// A saved scene is not restored again.
	engine.execute('unity_scene', { action: 'save' })
	simulator.stop()
	expect(await readFile(scene, 'utf8')).toContain('Cube')
	const third = await reopened()
	expect(third.console.entries.map(({ message }) => message).join()).not.toContain('still unsaved')
})

test('unsaved changes that cannot be read are set aside, and the console says where', async () => {
	await addRedCube()
	simulator.stop()
	const kept = join(project, 'Library/Fairlead/unsaved-scenes.json')
	await writeFile(kept, (await readFile(kept, 'utf8')).slice(0, 400))
	const engine = await reopened()
	expect(engine.console.entries).toContainEqual(
		expect.objectContaining({ type: 'error', message: expect.stringContaining('.unreadable') }),
	)
	expect(await readFile(`${kept}.unreadable`, 'utf8')).toHaveLength(400)
})

test('a scene that another program changed meanwhile keeps both: the file, and what was unsaved', async () => {
	await addRedCube()
	simulator.stop()
	const scene = join(project, 'Assets/Scenes/SampleScene.unity')
	await writeFile(scene, (await readFile(scene, 'utf8')).replace('Floor', 'Ground'))
	const engine = await reopened()
	expect(engine.execute('unity_query', { action: 'find', name: 'Cube' })).toMatchObject({
		result: { total: 1 },
	})
	expect(engine.console.entries).toContainEqual(
		expect.objectContaining({
			type: 'warning',
			message: expect.stringContaining('changed on disk'),
		}),
	)
	expect(engine.execute('unity_scene', { action: 'save' })).toMatchObject({
		error: { code: 'stale_file' },
	})
	expect(await readFile(scene, 'utf8')).toContain('Ground')
})
