import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { fileTimingsOf, slowestLines, timingsOf } from './timings.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-timings-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function report(name: string, text: string): Promise<string> {
	const path = join(folder, name)
	await writeFile(path, text)
	return path
}

test('times are read from a vitest report; a skipped test took none', async () => {
	const assertionResults = [
		{ status: 'passed', fullName: 'a b', duration: 1_500.4 },
		{ status: 'pending', fullName: 'c', duration: null },
	]
	const [startTime, endTime] = [1_000, 4_000]
	const name = join(ROOT, 'test', 'a.test.ts')
	const path = await report(
		'r.json',
		JSON.stringify({
			numPassedTests: 1,
			numFailedTests: 0,
			numPendingTests: 1,
			numTodoTests: 0,
			testResults: [{ name, status: 'passed', startTime, endTime, assertionResults }],
		}),
	)
	expect(await timingsOf(path)).toEqual([
		{ name: 'a b', ms: 1_500.4 },
		{ name: 'c', ms: 0 },
	])
	expect(await fileTimingsOf(path)).toEqual([{ name: 'test/a.test.ts', ms: 3_000 }])
})

test('times are read from a .NET report', async () => {
	const path = await report(
		'r.trx',
		'<Results><UnitTestResult executionId="1" testName="A.B" duration="00:01:02.5000000" outcome="Passed"></UnitTestResult></Results>',
	)
	expect(await timingsOf(path)).toEqual([{ name: 'A.B', ms: 62_500 }])
})

test('a run that left no report, or one without times, has no times', async () => {
	expect(await timingsOf(join(folder, 'none.json'))).toEqual([])
	expect(await timingsOf(await report('r.json', '{"passed":1,"failed":0}'))).toEqual([])
})

test('the slowest tests come first, limited to the requested number', () => {
	const lines = slowestLines(
		[
			{ name: 'quick', ms: 10 },
			{ name: 'slow', ms: 61_000 },
			{ name: 'slower', ms: 100_000 },
		],
		2,
	)
	expect(lines).toEqual(['  100.0 s  slower', '   61.0 s  slow'])
})
