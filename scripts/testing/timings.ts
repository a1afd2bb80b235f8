/** How long tests and files took, from the reports of a run. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { ROOT } from '../paths.ts'
import { readVitest } from './counts.ts'

export interface Timing {
	readonly name: string
	readonly ms: number
}

/** Timings of a .trx report: `duration="hh:mm:ss.fffffff"`. */
function ofTrx(trx: string): Timing[] {
	return [...trx.matchAll(/<UnitTestResult [^>]*>/g)].flatMap(([tag]) => {
		const name = /testName="([^"]*)"/.exec(tag)?.[1]
		const [, hours, minutes, seconds] = /duration="(\d+):(\d+):([\d.]+)"/.exec(tag) ?? []
		if (name === undefined || seconds === undefined) return []
		return [{ name, ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 }]
	})
}

/** The tests of a report in either format; empty if there is no report or it has no times. A skipped test takes none. */
export async function timingsOf(report: string): Promise<readonly Timing[]> {
	if (report.endsWith('.trx')) return ofTrx(await readFile(report, 'utf8').catch(() => ''))
	const vitest = await readVitest(report)
	return (vitest?.testResults ?? []).flatMap(({ assertionResults }) =>
		assertionResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
	)
}

/** The files of one of vitest's reports, each with its time from the first hook to the last. */
export async function fileTimingsOf(report: string): Promise<readonly Timing[]> {
	const vitest = await readVitest(report)
	return (vitest?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
		name: relative(ROOT, name).replaceAll('\\', '/'),
		ms: endTime - startTime,
	}))
}

/** Lines for people, slowest first. */
export function slowestLines(timings: readonly Timing[], count: number): string[] {
	return [...timings]
		.sort((a, b) => b.ms - a.ms)
		.slice(0, count)
		.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
}
