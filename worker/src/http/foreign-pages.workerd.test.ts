/** Another site's page can change nothing with a visitor's cookie (CSRF), on any route that there is. */
import { beforeAll, describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { allTables } from '../../test/people/traces-kit.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

useApi()

const changing = routes.filter(({ method }) => method !== 'get')
/** They prove themselves by what they send. Other routes that any page may call take a bearer, and no cookie. */
const PROVEN = ['deliverWebhook', 'getMcpTokens', 'registerMcpClient', 'revokeMcpToken']
/** Commands send no Origin, and no cookie counts; a page that sends one must be ours. */
const NOT_FOREIGN = ['lookAtInvitation', 'redeemPairing', 'requestPairing', 'signInWithSetupToken']

const fill = ({ path }: Route): string =>
	path
		.replace(':projectId', api.projectId)
		.replace(':conversationId', api.conversationId)
		.replace(/:\w+/g, 'xxx_0000000000none')

const ask = (route: Route, headers: Record<string, string>): Promise<Response> =>
	fetchApp(fill(route), {
		method: route.method.toUpperCase(),
		headers: {
			cookie: api.owner.cookie,
			'content-type':
				route.bodyType === 'form' ? 'application/x-www-form-urlencoded' : JSON_TYPE['content-type'],
			...headers,
		},
		body: route.bodyType === 'form' ? 'client_id=x' : '{}',
	})

/** The rows of D1, but for the log of refused tries. */
const all = async () => [...(await allTables())].filter(([name]) => name !== 'audit')

const ORIGINS = {
	'another site': { origin: 'https://evil.example' },
	'another port': { origin: `${ORIGIN}:8443` },
	'a name that begins like ours': { origin: `${ORIGIN}.evil.example` },
	'a sandboxed frame or a file (null)': { origin: 'null' },
	'no address at all': { origin: 'evil' },
	'another site, by an older way': { 'sec-fetch-site': 'cross-site' },
	'a site of the same registrable domain': { 'sec-fetch-site': 'same-site' },
} as const
const NONE = {}

let before: unknown
beforeAll(async () => {
	before = await all()
})

test('the routes that let other pages in are these alone', () => {
	const named = (rule: string): string[] =>
		changing
			.filter(({ access }) => access.origin === rule)
			.map(({ operationId }) => operationId)
			.sort()
	const withCookie = changing.filter(({ access }) =>
		access.by.some((by) => by === 'session' || by === 'share' || by === 'nobody'),
	)
	const names = withCookie.map(({ operationId }) => operationId)
	expect(named('any').filter((name) => names.includes(name))).toEqual(PROVEN)
	expect(named('not-foreign').filter((name) => names.includes(name))).toEqual(NOT_FOREIGN)
})

describe.each(
	changing
		.filter(({ access }) => access.by.some((by) => by !== 'operator') && access.origin !== 'any')
		.map((route) => [route.operationId, route] as const),
)('%s', (_, route) => {
	const spares = route.access.origin === 'not-foreign'

	test('from another page: refused', async () => {
		const passed: string[] = []
		for (const [name, headers] of Object.entries({ ...ORIGINS, 'no Origin': NONE })) {
			// A command is no page, and says no Origin.
			if (spares && !('origin' in headers)) continue
			const answer = await ask(route, headers)
			if (answer.status !== 403 && answer.status !== 401) passed.push(`${name}: ${answer.status}`)
			else if (answer.status === 401) {
				// It takes no cookie at all, then.
				const by = route.access.by
				if (by.includes('session') || by.includes('nobody')) passed.push(`${name}: 401`)
			} else {
				const { title } = await problemOf(answer)
				if (!title.includes('another site')) passed.push(`${name}: ${title}`)
			}
		}
		expect(passed).toEqual([])
	})
})

test('no request from another page has changed a row', async () => {
	expect(await all()).toEqual(before)
})
