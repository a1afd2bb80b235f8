/** A person signs in at an MCP server, for the whole project: OAuth 2.1 with PKCE, through the official client. */

import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { checkAddress, ruleOf } from '../../platform/addresses.ts'
import { hashSecret, mintSecret } from '../../platform/secrets.ts'
import { within } from '../../within.ts'
import { connect } from '../connection.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { serverRequest } from '../server-request.ts'
import { insertMcpSignIn, keepMcpAuth, type McpServerRow, takeMcpSignIn } from '../store.ts'
import { AuthFlow, openOAuth, type StoredOAuth, sealOAuth } from './stored-oauth.ts'

/** A person may have to make an account there first. */
const SIGN_IN_MS = 15 * 60_000
const ASK_MS = 20_000

/** The data that a begun sign-in keeps. */
interface Begun extends StoredOAuth {
	/** The server's address then: a code is not sent to another. */
	readonly url: string
}

/**
 * The page to sign in at; null: the server lets Fairlead in as it is.
 * @throws what the server, or its authorization server, made fail
 */
export async function beginSignIn(
	env: Env,
	db: Database,
	row: McpServerRow,
	sessionId: string,
	now: number,
): Promise<string | null> {
	const state = mintSecret()
	// Earlier registrations and tokens are not used: they may be what no longer works.
	const flow = new AuthFlow(row.origin, {}, state)
	const reached = await serverRequest(env, db, row)
	try {
		const connection = await within(ASK_MS, (signal) => connect({ ...reached, auth: flow }, signal))
		await connection.close()
		return null
	} catch (error) {
		if (flow.authorizationUrl === null) throw error
	}
	const checked = checkAddress(flow.authorizationUrl.href, ruleOf(env, row.origin))
	if (!checked.ok) throw new Error(checked.reason)
	const begun: Begun = { ...flow.auth, url: row.url }
	await insertMcpSignIn(
		db,
		{
			stateHash: await hashSecret(state),
			serverId: row.id,
			sessionId,
			expiresAt: now + SIGN_IN_MS,
			kept: await sealOAuth(env, row.id, begun),
		},
		now,
	)
	return checked.url.href
}

export interface SignInAnswer {
	readonly state: string
	readonly code: string | undefined
	readonly iss: string | undefined
}

export type SignedIn =
	| { readonly ok: true; readonly server: McpServerRow }
	/** stale: not begun in this session, too long ago, or answered before. `server`: null where it is not known. */
	| {
			readonly ok: false
			readonly why: 'stale' | 'denied' | 'failed'
			readonly server: McpServerRow | null
	  }

/** @param mayManage asked before anything is sent: the person's role may have changed */
export async function finishSignIn(
	env: Env,
	db: Database,
	{ state, code, iss }: SignInAnswer,
	sessionId: string,
	mayManage: (projectId: string) => Promise<boolean>,
	now: number,
): Promise<SignedIn> {
	const taken = await takeMcpSignIn(db, { stateHash: await hashSecret(state), sessionId }, now)
	if (!taken || !(await mayManage(taken.server.projectId))) {
		return { ok: false, why: 'stale', server: null }
	}
	const { server } = taken
	if (code === undefined) return { ok: false, why: 'denied', server }
	try {
		const { url, ...begun } = await openOAuth<Begun>(env, server.id, taken.kept)
		if (url !== server.url) return { ok: false, why: 'stale', server }
		const flow = new AuthFlow(server.origin, begun)
		const { auth } = await import('@modelcontextprotocol/client')
		await auth(flow, {
			serverUrl: server.url,
			authorizationCode: code,
			...(iss === undefined ? {} : { iss }),
			fetchFn: guardedFetch(ruleOf(env, server.origin)),
		})
		const { verifier: _, ...kept } = flow.auth
		const change = { auth: await sealOAuth(env, server.id, kept), updatedAt: now }
		const row = await keepMcpAuth(db, server, change)
		return row ? { ok: true, server: row } : { ok: false, why: 'stale', server: null }
	} catch (error) {
		// The reason may hold words of a foreign server: it is for the log alone.
		console.warn(JSON.stringify({ level: 'warn', event: 'mcp_sign_in_failed' }), error)
		return { ok: false, why: 'failed', server }
	}
}
