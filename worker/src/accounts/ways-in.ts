import type { WayIn } from '@fairlead/protocol/account'
import { asc, count, eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { identities, passkeys } from '../db/schema.ts'
import type { User } from '../db/users.ts'
import type { Env } from '../env.ts'

/** Everything that signs this person in. Empty: when the session ends, the account cannot be reached again. */
export async function waysIn(
	db: Database,
	env: Pick<Env, 'SETUP_TOKEN'>,
	user: Pick<User, 'id' | 'role' | 'email'>,
): Promise<WayIn[]> {
	const [keys, others] = await db.batch([
		db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, user.id)),
		db
			.select({ provider: identities.provider, label: identities.label })
			.from(identities)
			.where(eq(identities.userId, user.id))
			.orderBy(asc(identities.createdAt)),
	])
	const ways: WayIn[] = []
	if (user.role === 'owner' && env.SETUP_TOKEN) ways.push({ kind: 'setup_token' })
	const held = keys[0]?.count ?? 0
	if (held > 0) ways.push({ kind: 'passkeys', count: held })
	ways.push(...others.map((other) => ({ kind: 'identity', ...other }) as const))
	if (user.email !== null) ways.push({ kind: 'mail', email: user.email })
	return ways
}
