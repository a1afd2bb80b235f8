import { defineConfig } from 'vitest/config'
import { base, order, WITH_MOCKS } from './scripts/testing/vitest-base.ts'
import { toolTitles } from './web/tool-titles.ts'

/** A busy machine is slow, not wrong: only a test that hangs is cut off. */
const PATIENCE = { testTimeout: 90_000, hookTimeout: 90_000 }
const exclude = [...base.exclude, '**/*.workerd.test.ts']

/**
 * Unit tests: `*.test.ts` beside their source, in Node. What needs workerd is `*.workerd.test.ts`. Files share a worker:
 * most of their time was loading the same modules for each file anew.
 */
export default defineConfig({
	test: {
		...order,
		projects: [
			{
				define: toolTitles,
				test: {
					...base,
					...PATIENCE,
					name: 'modules',
					include: ['{protocol,worker,simulator,corewar,web}/**/*.test.{ts,tsx}'],
					exclude,
					setupFiles: ['./web/test/match-media.ts'],
					isolate: false,
				},
			},
			{
				test: {
					...base,
					...PATIENCE,
					name: 'programs',
					include: ['{relay-cli/src,scripts,bench,client}/**/*.test.ts'],
					exclude: [...exclude, ...WITH_MOCKS],
					isolate: false,
				},
			},
			{
				test: {
					...base,
					...PATIENCE,
					name: 'processes',
					include: ['relay-cli/test/**/*.test.ts', ...WITH_MOCKS],
					exclude,
				},
			},
		],
	},
})
