/** Sign-in of a self-hosted owner by the setup token. */

import type { Database } from '../db/client.ts'
import { insertFirstProject } from '../db/projects.ts'
import { addFailure, countFailures } from '../db/sign-in-failures.ts'
import { ensureOwner, type User } from '../db/users.ts'
import { newId } from '../ids.ts'
import { sameSecret } from './secrets.ts'

/** Wrong tokens of one client within the window; a person mistypes, a script guesses. */
const MAX_FAILURES = 10
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
	const since = now - FAILURE_WINDOW_MS
	if ((await countFailures(db, client, since)) >= MAX_FAILURES) return { kind: 'too_many_tries' }
	if (!(await sameSecret(given, expected))) {
		await addFailure(db, client, now, since)
		return { kind: 'wrong_token' }
	}
	const owner = await ensureOwner(db, newId('usr', now), now)
	const project = { id: newId('prj', now), name: FIRST_PROJECT, createdAt: now, updatedAt: now }
	await insertFirstProject(db, project, owner.id)
	return { kind: 'signed_in', owner }
}
