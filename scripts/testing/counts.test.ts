import { expect, test } from 'vitest'
import { countReport, countRun, sum } from './counts.ts'

const report = (over: object = {}) => ({
	numPassedTests: 3,
	numFailedTests: 0,
	numPendingTests: 1,
	numTodoTests: 0,
	testResults: [
		{
			name: 'a.test.ts',
			status: 'passed',
			assertionResults: [{ status: 'passed', fullName: 'a' }],
		},
	],
	...over,
})

test('passed and skipped tests of a clean run are counted', () => {
	expect(countReport(report(), 0)).toEqual({ passed: 3, failed: 0, skipped: 1 })
})

test('failed tests count once, not again as a failed file', () => {
	const failed = report({
		numFailedTests: 2,
		testResults: [
			{ name: 'a', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'a' }] },
		],
	})
	expect(countReport(failed, 1)).toEqual({ passed: 3, failed: 2, skipped: 1 })
})

test('a file that does not load holds no tests, and still counts as a failure', () => {
	const broken = report({ testResults: [{ name: 'a', status: 'failed', assertionResults: [] }] })
	expect(countReport(broken, 1).failed).toBe(1)
})

test('an error outside any test is a failure', () => {
	expect(countReport(report(), 1).failed).toBe(1)
})

test('a run that crashed before its report is a failure', async () => {
	expect(await countRun({ code: 0 }, '/nowhere/report.json')).toEqual({
		passed: 0,
		failed: 1,
		skipped: 0,
	})
})

test('suites add up', () => {
	const one = { passed: 1, failed: 2, skipped: 3 }
	expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 })
	expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
