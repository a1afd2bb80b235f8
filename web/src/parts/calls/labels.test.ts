import { allTools } from '@fairlead/protocol/tools'
import type { CallState } from '@fairlead/protocol/view/call-view'
import { plain } from '@fairlead/protocol/view/labels/label'
import type { CallErrorCode, Withdrawal } from '@fairlead/protocol/wire/calls'
import { describe, expect, test } from 'vitest'
import { call } from '../../../test/call-view.ts'
import { labelOf, summaryOf } from './labels.ts'

const cube = { instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'SampleScene' }
const swap = { action: 'replace_references', path: 'Assets/Wood.mat', with: 'Assets/Gold.mat' }
const create = { action: 'create', primitive_type: 'Cube', position: [0, 3, 0] }

describe('labels', () => {
	test('a name stands out and a position reads as in Unity', () => {
		expect(labelOf(call('unity_hierarchy', create, cube))).toEqual([
			{ type: 'text', text: 'Created ' },
			{ type: 'name', text: 'Cube' },
			{ type: 'text', text: ' at (0, 3, 0)' },
		])
	})

	test.each<[CallState, string]>([
		['running', 'Creating a cube at (0, 3, 0)'],
		['asking', 'Wants to create a cube at (0, 3, 0)'],
		['failed', 'Could not create a cube at (0, 3, 0)'],
		['denied', 'Denied: create a cube at (0, 3, 0)'],
	])('the tense says how far it is: %s', (state, expected) => {
		expect(plain(labelOf(call('unity_hierarchy', create, undefined, state)))).toBe(expected)
	})

	test.each<[CallErrorCode, number | undefined, string]>([
		['effect_unknown', 9, 'Effect unknown: run bash -c "sleep 60"'],
		['cancelled', 9, 'Stopped while running bash -c "sleep 60"'],
		['cancelled', undefined, 'Not begun: run bash -c "sleep 60"'],
		['internal', 9, 'Could not run bash -c "sleep 60"'],
	])(
		'a call without a result says what is known of it: %s, ended at %s',
		(code, finishedAt, said) => {
			const input = { action: 'run', command: ['bash', '-c', 'sleep 60'] }
			const error = { code, message: 'The call failed.' }
			const data = { toolCallId: 'c', startedAt: 1, error, ...(finishedAt && { finishedAt }) }
			expect(
				plain(labelOf({ ...call('run_command', input, undefined, 'failed'), call: data })),
			).toBe(said)
		},
	)

	test.each<[Withdrawal | undefined, string]>([
		['answered', 'Answered in the terminal: allow Claude Code to use Bash'],
		[undefined, 'No longer asked: allow Claude Code to use Bash'],
	])('a permission that nobody gave here says why: %s', (withdrawn, said) => {
		const input = { agent: 'Claude Code', tool: 'Bash', text: 'npm test' }
		const error = { code: 'cancelled', message: 'It was stopped.' } as const
		const data = { toolCallId: 'c', startedAt: 1, error, ...(withdrawn && { withdrawn }) }
		expect(
			plain(labelOf({ ...call('agent_permission', input, undefined, 'failed'), call: data })),
		).toBe(said)
	})

	test.each<[string, Record<string, unknown>, CallState, unknown, string]>([
		['explain_round', { warriors: [] }, 'done', { cycles: 9 }, 'Followed a round'],
		['explain_round', { warriors: [], round: 3 }, 'running', undefined, 'Following round 3'],
		['challenge_player', { defender_id: 1 }, 'asking', undefined, 'Wants to fight player 1'],
		[
			'challenge_player',
			{ defender_id: 1 },
			'done',
			{ rating_changes: { defender: { name: 'Imp King' } } },
			'Fought Imp King',
		],
		['assemble', { redcode: 'x' }, 'done', { ok: false, errors: [{}] }, 'Checked a warrior'],
		['assemble', { redcode: 'x' }, 'done', { ok: true, name: 'Imp' }, 'Checked Imp'],
	])('Core War: %s %j, %s', (tool, input, state, result, expected) => {
		expect(plain(labelOf(call(tool, input, result, state)))).toBe(expected)
	})

	test.each<[string, Record<string, unknown> | undefined, string]>([
		['run', { state: 'exited', exitCode: 0 }, 'Ran npm test'],
		['run', { state: 'exited', exitCode: 2 }, 'Ran npm test: exit code 2'],
		['run', { state: 'running', exitCode: null }, 'Started npm test'],
		['run', { state: 'timed_out', exitCode: null }, 'Ran npm test: its time was up'],
		['run', { state: 'too_much_output' }, 'Ran npm test: ended, as it wrote too much'],
		['run', { state: 'ended', exitCode: null }, 'Ran npm test: ended before it was done'],
		['run', undefined, 'Started npm test'],
		['stop', { state: 'ended', exitCode: null }, 'Ended a command'],
		['stop', { state: 'exited', exitCode: 0 }, 'Asked to end a command that had ended'],
	])('a command is told as it ended: %s %j', (action, result, said) => {
		const input = { action, ...(action === 'run' && { command: ['npm', 'test'] }) }
		expect(plain(labelOf(call('run_command', input, result)))).toBe(said)
	})

	test.each<[string, Record<string, unknown>, unknown, string]>([
		[
			'unity_refresh',
			{},
			{ recompiled: true, errors: [{}], warnings: [] },
			'Compiled scripts: 1 error',
		],
		[
			'unity_refresh',
			{},
			{ recompiled: true, errors: [], warnings: [{}] },
			'Compiled scripts: no errors, 1 warning',
		],
		[
			'unity_capture',
			{ action: 'angles', objects: ['/Cube'] },
			{ tiles: [] },
			'Took a picture of Cube from 4 sides',
		],
		[
			'unity_capture',
			{ action: 'compare', name: 'start' },
			{ regionCount: 2, regions: [] },
			'Compared with the picture start: 2 places changed',
		],
		[
			'asset_usages',
			{ asset_path: 'Assets/Red.mat' },
			{ total: 0 },
			'Looked for usages of Red.mat: none',
		],
		['unity_asset', swap, { found: 2 }, 'Looked for usages of Wood.mat'],
		[
			'unity_asset',
			{ ...swap, files: ['Assets'] },
			{ changed: 0 },
			'Looked for usages of Wood.mat',
		],
		[
			'unity_asset',
			{ ...swap, files: ['Assets'] },
			{ with: 'Assets/Gold.mat', changed: 2 },
			'Replaced Wood.mat with Gold.mat',
		],
		[
			'unity_editor',
			{ action: 'select', objects: ['/Room/Cube'] },
			{ objects: [], framed: true },
			'Selected Cube',
		],
		[
			'unity_physics',
			{ action: 'line_of_sight', from: '/Room/Guard', to: '/Player' },
			{ visible: false },
			'Checked the view between Guard and Player: blocked',
		],
		[
			'unity_physics',
			{ action: 'cast', origin: [0, 9, 0], direction: [0, -1, 0] },
			{ total: 2 },
			'Cast a ray: 2 hits',
		],
		['search_files', { regex: 'speed' }, { total: 3 }, 'Searched files for speed: 3 lines'],
		['unity_refresh', {}, { recompiled: false }, 'Checked scripts: nothing to compile'],
		[
			'unity_component',
			{ action: 'modify', component_type: 'Rigidbody', game_object_id: '/Cube' },
			{
				componentType: 'Rigidbody',
				gameObjectName: 'Cube',
				results: [{ property: 'mass', success: true, newValue: 5 }],
			},
			'Set Rigidbody mass to 5 on Cube',
		],
		[
			'unity_component',
			{
				action: 'modify',
				component_type: 'Camera',
				game_object_id: '/Eye',
				properties: { fieldOfView: 33, depth: 1 },
			},
			{ componentType: 'Camera', gameObjectName: 'Eye' },
			'Set 2 properties of Camera on Eye',
		],
		[
			'unity_component',
			{ action: 'add', component_type: 'Rigidbody', game_object_id: '/A/Cube' },
			{ componentType: 'Rigidbody', gameObjectName: 'Cube', results: [] },
			'Added Rigidbody to Cube',
		],
		[
			'unity_hierarchy',
			{ action: 'destroy', instance_id: '/Cube' },
			{ ...cube, destroyedCount: 3 },
			'Deleted Cube and 2 objects below it',
		],
		[
			'unity_hierarchy',
			{ action: 'rename', name: 'Crate' },
			{ ...cube, name: 'Crate', previousName: 'Cube' },
			'Renamed Cube to Crate',
		],
		['unity_query', { action: 'hierarchy' }, { total: 1 }, 'Looked at the scene: 1 object'],
		['read_console_logs', { filter: 'errors' }, { total: 0 }, 'Read the console: no errors'],
		[
			'unity_tests',
			{ action: 'run', mode: 'PlayMode', categories: ['Fast'] },
			{ passed: 3, failed: 1 },
			'Ran PlayMode tests of Fast: 1 failed, 3 passed',
		],
		[
			'unity_animation',
			{ action: 'modify_parameters', path: 'Assets/Animation/Hero.controller' },
			{},
			'Changed parameters of Hero.controller',
		],
		['unity_tests', { action: 'list' }, { total: 2 }, 'Listed EditMode tests: 2 tests'],
		[
			'unity_build',
			{ path: 'Builds/Game' },
			{ result: 'failed', errorCount: 2 },
			'Tried to build Builds/Game: failed, 2 errors',
		],
		[
			'unity_profile',
			{ action: 'capture' },
			{ frames: 60, totals: { frameMs: 4.25 } },
			'Profiled 60 frames: 4.3 ms each',
		],
		[
			'unity_play',
			{ action: 'enter', wait_seconds: 12 },
			{ isPlaying: true, time: 80, frame: 4000 },
			'Let the game run for 12 s',
		],
		[
			'unity_play',
			{ action: 'enter' },
			{ isPlaying: true, time: 0, frame: 1 },
			'Entered play mode',
		],
		[
			'unity_play',
			{ action: 'enter' },
			{ isPlaying: true, time: 64, frame: 3000 },
			'Play mode was on already',
		],
		['unity_playtest', { steps: [{}, {}] }, { failedStep: 2 }, 'Playtested 2 steps: step 2 failed'],
		['unity_execute', { code: 'a;\nb;' }, { outcome: 'returned' }, 'Ran C# (2 lines)'],
		[
			'unity_execute',
			{ code: 'a.b' },
			{ outcome: 'threw', exception: { type: 'System.NullReferenceException', line: 1 } },
			'Ran C#: NullReferenceException in line 1',
		],
		[
			'write_file',
			{ path: 'Assets/A.cs' },
			{ path: 'Assets/A.cs', created: true },
			'Created Assets/A.cs',
		],
		[
			'write_file',
			{ path: 'Assets/A.cs', dry_run: true },
			{ path: 'Assets/A.cs', created: true, dryRun: true },
			'Tried changes to Assets/A.cs',
		],
		['a_tool_of_the_project', {}, {}, 'Used a tool of the project'],
		['tracker__create_issue', {}, {}, 'Used tracker: create issue'],
	])('%s %j', (tool, input, result, expected) => {
		expect(plain(labelOf(call(tool, input, result)))).toBe(expected)
	})

	test('several calls fold into the first and a count, or into the one that runs', () => {
		const done = call('unity_hierarchy', create, cube)
		const running = call('unity_refresh', {}, undefined, 'running')
		expect(plain(summaryOf([done, done, done]))).toBe('Created Cube at (0, 3, 0) and 2 more')
		expect(plain(summaryOf([done, running]))).toBe('Compiling scripts')
	})

	test('a change leads the sentence, and reads beside it are not counted', () => {
		const look = {
			...call('unity_query', { action: 'hierarchy' }, { objects: [], total: 3 }),
			call: { toolCallId: 'a', startedAt: 1, finishedAt: 2, reads: true } as const,
		}
		const made = call('unity_hierarchy', create, cube)
		expect(plain(summaryOf([look, made, look]))).toBe('Created Cube at (0, 3, 0)')
		expect(plain(summaryOf([look, made, made]))).toBe('Created Cube at (0, 3, 0) and 1 more')
		expect(plain(summaryOf([look, look]))).toBe('Looked at the scene: 3 objects and 1 more')
	})

	test('a group says how many of its commands ended with another code than 0', () => {
		const ran = (handle: string, exitCode: number | null) =>
			call(
				'run_command',
				{ action: 'run', command: ['node', handle] },
				{ handle, state: exitCode === null ? 'ended' : 'exited', exitCode },
			)
		const read = (handle: string, exitCode: number) =>
			call('run_command', { action: 'output' }, { handle, state: 'exited', exitCode })
		const said = (...calls: ReturnType<typeof call>[]) => plain(summaryOf(calls))
		expect(said(ran('a', 0), ran('b', 1))).toBe('Ran node a and 1 more; 1 with a nonzero exit code')
		expect(said(ran('a', 2), ran('b', 0))).toBe('Ran node a: exit code 2 and 1 more')
		expect(said(ran('a', 2), ran('b', 1), read('b', 1))).toBe(
			'Ran node a: exit code 2 and 2 more; 2 with a nonzero exit code',
		)
		expect(said(ran('a', 0), ran('b', null))).toBe('Ran node a and 1 more')
		expect(plain(labelOf(read('b', 1)))).toBe('Read the output of a command: exit code 1')
		expect(said(call('unity_hierarchy', create, cube), ran('b', 1))).toMatch(/; 1 with a nonzero/)
	})

	test('calls that were denied or failed are not counted as done', () => {
		const done = call('unity_hierarchy', create, cube)
		const denied = call('unity_hierarchy', create, undefined, 'denied')
		const failed = call('unity_hierarchy', create, undefined, 'failed')
		const said = (...calls: ReturnType<typeof call>[]) => plain(summaryOf(calls))
		expect(said(done, denied, denied)).toBe('Created Cube at (0, 3, 0); 2 denied')
		expect(said(denied, done, done)).toBe('Created Cube at (0, 3, 0) and 1 more; 1 denied')
		expect(said(done, failed)).toBe('Created Cube at (0, 3, 0)')
		expect(said(denied, denied)).toMatch(/^Denied: .* and 1 more$/)
		expect(said(failed, failed)).toMatch(/^Could not create .*\)$/)
	})
})

