/** The tokens of MCP clients that people connected by OAuth: short access tokens, and refresh tokens used once each. */
import type { McpActor } from '../../access/actor.ts'
import { permissionsOf } from '../../access/scopes.ts'
import { endConnection } from '../../accounts/end-rights.ts'
import { standingOf } from '../../accounts/store/users.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { hashSecret, mintSecret } from '../../platform/secrets.ts'
import {
	type ConnectionRow,
	findByAccessToken,
	findByOlderToken,
	type NewTokens,
	rotateAgain,
	rotateTokens,
	touchConnection,
} from './store.ts'

const ACCESS_PREFIX = 'fla_'
const REFRESH_PREFIX = 'flx_'
/** A token that leaks in a log is soon worth nothing. */
export const ACCESS_LIFE_MS = 3_600_000
/** A client that nobody used this long has to be connected again. */
export const CONNECTION_LIFE_MS = 90 * 86_400_000
/** A refresh whose answer was lost may be repeated; later, somebody else has the token. */
const REPEATED_WITHIN_MS = 30_000
const TOUCH_INTERVAL_MS = 3_600_000

export interface Tokens {
	readonly accessToken: string
	readonly refreshToken: string
	readonly expiresInMs: number
	readonly scopes: readonly string[]
}

export interface MintedTokens {
	readonly accessToken: string
	readonly refreshToken: string
	readonly stored: NewTokens
}

/**
 * A refresh token begins with a secret that all of its connection have in common: any older one that is shown names the
 * connection to end, without a list of them.
 */
const familyIn = (refreshToken: string): string | undefined =>
	/^flx_([A-Za-z0-9_-]{43})[A-Za-z0-9_-]{43}$/.exec(refreshToken)?.[1]

export async function mintTokens(now: number, family = mintSecret()): Promise<MintedTokens> {
	const accessToken = ACCESS_PREFIX + mintSecret()
	const refreshToken = REFRESH_PREFIX + family + mintSecret()
	return {
		accessToken,
		refreshToken,
		stored: {
			accessHash: await hashSecret(accessToken),
			accessExpiresAt: now + ACCESS_LIFE_MS,
			refreshHash: await hashSecret(refreshToken),
			familyHash: await hashSecret(family),
			expiresAt: now + CONNECTION_LIFE_MS,
		},
	}
}

export const tokensOf = (
	{ accessToken, refreshToken }: MintedTokens,
	{ scopes }: Pick<ConnectionRow, 'scopes'>,
): Tokens => ({ accessToken, refreshToken, expiresInMs: ACCESS_LIFE_MS, scopes })

/** New tokens for a refresh token. Returns null if it is not valid. An older one of a connection ends it. */
export async function refresh(
	env: Env,
	db: Database,
	refreshToken: string,
	clientId: string,
	now: number,
): Promise<Tokens | null> {
	const hash = await hashSecret(refreshToken)
	const minted = await mintTokens(now, familyIn(refreshToken))
	const rotated = await rotateTokens(db, hash, clientId, minted.stored, now)
	if (rotated) return tokensOf(minted, rotated)
	const usedSince = now - REPEATED_WITHIN_MS
	const again = await rotateAgain(db, hash, clientId, minted.stored, usedSince)
	if (again) return tokensOf(minted, again)
	const stolen = await findByOlderToken(db, minted.stored.familyHash, hash)
	if (stolen) await endConnection(env, db, null, stolen.id, now)
	return null
}

/**
 * The client whose access token an `Authorization: Bearer fla_…` header carries; null if it is not valid for this
 * project: a token is for the address it was made for.
 */
export async function connectionOf(
	db: Database,
	authorization: string | undefined,
	projectId: string,
	now: number,
): Promise<McpActor | null> {
	const secret = /^Bearer +(fla_[A-Za-z0-9_-]{1,128})$/i.exec(authorization ?? '')?.[1]
	if (!secret) return null
	const found = await findByAccessToken(db, await hashSecret(secret), now)
	if (!found || found.connection.projectId !== projectId) return null
	const { connection, user, allowance } = found
	if (connection.lastUsedAt === null || now - connection.lastUsedAt > TOUCH_INTERVAL_MS) {
		await touchConnection(db, connection.id, now)
	}
	return {
		kind: 'mcp',
		id: connection.id,
		userId: user.id,
		name: `${user.name} (${connection.clientName})`,
		clientName: connection.clientName,
		projectId,
		standing: standingOf(user),
		scopes: permissionsOf(connection.scopes),
		expiresAt: connection.accessExpiresAt,
		...(allowance ? { allowance } : {}),
	}
}
