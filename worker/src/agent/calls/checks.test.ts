/** Nobody is asked about what the editor knows it would refuse. */
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	type RoomBehaviour,
	says,
	scripted,
} from '../../../test/machine-kit.ts'

const find = { id: 'f', name: 'find_tools', input: { query: 'menu item' } }
const menu = (path: string) => ({
	id: 'm',
	name: 'execute_menu_item',
	input: { menu_path: path },
})

/** The editor answers checks so, and carries everything else out. */
const checking = (check: () => CallOutcome) =>
	executing((method) =>
		method === 'unity_check' ? check() : { status: 'ok', result: { did: method } },
	)

function kitOf(calls: Parameters<typeof callsTools>[0], room: RoomBehaviour): MachineKit {
	return new MachineKit({
		provider: scripted([callsTools([find]), callsTools(calls), says('Done. ')]),
		room,
	})
}

const MISSING = failed('not_found', 'There is no menu item "Tools/Bild".', {
	data: { nearest: ['Tools/Build'] },
})

test('a menu item that does not exist: the model is told, no person is asked, nothing runs', async () => {
	const kit = kitOf(
		[menu('Tools/Bild')],
		checking(() => MISSING),
	)
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(kit.executions).toEqual([])
	expect(kit.frames).not.toContain('tool-approval-request')
	expect(JSON.stringify(kit.answer())).toContain('There is no menu item')
})

test('a call that the editor could carry out is asked about, and runs once it is approved', async () => {
	const kit = kitOf(
		[menu('Tools/Build')],
		checking(() => ({ status: 'ok', result: {} })),
	)
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	const [call] = kit.store.openCalls(kit.store.latestRun()?.id ?? '')
	expect(kit.approve(call?.callId ?? '', true)).toBe(true)
	await kit.settleDown()
	expect(kit.executions).toHaveLength(1)
})

test.each([
	['an older package that knows no checks', failed('unknown_tool', 'There is no such tool.')],
	['an editor that is busy', failed('editor_busy', 'Unity compiles scripts.')],
	['an editor that has failed inside', failed('internal', 'It broke.')],
])('%s says nothing about the call: a person is asked', async (_, outcome) => {
	const kit = kitOf(
		[menu('Tools/Build')],
		checking(() => outcome),
	)
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
})

test('a room that cannot be reached: a person is asked', async () => {
	const kit = kitOf([menu('Tools/Build')], () => {
		throw new Error('Network connection lost.')
	})
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
})

test('the agent may end play mode in Ask mode without a question', async () => {
	const exit = { id: 'p', name: 'unity_play', input: { action: 'exit' } }
	const kit = new MachineKit({
		provider: scripted([callsTools([exit]), says('Stopped. ')]),
		room: checking(() => ({ status: 'ok', result: {} })),
	})
	kit.post('stop', 'm1', 'ask')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(kit.executions).toHaveLength(1)
	expect(kit.frames).not.toContain('tool-approval-request')
})

test('a menu item is not known yet after a change of the same answer: a person is asked', async () => {
	const refresh = { id: 'r', name: 'unity_refresh', input: {} }
	let checks = 0
	const check = () => {
		checks++
		return MISSING
	}
	const kit = kitOf([refresh, menu('Tools/Build')], checking(check))
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	expect(checks).toBe(1)
})

test('a call that the editor cannot do at all is refused after a change of the same answer, too', async () => {
	const write = { id: 'w', name: 'write_file', input: { path: 'Assets/a.txt', content: '' } }
	const execute = { id: 'x', name: 'unity_execute', input: { code: '1 + 1' } }
	const kit = new MachineKit({
		provider: scripted([
			callsTools([{ ...find, input: { query: 'run C#' } }]),
			callsTools([write, execute]),
			says('Done. '),
		]),
		room: checking(() => failed('unsupported', 'The simulated editor does not run C#.')),
	})
	kit.post('count')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(kit.executions).toHaveLength(1)
	expect(kit.frames).not.toContain('tool-approval-request')
})

const intoEditor = { path: 'Assets/a.txt', new_path: 'Assets/Editor/a.cs' }
const inBatch = (args: Record<string, string>) => ({
	operations: [{ tool: 'unity_asset', args }],
})

test.each([
	['write_file', { path: '../w.txt', content: '' }, 'outside_project'],
	['write_file', { path: '/etc/passwd', content: '' }, 'outside_project'],
	['write_file', { path: 'C:x', content: '' }, 'outside_project'],
	['write_file', { path: 'Library/x.dll', content: '' }, 'denied'],
	['write_file', { path: '.git/hooks/pre-commit', content: '' }, 'denied'],
	['edit_file', { path: 'temp/a.dll', edits: [{ find: 'a', replace: 'b' }] }, 'denied'],
	['read_file', { path: '../.env' }, 'outside_project'],
	['run_command', { action: 'run', command: ['ls'], folder: '..' }, 'outside_project'],
	['git', { action: 'diff', path: '../.npmrc' }, 'outside_project'],
	['unity_asset', { action: 'create_material', path: 'Assets/../a.mat' }, 'invalid_arguments'],
	['unity_scene', { action: 'create', path: 'Assets/../../Main.unity' }, 'invalid_arguments'],
	['unity_batch', inBatch({ action: 'create_folder', path: 'Assets/../A' }), 'invalid_arguments'],
	// The answer would not be about the file that the person saw.
	['unity_asset', { action: 'copy', ...intoEditor }, 'denied'],
	['unity_asset', { action: 'move', ...intoEditor }, 'denied'],
	['unity_batch', inBatch({ action: 'copy', ...intoEditor }), 'denied'],
])(
	'%s %j, which would be refused whatever is answered: no person is asked',
	async (name, input, code) => {
		const kit = new MachineKit({
			provider: scripted([
				callsTools([{ ...find, input: { query: 'run a command git' } }]),
				callsTools([{ id: 'j', name, input }]),
				says('Done. '),
			]),
			room: checking(() => ({ status: 'ok', result: {} })),
		})
		kit.post('do it')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toEqual([])
		expect(kit.frames).not.toContain('tool-approval-request')
		expect(JSON.stringify(kit.answer())).toContain(code)
	},
)

