import { plainArguments } from '@fairlead/protocol/view/labels/arguments'
import { plain } from '@fairlead/protocol/view/labels/label'
import { idsIn, NO_NAMES, namesIn } from '@fairlead/protocol/view/labels/names'
import { describe, expect, test } from 'vitest'
import { call } from '../../../test/call-view.ts'
import { labelOf } from './labels.ts'

describe('names of objects', () => {
	const names = namesIn({ gameObject: { instanceId: '46210', name: 'Keeper' } })

	test.each<[string, string, Record<string, unknown>, string]>([
		[
			'a deletion',
			'unity_hierarchy',
			{ action: 'destroy', instance_id: '46210' },
			'Wants to delete Keeper',
		],
		[
			'a component',
			'unity_component',
			{ action: 'remove', game_object_id: '46210', component_type: 'Rigidbody' },
			'Wants to remove Rigidbody from Keeper',
		],
		[
			'a new parent',
			'unity_hierarchy',
			{ action: 'reparent', instance_id: '/Cube', parent_id: '46210' },
			'Wants to move Cube below Keeper',
		],
		[
			'an object that nobody has named',
			'unity_hierarchy',
			{ action: 'destroy', instance_id: '5' },
			'Wants to delete object 5',
		],
	])('the question names the object: %s', (_what, tool, input, expected) => {
		expect(plain(labelOf(call(tool, input, undefined, 'asking'), names))).toBe(expected)
	})

	test('the card says in words what would be done, and shows the id', () => {
		const input = { action: 'set_active', instance_id: '46210', active: false }
		expect(plainArguments(input, names)).toEqual({ object: 'Keeper (id 46210)', active: false })
		expect(plainArguments(input, NO_NAMES)).toEqual({ object: '46210', active: false })
	})

	test('an argument takes the place of no other in the card', () => {
		const input = {
			instance_id: '/A',
			game_object_id: '/B',
			target_id: 'x',
			target: 'y',
			action: 'z',
		}
		expect(plainArguments(input, names)).toEqual({
			instance_id: '/A',
			game_object_id: '/B',
			target_id: 'x',
			target: 'y',
		})
		expect(plainArguments({ action: 'z', action_id: 1 }, names, true)).toEqual({
			action: 'z',
			action_id: 1,
		})
	})

	test('the objects of a batch are looked up too, each once', () => {
		const operation = (id: string) => ({
			tool: 'unity_hierarchy',
			args: { action: 'destroy', instance_id: id },
		})
		const operations = ['7', '/Cube', '$0', '7', '9'].map(operation)
		expect(idsIn({ operations })).toEqual(['7', '9'])
	})
})
