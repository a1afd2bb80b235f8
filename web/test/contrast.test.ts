import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, tokensOf } from './contrast.ts'

const sourceOf = (...path: string[]) =>
	readFileSync(join(import.meta.dirname, '..', 'src', ...path), 'utf8')
const sheets = [
	sourceOf('ui', 'tokens.css'),
	sourceOf('parts', 'markdown', 'markdown.css'),
	sourceOf('features', 'agents', 'terminals', 'screen', 'terminal.css'),
]
const themeOf = (selector: string) => new Map(sheets.flatMap((css) => [...tokensOf(css, selector)]))
const THEMES = { light: themeOf(':root'), dark: themeOf('[data-theme="dark"]') }

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT_MIN = 4.5
const ICON_MIN = 3

/** The grounds on which each colour of text stands. */
const TEXT: Readonly<Record<string, readonly string[]>> = {
	text: [
		'bg',
		'surface',
		'raised',
		'hover',
		'press',
		'ok-soft',
		'ok-mark',
		'warn-soft',
		'danger-soft',
		'danger-mark',
	],
	muted: ['bg', 'surface', 'raised', 'hover', 'press', 'ok-soft', 'warn-soft', 'danger-soft'],
	// The soft grounds lie below comments in a diff.
	faint: ['bg', 'surface', 'raised', 'hover', 'press', 'ok-soft', 'danger-soft'],
	ok: ['bg', 'surface', 'ok-soft'],
	warn: ['bg', 'surface', 'hover', 'warn-soft'],
	danger: ['bg', 'surface', 'hover', 'danger-soft'],
	'on-accent': ['accent', 'accent-press'],
	// A tooltip swaps the page's text and ground.
	bg: ['text'],
}
/** Knots, icons and focus rings: shapes that say something by themselves. */
const ICONS: Readonly<Record<string, readonly string[]>> = {
	focus: ['bg', 'surface', 'raised', 'press'],
	ok: ['bg', 'surface', 'raised'],
	warn: ['bg', 'surface', 'warn-soft'],
	danger: ['bg', 'surface', 'danger-soft'],
	faint: ['bg', 'surface', 'press'],
	knot: ['bg', 'surface', 'hover', 'press'],
	field: ['bg', 'surface'],
}
const CODE = ['constant', 'string', 'keyword', 'function', 'string-expression', 'link'] as const
/** Colours of programs in a terminal. Black is for backgrounds, and its text is raised by xterm. */
const PROGRAMS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].flatMap(
	(colour) => [`term-${colour}`, `term-bright-${colour}`],
)

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
	Object.entries(table).flatMap(([front, backs]) => backs.map((back) => ({ front, back })))

test('the formula gives what WCAG says of black on white', () => {
	expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 2)
})

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
	const ratio = (front: string, back: string) => {
		// A token that the dark theme does not set again is the one of the root.
		const value = (name: string) => THEMES[theme].get(name) ?? THEMES.light.get(name) ?? ''
		return contrast(value(front), value(back))
	}
	test.each(pairs(TEXT))('$front is readable on $back', ({ front, back }) => {
		expect(ratio(front, back)).toBeGreaterThanOrEqual(TEXT_MIN)
	})
	test.each(CODE)('a %s is readable in code and in its changes', (kind) => {
		for (const back of ['bg', 'surface', 'raised', 'ok-soft', 'danger-soft']) {
			expect(ratio(`code-token-${kind}`, back)).toBeGreaterThanOrEqual(TEXT_MIN)
		}
	})
	test.each([...PROGRAMS, 'term-bright-black', 'text'])(
		'%s is readable in a terminal, also where it is selected',
		(colour) => {
			expect(ratio(colour, 'surface')).toBeGreaterThanOrEqual(TEXT_MIN)
			expect(ratio(colour, 'term-selection')).toBeGreaterThanOrEqual(ICON_MIN)
		},
	)
	test.each(pairs(ICONS))('$front is seen on $back', ({ front, back }) => {
		expect(ratio(front, back)).toBeGreaterThanOrEqual(ICON_MIN)
	})
})
