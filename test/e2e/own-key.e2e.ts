/** A person adds a key of their own, chooses a model, and the run is answered by that provider. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { go } from '../../scripts/page-person.ts'
import { NO_MODEL_KEYS } from '../../scripts/worker-vars.ts'
import { text } from '../fakes/anthropic-server.ts'
import { type FakeOpenAI, startFakeOpenAI, WRONG_KEY } from '../fakes/openai-server.ts'
import { composerOf, ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { asOwner, type OwnStack, ownStack } from './stack-kit.ts'

const KEY = 'sk-a-key-of-ada-WxYz'

let fake: FakeOpenAI
let own: OwnStack & { readonly page: Page }
let page: Page
beforeAll(async () => {
	fake = await startFakeOpenAI()
	own = await ownPage(
		ownStack({
			env: {
				...{ ...process.env, ...NO_MODEL_KEYS, RATE_LIMITS: 'off' },
				DEEPSEEK_BASE_URL: fake.url('deepseek'),
			},
		}),
	)
	page = own.page
	return own.close
})
afterAll(() => fake.close())

async function enter(key: string): Promise<void> {
	await page.getByLabel('Key for DeepSeek', { exact: true }).fill(key)
	await page.getByRole('button', { name: 'Check and store' }).click()
}

test('a refused key is not stored; one that the provider takes is, and only its end is shown', async () => {
	await go(page, '/settings')
	await page.getByRole('button', { name: 'Add key for DeepSeek' }).click(RUN_TIMEOUT)
	await enter(WRONG_KEY)
	await page.getByText('DeepSeek refused this key.').waitFor(RUN_TIMEOUT)
	await enter(KEY)
	await page.getByText('…WxYz').waitFor(RUN_TIMEOUT)
	expect(await page.content()).not.toContain(KEY)
	await page.reload()
	await page.getByText('…WxYz').waitFor(RUN_TIMEOUT)
	const stored = await (await asOwner(own.stack, 'GET', '/api/keys')).text()
	expect(stored).toContain('WxYz')
	expect(stored).not.toContain(KEY)
})

test('a model of that provider is chosen in a conversation, answers there, and is paid with the key', async () => {
	await go(page, `/p/${own.stack.projectId}`)
	await composerOf(page).waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: /^Model: / }).click(RUN_TIMEOUT)
	const search = page.getByRole('searchbox', { name: 'Search models' })
	await search.fill('claude')
	const claude = page.getByRole('button', { name: /Claude Sonnet 5 Anthropic/ })
	await expect.poll(() => claude.isDisabled()).toBe(true)
	await search.fill('deepseek pro')
	await search.press('Enter')
	await page.getByRole('button', { name: /^Model: DeepSeek.*Pro/ }).waitFor(RUN_TIMEOUT)
	fake.script(text('Paid by Ada.'))
	await say(page, 'hello')
	await page.getByText('Paid by Ada.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const [asked] = fake.requests
	expect(asked?.headers['authorization']).toBe(`Bearer ${KEY}`)
	expect(asked?.body['model']).toBe('deepseek-v4-pro')
	// Also in the opened conversation, and after a reload.
	await page.reload()
	await page.getByRole('button', { name: /^Model: DeepSeek.*Pro/ }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: /^DeepSeek.*Flash/ }).click()
	await page.getByRole('button', { name: /^Model: DeepSeek.*Flash/ }).waitFor(RUN_TIMEOUT)
	fake.script(text('Now by the smaller one.'))
	await say(page, 'and now?')
	await page.getByText('Now by the smaller one.').first().waitFor(RUN_TIMEOUT)
	expect(fake.requests.at(-1)?.body['model']).toBe('deepseek-flash')
})

test('once the key is removed, a message to that model is refused with what to do', async () => {
	await runEnded(page)
	const { href } = new URL(page.url())
	const conversation = `/api/conversations/${href.split('/').at(-1)}`
	const model = 'deepseek/deepseek-v4-pro'
	expect((await asOwner(own.stack, 'PATCH', conversation, { model })).status).toBe(200)
	await go(page, '/settings')
	await page.getByRole('button', { name: 'Remove key for DeepSeek' }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: 'Remove key', exact: true }).click()
	await page.getByRole('button', { name: 'Add key for DeepSeek' }).waitFor(RUN_TIMEOUT)
	const before = fake.requests.length
	const message = { id: 'm9', role: 'user', parts: [{ type: 'text', text: 'again' }] }
	const refused = await asOwner(own.stack, 'POST', `${conversation}/messages`, { message })
	expect(await refused.json()).toMatchObject({
		...{ code: 'model_key_missing', status: 409 },
		detail: expect.stringContaining('Models and keys'),
	})
	expect(fake.requests).toHaveLength(before)
})
