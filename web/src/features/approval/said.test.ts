import { namesIn } from '@fairlead/protocol/view/labels/names'
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { expect, test } from 'vitest'
import { call } from '../../../test/call-view.ts'
import { unsaidOf } from './said.ts'

const names = namesIn({ gameObject: { instanceId: '46210', name: 'Keeper' } })
const unsaid = (tool: string, input: Bag): Bag =>
	unsaidOf(call(tool, input, undefined, 'asking'), names)

test('arguments that the sentence has do not stand below it', () => {
	const create = { name: 'Crate', position: [0, 3, 0] }
	expect(unsaid('unity_hierarchy', { action: 'create', ...create })).toEqual({})
	expect(unsaid('unity_hierarchy', { action: 'destroy', instance_id: '/Floor' })).toEqual({
		action: 'destroy',
	})
	expect(unsaid('unity_hierarchy', { action: 'destroy', instance_id: '46210' })).toEqual({
		action: 'destroy',
	})
	expect(unsaid('write_file', { path: 'Assets/a.txt' })).toEqual({})
})

test.each<[string, string, Bag, string]>([
	[
		'a switch, by two letters of a name',
		'copy_file',
		{ from: 'a/Conf', to: 'b', overwrite: true },
		'overwrite',
	],
	['a number in a name', 'edit_file', { path: 'Level 12', depth: 12 }, 'depth'],
	[
		'the same vector as another argument',
		'unity_hierarchy',
		{ action: 'create', name: 'A', position: [1, 1, 1], scale: [1, 1, 1] },
		'scale',
	],
	[
		'the word of the sentence',
		'unity_hierarchy',
		{ action: 'create', name: 'A', tag: 'create' },
		'tag',
	],
	[
		'a part of a path',
		'write_file',
		{ path: 'Assets/Editor/A.cs', encoding: 'Assets' },
		'encoding',
	],
	['another case', 'copy_file', { from: 'x/READ.me', to: 'y', kind: 'read.me' }, 'kind'],
	[
		'an object that the sentence does not name',
		'unity_hierarchy',
		{ action: 'create', name: 'A', parent_id: '46210' },
		'parent_id',
	],
	[
		'an argument of a tool that nobody knows',
		'tracker__issue',
		{ tracker: 'tracker: issue' },
		'tracker',
	],
	[
		'a list of a word',
		'unity_asset',
		{ action: 'replace_references', path: 'a', with: 'b', files: ['with'] },
		'files',
	],
])('%s is said by chance, and shown', (_, tool, input, key) => {
	expect(Object.keys(unsaid(tool, input))).toContain(key)
})
