import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { toolTitles } from './web/tool-titles.ts'

/** A busy machine is slow, not wrong: only a test that hangs is cut off. */
const PATIENCE = { testTimeout: 90_000, hookTimeout: 90_000 }
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.workerd.test.ts']

/** Unit tests: `*.test.ts` beside their source, in Node. What needs workerd is `*.workerd.test.ts`. */
export default defineConfig({
	test: {
		// One more than there are cores, for many wait: on two cores vitest would take one.
		maxWorkers: availableParallelism() + 1,
		projects: [
			{
				define: toolTitles,
				test: {
					...PATIENCE,
					name: 'modules',
					include: ['{protocol,worker,simulator,corewar,web}/**/*.test.{ts,tsx}'],
					exclude,
					// Most of their time was loading the same modules for each file anew.
					isolate: false,
				},
			},
			{
				test: {
					...PATIENCE,
					name: 'programs',
					include: ['{relay-cli,scripts,bench,client}/**/*.test.ts'],
					exclude,
				},
			},
		],
	},
})
