import { describe, expect, test } from 'vitest'
import { allTools } from '../tools/index.ts'
import {
	type ChangingCall,
	changesOf,
	changesText,
	countChanges,
	countTouched,
	touchedBy,
} from './run-changes.ts'

const call = (
	tool: string,
	input: Record<string, unknown>,
	result: unknown,
	state: ChangingCall['state'] = 'done',
): ChangingCall => ({ tool, input, result, state })

const cube = { instanceId: '1204', name: 'Cube', path: '/Cube', scene: 'Main' }
const body = {
	componentId: '9',
	componentType: 'Rigidbody',
	gameObjectId: '1204',
	gameObjectName: 'Cube',
}
const setMass = (previousValue: number, newValue: number) =>
	call(
		'unity_component',
		{ action: 'modify' },
		{ ...body, results: [{ property: 'mass', success: true, previousValue, newValue }] },
	)
const create = call('unity_hierarchy', { action: 'create' }, cube)
const destroy = call('unity_hierarchy', { action: 'destroy' }, { ...cube, destroyedCount: 1 })

describe('the changes of a run', () => {
	test('a call that only reads is none of them', () => {
		const reads = allTools.flatMap(({ name, actions }) =>
			Object.values(actions)
				.filter(({ risk }) => risk === 'read')
				.flatMap(({ examples }) => examples.map(({ args, result }) => call(name, args, result))),
		)
		expect(reads.length).toBeGreaterThan(50)
		expect(reads.filter((one) => countChanges(changesOf([one])) > 0)).toEqual([])
	})

	test('are told by kind', () => {
		const ball = { ...cube, instanceId: '7', name: 'Ball', path: '/Ball' }
		const floor = { ...cube, instanceId: '8', name: 'Floor', path: '/Floor', destroyedCount: 3 }
		const calls = [
			create,
			call('unity_hierarchy', { action: 'create' }, ball),
			call('unity_hierarchy', { action: 'destroy' }, floor),
			call('delegate', {}, { changed: ['create Tower'] }),
		]
		expect(changesText(changesOf(calls))).toBe('2 created, 1 changed, 3 deleted')
		expect(changesText(changesOf([]))).toBe('')
	})

	test('the changes of a sub-agent count, so that its run can be reverted', () => {
		const delegated = call('delegate', {}, { changed: ['create Cube'] })
		expect(changesOf([delegated]).delegated).toEqual(['create Cube'])
		expect(countChanges(changesOf([delegated]))).toBe(1)
		expect(countChanges(changesOf([call('delegate', {}, { answer: 'Two doors.' })]))).toBe(0)
	})

	test('the changes of a sub-agent count also if its call was stopped, and has no result', () => {
		const shown = { toolCallId: 'd1', startedAt: 1, changed: ['create Cube', 'create Ball'] }
		const stopped = { ...call('delegate', {}, undefined, 'failed'), call: shown }
		expect(countChanges(changesOf([stopped]))).toBe(2)
		expect(countChanges(changesOf([call('delegate', {}, undefined, 'failed')]))).toBe(0)
	})

	test('several changes of one value show the first old and the last new one', () => {
		expect(changesOf([setMass(1, 5), setMass(5, 8)]).objects).toEqual([
			{
				key: '1204',
				name: 'Cube',
				kind: 'changed',
				count: 1,
				notes: [],
				values: [{ property: 'Rigidbody.mass', before: 1, after: 8 }],
			},
		])
	})

	test('a value that was changed back is not a change, and neither is its object', () => {
		expect(countChanges(changesOf([setMass(1, 5), setMass(5, 1)]))).toBe(0)
	})

	test('an object made in the run stays “created” after changes', () => {
		expect(changesOf([create, setMass(1, 5)]).objects).toMatchObject([{ kind: 'created' }])
	})

	test('an object created and deleted again is not listed', () => {
		expect(changesOf([create, destroy]).objects).toEqual([])
	})

	test('a deleted object is listed', () => {
		expect(changesOf([destroy]).objects).toMatchObject([{ name: 'Cube', kind: 'deleted' }])
	})

	test('calls that failed or still run changed nothing', () => {
		expect(
			countChanges(
				changesOf([
					{ ...create, state: 'failed' },
					{ ...create, state: 'running' },
				]),
			),
		).toBe(0)
	})

	test('properties that were refused are not listed', () => {
		const refused = call(
			'unity_component',
			{ action: 'modify' },
			{ ...body, results: [{ property: 'drag', success: false, error: 'no' }] },
		)
		expect(countChanges(changesOf([refused]))).toBe(0)
	})

	test('a dry run changes no file', () => {
		const written = { path: 'Assets/A.cs', created: true, diff: '+a' }
		const tried = call('write_file', { dry_run: true }, { ...written, dryRun: true })
		expect(countChanges(changesOf([tried]))).toBe(0)
		expect(countChanges(changesOf([call('write_file', {}, written)]))).toBe(1)
	})

	test('an asset that took the place of another changed the files and scenes that refer to it', () => {
		const swap = { action: 'replace_references', path: 'Assets/Wood.mat', with: 'Assets/Gold.mat' }
		const files = [
			{ path: 'Assets/Chest.prefab', places: 1 },
			{ path: '', places: 1, open: true },
		]
		expect(countChanges(changesOf([call('unity_asset', swap, { found: 2, files })]))).toBe(0)
		const input = { ...swap, files: ['Assets/Chest.prefab'] }
		const { assets } = changesOf([call('unity_asset', input, { changed: 2, files })])
		expect(assets.map(({ path }) => path)).toEqual(['Assets/Chest.prefab', 'Untitled'])
	})

	test('a moved object shows only what moved', () => {
		const at = (y: number) => ({ position: [0, y, 0], rotation: [0, 0, 0], scale: [1, 1, 1] })
		const move = call(
			'unity_hierarchy',
			{ action: 'set_transform' },
			{ ...cube, previous: at(3), current: at(5) },
		)
		expect(changesOf([move]).objects[0]?.values).toEqual([
			{ property: 'position', before: [0, 3, 0], after: [0, 5, 0] },
		])
	})

	test('a batch counts like its operations', () => {
		const batch = call(
			'unity_batch',
			{
				operations: [
					{ tool: 'unity_hierarchy', args: { action: 'create' } },
					{ tool: 'unity_component', args: { action: 'add' } },
				],
			},
			{ results: [cube, { ...body, results: [] }], count: 2 },
		)
		expect(changesOf([batch]).objects).toMatchObject([
			{ kind: 'created', notes: ['Rigidbody added'] },
		])
	})

	test('a file written twice is one file with both diffs, and stays new', () => {
		const write = call('write_file', {}, { path: 'Assets/A.cs', created: true, diff: '+a' })
		const edit = call('edit_file', {}, { path: 'Assets/A.cs', created: false, diff: '-a\n+b' })
		expect(changesOf([write, edit]).files).toEqual([
			{ path: 'Assets/A.cs', kind: 'created', diffs: ['+a', '-a\n+b'] },
		])
	})

	test('the files that a command has changed count, those that it does not name too', () => {
		const changed = [
			{ path: 'a.cs', change: 'changed' },
			{ path: 'b.cs', change: 'created' },
			{ path: 'c.cs', change: 'deleted' },
		]
		const ran = changesOf([call('run_command', {}, { state: 'exited', changed, changedCount: 9 })])
		expect(changesText(ran)).toBe('1 created, 8 changed')
		expect(ran.assets).toEqual([{ path: 'c.cs', note: 'deleted by a command' }])
		expect(countChanges(changesOf([call('run_command', {}, { state: 'exited' })]))).toBe(0)
	})
})

describe('how many objects a run touched', () => {
	const made = (name: string) =>
		call('unity_hierarchy', { action: 'create' }, { instanceId: name, name })
	const deleted = (name: string, destroyedCount: number) =>
		call('unity_hierarchy', { action: 'destroy' }, { instanceId: name, name, destroyedCount })

	test('a deleted parent counts with all that was below it', () => {
		expect(countChanges(changesOf([deleted('Tower', 5)]))).toBe(5)
		expect(changesOf([deleted('Tower', 5)]).objects[0]?.notes).toEqual(['with 4 below it'])
	})

	test('over several steps each object counts once, and one created and deleted again not at all', () => {
		const five = ['A', 'B', 'C', 'D', 'E'].map((name) => touchedBy([made(name)]))
		expect(countTouched(five)).toBe(5)
		expect(countTouched([...five, touchedBy([made('F')]), touchedBy([deleted('F', 1)])])).toBe(5)
	})
})
