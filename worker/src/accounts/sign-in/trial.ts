/** Trying the product without an account, and what becomes of it when the person signs in. */
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { notifyUsers } from '../../feeds/notify-feeds.ts'
import { newId } from '../../ids.ts'
import { endAllSessions } from '../end-rights.ts'
import { beginErasure } from '../erasure/delete-account.ts'
import { deleteTrial, insertTrial, moveWork, staleTrials } from '../store/trials.ts'

const TRIAL_NAME = 'Guest'
const IDLE_MS = 14 * 86_400_000
/** More than one, so that they get fewer although each new trial removes some. */
const REMOVED_AT_ONCE = 3

export async function startTrial(db: Database, now: number): Promise<string> {
	const id = newId('usr', now)
	await insertTrial(db, { id, name: TRIAL_NAME, createdAt: now })
	return id
}

/** Deletes some of the trials that nobody has used for two weeks, with their work. */
export async function removeStaleTrials(env: Env, db: Database, now: number): Promise<void> {
	for (const trial of await staleTrials(db, now - IDLE_MS, REMOVED_AT_ONCE)) {
		await beginErasure(env, db, trial, now)
	}
}

/**
 * Gives a trial's work to the account of its person, then ends the trial: its sockets and streams are closed, and its
 * page comes back as the account. Whatever fails in between is done by the next sign-in, for the trial is there until last.
 */
export async function mergeTrial(
	env: Env,
	db: Database,
	trialId: string,
	userId: string,
	now: number,
): Promise<void> {
	await moveWork(db, trialId, userId, now)
	await endAllSessions(env, db, trialId, now)
	await deleteTrial(db, trialId)
	await notifyUsers(env, [userId])
}
