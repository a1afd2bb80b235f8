import type { Effort } from '../models/models.ts'
import { price } from './model-row.ts'
import { BEARER, CHAT_MODELS, type Service } from './service.ts'
import { PLAIN_CHAT } from './wire.ts'

const TO_HIGH: readonly Effort[] = ['low', 'medium', 'high']
const ROW = {
	windowTokens: 1_048_576,
	maxOutputTokens: 65_536,
	tools: true,
	pictures: true,
	reasoning: true,
	// Its OpenAI-compatible surface offers no search.
	webSearch: false,
	source: 'https://ai.google.dev/gemini-api/docs/pricing',
} as const

export const GEMINI = {
	name: 'gemini',
	title: 'Google Gemini',
	address: 'https://generativelanguage.googleapis.com/v1beta/openai/',
	/** Source: ai.google.dev/gemini-api/docs/openai and /docs/thought-signatures. */
	wire: { ...PLAIN_CHAT, manyVendors: false, memory: 'extra_content' },
	key: BEARER,
	list: { ...CHAT_MODELS, mixed: true },
	defaultModel: 'gemini-3.8-flash',
	atOpenRouter: 'google',
	models: [
		{
			...ROW,
			id: 'gemini-4-argon',
			title: 'Gemini 4 Argon',
			efforts: TO_HIGH,
			// From 1 December 2026; half of it before.
			price: price(4, 20, 0.2),
			asOf: '2026-10-14',
		},
		{
			...ROW,
			id: 'gemini-4-carbon',
			title: 'Gemini 4 Carbon',
			efforts: TO_HIGH,
			price: price(4, 20, 0.2),
			asOf: '2026-11-11',
		},
		{
			...ROW,
			id: 'gemini-3.8-flash',
			title: 'Gemini 3.8 Flash',
			efforts: ['minimal', 'low', 'medium', 'high'],
			// The rate of cached input was not found: it counts as input.
			price: price(0.75, 3.75, 0.75),
			asOf: '2026-10-07',
		},
		{
			...ROW,
			id: 'gemini-3.1-pro-preview',
			title: 'Gemini 3.1 Pro',
			efforts: TO_HIGH,
			price: { ...price(2, 12, 0.2), long: { aboveTokens: 200_000, ...price(4, 18, 0.4) } },
			asOf: '2026-07-02',
		},
	],
} as const satisfies Service
