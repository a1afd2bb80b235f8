/** The Unity package on .NET: what a tick costs while nothing happens, and how a full queue drains. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { dotnetMissing } from '../../scripts/dotnet.ts'
import { ROOT } from '../../scripts/paths.ts'
import type { Section } from '../report.ts'

const PROJECT = join(ROOT, 'unity-package', 'Tests~', 'Bench')
/** The first run builds. */
const TIMEOUT_MS = 900_000

/** What unity-package/Tests~/Bench prints. */
const Figures = z.object({
	idleBytesPerTick: z.number(),
	idleMicrosecondsPerTick: z.number(),
	idleTicks: z.number().int(),
	calls: z.number().int(),
	budgetMs: z.number(),
	callMs: z.number(),
	drainTicks: z.number().int(),
	drainMs: z.number(),
	longestTickMs: z.number(),
	medianTickMs: z.number(),
	ticksAboveBudget: z.number().int(),
})

/** Null where there is no .NET SDK; the reason goes to `say`. */
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
				what: `${figures.calls} queued calls of ${figures.callMs} ms: median tick while they drain`,
				value: figures.medianTickMs,
				unit: 'ms',
				note: `${figures.drainTicks} ticks, ${Math.round(figures.drainMs)} ms together`,
			},
			{
				what: `… the longest tick; the budget is ${figures.budgetMs} ms`,
				value: figures.longestTickMs,
				unit: 'ms',
				aim: 'the budget and one call',
				met: figures.ticksAboveBudget === 0,
				note: `${figures.ticksAboveBudget} above`,
			},
		],
	}
}
