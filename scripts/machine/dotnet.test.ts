import { expect, test } from 'vitest'
import { countTrx } from './dotnet.ts'

const trx = (total: number, executed: number, passed: number): string =>
	`<ResultSummary outcome="Completed"><Counters total="${total}" executed="${executed}" passed="${passed}" failed="0" error="0" /></ResultSummary>`

test('passed, failed and skipped tests are distinguished', () => {
	expect(countTrx(trx(10, 9, 9), 0)).toEqual({ passed: 9, failed: 0, skipped: 1 })
	// A test that timed out or was aborted does not count as "failed" in this format.
	expect(countTrx(trx(10, 10, 8), 1)).toEqual({ passed: 8, failed: 2, skipped: 0 })
})

test('a build that failed, or a run that crashed, is a failure', () => {
	expect(countTrx(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
	expect(countTrx(trx(10, 10, 10), 1).failed).toBe(1)
})
