/** The failed tests of a run, by name, from its reports: a long log's last lines must say what to mend. */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { MonoReport } from '../machine/mono.ts'
import { ROOT } from '../paths.ts'
import { readVitest, type VitestReport } from './counts.ts'

/** Enough to recognize the failure; the whole of it stands in the suite's output. */
const MAX_MESSAGE_CHARS = 300

export interface Failure {
	/** Relative to the repository, with forward slashes; null where the runner does not say. */
	readonly file: string | null
	/** The test's name; null: the file as a whole, which could not be loaded. */
	readonly test: string | null
	/** The first line of the reason; for a test in TypeScript also its line, and what a browser waited for. */
	readonly message: string
}

const firstLine = (text: string): string =>
	(text.split('\n').find((part) => part.trim() !== '') ?? '').trim().slice(0, MAX_MESSAGE_CHARS)

/** @param name the file, as stacks name it */
function reasonOf(coloured: string, name: string): string {
	const text = stripVTControlCharacters(coloured)
	const awaited = /^\s*- (waiting for .*)$/m.exec(text)?.[1]
	const line = text.split('\n').flatMap((part) => {
		const at = part.indexOf(`${name}:`)
		return at < 0 ? [] : (/^\d+/.exec(part.slice(at + name.length + 1))?.[0] ?? [])
	})[0]
	const where = [line === undefined ? [] : `line ${line}`, awaited ?? []].flat().join(', ')
	return where === '' ? firstLine(text) : `${firstLine(text)} (${where})`
}

const ofVitest = ({ testResults }: VitestReport): Failure[] =>
	testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
		const file = relative(ROOT, name).replaceAll('\\', '/')
		const failed = assertionResults.filter((test) => test.status === 'failed')
		if (failed.length === 0) {
			return status === 'failed' ? [{ file, test: null, message: firstLine(message ?? '') }] : []
		}
		return failed.map((test) => ({
			file,
			test: test.fullName,
			message: reasonOf(test.failureMessages?.[0] ?? '', name),
		}))
	})

/** In a .trx report each result is an element, with its message inside. */
const ofTrx = (trx: string): Failure[] =>
	trx
		.split('<UnitTestResult ')
		.slice(1)
		.flatMap((result) => {
			if (!/^[^>]*\boutcome="Failed"/.test(result)) return []
			const test = /\btestName="([^"]*)"/.exec(result)?.[1] ?? '(no name)'
			return [{ file: null, test, message: firstLine(/<Message>([^<]*)/.exec(result)?.[1] ?? '') }]
		})

function ofMono(text: string): Failure[] {
	const report = MonoReport.safeParse(JSON.parse(text))
	return (report.data?.failures ?? []).map(({ test, message }) => ({
		file: null,
		test,
		message: firstLine(message),
	}))
}

/** The failed tests of a report; empty if there is no report, or one that names no tests. */
export async function failuresOf(report: string): Promise<readonly Failure[]> {
	if (report.endsWith('.trx')) return ofTrx(await readFile(report, 'utf8').catch(() => ''))
	const vitest = await readVitest(report)
	return vitest === null
		? ofMono(await readFile(report, 'utf8').catch(() => 'null'))
		: ofVitest(vitest)
}

/** Names of tests that were skipped, e.g. because the machine lacks a program. */
export async function skippedIn(report: string): Promise<readonly string[]> {
	const vitest = await readVitest(report)
	return (vitest?.testResults ?? []).flatMap(({ assertionResults }) =>
		assertionResults.flatMap(({ status, fullName }) =>
			status === 'passed' || status === 'failed' ? [] : [fullName],
		),
	)
}

/** `file: test: reason`, as far as they are known. */
export const lineOf = ({ file, test, message }: Failure): string =>
	[file, test, message].filter((part) => part !== null && part !== '').join(': ')
