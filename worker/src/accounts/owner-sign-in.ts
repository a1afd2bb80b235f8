/** Sign-in of a self-hosted owner by the setup token. */

import type { Database } from '../db/client.ts'
import { insertFirstProject } from '../db/projects.ts'
import { countTry, uncountTry } from '../db/sign-in-failures.ts'
import { ensureOwner, type User } from '../db/users.ts'
import { newId } from '../ids.ts'
import { sameSecret } from './secrets.ts'

/** Wrong tokens of one client within the window; a person mistypes, a script guesses. */
const MAX_FAILURES = 10
/** Of all clients together: an address is cheap, and without Cloudflare in front the header that tells it is free. */
const MAX_FAILURES_OF_ALL = 100
const ALL = '*'
/**
 * So many characters cannot be guessed at any rate: the right token then signs in however many wrong ones came
 * before. With a shorter one it has to wait as well, or the limit would be none.
 */
const UNGUESSABLE_LENGTH = 20
export const FAILURE_WINDOW_MS = 10 * 60_000
const FIRST_PROJECT = 'My project'

export type SignIn =
	| { readonly kind: 'signed_in'; readonly owner: User }
	/** No setup token is configured. */
	| { readonly kind: 'disabled' }
	| { readonly kind: 'wrong_token' }
	| { readonly kind: 'too_many_tries' }

export async function signInOwner(
	db: Database,
	given: string,
	expected: string | undefined,
	/** Whose tries are counted together: the client's address. */
	client: string,
	now: number,
): Promise<SignIn> {
	if (!expected) return { kind: 'disabled' }
	const right = await sameSecret(given, expected)
	if (!right || expected.length < UNGUESSABLE_LENGTH) {
		const clients = [client, ALL] as const
		// Before the answer is decided: of many tries at once, each counts for those after it.
		const [own = 0, all = 0] = await countTry(db, clients, now, now - FAILURE_WINDOW_MS)
		if (own > MAX_FAILURES || all > MAX_FAILURES_OF_ALL) return { kind: 'too_many_tries' }
		if (!right) return { kind: 'wrong_token' }
		await uncountTry(db, clients)
	}
	const owner = await ensureOwner(db, newId('usr', now), now)
	const project = { id: newId('prj', now), name: FIRST_PROJECT, createdAt: now, updatedAt: now }
	await insertFirstProject(db, project, owner.id)
	return { kind: 'signed_in', owner }
}
