/** The .NET SDK, with which the Unity package is tested. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { stageOf } from '../builds/progress.ts'
import { hashOf, unlessDone } from '../builds/stamps.ts'
import type { Show } from '../children.ts'
import { ROOT, STATE_DIR } from '../paths.ts'
import type { Count } from '../testing/counts.ts'

/** The target framework of the test projects. */
const MIN_SDK_MAJOR = 10

/** The sources of the headless editor. */
const HOST_INPUTS = [
	'unity-package/Editor',
	...['Core', 'Editor', 'Engine', 'Faults', 'Host', 'Probe', 'Directory.Build.props'].map(
		(name) => `unity-package/Tests~/${name}`,
	),
]
const HOST_PROJECT = join(ROOT, 'unity-package', 'Tests~', 'Host')
/** The headless editor: `dotnet <this> --project <folder>`. */
export const HOST_DLL = join(
	ROOT,
	'unity-package',
	'Tests~',
	'artifacts',
	'6000.3',
	'bin',
	'Fairlead.Host',
	'debug',
	'Fairlead.Host.dll',
)

/** No telemetry, and no build server that outlives the run. */
const QUIET = {
	DOTNET_CLI_TELEMETRY_OPTOUT: '1',
	DOTNET_NOLOGO: '1',
	MSBUILDDISABLENODEREUSE: '1',
} as const

/** Runs `dotnet`; the code is null if it is not installed. `show` gets its output, including stderr. */
async function dotnet(
	args: readonly string[],
	show?: Show,
): Promise<{ code: number | null; output: string }> {
	const child = spawn('dotnet', args, {
		cwd: ROOT,
		env: { ...process.env, ...QUIET, FAIRLEAD_NODE: process.execPath },
		stdio: ['ignore', 'pipe', show ? 'pipe' : 'ignore'],
		windowsHide: true,
	})
	let output = ''
	child.stdout?.on('data', (chunk: Buffer) => {
		output += chunk.toString()
		show?.(chunk)
	})
	child.stderr?.on('data', (chunk: Buffer) => show?.(chunk))
	try {
		const [code] = (await once(child, 'close')) as [number | null]
		return { code: code ?? 1, output }
	} catch {
		return { code: null, output }
	}
}

/** Why the .NET tests cannot run here; null: they can. */
export async function dotnetMissing(): Promise<string | null> {
	const { code, output } = await dotnet(['--list-sdks'])
	const majors = [...output.matchAll(/^(\d+)\./gm)].map((match) => Number(match[1]))
	if (code === 0 && majors.some((major) => major >= MIN_SDK_MAJOR)) return null
	return `the .NET SDK ${MIN_SDK_MAJOR} is not installed (https://dotnet.microsoft.com/download)`
}

/**
 * Builds the headless editor unless nothing changed since.
 * @throws with a message for people if the SDK is missing, or with the compiler's output
 */
export async function buildHost(
	options: { analysed?: boolean; onBegin?: () => void; onStage?: (what: string) => void } = {},
): Promise<void> {
	const { analysed = false } = options
	const built = async (): Promise<boolean> =>
		access(HOST_DLL).then(
			() => true,
			() => false,
		)
	await unlessDone(
		join(STATE_DIR, 'stamps', 'host'),
		await hashOf(HOST_INPUTS),
		built,
		async () => {
			const missing = await dotnetMissing()
			if (missing !== null) throw new Error(`The C# editor cannot run here: ${missing}.`)
			options.onBegin?.()
			// At its usual verbosity it names each project once it is built.
			const { code, output } = await dotnet(buildOf(HOST_PROJECT, analysed, 'm'), (chunk) => {
				const stages = chunk.toString().split('\n').map(stageOf)
				const newest = stages.findLast((stage) => stage !== null)
				if (newest) options.onStage?.(newest)
			})
			if (code !== 0) throw new Error(`The C# editor failed to build.\n${output}`)
		},
	)
}

/** `analysed`: with the analyzers of .NET, which take longer than the compiler; their warnings are errors. */
const buildOf = (project: string, analysed: boolean, verbosity: 'q' | 'm' = 'q'): string[] => [
	'build',
	project,
	'--nologo',
	'-v',
	verbosity,
	'--disable-build-servers',
	'-nodeReuse:false',
	`-p:RunAnalyzers=${analysed}`,
]

/** Every project with tests. Built one by one, each restores and compiles what they share. */
const TESTS = join(ROOT, 'unity-package', 'Tests~', 'Tests.slnx')
let building: Promise<boolean> | null = null

/** Builds all test projects once a run, with the compiler's output shown; false if one does not build. */
export function buildTests(show: Show, analysed: boolean): Promise<boolean> {
	building ??= dotnet(buildOf(TESTS, analysed), show).then(({ code }) => code === 0)
	return building
}

/** Builds and runs the tests of one project; `report` is the .trx file to leave, `filters` parts of test names. */
export async function dotnetTest(
	project: string,
	report: string,
	filters: readonly string[],
	analysed: boolean,
	show: Show,
): Promise<Count> {
	if (!(await buildTests(show, analysed))) return { passed: 0, failed: 1, skipped: 0 }
	const { code } = await dotnet(
		[
			'test',
			project,
			'--no-build',
			'--nologo',
			'--results-directory',
			dirname(report),
			'--logger',
			`trx;LogFileName=${basename(report)}`,
			'--logger',
			'console;verbosity=minimal',
			...(filters.length > 0
				? ['--filter', filters.map((word) => `FullyQualifiedName~${word}`).join('|')]
				: []),
		],
		show,
	)
	const trx = await readFile(report, 'utf8').catch(() => null)
	return countTrx(trx, code ?? 1)
}

/** Counts a .trx report; a run that failed without a failed test, or left no report, failed as a whole. */
export function countTrx(trx: string | null, exitCode: number): Count {
	const counters = /<Counters ([^>]*)\/>/.exec(trx ?? '')?.[1]
	if (counters === undefined) return { passed: 0, failed: 1, skipped: 0 }
	const counter = (name: string): number =>
		Number(new RegExp(`\\b${name}="(\\d+)"`).exec(counters)?.[1] ?? 0)
	const passed = counter('passed')
	const failed = counter('executed') - passed
	return {
		passed,
		failed: failed === 0 && exitCode !== 0 ? 1 : failed,
		skipped: counter('total') - counter('executed'),
	}
}
