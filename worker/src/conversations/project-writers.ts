/** Whether an author may still write here, as D1 has it now: the right of a removed member, a deleted account or a revoked link ends at once. */
import type { Author } from '@fairlead/protocol/author'
import type { MemberRole } from '../access/actor.ts'
import { authorMay } from '../access/author.ts'
import type { Permission } from '../access/permissions.ts'
import { permissionsOf } from '../access/scopes.ts'
import { isSuspended } from '../db/allowances.ts'
import { scopesOfToken } from '../db/api-tokens.ts'
import { type Database, database } from '../db/client.ts'
import { scopesOfConnection } from '../db/connections.ts'
import { livingRoleOf } from '../db/members.ts'
import { findPerson } from '../db/merged-trials.ts'
import { findShare } from '../db/shares.ts'
import type { ConversationIdentity } from '../ports/conversation.ts'
import { inTime } from './in-time.ts'

/** Throws if D1 does not answer in time. */
export async function mayStillWrite(
	d1: D1Database,
	{ conversationId, projectId }: ConversationIdentity,
	author: Author,
	permission: 'run.start' | 'room.make_calls' = 'run.start',
): Promise<boolean> {
	const db = database(d1)
	// A trial's message may wait while its person signs in to an account.
	const userId = author.userId === null ? null : await inTime(findPerson(db, author.userId))
	const subjects = userId === null ? [projectId] : [projectId, userId]
	if (await inTime(isSuspended(db, subjects))) return false
	if (!(await inTime(credentialHolds(db, author, permission)))) return false
	const role =
		author.kind === 'share'
			? await inTime(roleOfShare(db, author.id))
			: userId === null
				? null
				: await inTime(livingRoleOf(db, { projectId, userId }))
	return authorMay(author, 'run.start', { kind: 'conversation', projectId, conversationId, role })
}

/** A revoked or expired token, or a disconnected client, does nothing more, whatever its person may. */
async function credentialHolds(
	db: Database,
	{ kind, id }: Author,
	permission: Permission,
): Promise<boolean> {
	if (kind !== 'token' && kind !== 'mcp') return true
	const find = kind === 'token' ? scopesOfToken : scopesOfConnection
	const scopes = await find(db, id, Date.now())
	return scopes !== undefined && permissionsOf(scopes).includes(permission)
}

const roleOfShare = async (db: Database, id: string): Promise<MemberRole | null> =>
	(await findShare(db, { id }, Date.now()))?.share.role ?? null
