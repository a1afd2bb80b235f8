/** The badge of an answer, its model calls, and the sum of the conversation: the same tokens everywhere. */
import type { ConversationUsage } from '@fairlead/protocol/models/usage'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { answer, type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-server.ts'
import { ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { asOwner, type OwnStack, ownStack } from './stack-kit.ts'

const LOOK = {
	type: 'tool_use',
	id: 'call_look',
	name: 'unity_query',
	input: { action: 'hierarchy' },
} as const
const usage = (input: number, output: number, read: number, written: number) => ({
	input_tokens: input,
	output_tokens: output,
	cache_read_input_tokens: read,
	cache_creation_input_tokens: written,
	output_tokens_details: { thinking_tokens: 7 },
})

let claude: FakeAnthropic
let own: OwnStack & { readonly page: Page }
beforeAll(async () => {
	claude = await startFakeAnthropic()
	own = await ownPage(
		ownStack({
			editor: 'simulator',
			env: {
				...process.env,
				...NO_MODEL_KEYS,
				RATE_LIMITS: 'off',
				ANTHROPIC_API_KEY: 'k',
				ANTHROPIC_BASE_URL: claude.url,
			},
		}),
	)
	return own.close
})
afterAll(() => claude.close())

/** The tokens that a text of the page names: each number but those of thinking, which are output. */
const tokensIn = (text: string): number =>
	[...text.matchAll(/([\d,]+) (?:input|output|read from|written to)/g)].reduce(
		(sum, [, number = '']) => sum + Number(number.replaceAll(',', '')),
		0,
	)
const sumIn = (text: string | null): number =>
	Number(/([\d,]+) tokens/.exec(text ?? '')?.[1]?.replaceAll(',', ''))

test('badges add up to the sum of the conversation, to the last token', async () => {
	const { page, stack } = own
	claude.script(
		answer([LOOK], { usage: usage(1_203, 41, 0, 5_117) }),
		answer([{ type: 'text', text: 'The scene is empty.' }], { usage: usage(311, 53, 5_117, 89) }),
		answer([{ type: 'text', text: 'Still empty.' }], { usage: usage(17, 29, 5_206, 0) }),
	)
	await say(page, 'what is in the scene?')
	await page.getByText('The scene is empty.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	await say(page, 'and now?')
	await page.getByText('Still empty.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const badges = page.getByRole('button', { name: /show the model calls/ })
	await expect.poll(() => badges.count(), RUN_TIMEOUT).toBe(2)
	const address = `/api/conversations/${new URL(page.url()).pathname.split('/').at(-1)}/usage`
	const read = async () =>
		(await (await asOwner(stack, 'GET', address)).json()) as ConversationUsage
	await expect.poll(async () => (await read()).total.runs, RUN_TIMEOUT).toBe(2)
	const { total, runs } = await read()
	const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = total.usage
	const all = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
	expect(all).toBe(1_203 + 41 + 5_117 + 311 + 53 + 5_117 + 89 + 17 + 29 + 5_206)
	expect(total.usage.reasoningTokens).toBe(21)
	expect(runs.map(({ calls }) => calls?.length)).toEqual([1, 2])
	let shown = 0
	for (let n = 0; n < 2; n++) {
		const badge = badges.nth(n)
		await badge.click()
		const dialog = page.getByRole('dialog', { name: 'Usage' })
		const ofAnswer = dialog.getByRole('region', { name: 'This answer' })
		const calls = ofAnswer.getByRole('listitem')
		await expect.poll(() => calls.count(), RUN_TIMEOUT).toBe(n === 0 ? 2 : 1)
		const texts = await calls.allInnerTexts()
		const ofCalls = texts.reduce((sum, text) => sum + tokensIn(text), 0)
		await expect.poll(async () => sumIn(await badge.innerText())).toBe(ofCalls)
		const conversation = dialog.getByRole('region', { name: 'This conversation' })
		await expect.poll(async () => sumIn(await conversation.innerText())).toBe(all)
		shown += ofCalls
		await page.keyboard.press('Escape')
		await dialog.waitFor({ state: 'hidden' })
	}
	expect(shown).toBe(all)
})
