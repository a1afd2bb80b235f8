import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { base, order } from '../../scripts/testing/vitest-base.ts'

/** Ten thousand pairs take minutes. */
const TIMEOUT_MS = 1_800_000

/** The Core War engine beside pMARS, which `scripts/machine/pmars.ts` finds or builds. */
export default defineConfig({
	root: join(import.meta.dirname, '..', '..'),
	test: {
		...base,
		...order,
		include: ['test/corewar/**/*.test.ts'],
		testTimeout: TIMEOUT_MS,
		hookTimeout: TIMEOUT_MS,
	},
})
