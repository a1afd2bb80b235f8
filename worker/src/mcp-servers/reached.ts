/** How a stored server is reached: its address, and its secrets, opened. */
import { seal, unseal } from '../accounts/sealed-secret.ts'
import { ruleOf } from '../automations/outgoing/addresses.ts'
import type { McpServerRow } from '../db/mcp-servers.ts'
import type { Env } from '../env.ts'
import type { Reached } from './connection.ts'

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
	return { headers: await seal(text, id, env.SECRETS_KEY, 'mcp server secrets'), headerNames }
}

/** @throws {SecretLocked} */
export async function reachedBy(env: Env, row: McpServerRow): Promise<Reached> {
	const headers: Headers =
		row.headers === null
			? {}
			: JSON.parse(await unseal(row.headers, row.id, env.SECRETS_KEY, 'mcp server secrets'))
	const { url, origin, revision } = row
	return { url, headers, rule: ruleOf(env, origin), provider: null, revision }
}
