/** In what the services that speak chat completions differ; the rest is in the contract suite. */
import { DEEPSEEK } from '@fairlead/protocol/services/deepseek'
import { GEMINI } from '@fairlead/protocol/services/gemini'
import { OPENROUTER } from '@fairlead/protocol/services/openrouter'
import { describe, expect, it } from 'vitest'
import type { ChatRequest, ModelPart, ProviderEvent } from '../../model/types.ts'
import { request, user } from '../anthropic/test-kit.ts'
import { buildChatRequest } from './chat-request.ts'
import { COMPATIBLE } from './chat-service.ts'
import { ChatMapper } from './chat-stream.ts'

const build = (service: Parameters<typeof buildChatRequest>[1], more: Partial<ChatRequest>) =>
	buildChatRequest(request(more), service) as unknown as Record<string, unknown>

function play(...chunks: object[]): ProviderEvent[] {
	const mapper = new ChatMapper('gemini')
	return [...chunks.flatMap((chunk) => mapper.accept(chunk as never)), ...mapper.end()]
}
const delta = (more: object, reason: string | null = null) => ({
	choices: [{ index: 0, delta: more, finish_reason: reason }],
})

describe('a request', () => {
	it.each([
		[DEEPSEEK, 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
		[DEEPSEEK, 'none', { thinking: { type: 'disabled' } }],
		[OPENROUTER, 'high', { reasoning: { effort: 'high' } }],
		[GEMINI, 'low', { reasoning_effort: 'low' }],
		[COMPATIBLE, 'medium', { reasoning_effort: 'medium' }],
	] as const)('to $id asks for effort %s in its words', (service, effort, members) => {
		expect(build(service, { effort })).toMatchObject(members)
	})

	it('says nothing of effort unless it was chosen', () => {
		for (const service of [DEEPSEEK, OPENROUTER, GEMINI, COMPATIBLE]) {
			expect(Object.keys(build(service, {})).sort()).toEqual(
				['max_tokens', 'messages', 'model', 'stream', 'stream_options'].sort(),
			)
		}
	})

	it('asks OpenRouter to search the web', () => {
		expect(build(OPENROUTER, { webSearch: true })).toMatchObject({ plugins: [{ id: 'web' }] })
	})

	it('gives reasoning at OpenRouter back only to models of its vendor', () => {
		const parts: ModelPart[] = [
			{ type: 'reasoning', provider: 'openrouter/google', text: 'hm', redacted: '[{"data":"x"}]' },
			{ type: 'text', text: 'Hi' },
		]
		const messages = [user('a'), { role: 'assistant', parts } as const, user('b')]
		expect(JSON.stringify(build(OPENROUTER, { model: 'google/gemini', messages }))).toContain(
			'"reasoning_details":[{"data":"x"}]',
		)
		expect(JSON.stringify(build(OPENROUTER, { model: 'openai/gpt', messages }))).not.toContain(
			'reasoning_details',
		)
	})
})

describe('an answer', () => {
	it('of Gemini keeps the signature of a call beside it', () => {
		const extra = { google: { thought_signature: 's' } }
		const call = { index: 0, id: 'c1', function: { name: 'look', arguments: '{}' } }
		const events = play(
			delta({ tool_calls: [{ ...call, extra_content: extra }] }),
			delta({ tool_calls: [{ ...call, id: 'c2' }] }, 'stop'),
		)
		expect(events.at(-1)).toMatchObject({
			reason: 'tool-calls',
			parts: [
				{ type: 'provider-block', provider: 'gemini', block: { type: 'call-extra', extra } },
				{ type: 'tool-call', callId: 'c1' },
				{ type: 'tool-call', callId: 'c2' },
			],
		})
	})

	it('counts thinking that the service leaves out of its output, but bills', () => {
		const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 405 }
		const events = play(delta({ content: 'Hi' }, 'stop'), { choices: [], usage })
		expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 100, outputTokens: 305 } })
	})

	it('names its sources', () => {
		const cited = {
			type: 'url_citation',
			url_citation: { url: 'https://unity.com/', title: 'Unity' },
		}
		expect(play(delta({ content: 'Found.', annotations: [cited] }, 'stop'))).toContainEqual({
			type: 'source',
			id: 'source-0',
			url: 'https://unity.com/',
			title: 'Unity',
		})
	})

	it.each([
		['error', 'server_error'],
		['insufficient_system_resource', 'overload'],
	])('that ends with reason %s is a failure', (reason, kind) => {
		expect(play(delta({ content: 'So' }), delta({}, reason)).at(-1)).toMatchObject({
			type: 'error',
			error: { class: kind, retryable: true },
		})
	})

	it('without a reason for its end was cut', () => {
		expect(play(delta({ content: 'So far' })).map(({ type }) => type)).toEqual([
			'text-start',
			'text-delta',
		])
	})

	it('takes arguments that a local server sends as an object', () => {
		const args = { path: 'Assets', depth: 2 }
		const call = { index: 0, id: 'c1', function: { name: 'list_directory', arguments: args } }
		const events = play(delta({ tool_calls: [call] }, 'tool_calls'))
		expect(events.at(-1)).toMatchObject({ parts: [{ type: 'tool-call', input: args }] })
	})

	it('leaves out a call that has neither id nor name', () => {
		const call = { index: 0, id: 'c1', function: { name: 'look', arguments: '{}' } }
		const events = play(
			delta({ tool_calls: [call] }),
			delta({ tool_calls: [{ index: 1, function: { arguments: '{}' } }] }),
			delta({ tool_calls: [{ index: 1, function: { arguments: '' } }] }, 'tool_calls'),
		)
		expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
		expect(events.at(-1)).toMatchObject({ reason: 'tool-calls', parts: [{ callId: 'c1' }] })
	})

	it('has calls even if the server gives them no ids', () => {
		const events = play(
			delta({ tool_calls: [{ index: 0, function: { name: 'look', arguments: '{}' } }] }),
			delta(
				{ tool_calls: [{ index: 1, function: { name: 'look', arguments: '{}' } }] },
				'tool_calls',
			),
		)
		const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.toolCallId] : []))
		expect(new Set(ids).size).toBe(2)
	})
})
