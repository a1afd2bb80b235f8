import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** A stack starts a Worker, a relay and an editor, and perhaps builds the page first. */
const START_TIMEOUT_MS = 180_000
const TEST_TIMEOUT_MS = 120_000

/** End to end: `*.e2e.ts`, one file after the other, each with a stack of its own. */
export default defineConfig({
	root: join(import.meta.dirname, '..', '..'),
	test: {
		include: ['test/**/*.e2e.ts'],
		// A suite of its own, which needs the .NET SDK.
		exclude: ['test/e2e/dotnet.e2e.ts'],
		testTimeout: TEST_TIMEOUT_MS,
		hookTimeout: START_TIMEOUT_MS,
		fileParallelism: false,
		maxWorkers: 1,
	},
})
