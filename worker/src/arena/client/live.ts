/** Another arena over the network as a backend: a base URL and a player's key, under the rule for outgoing addresses. */

import { AddressRefused } from '../../mcp-client/guarded-fetch.ts'
import { reachEndpoint } from '../../models/reach-endpoint.ts'
import type { OutgoingEnv, Resolve } from '../../platform/addresses.ts'
import type { ArenaBackend } from './ask.ts'
import { NotSent } from './outcome.ts'

export interface LiveArena {
	/** The arena's root, with `/api/…` and `/skill.md` below it. */
	readonly url: string
	/** The page's origin when the arena was entered: decides whether this machine's own addresses may be asked. */
	readonly origin: string
	/** The player's key; null if only public data is read. */
	readonly key: string | null
}

/** The address is checked before each request: the operator's list, and what the name leads to, may have changed. */
export const liveArena = (
	env: OutgoingEnv,
	{ url, origin, key }: LiveArena,
	resolve?: Resolve,
): ArenaBackend => ({
	title: URL.canParse(url) ? new URL(url).host : 'The arena',
	async send(path, init) {
		const reached = await reachEndpoint(env, { url, origin }, resolve)
		if (!reached.ok) throw new NotSent(reached.reason)
		const headers = new Headers(init.headers)
		if (key !== null) headers.set('authorization', `Bearer ${key}`)
		try {
			return await reached.ask(`${reached.url.replace(/\/+$/, '')}${path}`, { ...init, headers })
		} catch (error) {
			throw error instanceof AddressRefused ? new NotSent(error.message) : error
		}
	},
})
