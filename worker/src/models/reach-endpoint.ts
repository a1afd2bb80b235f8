/** How a person's own model server is reached: its key, opened, and a fetch that keeps the rule for addresses. */
import { endpointProvider } from '@fairlead/protocol/models/model-endpoints'
import type { Database } from '../db/client.ts'
import { guardedFetch } from '../mcp-client/guarded-fetch.ts'
import { type OutgoingEnv, type Resolve, ruleOf } from '../platform/addresses.ts'
import { checkReachable } from '../platform/reachable.ts'
import { isSealedAnew, type SecretsKeys, seal, unseal } from '../platform/sealed-secret.ts'
import { type ModelEndpointRow, updateModelEndpoint } from './store/endpoints.ts'

const PURPOSE = 'model keys'

const boundTo = ({ userId, name }: Pick<ModelEndpointRow, 'userId' | 'name'>): string =>
	`${userId} ${endpointProvider(name)}`

export const sealEndpointKey = (
	keys: SecretsKeys,
	whose: Pick<ModelEndpointRow, 'userId' | 'name'>,
	key: string,
): Promise<string> => seal(key, boundTo(whose), keys, PURPOSE)

/**
 * Empty: it is asked without one. Encrypts it anew if SECRETS_KEY has changed since.
 * @throws {SecretLocked}
 */
export async function openEndpointKey(
	keys: SecretsKeys,
	db: Database,
	row: ModelEndpointRow,
): Promise<string> {
	if (row.sealed === null) return ''
	const key = await unseal(row.sealed, boundTo(row), keys, PURPOSE)
	if (!(await isSealedAnew(row.sealed, keys))) {
		await updateModelEndpoint(db, row, { sealed: await sealEndpointKey(keys, row, key) })
	}
	return key
}

export type Reached =
	/** `ask` sends to this server's origin only, follows no redirect, and bounds what is read. */
	| { readonly ok: true; readonly url: string; readonly ask: typeof fetch }
	/** `reason`: for people, why it may not be asked. `lasting` false: it may be right the next time. */
	| { readonly ok: false; readonly reason: string; readonly lasting: boolean }

/** Asked when it is stored and before each request: the operator's list may have changed. */
export async function reachEndpoint(
	env: OutgoingEnv,
	{ url, origin }: Pick<ModelEndpointRow, 'url' | 'origin'>,
	resolve?: Resolve,
): Promise<Reached> {
	const rule = ruleOf(env, origin, resolve)
	const checked = await checkReachable(url, rule)
	if (!checked.ok) return checked
	if (checked.url.search !== '' || checked.url.hash !== '') {
		return { ok: false, reason: 'Leave out what follows the ? or the #.', lasting: true }
	}
	return { ok: true, url: checked.url.href, ask: guardedFetch(rule) }
}
