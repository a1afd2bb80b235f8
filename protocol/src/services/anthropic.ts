import type { Effort } from '../models/models.ts'
import { type ModelRow, type Price, price } from './model-row.ts'
import type { Service } from './service.ts'

const K = 1_000
const ALL: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']
const MILLION_WINDOW = { windowTokens: 1_000 * K, maxOutputTokens: 128 * K, efforts: ALL }
/** Models with a token budget for thinking instead of levels. */
const OLDER = { windowTokens: 200 * K, maxOutputTokens: 64 * K, efforts: [] }

type Size = Pick<ModelRow, 'windowTokens' | 'maxOutputTokens' | 'efforts'>

/** Prices of the cache are those of its lifetime of five minutes, which is what we ask for. */
const claude = (id: string, title: string, size: Size, prices: Price): ModelRow => ({
	id,
	title,
	...size,
	price: prices,
	tools: true,
	pictures: true,
	reasoning: true,
	webSearch: true,
	source: 'https://platform.claude.com/docs/en/about-claude/pricing',
	asOf: '2026-10-24',
})

const MODELS: readonly ModelRow[] = [
	claude('claude-fable-5-1', 'Claude Fable 5.1', MILLION_WINDOW, price(10, 50, 0.25, 12.5)),
	claude('claude-fable-5', 'Claude Fable 5', MILLION_WINDOW, price(10, 50, 1, 12.5)),
	claude('claude-opus-5-5', 'Claude Opus 5.5', MILLION_WINDOW, price(4, 20, 0.2, 5)),
	claude('claude-opus-5', 'Claude Opus 5', MILLION_WINDOW, price(5, 25, 0.5, 6.25)),
	claude('claude-opus-4-8', 'Claude Opus 4.8', MILLION_WINDOW, price(5, 25, 0.5, 6.25)),
	claude('claude-opus-4-7', 'Claude Opus 4.7', MILLION_WINDOW, price(5, 25, 0.5, 6.25)),
	claude('claude-opus-4-6', 'Claude Opus 4.6', MILLION_WINDOW, price(5, 25, 0.5, 6.25)),
	claude('claude-opus-4-5', 'Claude Opus 4.5', OLDER, price(5, 25, 0.5, 6.25)),
	claude('claude-sonnet-5-5', 'Claude Sonnet 5.5', MILLION_WINDOW, price(2, 10, 0.1, 2.5)),
	claude('claude-sonnet-5', 'Claude Sonnet 5', MILLION_WINDOW, price(2, 10, 0.2, 2.5)),
	claude(
		'claude-sonnet-4-6',
		'Claude Sonnet 4.6',
		{ windowTokens: 1_000 * K, maxOutputTokens: 64 * K, efforts: ['low', 'medium', 'high', 'max'] },
		price(3, 15, 0.3, 3.75),
	),
	claude('claude-sonnet-4-5', 'Claude Sonnet 4.5', OLDER, price(3, 15, 0.3, 3.75)),
	claude('claude-sonnet-4-0', 'Claude Sonnet 4', OLDER, price(3, 15, 0.3, 3.75)),
	claude('claude-sonnet-4', 'Claude Sonnet 4', OLDER, price(3, 15, 0.3, 3.75)),
	claude('claude-haiku-5-5', 'Claude Haiku 5.5', MILLION_WINDOW, {
		...price(0.1, 0.5, 0.01, 0.125),
		long: { aboveTokens: 100 * K, ...price(0.5, 2.5, 0.05, 0.625) },
	}),
	claude('claude-haiku-4-5', 'Claude Haiku 4.5', OLDER, price(1, 5, 0.1, 1.25)),
]

export const ANTHROPIC = {
	name: 'anthropic',
	title: 'Anthropic',
	// Without `/v1`.
	address: 'https://api.anthropic.com',
	wire: { api: 'messages' },
	key: {
		headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
		check: 'v1/models?limit=1',
	},
	list: { path: 'v1/models?limit=1000', mixed: false, saysFacts: false },
	defaultModel: 'claude-sonnet-5',
	atOpenRouter: 'anthropic',
	models: MODELS,
} as const satisfies Service
