/**
 * Tells people's open pages that what waits for them has changed. A hint, which may be lost: the truth
 * stands in D1, is written before anyone is told, and is read again by each page that comes back.
 */
import { database } from '../db/client.ts'
import { answerersOf } from '../db/members.ts'
import type { Env } from '../env.ts'
import { insist } from '../ports/insist.ts'

/** Feeds told side by side. */
const AT_ONCE = 20

/** Everyone in the project who may answer; viewers are not told what they cannot answer. */
export async function tellAnswerers(env: Env, projectId: string): Promise<void> {
	await tellUsers(env, await answerersOf(database(env.DB), projectId))
}

/** Resolves when all were told, or could not be. */
export async function tellUsers(env: Env, userIds: readonly string[]): Promise<void> {
	for (let from = 0; from < userIds.length; from += AT_ONCE) {
		await Promise.all(userIds.slice(from, from + AT_ONCE).map((userId) => tell(env, userId)))
	}
}

async function tell(env: Env, userId: string): Promise<void> {
	try {
		await insist(() => env.USER_FEED.getByName(userId).needsYouChanged())
	} catch (error) {
		console.warn(JSON.stringify({ level: 'warn', event: 'feed_not_told', error: String(error) }))
	}
}
