import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { base, order } from '../../scripts/testing/vitest-base.ts'

/** A mutant may need its 200 seeds on a machine that runs other suites, too. */
const TEST_TIMEOUT_MS = 600_000

/** The chaos suite, in short. */
export default defineConfig({
	root: join(import.meta.dirname, '..', '..'),
	test: {
		...base,
		...order,
		include: ['test/chaos/**/*.test.ts'],
		testTimeout: TEST_TIMEOUT_MS,
		hookTimeout: TEST_TIMEOUT_MS,
		fileParallelism: false,
	},
})
