/**
 * `npm test [-- suite…]`: runs the suites and ends with one line `N passed, N failed, N skipped`.
 * The lines before name what this machine cannot run; with CI=true that is a failure. docs/testing.md says what runs when.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildRelay } from './builds/relay.ts'
import type { Show } from './children.ts'
import { BIN, ROOT } from './paths.ts'
import { sum } from './testing/counts.ts'
import { keepStamp, unchanged } from './testing/dotnet-stamp.ts'
import { lineOf } from './testing/failed.ts'
import { TIMES_FILE } from './testing/longest-first.ts'
import { type Failed, knownFlaky, onceMore } from './testing/once-more.ts'
import {
	type Choice,
	type Ran,
	runAgain,
	runSuite,
	testEnv,
	vitestArgs,
} from './testing/run-suite.ts'
import { SUITES, type Suite } from './testing/suites.ts'
import { slowestLines, type Timing } from './testing/timings.ts'
import { twoAtOnce } from './testing/two-at-once.ts'

const HELP = `npm test                            what guards each landing
npm run test:full                   everything: also volume, second editors, Mono, API levels; takes about an hour
npm test -- unit worker             only these suites: ${SUITES.map((s) => s.name).join(', ')}
npm test -- unit relay-cli          one suite, limited to files (unity: tests) whose path (name) contains the other words
npm test -- unit -t 'a red cube'    only tests whose name matches
npm test -- unit relay-cli --watch  again after every change
npm run test:flaky                  what you changed, five times on a busy core`

/** `--ci` acts like a build server: nothing may be left out silently. */
const isCI = (process.env['CI'] ?? '') !== '' && process.env['CI'] !== 'false'

interface Skipped {
	readonly suite: string
	readonly reason: string
}

/** The receiver of one suite's output. */
interface Shown {
	readonly take: Show
	/** The suite has ended. */
	readonly end: () => void
}

/** Shows the output as it comes. */
const live = (): Shown => ({ take: (chunk) => process.stdout.write(chunk), end: () => undefined })

/** Shows the output in one piece when the suite has ended: others print meanwhile. */
function kept(suite: Suite): Shown {
	const chunks: Buffer[] = []
	console.log(`\n── ${suite.name} runs beside these; its output follows when it has ended`)
	return {
		take: (chunk) => void chunks.push(chunk),
		end: () => process.stdout.write(Buffer.concat(chunks)),
	}
}

const SLOWEST = 10

/** All that ran, with what could not. */
interface Whole {
	readonly ran: readonly Ran[]
	readonly suites: readonly Timing[]
	readonly missing: readonly Skipped[]
}

async function runAll(chosen: readonly Suite[], choice: Choice): Promise<Whole> {
	const ran: Ran[] = []
	const suites: Timing[] = []
	const missing: Skipped[] = []
	await twoAtOnce(chosen, async (suite, slot) => {
		const reason = await suite.missing()
		if (reason !== null) {
			missing.push({ suite: suite.name, reason })
			return
		}
		const startedAt = performance.now()
		const shown = slot === 0 ? live() : kept(suite)
		ran.push(...(await runSuite(suite, choice, shown.take)))
		shown.end()
		suites.push({ name: suite.name, ms: performance.now() - startedAt })
	})
	return { ran, suites, missing }
}

/** A count without names counts as one failure that does not say where it is. */
const failedOf = (ran: Ran): Failed<Ran>[] => [
	...ran.failures.map((failure) => ({ suite: ran.suite.name, run: ran, failure })),
	...(ran.count.failed > ran.failures.length
		? [{ suite: ran.suite.name, run: ran, failure: unnamed(ran) }]
		: []),
]

const unnamed = ({ count, failures }: Ran) => ({
	file: null,
	test: null,
	message: `${count.failed - failures.length} more without a name; see the output of the suite`,
})

/** Seconds of the files that take longer than one, so that the longest start first. */
async function keepTimes(ran: readonly Ran[]): Promise<void> {
	const times = ran
		.flatMap(({ files }) => files)
		.filter(({ ms }) => ms >= 1_000)
		.map(({ name, ms }) => [name, Math.round(ms / 1_000)] as const)
		.sort(([a], [b]) => (a < b ? -1 : 1))
	await writeFile(TIMES_FILE, `${JSON.stringify(Object.fromEntries(times), null, '\t')}\n`)
}

