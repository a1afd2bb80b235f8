/**
 * Refuses in test files what made them fail on a busy machine. Where real time is the subject, a comment `real time: why`
 * on the line, or on one of the two before it, says so.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { WITH_MOCKS } from './vitest-base.ts'

interface Rule {
	readonly refused: string
	readonly pattern: RegExp
	/** In these files alone; default: all tests. */
	readonly files?: RegExp
}

const RULES: readonly Rule[] = [
	{
		refused: 'a fixed sleep: wait for the state that is asserted',
		pattern:
			/waitForTimeout\(|setTimeout\((?:resolve|done|r), ?(?:[2-9]\d|\d{3,}|\d[\d_]{3,}|[A-Z_]{3,})\)|\bsleep\((?:\d{2,}|[\d_]{4,})|scheduler\.wait\(\d{2,}/,
	},
	{
		refused: 'a bound under a second of real time: move the clock, or hold the call',
		pattern: /\b(?:deadline|pongTimeout|timeLimit|idle|startTimeout)Ms: ?\d{1,3}\b(?!_)/,
		files: /^(?:relay-cli|simulator|test)\//,
	},
	{
		refused:
			'a stub for all files that share the worker: stub it in beforeEach, undo it in afterEach',
		pattern: /^vi\.(?:stubGlobal|spyOn|stubEnv)\(/,
	},
	{
		refused: 'a module replaced for all files that share the worker: see WITH_MOCKS',
		pattern: /^vi\.mock\(/,
		files: new RegExp(`^(?!${WITH_MOCKS.join('|')})`),
	},
	{
		refused: 'a look at one moment: expect.poll(() => …) waits for it',
		pattern:
			/expect\(await .*\.(?:count|isVisible|isDisabled|isEnabled|innerText|inputValue)\(\)\)/,
		files: /\.e2e\.ts$/,
	},
]

const OWN = 'scripts/testing/test-rules.test.ts'
const FILES = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.e2e.ts'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => file !== '' && file !== OWN)

/** The lines of a text that break a rule, as numbers from 1. */
function broken({ pattern }: Rule, text: string): number[] {
	// A clock that the test moves knows no busy machine.
	if (/ManualClock|useFakeTimers/.test(text)) return []
	const lines = text.split('\n')
	return lines.flatMap((line, at) => {
		const said = lines.slice(Math.max(0, at - 2), at + 1).some((one) => one.includes('real time:'))
		return pattern.test(line) && !said ? [at + 1] : []
	})
}

const texts = FILES.map((file) => {
	try {
		return { file, text: readFileSync(join(ROOT, file), 'utf8') }
	} catch {
		// Deleted, and git does not know it yet.
		return { file, text: '' }
	}
})

test.each(RULES)('no test has $refused', (rule) => {
	const found = texts
		.filter(({ file }) => rule.files?.test(file) ?? true)
		.flatMap(({ file, text }) => broken(rule, text).map((line) => `${file}:${line}`))
	expect(found).toEqual([])
})

describe('the rules refuse what they are meant to', () => {
	test.each([
		['await page.waitForTimeout(800)', 0],
		['await new Promise((resolve) => setTimeout(resolve, 1_200))', 0],
		['const call = makeCall({ deadlineMs: 30 })', 1],
		["vi.stubGlobal('matchMedia', fake)", 2],
		["vi.mock('node:fs', fake)", 3],
		['expect(await rows().count()).toBe(1)', 4],
	])('%s', (line, rule) => {
		const [first] = RULES.slice(rule)
		expect(first && broken(first, line)).toEqual([1])
		expect(first && broken(first, `// real time: why\n${line}`)).toEqual([])
	})
})
