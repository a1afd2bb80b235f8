/** Sign-in of a self-hosted owner by the setup token. */

import { UNGUESSABLE_TOKEN_CHARS } from '@fairlead/protocol/people/session'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import { sameSecret } from '../platform/secrets.ts'
import { countTry, triesOf, uncountTry } from './store/sign-in-failures.ts'
import { ensureOwner, type User } from './store/users.ts'

/** Wrong tokens of one client within the window; a person mistypes, a script guesses. */
const MAX_FAILURES = 10
/** Wrong tokens of all clients together: addresses are cheap, and without Cloudflare their header can be forged. */
const MAX_FAILURES_OF_ALL = 100
const ALL = '*'
export const FAILURE_WINDOW_MS = 10 * 60_000

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
	/** The client's address: its tries are counted together. */
	client: string,
	now: number,
): Promise<SignIn> {
	if (!expected) return { kind: 'disabled' }
	const right = await sameSecret(given, expected)
	if (!right || expected.length < UNGUESSABLE_TOKEN_CHARS) {
		const clients = [client, ALL] as const
		const since = now - FAILURE_WINDOW_MS
		// A flood of guesses writes nothing.
		if ((await triesOf(db, client, since)) > MAX_FAILURES) return { kind: 'too_many_tries' }
		// Before the answer is decided, so that of simultaneous tries each counts for the later ones.
		const [own = 0, all = 0] = await countTry(db, clients, now, since)
		if (own > MAX_FAILURES || all > MAX_FAILURES_OF_ALL) return { kind: 'too_many_tries' }
		if (!right) return { kind: 'wrong_token' }
		await uncountTry(db, clients)
	}
	const owner = await ensureOwner(db, newId('usr', now), now)
	return { kind: 'signed_in', owner }
}
