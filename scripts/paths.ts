/** Paths of the repository, independent of the current folder. */
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')
/** State kept between starts; git-ignored. */
export const STATE_DIR = join(ROOT, '.fairlead')
export const WRANGLER_CONFIG = join(ROOT, 'wrangler.toml')
export const MIGRATIONS_DIR = join(ROOT, 'migrations')
/** The relay, built: one file without dependencies, which starts three times as fast as its sources. */
export const RELAY_DIST = join(ROOT, 'relay-cli', 'dist', 'fairlead.mjs')
/** The relay that scripts and tests start. The gate's tests start the built one. */
export const RELAY_MAIN =
	process.env['FAIRLEAD_TEST_MAIN'] ?? join(ROOT, 'relay-cli', 'src', 'main.ts')
export const WEB_DIST = join(ROOT, 'web', 'dist')
/** The Worker, built for this machine. */
export const WORKER_DIR = join(STATE_DIR, 'worker')

/** The JavaScript behind a command of node_modules/.bin: it runs on Windows without a shell too. */
export const BIN = {
	/** The program itself, not its launcher: on Windows signals do not pass through the launcher's process. */
	wrangler: join(ROOT, 'node_modules', 'wrangler', 'wrangler-dist', 'cli.js'),
	vitest: join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
	vite: join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
	tsc: join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
	biome: join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'),
	cspell: join(ROOT, 'node_modules', 'cspell', 'bin.mjs'),
} as const
