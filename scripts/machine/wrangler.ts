/** Runs wrangler without telemetry, update checks, prompts or files outside the state folder. */
import { join } from 'node:path'
import type { Env } from '../children.ts'

/** @param stateDir where wrangler keeps its registry of local Workers, instead of the home folder */
export function wranglerEnv(base: Env, stateDir: string): Env {
	const env: Record<string, string | undefined> = {
		...base,
		/** Bundled into the Worker; a test runner's `test` must not change the Worker. */
		NODE_ENV: 'production',
		WRANGLER_SEND_METRICS: 'false',
		WRANGLER_SEND_ERROR_REPORTS: 'false',
		/** The banner asks the registry for updates. */
		WRANGLER_HIDE_BANNER: 'true',
		WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
		WRANGLER_WRITE_LOGS: 'false',
		WRANGLER_REGISTRY_PATH: join(stateDir, 'registry'),
		/** Its tracing costs a factor of four on every round trip of a Durable Object. */
		X_LOCAL_OBSERVABILITY: 'false',
		X_LOCAL_EXPLORER: 'false',
		/** Otherwise the local runtime asks workers.cloudflare.com where it is. */
		CLOUDFLARE_CF_FETCH_ENABLED: 'false',
		CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'true',
		CLOUDFLARE_INCLUDE_PROCESS_ENV: 'false',
	}
	// A shell's choice of environment must not change what runs locally.
	delete env['CLOUDFLARE_ENV']
	return env
}
