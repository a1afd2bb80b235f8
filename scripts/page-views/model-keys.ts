/** The sections "Models and keys", "Model prices and limits" and "Web search": keys that are there, one that is checked, one that was refused, a server that stores none; a model's own values. */
import type { ModelEndpoint } from '@fairlead/protocol/models/model-endpoints'
import type { ModelWithOwnFacts } from '@fairlead/protocol/models/model-facts'
import type { Model } from '@fairlead/protocol/models/models'
import type { SearchKey } from '@fairlead/protocol/models/search-keys'
import { SERVICES } from '@fairlead/protocol/services'
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { never, type PageView, showFrom } from './page-view.ts'

const HOUR_MS = 3_600_000

const ENDPOINTS: readonly ModelEndpoint[] = [
	{
		name: 'home',
		url: 'https://llm.ada.example/v1',
		key: { lastFour: 'q7Kd' },
		models: [{ id: 'qwen3:8b', windowTokens: 32_768 }],
		readAt: Date.now() - 3 * HOUR_MS,
	},
	{
		name: 'render-farm-in-the-basement',
		url: 'https://a-very-long-name-of-a-machine.render.studio.example/inference/openai/v1',
		key: null,
		models: [],
		readAt: Date.now() - 900 * HOUR_MS,
	},
]

const used = { lastFour: 'b7Qz', addedAt: Date.now() - 2 * HOUR_MS }
const SEARCH: readonly SearchKey[] = [
	{
		service: 'brave',
		title: 'Brave Search',
		host: 'api.search.brave.com',
		key: used,
		used: true,
		checkIsSearch: true,
	},
	{
		service: 'tavily',
		title: 'Tavily',
		host: 'api.tavily.com',
		key: { lastFour: 'x0Aa', addedAt: Date.now() - 900 * HOUR_MS },
		used: false,
		checkIsSearch: false,
	},
]

const VALUES: readonly ModelWithOwnFacts[] = [
	{
		name: '@home/qwen3:8b',
		title: 'qwen3:8b',
		counts: true,
		own: { windowTokens: 40_960, price: { input: 0.05, output: 0.2 }, pictures: false },
		listed: {
			windowTokens: 32_768,
			maxOutputTokens: null,
			price: null,
			tools: true,
			pictures: true,
			reasoning: true,
			efforts: [],
		},
		changedAt: Date.now() - HOUR_MS,
	},
	{
		name: 'openrouter/a-vendor-with-a-long-name/a-model-with-a-longer-one-2026-11-20:free',
		title: 'A model with a name that is longer than its line on a phone',
		own: {
			maxOutputTokens: 32_000,
			efforts: ['low', 'high'],
			price: {
				input: 1.5,
				output: 7,
				cacheRead: 0.15,
				cacheWrite: 1.9,
				long: { aboveTokens: 200_000, input: 3, output: 10 },
			},
		},
		listed: {
			windowTokens: 1_000_000,
			maxOutputTokens: 128_000,
			tools: true,
			pictures: true,
			price: {
				input: 2,
				output: 10,
				cacheRead: 0.2,
				cacheWrite: 2.5,
				long: { aboveTokens: 272_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 },
			},
			reasoning: true,
			efforts: ['low', 'medium', 'high', 'max'],
		},
		counts: false,
		changedAt: Date.now() - 30 * HOUR_MS,
	},
]

const withoutKey = (one: SearchKey): SearchKey => ({ ...one, key: null, used: false })

async function show(page: Page, canStore = true): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	const key = { lastFour: 'WxYz', addedAt: Date.now() - 40 * HOUR_MS }
	await page.route('**/api/keys', (route) =>
		route.fulfill({
			json: {
				canStore,
				providers: SERVICES.map(({ name, title, address }) => ({
					provider: name,
					title,
					host: new URL(address).host,
					key: canStore && name === 'anthropic' ? key : null,
					server: name === 'openai',
				})),
			},
		}),
	)
	await page.route('**/api/model-endpoints', (route) =>
		route.fulfill({ json: { endpoints: canStore ? ENDPOINTS : [] } }),
	)
	await page.route('**/api/models/facts', (route) =>
		route.fulfill({ json: { models: canStore ? VALUES : [] } }),
	)
	await page.route('**/api/search-keys', (route) =>
		route.fulfill({ json: { canStore, services: canStore ? SEARCH : SEARCH.map(withoutKey) } }),
	)
	await go(page, '/settings')
	const heading = page.getByRole('heading', { name: 'Models and keys' })
	await heading.waitFor(RUN)
	await page.getByText('Google Gemini').or(page.getByText('cannot store')).first().waitFor(RUN)
	await showFrom(heading)
}

async function enter(page: Page): Promise<void> {
	await page.getByLabel('Key for Google Gemini', { exact: true }).fill('AIza-a-key-that-is-long')
	await page.getByRole('button', { name: 'Check and store' }).click()
}

