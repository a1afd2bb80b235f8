/** The wires of the search services: what a search sends, and the pages in its answer. Pure. */
import type { SearchService } from '@fairlead/protocol/models/search-keys'
import * as z from 'zod'

export interface Query {
	readonly query: string
	/** How many pages. */
	readonly count: number
}

/** A page in the service's answer, not cleaned yet. */
export interface SentPage {
	readonly url: string
	readonly title: string
	readonly snippet: string
	/** A date, or words such as "2 days ago". */
	readonly age: string | null
}

export interface Question {
	/** The path below the service's address. */
	readonly path: string
	readonly init: RequestInit
}

/** An unsuccessful response, not yet interpreted. */
export interface Refusal {
	readonly status: number
	readonly headers: Headers
	/** The beginning of its body. */
	readonly said: string
}

export interface SearchWire {
	readonly address: string
	search(key: string, query: Query): Question
	/** Returns null if this is not an answer of this service. A page that does not fit its form is left out. */
	pages(answer: unknown): SentPage[] | null
	/** Tells whether the key works; null: only a search does. */
	readonly check: ((key: string) => Question) | null
	/** Whether an answer to `check` says that nothing is left to spend. */
	isSpent(answer: unknown): boolean
	/** Whether the service refuses the key. */
	refusesKey(refusal: Refusal): boolean
	/** Whether the plan is used up: waiting a few seconds does not help. */
	isUsedUp(refusal: Refusal): boolean
}

/** Both services refuse longer ones. Brave also counts words. */
export const MAX_QUERY_CHARS = 400
export const MAX_QUERY_WORDS = 50

const BravePage = z.object({
	url: z.string(),
	title: z.string(),
	description: z.string().catch(''),
	page_age: z.string().optional().catch(undefined),
	age: z.string().optional().catch(undefined),
})
/** Brave's answer; without `web`, it found nothing. */
const BraveAnswer = z.object({
	type: z.literal('search'),
	web: z.object({ results: z.array(z.unknown()) }).optional(),
})
/** `{"error": {"meta": {"quota_limit": 2000, "quota_current": 2000}}}`; 0 of 0 on plans without a limit for the month. */
const BraveQuota = z.object({
	error: z.object({ meta: z.object({ quota_limit: z.number(), quota_current: z.number() }) }),
})

/** Source: api-dashboard.search.brave.com/documentation (web search, rate limiting). */
const BRAVE: SearchWire = {
	address: 'https://api.search.brave.com',
	search: (key, { query, count }) => ({
		path: `/res/v1/web/search?${new URLSearchParams({
			q: query,
			count: String(count),
			result_filter: 'web',
			text_decorations: 'false',
		})}`,
		init: { headers: { 'x-subscription-token': key, accept: 'application/json' } },
	}),
	pages(answer) {
		const read = BraveAnswer.safeParse(answer)
		if (!read.success) return null
		return fitting(BravePage, read.data.web?.results ?? []).map((page) => ({
			url: page.url,
			title: page.title,
			snippet: page.description,
			age: page.page_age ?? page.age ?? null,
		}))
	},
	check: null,
	isSpent: () => false,
	refusesKey: ({ status, said }) =>
		status === 401 || status === 403 || (status === 422 && /SUBSCRIPTION_TOKEN/.test(said)),
	isUsedUp({ status, headers, said }) {
		if (status === 402) return true
		if (status !== 429) return false
		const { quota_limit = 0, quota_current = 0 } =
			BraveQuota.safeParse(jsonOf(said)).data?.error.meta ?? {}
		return isMonthSpent(headers) || (quota_limit > 0 && quota_current >= quota_limit)
	},
}

/**
 * `x-ratelimit-limit: 1, 2000` and `x-ratelimit-remaining: 0, 0`: for the second, for the month. Plans without a limit
 * for the month say 0 of 0 there.
 */
function isMonthSpent(headers: Headers): boolean {
	const figures = (name: string) => (headers.get(name) ?? '').split(',').map(Number.parseFloat)
	const left = figures('x-ratelimit-remaining')
	return figures('x-ratelimit-limit').some((limit, at) => at > 0 && limit > 0 && left[at] === 0)
}

const TavilyPage = z.object({
	url: z.string(),
	title: z.string(),
	content: z.string().catch(''),
	published_date: z.string().optional().catch(undefined),
})
const TavilyAnswer = z.object({ results: z.array(z.unknown()) })
const TavilyUsage = z.object({ key: z.object({ usage: z.number(), limit: z.number().nullish() }) })

/** Source: docs.tavily.com/documentation/api-reference (search, usage). */
const TAVILY: SearchWire = {
	address: 'https://api.tavily.com',
	search: (key, { query, count }) => ({
		path: '/search',
		init: {
			method: 'POST',
			headers: { ...bearer(key), 'content-type': 'application/json' },
			body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
		},
	}),
	pages(answer) {
		const read = TavilyAnswer.safeParse(answer)
		if (!read.success) return null
		return fitting(TavilyPage, read.data.results).map((page) => ({
			url: page.url,
			title: page.title,
			snippet: page.content,
			age: page.published_date ?? null,
		}))
	},
	check: (key) => ({ path: '/usage', init: { headers: bearer(key) } }),
	isSpent(answer) {
		const { usage = 0, limit } = TavilyUsage.safeParse(answer).data?.key ?? {}
		return typeof limit === 'number' && usage >= limit
	},
	refusesKey: ({ status }) => status === 401 || status === 403,
	// 432: the limit of the key or plan; 433: that of paying as one goes.
	isUsedUp: ({ status }) => status === 402 || status === 432 || status === 433,
}

export const SEARCH_WIRES: Readonly<Record<SearchService, SearchWire>> = {
	brave: BRAVE,
	tavily: TAVILY,
}

function bearer(key: string): Record<string, string> {
	return { authorization: `Bearer ${key}`, accept: 'application/json' }
}

const fitting = <T>(page: z.ZodType<T>, sent: readonly unknown[]): T[] =>
	sent.flatMap((one) => page.safeParse(one).data ?? [])

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
