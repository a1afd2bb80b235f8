/** How a stored server is reached: its address, and its secrets, opened. */

import type { Database } from '../db/client.ts'
import type { Env } from '../env.ts'
import { ruleOf } from '../platform/addresses.ts'
import { seal, unseal } from '../platform/sealed-secret.ts'
import type { Reached } from './connection.ts'
import { RefreshToken } from './oauth/refresh-token.ts'
import { openOAuth } from './oauth/stored-oauth.ts'
import type { McpServerRow } from './store.ts'

type Headers = Readonly<Record<string, string>>

/** The columns of headers. */
export async function keepHeaders(
	env: Pick<Env, 'SECRETS_KEY'>,
	id: string,
	headers: Headers,
): Promise<Pick<McpServerRow, 'headers' | 'headerNames'>> {
	const headerNames = Object.keys(headers).sort()
	if (headerNames.length === 0) return { headers: null, headerNames }
	const text = JSON.stringify(headers)
	return { headers: await seal(text, id, env, 'mcp server secrets'), headerNames }
}

/** @throws {SecretLocked} */
export async function serverRequest(env: Env, db: Database, row: McpServerRow): Promise<Reached> {
	const headers: Headers =
		row.headers === null
			? {}
			: JSON.parse(await unseal(row.headers, row.id, env, 'mcp server secrets'))
	const { url, origin, revision } = row
	const rule = ruleOf(env, origin)
	const kept = row.auth === null ? null : await openOAuth(env, row.id, row.auth)
	const auth = kept && new RefreshToken(env, db, row, rule, kept)
	return { url, headers, rule, auth, revision }
}
