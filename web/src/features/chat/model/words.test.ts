/** A person who compares models reads the right price, and finds one by any of its names. */
import type { Model } from '@fairlead/protocol/models/models'
import { expect, test } from 'vitest'
import { providerOf, typedModel } from './typed.ts'
import { abilitiesOf, effortsOf, inOrder, matches, priceOf, titleOf } from './words.ts'

const model: Model = {
	name: 'openrouter/anthropic/claude-sonnet-5',
	title: 'Claude Sonnet 5',
	provider: 'openrouter',
	isDefault: false,
	usable: true,
	windowTokens: 1_000_000,
	maxOutputTokens: 64_000,
	price: { input: 0.435, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
	tools: true,
	pictures: true,
	reasoning: true,
	webSearch: false,
	efforts: [],
}

test('a model has its price, size and abilities in words', () => {
	expect(priceOf(model)).toBe('$0.43 / $15')
	expect(priceOf({ ...model, price: null })).toBe('price not known')
	const small = { input: 0.0024, output: 0, cacheRead: 0, cacheWrite: 0 }
	expect(priceOf({ ...model, price: small })).toBe('$0.0024 / $0')
	const demo = { ...model, provider: 'demo', title: 'planner' }
	expect([titleOf(demo), priceOf(demo), ...abilitiesOf(demo)]).toEqual(['Demo model', 'free'])
	expect(titleOf(model)).toBe('Claude Sonnet 5')
	expect(abilitiesOf(model)).toEqual(['1M tokens', 'thinks', 'sees pictures'])
	const little = { ...model, windowTokens: 131_072, pictures: false, webSearch: true }
	expect(abilitiesOf(little)).toEqual(['131K tokens', 'thinks', 'web search'])
	expect(abilitiesOf({ ...model, windowTokens: null, reasoning: false })).toEqual(['sees pictures'])
	const set = { ...model, windowTokens: null, tools: false, own: true as const }
	expect(abilitiesOf(set)).toEqual(['thinks', 'takes no tools', 'sees pictures', 'your own values'])
})

test.each([
	['', true],
	['sonnet', true],
	['OPENROUTER claude', true],
	['sonnet  5 ', true],
	['gpt', false],
])('the search "%s" finds a model: %s', (search, found) => {
	expect(matches(model, search)).toBe(found)
})

test('favourites stand first; the others stay in their order', () => {
	const [a, b, c] = ['a/1', 'b/2', 'c/3'].map((name) => ({ ...model, name }))
	const marked = { ...c, favourite: true as const }
	expect(inOrder([a, b, marked] as Model[]).map(({ name }) => name)).toEqual(['c/3', 'a/1', 'b/2'])
})

test('the levels of effort: those that a model knows, the usual ones where nothing is known of it', () => {
	expect(effortsOf(model)).toEqual([])
	expect(effortsOf({ ...model, efforts: ['low', 'max'] })).toEqual(['low', 'max'])
	expect(effortsOf({ ...model, price: null })).toEqual(['low', 'medium', 'high'])
	expect(effortsOf({ ...model, provider: 'demo', price: null })).toEqual([])
	expect(effortsOf({ ...model, price: null, reasoning: false, own: true })).toEqual([])
})

test('a model that is not listed can be typed, at a provider that can be used', () => {
	const home = { ...model, name: '@home/qwen3:8b', provider: '@home' }
	const keyless = { ...model, name: 'openai/gpt', provider: 'openai', usable: false }
	const models = [model, home, keyless]
	const typed = typedModel(models, ' @home/llama:70b ')
	expect(typed).toMatchObject({ name: '@home/llama:70b', title: 'llama:70b', usable: true })
	expect(typed && providerOf(typed)).toBe('your server @home')
	expect(typedModel(models, 'openrouter/vendor/new')?.name).toBe('openrouter/vendor/new')
	for (const search of ['', 'qwen', '@home/', '@home/qwen3:8b', 'openai/gpt-9', '@other/x', '/x']) {
		expect(typedModel(models, search), search).toBeNull()
	}
})
