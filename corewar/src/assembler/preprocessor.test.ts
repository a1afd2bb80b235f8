import { describe, expect, test } from 'vitest'
import { Problems } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { resolveSettings } from '../settings.ts'
import { Work } from '../simulator/work.ts'
import { assembleCounted } from './assembler.ts'
import { readSource, type Token } from './lexer.ts'
import { Preprocessor, type Program } from './preprocessor.ts'

const lines = (...rows: readonly string[]): string => rows.join('\n')
const many = (count: number, row: (i: number) => string): string =>
	Array.from({ length: count }, (_, i) => row(i)).join('\n')

function firstPass(source: string) {
	const problems = new Problems()
	const work = new Work()
	const settings = resolveSettings({ maxLength: 8_000 })
	const read = readSource(source, problems)
	const program = new Preprocessor(settings, problems, new Problems(), work).run(read)
	return { program, work, messages: problems.list.map(({ message }) => message) }
}

/** Tokens that a program keeps, each list of them once. */
function stored({ instructions, symbols }: Program): number {
	const texts = new Set(symbols.texts.values())
	const lists: Iterable<readonly Token[]>[] = [[...instructions].map(({ tokens }) => tokens)]
	let sum = 0
	for (const list of [...lists, ...texts]) for (const { length } of list) sum += length
	return sum
}

const WRITES_TOO_MUCH = 'The source writes too much: its texts or loops are too large.'

describe('what loops and texts write is paid for', () => {
	test.each<[name: string, source: string]>([
		['long texts in a loop', lines('i for 1500', `x&i equ ${'i '.repeat(1_000)}`, 'rof', 'dat 1')],
		['names with many counters', lines('i for 1500', `x${'&i'.repeat(900)} equ 1`, 'rof', 'dat 1')],
		[
			'texts in front of long lines, in a loop',
			lines('e equ dat', 'for 400', `e ${'1 '.repeat(1_000)}`, 'rof'),
		],
		[
			'macros whose lines a loop skips',
			lines(
				'm equ for 0',
				many(3_000, () => ' equ 1 1 1'),
				' equ rof',
				'for 500',
				'm',
				'rof',
				'dat 1',
			),
		],
		[
			'macros of empty lines',
			lines(
				'm equ for 0',
				many(3_000, () => ' equ'),
				' equ rof',
				'for 500',
				'm',
				'rof',
				'dat 1',
			),
		],
	])('%s', (_, source) => {
		const { program, work, messages } = firstPass(source)
		expect(messages).toEqual([WRITES_TOO_MUCH])
		expect(stored(program)).toBeLessThanOrEqual(LIMITS.expandedTokens + LIMITS.sourceLength)
		expect(work.tokens).toBeLessThanOrEqual(LIMITS.expandedTokens + 10_000)
	})

	test('the names of one EQU share its text', () => {
		const { program, messages } = firstPass(
			lines(
				many(300, (i) => `n${i}`),
				' equ 1',
				many(300, () => ' equ 2'),
				'dat 1',
			),
		)
		expect(messages).toEqual([])
		expect(program.symbols.texts.size).toBe(300)
		expect(program.symbols.texts.get('n299')).toHaveLength(301)
		expect(stored(program)).toBeLessThan(400)
	})

	test('a line of labels is read once, not again for each label', () => {
		const read = readSource(
			`${many(600, (i) => `l${i}`).replaceAll('\n', ' ')} dat 1`,
			new Problems(),
		)
		let copied = 0
		const [line] = read.lines
		const tokens = Object.assign([...(line?.tokens ?? [])], {
			slice(this: Token[], from: number) {
				const part = Array.prototype.slice.call(this, from)
				copied += part.length
				return part
			},
		})
		const problems = new Problems()
		const settings = resolveSettings()
		const program = new Preprocessor(settings, problems, problems, new Work()).run({
			...read,
			lines: [{ number: 1, tokens }],
		})
		expect(program.symbols.labels.size).toBe(600)
		expect(copied).toBe(1)
	})

	test('a line may be as long as its limit, whether texts are replaced or not', () => {
		const long = (words: number): string => `dat ${'1+'.repeat((words - 2) / 2)}1`
		expect(firstPass(long(LIMITS.lineTokens)).messages).toEqual([])
		expect(firstPass(`${long(LIMITS.lineTokens)}+`).messages).toEqual([
			`The line is longer than ${LIMITS.lineTokens} words.`,
		])
	})

	test('loops of a whole warrior of the largest size stay within the limits', () => {
		const { messages, program } = firstPass(
			lines('i for 8000', 'mov.i # 4 + i * 7 , @ 2 - i', 'rof'),
		)
		expect(messages).toEqual([])
		expect(program.instructions).toHaveLength(8_000)
	})
})

describe('looking for what was meant', () => {
	const name = (i: number): string => `${'n'.repeat(58)}${String(i).padStart(6, '0')}`

	test('costs a bounded number of steps, however often a loop fails', () => {
		const source = lines(
			many(2_000, name),
			'dat 1',
			'i for 2000',
			`for ${'n'.repeat(58)}x00x00`,
			'rof',
			'rof',
		)
		const work = new Work()
		const result = assembleCounted(source, {}, work)
		expect(result).toMatchObject({ ok: false, errors: [{ line: 2_003 }] })
		// One search: 2,000 names of 64 letters, of each letter the 5 next to the diagonal.
		expect(work.searchSteps).toBeGreaterThan(0)
		expect(work.searchSteps).toBeLessThanOrEqual(2_000 * (1 + 64 * 5))
	})

	test('is done for the first names only', () => {
		const work = new Work()
		const result = assembleCounted(
			lines(
				'target dat 1',
				many(60, (i) => `dat ${'abcdefghij'[i % 10]}target`),
			),
			{},
			work,
		)
		const hints = result.ok ? [] : result.errors.map(({ hint }) => hint)
		expect(hints).toHaveLength(60)
		expect(hints.slice(0, LIMITS.searches)).toEqual(
			Array(LIMITS.searches).fill('Did you mean "target"?'),
		)
		expect(hints[LIMITS.searches]).toContain('Write it as a label')
	})

	test('a name that begins differently is given up early', () => {
		const work = new Work()
		assembleCounted(lines(many(2_000, name), `dat ${'x'.repeat(64)}`), {}, work)
		expect(work.searchSteps).toBeLessThanOrEqual(2_000 * 20)
	})

	test('the second pass ends when nobody reads on', () => {
		const work = new Work()
		const source = many(8_000, () => `dat ${'1+'.repeat(5)}x`)
		const result = assembleCounted(source, { maxLength: 8_000 }, work)
		expect(result.ok ? 0 : result.errors.length).toBe(100)
		expect(work.tokens).toBeLessThan(8_000 + 100 * 12)
	})
})

test('an assertion too many is an error', () => {
	const asserting = (count: number) =>
		assembleCounted(
			lines(
				many(count, () => ';assert 1'),
				' ;assert 0',
				'dat 1',
			),
			{},
			new Work(),
		)
	expect(asserting(99)).toMatchObject({ ok: false, errors: [{ line: 100, column: 10 }] })
	expect(asserting(100)).toMatchObject({
		ok: false,
		errors: [{ line: 101, column: 2, message: 'The source has more than 100 assertions.' }],
	})
})
