import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { startModelServer } from '../model-server.ts'

/** Inside workerd, because only its storage reports the rows written. */
export default defineConfig(async () => {
	const server = await startModelServer()
	server.set({ deltas: 2_000, paceMs: 0 })
	return {
		root: import.meta.dirname,
		plugins: [
			cloudflareTest({
				wrangler: { configPath: '../../wrangler.toml' },
				miniflare: {
					bindings: {
						SETUP_TOKEN: 'test-setup-token',
						// A storm is measured, not held back.
						RATE_LIMITS: 'off',
						ANTHROPIC_API_KEY: 'bench',
						ANTHROPIC_BASE_URL: server.url,
						QUICK: process.env['FAIRLEAD_BENCH_QUICK'] ?? '',
						MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/../../migrations`),
					},
				},
			}),
		],
		test: {
			include: ['*.workerd.ts'],
			setupFiles: ['../../worker/test/storage/empty-state.ts'],
			testTimeout: 60_000,
		},
	}
})
