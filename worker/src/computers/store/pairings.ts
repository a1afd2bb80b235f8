import { and, count, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { pairings, relayTokens } from '../../db/schema.ts'
import type { RelayTokenRow } from './relay-tokens.ts'

export type PairingRow = typeof pairings.$inferSelect

/** How many requests may be open. */
export interface PairingBounds {
	readonly ofAddress: number
	readonly all: number
}

/**
 * Also deletes expired requests. `full`: as many are open as may be. Of several that come at once, no more stay. `taken`:
 * another one has this user code.
 */
export async function insertPairing(
	db: Database,
	row: PairingRow,
	bounds: PairingBounds,
): Promise<'stored' | 'taken' | 'full'> {
	const open = db.select({ n: count() }).from(pairings)
	const ofAddress = db
		.select({ n: count() })
		.from(pairings)
		.where(eq(pairings.address, row.address))
	const [, stored, surplus] = await db.batch([
		db.delete(pairings).where(lt(pairings.expiresAt, row.createdAt)),
		db
			.insert(pairings)
			.values(row)
			.onConflictDoNothing({ target: pairings.userCode })
			.returning({ id: pairings.id }),
		db
			.delete(pairings)
			.where(
				and(
					eq(pairings.id, row.id),
					or(gt(sql`(${ofAddress})`, bounds.ofAddress), gt(sql`(${open})`, bounds.all)),
				),
			)
			.returning({ id: pairings.id }),
	])
	if (surplus.length > 0) return 'full'
	return stored.length > 0 ? 'stored' : 'taken'
}

/** Neither expired nor unknown. */
export const findPairing = (db: Database, userCode: string, now: number) =>
	db
		.select()
		.from(pairings)
		.where(and(eq(pairings.userCode, userCode), gt(pairings.expiresAt, now)))
		.get()

export const findByDeviceCode = (db: Database, deviceCodeHash: string) =>
	db.select().from(pairings).where(eq(pairings.deviceCodeHash, deviceCodeHash)).get()

/** The row after the decision; undefined if somebody had decided otherwise, or it has expired. */
export async function decidePairing(
	db: Database,
	id: string,
	decision: Pick<PairingRow, 'projectId' | 'decidedBy'> & {
		readonly state: 'approved' | 'denied'
		/** The name that it is given; missing: it keeps its own. */
		readonly host?: string
	},
	now: number,
): Promise<PairingRow | undefined> {
	const { state, projectId, decidedBy } = decision
	const same = and(
		eq(pairings.state, state),
		decidedBy === null ? undefined : eq(pairings.decidedBy, decidedBy),
		projectId === null ? undefined : eq(pairings.projectId, projectId),
	)
	return db
		.update(pairings)
		.set(decision)
		.where(
			and(
				eq(pairings.id, id),
				gt(pairings.expiresAt, now),
				or(eq(pairings.state, 'pending'), same),
			),
		)
		.returning()
		.get()
}

/** Remembers when the next poll may come. */
export async function setNextPoll(
	db: Database,
	{ id, intervalMs, nextPollAt }: Pick<PairingRow, 'id' | 'intervalMs' | 'nextPollAt'>,
): Promise<void> {
	await db.update(pairings).set({ intervalMs, nextPollAt }).where(eq(pairings.id, id))
}

/** Stores the token of an approved request. Of two polls at the same moment, one stores it. */
export async function redeemPairing(db: Database, id: string, token: RelayTokenRow): Promise<void> {
	const approved = db
		.select({ id: pairings.id })
		.from(pairings)
		.where(and(eq(pairings.id, id), eq(pairings.state, 'approved')))
	if ((await approved.get()) === undefined) return
	await db.batch([
		db.insert(relayTokens).values(token).onConflictDoNothing({ target: relayTokens.tokenHash }),
		db.update(pairings).set({ state: 'redeemed' }).where(eq(pairings.id, id)),
	])
}
