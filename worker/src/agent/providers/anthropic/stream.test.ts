import { resolveCall, TOOLS } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
	answer,
	calls,
	type FakeAnthropic,
	startFakeAnthropic,
	text,
} from '../../../../../test/fakes/anthropic-server.ts'
import type { ChatRequest, ProviderEvent } from '../../model/types.ts'
import { anthropicProvider } from './index.ts'
import { collect, request, user } from './test-kit.ts'

let fake: FakeAnthropic
// One server each: an answer left over by one test would go to the next.
beforeEach(async () => {
	fake = await startFakeAnthropic()
})
afterEach(() => fake.close())

const ask = (more: Partial<ChatRequest> = {}, signal = new AbortController().signal) =>
	collect(anthropicProvider({ apiKey: 'test', baseURL: fake.url }).stream(request(more), signal))
const deltas = (events: readonly ProviderEvent[], type: 'text-delta' | 'reasoning-delta') =>
	events.flatMap((event) => (event.type === type ? [event.delta] : [])).join('')
const types = (events: readonly ProviderEvent[]) =>
	events
		.map((event) => event.type)
		.filter((type, n, all) => type !== 'usage' && type !== all[n - 1])

describe.each(['aimock', 'own'] as const)('a turn of the %s server', (engine) => {
	it('streams thinking, text and two parallel calls, and hands back what to store', async () => {
		const input = { action: 'inspect_object', instance_id: '/Würfel "A"' }
		fake.script(
			answer(
				[
					{ type: 'thinking', thinking: 'First I look around.', signature: 'c2ln' },
					{ type: 'text', text: 'I look at both objects.' },
					{ type: 'tool_use', id: 'toolu_1', name: 'unity_query', input },
					{ type: 'tool_use', id: 'toolu_2', name: 'unity_query', input: { action: 'hierarchy' } },
				],
				{ engine },
			),
		)
		const events = await ask()
		expect(deltas(events, 'reasoning-delta')).toBe('First I look around.')
		expect(deltas(events, 'text-delta')).toBe('I look at both objects.')
		expect(events.filter((event) => event.type === 'tool-call')).toEqual([
			{
				type: 'tool-call',
				toolCallId: 'toolu_1',
				toolName: 'unity_query',
				providerExecuted: false,
				input,
			},
			{
				type: 'tool-call',
				toolCallId: 'toolu_2',
				toolName: 'unity_query',
				providerExecuted: false,
				input: { action: 'hierarchy' },
			},
		])
		expect(events.at(-1)).toMatchObject({
			type: 'finish',
			reason: 'tool-calls',
			parts: [
				{
					type: 'reasoning',
					provider: 'anthropic',
					text: 'First I look around.',
					signature: 'c2ln',
				},
				{ type: 'text', text: 'I look at both objects.' },
				{ type: 'tool-call', callId: 'toolu_1', input },
				{ type: 'tool-call', callId: 'toolu_2' },
			],
		})
		expect(fake.requests.at(-1)?.violations).toEqual([])
	})

	it('says that the output limit was reached', async () => {
		fake.script(answer([{ type: 'text', text: 'and then' }], { stopReason: 'max_tokens', engine }))
		expect((await ask()).at(-1)).toMatchObject({ type: 'finish', reason: 'length' })
	})
})

