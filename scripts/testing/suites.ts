/** The test suites by name: what each needs, where it runs, and when. */
import { findChromium } from '../machine/chromium.ts'
import { dotnetMissing } from '../machine/dotnet.ts'
import { monoMissing } from '../machine/mono.ts'
import { pmarsMissing } from '../machine/pmars.ts'

export type Tests =
	/** Configuration of vitest, relative to the repository. */
	| {
			readonly kind: 'vitest'
			readonly config: string
			readonly env?: Readonly<Record<string, string>>
	  }
	/** Folder of a .NET test project, relative to the repository. */
	| { readonly kind: 'dotnet'; readonly project: string }
	/** The tests of the C# core, on Mono. */
	| { readonly kind: 'mono' }

export interface Suite {
	readonly name: string
	/** Run one after another; each leaves its own report. */
	readonly tests: readonly Tests[]
	/** Files that run at the same time. Tests of browsers and editors wait most of their time. */
	readonly workers: 1 | 2
	/** They share one build of .NET, so they never run at the same time. */
	readonly isDotnet: boolean
	/** `touched`: in the gate only if the C# package, or what it is tested with, changed since its last green run. */
	readonly when: 'always' | 'touched' | 'full'
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

const suite = (name: string, tests: Tests, missing = nothingMissing): Suite => ({
	name,
	workers: 2,
	isDotnet: false,
	when: 'always',
	tests: [tests],
	missing,
})
const onDotnet = (
	name: string,
	when: 'touched' | 'full',
	tests: readonly Tests[],
	missing = dotnetMissing,
): Suite => ({ name, workers: 1, isDotnet: true, when, tests, missing })

/** In the order in which they begin, those first that take longest. */
export const SUITES: readonly Suite[] = [
	suite('unit', vitest('vitest.config.ts')),
	suite('worker', vitest('worker/vitest.config.ts')),
	suite('e2e', vitest('test/e2e/vitest.config.ts'), chromiumMissing),
	{ ...onDotnet('conformance-dotnet', 'touched', [onEditor(CONFORMANCE, 'dotnet')]), workers: 2 },
	onDotnet('unity', 'touched', [dotnet('Core.Tests'), dotnet('Editor.Tests')]),
	suite('conformance', onEditor(CONFORMANCE, 'simulator')),
	{ ...suite('model-tasks', onEditor(MODEL_TASKS, 'simulator')), workers: 1 },
	suite('chaos', vitest('test/chaos/vitest.config.ts')),
	suite('corewar', vitest('test/corewar/vitest.config.ts'), pmarsMissing),
	onDotnet('model-tasks-dotnet', 'full', [onEditor(MODEL_TASKS, 'dotnet')]),
	onDotnet(
		'e2e-dotnet',
		'full',
		[vitest('test/e2e/dotnet.vitest.config.ts')],
		async () => (await dotnetMissing()) ?? (await chromiumMissing()),
	),
	onDotnet('unity-mono', 'full', [{ kind: 'mono' }], () => monoMissing()),
	onDotnet('unity-api', 'full', [dotnet('Api.Tests')]),
]

/** The suite of vitest that a test file belongs to; one that runs for several editors: with the simulator. */
export function suiteOf(file: string): string {
	if (file.endsWith('.e2e.ts')) return 'e2e'
	if (file.endsWith('.workerd.test.ts')) return 'worker'
	const folder = /^test\/([^/]+)\//.exec(file)?.[1]
	return folder ?? 'unit'
}
