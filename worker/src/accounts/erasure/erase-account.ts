/**
 * The deletion of an account, after it was marked: a job that can be repeated at any place. Each call does a bounded
 * part; what is left follows from D1 and the job.
 */
import { authorOf } from '../../access/author.ts'
import { clearArenaPlayer, ofPerson } from '../../arena/store/sides.ts'
import {
	conversationsNaming,
	deleteUsageOf,
	forgetInMessages,
	forgetInTables,
} from '../../db/account-erasure.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { listConnections } from '../../mcp-server/oauth/store.ts'
import { changeMembership } from '../../projects/membership.ts'
import { endAllSessions, endConnection, revokeApiToken } from '../end-rights.ts'
import { listApiTokens } from '../store/api-tokens.ts'
import type { User } from '../store/users.ts'
import { eraseEvolutions } from './erase-evolution.ts'
import { eraseProject } from './erase-project.ts'
import { planDeletion } from './plan.ts'

/** Objects asked in parallel, and in one call. */
const AT_ONCE = 10
const MAX_PER_CALL = 200

/** Pages of battles in the arena that one call erases. */
const MAX_PAGES = 10

export interface ErasureJob {
	readonly userId: string
	/** Kept here: the account's row loses it at once. Tickets and invitations name it. */
	readonly email: string | null
	/** Projects of others that the person was a member of. */
	left: readonly string[]
	/** Conversations up to this id were asked to forget the person. */
	afterId: string
	/** Conversations in which something is running. */
	busy: readonly string[]
}

/** later: something is running, so try again in a while. */
export type Erased = 'done' | 'more' | 'later'

/** @param save stores the job; awaited before anything is done that the job must know of */
export async function eraseAccount(
	env: Env,
	db: Database,
	user: User,
	job: ErasureJob,
	save: (job: ErasureJob) => Promise<void>,
	now: number,
): Promise<Erased> {
	const { userId } = job
	await endRights(env, db, userId, now)
	await eraseEvolutions(env, db, { userId })
	const plan = await planDeletion(db, userId)
	if (plan.leaves.length > 0) {
		job.left = [...new Set([...job.left, ...plan.leaves.map(({ id }) => id)])]
		await save(job)
		const author = authorOf({ kind: 'system' })
		for (const { id: projectId } of plan.leaves) {
			await changeMembership(env, db, { projectId, userId }, null, author, now)
		}
	}
	// A member who joined one of them after the announcement loses it too.
	for (const { id } of [...plan.deletes, ...plan.blocked]) {
		await deleteUsageOf(db, id)
		if (!(await eraseProject(db, env, id))) return 'more'
	}
	for (const id of job.left) {
		await env.ROOM.getByName(id).forgetPerson(userId)
		await env.AUTOMATIONS.getByName(id).forgetPerson(userId)
	}

	for (let asked = 0; ; asked += AT_ONCE) {
		const ids = await conversationsNaming(db, userId, job.left, job.afterId, AT_ONCE)
		if (ids.length === 0) break
		if (asked >= MAX_PER_CALL) return 'more'
		const busy = await forgetIn(env, db, userId, ids)
		job.busy = [...new Set([...job.busy, ...busy])]
		job.afterId = ids.at(-1) ?? job.afterId
		await save(job)
	}
	const waiting = job.busy.slice(0, MAX_PER_CALL)
	const busy: string[] = []
	for (let from = 0; from < waiting.length; from += AT_ONCE) {
		busy.push(...(await forgetIn(env, db, userId, waiting.slice(from, from + AT_ONCE))))
	}
	job.busy = [...busy, ...job.busy.slice(MAX_PER_CALL)]
	await save(job)
	if (job.busy.length > 0) return 'later'
	for (let page = 0; !(await clearArenaPlayer(db, ofPerson(userId))); page++) {
		if (page >= MAX_PAGES) return 'more'
	}
	await forgetInTables(db, { id: user.id, email: job.email })
	return 'done'
}

async function endRights(env: Env, db: Database, userId: string, now: number): Promise<void> {
	await endAllSessions(env, db, userId, now)
	for (const { id } of await listApiTokens(db, userId)) {
		await revokeApiToken(env, db, userId, id, now)
	}
	for (const { id } of await listConnections(db, userId)) {
		await endConnection(env, db, userId, id, now)
	}
}

/** @returns the conversations in which something is running */
async function forgetIn(
	env: Env,
	db: Database,
	userId: string,
	ids: readonly string[],
): Promise<string[]> {
	const busy = await Promise.all(
		ids.map(async (id) => {
			// First the object: it may have something that D1 does not have yet.
			const forgot = await env.CONVERSATION.getByName(id).forgetPerson(userId)
			if (forgot) await forgetInMessages(db, userId, id)
			return forgot ? [] : [id]
		}),
	)
	return busy.flat()
}
