/** The Unity package on .NET: the cost of an idle tick, and how a full queue drains. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { dotnetMissing } from '../../scripts/machine/dotnet.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Section } from '../report.ts'

const PROJECT = join(ROOT, 'unity-package', 'Tests~', 'Bench')
/** The first run builds. */
const TIMEOUT_MS = 900_000

/** The output of unity-package/Tests~/Bench. */
const Figures = z.object({
	idleBytesPerTick: z.number(),
	idleMicrosecondsPerTick: z.number(),
	idleTicks: z.number().int(),
	calls: z.number().int(),
	budgetMs: z.number(),
	callMs: z.number(),
	drainTicks: z.number().int(),
	/** Measured in the calls' own time, not wall time: a busy machine does not matter. */
	longestTickMs: z.number(),
	overheadMicrosecondsPerCall: z.number(),
})

/** The figures; null without a .NET SDK, with the reason for `say`. */
export async function editorTicks(say: (text: string) => void): Promise<Section | null> {
	const missing = await dotnetMissing()
	if (missing !== null) {
		say(`Not measured: ticks of the Unity package: ${missing}`)
		return null
	}
	const { stdout } = await promisify(execFile)(
		'dotnet',
		['run', '--project', PROJECT, '--configuration', 'Release', '--disable-build-servers'],
		{ timeout: TIMEOUT_MS, windowsHide: true },
	)
	const figures = Figures.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
	return {
		title: 'Ticks of the Unity package, on .NET',
		rows: [
			{
				what: 'An idle tick allocates',
				value: figures.idleBytesPerTick,
				unit: 'bytes',
				aim: 'nothing',
				met: figures.idleBytesPerTick === 0,
				note: `n=${figures.idleTicks}`,
			},
			{ what: 'An idle tick takes', value: figures.idleMicrosecondsPerTick, unit: 'µs' },
			{
				what: `${figures.calls} queued calls of ${figures.callMs} ms: the longest tick`,
				value: figures.longestTickMs,
				unit: 'ms',
				aim: `the budget of ${figures.budgetMs} ms and one call`,
				met: figures.longestTickMs <= figures.budgetMs + figures.callMs,
				note: `${figures.drainTicks} ticks`,
			},
			{
				what: '… what queue, journal and answer cost beside the call itself',
				value: figures.overheadMicrosecondsPerCall,
				unit: 'µs per call',
			},
		],
	}
}
