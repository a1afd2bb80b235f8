import { allTools, modelTool } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import { violations } from '../../../../../test/fakes/messages-api-rules.ts'
import { nextThinkingMode, thinkingModeOf } from './models.ts'
import { buildRequest } from './request.ts'
import { request, user } from './test-kit.ts'

describe('thinkingModeOf', () => {
	it.each([
		['claude-sonnet-5', 'adaptive'],
		['claude-haiku-5-5', 'adaptive'],
		['claude-opus-4-6', 'adaptive'],
		['claude-fable-5-2', 'adaptive'],
		['claude-sonnet-4-5-20250929', 'enabled'],
		['claude-opus-4-1', 'enabled'],
		['claude-sonnet-4-20250514', 'enabled'],
		['claude-haiku-4-5', 'enabled'],
		['claude-3-7-sonnet-latest', 'enabled'],
		['claude-3-5-haiku-latest', 'none'],
		['claude-3-opus-20240229', 'none'],
		['some-local-model', 'none'],
	] as const)('%s thinks %s', (model, mode) => expect(thinkingModeOf(model)).toBe(mode))

	it('ends at a request without thinking', () => {
		expect(nextThinkingMode('adaptive')).toBe('enabled')
		expect(nextThinkingMode('enabled')).toBe('none')
		expect(nextThinkingMode('none')).toBeUndefined()
	})
})

describe('buildRequest', () => {
	it('marks system, the stable tools and two user turns for the cache, and nothing else', () => {
		const names = ['unity_query', 'find_tools', 'unity_prefab', 'web_search']
		const tools = allTools.filter((tool) => names.includes(tool.name))
		tools.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
		const body = buildRequest(
			request({
				tools: tools.map(modelTool),
				webSearch: true,
				messages: [
					user('1'),
					{ role: 'assistant', parts: [{ type: 'text', text: 'a' }] },
					user('2'),
					{ role: 'assistant', parts: [{ type: 'text', text: 'b' }] },
					user('3'),
				],
			}),
			'adaptive',
		)
		const marked = (value: object) => 'cache_control' in value
		expect(body.tools?.map((tool) => ['name' in tool && tool.name, marked(tool)])).toEqual([
			['unity_query', false],
			['find_tools', true],
			['unity_prefab', false],
			['web_search', false],
		])
		expect(body.tools?.at(-1)).toMatchObject({ type: 'web_search_20250305' })
		expect((body.system as object[]).map(marked)).toEqual([true])
		expect(body.messages.map((m) => marked((m.content as object[]).at(-1) ?? {}))).toEqual([
			false,
			false,
			true,
			false,
			true,
		])
		expect(violations(body)).toEqual([])
	})

	it('sends a tool’s picture beside its text', () => {
		const body = buildRequest(
			request({
				messages: [
					user('look'),
					{
						role: 'assistant',
						parts: [
							{ type: 'reasoning', text: '', redacted: 'enc' },
							{ type: 'reasoning', text: 'I look.', signature: 'sig' },
							{
								type: 'tool-call',
								callId: 'a',
								name: 'unity_screenshot',
								input: { action: 'game' },
							},
						],
					},
					{
						role: 'user',
						parts: [
							{
								type: 'tool-result',
								callId: 'a',
								name: 'unity_screenshot',
								isError: false,
								content: [
									{ type: 'text', text: '{}' },
									{ type: 'image', mediaType: 'image/jpeg', base64: '/9j/' },
									{ type: 'image', mediaType: 'image/png', blobId: 'gone' },
								],
							},
						],
					},
				],
			}),
			'adaptive',
		)
		expect(body.messages.slice(1)).toEqual([
			{
				role: 'assistant',
				content: [
					{ type: 'redacted_thinking', data: 'enc' },
					{ type: 'thinking', thinking: 'I look.', signature: 'sig' },
					{ type: 'tool_use', id: 'a', name: 'unity_screenshot', input: { action: 'game' } },
				],
			},
			{
				role: 'user',
				content: [
					{
						type: 'tool_result',
						tool_use_id: 'a',
						cache_control: { type: 'ephemeral' },
						content: [
							{ type: 'text', text: '{}' },
							{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/' } },
							{ type: 'text', text: '(A picture that is no longer stored.)' },
						],
					},
				],
			},
		])
	})

	it('keeps the budget under max_tokens and leaves thinking out if there is no room', () => {
		const enabled = (maxOutputTokens: number) =>
			buildRequest(request({ maxOutputTokens }), 'enabled').thinking
		expect(enabled(16_000)).toEqual({ type: 'enabled', budget_tokens: 6_000 })
		expect(enabled(4_000)).toEqual({ type: 'enabled', budget_tokens: 2_000 })
		expect(enabled(1_500)).toBeUndefined()
		expect(buildRequest(request(), 'none').thinking).toBeUndefined()
	})

	it('does not require thinking in a tool loop that another model began', () => {
		const body = buildRequest(
			request({
				messages: [
					user('go'),
					{ role: 'assistant', parts: [{ type: 'tool-call', callId: 'a', name: 'x', input: {} }] },
				],
			}),
			'enabled',
		)
		expect(body.thinking).toBeUndefined()
	})
})
