/** The last step of every way in: a session of ours. */
import { SIGN_IN_EVENT } from '@fairlead/protocol/people/audit'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import { insertFirstProject } from '../../projects/store/projects.ts'
import { clientDetail } from '../client-name.ts'
import { endSession } from '../end-rights.ts'
import { sessionOf, startSession } from '../sessions.ts'
import { recordAudit } from '../store/audit.ts'
import { findUser } from '../store/users.ts'
import { mergeTrial } from './trial.ts'

const FIRST_PROJECT = 'My project'

/**
 * Begins a session with a secret that nobody has seen before, and ends the one that this browser had: a cookie that
 * someone planted in it does not become the person's. The work of a trial becomes the account's.
 * @returns the `Set-Cookie` header
 */
export async function beginSession(
	env: Env,
	db: Database,
	request: Request,
	userId: string,
	now: number,
): Promise<string> {
	const before = await sessionOf(db, request, now)
	if (before?.standing === 'trial' && before.userId !== userId) {
		await mergeTrial(env, db, before.userId, userId, now)
	} else if (before) await endSession(env, db, before, now)
	const project = { id: newId('prj', now), name: FIRST_PROJECT, createdAt: now, updatedAt: now }
	await insertFirstProject(db, project, userId)
	const cookie = await startSession(db, request, userId, now)
	const user = await findUser(db, userId)
	await recordAudit(
		db,
		{
			id: newId('aud', now),
			event: SIGN_IN_EVENT,
			projectId: null,
			subject: null,
			...clientDetail(request),
			author: { kind: 'session', id: userId, userId, name: user?.name ?? '' },
			address: request.headers.get('cf-connecting-ip') ?? '',
		},
		now,
	)
	return cookie
}
