/** `npm run test:chaos`: see {@link HELP}. Runs in a separate process: time and randomness are simulated. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { takeGlobals } from './kit/shims/globals.ts'
import { installHooks } from './kit/shims/hooks.ts'
import { MUTANT_SEEDS, MUTANTS, type Mutant } from './mutants.ts'

const HELP = `npm run test:chaos -- --runs 1000        this many seeds, starting at a random one, in this process, in virtual time
npm run test:chaos -- --seed 42          repeat one seed and list its faults; or several: 42,43
npm run test:chaos -- --first 5000       start with this seed, for example to repeat a printed run
npm run test:chaos -- --mutant NAME      break a rule on purpose; succeeds if it is found within ${MUTANT_SEEDS} seeds
npm run test:chaos -- --mutants          every mutant, one after another
npm run test:chaos -- --processes 50     real processes, killed by signal
Mutants: ${MUTANTS.map((mutant) => mutant.name).join(', ')}`

const DEFAULT_RUNS = 100
const PROGRESS_EVERY = 100
/** The random source takes seeds below 2^32. */
const MAX_FIRST_SEED = 4_000_000_000

const { values } = parseArgs({
	options: {
		runs: { type: 'string' },
		seed: { type: 'string' },
		first: { type: 'string' },
		mutant: { type: 'string' },
		mutants: { type: 'boolean' },
		processes: { type: 'string' },
		help: { type: 'boolean' },
	},
})

const whole = (text: string | undefined, otherwise: number): number => {
	const value = text === undefined ? otherwise : Number(text)
	if (Number.isSafeInteger(value) && value >= 0) return value
	console.error(`"${text}" is not a whole number.\n\n${HELP}`)
	process.exit(1)
}

async function main(): Promise<number> {
	if (values.help) {
		console.log(HELP)
		return 0
	}
	if (values.processes !== undefined) {
		const { killProcesses } = await import('./processes.ts')
		return killProcesses(whole(values.processes, 0), whole(values.first, 1))
	}
	if (values.mutants) return everyMutant()
	const mutant = MUTANTS.find(({ name }) => name === values.mutant) ?? null
	if (values.mutant !== undefined && !mutant) {
		console.error(`There is no mutant "${values.mutant}".\n\n${HELP}`)
		return 1
	}
	installHooks(mutant)
	takeGlobals()
	// A mutant must be found within few seeds: always the same ones.
	if (mutant) return findMutant(mutant, whole(values.first, 1))
	if (values.seed !== undefined) return seeds(values.seed.split(',').map((seed) => whole(seed, 0)))
	const runs = whole(values.runs, DEFAULT_RUNS)
	const first = whole(values.first, randomInt(MAX_FIRST_SEED))
	console.log(`These seeds again: npm run test:chaos -- --first ${first} --runs ${runs}`)
	return seeds(Array.from({ length: runs }, (_, n) => first + n))
}

async function seeds(chosen: readonly number[]): Promise<number> {
	const { Tally } = await import('./tally.ts')
	const { runSeed, loadParts } = await import('./run-seed.ts')
	const parts = await loadParts()
	const tally = new Tally()
	for (const seed of chosen) {
		const result = await runSeed(seed, parts)
		tally.add(result)
		for (const text of result.violations) console.log(`seed ${seed}: ${text}`)
		if (result.violations.length > 0) console.log(`Again: npm run test:chaos -- --seed ${seed}`)
		if (chosen.length > PROGRESS_EVERY && tally.runs % PROGRESS_EVERY === 0)
			console.log(`${tally.runs} runs`)
	}
	console.log(tally.report())
	return tally.violated > 0 ? 1 : 0
}

async function findMutant(mutant: Mutant, first: number): Promise<number> {
	const { runSeed, loadParts } = await import('./run-seed.ts')
	const parts = await loadParts()
	for (let seed = first; seed < first + MUTANT_SEEDS; seed++) {
		const { violations } = await runSeed(seed, parts)
		const shown = violations.find((text) => mutant.shows.test(text))
		if (shown === undefined) continue
		console.log(`found ${mutant.name} with seed ${seed}: ${shown.slice(0, 300)}`)
		return 0
	}
	console.log(`${mutant.name} (${mutant.breaks}) was not found within ${MUTANT_SEEDS} seeds.`)
	return 1
}

/** Each in a separate process: a module is loaded only once. */
async function everyMutant(): Promise<number> {
	const { run } = await import('../../scripts/children.ts')
	let missed = 0
	for (const { name } of MUTANTS) {
		const { code, output } = await run(import.meta.filename, ['--mutant', name])
		console.log(output.trimEnd())
		if (code !== 0) missed++
	}
	console.log(`${MUTANTS.length - missed} of ${MUTANTS.length} mutants found`)
	return missed > 0 ? 1 : 0
}

process.exitCode = await main()
