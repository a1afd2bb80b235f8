/** Runs the tests of one suite, and reads what they report. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { run, type Show } from '../children.ts'
import { dotnetTest } from '../machine/dotnet.ts'
import { monoTest } from '../machine/mono.ts'
import { BIN, RELAY_DIST, STATE_DIR } from '../paths.ts'
import { type Count, countRun } from './counts.ts'
import { type Failure, failuresOf, skippedIn } from './failed.ts'
import type { Suite, Tests } from './suites.ts'
import { fileTimingsOf, type Timing, timingsOf } from './timings.ts'

const REPORTS = join(STATE_DIR, 'test-reports')
const REPORTER = join(import.meta.dirname, 'ending-report.ts')

export interface Choice {
	/** `npm run test:full`. */
	readonly full: boolean
	/** Parts of paths of files (.NET: of names of tests); empty: all. */
	readonly filters: readonly string[]
	/** Part of the names of tests. */
	readonly name: string | null
}

/** The subject of one report. */
export interface Ran {
	readonly suite: Suite
	readonly tests: Tests
	readonly report: string
	readonly count: Count
	/** The failed tests; fewer than counted if some have no name: a crash, a build that fails, an error outside any test. */
	readonly failures: readonly Failure[]
	readonly skipped: readonly string[]
	readonly timings: readonly Timing[]
	readonly files: readonly Timing[]
}

function titleOf(tests: Tests): string {
	if (tests.kind === 'mono') return 'Mono'
	return basename(tests.kind === 'vitest' ? dirname(tests.config) : tests.project)
}

/**
 * The environment of tests. What they start loads its code from a cache, once it has been compiled; the gate starts the
 * built relay, the full run its sources.
 */
export const testEnv = (full: boolean): NodeJS.ProcessEnv => ({
	...process.env,
	NODE_COMPILE_CACHE: join(STATE_DIR, 'compile-cache'),
	FAIRLEAD_TESTS: full ? 'full' : 'gate',
	...(full ? {} : { FAIRLEAD_TEST_MAIN: RELAY_DIST }),
})

/** Arguments of vitest for a choice. */
export const vitestArgs = (config: string, { filters, name }: Omit<Choice, 'full'>): string[] => [
	'--config',
	config,
	...filters,
	...(name === null ? [] : ['-t', name]),
	// With filters, a suite without matching files is fine; without them it is an error.
	...(filters.length > 0 ? ['--passWithNoTests'] : []),
]

async function runTests(
	tests: Tests,
	report: string,
	choice: Choice,
	workers: number,
	show: Show,
): Promise<Count> {
	const filters = [...choice.filters, ...(choice.name === null ? [] : [choice.name])]
	if (tests.kind === 'dotnet') {
		return dotnetTest(tests.project, report, filters, choice.full, show)
	}
	if (tests.kind === 'mono') return monoTest(report, filters, show)
	const finished = await run(
		BIN.vitest,
		[
			'run',
			...vitestArgs(tests.config, choice),
			`--maxWorkers=${workers}`,
			'--reporter=default',
			`--reporter=${REPORTER}`,
			`--outputFile.json=${report}`,
		],
		{ show, env: { ...testEnv(choice.full), ...tests.env } },
	)
	return countRun(finished, report)
}

/** Runs a suite; each of its tests leaves a report of its own. */
export async function runSuite(suite: Suite, choice: Choice, show: Show): Promise<Ran[]> {
	await mkdir(REPORTS, { recursive: true })
	const many = suite.tests.length > 1
	const all: Ran[] = []
	for (const tests of suite.tests) {
		show(Buffer.from(`\n── ${suite.name}${many ? `: ${titleOf(tests)}` : ''}\n`))
		const name = many ? `${suite.name}-${titleOf(tests)}` : suite.name
		const report = join(REPORTS, `${name}.${tests.kind === 'dotnet' ? 'trx' : 'json'}`)
		// An old report must not count for a run that left none.
		await rm(report, { force: true })
		const count = await runTests(tests, report, choice, suite.workers, show)
		all.push({
			suite,
			tests,
			report,
			count,
			failures: await failuresOf(report),
			skipped: await skippedIn(report),
			timings: await timingsOf(report),
			files: tests.kind === 'vitest' ? await fileTimingsOf(report) : [],
		})
	}
	return all
}

/** Runs one file of vitest alone, with nothing beside it; true if it passed. Its report lies beside the first one. */
export async function runAgain(ran: Ran, file: string, full: boolean): Promise<boolean> {
	const report = ran.report.replace(/\.json$/, '.again.json')
	await rm(report, { force: true })
	const show: Show = (chunk) => void process.stdout.write(chunk)
	const choice: Choice = { full, filters: [file], name: null }
	const count = await runTests(ran.tests, report, choice, 1, show)
	return count.failed === 0 && count.passed > 0
}
