import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { base, order } from '../../scripts/testing/vitest-base.ts'

/** A stack starts a Worker, a relay and an editor, and may build the page first. */
const START_TIMEOUT_MS = 180_000
const TEST_TIMEOUT_MS = 120_000

/** End to end: `*.e2e.ts`, each with its own stack. */
export default defineConfig({
	root: join(import.meta.dirname, '..', '..'),
	test: {
		...base,
		...order,
		include: ['test/**/*.e2e.ts'],
		// A separate suite, which needs the .NET SDK.
		exclude: [...base.exclude, 'test/e2e/dotnet.e2e.ts'],
		globalSetup: ['test/e2e/global-setup.ts'],
		testTimeout: TEST_TIMEOUT_MS,
		hookTimeout: START_TIMEOUT_MS,
	},
})