/** A push to origin, where the relay tells of these remotes. */
function pushing(...names: string[]): MachineKit {
	const input = { action: 'push', branch: 'main', to: ['https://git.example/a.git'] }
	return new MachineKit({
		provider: scripted([
			callsTools([{ ...find, input: { query: 'git push' } }]),
			callsTools([{ id: 'g', name: 'git', input }]),
			says('Done. '),
		]),
		room: executing((method) => ({
			status: 'ok',
			result: method === 'git' ? { remotes: names.map((name) => ({ name, to: ['a.git'] })) } : {},
		})),
	})
}

test.each([
	[[], 'Ask the user to add one.'],
	[['upstream'], 'Choose one of: upstream.'],
])('a push to origin where the remotes are %j: no person is asked', async (names, hint) => {
	const kit = pushing(...names)
	kit.post('push it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(kit.frames).not.toContain('tool-approval-request')
	expect(JSON.stringify(kit.answer())).toContain(hint)
})

test('a push to a remote that there is: a person is asked', async () => {
	const kit = pushing('origin')
	kit.post('push it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
})

const GONE = failed('not_found', 'The folder x does not exist.')
const IS_FILE = failed('invalid_arguments', 'x is a file.')

/** The relay answers the look at a file so. */
const looking = (look: () => CallOutcome) =>
	executing((method) => (method === 'list_directory' ? look() : { status: 'ok', result: {} }))

const ON_FILES = [
	['read_file', { path: '.env' }],
	['copy_file', { from: 'Assets/S/credentials.json', to: 'Assets/a.json' }],
	['move_file', { from: 'Assets/a.txt', to: 'Assets/Editor/a.cs' }],
	['delete_file', { path: 'Assets/Old.cs' }],
	['edit_file', { path: 'Assets/Editor/a.cs', edits: [{ find: 'a', replace: 'b' }] }],
	['search_files', { regex: 'x', path: '.npmrc' }],
	['run_command', { action: 'run', command: ['ls'], folder: 'webb' }],
] as const

test.each(ON_FILES)('%s %j of what is not there: no person is asked', async (name, input) => {
	const kit = kitOf(
		[{ id: 'g', name, input }],
		looking(() => GONE),
	)
	kit.post('do it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(kit.executions).toEqual([])
	expect(kit.frames).not.toContain('tool-approval-request')
	expect(JSON.stringify(kit.answer())).toContain('does not exist')
})

test.each(ON_FILES)(
	'%s %j behind a link that leads out: no person is asked',
	async (name, input) => {
		const kit = kitOf(
			[{ id: 'g', name, input }],
			looking(() => failed('outside_project', 'x leads out of the folder.')),
		)
		kit.post('do it')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toEqual([])
		expect(JSON.stringify(kit.answer())).toContain('leads out of the folder')
	},
)

test.each(ON_FILES)('%s %j of what is there is asked about', async (name, input) => {
	const kit = kitOf(
		[{ id: 'g', name, input }],
		looking(() => IS_FILE),
	)
	kit.post('do it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
})

test('a file that a change of the same answer may make is asked about', async () => {
	const write = { id: 'w', name: 'write_file', input: { path: 'Assets/a.txt', content: '' } }
	const [, [, input]] = ON_FILES
	const kit = kitOf(
		[write, { id: 'g', name: 'copy_file', input }],
		looking(() => GONE),
	)
	kit.post('do it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('waiting_approval')
})

test('a stop does not wait for an editor that does not answer the check', async () => {
	const silent: RoomBehaviour = (_, kit) => {
		queueMicrotask(() => void kit.machine.stop(null))
		return { accepted: true, editorKey: 'k', editorName: 'Demo', waiting: null }
	}
	const kit = kitOf([menu('Tools/Build')], silent)
	kit.post('build it')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('cancelled')
	// The editor need not answer it any more, and no timer keeps the object awake.
	expect(kit.cancelled).toEqual([expect.stringMatching(/^view\./)])
})

test('a test run is neither checked nor asked about in auto mode, and both in ask mode', async () => {
	const dirty = failed('dirty_scene', 'The scene has unsaved changes.')
	const tests = { id: 't', name: 'unity_tests', input: { action: 'run' } }
	const findTests = { id: 'f', name: 'find_tools', input: { query: 'unit tests' } }
	for (const [mode, runs] of [
		['auto', 1],
		['ask', 0],
	] as const) {
		const kit = new MachineKit({
			provider: scripted([callsTools([findTests]), callsTools([tests]), says('Done. ')]),
			room: checking(() => dirty),
		})
		kit.post('run the tests', 'm1', mode)
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(runs)
		expect(kit.frames).not.toContain('tool-approval-request')
	}
})
