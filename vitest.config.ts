import { defineConfig } from 'vitest/config'

/** Unit tests: `*.test.ts` beside their source, in Node. What needs workerd is `*.workerd.test.ts`. */
export default defineConfig({
	test: {
		include: ['{protocol,worker,relay-cli,simulator,web,scripts}/**/*.test.{ts,tsx}'],
		exclude: ['**/node_modules/**', '**/dist/**', '**/*.workerd.test.ts'],
	},
})
