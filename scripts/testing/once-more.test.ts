import { expect, test } from 'vitest'
import { type Failed, knownFlaky, onceMore } from './once-more.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

const failed = (file: string | null, name: string | null, suite = 'unit'): Failed<string> => ({
	suite,
	run: `run of ${suite}`,
	failure: { file, test: name, message: 'expected 1' },
})

async function judged(failures: readonly Failed<string>[], passes: boolean, since?: string) {
	const ran: string[] = []
	const known =
		since === undefined ? [] : [{ test: 'unit: a.test.ts: one', since, reason: 'a race' }]
	const verdict = await onceMore(failures, known, NOW, async (run, file) => {
		ran.push(`${run}: ${file}`)
		return passes
	})
	return { ...verdict, ran }
}

test('each failed file runs once; tests that pass then are flaky, and named with what was wrong', async () => {
	const failures = [
		failed('a.test.ts', 'one'),
		failed('a.test.ts', 'two'),
		failed('b.test.ts', 'x'),
	]
	const { flaky, lines, ran } = await judged(failures, true)
	expect(ran).toEqual(['run of unit: a.test.ts', 'run of unit: b.test.ts'])
	expect(flaky).toEqual(failures)
	expect(lines).toEqual([
		'flaky: unit: a.test.ts: one: expected 1',
		'flaky: unit: a.test.ts: two: expected 1',
		'flaky: unit: b.test.ts: x: expected 1',
	])
})

test('a test that fails alone, too, has failed', async () => {
	const { flaky, ran } = await judged([failed('a.test.ts', 'one')], false)
	expect(ran).toHaveLength(1)
	expect(flaky).toEqual([])
})

test('a test that was written down may be flaky for seven days, then it has failed', async () => {
	const failures = [failed('a.test.ts', 'one')]
	expect((await judged(failures, true, '2026-11-21')).flaky).toHaveLength(1)
	const late = await judged(failures, true, '2026-11-19')
	expect(late.flaky).toEqual([])
	expect(late.lines).toEqual(['flaky for more than 7 days, so failed: unit: a.test.ts: one'])
})

test.each([
	['six files', [1, 2, 3, 4, 5, 6].map((n) => failed(`${n}.test.ts`, 'one'))],
	['a file that does not load', [failed('a.test.ts', 'one'), failed('b.test.ts', null)]],
	['a suite that names no file', [failed(null, 'A.B', 'unity')]],
	['chaos', [failed('test/chaos/chaos.test.ts', '40 new seeds')]],
	['a test of kills', [failed('relay-cli/test/kill.test.ts', 'none runs twice')]],
	['a test of calls that run at most once', [failed('test/conformance/wire.test.ts', 'once')]],
	['a test of access', [failed('worker/src/http/foreign-ids.workerd.test.ts', 'nothing changes')]],
])('nothing runs again after a failure of %s', async (_what, failures) => {
	const { flaky, ran, lines } = await judged(failures, true)
	expect({ flaky, ran }).toEqual({ flaky: [], ran: [] })
	expect(lines).toEqual([expect.stringMatching(/^No failed file ran once more: /)])
})

test('the committed list can be read', async () => {
	expect(await knownFlaky()).toBeInstanceOf(Array)
})
