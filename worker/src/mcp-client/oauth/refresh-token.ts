/**
 * The access token of a server for its requests. When the server refuses it, it is renewed by one of all that wait:
 * refresh tokens are often good for one use.
 */
import type { AuthProvider } from '@modelcontextprotocol/client'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import type { AddressRule } from '../../platform/addresses.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import {
	findMcpServer,
	keepMcpAuth,
	leaseRefresh,
	type McpServerRow,
	updateMcpServer,
} from '../store.ts'
import { AuthFlow, openOAuth, type StoredOAuth, sealOAuth } from './stored-oauth.ts'

/** One that renews and disappears holds up the others for so long. */
const LEASE_MS = 20_000
const LOOK_MS = 250

export class RefreshToken implements AuthProvider {
	readonly #env: Env
	readonly #db: Database
	readonly #row: McpServerRow
	readonly #rule: AddressRule
	#auth: StoredOAuth

	constructor(env: Env, db: Database, row: McpServerRow, rule: AddressRule, auth: StoredOAuth) {
		this.#env = env
		this.#db = db
		this.#row = row
		this.#rule = rule
		this.#auth = auth
	}

	async token(): Promise<string | undefined> {
		return this.#auth.tokens?.access_token
	}

	/** @throws UnauthorizedError if a person has to sign in again */
	async onUnauthorized(): Promise<void> {
		const refused = this.#auth.tokens?.access_token
		for (let waited = 0; waited <= LEASE_MS; waited += LOOK_MS) {
			const row = await findMcpServer(this.#db, this.#row)
			if (!row?.auth) break
			this.#auth = await openOAuth(this.#env, row.id, row.auth)
			if (this.#auth.tokens?.access_token !== refused) return
			const now = Date.now()
			if (await leaseRefresh(this.#db, row, now, now + LEASE_MS)) return this.#renew(row)
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
		}
		const { UnauthorizedError } = await import('@modelcontextprotocol/client')
		throw new UnauthorizedError()
	}

	async #renew(row: McpServerRow): Promise<void> {
		const { auth, UnauthorizedError } = await import('@modelcontextprotocol/client')
		try {
			if (this.#auth.tokens?.refresh_token === undefined) throw new UnauthorizedError()
			const flow = new AuthFlow(row.origin, this.#auth)
			const fetchFn = guardedFetch(this.#rule)
			const result = await auth(flow, { serverUrl: row.url, fetchFn })
			if (result !== 'AUTHORIZED') throw new UnauthorizedError()
			this.#auth = flow.auth
			await keepMcpAuth(this.#db, row, { auth: await sealOAuth(this.#env, row.id, flow.auth) })
		} finally {
			await updateMcpServer(this.#db, row, { refreshingUntil: null })
		}
	}
}
