import { SERVICES } from '@fairlead/protocol/services'
import { describe, expect, it } from 'vitest'
import { LISTED, models } from './registry.ts'

const used = (inputTokens: number, outputTokens = 0, cacheReadTokens = 0) => ({
	inputTokens,
	outputTokens,
	cacheReadTokens,
	cacheWriteTokens: 0,
})
const { costOf, facts } = LISTED
const ROWS = SERVICES.flatMap(({ name, models }) =>
	models.map((row) => [`${name}/${row.id}`, row] as const),
)

describe('the price of a call', () => {
	it('counts each kind of token at its list price', () => {
		const million = { ...used(1e6, 1e6, 1e6), cacheWriteTokens: 1e6 }
		expect(costOf('anthropic/claude-sonnet-5', million)).toBeCloseTo(2 + 10 + 0.2 + 2.5)
		expect(costOf('anthropic/claude-sonnet-5-20260601', used(1e6))).toBe(2)
		expect(costOf('anthropic/claude-sonnet-5-5', used(0, 0, 1e6))).toBe(0.1)
		expect(costOf('anthropic/claude-opus-4-8', used(1e6))).toBe(5)
		expect(costOf('openai/gpt-6.1-terra', used(1e5, 1e5, 1e5))).toBeCloseTo(0.1 + 0.5 + 0.005)
	})
	it('is higher for a long prompt if the provider charges more', () => {
		expect(costOf('anthropic/claude-haiku-5-5', used(100_000))).toBeCloseTo(0.01)
		expect(costOf('anthropic/claude-haiku-5-5', used(60_000, 0, 60_000))).toBeCloseTo(0.033)
		expect(costOf('openai/gpt-6.1-sol', used(1e6, 1e6))).toBeCloseTo(4 + 15)
	})
	it('is not guessed, not even from a name that begins alike', () => {
		expect(costOf('anthropic/claude-of-tomorrow', used(1))).toBeNull()
		expect(costOf('openai/gpt-5.5-pro', used(1))).toBeNull()
		expect(costOf('openai/llama3.3', used(1))).toBeNull()
		expect(costOf('openrouter/unknown/model', used(1))).toBeNull()
		expect(costOf('demo/planner', used(1))).toBe(0)
	})
	it('at OpenRouter is the vendor’s', () => {
		expect(costOf('openrouter/anthropic/claude-sonnet-4.5', used(1e6))).toBe(3)
		expect(costOf('openrouter/google/gemini-4-argon', used(1e6))).toBe(4)
		expect(costOf('openrouter/deepseek/deepseek-v4-pro:exacto', used(1e6))).toBe(1.32)
	})
})

describe('an installation’s own rows', () => {
	it('replace what they name and leave the rest', () => {
		const own = models(
			JSON.stringify({
				'openai/qwen3': { windowTokens: 32_768, pictures: false },
				'anthropic/claude-sonnet-5': {
					price: { input: 1, output: 5, cacheRead: 0, cacheWrite: 0 },
				},
			}),
		)
		expect(own.problem).toBeNull()
		expect(own.facts('openai/qwen3')).toMatchObject({
			title: 'qwen3',
			windowTokens: 32_768,
			pictures: false,
			price: null,
		})
		expect(own.costOf('anthropic/claude-sonnet-5', used(1e6))).toBe(1)
		expect(own.facts('anthropic/claude-sonnet-5').windowTokens).toBe(1_000_000)
	})
	it.each(['no json', '[]', '{"gpt": {}}', '{"a/b": {"price": 3}}', '{"a/b": {"prize": null}}'])(
		'are left out with a reason if they are wrong: %s',
		(text) => {
			const own = models(text)
			expect(own.problem).toBeTruthy()
			expect(own.facts('anthropic/claude-sonnet-5').price?.input).toBe(2)
		},
	)
})

describe('every row', () => {
	it.each(ROWS)('%s says where it is from, and when it was true', (name, { id: _, ...row }) => {
		expect(facts(name)).toEqual(row)
		expect(row.source).toMatch(/^https:\/\//)
		expect(row.asOf).toMatch(/^2026-\d\d-\d\d$/)
		expect(row.maxOutputTokens).toBeLessThan(row.windowTokens ?? 0)
		expect(row.price?.cacheRead).toBeLessThanOrEqual(row.price?.input ?? 0)
	})
	it('has its own name', () => {
		expect(new Set(ROWS.map(([name]) => name)).size).toBe(ROWS.length)
	})
})
