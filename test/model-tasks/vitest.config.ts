import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { base, order } from '../../scripts/testing/vitest-base.ts'

/** A relay and an editor start, and perhaps the .NET host is built first. */
const START_TIMEOUT_MS = 180_000
const TEST_TIMEOUT_MS = 120_000

/** The recorded solutions of all tasks, for the editor that `FAIRLEAD_CONFORMANCE_EDITOR` names. */
export default defineConfig({
	root: join(import.meta.dirname, '..', '..'),
	test: {
		...base,
		...order,
		include: ['test/model-tasks/**/*.test.ts'],
		testTimeout: TEST_TIMEOUT_MS,
		hookTimeout: START_TIMEOUT_MS,
		globalSetup: 'test/conformance/global-setup.ts',
	},
})
