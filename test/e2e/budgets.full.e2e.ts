/** A budget for a day, set on the page: the warning, the stop, the refusal of another run, and on after it is raised. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { answer, type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-server.ts'
import { ownPage, RUN_TIMEOUT, runEnded, say } from './browser-kit.ts'
import { type OwnStack, ownStack } from './stack-kit.ts'

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
				// A dollar for a million tokens in.
				MODEL_FACTS: JSON.stringify({
					'anthropic/claude-priced': {
						price: { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 },
					},
				}),
				ANTHROPIC_MODEL: 'claude-priced',
			},
		}),
	)
	return own.close
})
afterAll(() => claude.close())

const look = (id: string) =>
	({ type: 'tool_use', id, name: 'unity_query', input: { action: 'hierarchy' } }) as const
const costing = (usd: number) => ({ usage: { input_tokens: usd * 1_000_000, output_tokens: 1 } })

async function setBudget(page: Page, usd: string): Promise<void> {
	const conversation = page.url()
	await page.goto(new URL('/usage', conversation).href)
	await page.getByRole('button', { name: /(Set|Change) your budget/ }).click(RUN_TIMEOUT)
	const form = page.getByRole('form', { name: 'Your budget' })
	await form.getByLabel('US dollars a day').fill(usd)
	await form.getByRole('button', { name: 'Save budget' }).click()
	await form.waitFor({ state: 'hidden', ...RUN_TIMEOUT })
	await page.getByText(`of $${usd}`).waitFor(RUN_TIMEOUT)
}

test('a budget for a day warns, stops between two steps, refuses another run, and lets it continue once it is raised', async () => {
	const { page } = own
	claude.script(answer([{ type: 'text', text: 'Hello.' }], costing(0)))
	await say(page, 'hello')
	await page.getByText('Hello.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	const conversation = page.url()
	await setBudget(page, '2.00')
	await page.goto(conversation)
	claude.script(
		answer([look('call_1')], costing(1.7)),
		answer([look('call_2')], costing(0.4)),
		answer([{ type: 'text', text: 'Both looked at.' }], costing(0.1)),
	)
	await say(page, 'what is in the scene?')
	await page
		.getByText(
			'The runs have spent 80 % of the budget for today of the person who started this run.',
		)
		.waitFor(RUN_TIMEOUT)
	const stopped = page.getByText(
		/The runs have spent (?:your budget for today|the budget for today of .+)\./,
	)
	await stopped.first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
	expect(claude.requests).toHaveLength(3)
	const told = await stopped.count()
	await page.getByRole('button', { name: 'Continue' }).last().click()
	await expect.poll(() => stopped.count(), RUN_TIMEOUT).toBeGreaterThan(told)
	expect(claude.requests).toHaveLength(3)
	await setBudget(page, '5.00')
	await page.getByText('$2.10').first().waitFor(RUN_TIMEOUT)
	await page.goto(conversation)
	await page.getByRole('button', { name: 'Continue' }).last().click(RUN_TIMEOUT)
	await page.getByText('Both looked at.').first().waitFor(RUN_TIMEOUT)
	await runEnded(page)
})
