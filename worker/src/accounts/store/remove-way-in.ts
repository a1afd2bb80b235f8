/**
 * Takes a way to sign in from a person, unless it is the last one. Decided by the statement that removes it: two
 * tabs that remove one each leave one.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import type { IdentityRow } from './identities.ts'
import { identities, passkeys, users } from './schema.ts'

/** The ways to sign in here, besides passkeys. */
export interface OfferedWays {
	readonly providers: readonly IdentityRow['provider'][]
	readonly mail: boolean
	/** True for the owner, whom the setup token signs in. */
	readonly setupToken: boolean
}

export type NamedIdentity = Pick<IdentityRow, 'provider' | 'label'>

const hasPasskey = (userId: string): SQL =>
	sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})`

function hasIdentity(userId: string, { providers }: OfferedWays, but: NamedIdentity | null): SQL {
	if (providers.length === 0) return sql`false`
	const other = but && sql`and not (o.provider = ${but.provider} and o.label = ${but.label})`
	const names = sql.join(
		providers.map((name) => sql`${name}`),
		sql`, `,
	)
	return sql`exists (select 1 from ${identities} as o where o.user_id = ${userId} and o.provider in (${names}) ${other ?? sql``})`
}

const hasMail = (userId: string): SQL =>
	sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.email} is not null)`

/** False if there is no such identity, or nothing else signs this person in. */
export async function deleteIdentity(
	db: Database,
	userId: string,
	{ provider, label }: NamedIdentity,
	offered: OfferedWays,
): Promise<boolean> {
	const rows = await db
		.delete(identities)
		.where(
			sql`${identities.userId} = ${userId} and ${identities.provider} = ${provider} and ${identities.label} = ${label}
				and (${offered.setupToken} or ${hasPasskey(userId)} or (${offered.mail} and ${hasMail(userId)})
					or ${hasIdentity(userId, offered, { provider, label })})`,
		)
		.returning({ subject: identities.subject })
	return rows.length > 0
}

/** Same as {@link deleteIdentity}, for the mail address. */
export async function deleteEmail(
	db: Database,
	userId: string,
	offered: OfferedWays,
): Promise<boolean> {
	const rows = await db
		.update(users)
		.set({ email: null })
		.where(
			sql`${users.id} = ${userId} and ${users.email} is not null
				and (${offered.setupToken} or ${hasPasskey(userId)} or ${hasIdentity(userId, offered, null)})`,
		)
		.returning({ id: users.id })
	return rows.length > 0
}

/**
 * Same as {@link deleteIdentity}, for a passkey.
 * @param even the person has confirmed that it may be the last way in.
 */
export async function deletePasskey(
	db: Database,
	userId: string,
	id: string,
	{ offered, even }: { offered: OfferedWays; even: boolean },
): Promise<boolean> {
	const another = sql`exists (select 1 from ${passkeys} as k where k.user_id = ${userId} and k.id <> ${id})`
	const rows = await db
		.delete(passkeys)
		.where(
			sql`${passkeys.userId} = ${userId} and ${passkeys.id} = ${id}
				and (${even} or ${offered.setupToken} or ${another} or (${offered.mail} and ${hasMail(userId)})
					or ${hasIdentity(userId, offered, null)})`,
		)
		.returning({ id: passkeys.id })
	return rows.length > 0
}
