/** A project whose editor has only `com.unity.pipeline`, driven by a whole relay through a fake `unity`. */

import { writeFileSync } from 'node:fs'
import type { CallOutcome } from '@fairlead/protocol/calls'
import { CLOSE } from '@fairlead/protocol/close-codes'
import type { EditorSeat } from '@fairlead/protocol/editors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeRoom } from './fake-room.ts'
import { FakeUnity, hasEnded } from './fake-unity.ts'
import type { Misdeed } from './fake-unity-cli.ts'
import { RelayBench } from './relay-bench.ts'
import { makeCall, TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench
let room: FakeRoom
let unity: FakeUnity
/** The project's folder and its seat. */
let path: string
let key: string
let calls: number

beforeEach(async () => {
	bench = new RelayBench()
	unity = new FakeUnity(bench.folder)
	for (const [name, value] of Object.entries(unity.env)) vi.stubEnv(name, value)
	bench.cleanups.add(null, () => vi.unstubAllEnvs())
	room = await bench.room()
	path = await bench.project('Game', room)
	unity.install(path)
	calls = 0
})
afterEach(() => bench.end())

const start = async (timing: Record<string, number> = {}): Promise<void> => {
	await bench.start({ timing: { pipelinePollMs: 20, pipelineStatusMs: 20_000, ...timing } })
	key = bench.keyOf(path)
	await room.hello()
}

const seat = (): EditorSeat | undefined =>
	bench.relay.status().editors.find((one) => one.editorKey === key)

/** Started, and reached through the bridge. */
async function reached(): Promise<void> {
	unity.running({ project: path })
	await start()
	await until('the seat', () => seat()?.phase === 'ready')
}

const call = (method: string, params: Record<string, unknown>, deadlineMs = 30_000) =>
	room.call(key, makeCall(`c.${++calls}`, method, params, deadlineMs))

const create = (more: Record<string, unknown> = {}) =>
	call('unity_hierarchy', { action: 'create', name: 'Cube', primitive_type: 'Cube', ...more })

function resultOf(outcome: CallOutcome): Record<string, unknown> {
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
	return outcome.result as Record<string, unknown>
}

function errorOf(outcome: CallOutcome): { code: string; message: string } {
	if (outcome.status !== 'error') throw new Error(`ended well: ${JSON.stringify(outcome.result)}`)
	return outcome.error
}

describe('the seat', () => {
	it('is given to an editor that only Unity’s own bridge reaches, with its commands as tools', async () => {
		await reached()
		expect(seat()).toMatchObject({
			phase: 'ready',
			process: { kind: 'pipeline', unityVersion: '6000.3.0f1', pid: process.pid },
		})
		const told = (await until('its tools', () => room.heard('seat.updated').at(-1))) as {
			customTools: { name: string; risk: string; inputSchema: unknown; description: string }[]
		}
		const wave = told.customTools.find((tool) => tool.name === 'pipeline_spawn_wave')
		// The project's own code: nobody knows what it does.
		expect(wave).toMatchObject({
			risk: 'execute',
			inputSchema: { properties: { count: { type: 'integer' } }, required: ['count'] },
		})
		expect(wave?.description).toMatch(/not reverted by Fairlead/)
		const names = told.customTools.map((tool) => tool.name)
		// Tools of ours do these, under their own rules.
		expect(names).not.toContain('pipeline_create_gameobject')
		expect(names).toContain('pipeline_delete_asset')
	})

	it('stays empty, and no program runs, while no linked project names the package', async () => {
		const plain = await bench.project('Plain', room)
		unity.remove()
		unity = new FakeUnity(bench.folder)
		unity.running({ project: plain })
		writeFileSync(`${path}/Packages/manifest.json`, '{"dependencies":{}}')
		await start()
		await until('some looks', () => bench.relay.status().editors.length === 2)
		await new Promise((resolve) => setTimeout(resolve, 200))
		expect(unity.starts()).toEqual([])
	})

	it('stays empty for the editor of another project', async () => {
		unity.running({ project: `${bench.folder}/Elsewhere` })
		await start()
		await until('a look', () => unity.asked().length > 1)
		expect(seat()?.phase).toBe('gone')
	})

	it('follows the states of the bridge, and ends with the editor', async () => {
		await reached()
		unity.running({ project: path, state: 'unreachable' })
		await until('busy', () => seat()?.phase === 'busy')
		expect(seat()?.phaseDetail).toMatch(/reload, a dialog, or a long task/)
		unity.running({ project: path, state: 'starting' })
		await until('starting', () => seat()?.phase === 'reloading')
		unity.running({ project: path, frameCount: 7 })
		await until('playing', () => seat()?.phase === 'playing')
		unity.running()
		// The process lives: a reload, or Safe Mode.
		await until('away', () => seat()?.phaseDetail?.includes('Safe Mode'))
		unity.running({ project: path, pid: process.ppid })
		await until('another process', () => seat()?.process?.pid === process.ppid)
		expect(seat()?.phase).toBe('ready')
	})

	it('goes to our package when that connects, and stays there', async () => {
		await reached()
		const editor = await bench.connectedEditor(path)
		expect(seat()?.process?.kind).not.toBe('pipeline')
		expect(resultOf(await call('unity_query', { action: 'hierarchy' }))).toBeDefined()
		expect(editor.executed).toHaveLength(1)
		for (const { pid } of unity.starts()) await until('the end of its shells', () => hasEnded(pid))
		editor.disconnect(CLOSE.reloading)
		await until('the reload', () => seat()?.phase === 'reloading')
		// Our package is expected back: the bridge still lists the editor, and gets nothing.
		const asked = unity.asked().length
		await new Promise((resolve) => setTimeout(resolve, 200))
		expect(unity.asked()).toHaveLength(asked)
		expect(seat()?.process?.kind).not.toBe('pipeline')
	})
})

describe('a call', () => {
	it('makes, places, finds, changes and removes an object', async () => {
		await reached()
		const made = resultOf(await create({ position: [0, 3, 0] }))
		expect(made).toMatchObject({ name: 'Cube', path: '/Cube' })
		expect(made['note']).toMatch(/cannot revert/)
		expect(resultOf(await call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			summary: '1 scene, 1 object',
			objects: [
				{ path: '/Cube', depth: 0, components: ['Transform', 'MeshRenderer', 'BoxCollider'] },
			],
		})
		expect(
			resultOf(
				await call('unity_hierarchy', {
					action: 'set_transform',
					instance_id: '/Cube',
					position: [-1, 5, 0],
				}),
			),
		).toMatchObject({ current: { position: [-1, 5, 0], scale: [1, 1, 1] } })
		const added = await call('unity_component', {
			action: 'add',
			game_object_id: made['instanceId'],
			component_type: 'Rigidbody',
			properties: { mass: 5, sparkle: 1 },
		})
		expect(resultOf(added)).toMatchObject({
			results: [
				{ property: 'mass', success: true, previousValue: 1, newValue: 5 },
				{ property: 'sparkle', success: false },
			],
			failCount: 1,
		})
		const renamed = { action: 'rename', instance_id: '/Cube', name: 'Crate' }
		expect(resultOf(await call('unity_hierarchy', renamed))).toMatchObject({
			path: '/Crate',
			previousName: 'Cube',
		})
		expect(
			resultOf(
				await call('unity_query', { action: 'find', name: 'cra', component_type: 'Rigidbody' }),
			),
		).toMatchObject({ total: 1, objects: [{ path: '/Crate' }] })
		resultOf(await call('unity_hierarchy', { action: 'destroy', instance_id: '/Crate' }))
		expect(resultOf(await call('unity_query', { action: 'find', name: 'Crate' }))).toMatchObject({
			total: 0,
		})
	})

	it('names the project in every request, and gives Unity’s command line no secret', async () => {
		vi.stubEnv('FAIRLEAD_SETUP_TOKEN', 'x')
		vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x')
		unity.running({ project: `${bench.folder}/Other` }, { project: path })
		await start()
		await until('the seat', () => seat()?.phase === 'ready')
		resultOf(await create())
		const commands = unity.asked().filter(({ argv }) => argv[0] === 'command')
		expect(commands.every(({ argv }) => argv[argv.indexOf('--project-path') + 1] === path)).toBe(
			true,
		)
		for (const { env } of unity.starts()) {
			expect(env).not.toContain('FAIRLEAD_SETUP_TOKEN')
			expect(env).not.toContain('AWS_SECRET_ACCESS_KEY')
			expect(env).toContain('PATH')
		}
		// One warm process for the editor, one for the status.
		expect(unity.starts()).toHaveLength(2)
	})

	it('of a command of the project reaches it with its arguments', async () => {
		await reached()
		expect(resultOf(await call('pipeline_spawn_wave', { count: -3, boss: true }))).toMatchObject({
			result: 'Spawned -3',
		})
		expect(unity.ledger().at(-1)).toEqual({
			name: 'spawn_wave',
			parameters: { count: -3, boss: true },
		})
		const before = unity.executed().length
		const unknown = await call('pipeline_spawn_wave', { count: 1, colour: 'red' })
		expect(errorOf(unknown)).toMatchObject({ code: 'invalid_arguments' })
		const flag = await call('pipeline_delete_asset', { path: '--all' })
		expect(errorOf(flag)).toMatchObject({ code: 'invalid_arguments' })
		expect(unity.executed()).toHaveLength(before)
	})

	it('that fails behind an exit code of 0 is a failure, and a refused confirmation says how to go on', async () => {
		await reached()
		const inside = await call('pipeline_delete_asset', { path: 'Assets/A.mat', confirm: true })
		expect(errorOf(inside).message).toContain('The asset is in use.')
		const refused = await call('pipeline_delete_asset', { path: 'Assets/A.mat' })
		expect(refused).toMatchObject({
			error: { code: 'invalid_arguments', hint: expect.stringContaining('"confirm": true') },
		})
	})

	it('says when Unity did not take its arguments, instead of believing its success', async () => {
		await reached()
		resultOf(await create())
		unity.misbehaves({ on: 'spawn_wave', do: 'ignore-arguments' })
		const wave = await call('pipeline_spawn_wave', { count: 2 })
		// Without its required argument the command refuses; the next takes none.
		expect(errorOf(wave).code).toBe('invalid_arguments')
		const place = { action: 'set_transform', instance_id: '/Cube', position: [9, 9, 9] }
		unity.misbehaves({
			on: 'set_transform',
			do: 'answer',
			envelope: { success: true, data: { success: true, result: {} }, errors: [], warnings: [] },
		})
		const moved = errorOf(await call('unity_hierarchy', place))
		expect(moved.message).toMatch(/reported success, but the position is \[0,0,0\]/)
		expect(moved.message).toMatch(/^A part of this call took effect \(set_transform\)/)
	})

	it('for one of several objects of the same path asks which', async () => {
		await reached()
		resultOf(await create())
		resultOf(await create())
		const destroy = (instance_id: string) =>
			call('unity_hierarchy', { action: 'destroy', instance_id })
		expect(errorOf(await destroy('/Cube')).code).toBe('ambiguous')
		expect(resultOf(await call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			objects: [{ path: '/Cube' }, { path: '/Cube[2]' }],
		})
		resultOf(await destroy('/Cube[2]'))
		resultOf(await destroy('/Cube'))
		expect(errorOf(await destroy('/Cube')).code).toBe('not_found')
	})

	it('for which Unity’s bridge has nothing says so before a person is asked about it', async () => {
		await reached()
		expect(errorOf(await call('unity_undo', { action: 'undo' })).message).toContain('Edit > Undo')
		const packages = await call('unity_packages', { action: 'list' })
		expect(errorOf(packages)).toMatchObject({
			code: 'unsupported',
			hint: expect.stringContaining('install the Fairlead package'),
		})
		const check = { method: 'execute_menu_item', params: { menu_path: 'File/Save' } }
		expect(errorOf(await call('unity_check', check)).code).toBe('unsupported')
		const possible = { method: 'unity_tests', params: { action: 'run' } }
		expect(resultOf(await call('unity_check', possible))).toEqual({ possible: true })
		expect(unity.executed()).toEqual([])
	})

	it('compiles, plays, reads the console, runs tests and takes a picture', async () => {
		await reached()
		expect(resultOf(await call('unity_refresh', {}))).toMatchObject({
			recompiled: true,
			hasErrors: true,
			errors: [
				{ file: 'Assets/Spin.cs', line: 7, column: 30, code: 'CS1002', message: '; expected' },
			],
		})
		expect(resultOf(await call('unity_play', { action: 'enter' }))).toMatchObject({
			isPlaying: true,
		})
		expect(resultOf(await call('unity_play', { action: 'exit' }))).toMatchObject({
			isPlaying: false,
		})
		expect(resultOf(await call('read_console_logs', {}))).toMatchObject({
			logs: [
				{ type: 'error', message: 'second' },
				{ type: 'log', message: 'first' },
			],
		})
		expect(resultOf(await call('unity_tests', { action: 'run' }))).toMatchObject({
			total: 2,
			failed: 1,
			tests: [{ name: 'T.Adds', status: 'failed', message: 'Expected 4' }],
		})
		expect(await call('unity_screenshot', { action: 'game' })).toMatchObject({
			status: 'ok',
			attachments: [{ mediaType: 'image/png', base64: expect.stringMatching(/^iVBOR/) }],
		})
		const dirty = await create().then(() =>
			call('unity_scene', { action: 'open', path: 'Assets/Level2.unity' }),
		)
		expect(errorOf(dirty).code).toBe('dirty_scene')
		expect(unity.executed()).not.toContain('open_scene')
	})
})

describe('a change whose answer is lost', () => {
	const LOST: readonly Misdeed['do'][] = ['die-before', 'die-after', 'half']
	it.each(LOST)('(%s) is of unknown effect, and never sent again', async (deed) => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: deed })
		const first = makeCall('c.lost', 'unity_hierarchy', { action: 'create', name: 'Cube' })
		const lost = await room.call(key, first)
		expect(errorOf(lost).code).toBe('effect_unknown')
		// The same request again: the relay knows it.
		expect(await room.call(key, first)).toEqual(lost)
		const sent = unity.asked().filter(({ argv }) => argv[1] === 'create_gameobject')
		expect(sent).toHaveLength(1)
		// The next call has a new process.
		expect(resultOf(await create()).constructor).toBe(Object)
	})

	it('by its deadline does not hold up the calls after it', async () => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: 'never' })
		const shell = unity.starts().at(-1)!
		const lost = call('unity_hierarchy', { action: 'create', name: 'Cube' }, 3_000)
		const next = call('unity_query', { action: 'hierarchy' })
		expect(errorOf(await lost).code).toBe('effect_unknown')
		expect(resultOf(await next)).toMatchObject({ summary: '1 scene, 0 objects' })
		await until('its end', () => hasEnded(shell.pid))
	})

	it('by a timeout inside Unity’s command line is of unknown effect too', async () => {
		await reached()
		unity.misbehaves({
			on: 'create_gameobject',
			...failing(6, null, 'Request timed out after 29s.'),
		})
		expect(errorOf(await create()).code).toBe('effect_unknown')
	})
})

