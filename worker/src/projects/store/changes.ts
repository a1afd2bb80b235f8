import type { Author } from '@fairlead/protocol/people/author'
import type { Change } from '@fairlead/protocol/projects/project'
import { desc, eq } from 'drizzle-orm'
import { authorColumns } from '../../db/authors.ts'
import type { Database } from '../../db/client.ts'
import { changes } from '../../db/schema.ts'
import { newId } from '../../ids.ts'

/** Newest first; older ones stay in the table. */
const MAX_LISTED = 200

export interface NewChange {
	readonly projectId: string
	readonly conversationId?: string
	readonly what: Change['what']
	readonly subject?: string
	readonly before: unknown
	readonly after: unknown
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Those that change nothing are left out. */
export async function recordChanges(
	db: Database,
	made: readonly NewChange[],
	author: Author,
	now: number,
): Promise<void> {
	const rows = made
		.filter(({ before, after }) => !same(before, after))
		.map(({ before, after, ...change }) => ({
			...change,
			id: newId('chg', now),
			before: JSON.stringify(before),
			after: JSON.stringify(after),
			...authorColumns(author),
			createdAt: now,
		}))
	if (rows.length > 0) await db.insert(changes).values(rows)
}

export async function listChanges(db: Database, projectId: string): Promise<Change[]> {
	const rows = await db
		.select()
		.from(changes)
		.where(eq(changes.projectId, projectId))
		.orderBy(desc(changes.createdAt), desc(changes.id))
		.limit(MAX_LISTED)
	return rows.map(({ id, conversationId, what, subject, before, after, createdAt, ...by }) => ({
		id,
		conversationId,
		what,
		subject,
		before: JSON.parse(before ?? 'null'),
		after: JSON.parse(after ?? 'null'),
		by: { kind: by.authorKind, id: by.authorId, name: by.authorName },
		createdAt,
	}))
}
