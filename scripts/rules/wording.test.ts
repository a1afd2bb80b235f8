/** Texts for people and models follow docs/glossary.md: its rules 2 to 4, as far as a pattern can tell. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { lineOf, textsOfCSharp, textsOfScript } from './texts.ts'
import { trackedFiles } from './tracked-files.ts'

/** All sources are parsed: 2 s alone, 40 s were seen on a busy machine. */
const READING_MS = 120_000

/** Each with what the glossary says instead. */
const WRONG: readonly (readonly [RegExp, string])[] = [
	[/(?<!\bthere )\bis no (?!longer\b|more than\b|less than\b)\w/i, 'is not a …'],
	[/\bany more\b(?! than)/i, 'no longer'],
	[/\bfor ever\b/i, 'forever'],
	[/\b(go|goes|went|going|gone) on\b/i, 'continue'],
	[/\b(take|takes|taken|took|taking)( \w+)? back\b/i, 'revert, undo, withdraw, revoke'],
	[/(^|[.:;] )(Who|Whoever|What|Whatever|Of|Which) [^?]*?[.,]( |$)/, 'the subject first'],
]

const SHIPPED =
	/^(worker|web|relay-cli|protocol|simulator|client)\/src\/.*\.tsx?$|^scripts\/.*\.ts$|^unity-package\/Editor\/.*\.cs$|^examples\/.*\.(ts|cs)$/
const NOT_SHIPPED =
	/\.test\.tsx?$|\/(testing|test-kit|test-project)\.ts$|^client\/src\/openapi\.ts$/

const wrongIn = (value: string): string | null =>
	WRONG.find(([pattern]) => pattern.test(value))?.[1] ?? null

const FILES = (await trackedFiles(SHIPPED)).filter((file) => !NOT_SHIPPED.test(file))

function wrongTexts(file: string): readonly string[] {
	const source = readFileSync(join(ROOT, file), 'utf8')
	const texts = file.endsWith('.cs') ? textsOfCSharp(source) : textsOfScript(file, source)
	return texts.flatMap(({ at, value }) => {
		const better = wrongIn(value)
		return better === null ? [] : [`${file}:${lineOf(source, at)} (${better}) ${value}`]
	})
}

test(
	'texts that people and models read use the words of the glossary, and begin with their subject',
	() => {
		expect(FILES.flatMap(wrongTexts)).toEqual([])
	},
	READING_MS,
)

test.each([
	'"Mars" is no time zone.',
	'The server does not offer it any more.',
	'It goes on when Unity is there.',
	'Nothing was taken back.',
	'Take it back with Undo.',
	'What was asked may still be done.',
	'Finished. Whoever has the link sees this.',
])('%s is found', (text) => expect(wrongIn(text)).not.toBeNull())

test.each([
	'There is no object "/Cub".',
	'It is no longer allowed.',
	'What should it be called?',
	'What the agent may do',
	'You have gone back.',
])('%s is allowed', (text) => expect(wrongIn(text)).toBeNull())

test('strings, templates, JSX and C# literals are read; comments and code are not', () => {
	const script = `// it goes on\nconst a = \`x \${b ? 'one' : 2} y\`\nconst c = <p title='two'>three</p>`
	const texts = textsOfScript('a.tsx', script)
	expect(texts.map((one) => one.value)).toEqual(['x … y', 'one', 'two', 'three'])
	expect(texts.map((one) => lineOf(script, one.at))).toEqual([2, 2, 3, 3])
	const sharp =
		'// "no"\nvar a = $"one {b}" + @"two ""q""";\n/* "no" */ var c = \'"\'; var d = "three";'
	expect(textsOfCSharp(sharp).map((one) => one.value)).toEqual([
		'$"one {b}"',
		'@"two ""q"""',
		'"three"',
	])
})