export const MODEL_KEY_VIEWS: readonly PageView[] = [
	{ name: 'model-keys', reach: ({ page }) => show(page), whole: true },
	{
		name: 'model-keys-checking',
		reach: async ({ page }) => {
			await page.route('**/api/keys/*', never)
			await page.getByRole('button', { name: 'Add key for Google Gemini' }).click()
			await enter(page)
			await page.getByText('Checking the key').waitFor(RUN)
		},
	},
	{
		name: 'model-keys-refused',
		reach: async ({ page }) => {
			await show(page)
			await page.route('**/api/keys/*', (route) =>
				route.fulfill({
					status: 409,
					contentType: 'application/problem+json',
					json: {
						type: 'urn:fairlead:problem:key_refused',
						code: 'key_refused',
						status: 409,
						title: 'Google Gemini refused this key.',
						detail:
							'Copy the whole key again from your account at Google Gemini, and see that it was not revoked. Nothing was stored.',
					},
				}),
			)
			await page.getByRole('button', { name: 'Add key for Google Gemini' }).click()
			await enter(page)
			await page.getByText('refused this key').waitFor(RUN)
		},
	},
	{
		name: 'model-keys-remove',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: 'Remove key for Anthropic' }).click()
			await page.getByRole('dialog').waitFor(RUN)
		},
	},
	{
		name: 'model-servers-add',
		reach: async ({ page }) => {
			await show(page)
			await page.route('**/api/model-endpoints/*', (route) =>
				route.fulfill({
					status: 400,
					contentType: 'application/problem+json',
					json: {
						type: 'urn:fairlead:problem:invalid_request',
						code: 'invalid_request',
						status: 400,
						title: 'The model server is not valid.',
						issues: [{ path: '/url', message: 'Begin the address with https://.' }],
					},
				}),
			)
			await page.getByRole('button', { name: 'Add model server' }).click()
			const form = page.getByRole('form', { name: 'Add a model server' })
			await form.getByLabel('Name', { exact: true }).fill('attic')
			await form.getByLabel('Address', { exact: true }).fill('http://attic.example:11434')
			await form.getByRole('button', { name: 'Check and store' }).click()
			await page.getByText('Begin the address').waitFor(RUN)
			await showFrom(page.getByRole('heading', { name: 'Your model servers' }))
		},
	},
	{
		name: 'model-values',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: /^Edit the values of A model/ }).click()
			const form = page.getByRole('form', { name: /^Values of A model/ })
			await form.getByLabel('Cache writes', { exact: true }).fill('1,9')
			await form.getByText('with a point').waitFor(RUN)
			await showFrom(form)
		},
	},
	{
		name: 'model-values-refused',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: 'Set values of a model' }).click()
			const choice = page.getByRole('form', { name: 'Choose a model' })
			await choice.getByLabel('Model').fill('@home/llama4')
			await choice.getByRole('button', { name: 'Next' }).click()
			await page.unroute('**/api/models/facts')
			await page.route('**/api/models/facts', (route) =>
				route.fulfill({
					status: 400,
					contentType: 'application/problem+json',
					json: {
						type: 'urn:fairlead:problem:invalid_request',
						code: 'invalid_request',
						status: 400,
						title: 'The values of the model are not valid.',
						issues: [
							{ path: '/own/price/output', message: 'No price for output is listed: set one.' },
						],
					},
				}),
			)
			const form = page.getByRole('form', { name: 'Values of @home/llama4' })
			await form.getByLabel('Input', { exact: true }).fill('0.1')
			await form.getByRole('button', { name: 'Save values' }).click()
			await page.getByText('No price for output').waitFor(RUN)
			await showFrom(form)
		},
	},
	{
		name: 'model-values-choose',
		reach: async ({ page }) => {
			await show(page)
			const button = page.getByRole('button', { name: 'Set values of a model' })
			await button.click()
			await showFrom(page.getByRole('form', { name: 'Choose a model' }))
		},
	},
	{
		name: 'search-keys-add',
		reach: async ({ page }) => {
			await show(page)
			await page.getByRole('button', { name: 'Replace key for Brave Search' }).click()
			const field = page.getByLabel('Key for Brave Search', { exact: true })
			await field.fill('BSA-a-key-that-is-long')
			await page.getByText('by one search').waitFor(RUN)
			await showFrom(page.getByRole('heading', { name: 'Web search' }))
		},
	},
	{
		name: 'model-picker',
		reach: async ({ page, stack }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await page.route('**/api/models?*', async (route) => {
				const { models } = (await (await route.fetch()).json()) as { models: Model[] }
				const usable = (model: Model) => model.usable || model.provider === 'anthropic'
				const own = { name: VALUES[0]?.name, provider: '@home', own: true, usable: true }
				const first = { ...models[0], ...VALUES[0]?.listed, ...VALUES[0]?.own, ...own }
				await route.fulfill({
					json: {
						models: [
							{ ...first, title: 'qwen3:8b', isDefault: false, price: models[1]?.price ?? null },
							...models.map((model) => ({ ...model, usable: usable(model) })),
						],
					},
				})
			})
			await go(page, `/p/${stack.projectId}`)
			await page.getByRole('button', { name: /^Model: / }).click(RUN)
			await page.getByRole('searchbox', { name: 'Search models' }).waitFor(RUN)
		},
	},
	{
		name: 'model-picker-none',
		reach: async ({ page }) => {
			await page.getByRole('searchbox', { name: 'Search models' }).fill('no such model')
			await page.getByText('No model matches.').waitFor(RUN)
		},
	},
	{
		name: 'model-keys-not-stored',
		reach: async ({ page }) => {
			await show(page, false)
			await page.getByText('cannot store keys').waitFor(RUN)
		},
	},
]