describe('the stream', () => {
	it('accepts its own answer in the next request', async () => {
		fake.script(
			answer([
				{ type: 'redacted_thinking', data: 'ZW5j' },
				{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
				{ type: 'tool_use', id: 'toolu_9', name: 'unity_query', input: { action: 'selection' } },
			]),
			text('Nothing is selected.'),
		)
		const finish = (await ask()).at(-1)
		if (finish?.type !== 'finish') return expect.fail('no finish')
		const events = await ask({
			messages: [
				user('hi'),
				{ role: 'assistant', parts: finish.parts },
				{
					role: 'user',
					parts: [
						{
							type: 'tool-result',
							callId: 'toolu_9',
							name: 'unity_query',
							content: [{ type: 'text', text: '{"objects":[]}' }],
							isError: false,
						},
					],
				},
			],
		})
		expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
		expect(fake.requests.at(-1)?.body['messages']).toMatchObject([
			{ role: 'user' },
			{
				content: [
					{ type: 'redacted_thinking', data: 'ZW5j' },
					{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
					{ type: 'tool_use', id: 'toolu_9', name: 'unity_query', input: { action: 'selection' } },
				],
			},
			{ role: 'user' },
		])
	})

	const search = {
		type: 'server_tool_use',
		id: 'srv_1',
		name: 'web_search',
		input: { query: 'URP' },
	} as const

	it('shows a web search with its sources, and replays its blocks verbatim', async () => {
		const found = {
			type: 'web_search_tool_result',
			tool_use_id: 'srv_1',
			content: [
				{
					type: 'web_search_result',
					url: 'https://unity.com/',
					title: 'Unity',
					page_age: null,
					encrypted_content: 'xyz',
				},
			],
		} as const
		fake.script(answer([search, found, { type: 'text', text: 'Found.' }]), text('ok'))
		const events = await ask({ webSearch: true })
		const output = { results: [{ url: 'https://unity.com/', title: 'Unity', pageAge: null }] }
		expect(TOOLS.web_search.actions.run.output.parse(output)).toEqual(output)
		expect(types(events)).toEqual([
			'tool-input-start',
			'tool-input-delta',
			'tool-call',
			'provider-tool-result',
			'source',
			'text-start',
			'text-delta',
			'text-end',
			'finish',
		])
		const call = events.find((event) => event.type === 'tool-call')
		expect(call).toMatchObject({
			toolCallId: 'srv_1',
			providerExecuted: true,
			input: { query: 'URP' },
		})
		expect(resolveCall('web_search', call?.input).ok).toBe(true)
		expect(events).toContainEqual({
			type: 'provider-tool-result',
			toolCallId: 'srv_1',
			output,
			isError: false,
		})
		expect(events).toContainEqual({
			type: 'source',
			id: 'srv_1-0',
			url: 'https://unity.com/',
			title: 'Unity',
		})
		const finish = events.at(-1)
		if (finish?.type !== 'finish') return expect.fail('no finish')
		await ask({ messages: [user('a'), { role: 'assistant', parts: finish.parts }, user('b')] })
		expect(fake.requests.at(-1)?.violations).toEqual([])
		expect(fake.requests.at(-1)?.body['messages']).toMatchObject([
			{},
			{ content: [search, found, {}] },
			{},
		])
	})

	it('shows why a web search failed', async () => {
		const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
		fake.script(answer([search, { type: 'web_search_tool_result', tool_use_id: 'srv_1', content }]))
		expect(await ask({ webSearch: true })).toContainEqual({
			type: 'provider-tool-result',
			toolCallId: 'srv_1',
			output: { results: [], errorCode: 'max_uses_exceeded' },
			isError: true,
		})
	})

	it('continues after a pause with what came before it', async () => {
		fake.script(
			answer([{ type: 'text', text: 'Searching' }, search], { stopReason: 'pause_turn' }),
			text('ok'),
		)
		const paused = (await ask({ webSearch: true })).at(-1)
		expect(paused).toMatchObject({ type: 'finish', reason: 'pause' })
		if (paused?.type !== 'finish') return
		const events = await ask({ messages: [user('a'), { role: 'assistant', parts: paused.parts }] })
		expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' })
		expect(fake.requests.at(-1)?.body['messages']).toHaveLength(2)
	})

	it.each([
		['refusal', 'refusal'],
		['model_context_window_exceeded', 'length'],
		['stop_sequence', 'stop'],
		['a_reason_of_tomorrow', 'stop'],
	])('ends with %s as %s', async (stopReason, reason) => {
		fake.script(answer([{ type: 'text', text: 'No.' }], { stopReason }))
		expect((await ask()).at(-1)).toMatchObject({ type: 'finish', reason })
	})
})

describe('a failure is an event', () => {
	const failure = async (more: Partial<ChatRequest> = {}) => {
		const last = (await ask(more)).at(-1)
		return last?.type === 'error' ? last.error : expect.fail(`no error but ${last?.type}`)
	}

	it.each([
		[401, 'authentication_error', 'invalid x-api-key', 'key', false],
		[403, 'permission_error', 'no access', 'key', false],
		[402, 'billing_error', 'pay first', 'quota', false],
		[
			400,
			'invalid_request_error',
			'Your credit balance is too low to access the API.',
			'quota',
			false,
		],
		[
			400,
			'invalid_request_error',
			'prompt is too long: 210000 tokens > 200000 maximum',
			'too_long',
			false,
		],
		[413, 'request_too_large', 'Request exceeds the maximum size', 'too_long', false],
		[400, 'invalid_request_error', 'Output blocked by content filtering policy', 'content', false],
		[404, 'not_found_error', 'model: claude-9', 'invalid', false],
		[429, 'rate_limit_error', 'slow down', 'rate_limit', true],
		[500, 'api_error', 'Internal server error', 'server_error', true],
		[503, 'api_error', 'unavailable', 'overload', true],
		[529, 'overloaded_error', 'Overloaded', 'overload', true],
	] as const)('%i %s (%s) is %s', async (status, type, message, kind, retryable) => {
		fake.script({ kind: 'error', status, type, message })
		expect(await failure()).toMatchObject({ class: kind, retryable })
	})

	it('asks again without thinking when a model rejects it, and remembers', async () => {
		const refusal = {
			kind: 'error',
			status: 400,
			type: 'invalid_request_error',
			message: 'adaptive thinking is not supported on this model',
		} as const
		fake.script(
			refusal,
			{ ...refusal, message: '`thinking` is not supported' },
			text('ok'),
			text('ok'),
		)
		const provider = anthropicProvider({ apiKey: 'test', baseURL: fake.url })
		const before = fake.requests.length
		for (let n = 0; n < 2; n++) {
			const events = await collect(provider.stream(request(), new AbortController().signal))
			expect(events.at(-1)).toMatchObject({ type: 'finish' })
		}
		const sent = fake.requests.slice(before).map(({ body }) => body['thinking'])
		expect(sent).toEqual([
			{ type: 'adaptive', display: 'summarized' },
			{ type: 'enabled', budget_tokens: 6_000 },
			undefined,
			undefined,
		])
	})

	it('the test server rejects an invalid request', async () => {
		fake.script(calls())
		expect(await failure({ maxOutputTokens: 0 })).toMatchObject({ class: 'invalid' })
	})
})
