import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Tests inside workerd: `*.workerd.test.ts`, with the bindings of wrangler.toml and a migrated D1. */
export default defineConfig(async () => ({
	root: import.meta.dirname,
	plugins: [
		cloudflareTest({
			wrangler: { configPath: '../wrangler.toml' },
			miniflare: {
				bindings: {
					SETUP_TOKEN: 'test-setup-token',
					MIGRATIONS: await readD1Migrations(`${import.meta.dirname}/../migrations`),
				},
			},
		}),
	],
	test: {
		include: ['{src,test}/**/*.workerd.test.ts'],
		setupFiles: ['./test/apply-migrations.ts'],
	},
}))
