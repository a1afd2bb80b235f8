import { type Effort, type ModelRow, price } from './facts.ts'

const TO_HIGH: readonly Effort[] = ['low', 'medium', 'high']
const GEMINI = {
	windowTokens: 1_048_576,
	maxOutputTokens: 65_536,
	tools: true,
	pictures: true,
	reasoning: true,
	// Its OpenAI-compatible surface offers no search.
	webSearch: false,
	source: 'https://ai.google.dev/gemini-api/docs/pricing',
} as const

const DEEPSEEK = {
	windowTokens: 1_000_000,
	maxOutputTokens: 384_000,
	tools: true,
	reasoning: true,
	webSearch: false,
	efforts: ['none', 'high', 'max'],
	source: 'https://api-docs.deepseek.com/quick_start/pricing',
	asOf: '2026-11-15',
} as const

/** Where a price depends on the hour or the season, the higher one stands here: a limit must hold. */
export const OTHERS: readonly ModelRow[] = [
	{
		...DEEPSEEK,
		name: 'deepseek/deepseek-flash',
		title: 'DeepSeek Flash',
		pictures: true,
		// At peak hours; half of it at others.
		price: price(0.3, 1.2, 0.006),
	},
	{
		...DEEPSEEK,
		name: 'deepseek/deepseek-v4-pro',
		title: 'DeepSeek V4 Pro',
		pictures: false,
		price: price(1.32, 3.96, 0.044),
	},
	{
		...GEMINI,
		name: 'gemini/gemini-4-argon',
		title: 'Gemini 4 Argon',
		efforts: TO_HIGH,
		// From 1 December 2026; half of it before.
		price: price(4, 20, 0.2),
		asOf: '2026-10-14',
	},
	{
		...GEMINI,
		name: 'gemini/gemini-4-carbon',
		title: 'Gemini 4 Carbon',
		efforts: TO_HIGH,
		price: price(4, 20, 0.2),
		asOf: '2026-11-11',
	},
	{
		...GEMINI,
		name: 'gemini/gemini-3.8-flash',
		title: 'Gemini 3.8 Flash',
		efforts: ['minimal', 'low', 'medium', 'high'],
		// The rate of cached input was not found: it counts as input.
		price: price(0.75, 3.75, 0.75),
		asOf: '2026-10-07',
	},
	{
		...GEMINI,
		name: 'gemini/gemini-3.1-pro-preview',
		title: 'Gemini 3.1 Pro',
		efforts: TO_HIGH,
		price: { ...price(2, 12, 0.2), long: { aboveTokens: 200_000, ...price(4, 18, 0.4) } },
		asOf: '2026-07-02',
	},
]