const failing = (exitCode: number, code: string | null, message: string) =>
	({
		do: 'answer',
		exitCode,
		envelope: {
			success: false,
			command: 'x',
			data: null,
			errors: [{ code, message }],
			warnings: [],
		},
	}) as const

describe('a read whose answer is lost', () => {
	it('is asked once more in a new process', async () => {
		await reached()
		unity.misbehaves({ on: 'get_scene_hierarchy', do: 'die-before' })
		expect(resultOf(await call('unity_query', { action: 'hierarchy' }))).toMatchObject({ total: 0 })
	})

	it('twice fails, and says what to do', async () => {
		await reached()
		unity.misbehaves({ on: 'get_scene_hierarchy', do: 'die-before', times: 2 })
		const lost = await call('unity_query', { action: 'hierarchy' })
		expect(lost).toMatchObject({ error: { code: 'deadline_exceeded', hint: expect.any(String) } })
	})
})

describe('an answer', () => {
	it.each(['garbage', 'twice', 'other-first'] as const)('is found among %s', async (deed) => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: deed })
		expect(resultOf(await create())).toMatchObject({ path: '/Cube' })
		expect(resultOf(await call('unity_query', { action: 'find' }))).toMatchObject({ total: 1 })
	})

	it('to another request only is none', async () => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: 'other-only' })
		const call_ = call('unity_hierarchy', { action: 'create', name: 'Cube' }, 3_000)
		expect(errorOf(await call_).code).toBe('effect_unknown')
	})

	it('without an end is cut off, and the process with it', async () => {
		await reached()
		unity.misbehaves({ on: 'get_scene_hierarchy', do: 'huge' })
		expect(errorOf(await call('unity_query', { action: 'hierarchy' })).code).toBe('too_large')
		expect(resultOf(await call('unity_query', { action: 'hierarchy' }))).toMatchObject({ total: 0 })
	})

	it.each([
		[6, 'AMBIGUOUS_EDITOR', 'Several editors are running.', 'ambiguous_target'],
		[6, 'EDITOR_NOT_READY', 'The editor is busy.', 'editor_busy'],
		[6, 'STATUS_PIPELINE_LOAD_PENDING', 'Nothing is serving.', 'target_gone'],
		[6, 'COMMAND_FAILED', "Could not resolve 'target': nothing at /X", 'not_found'],
		[
			6,
			'COMMAND_FAILED',
			"'save_scene' cannot run while the editor is in play mode.",
			'in_play_mode',
		],
		[1, null, 'Something broke.', 'internal'],
		[2, 'INVALID_COMMAND_ARGS', 'Bad flag.', 'invalid_arguments'],
		[3, null, 'The token was rejected.', 'denied'],
		[4, null, 'The editor is too old.', 'unsupported'],
	] as const)(
		'with exit code %i and %s is an error that we know',
		async (exit, code, said, ours) => {
			await reached()
			unity.misbehaves({ on: 'create_gameobject', ...failing(exit, code, said) })
			const error = errorOf(await create())
			expect(error.code).toBe(ours)
			expect(error.message).toContain(said)
		},
	)
})

describe('processes', () => {
	it('end with the relay, and with them what they started', async () => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: 'grandchild' })
		resultOf(await create())
		await bench.relay.close()
		const pids = [...unity.starts().map(({ pid }) => pid), ...unity.children()]
		expect(pids.length).toBeGreaterThan(2)
		for (const pid of pids) await until(`the end of ${pid}`, () => hasEnded(pid))
	})

	it('a change under way when the relay ends is of unknown effect after its restart', async () => {
		await reached()
		unity.misbehaves({ on: 'create_gameobject', do: 'never' })
		const begun = makeCall('c.cut', 'unity_hierarchy', { action: 'create', name: 'Cube' }, 60_000)
		void room.call(key, begun).catch(() => undefined)
		await until('the request', () =>
			unity.asked().some(({ argv }) => argv[1] === 'create_gameobject'),
		)
		await bench.restart({ timing: { pipelinePollMs: 20 } })
		await room.hello()
		await until('the seat', () => seat()?.phase === 'ready')
		expect(errorOf(await room.call(key, begun)).code).toBe('effect_unknown')
		expect(unity.asked().filter(({ argv }) => argv[1] === 'create_gameobject')).toHaveLength(1)
	})
})
