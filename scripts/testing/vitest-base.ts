/** What all configurations of vitest share. */
import type { ViteUserConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

/** Everything (`npm run test:full`), or what guards each landing (`npm test`). */
export const IS_FULL = process.env['FAIRLEAD_TESTS'] === 'full'

/** Options of one project. */
export const base = {
	exclude: ['**/node_modules/**', '**/dist/**', ...(IS_FULL ? [] : ['**/*.full.*'])],
	// Vitest's own bound is a second, which a busy machine needs for one picture.
	expect: { poll: { timeout: 30_000 } },
} satisfies ViteUserConfig['test']

/** Options of a whole run. */
export const order = { sequence: { sequencer: LongestFirst } } satisfies ViteUserConfig['test']
