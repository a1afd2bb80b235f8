/** The slowest tests of a run, from its reports. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'

export interface Timing {
	readonly name: string
	readonly ms: number
}

/** The fields that we read from vitest's JSON reporter. A skipped test has no duration. */
const VitestReport = z.object({
	testResults: z.array(
		z.object({
			assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
		}),
	),
})

const ofVitest = (json: unknown): Timing[] =>
	VitestReport.parse(json).testResults.flatMap(({ assertionResults }) =>
		assertionResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
	)

/** Timings of a .trx report: `duration="hh:mm:ss.fffffff"`. */
function ofTrx(trx: string): Timing[] {
	return [...trx.matchAll(/<UnitTestResult [^>]*>/g)].flatMap(([tag]) => {
		const name = /testName="([^"]*)"/.exec(tag)?.[1]
		const [, hours, minutes, seconds] = /duration="(\d+):(\d+):([\d.]+)"/.exec(tag) ?? []
		if (name === undefined || seconds === undefined) return []
		return [{ name, ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 }]
	})
}

/** Timings of a report in either format; empty if there is no report or it has no times. */
export async function timingsOf(report: string): Promise<readonly Timing[]> {
	const text = await readFile(report, 'utf8').catch(() => '')
	if (report.endsWith('.trx')) return ofTrx(text)
	try {
		return ofVitest(JSON.parse(text))
	} catch {
		return []
	}
}

/** Lines for people, slowest first. */
export function slowestLines(timings: readonly Timing[], count: number): string[] {
	return [...timings]
		.sort((a, b) => b.ms - a.ms)
		.slice(0, count)
		.map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`)
}
