/**
 * A failed file runs once more, alone, when everything else has ended: the machine is quiet then, so only a race or an
 * overload of the first run makes the difference. A test that passes then is flaky: it is named and counted, and gets
 * seven days (`records/flaky.json`) before it fails the run.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type Failure, lineOf } from './failed.ts'

/** More than this is no chance: something is broken. */
export const MAX_FILES = 5
/** How long a test may be flaky after it was written down. */
export const MAX_DAYS = 7
const DAY_MS = 86_400_000

/** One failure of these is a finding, however rare: they count what happens at most once, and who may see what. */
const NEVER = [
	/^test\/chaos\//,
	/kill/,
	/(^|\/)wire\.test\./,
	/^worker\/src\/access\//,
	/foreign/,
	/rights/,
	/random-tokens/,
]

const Known = z.array(
	z.strictObject({
		/** `suite: file: test` */
		test: z.string(),
		/** The day it was written down, `2026-11-27`. */
		since: z.iso.date(),
		/** Why it is flaky, and what it would take to mend it. */
		reason: z.string().min(1),
	}),
)
export type Known = z.infer<typeof Known>

/** The tests that are known to be flaky. */
export async function knownFlaky(
	file = join(import.meta.dirname, 'records', 'flaky.json'),
): Promise<Known> {
	return Known.parse(JSON.parse(await readFile(file, 'utf8')))
}

/** A failed test, and what ran it. */
export interface Failed<Run> {
	readonly suite: string
	readonly run: Run
	readonly failure: Failure
}

export interface Verdict<Run> {
	/** Passed when they ran alone, and may still do that. */
	readonly flaky: readonly Failed<Run>[]
	/** Lines for people: each flaky test, and why nothing ran again if that is so. */
	readonly lines: readonly string[]
}

const nameOf = ({ suite, failure }: Failed<unknown>): string =>
	`${suite}: ${failure.file}: ${failure.test}`

/** Why none of them is to run again; null: they are. */
export function whyNotAgain(failed: readonly Failed<unknown>[]): string | null {
	const files = new Set(failed.map(({ suite, failure }) => `${suite}: ${failure.file}`))
	if (files.size > MAX_FILES) return `${files.size} files failed, more than ${MAX_FILES}`
	for (const { suite, failure } of failed) {
		const { file, test } = failure
		if (file === null) return `${suite} does not say in which file it failed`
		if (test === null) return `${file} could not be loaded`
		if (NEVER.some((pattern) => pattern.test(file))) return `one failure of ${file} is a finding`
	}
	return null
}

/**
 * Runs the files of failed tests once more.
 * @param again runs one file alone; true if it passed
 */
export async function onceMore<Run>(
	failed: readonly Failed<Run>[],
	known: Known,
	now: Date,
	again: (run: Run, file: string) => Promise<boolean>,
): Promise<Verdict<Run>> {
	if (failed.length === 0) return { flaky: [], lines: [] }
	const why = whyNotAgain(failed)
	if (why !== null) return { flaky: [], lines: [`No failed file ran once more: ${why}.`] }
	const flaky: Failed<Run>[] = []
	const lines: string[] = []
	const byFile = Map.groupBy(failed, ({ suite, failure }) => `${suite}: ${failure.file}`)
	for (const tests of byFile.values()) {
		const [first] = tests
		if (first?.failure.file == null) continue
		if (!(await again(first.run, first.failure.file))) continue
		for (const test of tests) {
			const since = known.find((entry) => entry.test === nameOf(test))?.since
			const days = since === undefined ? 0 : (now.getTime() - Date.parse(since)) / DAY_MS
			if (days > MAX_DAYS) {
				lines.push(`flaky for more than ${MAX_DAYS} days, so failed: ${nameOf(test)}`)
				continue
			}
			flaky.push(test)
			lines.push(`flaky: ${test.suite}: ${lineOf(test.failure)}`)
		}
	}
	return { flaky, lines }
}
