/**
 * `npm test [-- suite…]`: runs the suites and ends with one line `N passed, N failed, N skipped`.
 * What this machine cannot run is named in the lines before; with CI=true that is a failure.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { run } from './children.ts'
import { dotnetTest } from './dotnet.ts'
import { monoTest } from './mono.ts'
import { BIN, STATE_DIR } from './paths.ts'
import { type Count, countRun, SUITES, type Suite, sum, type Tests } from './suites.ts'

const HELP = `npm test                       every suite
npm test -- unit worker        only these suites: ${SUITES.map((s) => s.name).join(', ')}
npm test -- unit relay-cli     one suite, limited to files (unity: tests) whose path (name) contains the other words`

/** `--ci` is what a build server is: nothing may be left out silently. */
const isCI = (process.env['CI'] ?? '') !== '' && process.env['CI'] !== 'false'

interface Skipped {
	readonly suite: string
	readonly reason: string
}

const titleOf = (tests: Tests): string =>
	basename(tests.kind === 'vitest' ? dirname(tests.config) : tests.project)

async function runSuite(suite: Suite, filters: readonly string[]): Promise<Count> {
	const counts: Count[] = []
	for (const [index, tests] of suite.tests.entries()) {
		const many = suite.tests.length > 1
		console.log(`\n── ${suite.name}${many ? `: ${titleOf(tests)}` : ''}`)
		counts.push(await runTests(tests, many ? `${suite.name}-${index + 1}` : suite.name, filters))
	}
	return sum(counts)
}

/** `name` is that of the report. */
async function runTests(tests: Tests, name: string, filters: readonly string[]): Promise<Count> {
	const reports = join(STATE_DIR, 'test-reports')
	await mkdir(reports, { recursive: true })
	const report = join(reports, `${name}.${tests.kind === 'dotnet' ? 'trx' : 'json'}`)
	// A report of yesterday must not stand for a run that left none.
	await rm(report, { force: true })
	if (tests.kind === 'dotnet') return dotnetTest(tests.project, report, filters)
	if (tests.kind === 'mono') return monoTest(tests.project, report, filters)
	const finished = await run(
		BIN.vitest,
		[
			...['run', '--config', tests.config, ...filters],
			...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
			// Filters select files; a suite without a match is fine then, and an error otherwise.
			...(filters.length > 0 ? ['--passWithNoTests'] : []),
		],
		{ show: true, env: { ...process.env, ...tests.env } },
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

	const counts: Count[] = []
	const skipped: Skipped[] = []
	for (const suite of named.length > 0 ? named : SUITES) {
		const missing = await suite.missing()
		if (missing !== null) {
			skipped.push({ suite: suite.name, reason: missing })
			continue
		}
		counts.push(await runSuite(suite, filters))
	}

	console.log('')
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
