/** A person adds a key of their own, chooses a model, and the run is answered by that provider. */
import type { ConversationUsage } from '@fairlead/protocol/models/usage'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { go } from '../../scripts/page-views/page-person.ts'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
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
				...process.env,
				...NO_MODEL_KEYS,
				RATE_LIMITS: 'off',
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
	const claude = page.getByRole('button', { name: /^Claude Sonnet 5 Anthropic/ })
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

test('the effort that is chosen beside the model goes along, and is shown', async () => {
	await runEnded(page)
	await page.getByRole('button', { name: /^Model: DeepSeek.*Flash$/ }).click(RUN_TIMEOUT)
	const efforts = page.getByRole('group', { name: /^Effort of DeepSeek/ })
	await expect.poll(() => efforts.getByRole('radio').count()).toBe(4)
	await efforts.getByText('High', { exact: true }).click()
	await page.keyboard.press('Escape')
	await page
		.getByRole('button', { name: /^Model: DeepSeek.*Flash, effort high$/ })
		.waitFor(RUN_TIMEOUT)
	fake.script(text('After some thought.'))
	await say(page, 'think about it')
	await page.getByText('After some thought.').first().waitFor(RUN_TIMEOUT)
	expect(fake.requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
})

test('a favourite stands first, also after a reload, and is reached by the arrow keys', async () => {
	await page.getByRole('button', { name: /^Model: / }).click(RUN_TIMEOUT)
	await page.getByRole('button', { name: /^Favourite: DeepSeek.*Pro/ }).click()
	const first = page.getByRole('list', { name: 'Models' }).getByRole('listitem').first()
	await first.getByText(/DeepSeek.*Pro/).waitFor(RUN_TIMEOUT)
	await page.reload()
	await page.getByRole('button', { name: /^Model: / }).click(RUN_TIMEOUT)
	await first.getByText(/DeepSeek.*Pro/).waitFor(RUN_TIMEOUT)
	await page.getByRole('searchbox', { name: 'Search models' }).press('ArrowDown')
	await page.keyboard.press('Enter')
	await page.getByRole('button', { name: /^Model: DeepSeek.*Pro/ }).waitFor(RUN_TIMEOUT)
})

test('a price of one’s own is set from the picker, counts in the next run, and gives way to the listed one', async () => {
	await runEnded(page)
	const conversation = page.url()
	await page.getByRole('button', { name: /^Model: DeepSeek.*Pro/ }).click(RUN_TIMEOUT)
	await page.getByRole('link', { name: /^Values of DeepSeek.*Pro/ }).click()
	const form = page.getByRole('form', { name: /^Values of DeepSeek.*Pro/ })
	await form.waitFor(RUN_TIMEOUT)
	// The listed facts stand in the empty fields.
	await expect
		.poll(() => form.getByLabel('Input', { exact: true }).getAttribute('placeholder'))
		.toBe('1.32')
	for (const field of ['Input', 'Output', 'Cached input', 'Cache writes']) {
		await form.getByLabel(field, { exact: true }).fill('50000')
	}
	await form.getByRole('button', { name: 'Save values' }).click()
	const rows = page.getByRole('list', { name: 'Models with your own values' })
	await rows.getByText('in $50000, out $50000').waitFor(RUN_TIMEOUT)
	await go(page, conversation)
	await page.getByRole('button', { name: /^Model: DeepSeek.*Pro/ }).click(RUN_TIMEOUT)
	await page.getByText(/\$50000 \/ \$50000 · .*your own values/).waitFor(RUN_TIMEOUT)
	await page.keyboard.press('Escape')
	fake.script(text('At my own price.'))
	await say(page, 'what does this cost?')
	await page.getByText('At my own price.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const address = `/api/conversations/${new URL(conversation).pathname.split('/').at(-1)}/usage`
	const newest = async () => {
		const { runs } = (await (await asOwner(own.stack, 'GET', address)).json()) as ConversationUsage
		return runs[0]
	}
	const before = async () => (await newest())?.costUsd ?? 0
	await expect.poll(before, RUN_TIMEOUT).toBeGreaterThan(0.01)
	const counted = await newest()
	const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0 } = counted?.usage ?? {}
	const cost = ((inputTokens + outputTokens + cacheReadTokens) * 50_000) / 1e6
	expect(counted?.costUsd).toBeCloseTo(cost, 9)
	// The answer's badge says so.
	await page
		.getByText(`$${cost.toFixed(2)}`)
		.first()
		.waitFor(RUN_TIMEOUT)

	await go(page, '/settings')
	await page
		.getByRole('button', { name: /^Use the listed values of DeepSeek.*Pro/ })
		.click(RUN_TIMEOUT)
	await page.getByText(/DeepSeek.*Pro has the listed values\./).waitFor(RUN_TIMEOUT)
	await expect.poll(() => rows.count(), RUN_TIMEOUT).toBe(0)
	await page.getByRole('button', { name: 'Undo' }).click()
	await rows.getByText('in $50000').waitFor(RUN_TIMEOUT)
	await page.getByRole('button', { name: /^Use the listed values of DeepSeek.*Pro/ }).click()
	await expect.poll(() => rows.count(), RUN_TIMEOUT).toBe(0)
	await go(page, conversation)
})

test('a message to a model whose key was removed is refused with what to do', async () => {
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
		code: 'model_key_missing',
		status: 409,
		detail: expect.stringContaining('Models and keys'),
	})
	expect(fake.requests).toHaveLength(before)
})
