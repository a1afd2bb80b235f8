/** Asking a person whether a client may use a project for them, and the code that their answer becomes. */
import { MCP_SCOPES, type McpScope } from '@fairlead/protocol/people/api-tokens'
import type { ConnectionRequest } from '@fairlead/protocol/people/connections'
import { endConnection } from '../../accounts/end-rights.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { newId } from '../../ids.ts'
import type { AddressRule } from '../../platform/addresses.ts'
import { hashSecret, mintSecret } from '../../platform/secrets.ts'
import { type Client, clientOf } from './clients.ts'
import { mintTokens, type Tokens, tokensOf } from './connections.ts'
import { OAuthError } from './oauth-error.ts'
import { isNamed, isRedirect } from './redirects.ts'
import { findCode, insertCode, redeemCode } from './store.ts'

const CODE_PREFIX = 'flo_'
const CODE_LIFE_MS = 10 * 60_000

/** The project whose MCP endpoint this address is; null: of none here. */
export function projectOf(resource: string, origin: string): string | null {
	if (!URL.canParse(resource)) return null
	const url = new URL(resource)
	const [, projectId = ''] = /^\/mcp\/([0-9a-z_]{1,64})\/?$/.exec(url.pathname) ?? []
	return url.origin === origin && projectId !== '' ? projectId : null
}

export const resourceOf = (origin: string, projectId: string): string =>
	`${origin}/mcp/${projectId}`

/** The known scopes that the client asks for; if it names none: to look, and to change. */
export function scopesIn(asked: string | undefined): McpScope[] {
	const names = (asked ?? '').split(' ').filter(Boolean)
	if (names.length === 0) return ['editor:read', 'editor:call']
	const known = MCP_SCOPES.filter((scope) => names.includes(scope))
	if (known.length === 0) {
		throw new OAuthError('invalid_scope', `Ask for some of: ${MCP_SCOPES.join(' ')}.`)
	}
	// Nothing works without it.
	return known.includes('editor:read') ? known : ['editor:read', ...known]
}

/**
 * The client of a request, whose redirect was checked. Until then nothing is sent there: it could be anybody's.
 * @throws {OAuthError}
 */
export async function requestingClient(
	db: Database,
	{ client_id, redirect_uri }: ConnectionRequest,
	rule: AddressRule,
): Promise<Client> {
	const client = await clientOf(db, client_id, rule)
	if (!isRedirect(redirect_uri) || !isNamed(redirect_uri, client.redirectUris)) {
		throw new OAuthError('invalid_redirect_uri', 'The redirect address is not one of this client.')
	}
	return client
}

/** With the issuer, so that a client of several servers sees which one answered (RFC 9207). */
export function redirectWith(
	{ redirect_uri, state }: ConnectionRequest,
	origin: string,
	answer: { readonly code: string } | { readonly error: string },
): string {
	const url = new URL(redirect_uri)
	for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
	if (state !== undefined) url.searchParams.set('state', state)
	url.searchParams.set('iss', origin)
	return url.href
}

export async function mintCode(
	db: Database,
	request: ConnectionRequest,
	client: Client,
	by: { readonly userId: string; readonly projectId: string; readonly scopes: readonly McpScope[] },
	now: number,
): Promise<string> {
	const code = CODE_PREFIX + mintSecret()
	const row = {
		codeHash: await hashSecret(code),
		userId: by.userId,
		projectId: by.projectId,
		scopes: [...by.scopes],
		clientId: client.id,
		clientName: client.name,
		redirectUri: request.redirect_uri,
		challenge: request.code_challenge,
		expiresAt: now + CODE_LIFE_MS,
		connectionId: null,
	}
	await insertCode(db, row, now)
	return code
}

export interface Redemption {
	readonly code: string
	readonly clientId: string
	readonly redirectUri: string
	readonly verifier: string
	/** From the token request; null: it named none. */
	readonly resource: string | null
}

/**
 * Tokens for a code. A code that is shown twice was stolen: what was made of it is revoked.
 * @throws {OAuthError}
 */
export async function redeem(
	env: Env,
	db: Database,
	{ code, clientId, redirectUri, verifier, resource }: Redemption,
	origin: string,
	now: number,
): Promise<Tokens> {
	const codeHash = await hashSecret(code)
	const row = await findCode(db, codeHash, now)
	if (!row) throw new OAuthError('invalid_grant', 'The code is not valid, or it has expired.')
	if (row.connectionId !== null) throw await revokedFor(env, db, row.connectionId, now)
	if (row.clientId !== clientId || row.redirectUri !== redirectUri) {
		throw new OAuthError('invalid_grant', 'The code belongs to another client or redirect.')
	}
	if ((await challengeOf(verifier)) !== row.challenge) {
		throw new OAuthError('invalid_grant', 'The code verifier does not fit.')
	}
	if (resource !== null && projectOf(resource, origin) !== row.projectId) {
		throw new OAuthError('invalid_target', 'The code is for another resource.')
	}
	const minted = await mintTokens(now)
	const { userId, projectId, clientName, scopes } = row
	const made = await redeemCode(db, codeHash, {
		id: newId('mcp', now),
		userId,
		projectId,
		clientId,
		clientName,
		scopes,
		...minted.stored,
		usedRefreshHash: null,
		usedAt: null,
		createdAt: now,
		lastUsedAt: null,
	})
	if (!made) {
		// Another request was quicker, perhaps a thief's.
		const used = await findCode(db, codeHash, now)
		throw await revokedFor(env, db, used?.connectionId ?? null, now)
	}
	return tokensOf(minted, { scopes })
}

async function revokedFor(
	env: Env,
	db: Database,
	connectionId: string | null,
	now: number,
): Promise<OAuthError> {
	if (connectionId !== null) await endConnection(env, db, null, connectionId, now)
	return new OAuthError('invalid_grant', 'The code was used before; its tokens are revoked.')
}

async function challengeOf(verifier: string): Promise<string> {
	const bytes = new Uint8Array(
		await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
	)
	const text = btoa(String.fromCharCode(...bytes))
	return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
