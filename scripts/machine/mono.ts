/** Mono, the runtime of Unity's editor, with which the core of the Unity package is tested. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, realpath } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import * as z from 'zod'
import type { Show } from '../children.ts'
import { ROOT } from '../paths.ts'
import type { Count } from '../testing/counts.ts'
import { buildTests, dotnetMissing } from './dotnet.ts'

const PROGRAM = join(
	ROOT,
	'unity-package',
	'Tests~',
	'artifacts',
	'6000.3',
	'bin',
	'Fairlead.Mono.Tests',
	'debug',
	'Fairlead.Core.Tests.dll',
)
/** Lets Mono run code compiled for .NET Standard; Debian has it in a separate package. */
const FACADE = join('lib', 'mono', '4.5', 'Facades', 'netstandard.dll')
const NAME = process.platform === 'win32' ? 'mono.exe' : 'mono'

const exists = (path: string): Promise<boolean> =>
	access(path).then(
		() => true,
		() => false,
	)

/** Why the tests on Mono cannot run here; null: they can. */
export async function monoMissing(
	path: string = process.env['PATH'] ?? '',
): Promise<string | null> {
	for (const folder of path.split(delimiter).filter((part) => part !== '')) {
		const program = join(folder, NAME)
		if (!(await exists(program))) continue
		// A package manager may have linked it from its real location.
		const homes = [folder, dirname(await realpath(program))].map(dirname)
		for (const home of homes) if (await exists(join(home, FACADE))) return dotnetMissing()
		return 'Mono is installed without its .NET Standard facades (on Debian: apt-get install mono-devel)'
	}
	return 'Mono is not installed (on Debian: apt-get install mono-devel)'
}

/** Written by `Mono.Tests/Program.cs`. */
export const MonoReport = z.object({
	passed: z.number().int(),
	failures: z.array(z.object({ test: z.string(), message: z.string() })),
})

/** Counts a run's report; one that crashed before counts as failed. */
export function countMono(report: string | null, exitCode: number | null): Count {
	if (report === null) return { passed: 0, failed: 1, skipped: 0 }
	const { passed, failures } = MonoReport.parse(JSON.parse(report))
	const failed = failures.length === 0 && exitCode !== 0 ? 1 : failures.length
	return { passed, failed, skipped: 0 }
}

/** Builds and runs the tests on Mono; `report` is the .json file to leave, `filters` parts of test names. */
export async function monoTest(
	report: string,
	filters: readonly string[],
	show: Show,
): Promise<Count> {
	if (!(await buildTests(show, true))) return { passed: 0, failed: 1, skipped: 0 }
	const child = spawn('mono', ['--debug', PROGRAM, '--report', report, ...filters], {
		cwd: ROOT,
		env: { ...process.env, FAIRLEAD_NODE: process.execPath },
		stdio: ['ignore', 'pipe', 'pipe'],
		windowsHide: true,
	})
	child.stdout.on('data', show)
	child.stderr.on('data', show)
	const [code] = (await once(child, 'close')) as [number | null]
	return countMono(await readFile(report, 'utf8').catch(() => null), code)
}
