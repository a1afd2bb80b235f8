import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { signInTickets } from './schema.ts'

type Row = typeof signInTickets.$inferSelect

/** Stores a ticket and drops those that expired. */
export async function insertTicket(db: Database, row: Row, now: number): Promise<void> {
	await db.batch([
		db.insert(signInTickets).values(row),
		db.delete(signInTickets).where(lte(signInTickets.expiresAt, now)),
	])
}

/** Takes a ticket: of two who come with it at once, one gets it. */
export async function takeTicket(
	db: Database,
	tokenHash: string,
	now: number,
): Promise<Row['ticket'] | undefined> {
	const row = await db
		.delete(signInTickets)
		.where(and(eq(signInTickets.tokenHash, tokenHash), gt(signInTickets.expiresAt, now)))
		.returning({ ticket: signInTickets.ticket })
		.get()
	return row?.ticket
}
