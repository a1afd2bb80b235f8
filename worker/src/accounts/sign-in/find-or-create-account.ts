/** Finds or makes the account of a person who has proven an identity: at another service, or by mail. */
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import {
	adoptEmail,
	findUserByEmail,
	findUserByIdentity,
	type IdentityKey,
	type IdentityRow,
	insertAccount,
	insertIdentity,
} from '../store/identities.ts'
import { promoteTrial } from '../store/trials.ts'
import type { User } from '../store/users.ts'
import { maySignUp } from './sign-up.ts'

export interface Proven {
	/** The proven account at another service; null if only the mail address is proven. */
	readonly identity: (IdentityKey & Pick<IdentityRow, 'label'>) | null
	/** In lower case; null unless it is proven. */
	readonly email: string | null
	readonly name: string
}

export type Arrival =
	| { readonly kind: 'user'; readonly userId: string }
	| { readonly kind: 'sign_up_closed' }

/** The circumstances in which the person came. */
export interface Coming {
	/** See `Newcomer`. */
	readonly invitationHash: string | null
	/** The trial that this browser is signed in to; null: none. */
	readonly trialId: string | null
}

/**
 * The account with this identity; else the one with this proven address, which gets the identity too; else a new one,
 * if this person may make one: the trial, if they are on one. Both sides of a match by address are proven, so nobody
 * takes over an account with an address that is not theirs.
 */
export async function findOrCreateAccount(
	env: Env,
	db: Database,
	proven: Proven,
	{ invitationHash, trialId }: Coming,
	now: number,
): Promise<Arrival> {
	const known = await knownUser(db, proven, now)
	if (known) return arrived(known)
	const { name, email } = proven
	if (!(await maySignUp(env, db, { email, invitationHash }, now))) return { kind: 'sign_up_closed' }
	const user = { id: trialId ?? newId('usr', now), name, email, createdAt: now }
	const identity = identityOf(proven, user.id, now)
	try {
		if (trialId === null) await insertAccount(db, user, identity)
		else await promoteTrial(db, user, identity)
		return { kind: 'user', userId: user.id }
	} catch (error) {
		// The same person in two tabs at once: one of them has made the account.
		const made = await knownUser(db, proven, now)
		if (!made) throw error
		return arrived(made)
	}
}

/** An account that is being deleted does not count. */
const arrived = ({ id, deletedAt }: User): Arrival =>
	deletedAt === null ? { kind: 'user', userId: id } : { kind: 'sign_up_closed' }

const identityOf = ({ identity }: Proven, userId: string, createdAt: number): IdentityRow | null =>
	identity === null ? null : { ...identity, userId, createdAt }

async function knownUser(db: Database, proven: Proven, now: number): Promise<User | undefined> {
	const { identity, email } = proven
	const found = identity === null ? undefined : await findUserByIdentity(db, identity)
	if (found || email === null) return found
	const user = await findUserByEmail(db, email)
	const row = user && identityOf(proven, user.id, now)
	if (row) await insertIdentity(db, row)
	return user
}

/** Adds an identity to a user who is signed in. False if it belongs to another user. */
export async function linkIdentity(
	db: Database,
	userId: string,
	proven: Proven & { readonly identity: object },
	now: number,
): Promise<boolean> {
	await insertIdentity(db, { ...proven.identity, userId, createdAt: now })
	if ((await findUserByIdentity(db, proven.identity))?.id !== userId) return false
	if (proven.email !== null) await adoptEmail(db, userId, proven.email)
	return true
}
