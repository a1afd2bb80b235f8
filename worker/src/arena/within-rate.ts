/** How often one caller may ask for what costs seconds of CPU, or goes to another server: as often as an address may challenge. */
import type { Env } from '../env.ts'
import { localLimits } from '../http/local-limits.ts'

/** Counts one request. @param key whose it is */
export async function isWithinArenaRate(env: Env, key: string): Promise<boolean> {
	if (env.RATE_LIMITS === 'off') return true
	const { success } = await (env.RATE_OF_ARENA ?? localLimits.arena).limit({ key })
	return success
}