/** Runs vitest as its own user interface: again after every change, until it is stopped. */
async function watch(suite: Suite, choice: Choice): Promise<number> {
	const [tests] = suite.tests
	if (tests?.kind !== 'vitest') {
		console.error(`--watch works with the suites of vitest, not with ${suite.name}.`)
		return 1
	}
	const child = spawn(
		process.execPath,
		[BIN.vitest, 'watch', ...vitestArgs(tests.config, choice)],
		{ cwd: ROOT, env: { ...testEnv(choice.full), ...tests.env }, stdio: 'inherit' },
	)
	const [code] = (await once(child, 'close')) as [number | null]
	return code ?? 1
}

const parse = () =>
	parseArgs({
		allowPositionals: true,
		options: {
			full: { type: 'boolean' },
			watch: { type: 'boolean' },
			testNamePattern: { type: 'string', short: 't' },
			help: { type: 'boolean', short: 'h' },
		},
	})

const refuse = (sentence: string): number => {
	console.error(`${sentence}\n\n${HELP}`)
	return 1
}

async function main(): Promise<number> {
	let parsed: ReturnType<typeof parse>
	try {
		parsed = parse()
	} catch (error) {
		return refuse(error instanceof Error ? error.message : String(error))
	}
	const { values, positionals } = parsed
	if (values.help) {
		console.log(HELP)
		return 0
	}
	const words = positionals.filter((word) => word !== 'all')
	const named = SUITES.filter((suite) => words.includes(suite.name))
	const choice: Choice = {
		full: values.full ?? false,
		filters: words.filter((word) => !SUITES.some((suite) => suite.name === word)),
		name: values.testNamePattern ?? null,
	}
	const narrowed = choice.filters.length > 0 || choice.name !== null
	if (narrowed && named.length === 0) {
		return refuse(
			choice.filters.length > 0 ? `Unknown suite "${choice.filters[0]}".` : 'Name a suite for -t.',
		)
	}
	if (values.watch) {
		const [only, ...more] = named
		if (only === undefined || more.length > 0) return refuse('--watch takes one suite.')
		return watch(only, choice)
	}

	const same = choice.full ? false : await unchanged()
	const due = SUITES.filter(
		({ when }) => choice.full || when === 'always' || (when === 'touched' && !same),
	)
	if (!choice.full) await buildRelay()
	const { ran, suites, missing } = await runAll(named.length > 0 ? named : due, choice)

	const first = ran.flatMap(failedOf)
	const { flaky, lines } = await onceMore(first, await knownFlaky(), new Date(), (run, file) =>
		runAgain(run, file, choice.full),
	)
	const failed = first.filter((one) => !flaky.includes(one))
	const dotnet = ran.filter(({ suite }) => suite.when === 'touched')
	if (!narrowed && dotnet.every(({ count }) => count.failed === 0)) {
		await keepStamp(dotnet.map(({ suite }) => suite.name))
	}
	if (choice.full && named.length === 0) await keepTimes(ran)

	const timings = ran.flatMap(({ suite, timings }) =>
		timings.map(({ name, ms }) => ({ name: `${suite.name}: ${name}`, ms })),
	)
	console.log(`\nThe slowest ${SLOWEST} tests:`)
	for (const line of slowestLines(timings, SLOWEST)) console.log(line)
	console.log('\nThe suites, with their builds and starts:')
	for (const line of slowestLines(suites, suites.length)) console.log(line)
	console.log('')
	if (same && named.length === 0) {
		const names = SUITES.filter(({ when }) => when === 'touched').map(({ name }) => name)
		console.log(`Not run, for nothing they test changed since they passed: ${names.join(', ')}`)
	}
	for (const line of lines) console.log(line)
	for (const { suite, failure } of failed) console.log(`Failed: ${suite}: ${lineOf(failure)}`)
	for (const { suite, reason } of missing) console.log(`Not run: ${suite}: ${reason}`)
	const leftOut = choice.name !== null ? [] : ran.flatMap(skippedOf)
	for (const name of leftOut) console.log(`Skipped: ${name}`)
	const blocked = isCI ? [...missing.map(({ suite }) => suite), ...leftOut] : []
	if (blocked.length > 0) {
		console.log(`CI must run everything, so these count as failed: ${blocked.join(', ')}.`)
	}
	if (flaky.length > 0) {
		console.log(
			`${flaky.length} flaky. Mend them, or write them down in scripts/testing/records/flaky.json.`,
		)
	}
	const total = sum(ran.map(({ count }) => count))
	const passed = total.passed + flaky.length
	const failures = total.failed - flaky.length + blocked.length
	console.log(`${passed} passed, ${failures} failed, ${total.skipped} skipped`)
	return failures > 0 ? 1 : 0
}

const skippedOf = ({ suite, skipped }: Ran): string[] =>
	skipped.map((name) => `${suite.name}: ${name}`)

process.exit(await main())
