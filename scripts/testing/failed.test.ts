import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { failuresOf, lineOf, skippedIn } from './failed.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'fairlead-failed-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function report(name: string, text: string): Promise<string> {
	const path = join(folder, name)
	await writeFile(path, text)
	return path
}

test('a failed browser test is named with its line, and with what it waited for', async () => {
	const name = join(ROOT, 'a.e2e.ts')
	const stack = `locator.waitFor: Timeout 60000ms exceeded.
Call log:
\u001b[2m  - waiting for getByText('there') to be visible\u001b[22m

    at open (${join(ROOT, 'kit.ts')}:3:1)
    at ${name}:12:34
    at ${name}:20:1`
	const path = await report(
		'r.json',
		JSON.stringify({
			numPassedTests: 0,
			numFailedTests: 1,
			numPendingTests: 0,
			numTodoTests: 0,
			testResults: [
				{
					name,
					status: 'failed',
					assertionResults: [{ status: 'failed', fullName: 'bad', failureMessages: [stack] }],
				},
			],
		}),
	)
	expect(await failuresOf(path)).toMatchObject([
		{
			message:
				"locator.waitFor: Timeout 60000ms exceeded. (line 12, waiting for getByText('there') to be visible)",
		},
	])
})

test('failed tests of a vitest report are named with file, name and the first line of the reason', async () => {
	const path = await report(
		'r.json',
		JSON.stringify({
			numPassedTests: 2,
			numFailedTests: 1,
			numPendingTests: 1,
			numTodoTests: 0,
			testResults: [
				{
					name: join(ROOT, 'a.test.ts'),
					status: 'failed',
					assertionResults: [
						{ status: 'passed', fullName: 'good', failureMessages: [] },
						{ status: 'failed', fullName: 'bad', failureMessages: ['expected 1\n  at a.test.ts'] },
					],
				},
				{
					name: join(ROOT, 'b.test.ts'),
					status: 'failed',
					message: 'Cannot find module',
					assertionResults: [],
				},
				{
					name: join(ROOT, 'c.test.ts'),
					status: 'passed',
					assertionResults: [{ status: 'pending', fullName: 'not here' }],
				},
			],
		}),
	)
	const failures = await failuresOf(path)
	expect(failures).toEqual([
		{ file: 'a.test.ts', test: 'bad', message: 'expected 1' },
		{ file: 'b.test.ts', test: null, message: 'Cannot find module' },
	])
	expect(failures.map(lineOf)).toEqual([
		'a.test.ts: bad: expected 1',
		'b.test.ts: Cannot find module',
	])
	expect(await skippedIn(path)).toEqual(['not here'])
})

test('failed tests of a .NET report are named', async () => {
	const path = await report(
		'r.trx',
		`<Results><UnitTestResult testName="A.Good" outcome="Passed"></UnitTestResult>
<UnitTestResult testName="A.Bad" outcome="Failed"><Output><ErrorInfo><Message>Assert.True() Failure
Expected: True</Message></ErrorInfo></Output></UnitTestResult></Results>`,
	)
	expect((await failuresOf(path)).map(lineOf)).toEqual(['A.Bad: Assert.True() Failure'])
})

test('failed tests on Mono are named', async () => {
	const failures = [{ test: 'A.Bad', message: 'Assert.True() Failure' }]
	const path = await report('m.json', JSON.stringify({ passed: 1, failures }))
	expect((await failuresOf(path)).map(lineOf)).toEqual(['A.Bad: Assert.True() Failure'])
})

test('a run that left no report names no failed test', async () => {
	expect(await failuresOf(join(folder, 'none.json'))).toEqual([])
})
