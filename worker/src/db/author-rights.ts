/** The present rights of the author of something accepted earlier, as D1 has them. */
import type { Author } from '@fairlead/protocol/people/author'
import type { MemberRole } from '../access/actor.ts'
import type { Permission } from '../access/permissions.ts'
import { DESK_CLIENT_SCOPES, permissionsOf } from '../access/scopes.ts'
import { scopesOfToken } from '../accounts/store/api-tokens.ts'
import { findPerson } from '../accounts/store/merged-trials.ts'
import { relayTokenHolds } from '../computers/store/relay-tokens.ts'
import { scopesOfConnection } from '../mcp-server/oauth/store.ts'
import { livingRoleOf } from '../projects/store/members.ts'
import { findShare } from '../sharing/store/shares.ts'
import { isSuspended } from '../usage/store/allowances.ts'
import { type Database, database } from './client.ts'
import { inTime } from './in-time.ts'

/**
 * The role that the author's person or share link has now. Returns null if the author is suspended, or the credential
 * has ended or lacks this permission. Throws if D1 does not answer in time.
 */
export async function rightNow(
	d1: D1Database,
	projectId: string,
	author: Author,
	permission: Permission,
): Promise<{ readonly role: MemberRole | null } | null> {
	const db = database(d1)
	// A trial's message may wait while its person signs in to an account.
	const userId = author.userId === null ? null : await inTime(findPerson(db, author.userId))
	const subjects = userId === null ? [projectId] : [projectId, userId]
	if (await inTime(isSuspended(db, subjects))) return null
	if (!(await inTime(credentialHolds(db, author, permission)))) return null
	const role =
		author.kind === 'share'
			? await inTime(roleOfShare(db, author.id))
			: userId === null
				? null
				: await inTime(livingRoleOf(db, { projectId, userId }))
	return { role }
}

/** A revoked or expired token, or a disconnected client or relay, does nothing more, whatever its person may. */
async function credentialHolds(
	db: Database,
	{ kind, id }: Author,
	permission: Permission,
): Promise<boolean> {
	if (kind === 'relay') return relayTokenHolds(db, id)
	if (kind !== 'token' && kind !== 'mcp') return true
	const find = kind === 'token' ? scopesOfToken : scopesOfConnection
	const scopes = (await find(db, id, Date.now())) ?? (await deskScopes(db, id))
	return permissionsOf(scopes).includes(permission)
}

/** A client on a relay's machine is named by the relay's token. */
const deskScopes = async (db: Database, id: string): Promise<readonly string[]> =>
	(await relayTokenHolds(db, id)) ? DESK_CLIENT_SCOPES : []

const roleOfShare = async (db: Database, id: string): Promise<MemberRole | null> =>
	(await findShare(db, { id }, Date.now()))?.share.role ?? null
