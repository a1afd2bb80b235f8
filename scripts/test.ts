/**
 * `npm test [-- suite…]`: runs the suites and ends with one line `N passed, N failed, N skipped`.
 * The lines before name what this machine cannot run; with CI=true that is a failure.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { run, type Show } from './children.ts'
import { dotnetTest } from './dotnet.ts'
import { failedLines } from './failed.ts'
import { monoTest } from './mono.ts'
import { BIN, STATE_DIR } from './paths.ts'
import { slowestLines, type Timing, timingsOf } from './slowest.ts'
import { type Count, countRun, SUITES, type Suite, sum, type Tests } from './suites.ts'

const HELP = `npm test                       every suite
npm test -- unit worker        only these suites: ${SUITES.map((s) => s.name).join(', ')}
npm test -- unit relay-cli     one suite, limited to files (unity: tests) whose path (name) contains the other words`

/** `--ci` acts like a build server: nothing may be left out silently. */
const isCI = (process.env['CI'] ?? '') !== '' && process.env['CI'] !== 'false'

interface Skipped {
	readonly suite: string
	readonly reason: string
}

const titleOf = (tests: Tests): string =>
	basename(tests.kind === 'vitest' ? dirname(tests.config) : tests.project)

/** Where the output of one suite goes. */
interface Shown {
	readonly take: Show
	/** The suite has ended. */
	readonly end: () => void
}

/** Shown as it comes. */
const live = (): Shown => ({ take: (chunk) => process.stdout.write(chunk), end: () => undefined })

/** Shown in one piece when the suite has ended: others print meanwhile. */
function kept(suite: Suite): Shown {
	const chunks: Buffer[] = []
	console.log(`\n── ${suite.name} runs beside these; its output follows when it has ended`)
	return {
		take: (chunk) => void chunks.push(chunk),
		end: () => process.stdout.write(Buffer.concat(chunks)),
	}
}

function lanesOf(suites: readonly Suite[]): Suite[][] {
	const lanes = Map.groupBy(suites, ({ lane }) => lane)
	return [...lanes.values()]
}

const SLOWEST = 10
const REPORTS = join(STATE_DIR, 'test-reports')

interface Ran {
	readonly count: Count
	/** The timing of each test, named by suite and test. */
	readonly timings: readonly Timing[]
	/** A line per failed test. */
	readonly failed: readonly string[]
}

async function runSuite(suite: Suite, filters: readonly string[], show: Show): Promise<Ran> {
	const counts: Count[] = []
	const timings: Timing[] = []
	const failed: string[] = []
	for (const [index, tests] of suite.tests.entries()) {
		const many = suite.tests.length > 1
		show(Buffer.from(`\n── ${suite.name}${many ? `: ${titleOf(tests)}` : ''}\n`))
		const name = many ? `${suite.name}-${index + 1}` : suite.name
		const report = join(REPORTS, `${name}.${tests.kind === 'dotnet' ? 'trx' : 'json'}`)
		// An old report must not count for a run that left none.
		await rm(report, { force: true })
		const count = await runTests(tests, report, filters, show)
		counts.push(count)
		const lines = await failedLines(report)
		failed.push(...lines.map((line) => `${suite.name}: ${line}`))
		// A crash, a build that fails, an error outside any test: the report names none of these.
		if (count.failed > lines.length) failed.push(`${suite.name}: ${unnamed(count, lines)}`)
		for (const { name, ms } of await timingsOf(report)) {
			timings.push({ name: `${suite.name}: ${name}`, ms })
		}
	}
	return { count: sum(counts), timings, failed }
}

const unnamed = (count: Count, named: readonly string[]): string =>
	`${count.failed - named.length} more without a name; see the output of the suite`

async function runTests(
	tests: Tests,
	report: string,
	filters: readonly string[],
	show: Show,
): Promise<Count> {
	if (tests.kind === 'dotnet') return dotnetTest(tests.project, report, filters, show)
	if (tests.kind === 'mono') return monoTest(tests.project, report, filters, show)
	const finished = await run(
		BIN.vitest,
		[
			...['run', '--config', tests.config, ...filters],
			...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
			// With filters, a suite without matching files is fine; without them it is an error.
			...(filters.length > 0 ? ['--passWithNoTests'] : []),
		],
		{ show, env: { ...process.env, ...tests.env } },
	)
	return countRun(finished, report)
}

async function main(): Promise<number> {
	const words = process.argv.slice(2).filter((word) => word !== 'all')
	if (words.includes('--help')) {
		console.log(HELP)
		return 0
	}
	const unknownFlag = words.find((word) => word.startsWith('-'))
	if (unknownFlag !== undefined) {
		console.error(`Unknown option ${unknownFlag}.\n\n${HELP}`)
		return 1
	}
	const named = SUITES.filter((suite) => words.includes(suite.name))
	const filters = words.filter((word) => !SUITES.some((suite) => suite.name === word))
	if (filters.length > 0 && named.length === 0) {
		console.error(`Unknown suite "${filters[0]}".\n\n${HELP}`)
		return 1
	}

	await mkdir(REPORTS, { recursive: true })
	const counts: Count[] = []
	const timings: Timing[] = []
	const suites: Timing[] = []
	const failed: string[] = []
	const skipped: Skipped[] = []
	const runLane = async (lane: readonly Suite[], show: (suite: Suite) => Shown): Promise<void> => {
		for (const suite of lane) {
			const missing = await suite.missing()
			if (missing !== null) {
				skipped.push({ suite: suite.name, reason: missing })
				continue
			}
			const startedAt = performance.now()
			const shown = show(suite)
			const ran = await runSuite(suite, filters, shown.take)
			shown.end()
			counts.push(ran.count)
			timings.push(...ran.timings)
			failed.push(...ran.failed)
			suites.push({ name: suite.name, ms: performance.now() - startedAt })
		}
	}
	const chosen = named.length > 0 ? named : SUITES
	const [first = [], ...others] = lanesOf(chosen)
	await Promise.all([runLane(first, live), ...others.map((lane) => runLane(lane, kept))])

	console.log(`\nThe slowest ${SLOWEST} tests:`)
	for (const line of slowestLines(timings, SLOWEST)) console.log(line)
	console.log('\nThe suites, with their builds and starts:')
	for (const line of slowestLines(suites, suites.length)) console.log(line)
	console.log('')
	for (const line of failed) console.log(`Failed: ${line}`)
	for (const { suite, reason } of skipped) console.log(`Not run: ${suite}: ${reason}`)
	const blocked = isCI ? skipped : []
	if (blocked.length > 0) {
		console.log(
			`CI must run every suite, so these count as failed: ${blocked.map((s) => s.suite).join(', ')}.`,
		)
	}
	const total = sum([...counts, { passed: 0, failed: blocked.length, skipped: 0 }])
	console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
	return total.failed > 0 ? 1 : 0
}

process.exit(await main())
