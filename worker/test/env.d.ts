import type { D1Migration } from '@cloudflare/vitest-plugin'
import type { Env as WorkerEnv } from '../src/env.ts'

declare global {
	namespace Cloudflare {
		/** The type of `import { env } from 'cloudflare:workers'` in tests. */
		interface Env extends WorkerEnv {
			readonly MIGRATIONS: D1Migration[]
			/** Pages of the docs. */
			readonly NIGHTLY_PLAYTEST: string
			readonly WARRIOR_OVERNIGHT: string
		}
		interface GlobalProps {
			mainModule: typeof import('../src/index.ts')
		}
	}
}
