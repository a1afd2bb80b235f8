/** A person who compares models reads the right price, and finds one by any of its names. */
import type { Model } from '@fairlead/protocol/models'
import { expect, test } from 'vitest'
import { abilitiesOf, matches, priceOf, titleOf } from './words.ts'

const model: Model = {
	...{ name: 'openrouter/anthropic/claude-sonnet-5', title: 'Claude Sonnet 5' },
	...{ provider: 'openrouter', isDefault: false, usable: true },
	...{ windowTokens: 1_000_000, maxOutputTokens: 64_000 },
	price: { input: 0.435, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	...{ tools: true, pictures: true, reasoning: true, webSearch: false, efforts: [] },
}

test('price, size and abilities', () => {
	expect(priceOf(model)).toBe('$0.43 / $15')
	expect(priceOf({ ...model, price: null })).toBe('price not known')
	const demo = { ...model, provider: 'demo', title: 'planner' }
	expect([titleOf(demo), priceOf(demo), ...abilitiesOf(demo)]).toEqual(['Demo model', 'free'])
	expect(titleOf(model)).toBe('Claude Sonnet 5')
	expect(abilitiesOf(model)).toEqual(['1M tokens', 'thinks', 'sees pictures'])
	const small = { ...model, windowTokens: 131_072, pictures: false, webSearch: true }
	expect(abilitiesOf(small)).toEqual(['131K tokens', 'thinks', 'web search'])
	expect(abilitiesOf({ ...model, windowTokens: null, reasoning: false })).toEqual(['sees pictures'])
})

test.each([
	['', true],
	['sonnet', true],
	['OPENROUTER claude', true],
	['sonnet  5 ', true],
	['gpt', false],
])('the search "%s"', (search, found) => {
	expect(matches(model, search)).toBe(found)
})
