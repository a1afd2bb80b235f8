import { describe, expect, test } from 'vitest'
import { Random } from '../../../test/chaos/kit/random.ts'
import { ConditionError, isMet, parseCondition } from './condition.ts'

const SAMPLE = {
	event: 'pull_request',
	payload: {
		action: 'opened',
		number: 7,
		pull_request: { draft: false, title: 'Fix "it"', labels: [{ name: 'bug' }], base: null },
		tags: ['a', 'b'],
		'content-type': 'x',
	},
}
const met = (source: string): boolean => isMet(parseCondition(source), SAMPLE)

describe('a delivery gets through only if its condition holds', () => {
	test.each([
		'action == "opened" && pull_request.draft == false',
		'!pull_request.draft',
		"action == 'closed' || number >= 7",
		'pull_request.labels[0].name == "bug"',
		'pull_request.title == "Fix \\"it\\""',
		'contains(tags, "b") && contains(action, "pen")',
		'startsWith(action, "op") && endsWith(action, "ed")',
		'missing.deep[3].path == null && pull_request.base == null',
		'$event == "pull_request"',
		'(action == "a" || action == "opened") && number < 8',
		'number > -1.5 && number != 8',
		'content-type == "x"',
		'!(number == "7")',
	])('%s', (source) => expect(met(source)).toBe(true))

	test.each([
		'pull_request.draft',
		'action',
		'number',
		'number == "7"',
		'"a" < 5',
		'pull_request == pull_request',
		'missing == false',
		'contains(tags, pull_request)',
		'contains(missing, "a")',
		'tags.length == 2',
		'__proto__ != null',
		'constructor.name == "Object"',
		'action.length == 6',
		'pull_request.__proto__.constructor != null',
	])('not by %s', (source) => expect(met(source)).toBe(false))
})

test.each([
	['action = "opened"', 8, 'use == to compare'],
	['action == "opened', 11, 'no closing "'],
	['action == ', 11, 'a value is missing at the end'],
	['action "opened"', 8, 'use && or ||'],
	['a & b', 3, 'use && for'],
	['a | b', 3, 'use || for'],
	['(a == b', 8, ') is missing'],
	['matches(a, "x+")', 1, 'there is no function matches'],
	['contains(a)', 11, ', is missing'],
	['a == == b', 6, 'a value is missing before =='],
	['a == b; c', 7, '";" is not expected'],
	['', 1, 'a value is missing'],
	[`${'!'.repeat(40)}a`, 34, 'nested more than 32'],
	[`${'('.repeat(40)}a${')'.repeat(40)}`, 34, 'nested more than 32'],
	[`a${' '.repeat(1_000)}`, 1, 'longer than 1000'],
])('%s is refused with its column', (source, column, problem) => {
	const wrong = (() => {
		try {
			return parseCondition(source)
		} catch (error) {
			return error
		}
	})()
	expect(wrong).toBeInstanceOf(ConditionError)
	expect(wrong).toMatchObject({ column, message: expect.stringContaining(problem) })
})

test('each of 10,000 generated texts is a condition, or is refused with a column inside of it', () => {
	const random = new Random(12)
	const words = [
		'action',
		'==',
		'!=',
		'&&',
		'||',
		'!',
		'(',
		')',
		'"x"',
		"'",
		'"',
		'7',
		'null',
		'.',
		'[0]',
	]
	words.push(
		'contains',
		',',
		' ',
		'constructor',
		'__proto__',
		'`',
		'${',
		'\\',
		'\n',
		'\u202e',
		'$event',
		'=',
	)
	const wrong: string[] = []
	let parsed = 0
	for (let i = 0; i < 10_000; i++) {
		const source = Array.from({ length: random.between(1, 9) }, () => random.pick(words)).join('')
		try {
			if (typeof isMet(parseCondition(source), SAMPLE) !== 'boolean') wrong.push(source)
			parsed++
		} catch (error) {
			const column = error instanceof ConditionError ? error.column : 0
			if (column < 1 || column > source.length + 1) wrong.push(source)
		}
	}
	expect(wrong).toEqual([])
	expect(parsed).toBeGreaterThan(100)
})
