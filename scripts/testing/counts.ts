/** Counts of tests, and vitest's report as far as it is read. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Finished } from '../children.ts'

/** The fields of vitest's JSON report that are used. */
export const VitestReport = z.object({
	numPassedTests: z.number().int(),
	numFailedTests: z.number().int(),
	numPendingTests: z.number().int(),
	numTodoTests: z.number().int(),
	testResults: z.array(
		z.object({
			/** Absolute path of the file. */
			name: z.string(),
			status: z.string(),
			/** Why the file could not be loaded. */
			message: z.string().optional(),
			/** Milliseconds since 1970. */
			startTime: z.number().optional(),
			endTime: z.number().optional(),
			assertionResults: z.array(
				z.object({
					status: z.string(),
					fullName: z.string(),
					/** Milliseconds; a skipped test has none. */
					duration: z.number().nullish(),
					failureMessages: z.array(z.string()).nullish(),
				}),
			),
		}),
	),
})
export type VitestReport = z.infer<typeof VitestReport>

/** A report left by vitest; null if there is none, or it is something else. */
export async function readVitest(file: string): Promise<VitestReport | null> {
	const text = await readFile(file, 'utf8').catch(() => '')
	try {
		return VitestReport.parse(JSON.parse(text))
	} catch {
		return null
	}
}

export interface Count {
	readonly passed: number
	readonly failed: number
	readonly skipped: number
}

/**
 * Counts one report. A file that could not be loaded has no tests, and an error outside
 * any test fails the run without failing a test: both count as a failure, never as nothing.
 */
export function countReport(report: VitestReport, exitCode: number): Count {
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
	const report = await readVitest(file)
	return report === null ? { passed: 0, failed: 1, skipped: 0 } : countReport(report, finished.code)
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
