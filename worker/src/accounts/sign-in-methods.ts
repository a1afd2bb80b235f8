import type { WayIn } from '@fairlead/protocol/people/account'
import { asc, count, eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { signInOptions } from './sign-in/configured-methods.ts'
import type { OfferedWays } from './store/remove-way-in.ts'
import { identities, passkeys } from './store/schema.ts'
import type { User } from './store/users.ts'

/**
 * Everything that signs this person in here: a service or mail that is not set up any longer signs nobody in.
 * Empty: when the session ends, the account cannot be reached again.
 */
export async function signInMethods(
	db: Database,
	env: Env,
	request: Request,
	user: Pick<User, 'id' | 'role' | 'email'>,
): Promise<WayIn[]> {
	const offered = signInOptions(env, request)
	const isOffered = (provider: string) => offered.providers.some(({ id }) => id === provider)
	const [keys, others] = await db.batch([
		db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, user.id)),
		db
			.select({ provider: identities.provider, label: identities.label })
			.from(identities)
			.where(eq(identities.userId, user.id))
			.orderBy(asc(identities.createdAt)),
	])
	const ways: WayIn[] = []
	if (user.role === 'owner' && offered.setupToken) ways.push({ kind: 'setup_token' })
	const held = keys[0]?.count ?? 0
	if (held > 0) ways.push({ kind: 'passkeys', count: held })
	for (const other of others) {
		if (isOffered(other.provider)) ways.push({ kind: 'identity', ...other })
	}
	if (user.email !== null && offered.mail) ways.push({ kind: 'mail', email: user.email })
	return ways
}

/** Ways by which this person could sign in here, besides passkeys. */
export function offeredMethods(env: Env, request: Request, user: Pick<User, 'role'>): OfferedWays {
	const { providers, mail, setupToken } = signInOptions(env, request)
	return {
		providers: providers.map(({ id }) => id),
		mail,
		setupToken: setupToken && user.role === 'owner',
	}
}
