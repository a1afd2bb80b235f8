/** Joining and leaving projects, and roles in them. What a person has open follows at once. */
import type { Author } from '@fairlead/protocol/people/author'
import type { InvitedRole } from '@fairlead/protocol/people/people'
import type { MemberRole } from '../access/actor.ts'
import { roleMay } from '../access/can.ts'
import type { RightsChange } from '../access/rights-change.ts'
import { closing, cutRelaysOf, type News, tellAll } from '../accounts/end-rights.ts'
import { eraseEvolutions } from '../accounts/erasure/erase-evolution.ts'
import type { Database } from '../db/client.ts'
import { type OpenConnection, placesOfMember, placesThroughMember } from '../db/open-connections.ts'
import type { Env } from '../env.ts'
import { notifyUsers } from '../feeds/notify-feeds.ts'
import { callWithRetry } from '../ports/retry.ts'
import { type Accepted, acceptInvitation, type FoundInvitation } from './store/invitations.ts'
import { isOwner, type MemberKey, memberStatements, roleOf } from './store/members.ts'

/** `last_owner`: the project would be left without one. */
export type MembershipResult = 'changed' | 'unchanged' | 'not_member' | 'last_owner'

/** `shareId`: it is open through a link that the member made, which counts while its maker may make it. */
type PlaceThroughMember = OpenConnection & { readonly shareId: string | null }

const newsOf = (userId: string, role: MemberRole | null) => {
	const change: RightsChange = { kind: 'role', userId, role }
	return (places: readonly OpenConnection[]): News[] => places.map((place) => ({ place, change }))
}

const newsThrough = (userId: string, role: MemberRole | null) => {
	const ofMember = newsOf(userId, role)
	return (places: readonly PlaceThroughMember[]): News[] =>
		places.flatMap(({ shareId, ...place }): News[] => {
			if (shareId === null) return ofMember([place])
			if (roleMay(role, 'shares.manage')) return []
			return [{ place, change: { kind: 'ended', actor: { kind: 'share', id: shareId } } }]
		})
}

const wrote = ([recorded]: readonly unknown[]): boolean => (recorded as unknown[]).length > 0

/** The third statement of a transfer records the previous owner's new role. */
const steppedDown = ([, , own]: readonly unknown[]): boolean => wrote([own])

/**
 * The member's computers serve the project while the member may pair computers with it. Also where D1's answer
 * was lost; a change that was refused cuts none, since the role is asked again.
 */
async function cutRelays(
	env: Env,
	db: Database,
	member: MemberKey,
	role: MemberRole | null,
): Promise<void> {
	if (roleMay(role, 'relay_tokens.manage')) return
	const is = await callWithRetry(() => roleOf(db, member))
	if (roleMay(is ?? null, 'relay_tokens.manage')) return
	await cutRelaysOf(env, db, member.userId, member.projectId)
}

/** Gives a member another role, or takes them out of the project (null), and records it. */
export async function changeMembership(
	env: Env,
	db: Database,
	member: MemberKey,
	role: MemberRole | null,
	author: Author,
	now: number,
): Promise<MembershipResult> {
	const { projectId, userId } = member
	const answers = await closing(env, db, {
		open: () => placesThroughMember(db, projectId, userId, now),
		end: memberStatements(db, { ...member, role }, author, now),
		ended: wrote,
		newsOf: newsThrough(userId, role),
	}).finally(() => cutRelays(env, db, member, role))
	if (!wrote(answers)) {
		const is = await roleOf(db, member)
		if (is === undefined) return 'not_member'
		return is === role ? 'unchanged' : 'last_owner'
	}
	if (role === null) await eraseEvolutions(env, db, member)
	// They may answer in one project more now, or less.
	await notifyUsers(env, [userId])
	return 'changed'
}

/** Makes `to` an owner and gives `from` the role: both, or neither. */
export async function transferOwnership(
	env: Env,
	db: Database,
	project: { readonly projectId: string; readonly from: string; readonly to: string },
	ownRole: InvitedRole,
	author: Author,
	now: number,
): Promise<'changed' | 'not_member'> {
	const { projectId } = project
	const from = { projectId, userId: project.from }
	const to = { projectId, userId: project.to }
	const answers = await closing(env, db, {
		open: () => placesThroughMember(db, projectId, from.userId, now),
		end: [
			...memberStatements(db, { ...to, role: 'owner' }, author, now, isOwner(from)),
			...memberStatements(db, { ...from, role: ownRole }, author, now, isOwner(to)),
		],
		ended: steppedDown,
		newsOf: newsThrough(from.userId, ownRole),
	}).finally(() => cutRelays(env, db, from, ownRole))
	if (!steppedDown(answers)) return 'not_member'
	await raised(env, db, to, 'owner', now)
	await notifyUsers(env, [from.userId])
	return 'changed'
}

/** Makes a person a member by an invitation. */
export async function join(
	env: Env,
	db: Database,
	invitation: FoundInvitation,
	author: Author & { readonly userId: string },
	now: number,
): Promise<Accepted> {
	const accepted = await acceptInvitation(db, invitation, author, now)
	if (accepted.outcome === 'joined' || accepted.outcome === 'raised') {
		const { projectId } = invitation
		await raised(env, db, { projectId, userId: author.userId }, accepted.role, now)
	}
	return accepted
}

/** Lets what the person has open come back with their higher role. */
async function raised(
	env: Env,
	db: Database,
	{ projectId, userId }: MemberKey,
	role: MemberRole,
	now: number,
): Promise<void> {
	const places = await placesOfMember(db, projectId, userId, now)
	await tellAll(env, newsOf(userId, role)(places))
	await notifyUsers(env, [userId])
}
