import type { Effort } from '../models/models.ts'
import { type ModelRow, type Price, price } from './model-row.ts'
import { BEARER, CHAT_MODELS, type Service } from './service.ts'

const K = 1_000
const LARGE = { windowTokens: 1_050 * K, maxOutputTokens: 128 * K }
const MIDDLE = { windowTokens: 400 * K, maxOutputTokens: 128 * K }
const TO_XHIGH: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh']
const TO_MAX: readonly Effort[] = [...TO_XHIGH, 'max']
const FROM_LOW: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']
const MINIMAL: readonly Effort[] = ['minimal', 'low', 'medium', 'high']

/** Above this, input and cache cost twice as much, and output one and a half times. */
const LONG_ABOVE_TOKENS = 272 * K
const withLong = (short: Omit<Price, 'long'>): Price => ({
	...short,
	long: {
		aboveTokens: LONG_ABOVE_TOKENS,
		...price(short.input * 2, short.output * 1.5, short.cacheRead * 2, short.cacheWrite * 2),
	},
})

type Size = Pick<ModelRow, 'windowTokens' | 'maxOutputTokens'>

const gpt = (
	id: string,
	title: string,
	size: Size,
	efforts: readonly Effort[],
	prices: Price,
	asOf: string,
): ModelRow => ({
	id,
	title,
	...size,
	price: prices,
	tools: true,
	pictures: true,
	reasoning: efforts.length > 0,
	webSearch: true,
	efforts,
	source: `https://developers.openai.com/api/docs/models/${id}`,
	asOf,
})

const MODELS: readonly ModelRow[] = [
	gpt(
		'gpt-6-astra',
		'GPT-6 Astra',
		LARGE,
		FROM_LOW,
		withLong(price(10, 50, 1, 12.5)),
		'2026-09-05',
	),
	gpt(
		'gpt-6.1-sol',
		'GPT-6.1 Sol',
		LARGE,
		FROM_LOW,
		withLong(price(2, 10, 0.1, 2.5)),
		'2026-11-05',
	),
	gpt(
		'gpt-6.1-terra',
		'GPT-6.1 Terra',
		LARGE,
		TO_MAX,
		withLong(price(1, 5, 0.05, 1.25)),
		'2026-10-27',
	),
	gpt('gpt-6-sol', 'GPT-6 Sol', LARGE, TO_MAX, withLong(price(2, 10, 0.2, 2.5)), '2026-09-22'),
	gpt(
		'gpt-6-luna',
		'GPT-6 Luna',
		LARGE,
		TO_MAX,
		withLong(price(0.1, 0.5, 0.01, 0.125)),
		'2026-09-22',
	),
	gpt('gpt-5.6-sol', 'GPT-5.6 Sol', LARGE, TO_XHIGH, withLong(price(4, 20, 0.4)), '2026-09-22'),
	gpt('gpt-5.6-terra', 'GPT-5.6 Terra', LARGE, TO_XHIGH, withLong(price(2, 12, 0.2)), '2026-09-07'),
	gpt(
		'gpt-5.6-luna',
		'GPT-5.6 Luna',
		LARGE,
		TO_XHIGH,
		withLong(price(0.2, 1.2, 0.02)),
		'2026-09-07',
	),
	gpt('gpt-5.5', 'GPT-5.5', LARGE, TO_XHIGH, withLong(price(5, 30, 0.5)), '2026-07-02'),
	gpt('gpt-5.4', 'GPT-5.4', LARGE, TO_XHIGH, withLong(price(2.5, 15, 0.25)), '2026-07-02'),
	gpt('gpt-5.4-mini', 'GPT-5.4 mini', MIDDLE, TO_XHIGH, price(0.75, 4.5, 0.075), '2026-07-02'),
	gpt('gpt-5-mini', 'GPT-5 mini', MIDDLE, MINIMAL, price(0.25, 2, 0.025), '2026-07-02'),
	gpt('gpt-5', 'GPT-5', MIDDLE, MINIMAL, price(1.25, 10, 0.125), '2026-07-02'),
	gpt(
		'gpt-4.1',
		'GPT-4.1',
		{ windowTokens: 1_047_576, maxOutputTokens: 32_768 },
		[],
		price(2, 8, 0.5),
		'2026-07-02',
	),
]

export const OPENAI = {
	name: 'openai',
	title: 'OpenAI',
	address: 'https://api.openai.com/v1',
	wire: { api: 'responses' },
	key: BEARER,
	list: { ...CHAT_MODELS, mixed: true },
	defaultModel: 'gpt-6.1-sol',
	atOpenRouter: 'openai',
	ownServers: true,
	models: MODELS,
} as const satisfies Service
