/** A person deletes their account: what must be true first, and the moment from which it is over. */
import type { SessionActor } from '../../access/actor.ts'
import { markDeleted } from '../../db/account-erasure.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { callWithRetry } from '../../ports/retry.ts'
import { endAllSessions } from '../end-rights.ts'
import { signInMethods } from '../sign-in-methods.ts'
import { sessionBegan } from '../store/sessions.ts'
import { findUser, type User } from '../store/users.ts'
import { planDeletion } from './plan.ts'

/** A browser that was left open, or a stolen cookie, must not be enough. */
export const FRESH_MS = 10 * 60_000
/** Projects named in a refusal. */
const MAX_NAMED = 10

export type Deletion =
	| { readonly kind: 'deleted' }
	/** The owner of the installation. */
	| { readonly kind: 'owner' }
	| { readonly kind: 'wrong_name' }
	| { readonly kind: 'not_fresh' }
	/** The only owner of these, which have other members. */
	| { readonly kind: 'blocked'; readonly projects: readonly string[] }

/**
 * Ends everything that the person may do, in one transaction, and hands the rest to the account's eraser.
 * @param typed the account's name, typed by the person
 */
export async function deleteAccount(
	env: Env,
	db: Database,
	request: Request,
	actor: SessionActor,
	typed: string,
	now: number,
): Promise<Deletion> {
	const { userId } = actor
	const user = await findUser(db, userId)
	if (!user) return { kind: 'deleted' }
	if (user.role === 'owner') return { kind: 'owner' }
	if (typed.trim() !== user.name.trim()) return { kind: 'wrong_name' }
	const fresh = now - (await sessionBegan(db, actor.id)) <= FRESH_MS
	// Someone without any way in could never sign in again for this.
	if (!fresh && (await signInMethods(db, env, request, user)).length > 0)
		return { kind: 'not_fresh' }
	if (await beginErasure(env, db, user, now)) return { kind: 'deleted' }
	const { blocked } = await planDeletion(db, userId)
	return { kind: 'blocked', projects: blocked.slice(0, MAX_NAMED).map(({ name }) => name) }
}

/** From when it returns true, the account is over. False: it is the only owner of something shared. */
export async function beginErasure(
	env: Env,
	db: Database,
	{ id: userId, email }: Pick<User, 'id' | 'email'>,
	now: number,
): Promise<boolean> {
	const eraser = () => env.ACCOUNT_ERASER.getByName(userId)
	await callWithRetry(() => eraser().begin(userId, email))
	if (!(await markDeleted(db, userId, now))) return false
	// From here on the eraser's alarm finishes what fails.
	await endAllSessions(env, db, userId, now).catch(() => undefined)
	await callWithRetry(() => eraser().go()).catch(() => undefined)
	return true
}
