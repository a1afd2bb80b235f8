/** The usage page with numbers: the demo model costs nothing, so they are those of a month of a small team. */
import type { Page } from 'playwright-core'

const DAY_MS = 86_400_000
const PROJECT = 'prj_0000000001'
const PEOPLE = ['Ada', 'Bartholomew Featherstonehaugh-Cholmondeley']
const MODELS = ['anthropic/claude-sonnet-5', 'anthropic/claude-opus-5-5']
const LOADED = { timeout: 60_000 }

const today = Date.parse('2026-11-22')
const dayOf = (ago: number) => new Date(today - ago * DAY_MS).toISOString().slice(0, 10)

const quota = (
	limit: string,
	used: number | null,
	max: number,
	resetsAt: number | null = null,
) => ({
	...{ limit, used, max, resetsAt },
})
const UNLIMITED = { person: { plan: 'unlimited', quotas: [] }, project: null }
const LIMITED = {
	person: {
		plan: 'free',
		quotas: [
			quota('runs_per_day', 30, 30, today + DAY_MS),
			quota('runs_per_month', 212, 300, Date.parse('2026-12-01')),
			quota('model_tokens_per_month', 13_400_000, 20_000_000, Date.parse('2026-12-01')),
			quota('projects', 1, 3),
			quota('api_tokens', 0, 5),
			quota('viewers', null, 20),
		],
	},
	project: null,
}

/** @param people who used as much, each */
const used = (n: number, people = 1) => ({
	runs: people * (1 + (n % 7)),
	unpricedRuns: n % 11 === 0 ? people : 0,
	costUsd: people * (0.4 + ((n * 37) % 23) / 5),
	usage: {
		inputTokens: people * (42_000 + n * 3_100),
		outputTokens: people * (9_000 + n * 420),
		cacheReadTokens: people * (480_000 + n * 61_000),
		cacheWriteTokens: people * 31_000,
	},
})

/** @param days how many of the last days are looked at; nobody works at weekends */
export async function showUsage(page: Page, days: number): Promise<void> {
	const worked = Array.from({ length: days }, (_, n) => days - 1 - n).filter((n) => n % 7 > 1)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route('**/api/usage/limits*', (route) =>
		route.fulfill({ json: days > 0 ? LIMITED : UNLIMITED }),
	)
	await page.route('**/api/usage/days?*', (route) =>
		route.fulfill({
			json: {
				from: dayOf(29),
				to: dayOf(0),
				days: worked.map((n) => ({ day: dayOf(n), ...used(n, PEOPLE.length) })),
				rows: worked.toReversed().flatMap((n) =>
					PEOPLE.map((name, one) => ({
						...{ day: dayOf(n), projectId: PROJECT, model: MODELS[one] },
						by: { kind: 'session', userId: `usr_${name}`, name },
						...used(n),
					})),
				),
				more: false,
			},
		}),
	)
	await page.goto(new URL('/usage', page.url()).href)
	await page.getByText(days === 0 ? /^Nothing was used/ : 'List price by day').waitFor(LOADED)
}
