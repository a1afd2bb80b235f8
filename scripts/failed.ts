/** The failed tests of a run, by name, from its reports: a long log's last lines must say what to mend. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import * as z from 'zod'
import { ROOT } from './paths.ts'

/** Enough to recognize the failure; the whole of it stands in the suite's output. */
const MAX_MESSAGE_CHARS = 300

/** The fields that we read from vitest's JSON reporter. */
const VitestReport = z.object({
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
			/** Why the file could not be loaded. */
			message: z.string().optional(),
			assertionResults: z.array(
				z.object({
					status: z.string(),
					fullName: z.string(),
					failureMessages: z.array(z.string()).nullish(),
				}),
			),
		}),
	),
})

const line = (name: string, message: string): string => {
	const first = message.split('\n').find((part) => part.trim() !== '') ?? ''
	return first === '' ? name : `${name}: ${first.trim().slice(0, MAX_MESSAGE_CHARS)}`
}

function ofVitest(json: unknown): string[] {
	return VitestReport.parse(json).testResults.flatMap(
		({ name, status, message, assertionResults }) => {
			const file = relative(ROOT, name)
			const failed = assertionResults.filter((test) => test.status === 'failed')
			if (failed.length === 0) return status === 'failed' ? [line(file, message ?? '')] : []
			return failed.map((test) =>
				line(`${file}: ${test.fullName}`, test.failureMessages?.[0] ?? ''),
			)
		},
	)
}

/** In a .trx report each result is an element, with its message inside. */
const ofTrx = (trx: string): string[] =>
	trx
		.split('<UnitTestResult ')
		.slice(1)
		.flatMap((result) => {
			if (!/^[^>]*\boutcome="Failed"/.test(result)) return []
			const name = /\btestName="([^"]*)"/.exec(result)?.[1] ?? '(no name)'
			return [line(name, /<Message>([^<]*)/.exec(result)?.[1] ?? '')]
		})

/** A line per failed test of a report; empty if there is no report, or one that names no tests. */
export async function failedLines(report: string): Promise<readonly string[]> {
	const text = await readFile(report, 'utf8').catch(() => '')
	if (report.endsWith('.trx')) return ofTrx(text)
	try {
		return ofVitest(JSON.parse(text))
	} catch {
		return []
	}
}
