import { defineConfig } from 'vitest/config'
import usual from './vitest.config.ts'

/** The first start builds the C# editor and its engine, on a fresh clone from nothing. */
const START_TIMEOUT_MS = 600_000

/** The tests that involve the editor, with the Unity package's own C# as the editor. */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: [
			'automation-examples.full',
			'main-job',
			'kill-editor',
			'dotnet',
			'code-and-film.full',
			'first-reading.full',
			'safe-mode',
		].map((name) => `test/e2e/${name}.e2e.ts`),
		exclude: [],
		// The first start builds the editor; a parallel one would build it too.
		maxWorkers: 1,
		hookTimeout: START_TIMEOUT_MS,
		env: { FAIRLEAD_E2E_EDITOR: 'dotnet' },
	},
})
