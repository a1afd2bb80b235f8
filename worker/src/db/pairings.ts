import { and, count, eq, gt, lt, or } from 'drizzle-orm'
import type { Database } from './client.ts'
import type { RelayTokenRow } from './relay-tokens.ts'
import { pairings, relayTokens } from './schema.ts'

export type PairingRow = typeof pairings.$inferSelect

/** Deletes expired requests, and counts the others: those of this address, and all. */
export async function countPairings(
	db: Database,
	address: string,
	now: number,
): Promise<{ ofAddress: number; all: number }> {
	const of = (condition?: ReturnType<typeof eq>) =>
		db.select({ n: count() }).from(pairings).where(condition)
	const [, ofAddress, all] = await db.batch([
		db.delete(pairings).where(lt(pairings.expiresAt, now)),
		of(eq(pairings.address, address)),
		of(),
	])
	return { ofAddress: ofAddress[0]?.n ?? 0, all: all[0]?.n ?? 0 }
}

/** False if the user code is taken. */
export async function insertPairing(db: Database, row: PairingRow): Promise<boolean> {
	const stored = await db
		.insert(pairings)
		.values(row)
		.onConflictDoNothing({ target: pairings.userCode })
		.returning({ id: pairings.id })
	return stored.length > 0
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
