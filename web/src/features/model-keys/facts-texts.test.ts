/** A person sets what they typed, and no more: an empty field stays as listed, and a wrong one is named. */
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import { expect, test } from 'vitest'
import { inWords, listedTexts, textsOf, wantedOf } from './facts-texts.ts'

const ALL: OwnFacts = {
	windowTokens: 200_000,
	maxOutputTokens: 8_000,
	price: {
		input: 0.5,
		output: 2,
		cacheRead: 0.05,
		cacheWrite: 0,
		long: { aboveTokens: 100_000, input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1 },
	},
	tools: false,
	pictures: true,
	reasoning: true,
	efforts: ['low', 'high'],
}

test.each<OwnFacts>([
	{},
	ALL,
	{ price: { output: 0 } },
	{ price: { long: { aboveTokens: 5 } } },
	{ pictures: false },
	{ efforts: ['max'] },
])('stored facts come back as they were: %j', (own) => {
	expect(wantedOf(textsOf(own))).toEqual({ ok: true, own })
})

test('thousands may be set apart; what is no number is named, and a comma in a price is not guessed', () => {
	const typed = (fields: ReturnType<typeof textsOf>['fields']) => wantedOf({ ...textsOf(), fields })
	expect(
		typed({ windowTokens: ' 128,000 ', 'price/input': '$0.25', 'price/output': '.5' }),
	).toEqual({
		ok: true,
		own: { windowTokens: 128_000, price: { input: 0.25, output: 0.5 } },
	})
	expect(typed({ windowTokens: '128k', 'price/input': '0,25', 'price/output': '1' })).toEqual({
		ok: false,
		issues: {
			windowTokens: expect.stringContaining('whole number'),
			'price/input': expect.stringContaining('0.25'),
		},
	})
})

test('levels of effort are dropped where the model does not think', () => {
	const texts = textsOf({ efforts: ['low'] })
	const abilities = { ...texts.abilities, reasoning: 'no' as const }
	expect(wantedOf({ ...texts, abilities })).toEqual({ ok: true, own: { reasoning: false } })
})

test('fields show what is listed, and a row what is set', () => {
	const facts = { windowTokens: 32_768, maxOutputTokens: null, price: null }
	const abilities = { tools: true, pictures: false, reasoning: false, efforts: [] }
	expect(listedTexts({ ...facts, ...abilities })).toEqual({ windowTokens: '32768' })
	expect(listedTexts(undefined)).toEqual({})
	expect(inWords({ price: { input: 0.5 }, pictures: false })).toBe(
		'in $0.5, out as listed · sees no pictures',
	)
	expect(inWords(ALL)).toContain('effort low, high')
})
