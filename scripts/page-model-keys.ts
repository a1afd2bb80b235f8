/** The section "Models and keys": keys that are there, one that is checked, one that was refused, a server that stores none. */
import type { Model } from '@fairlead/protocol/models'
import type { Page } from 'playwright-core'
import { go, RUN_TIMEOUT as RUN } from './page-person.ts'
import { never, type PageView } from './page-view.ts'

const HOUR_MS = 3_600_000

const provider = (name: string, title: string, host: string, more: object = {}) => ({
	...{ provider: name, title, host, key: null, server: false },
	...more,
})

async function show(page: Page, canStore = true): Promise<void> {
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	const key = { lastFour: 'WxYz', addedAt: Date.now() - 40 * HOUR_MS }
	await page.route('**/api/keys', (route) =>
		route.fulfill({
			json: {
				canStore,
				providers: [
					provider('anthropic', 'Anthropic', 'api.anthropic.com', canStore ? { key } : {}),
					provider('openai', 'OpenAI', 'api.openai.com', { server: true }),
					provider('gemini', 'Google Gemini', 'generativelanguage.googleapis.com'),
					provider('openrouter', 'OpenRouter', 'openrouter.ai'),
					provider('deepseek', 'DeepSeek', 'api.deepseek.com'),
				],
			},
		}),
	)
	await go(page, '/settings')
	const heading = page.getByRole('heading', { name: 'Models and keys' })
	await heading.waitFor(RUN)
	await page.getByText('Google Gemini').or(page.getByText('cannot store')).first().waitFor(RUN)
	await heading.scrollIntoViewIfNeeded()
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
						...{ type: 'urn:fairlead:problem:key_refused', code: 'key_refused', status: 409 },
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
		name: 'model-picker',
		reach: async ({ page, stack }) => {
			await page.unrouteAll({ behavior: 'ignoreErrors' })
			await page.route('**/api/models?*', async (route) => {
				const { models } = (await (await route.fetch()).json()) as { models: Model[] }
				const usable = (model: Model) => model.usable || model.provider === 'anthropic'
				await route.fulfill({
					json: { models: models.map((model) => ({ ...model, usable: usable(model) })) },
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
