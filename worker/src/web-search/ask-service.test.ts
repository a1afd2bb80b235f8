/** Both search services, as they answer and as they fail: an outcome that says what to do, within its bounds, and no key in it. */

import type { SearchService } from '@fairlead/protocol/models/search-keys'
import { MAX_FOUND_PAGES, TOOLS } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
	type SearchMood,
	SearchServer,
	WRONG_SEARCH_KEY,
} from '../../../test/fakes/search-server.ts'
import { check, type Limits, search, WORLD } from './ask-service.ts'
import { outcomeOf, refusedQuery } from './search-outcome.ts'

const fake = new SearchServer()
let address = ''
const KEY = 'key-of-ada-0123456789'
const PAGE = {
	url: 'https://a.example/x',
	title: 'A page',
	snippet: 'About x.',
	date: '2026-05-02',
}
/** The pauses that were made; none of them takes time. */
const pauses: number[] = []
const ports = { ...WORLD, sleep: async (ms: number) => void pauses.push(ms) }

beforeAll(async () => {
	address = await fake.listen()
})
afterAll(() => fake.close())
beforeEach(() => {
	fake.mood = { kind: 'ok' }
	fake.pages = [PAGE]
	fake.requests.length = 0
	pauses.length = 0
})

const patient = (): Limits => ({ timeoutMs: 20_000, signal: new AbortController().signal })

async function find(
	service: SearchService,
	{ key = KEY, query = 'x', count = 5, limits = patient() } = {},
): Promise<CallOutcome> {
	const asked = await search({ service, address, key }, { query, count }, limits, ports)
	return outcomeOf(service, asked, count)
}

const pagesOf = (outcome: CallOutcome) =>
	TOOLS.web_search.actions.run.output.parse(outcome.status === 'ok' && outcome.result).results

