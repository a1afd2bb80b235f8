import { price } from './model-row.ts'
import { BEARER, CHAT_MODELS, type Service } from './service.ts'
import { PLAIN_CHAT } from './wire.ts'

const ROW = {
	windowTokens: 1_000_000,
	maxOutputTokens: 384_000,
	tools: true,
	reasoning: true,
	webSearch: false,
	efforts: ['none', 'high', 'max'],
	source: 'https://api-docs.deepseek.com/quick_start/pricing',
	asOf: '2026-11-15',
} as const

export const DEEPSEEK = {
	name: 'deepseek',
	title: 'DeepSeek',
	address: 'https://api.deepseek.com',
	/** It thinks unless told otherwise. Source: api-docs.deepseek.com/guides/thinking_mode. */
	wire: {
		...PLAIN_CHAT,
		manyVendors: false,
		extras: ({ effort }) => {
			if (effort === 'none') return { thinking: { type: 'disabled' } }
			return effort ? { thinking: { type: 'enabled' }, reasoning_effort: effort } : {}
		},
		memory: 'reasoning_content',
	},
	key: BEARER,
	list: CHAT_MODELS,
	defaultModel: 'deepseek-flash',
	atOpenRouter: 'deepseek',
	models: [
		{
			...ROW,
			id: 'deepseek-flash',
			title: 'DeepSeek Flash',
			pictures: true,
			// At peak hours; half of it at others.
			price: price(0.3, 1.2, 0.006),
		},
		{
			...ROW,
			id: 'deepseek-v4-pro',
			title: 'DeepSeek V4 Pro',
			pictures: false,
			price: price(1.32, 3.96, 0.044),
		},
	],
} as const satisfies Service
