/** Searches of a conversation's runs, with the key of whoever pays for each, one at a time. */

import type { SearchService } from '@fairlead/protocol/models/search-keys'
import type { Author } from '@fairlead/protocol/people/author'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { database } from '../db/client.ts'
import { inTime } from '../db/in-time.ts'
import type { Env } from '../env.ts'
import { openModelKey } from '../models/model-keys.ts'
import { payersSearchKey } from '../models/store/model-keys.ts'
import { SecretLocked } from '../platform/sealed-secret.ts'
import type { SearchPort } from '../ports/web-search.ts'
import { within } from '../within.ts'
import { type Service, search } from './ask-service.ts'
import {
	CANCELLED,
	KEY_LOCKED,
	NO_KEY,
	NO_TURN,
	NOT_KNOWN,
	outcomeOf,
	refusedQuery,
} from './search-outcome.ts'
import { SEARCH_WIRES } from './services.ts'
import { takingTurns } from './turns.ts'

const USUAL_COUNT = 5

type Addresses = Pick<Env, 'BRAVE_BASE_URL' | 'TAVILY_BASE_URL'>

/** The installation's stand-in, or the service's own address. */
export const searchAddress = (env: Addresses, service: SearchService): string =>
	(service === 'brave' ? env.BRAVE_BASE_URL : env.TAVILY_BASE_URL) || SEARCH_WIRES[service].address

/**
 * A model asks for several at once, and small plans allow one search a second: each waits for those before it, within its own
 * time. The row is read for each search, so that a key that was removed is not used again.
 */
export function payersSearch(env: Env, projectId: string): SearchPort {
	const turn = takingTurns()
	return {
		async search(author, { params, timeoutMs, signal }) {
			const query = String(params['query']).trim()
			const count = Number(params['count'] ?? USUAL_COUNT)
			const refused = refusedQuery(query)
			if (refused) return refused
			const askedAt = Date.now()
			const ask = async (): Promise<CallOutcome> => {
				const found = await keyOf(env, projectId, author)
				if ('outcome' in found) return found.outcome
				const left = Math.max(1, timeoutMs - (Date.now() - askedAt))
				const asked = await search(found.at, { query, count }, { timeoutMs: left, signal })
				if (asked.kind !== 'answered' && asked.kind !== 'cancelled') {
					const { service } = found.at
					console.warn(JSON.stringify({ level: 'warn', event: 'search_failed', service, ...asked }))
				}
				return outcomeOf(found.at.service, asked, count)
			}
			const served = await within(timeoutMs, (late) => turn(AbortSignal.any([signal, late]), ask))
			return served ?? (signal.aborted ? CANCELLED : NO_TURN)
		},
	}
}

async function keyOf(
	env: Env,
	projectId: string,
	author: Author,
): Promise<{ readonly at: Service } | { readonly outcome: CallOutcome }> {
	const db = database(env.DB)
	try {
		const row = await inTime(payersSearchKey(db, projectId, author))
		if (!row) return { outcome: NO_KEY }
		const key = await openModelKey(env, db, row)
		return { at: { service: row.provider, address: searchAddress(env, row.provider), key } }
	} catch (error) {
		if (error instanceof SecretLocked) return { outcome: KEY_LOCKED }
		console.error(JSON.stringify({ level: 'error', event: 'search_key_not_read' }), error)
		return { outcome: NOT_KNOWN }
	}
}
