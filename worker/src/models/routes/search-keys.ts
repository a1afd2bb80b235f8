/** A person's keys at web search services. They go in, and never out. */
import { PutKey } from '@fairlead/protocol/models/keys'
import {
	SEARCH_TITLES,
	SearchKey,
	SearchKeyList,
	SearchService,
} from '@fairlead/protocol/models/search-keys'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { type Asked, check } from '../../web-search/ask-service.ts'
import { searchAddress } from '../../web-search/payers-search.ts'
import { SEARCH_WIRES } from '../../web-search/services.ts'
import { canStoreKeys, storeModelKey } from '../model-keys.ts'
import { deleteModelKey, listSearchKeys } from '../store/model-keys.ts'
import { MANAGES_KEYS, requireChecksLeft, requireKeyStore } from './keys.ts'

const CHECK_MS = 10_000

function serviceOf(name: string): SearchService {
	const service = SearchService.safeParse(name)
	if (service.success) return service.data
	throw new HttpProblem('not_found', 'This search service is not known.', {
		detail: `Use one of: ${SearchService.options.join(', ')}.`,
	})
}

async function described(env: Env, db: Database, userId: string): Promise<SearchKey[]> {
	const rows = await listSearchKeys(db, userId)
	return SearchService.options.map((service) => {
		const row = rows.find(({ provider }) => provider === service)
		return {
			service,
			title: SEARCH_TITLES[service],
			host: new URL(searchAddress(env, service)).host,
			key: row ? { lastFour: row.lastFour, addedAt: row.addedAt } : null,
			used: row !== undefined && row === rows[0],
			checkIsSearch: SEARCH_WIRES[service].check === null,
		}
	})
}

/** Returns null if it was accepted. */
function problemOf(
	asked: Asked<{ readonly spent: boolean }>,
	service: SearchService,
): HttpProblem | null {
	const title = SEARCH_TITLES[service]
	const unavailable = (text: string, detail: string) =>
		new HttpProblem('unavailable', `${title} ${text}`, { detail: `${detail} Nothing was stored.` })
	switch (asked.kind) {
		case 'answered':
			return asked.answer.spent ? withoutCredit(title) : null
		case 'refused':
			return new HttpProblem('key_refused', `${title} refused this key.`, {
				detail: `Copy the whole key again from your account at ${title}, and see that it was not revoked. Nothing was stored.`,
			})
		case 'used_up':
			return withoutCredit(title)
		case 'busy':
			return unavailable(
				'is busy and could not check the key.',
				'Wait a minute, then add the key again.',
			)
		case 'away':
		case 'late':
		case 'cancelled':
			return unavailable(
				'did not answer.',
				'The key could not be checked. Try again; if it keeps failing, the server’s network may not reach the service.',
			)
		case 'bad_query':
		case 'too_large':
		case 'unreadable':
			return unavailable(
				'answered in a way that is not known.',
				'The key could not be checked. Try again later.',
			)
		default:
			return asked satisfies never
	}
}

const withoutCredit = (title: string): HttpProblem =>
	new HttpProblem('key_without_credit', `${title} accepts this key, but its plan is used up.`, {
		detail: `Extend the plan at ${title}, then add the key again. Nothing was stored.`,
	})

export const searchKeyRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/search-keys',
		operationId: 'listSearchKeys',
		summary: 'List the web search services, and which of them you have a key for',
		access: MANAGES_KEYS,
		answers: [{ status: 200, schema: SearchKeyList, description: 'Without the keys themselves.' }],
		async handle({ db, env, granted }) {
			const services = await described(env, db, granted.actor.userId)
			return json({ services, canStore: canStoreKeys(env) } satisfies SearchKeyList)
		},
	}),
	route({
		method: 'put',
		path: '/api/search-keys/:service',
		operationId: 'putSearchKey',
		summary: 'Store your key for a web search service, instead of the one before',
		access: MANAGES_KEYS,
		body: PutKey,
		answers: [
			{
				status: 200,
				schema: SearchKey,
				description:
					'The service has accepted the key. It is stored, and your runs search with it.',
			},
		],
		async handle({ db, env, body, granted, now, param }) {
			const service = serviceOf(param('service'))
			const { userId } = granted.actor
			requireKeyStore(env)
			await requireChecksLeft(db, userId, now)
			const asked = await check(
				{ service, address: searchAddress(env, service), key: body.key },
				{ timeoutMs: CHECK_MS, signal: new AbortController().signal },
			)
			const problem = problemOf(asked, service)
			if (problem) throw problem
			await storeModelKey(env, db, { userId, provider: service }, body.key, now)
			const stored = (await described(env, db, userId)).find((one) => one.service === service)
			if (!stored) throw notFound('key')
			return json(stored)
		},
	}),
	route({
		method: 'delete',
		path: '/api/search-keys/:service',
		operationId: 'removeSearchKey',
		summary: 'Remove your key for a web search service',
		access: MANAGES_KEYS,
		answers: [{ status: 204, description: 'Removed. No further search of your runs uses it.' }],
		async handle({ db, granted, param }) {
			const service = serviceOf(param('service'))
			if (!(await deleteModelKey(db, granted.actor.userId, service))) throw notFound('key')
			return noContent()
		},
	}),
]
