/** People's spending on the installation's own model keys, by day and month. */
import type { Author } from '@fairlead/protocol/people/author'
import { eq, lt, sql } from 'drizzle-orm'
import type { Allowance, Standing } from '../../access/actor.ts'
import { users } from '../../accounts/store/schema.ts'
import type { Database } from '../../db/client.ts'
import { payerOf } from '../../db/payer.ts'
import { allowances } from '../../usage/store/fair-use-schema.ts'
import { serverKeyUse } from './server-key-schema.ts'

/** Older sums are deleted: the last one is that of the month before. */
const KEPT_MS = 62 * 86_400_000

export type ServerKeyUse = Pick<typeof serverKeyUse.$inferSelect, 'period' | 'tokens' | 'usd'>

export interface Payer {
	readonly userId: string
	readonly standing: Standing
	readonly allowance: Allowance | null
}

/** The person whose limits count for this author's runs; undefined: none. */
export async function payerOfServerKey(db: Database, author: Author): Promise<Payer | undefined> {
	const row = await db
		.select({ userId: users.id, role: users.role, trial: users.anonymous, allowance: allowances })
		.from(users)
		.leftJoin(allowances, eq(allowances.subject, users.id))
		.where(eq(users.id, payerOf(author)))
		.get()
	if (!row) return undefined
	const { userId, role, trial, allowance } = row
	return { userId, standing: trial ? 'trial' : role, allowance }
}

export async function readServerKeyUse(db: Database, userId: string): Promise<ServerKeyUse[]> {
	return db
		.select({ period: serverKeyUse.period, tokens: serverKeyUse.tokens, usd: serverKeyUse.usd })
		.from(serverKeyUse)
		.where(eq(serverKeyUse.userId, userId))
}

export async function addServerKeyUse(
	db: Database,
	userId: string,
	periods: readonly string[],
	spent: { readonly tokens: number; readonly usd: number },
	now: number,
): Promise<void> {
	const oldest = new Date(now - KEPT_MS).toISOString().slice(0, 7)
	await db.batch([
		db.delete(serverKeyUse).where(lt(serverKeyUse.period, oldest)),
		...periods.map((period) =>
			db
				.insert(serverKeyUse)
				.values({ userId, period, ...spent })
				.onConflictDoUpdate({
					target: [serverKeyUse.userId, serverKeyUse.period],
					set: {
						tokens: sql`${serverKeyUse.tokens} + ${spent.tokens}`,
						usd: sql`${serverKeyUse.usd} + ${spent.usd}`,
					},
				}),
		),
	])
}
