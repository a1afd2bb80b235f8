import { readFile } from 'node:fs/promises'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { base, IS_FULL, order } from '../scripts/testing/vitest-base.ts'
import { eagerImports } from './test/eager-imports.ts'

/** Tests of the parts between the browser, the relay and the Conversation, with a double of the latter. */
const WITH_DOUBLE = [
	'src/{http,rooms,accounts,db,computers,projects,sharing,usage}/**/*.workerd.test.ts',
	'src/**/routes/*.workerd.test.ts',
	'src/**/routes.workerd.test.ts',
]

const ALL = ['{src,test}/**/*.workerd.test.ts']
/** Tests that count what anything in their isolate does. */
const WITH_METERS = 'src/conversations/waiting.workerd.test.ts'

/**
 * Packages of many modules, bundled once: workerd asks the test runner for each module, which
 * took most of a file's start-up time.
 */
const BUNDLED = [
	'zod',
	'zod/mini',
	'hono/jwt',
	'hono/utils/cookie',
	'@modelcontextprotocol/server',
	'hono',
	'@anthropic-ai/sdk',
	'openai',
	'@better-auth/core/oauth2',
	'@simplewebauthn/server',
	'@modelcontextprotocol/client',
	'drizzle-orm',
	'drizzle-orm/d1',
	'drizzle-orm/sqlite-core',
]

const shared = {
	...base,
	deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
	setupFiles: ['./test/storage/empty-state.ts'],
	// Loading the Worker takes longer than most files: the files that a workerd runs share an isolate.
	isolate: false,
	// Longer than every wait in the tests, so that a failure says what it waited for.
	testTimeout: 60_000,
}

/** A documentation page that tests run. */
const example = (name: string): Promise<string> =>
	readFile(`${import.meta.dirname}/../docs/automations/${name}.md`, 'utf8')

/** Tests inside workerd: `*.workerd.test.ts`, with the bindings of wrangler.toml and a migrated D1. */
export default defineConfig(async () => {
	// Joined into one below: each migration costs a round trip before every file.
	const migrations = await readD1Migrations(`${import.meta.dirname}/../migrations`)
	const miniflare = {
		// The platform's limits would stop tests that look again every few milliseconds. Tests of the limits have their own.
		ratelimits: {
			RATE_OF_CALLERS: { namespace_id: '1002', simple: { limit: 1_000_000, period: 60 as const } },
		},
		bindings: {
			SETUP_TOKEN: 'test-setup-token',
			ADMIN_TOKEN: 'test-operator-token-of-this-server',
			SECRETS_KEY: 'test-secrets-key-of-this-server',
			ARENA_REGISTER: 'open',
			// Tests contact nobody; tests of the lookup have their own resolver.
			OUTGOING_DNS: 'off',
			MIGRATIONS: [{ name: 'all', queries: migrations.flatMap(({ queries }) => queries) }],
			FAIRLEAD_TESTS: IS_FULL ? 'full' : 'gate',
			NIGHTLY_PLAYTEST: await example('nightly-playtest'),
			WARRIOR_OVERNIGHT: await example('warrior-overnight'),
		},
	}
	const wrangler = { configPath: '../wrangler.toml' }
	return {
		root: import.meta.dirname,
		test: {
			...order,
			projects: [
				{
					plugins: [eagerImports(), cloudflareTest({ wrangler, miniflare })],
					test: {
						...shared,
						name: 'worker',
						include: ALL,
						exclude: [...base.exclude, ...WITH_DOUBLE, WITH_METERS],
					},
				},
				{
					plugins: [eagerImports(), cloudflareTest({ wrangler, miniflare })],
					test: { ...shared, name: 'worker with meters', include: [WITH_METERS], isolate: true },
				},
				{
					plugins: [
						eagerImports(),
						cloudflareTest({ main: './test/double/worker.ts', wrangler, miniflare }),
					],
					test: {
						...shared,
						name: 'worker with a double of the Conversation',
						include: WITH_DOUBLE,
					},
				},
			],
		},
	}
})
