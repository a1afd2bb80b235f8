import { expect, test } from 'vitest'
import { CallOutcome, canonicalJson, failed } from './calls.ts'

test.each<[string, unknown, string]>([
	['keys are sorted', { b: 1, a: 2 }, '{"a":2,"b":1}'],
	['also inside arrays', [{ b: 1, a: [{ d: 1, c: 2 }] }], '[{"a":[{"c":2,"d":1}],"b":1}]'],
	['undefined members are dropped', { a: undefined, b: null }, '{"b":null}'],
	['undefined elements become null', [undefined, 1], '[null,1]'],
	['no value at all is null', undefined, 'null'],
	['digits sort as text, not as numbers', { 10: 1, 9: 2, 1: 3 }, '{"1":3,"10":1,"9":2}'],
	// The example of RFC 8785 section 3.2.3: sorting is by UTF-16 code unit.
	[
		'RFC 8785 order',
		{
			'\u20ac': 'Euro Sign',
			'\r': 'Carriage Return',
			'\ufb33': 'Hebrew Letter Dalet With Dagesh',
			'1': 'One',
			'\u{1f600}': 'Emoji: Grinning Face',
			'\u0080': 'Control',
			'\u00f6': 'Latin Small Letter O With Diaeresis',
		},
		'{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
			'"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
	],
	// RFC 8785 section 3.2.2.3: numbers as ECMAScript writes them.
	['RFC 8785 numbers', [1e30, 4.5, 2e-3, 1e-27, -0], '[1e+30,4.5,0.002,1e-27,0]'],
	['RFC 8785 strings', '\u20ac$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
])('canonical JSON: %s, or the same call would look like a conflict', (_, value, text) => {
	expect(canonicalJson(value)).toBe(text)
})

test('a key named __proto__ is an ordinary key', () => {
	expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}')
})

test('failed() makes a valid outcome without empty members', () => {
	const outcome = failed('not_found', 'There is no object "/Cub".')
	expect(CallOutcome.parse(outcome)).toEqual(outcome)
	expect(Object.keys(outcome.error)).toEqual(['code', 'message'])
})
