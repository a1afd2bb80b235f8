/**
 * Tells people's open pages that what waits for them has changed. A hint, which may be lost: the truth
 * stands in D1, is written before anyone is told, and is read again by each page that comes back.
 */
import { database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { callWithRetry } from '../ports/retry.ts'
import { answerersOf } from '../projects/store/members.ts'
import { pushedMembersOf } from '../push/store.ts'

/** Feeds told side by side. */
const AT_ONCE = 20

/** Everyone in the project who may answer; viewers are not told what they cannot answer. */
export async function notifyAnswerers(env: Env, projectId: string): Promise<void> {
	await notifyUsers(env, await answerersOf(database(env.DB), projectId))
}

/** Pushes to the browsers of everyone in the project who may answer, for something began to wait. */
export async function pushToAnswerers(env: Env, projectId: string): Promise<void> {
	const userIds = await pushedMembersOf(database(env.DB), projectId, 'needs-you', Date.now())
	await toFeeds(userIds, 'push_not_begun', (userId) => env.USER_FEED.getByName(userId).push(userId))
}

/** Pushes to those who want it, of the people who may see the project's coding agents, for one began to wait. */
export async function pushOfAgents(env: Env, projectId: string): Promise<void> {
	const userIds = await pushedMembersOf(database(env.DB), projectId, 'agents', Date.now())
	await toFeeds(userIds, 'push_not_begun', (userId) =>
		env.USER_FEED.getByName(userId).agentBeganToWait(userId, projectId),
	)
}

/** Resolves when all were told, or could not be. */
export async function notifyUsers(env: Env, userIds: readonly string[]): Promise<void> {
	await toFeeds(userIds, 'feed_not_told', (userId) =>
		env.USER_FEED.getByName(userId).needsYouChanged(),
	)
}

async function toFeeds(
	userIds: readonly string[],
	failure: string,
	call: (userId: string) => Promise<void>,
): Promise<void> {
	for (let from = 0; from < userIds.length; from += AT_ONCE) {
		await Promise.all(
			userIds.slice(from, from + AT_ONCE).map((userId) =>
				callWithRetry(() => call(userId)).catch((error: unknown) => {
					console.warn(JSON.stringify({ level: 'warn', event: failure, error: String(error) }))
				}),
			),
		)
	}
}
