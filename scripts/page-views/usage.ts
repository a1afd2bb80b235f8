/** Usage with numbers, answered in the server's place: the demo model costs nothing. */
import type { Page, Route } from 'playwright-core'
import { composerOf } from './page-person.ts'

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
	limit,
	used,
	max,
	resetsAt,
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

const budget = (usdPerDay: number | null, usdPerMonth: number | null, unknownStops = false) => ({
	usdPerDay,
	usdPerMonth,
	unknownStops,
})
const spent = (spentUsd: number, endsAt: number, unpricedCalls = 0) => ({
	spentUsd,
	unpricedCalls,
	endsAt,
})
const NEXT_DAY = today + DAY_MS
const NEXT_MONTH = Date.parse('2026-12-01')
const BUDGETS = {
	person: {
		budget: budget(5, 80, true),
		day: spent(4.37, NEXT_DAY),
		month: spent(41.2, NEXT_MONTH),
	},
	project: {
		budget: budget(null, 120),
		day: spent(6.1, NEXT_DAY),
		month: spent(120.4, NEXT_MONTH, 14),
	},
}

/** Your budget, nearly spent, beside a project's that is; the form of one is open. */
export async function showBudgets(page: Page, projectId: string): Promise<void> {
	await showUsage(page, 30)
	await page.route('**/api/usage/budgets*', (route) => route.fulfill({ json: BUDGETS }))
	await page.goto(new URL(`/usage?project=${projectId}`, page.url()).href)
	await page.getByRole('button', { name: 'Change budget of this project' }).click(LOADED)
	await page.getByRole('form', { name: 'Budget of this project' }).waitFor(LOADED)
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
						day: dayOf(n),
						projectId: PROJECT,
						model: MODELS[one],
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

const tokens = (input: number, output: number, read: number, written: number) => ({
	inputTokens: input,
	outputTokens: output,
	cacheReadTokens: read,
	cacheWriteTokens: written,
})
const ANSWER = { ...tokens(1_890, 812, 41_200, 9_310), reasoningTokens: 201, estimatedTokens: 120 }
const call = (over: object) => ({
	purpose: 'answer',
	outcome: 'finished',
	model: MODELS[0],
	paidBy: 'person',
	at: today,
	...over,
})
const CALLS = [
	call({ purpose: 'summary', usage: tokens(1_203, 400, 20_000, 5_117), costUsd: 0.041 }),
	call({
		outcome: 'failed',
		usage: { ...tokens(311, 120, 0, 0), estimatedTokens: 120 },
		costUsd: null,
	}),
	call({
		usage: { ...tokens(376, 292, 21_200, 4_193), reasoningTokens: 201 },
		costUsd: 0.0071,
		model: 'somebody/a-model-whose-name-is-longer-than-a-phone-is-wide',
		paidBy: 'server',
	}),
]

async function withUsage(route: Route): Promise<void> {
	const response = await route.fetch()
	const body = (await response.json()) as { messages: { role: string; metadata: object }[] }
	for (const message of body.messages) {
		if (message.role !== 'assistant') continue
		message.metadata = { ...message.metadata, usage: ANSWER, costUsd: undefined }
	}
	await route.fulfill({ response, json: body })
}

/** The model calls of an answer, and the sum of its conversation. */
export async function showAnswerUsage(page: Page, projectId: string): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.route(/\/messages\?/, withUsage)
	await page.route('**/api/conversations/*/usage?*', (route) =>
		route.fulfill({
			json: {
				total: {
					runs: 12,
					unpricedRuns: 1,
					costUsd: 3.2,
					usage: tokens(81_240, 21_022, 1_204_110, 90_233),
				},
				runs: [
					{
						runId: 'run_1',
						projectId,
						model: MODELS[0],
						usage: ANSWER,
						costUsd: null,
						finishedAt: today,
						calls: CALLS,
					},
				],
				more: false,
			},
		}),
	)
	await page.goto(new URL(`/p/${projectId}`, page.url()).href)
	await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
	await composerOf(page).waitFor(LOADED)
	await page
		.getByRole('button', { name: /show the model calls/ })
		.last()
		.click()
	await page.getByRole('dialog').getByText('This conversation').waitFor(LOADED)
	await page.unrouteAll({ behavior: 'ignoreErrors' })
}
