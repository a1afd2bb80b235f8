import { BEARER, type Service } from './service.ts'
import { PLAIN_CHAT } from './wire.ts'

export const OPENROUTER = {
	name: 'openrouter',
	title: 'OpenRouter',
	address: 'https://openrouter.ai/api/v1',
	/** Source: openrouter.ai/docs/use-cases/reasoning-tokens, openrouter.ai/docs/features/web-search. */
	wire: {
		...PLAIN_CHAT,
		extras: ({ effort, webSearch }) => ({
			...(effort ? { reasoning: { effort } } : {}),
			...(webSearch ? { plugins: [{ id: 'web' }] } : {}),
		}),
		search: true,
		memory: 'reasoning_details',
	},
	/** Its list of models is open to everybody. Source: openrouter.ai/docs/api-reference/limits. */
	key: {
		...BEARER,
		check: 'key',
		isSpent(answer) {
			const left = (answer as { data?: { limit_remaining?: unknown } } | null)?.data
				?.limit_remaining
			return typeof left === 'number' && left <= 0
		},
	},
	/** Source: openrouter.ai/docs/api-reference/list-available-models. */
	list: { path: 'models', mixed: false, saysFacts: true },
	defaultModel: 'anthropic/claude-sonnet-5',
	titleModel: 'openai/gpt-6-luna',
	/** The vendors' rows count: see `atOpenRouter` of theirs. */
	models: [],
} as const satisfies Service