const examples = allTools.flatMap((tool) =>
	Object.entries(tool.actions).flatMap(([action, spec]) =>
		spec.examples.map((example) => ({ tool: tool.name, action, example })),
	),
)

test.each(examples)('$tool $action: a sentence without holes, whatever has come so far', (row) => {
	const { args, result } = row.example
	const sentences = (['preparing', 'asking', 'running', 'done', 'failed'] as const).flatMap(
		(state) => [
			plain(labelOf(call(row.tool, args, state === 'done' ? result : undefined, state))),
			plain(labelOf(call(row.tool, {}, undefined, state))),
		],
	)
	for (const sentence of sentences) {
		expect(sentence).toMatch(/^[A-Z]\S/)
		expect(sentence).not.toMatch(/undefined|null|NaN|\[object|[{}]|unity_| {2}/)
	}
})

test.each(
	allTools.flatMap((tool) =>
		Object.values(tool.actions).flatMap(({ examples }) =>
			examples.map(({ name, args }) => [tool.name, name, args] as const),
		),
	),
)('%s, %s: a result that is not shown is not counted', (tool, _, args) => {
	const said = plain(labelOf(call(tool, args as Record<string, unknown>, undefined, 'done')))
	expect(said).not.toMatch(/\b0 [a-z]|\b(none|nothing|empty|no \w+s)\b/)
})

test.each([
	['unity_undo', { action: 'history' }, 'Read the undo history'],
	['write_file', { path: '.env' }, 'Wrote .env'],
])('%s %j: %s', (tool, input, expected) => {
	expect(plain(labelOf(call(tool, input, {}, 'done')))).toBe(expected)
})
