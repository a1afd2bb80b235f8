/** Whose account a person is who has just proven to be someone: at another service, or by their mail. */
import type { Database } from '../../db/client.ts'
import {
	adoptEmail,
	findIdentity,
	findUserByEmail,
	type IdentityKey,
	type IdentityRow,
	insertAccount,
	insertIdentity,
} from '../../db/identities.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import { maySignUp } from './ways.ts'

export interface Proven {
	/** Null: only the mail address is. */
	readonly identity: (IdentityKey & Pick<IdentityRow, 'label'>) | null
	/** In lower case; null unless it is proven. */
	readonly email: string | null
	readonly name: string
}

export type Arrival =
	| { readonly kind: 'user'; readonly userId: string }
	| { readonly kind: 'sign_up_closed' }

/**
 * The account with this identity; else the one with this proven address, which gets the identity too; else a new one,
 * if this person may make one. Both sides of a match by address are proven, so nobody takes over an account with
 * an address that is not theirs.
 */
export async function arrive(
	env: Env,
	db: Database,
	proven: Proven,
	now: number,
): Promise<Arrival> {
	const known = await knownUser(db, proven, now)
	if (known !== null) return { kind: 'user', userId: known }
	if (!maySignUp(env, proven.email)) return { kind: 'sign_up_closed' }
	const { name, email } = proven
	const user = { id: newId('usr', now), name, email, createdAt: now }
	try {
		await insertAccount(db, user, identityOf(proven, user.id, now))
		return { kind: 'user', userId: user.id }
	} catch (error) {
		// The same person in two tabs at once: one of them has made the account.
		const made = await knownUser(db, proven, now)
		if (made === null) throw error
		return { kind: 'user', userId: made }
	}
}

const identityOf = ({ identity }: Proven, userId: string, createdAt: number): IdentityRow | null =>
	identity === null ? null : { ...identity, userId, createdAt }

async function knownUser(db: Database, proven: Proven, now: number): Promise<string | null> {
	const { identity, email } = proven
	const found = identity === null ? undefined : await findIdentity(db, identity)
	if (found) return found.userId
	const user = email === null ? undefined : await findUserByEmail(db, email)
	if (!user) return null
	const row = identityOf(proven, user.id, now)
	if (row) await insertIdentity(db, row)
	return user.id
}

/** Adds an identity to a user who is signed in. False if it belongs to another one. */
export async function linkIdentity(
	db: Database,
	userId: string,
	proven: Proven & { readonly identity: object },
	now: number,
): Promise<boolean> {
	await insertIdentity(db, { ...proven.identity, userId, createdAt: now })
	if ((await findIdentity(db, proven.identity))?.userId !== userId) return false
	if (proven.email !== null) await adoptEmail(db, userId, proven.email)
	return true
}
