/** The test suites by name, and how their reports are counted. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Finished } from './children.ts'
import { findChromium } from './chromium.ts'
import { dotnetMissing } from './dotnet.ts'
import { monoMissing } from './mono.ts'
import { pmarsMissing } from './pmars.ts'

export type Tests =
	/** Configuration of vitest, relative to the repository. */
	| {
			readonly kind: 'vitest'
			readonly config: string
			readonly env?: Readonly<Record<string, string>>
	  }
	/** Folder of a .NET test project, relative to the repository. */
	| { readonly kind: 'dotnet'; readonly project: string }
	/** The same, of one whose tests run on Mono. */
	| { readonly kind: 'mono'; readonly project: string }

export interface Suite {
	readonly name: string
	/** Run one after another; each leaves its own report. */
	readonly tests: readonly Tests[]
	/**
	 * Suites of one lane run one after another, the lanes in parallel: .NET suites build in the
	 * same folders, and the others use the time in which these wait.
	 */
	readonly lane: 'parts' | 'product' | 'dotnet'
	/** Why this machine cannot run it; null: it can. */
	readonly missing: () => Promise<string | null>
}

const nothingMissing: Suite['missing'] = async () => null
const chromiumMissing = async (): Promise<string | null> => {
	const chromium = await findChromium()
	return chromium.found ? null : chromium.reason
}
const vitest = (config: string): Tests => ({ kind: 'vitest', config })
/** The same suite for each kind of editor. */
const onEditor = (config: string, editor: 'simulator' | 'dotnet'): Tests => ({
	kind: 'vitest',
	config,
	env: { FAIRLEAD_CONFORMANCE_EDITOR: editor },
})
const CONFORMANCE = 'test/conformance/vitest.config.ts'
const MODEL_TASKS = 'test/model-tasks/vitest.config.ts'

const dotnet = (project: string): Tests => ({
	kind: 'dotnet',
	project: `unity-package/Tests~/${project}`,
})

const parts = (name: string, tests: Tests, missing = nothingMissing): Suite => ({
	name,
	lane: 'parts',
	tests: [tests],
	missing,
})
const product = (name: string, tests: Tests, missing = nothingMissing): Suite => ({
	name,
	lane: 'product',
	tests: [tests],
	missing,
})
const onDotnet = (name: string, tests: readonly Tests[], missing = dotnetMissing): Suite => ({
	name,
	lane: 'dotnet',
	tests,
	missing,
})

export const SUITES: readonly Suite[] = [
	parts('unit', vitest('vitest.config.ts')),
	parts('worker', vitest('worker/vitest.config.ts')),
	parts('chaos', vitest('test/chaos/vitest.config.ts')),
	parts('corewar', vitest('test/corewar/vitest.config.ts'), pmarsMissing),
	product('conformance', onEditor(CONFORMANCE, 'simulator')),
	product('model-tasks', onEditor(MODEL_TASKS, 'simulator')),
	product('e2e', vitest('test/e2e/vitest.config.ts'), chromiumMissing),
	onDotnet('conformance-dotnet', [onEditor(CONFORMANCE, 'dotnet')]),
	onDotnet('model-tasks-dotnet', [onEditor(MODEL_TASKS, 'dotnet')]),
	onDotnet(
		'e2e-dotnet',
		[vitest('test/e2e/dotnet.vitest.config.ts')],
		async () => (await dotnetMissing()) ?? (await chromiumMissing()),
	),
	onDotnet('unity', [dotnet('Core.Tests'), dotnet('Editor.Tests')]),
	onDotnet('unity-mono', [{ kind: 'mono', project: 'unity-package/Tests~/Mono.Tests' }], () =>
		monoMissing(),
	),
	onDotnet('unity-api', [dotnet('Api.Tests')]),
]

/** The fields of vitest's JSON report that are counted. */
const Report = z.object({
	numPassedTests: z.number().int(),
	numFailedTests: z.number().int(),
	numPendingTests: z.number().int(),
	numTodoTests: z.number().int(),
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
			message: z.string().optional(),
			assertionResults: z.array(z.object({ status: z.string() })),
		}),
	),
})

export interface Count {
	readonly passed: number
	readonly failed: number
	readonly skipped: number
}

/**
 * Counts one report. A file that could not be loaded has no tests, and an error outside
 * any test fails the run without failing a test: both count as a failure, never as nothing.
 */
export function countReport(json: unknown, exitCode: number): Count {
	const report = Report.parse(json)
	const broken = report.testResults.filter(
		(file) =>
			file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
	).length
	const failed = report.numFailedTests + broken
	return {
		passed: report.numPassedTests,
		failed: failed === 0 && exitCode !== 0 ? 1 : failed,
		skipped: report.numPendingTests + report.numTodoTests,
	}
}

/** Counts a finished run; one that left no report failed as a whole. */
export async function countRun(finished: Pick<Finished, 'code'>, file: string): Promise<Count> {
	try {
		return countReport(JSON.parse(await readFile(file, 'utf8')), finished.code)
	} catch {
		return { passed: 0, failed: 1, skipped: 0 }
	}
}

export const sum = (counts: readonly Count[]): Count =>
	counts.reduce(
		(a, b) => ({
			passed: a.passed + b.passed,
			failed: a.failed + b.failed,
			skipped: a.skipped + b.skipped,
		}),
		{ passed: 0, failed: 0, skipped: 0 },
	)
