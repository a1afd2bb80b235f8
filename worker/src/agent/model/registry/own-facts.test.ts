/** A person whose model costs or holds something else than what is listed is shown, limited and charged by what they said. */
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import { describe, expect, it, test } from 'vitest'
import { withOwn } from './own-facts.ts'
import { costAt, factsWith, LISTED, models } from './registry.ts'

const SONNET = 'anthropic/claude-sonnet-5'
const HAIKU = 'anthropic/claude-haiku-5-5'
const HOME = '@home/qwen3:8b'
const own = (facts: OwnFacts, name = SONNET) => ({ own: { [name]: facts } })
const tokens = (inputTokens: number, cacheReadTokens = 0) => ({
	inputTokens,
	cacheReadTokens,
	outputTokens: 0,
	cacheWriteTokens: 0,
})

describe('what is not set stays as it is listed', () => {
	it('each member by itself', () => {
		const listed = LISTED.facts(SONNET)
		expect(factsWith(LISTED, SONNET, own({ windowTokens: 200_000 }))).toEqual({
			...listed,
			windowTokens: 200_000,
		})
		expect(factsWith(LISTED, SONNET, own({ price: { output: 5 }, pictures: false }))).toEqual({
			...listed,
			pictures: false,
			price: { ...listed.price, output: 5 },
		})
		expect(factsWith(LISTED, SONNET, own({ windowTokens: 1_000 }, HAIKU))).toEqual(listed)
	})
	it('also in the price of long prompts', () => {
		const { price } = LISTED.facts(HAIKU)
		expect(factsWith(LISTED, HAIKU, own({ price: { input: 0.05 } }, HAIKU)).price?.long).toEqual(
			price?.long,
		)
		const long = factsWith(LISTED, HAIKU, own({ price: { long: { input: 0.1 } } }, HAIKU)).price
		expect(long?.long).toEqual({ ...price?.long, input: 0.1 })
		expect(costAt(long ?? null, tokens(1_000_000))).toBeCloseTo(0.1)
		const none = { price: { input: 2, output: 4, long: { aboveTokens: 1_000, input: 3 } } }
		expect(factsWith(LISTED, HOME, own(none, HOME)).price?.long).toEqual({
			aboveTokens: 1_000,
			input: 3,
			output: 4,
			cacheRead: 2,
			cacheWrite: 2,
		})
	})
})

test('a model of which nothing is listed has what is set; cached tokens cost what input costs', () => {
	const facts = factsWith(LISTED, HOME, own({ price: { input: 0.5, output: 1 } }, HOME))
	expect(facts.price).toEqual({ input: 0.5, output: 1, cacheRead: 0.5, cacheWrite: 0.5 })
	// It may know them, with a price as without.
	expect(facts.efforts).toEqual(['low', 'medium', 'high'])
	expect(withOwn(LISTED.facts(HOME), { price: { input: 1 } }).price).toBeNull()
	expect(withOwn(LISTED.facts(HOME), { reasoning: false }).efforts).toEqual([])
	expect(withOwn(LISTED.facts(HOME), { efforts: ['low', 'max'] }).efforts).toEqual(['low', 'max'])
})

test('a person’s own values go before the operator’s and the provider’s list, and not where the server pays', () => {
	const operator = models(
		JSON.stringify({ [SONNET]: { price: { input: 9, output: 9, cacheRead: 9, cacheWrite: 9 } } }),
	)
	const free = own({ price: { input: 0, output: 0 } })
	const inputOf = (paidBy?: 'person' | 'server') =>
		factsWith(operator, SONNET, free, paidBy).price?.input
	expect([inputOf(), inputOf('person'), inputOf('server')]).toEqual([0, 0, 9])
	const listed = { windowTokens: 50_000, maxOutputTokens: 4_000 }
	const said = { listed, ...own({ windowTokens: 60_000 }, 'openrouter/vendor/new') }
	expect(factsWith(LISTED, 'openrouter/vendor/new', said)).toMatchObject({
		windowTokens: 60_000,
		maxOutputTokens: 4_000,
	})
	expect(factsWith(LISTED, 'openrouter/vendor/new', said, 'server').windowTokens).toBe(50_000)
})
