/** New seeds each time, and rules that are broken on purpose. `npm run test:chaos -- --runs 1000` is the long version. */
import { describe, expect, test } from 'vitest'
import { chaos } from './kit/run-chaos.ts'
import { MAIN_MUTANTS } from './mutants.ts'

const FRESH_RUNS = 300

test(`nothing is lost, done twice or left hanging, whatever goes wrong: ${FRESH_RUNS} new seeds`, async () => {
	const { code, output } = await chaos('--runs', String(FRESH_RUNS))
	console.log(output.split('\n', 1)[0])
	expect(output).toContain(`${FRESH_RUNS} runs`)
	expect(output).toContain(': 0 violated')
	expect(code).toBe(0)
})

describe('a rule broken on purpose is detected', () => {
	test.each(MAIN_MUTANTS)('$breaks ($name)', async ({ name, first }) => {
		const { code, output } = await chaos('--mutant', name, '--first', String(first))
		expect(output).toContain(`found ${name} with seed`)
		expect(code).toBe(0)
	})
})
