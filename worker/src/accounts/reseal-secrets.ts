/** Encrypts every secret in D1 anew under the current SECRETS_KEY, a batch at a time. */
import type { ResealedBatch } from '@fairlead/protocol/people/operator'
import type { Database } from '../db/client.ts'
import { replaceSealed, type SealedColumn, sealedBefore } from '../db/sealed-columns.ts'
import {
	SecretLocked,
	type SecretPurpose,
	type SecretsKeys,
	seal,
	sealedPrefix,
	unseal,
} from '../platform/sealed-secret.ts'

interface Kept extends SealedColumn {
	readonly purpose: SecretPurpose
}

/** Sign-ins at MCP servers that have begun are left out: they end within fifteen minutes. */
export const SEALED_COLUMNS: readonly Kept[] = [
	{
		table: 'automations',
		column: 'secret',
		boundTo: 'id',
		purpose: 'automation secrets',
	},
	{ table: 'reports', column: 'secret', boundTo: 'id', purpose: 'automation secrets' },
	{ table: 'mcp_servers', column: 'headers', boundTo: 'id', purpose: 'mcp server secrets' },
	{ table: 'mcp_servers', column: 'auth', boundTo: 'id', purpose: 'mcp server secrets' },
	{
		table: 'model_keys',
		column: 'sealed',
		boundTo: `user_id || ' ' || provider`,
		purpose: 'model keys',
	},
	{
		table: 'model_endpoints',
		column: 'sealed',
		boundTo: `user_id || ' @' || name`,
		purpose: 'model keys',
	},
	{ table: 'live_arenas', column: 'sealed', boundTo: 'user_id', purpose: 'arena keys' },
	{ table: 'push_keys', column: 'sealed', boundTo: 'id', purpose: 'push key' },
]

/** Each takes a statement, and D1 runs 50 in a request on the free plan. */
const BATCH = 30

/**
 * Secrets under the current key are not read, so it may be repeated at any time.
 * @param cursor `nextCursor` of the batch before; absent: from the beginning
 */
export async function resealBatch(
	keys: SecretsKeys & { readonly SECRETS_KEY: string },
	db: Database,
	cursor?: string,
): Promise<ResealedBatch> {
	const [at = 0, after = 0] = (cursor ?? '').split('.').map(Number)
	const column = SEALED_COLUMNS[at]
	if (!column) return { resealed: 0, locked: [], nextCursor: null }
	const cells = await sealedBefore(db, column, await sealedPrefix(keys.SECRETS_KEY), after, BATCH)
	const locked: ResealedBatch['locked'] = []
	for (const cell of cells) {
		try {
			const secret = await unseal(cell.sealed, cell.boundTo, keys, column.purpose)
			await replaceSealed(db, column, cell, await seal(secret, cell.boundTo, keys, column.purpose))
		} catch (error) {
			if (!(error instanceof SecretLocked)) throw error
			locked.push({ table: column.table, id: cell.boundTo })
		}
	}
	return {
		resealed: cells.length - locked.length,
		locked,
		nextCursor: nextCursor(at, cells),
	}
}

function nextCursor(at: number, cells: readonly { readonly rowid: number }[]): string | null {
	const last = cells.at(-1)
	if (last && cells.length === BATCH) return `${at}.${last.rowid}`
	return at + 1 < SEALED_COLUMNS.length ? `${at + 1}.0` : null
}
