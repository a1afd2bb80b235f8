import { SERVICES } from '@fairlead/protocol/services'
import { expect, it } from 'vitest'
import { offeredModels } from './offered.ts'

const names = (config: Parameters<typeof offeredModels>[0]) =>
	offeredModels(config).map(({ name }) => name)

it('the demo model alone is offered without a key', () => {
	expect(offeredModels({})).toMatchObject([
		{ name: 'demo/planner', isDefault: true, price: { input: 0 } },
	])
})

it('a provider with a key offers its known models, the default first', () => {
	const offered = names({ DEEPSEEK_API_KEY: 'k', DEEPSEEK_MODEL: 'deepseek-next' })
	expect(offered).toEqual([
		'deepseek/deepseek-next',
		'deepseek/deepseek-flash',
		'deepseek/deepseek-v4-pro',
		'demo/planner',
	])
})

it('a key of the person’s own offers its models, and all models say whether they can be used', () => {
	const own = new Set(['deepseek'] as const)
	expect(offeredModels({}, own).map(({ name }) => name)).toEqual([
		'deepseek/deepseek-flash',
		'deepseek/deepseek-v4-pro',
		'demo/planner',
	])
	const all = offeredModels({}, own, true)
	const listed = SERVICES.filter(({ models }) => models.length > 0).map(({ name }) => name)
	expect(new Set(all.map(({ provider }) => provider))).toEqual(new Set([...listed, 'demo']))
	for (const { provider, usable } of all) {
		expect(usable).toBe(provider === 'deepseek' || provider === 'demo')
	}
})

it('a server of one’s own offers what the installation says of it, and not OpenAI’s models', () => {
	const config = {
		OPENAI_BASE_URL: 'http://localhost:11434/v1',
		OPENAI_MODEL: 'qwen3:8b',
		MODEL_FACTS: '{"openai/gemma": {"windowTokens": 8192}}',
	}
	expect(names(config)).toEqual(['openai/qwen3:8b', 'openai/gemma', 'demo/planner'])
	expect(offeredModels(config)[1]).toMatchObject({ windowTokens: 8_192, price: null })
})
