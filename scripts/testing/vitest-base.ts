/** Settings that all configurations of vitest share. */
import type { ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

/** Everything (`npm run test:full`), or what guards each landing (`npm test`). */
export const IS_FULL = process.env['FAIRLEAD_TESTS'] === 'full'

/** Each has a worker of its own: it replaces a module that the files of a worker share. */
export const WITH_MOCKS: readonly string[] = [
	'relay-cli/src/files/search/unused-assets.test.ts',
	'relay-cli/src/history/large-change.test.ts',
	'relay-cli/src/home/links.test.ts',
	'relay-cli/test/wsl.test.ts',
]

/** Options of one project. */
export const base = {
	exclude: ['**/node_modules/**', '**/dist/**', ...(IS_FULL ? [] : ['**/*.full.*'])],
	// Vitest's own bound is a second, which a busy machine needs for one picture.
	expect: { poll: { timeout: 30_000 } },
} satisfies ViteUserConfig['test']

/** Options of a whole run. */
export const order = { sequence: { sequencer: LongestFirst } } satisfies ViteUserConfig['test']
