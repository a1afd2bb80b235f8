/**
 * `npm run test:flaky -- [base]`: the test files that changed since a commit, and those that use a changed kit, five times on
 * one core beside two busy loops. A race that a landing would meet once in a hundred times shows here.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { BIN, ROOT } from './paths.ts'
import { changedSince, concernedTests, importGraph } from './testing/changed.ts'
import { testEnv } from './testing/run-suite.ts'
import { SUITES, suiteOf } from './testing/suites.ts'

const TIMES = 5
const BURNERS = 2
/** Pins a program to one core; only Linux has it. Elsewhere the loops take as many cores as they get. */
const PIN = process.platform === 'linux' ? ['taskset', '-c', '0'] : []

const HELP = `npm run test:flaky -- [base]   tests changed since the commit (default HEAD: what is not committed),
                               ${TIMES} times on one core beside ${BURNERS} busy loops`

function start(command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
	const [program = '', ...args] = [...PIN, ...command]
	return spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** @returns the exit code of the first run that failed, or 0 */
async function fiveTimes(config: string, files: readonly string[], env: NodeJS.ProcessEnv) {
	for (let time = 1; time <= TIMES; time++) {
		console.log(`\n── ${config}: run ${time} of ${TIMES}`)
		const run = start(
			[process.execPath, BIN.vitest, 'run', '--config', config, '--maxWorkers=1', ...files],
			env,
		)
		const [code] = (await once(run, 'close')) as [number | null]
		if (code !== 0) return code ?? 1
	}
	return 0
}

async function main(): Promise<number> {
	const [base = 'HEAD', ...more] = process.argv.slice(2)
	if (base.startsWith('-') || more.length > 0) {
		console.log(HELP)
		return base === '--help' ? 0 : 1
	}
	const tests = concernedTests(changedSince(base), await importGraph())
	if (tests.length === 0) {
		console.log(`No test changed since ${base}.`)
		return 0
	}
	const burners = Array.from({ length: BURNERS }, () =>
		start([process.execPath, '-e', 'for(;;);'], process.env),
	)
	try {
		for (const [name, files] of Map.groupBy(tests, suiteOf)) {
			const tests = SUITES.find((suite) => suite.name === name)?.tests[0]
			if (tests?.kind !== 'vitest') continue
			const code = await fiveTimes(tests.config, files, { ...testEnv(true), ...tests.env })
			if (code !== 0) return code
		}
	} finally {
		for (const burner of burners) burner.kill('SIGKILL')
	}
	console.log(`\n${tests.length} test files passed ${TIMES} times.`)
	return 0
}

process.exit(await main())
