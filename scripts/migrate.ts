/** Brings the local D1 database up to date. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Env, run } from './children.ts'
import { BIN, WRANGLER_CONFIG } from './paths.ts'
import { hashOf, unlessDone } from './stamps.ts'
import { wranglerEnv } from './wrangler.ts'

/**
 * Applies the migrations that `persistTo` has not seen. Wrangler takes seconds to find out that
 * there are none, so a stamp inside `persistTo` remembers the last set.
 * @returns whether wrangler was run
 * @throws with wrangler's output if a migration fails
 */
export async function migrateLocally(persistTo: string, env: Env): Promise<boolean> {
	const database = join(persistTo, 'v3', 'd1')
	const exists = async (): Promise<boolean> =>
		access(database).then(
			() => true,
			() => false,
		)
	return unlessDone(
		join(persistTo, 'migrations.stamp'),
		await hashOf(['migrations', 'wrangler.toml']),
		exists,
		async () => {
			const result = await run(
				BIN.wrangler,
				[
					...['d1', 'migrations', 'apply', 'DB', '--local'],
					...['--persist-to', persistTo, '--config', WRANGLER_CONFIG],
				],
				// CI makes wrangler apply without asking.
				{ env: { ...wranglerEnv(env, persistTo), CI: 'true' } },
			)
			if (result.code !== 0) {
				throw new Error(`The local database could not be migrated.\n${result.output}`)
			}
		},
	)
}
