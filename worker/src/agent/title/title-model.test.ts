/** Titles are written with the key that pays for the conversation, and by a model that costs next to nothing. */
import { SERVICE_NAMES } from '@fairlead/protocol/services'
import { expect, test } from 'vitest'
import { LISTED, models } from '../model/registry/registry.ts'
import { titleModel } from './title-model.ts'

test.each(SERVICE_NAMES)('%s has a cheap model with a known price', (service) => {
	const model = titleModel({}, LISTED, `${service}/some-model`) ?? ''
	expect(model).toMatch(new RegExp(`^${service}/`))
	expect(LISTED.facts(model).price?.input).toBeLessThanOrEqual(0.75)
})

test.each([
	['the demo model', {}, 'demo/planner', 'demo/planner'],
	[
		'a server of the installation',
		{ OPENAI_BASE_URL: 'http://localhost:1/v1' },
		'openai/qwen3',
		null,
	],
	[
		'the same, and a named model',
		{ OPENAI_BASE_URL: 'http://localhost:1/v1', TITLE_MODEL: 'openai/qwen3' },
		'openai/qwen3',
		'openai/qwen3',
	],
	['no titles wanted', { TITLE_MODEL: 'off' }, 'demo/planner', null],
	['a server of a person', {}, '@mine/qwen3', null],
])('%s', (_, config, answering, title) => {
	expect(titleModel(config, LISTED, answering)).toBe(title)
})

test('a price that the installation names decides, too', () => {
	const price = { input: 0.01, output: 0.02, cacheRead: 0, cacheWrite: 0 }
	const known = models(JSON.stringify({ 'anthropic/claude-tiny': { price } }))
	expect(titleModel({}, known, 'anthropic/claude-sonnet-5')).toBe('anthropic/claude-tiny')
})
