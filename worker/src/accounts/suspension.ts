/** Suspends people and projects: what is open with them is closed and what runs is stopped before the answer. */

import type { ActorKind } from '../access/actor.ts'
import { authorOf } from '../access/author.ts'
import type { RightsChange } from '../access/rights-change.ts'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { callWithRetry } from '../ports/retry.ts'
import { setSuspension } from '../usage/store/allowances.ts'
import { closing, cutRelaysOf, tellAll } from './end-rights.ts'
import { type ActiveRun, activeRuns, placesOfPerson, placesOfProject } from './store/operator.ts'
import { sessionsOfUser } from './store/sessions.ts'

/** Objects asked in parallel. */
const AT_ONCE = 20

/**
 * Doing it again is safe, and gives the new reason. A run that begins in the same moment is either in D1 before the
 * suspension, and is stopped here, or finds it when it writes its beginning to D1.
 *
 * @returns how many runs were stopped
 */
export async function suspendPerson(
	env: Env,
	db: Database,
	userId: string,
	reason: string,
	now: number,
): Promise<number> {
	const ended = (kind: ActorKind, id: string): RightsChange => ({
		kind: 'ended',
		actor: { kind, id },
	})
	const sessions = await sessionsOfUser(db, userId)
	await closing(env, db, {
		open: () => placesOfPerson(db, userId),
		end: [setSuspension(db, userId, reason, now)],
		newsOf: (places) => [
			...places.map(({ actorKind, actorId, ...place }) => ({
				place,
				change: ended(actorKind, actorId),
			})),
			...sessions.map((id) => ({ place: { feedOf: userId }, change: ended('session', id) })),
		],
	}).finally(() => cutRelaysOf(env, db, userId))
	return stopAll(env, await activeRuns(db, { userId }))
}

/** Same as {@link suspendPerson}, but also closes relays and withdraws waiting messages. */
export async function suspendProject(
	env: Env,
	db: Database,
	projectId: string,
	reason: string,
	now: number,
): Promise<number> {
	const change: RightsChange = { kind: 'suspended', suspended: true }
	await closing(env, db, {
		open: () => placesOfProject(db, projectId),
		end: [setSuspension(db, projectId, reason, now)],
		newsOf: (places) => [
			{ place: { projectId, place: 'room' }, change },
			...places.filter(({ place }) => place !== 'room').map((place) => ({ place, change })),
		],
	})
	return stopAll(env, await activeRuns(db, { projectId }), true)
}

export async function unsuspendPerson(db: Database, userId: string, now: number): Promise<void> {
	await setSuspension(db, userId, null, now)
}

export async function unsuspendProject(
	env: Env,
	db: Database,
	projectId: string,
	now: number,
): Promise<void> {
	await setSuspension(db, projectId, null, now)
	// Open connections must hear it: otherwise they would refuse what comes back within a minute.
	const change: RightsChange = { kind: 'suspended', suspended: false }
	const places = await placesOfProject(db, projectId)
	const conversations = places.filter(({ place }) => place !== 'room')
	const all = [{ projectId, place: 'room' as const }, ...conversations]
	await tellAll(
		env,
		all.map((place) => ({ place, change })),
	)
}

async function stopAll(
	env: Env,
	runs: readonly ActiveRun[],
	withdrawQueued = false,
): Promise<number> {
	const by = authorOf({ kind: 'operator' })
	for (let from = 0; from < runs.length; from += AT_ONCE) {
		await Promise.all(
			runs
				.slice(from, from + AT_ONCE)
				.map(({ runId, conversationId }) =>
					callWithRetry(() =>
						env.CONVERSATION.getByName(conversationId).stop(runId, withdrawQueued, by),
					),
				),
		)
	}
	return runs.length
}
