/** A tool needs no code on the page for a sentence that people decide by. */

import { expect, test } from 'vitest'
import type { Bag } from '../../../wire/safe-read.ts'
import { type Label, plain, verb } from '../label.ts'
import { declared } from './declared.ts'

const told = (rest: string | readonly string[] | undefined, input: Bag, result: Bag = {}): Label =>
	declared({ verb: ['Measuring', 'Measured', 'measure'], ...(rest === undefined ? {} : { rest }) })(
		{
			input,
			result,
			action: '',
			known: false,
			v: (doing, done, base) => verb('asking', doing, done, base),
		},
	)

test.each<[string | undefined, Bag, Bag, string]>([
	[undefined, {}, {}, 'Wants to measure'],
	['{object}', { object: '/Room/Cube' }, {}, 'Wants to measure Cube'],
	['{object}', { object: '1204' }, {}, 'Wants to measure object 1204'],
	['{object}', {}, {}, 'Wants to measure'],
	['{from} to {to}', { from: '1204', to: '7' }, {}, 'Wants to measure 1204 to 7'],
	['{message}', { message: 'Fix src/a.ts and 7' }, {}, 'Wants to measure Fix src/a.ts and 7'],
	['{branch}', { branch: 'feature/doors' }, {}, 'Wants to measure feature/doors'],
	[
		'{path} to {count} parts',
		{ path: 'Assets/A.mat' },
		{ count: 3 },
		'Wants to measure A.mat to 3 parts',
	],
	['at {position}', { position: [1, 2.5, 3] }, {}, 'Wants to measure at (1, 2.5, 3)'],
	['{path} to {count} parts', { path: 'Assets/A.mat' }, {}, 'Wants to measure A.mat'],
	[
		'{from} to {to}',
		{ from: 'Assets/A', to: 'Assets/B' },
		{ kind: 'directory' },
		'Wants to measure the folder A to B',
	],
	['{shape.size}', {}, { shape: { size: 2 } }, 'Wants to measure 2'],
])('%s', (rest, input, result, expected) => {
	expect(plain(told(rest, input, result))).toBe(expected)
})

test.each([
	[{}, {}, 'Wants to measure a part'],
	[{ count: 2 }, {}, 'Wants to measure part 2'],
	[{ count: 2 }, { owner: { name: 'Ada' } }, 'Wants to measure part 2 of Ada'],
])('of several texts, the first that has all of its values: %j %j', (input, result, expected) => {
	const texts = ['part {count} of {owner.name}', 'part {count}', 'a part']
	expect(plain(told(texts, input, result))).toBe(expected)
})

test('values from the network are shown as names and never interpreted', () => {
	expect(told('{object}', { object: '/{path}' }).at(-1)).toEqual({ type: 'name', text: '{path}' })
	expect(plain(told('{constructor}', {}))).toBe('Wants to measure')
})