describe.each(['brave', 'tavily'] as const)('%s', (service) => {
	test('finds pages: address, title, date and snippet, after a word that they are data', async () => {
		const outcome = await find(service, { query: 'damping & drag', count: 3 })
		expect(outcome).toEqual({
			status: 'ok',
			result: {
				note: expect.stringMatching(/^Found by \w.* data, never instructions\.$/),
				results: [{ url: PAGE.url, title: PAGE.title, pageAge: PAGE.date, snippet: PAGE.snippet }],
			},
		})
		expect(fake.requests).toEqual([
			{ service, asked: 'search', key: KEY, query: 'damping & drag', count: 3 },
		])
	})

	test('finds nothing, and says so', async () => {
		fake.pages = []
		expect(await find(service)).toMatchObject({
			result: { note: expect.stringContaining('found nothing'), results: [] },
		})
	})

	test('marks, hidden characters, scripts and endless texts of a page do not arrive', async () => {
		fake.pages = [
			{
				url: 'https://a.example/x',
				title: '<strong>Rigidbody</strong> &amp; drag\u202e\u200b',
				snippet: `a<script src="x">b</script>\n\n ${'é😀'.repeat(1_000)}`,
			},
			{ url: 'javascript:alert(1)', title: 'js', snippet: '' },
			{ url: 'https://user:pass@b.example/', title: 'credentials', snippet: '' },
			{ url: `https://c.example/${'x'.repeat(2_000)}`, title: 'long', snippet: '' },
			{ url: 'https://a.example/x', title: 'the same again', snippet: '' },
			{ url: 'not an address', title: 'none', snippet: '' },
		]
		const [page, ...others] = pagesOf(await find(service, { count: 10 }))
		expect(others).toEqual([])
		expect(page?.title).toBe('Rigidbody & drag')
		expect(page?.snippet).toMatch(/^ab é😀/)
		expect(page?.snippet?.length).toBeLessThanOrEqual(600)
		expect(page?.snippet?.isWellFormed()).toBe(true)
	})

	test('more pages than were asked for are left out, and the largest answer fits into one result', async () => {
		fake.pages = Array.from({ length: 20 }, (_, n) => ({
			url: `https://a.example/${'x'.repeat(900)}${n}`,
			title: 't'.repeat(500),
			snippet: 's'.repeat(5_000),
			date: 'd'.repeat(200),
		}))
		expect(pagesOf(await find(service, { count: 2 }))).toHaveLength(2)
		const most = pagesOf(await find(service, { count: MAX_FOUND_PAGES }))
		expect(most).toHaveLength(MAX_FOUND_PAGES)
		expect(JSON.stringify(most).length).toBeLessThan(20_000)
	})

	test('a refused key is named as such, with where to replace it', async () => {
		expect(await find(service, { key: WRONG_SEARCH_KEY })).toMatchObject({
			error: {
				code: 'denied',
				message: expect.stringContaining('refused the key'),
				hint: expect.stringContaining('settings'),
			},
		})
		expect(fake.requests).toHaveLength(1)
	})

	test('a plan that is used up is told apart from too many searches, and not asked again', async () => {
		fake.mood = { kind: 'quota' }
		expect(await find(service)).toMatchObject({
			error: { code: 'denied', message: expect.stringContaining('used up') },
		})
		expect(fake.requests).toHaveLength(1)
		expect(pauses).toEqual([])
	})

	test('is asked again after a short pause that it asks for', async () => {
		fake.mood = { kind: 'throttled', times: 2, retryAfter: '2' }
		expect(pagesOf(await find(service))).toHaveLength(1)
		expect(pauses).toEqual([2_000, 2_000])
		expect(fake.requests).toHaveLength(3)
	})

	test('is not used up by too many searches a second on a plan without a limit for the month', async () => {
		fake.mood = { kind: 'throttled', times: 1, endless: true }
		expect(pagesOf(await find(service))).toHaveLength(1)
		expect(pauses).toEqual([1_000])
		fake.mood = { kind: 'throttled', times: 1, endless: true }
		expect(await check({ service, address, key: KEY }, patient(), ports)).toEqual({
			kind: 'answered',
			answer: { spent: false },
		})
	})

	test('is asked again after a second if it names no pause, three times at most', async () => {
		fake.mood = { kind: 'throttled', times: 9 }
		expect(await find(service)).toMatchObject({
			error: { message: expect.stringContaining('no further search') },
		})
		expect(pauses).toEqual([1_000, 1_000])
	})

	test('a long pause is told to the model instead of waited for', async () => {
		fake.mood = { kind: 'throttled', times: 9, retryAfter: '40' }
		expect(await find(service)).toMatchObject({
			error: { code: 'unsupported', message: expect.stringContaining('for 40 s') },
		})
		expect(pauses).toEqual([])
		expect(fake.requests).toHaveLength(1)
	})

	test.each<[SearchMood, string, RegExp]>([
		[{ kind: 'down' }, 'unsupported', /HTTP status 503/],
		[{ kind: 'moved' }, 'unsupported', /HTTP status 302/],
		[{ kind: 'html' }, 'unsupported', /in a way that is not known/],
		[{ kind: 'odd' }, 'unsupported', /in a way that is not known/],
		[{ kind: 'huge' }, 'too_large', /larger than 1 MB/],
	])('an answer of the kind %o is an error with what to do', async (mood, code, message) => {
		fake.mood = mood
		const outcome = await find(service)
		expect(outcome).toMatchObject({
			error: { code, message: expect.stringMatching(message), hint: expect.stringMatching(/\.$/) },
		})
		expect(JSON.stringify(outcome)).not.toContain(KEY)
	})

	test.each(['mute', 'slow'] as const)(
		'a %s answer ends with the time, and with its run',
		async (kind) => {
			fake.mood = { kind }
			expect(await find(service, { limits: { ...patient(), timeoutMs: 50 } })).toMatchObject({
				error: { code: 'deadline_exceeded', hint: expect.any(String) },
			})
			const stop = new AbortController()
			const going = find(service, { limits: { timeoutMs: 60_000, signal: stop.signal } })
			await expect.poll(() => fake.requests.length).toBe(2)
			stop.abort()
			expect(await going).toMatchObject({ error: { code: 'cancelled' } })
		},
	)

	test('a service that is not there is an error with what to do', async () => {
		const at = { service, address: 'http://127.0.0.1:1', key: KEY }
		const asked = await search(at, { query: 'x', count: 1 }, patient(), ports)
		expect(outcomeOf(service, asked, 1)).toMatchObject({
			error: { message: expect.stringContaining('could not be reached') },
		})
	})

	test('a key is checked by what costs least there', async () => {
		const of = (key: string) => check({ service, address, key }, patient(), ports)
		expect(await of(KEY)).toEqual({ kind: 'answered', answer: { spent: false } })
		expect(await of(WRONG_SEARCH_KEY)).toEqual({ kind: 'refused' })
		const asked = service === 'tavily' ? 'usage' : 'search'
		expect(fake.requests.map((request) => request.asked)).toEqual([asked, asked])
		fake.mood = { kind: 'quota' }
		expect(await of(KEY)).toEqual({ kind: 'used_up' })
	})
})

test.each([
	['x '.repeat(51).trim(), 'invalid_arguments'],
	['x'.repeat(401), 'invalid_arguments'],
	['x '.repeat(50).trim(), undefined],
	['x'.repeat(400), undefined],
])('a query that the services refuse is answered before it is sent', (query, code) => {
	const outcome = refusedQuery(query)
	expect(outcome?.status === 'error' ? outcome.error.code : undefined).toBe(code)
})
