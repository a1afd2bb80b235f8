/** Unity's own bridge as an editor: its seat, and what calls do. */

import { writeFileSync } from 'node:fs'
import { CLOSE } from '@fairlead/protocol/close-codes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeUnity, hasEnded } from './fake-unity.ts'
import { errorOf, PipelineDesk, resultOf } from './pipeline-desk.ts'
import { TEST_TIMEOUT_MS, until } from './support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let desk: PipelineDesk
beforeEach(async () => {
	desk = await PipelineDesk.open()
})
afterEach(() => desk.bench.end())

describe('the seat', () => {
	it('is given to an editor that only Unity’s own bridge reaches, with its commands as tools', async () => {
		await desk.reached()
		expect(desk.seat()).toMatchObject({
			phase: 'ready',
			process: { kind: 'pipeline', unityVersion: '6000.3.0f1', pid: process.pid },
		})
		const told = (await until('its tools', () => desk.room.heard('seat.updated').at(-1))) as {
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
		const plain = await desk.bench.project('Plain', desk.room)
		desk.unity.remove()
		const unity = new FakeUnity(desk.bench.folder)
		unity.running({ project: plain })
		writeFileSync(`${desk.path}/Packages/manifest.json`, '{"dependencies":{}}')
		await desk.startWithClock()
		expect(desk.bench.relay.status().editors).toHaveLength(2)
		await desk.looks(3)
		expect(unity.starts()).toEqual([])
	})

	it('stays empty for the editor of another project', async () => {
		desk.unity.running({ project: `${desk.bench.folder}/Elsewhere` })
		await desk.startWithClock()
		await desk.looks(1)
		expect(desk.unity.asked()).toHaveLength(2)
		expect(desk.seat()?.phase).toBe('gone')
	})

	it('follows the states of the bridge, and ends with the editor', async () => {
		await desk.reached()
		desk.unity.running({ project: desk.path, state: 'unreachable' })
		await until('busy', () => desk.seat()?.phase === 'busy')
		expect(desk.seat()?.phaseDetail).toMatch(/reload, a dialog, or a long task/)
		desk.unity.running({ project: desk.path, state: 'starting' })
		await until('starting', () => desk.seat()?.phase === 'reloading')
		desk.unity.running({ project: desk.path, frameCount: 7 })
		await until('playing', () => desk.seat()?.phase === 'playing')
		desk.unity.running()
		// The process lives: a reload, or Safe Mode.
		await until('away', () => desk.seat()?.phaseDetail?.includes('Safe Mode'))
		desk.unity.running({ project: desk.path, pid: process.ppid })
		await until('another process', () => desk.seat()?.process?.pid === process.ppid)
		expect(desk.seat()?.phase).toBe('ready')
	})

	it('goes to our package when that connects, and stays there', async () => {
		await desk.reached(() => desk.startWithClock())
		const editor = await desk.bench.connectedEditor(desk.path)
		expect(desk.seat()?.process?.kind).not.toBe('pipeline')
		expect(resultOf(await desk.call('unity_query', { action: 'hierarchy' }))).toBeDefined()
		expect(editor.executed).toHaveLength(1)
		await desk.looks(1)
		for (const { pid } of desk.unity.starts())
			await until('the end of its shells', () => hasEnded(pid))
		await editor.disconnect(CLOSE.reloading)
		await until('the reload', () => desk.seat()?.phase === 'reloading')
		// Our package is expected back: the bridge still lists the editor, and gets nothing.
		const asked = desk.unity.asked().length
		await desk.looks(3)
		expect(desk.unity.asked()).toHaveLength(asked)
		expect(desk.seat()?.process?.kind).not.toBe('pipeline')
	})
})

describe('a call', () => {
	it('makes, places, finds, changes and removes an object', async () => {
		await desk.reached()
		const made = resultOf(await desk.create({ position: [0, 3, 0] }))
		expect(made).toMatchObject({ name: 'Cube', path: '/Cube' })
		expect(made['note']).toMatch(/cannot revert/)
		expect(resultOf(await desk.call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			summary: '1 scene, 1 object',
			objects: [
				{ path: '/Cube', depth: 0, components: ['Transform', 'MeshRenderer', 'BoxCollider'] },
			],
		})
		expect(
			resultOf(
				await desk.call('unity_hierarchy', {
					action: 'set_transform',
					instance_id: '/Cube',
					position: [-1, 5, 0],
				}),
			),
		).toMatchObject({ current: { position: [-1, 5, 0], scale: [1, 1, 1] } })
		const added = await desk.call('unity_component', {
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
		expect(resultOf(await desk.call('unity_hierarchy', renamed))).toMatchObject({
			path: '/Crate',
			previousName: 'Cube',
		})
		expect(
			resultOf(
				await desk.call('unity_query', {
					action: 'find',
					name: 'cra',
					component_type: 'Rigidbody',
				}),
			),
		).toMatchObject({ total: 1, objects: [{ path: '/Crate' }] })
		resultOf(await desk.call('unity_hierarchy', { action: 'destroy', instance_id: '/Crate' }))
		expect(
			resultOf(await desk.call('unity_query', { action: 'find', name: 'Crate' })),
		).toMatchObject({
			total: 0,
		})
	})

	it('names the project in every request, and gives Unity’s command line no secret', async () => {
		vi.stubEnv('FAIRLEAD_SETUP_TOKEN', 'x')
		vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'x')
		desk.unity.running({ project: `${desk.bench.folder}/Other` }, { project: desk.path })
		await desk.start()
		await until('the seat', () => desk.seat()?.phase === 'ready')
		resultOf(await desk.create())
		const commands = desk.unity.asked().filter(({ argv }) => argv[0] === 'command')
		expect(
			commands.every(({ argv }) => argv[argv.indexOf('--project-path') + 1] === desk.path),
		).toBe(true)
		for (const { env } of desk.unity.starts()) {
			expect(env).not.toContain('FAIRLEAD_SETUP_TOKEN')
			expect(env).not.toContain('AWS_SECRET_ACCESS_KEY')
			expect(env).toContain('PATH')
		}
		// One warm process for the editor, one for the status.
		expect(desk.unity.starts()).toHaveLength(2)
	})

	it('of a command of the project reaches it with its arguments', async () => {
		await desk.reached()
		expect(
			resultOf(await desk.call('pipeline_spawn_wave', { count: -3, boss: true })),
		).toMatchObject({
			result: 'Spawned -3',
		})
		expect(desk.unity.ledger().at(-1)).toEqual({
			name: 'spawn_wave',
			parameters: { count: -3, boss: true },
		})
		const before = desk.unity.executed().length
		const unknown = await desk.call('pipeline_spawn_wave', { count: 1, colour: 'red' })
		expect(errorOf(unknown)).toMatchObject({ code: 'invalid_arguments' })
		const flag = await desk.call('pipeline_delete_asset', { path: '--all' })
		expect(errorOf(flag)).toMatchObject({ code: 'invalid_arguments' })
		expect(desk.unity.executed()).toHaveLength(before)
	})

	it('that fails behind an exit code of 0 is a failure, and a refused confirmation says how to go on', async () => {
		await desk.reached()
		const inside = await desk.call('pipeline_delete_asset', { path: 'Assets/A.mat', confirm: true })
		expect(errorOf(inside).message).toContain('The asset is in use.')
		const refused = await desk.call('pipeline_delete_asset', { path: 'Assets/A.mat' })
		expect(refused).toMatchObject({
			error: { code: 'invalid_arguments', hint: expect.stringContaining('"confirm": true') },
		})
	})

	it('does not name arguments that were not given, such as a parent', async () => {
		await desk.reached()
		expect(JSON.stringify(resultOf(await desk.create()))).not.toContain('did not take')
	})

	it('says when Unity did not take its arguments, instead of believing its success', async () => {
		await desk.reached()
		resultOf(await desk.create())
		desk.unity.misbehaves({ on: 'spawn_wave', do: 'ignore-arguments' })
		const wave = await desk.call('pipeline_spawn_wave', { count: 2 })
		// Without its required argument the command refuses; the next takes none.
		expect(errorOf(wave).code).toBe('invalid_arguments')
		const place = { action: 'set_transform', instance_id: '/Cube', position: [9, 9, 9] }
		desk.unity.misbehaves({
			on: 'set_transform',
			do: 'answer',
			envelope: { success: true, data: { success: true, result: {} }, errors: [], warnings: [] },
		})
		const moved = errorOf(await desk.call('unity_hierarchy', place))
		expect(moved.message).toMatch(/reported success, but the position is \[0,0,0\]/)
		expect(moved.message).toMatch(/^A part of this call took effect \(set_transform\)/)
	})

	it('for one of several objects of the same path asks which', async () => {
		await desk.reached()
		resultOf(await desk.create())
		resultOf(await desk.create())
		const destroy = (instance_id: string) =>
			desk.call('unity_hierarchy', { action: 'destroy', instance_id })
		expect(errorOf(await destroy('/Cube')).code).toBe('ambiguous')
		expect(resultOf(await desk.call('unity_query', { action: 'hierarchy' }))).toMatchObject({
			objects: [{ path: '/Cube' }, { path: '/Cube[2]' }],
		})
		resultOf(await destroy('/Cube[2]'))
		resultOf(await destroy('/Cube'))
		expect(errorOf(await destroy('/Cube')).code).toBe('not_found')
	})

	it('for which Unity’s bridge has nothing says so before a person is asked about it', async () => {
		await desk.reached()
		expect(errorOf(await desk.call('unity_undo', { action: 'undo' })).message).toContain(
			'Edit > Undo',
		)
		const packages = await desk.call('unity_packages', { action: 'list' })
		expect(errorOf(packages)).toMatchObject({
			code: 'unsupported',
			hint: expect.stringContaining('install the Fairlead package'),
		})
		const check = { method: 'execute_menu_item', params: { menu_path: 'File/Save' } }
		expect(errorOf(await desk.call('unity_check', check)).code).toBe('unsupported')
		const possible = { method: 'unity_tests', params: { action: 'run' } }
		expect(resultOf(await desk.call('unity_check', possible))).toEqual({ possible: true })
		expect(desk.unity.executed()).toEqual([])
	})

	it('compiles, plays, reads the console, runs tests and takes a picture', async () => {
		await desk.reached()
		expect(resultOf(await desk.call('unity_refresh', {}))).toMatchObject({
			recompiled: true,
			hasErrors: true,
			errors: [
				{ file: 'Assets/Spin.cs', line: 7, column: 30, code: 'CS1002', message: '; expected' },
			],
		})
		expect(resultOf(await desk.call('unity_play', { action: 'enter' }))).toMatchObject({
			isPlaying: true,
		})
		expect(resultOf(await desk.call('unity_play', { action: 'exit' }))).toMatchObject({
			isPlaying: false,
		})
		expect(resultOf(await desk.call('read_console_logs', {}))).toMatchObject({
			logs: [
				{ type: 'error', message: 'second' },
				{ type: 'log', message: 'first' },
			],
		})
		expect(resultOf(await desk.call('unity_tests', { action: 'run' }))).toMatchObject({
			total: 2,
			failed: 1,
			tests: [{ name: 'T.Adds', status: 'failed', message: 'Expected 4' }],
		})
		expect(await desk.call('unity_screenshot', { action: 'game' })).toMatchObject({
			status: 'ok',
			attachments: [{ mediaType: 'image/png', base64: expect.stringMatching(/^iVBOR/) }],
		})
		const dirty = await desk
			.create()
			.then(() => desk.call('unity_scene', { action: 'open', path: 'Assets/Level2.unity' }))
		expect(errorOf(dirty).code).toBe('dirty_scene')
		expect(desk.unity.executed()).not.toContain('open_scene')
	})
})
