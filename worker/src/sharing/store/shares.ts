import type { Share } from '@fairlead/protocol/people/shares'
import { and, count, desc, eq, gt, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { creatorMay } from '../../db/creator-rights.ts'
import { conversations, openConnections, projects } from '../../db/schema.ts'
import { areSuspended } from '../../usage/store/allowances.ts'
import { shares, shareVisits } from './schema.ts'

export type ShareRow = typeof shares.$inferSelect
export type VisitRow = typeof shareVisits.$inferSelect

/** The most links of a project in force; more are not managed by hand. */
export const MAX_SHARES = 200
/** Revoked and expired links that the list still shows. */
const MAX_LISTED = 300
/** The life of a visit, and of its cookie. */
export const VISIT_LIFE_MS = 30 * 24 * 3_600_000

const notExpired = (now: number) => or(isNull(shares.expiresAt), gt(shares.expiresAt, now))
/** The maker may still make links: one that a removed, demoted or suspended person left behind opens nothing. */
const byWhoMay = creatorMay('shares.manage', sql`${shares.projectId}`, sql`${shares.createdBy}`)
/** A suspended project's links come back with it. */
const inForce = (now: number) =>
	and(
		isNull(shares.revokedAt),
		notExpired(now),
		not(areSuspended(sql`${shares.projectId}`)),
		byWhoMay,
	)

/** Newest first. */
export async function listShares(db: Database, projectId: string): Promise<Share[]> {
	const rows = await db
		.select({
			share: shares,
			title: conversations.title,
			author: users.name,
			makerMayShare: sql`${byWhoMay}`.mapWith(Boolean),
		})
		.from(shares)
		.leftJoin(conversations, eq(conversations.id, shares.conversationId))
		.leftJoin(users, eq(users.id, shares.createdBy))
		.where(eq(shares.projectId, projectId))
		.orderBy(desc(shares.createdAt), desc(shares.id))
		.limit(MAX_LISTED)
	return rows.map(({ share, title, ...maker }) => describeShare(share, title, maker))
}

/** The link in the form that members see. `author`: null for a person who is gone. */
export function describeShare(
	{ tokenHash: _, projectId: __, createdBy, ...share }: ShareRow,
	title: string | null,
	{ author, makerMayShare }: { readonly author: string | null; readonly makerMayShare: boolean },
): Share {
	return {
		...share,
		title,
		createdBy: { userId: createdBy, name: author ?? 'A former member' },
		makerMayShare,
	}
}

/**
 * Inserts the link, and forgets the places of expired ones. False if the project has `max` in force, also when several
 * are made at once.
 */
export async function insertShare(db: Database, row: ShareRow, max = MAX_SHARES): Promise<boolean> {
	const expired = db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.projectId, row.projectId), lte(shares.expiresAt, row.createdAt)))
	const ofProject = and(eq(shares.projectId, row.projectId), inForce(row.createdAt))
	const inForceNow = db.select({ n: count() }).from(shares).where(ofProject)
	const [, surplus] = await db.batch([
		db.insert(shares).values(row),
		db
			.delete(shares)
			.where(and(eq(shares.id, row.id), gt(sql`(${inForceNow})`, max)))
			.returning({ id: shares.id }),
		db
			.delete(openConnections)
			.where(
				and(eq(openConnections.actorKind, 'share'), inArray(openConnections.actorId, expired)),
			),
	])
	return surplus.length === 0
}

/** A statement for a batch. Revoking a link again changes nothing. */
export const revokeShareRow = (
	db: Database,
	key: { readonly projectId: string; readonly id: string },
	now: number,
) =>
	db
		.update(shares)
		.set({ revokedAt: now })
		.where(
			and(eq(shares.id, key.id), eq(shares.projectId, key.projectId), isNull(shares.revokedAt)),
		)

export interface Shared {
	readonly share: ShareRow
	readonly project: typeof projects.$inferSelect
	/** The conversation it covers; null: the whole project. */
	readonly conversation: typeof conversations.$inferSelect | null
}

