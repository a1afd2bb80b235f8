/** The audit log’s rows. They are added and expire; none is changed, except that a deleted person is taken out. */
import type { AuditEntry } from '@fairlead/protocol/people/audit'
import type { Author } from '@fairlead/protocol/people/author'
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { authorColumns } from '../../db/authors.ts'
import type { Database } from '../../db/client.ts'
import { audit } from './people-schema.ts'

/** A year, and a month to notice that it is over. */
const KEPT_MS = 400 * 86_400_000
/** Expired rows that go with each new one: more than are added, and few. */
const EXPIRED_AT_ONCE = 20

export interface NewAuditEntry {
	readonly id: string
	readonly event: string
	/** The project concerned; null for an account's own event. */
	readonly projectId: string | null
	readonly subject: string | null
	readonly detail?: unknown
	readonly author: Author
	/** The person in whose own log it stands; default: the author's person. */
	readonly person?: string
	/** The client's address; empty: not known. */
	readonly address: string
}

/** Makes one row, however often the same entry is given. */
export async function recordAudit(
	db: Database,
	{ author, detail, person, ...entry }: NewAuditEntry,
	now: number,
): Promise<void> {
	await db.batch([
		db
			.insert(audit)
			.values({
				...entry,
				userId: person ?? author.userId,
				detail: detail === undefined ? null : JSON.stringify(detail),
				...authorColumns(author),
				createdAt: now,
			})
			.onConflictDoNothing(),
		dropExpired(db, now),
	])
}

/** One more refusal: the first makes the entry, the others count in it. */
export async function countRefusal(
	db: Database,
	{ author, ...entry }: Omit<NewAuditEntry, 'detail' | 'person'> & { readonly refused: string },
	now: number,
): Promise<void> {
	await db.batch([
		db
			.insert(audit)
			.values({ ...entry, userId: author.userId, ...authorColumns(author), createdAt: now })
			.onConflictDoUpdate({
				target: audit.id,
				set: { times: sql`${audit.times} + 1`, address: entry.address },
			}),
		dropExpired(db, now),
	])
}

const dropExpired = (db: Database, now: number) =>
	db.delete(audit).where(
		inArray(
			audit.id,
			db
				.select({ id: audit.id })
				.from(audit)
				.where(lt(audit.createdAt, now - KEPT_MS))
				.limit(EXPIRED_AT_ONCE),
		),
	)

export interface AuditFilter {
	/** Selects only refused entries, or only the others. */
	readonly refused?: 'true' | 'false' | undefined
	/** An author's id. */
	readonly by?: string | undefined
	readonly event?: string | undefined
	/** Unix milliseconds: `from` is included, `to` is not. */
	readonly from?: number | undefined
	readonly to?: number | undefined
}

export interface AuditCursor {
	readonly createdAt: number
	readonly id: string
}

/** Newest first: of a project, or what a person did in all of them and with their account. */
export async function listAudit(
	db: Database,
	of: { readonly projectId: string } | { readonly userId: string },
	{ by, event, from, to, refused }: AuditFilter,
	after: AuditCursor | null,
	limit: number,
): Promise<Omit<AuditEntry, 'summary'>[]> {
	const rows = await db
		.select()
		.from(audit)
		.where(
			and(
				'projectId' in of ? eq(audit.projectId, of.projectId) : eq(audit.userId, of.userId),
				by === undefined ? undefined : eq(audit.authorId, by),
				event === undefined ? undefined : eq(audit.event, event),
				from === undefined ? undefined : gte(audit.createdAt, from),
				to === undefined ? undefined : lt(audit.createdAt, to),
				refused === undefined
					? undefined
					: refused === 'true'
						? isNotNull(audit.refused)
						: isNull(audit.refused),
				after === null
					? undefined
					: or(
							lt(audit.createdAt, after.createdAt),
							and(eq(audit.createdAt, after.createdAt), lt(audit.id, after.id)),
						),
			),
		)
		.orderBy(desc(audit.createdAt), desc(audit.id))
		.limit(limit)
	return rows.map(({ authorKind, authorId, authorName, userId: _, detail, ...row }) => ({
		...row,
		detail: detail === null ? null : JSON.parse(detail),
		by: { kind: authorKind, id: authorId, name: authorName },
	}))
}