/** A link in force. */
export async function findShare(
	db: Database,
	by: { readonly tokenHash: string } | { readonly id: string },
	now: number,
): Promise<Shared | undefined> {
	const named = 'id' in by ? eq(shares.id, by.id) : eq(shares.tokenHash, by.tokenHash)
	return db
		.select({ share: shares, project: projects, conversation: conversations })
		.from(shares)
		.innerJoin(projects, eq(projects.id, shares.projectId))
		.leftJoin(conversations, eq(conversations.id, shares.conversationId))
		.where(and(named, inForce(now), isNull(conversations.deletedAt)))
		.get()
}

/** A link of the project, also one that is no longer in force. */
export async function shareOfProject(
	db: Database,
	{ projectId, id }: { readonly projectId: string; readonly id: string },
): Promise<ShareRow | undefined> {
	return db
		.select()
		.from(shares)
		.where(and(eq(shares.id, id), eq(shares.projectId, projectId)))
		.get()
}

/** The links in force that cover only this conversation. */
export async function sharesOfConversation(
	db: Database,
	conversationId: string,
	now: number,
): Promise<string[]> {
	const rows = await db
		.select({ id: shares.id })
		.from(shares)
		.where(and(eq(shares.conversationId, conversationId), inForce(now)))
	return rows.map(({ id }) => id)
}

/**
 * One more browser opens a link: takes one of its uses and remembers the visit, together or not at all.
 * Two that ask for the last use at once get one visit between them.
 *
 * @param visit without a name: the visitor gets one, "Guest 3"
 * @returns the visitor's name; null if the link is not in force or used up
 */
export async function insertVisit(
	db: Database,
	visit: Omit<VisitRow, 'name'> & { readonly name: string | null },
	now: number,
): Promise<string | null> {
	const { id, shareId, secretHash, name, userId } = visit
	const answers = await db.batch([
		db
			.insert(shareVisits)
			.select(
				sql`select ${id}, ${shares.id}, ${secretHash}, coalesce(${name}, 'Guest ' || (${shares.visits} + 1)), ${userId}, ${now}
					from ${shares} where ${shares.id} = ${shareId} and ${shares.revokedAt} is null
					and (${shares.expiresAt} is null or ${shares.expiresAt} > ${now})
					and not ${areSuspended(sql`${shares.projectId}`)} and ${byWhoMay}
					and (${shares.usesLeft} is null or ${shares.usesLeft} > 0)`,
			)
			.returning({ name: shareVisits.name }),
		db
			.update(shares)
			.set({
				usesLeft: sql`${shares.usesLeft} - 1`,
				visits: sql`${shares.visits} + 1`,
				lastUsedAt: now,
			})
			.where(
				and(
					eq(shares.id, shareId),
					sql`exists (select 1 from ${shareVisits} where ${shareVisits.id} = ${id})`,
				),
			),
		db
			.delete(shareVisits)
			.where(and(eq(shareVisits.shareId, shareId), lt(shareVisits.createdAt, now - VISIT_LIFE_MS))),
	])
	return answers[0][0]?.name ?? null
}

export interface Visited {
	readonly visit: VisitRow
	readonly share: ShareRow
}

/** The visits with these secrets whose links are in force. */
export async function findVisits(
	db: Database,
	secretHashes: readonly string[],
	now: number,
): Promise<Visited[]> {
	if (secretHashes.length === 0) return []
	return db
		.select({ visit: shareVisits, share: shares })
		.from(shareVisits)
		.innerJoin(shares, eq(shares.id, shareVisits.shareId))
		.where(
			and(
				inArray(shareVisits.secretHash, [...secretHashes]),
				gt(shareVisits.createdAt, now - VISIT_LIFE_MS),
				inForce(now),
			),
		)
}

export async function touchShare(db: Database, id: string, now: number): Promise<void> {
	await db.update(shares).set({ lastUsedAt: now }).where(eq(shares.id, id))
}
