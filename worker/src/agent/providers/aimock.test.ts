/**
 * Every adapter against `@copilotkit/aimock`: servers of these wires that we did not write. What aimock 1.43
 * cannot play is in `contract.test.ts` alone: an error within a stream, a refusal, a silent server, cached
 * tokens, and what the conditions below leave out.
 */
import { type Fixture, LLMock } from '@copilotkit/aimock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelOf, providerAt, WIRES, type WireName } from '../../../test/provider-wires.ts'
import type { ChatRequest, ModelMessage, ProviderEvent } from '../model/types.ts'
import { collect, request, user } from './anthropic/test-kit.ts'

const PICTURE = { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const
const TOOL = {
	name: 'unity_query',
	description: 'Looks.',
	inputSchema: { type: 'object', properties: { action: { type: 'string' } } },
}
const LONG = 'This answer will never be whole. '.repeat(8)

/** Paths below aimock's address at which it serves a wire, if not at the same one as for OpenAI. */
const PATH: Partial<Record<WireName, string>> = { anthropic: '', openrouter: '/api/v1' }

describe.each(WIRES)('%s', (name) => {
	let aimock: LLMock
	let url: string
	beforeEach(async () => {
		aimock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
		url = await aimock.start()
	})
	afterEach(() => aimock.stop())

	const play = (
		response: Extract<Fixture['response'], object>,
		more: Omit<Fixture, 'match' | 'response'> = {},
	) => void aimock.addFixture({ match: {}, response, ...more } as Fixture)
	const ask = (more: Partial<ChatRequest> = {}): Promise<ProviderEvent[]> => {
		const provider = providerAt(name, { apiKey: 'test', baseURL: url + (PATH[name] ?? '/v1') })
		const asked = request({ model: modelOf(name), tools: [TOOL], ...more })
		return collect(provider.stream(asked, new AbortController().signal))
	}
	const finish = (events: readonly ProviderEvent[]) => {
		const last = events.at(-1)
		if (last?.type !== 'finish') throw new Error(`It ended with ${JSON.stringify(last)}`)
		return last
	}
	const failure = (events: readonly ProviderEvent[]) => {
		const last = events.at(-1)
		if (last?.type !== 'error') throw new Error(`It ended with ${JSON.stringify(last)}`)
		return last.error
	}

	it('streams a text and two parallel calls', async () => {
		play({
			content: 'I look at both.',
			toolCalls: [
				{ id: 'call_1', name: 'unity_query', arguments: '{"action":"hierarchy"}' },
				{ id: 'call_2', name: 'unity_query', arguments: '{"id":"/Würfel \\"A\\""}' },
			],
		})
		const events = await ask()
		expect(finish(events)).toMatchObject({ reason: 'tool-calls' })
		expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([
			{ toolCallId: 'call_1', input: { action: 'hierarchy' } },
			{ toolCallId: 'call_2', input: { id: '/Würfel "A"' } },
		])
		expect(finish(events).parts).toContainEqual({ type: 'text', text: 'I look at both.' })
	})

	it('counts the tokens of the last frame', async () => {
		play({
			content: 'Hello',
			usage: {
				prompt_tokens: 100,
				completion_tokens: 20,
				total_tokens: 120,
				input_tokens: 100,
				output_tokens: 20,
			},
		})
		expect(finish(await ask()).usage).toMatchObject({ inputTokens: 100, outputTokens: 20 })
	})

	it('takes an empty answer for an answer', async () => {
		play({ content: '' })
		expect(finish(await ask()).reason).toBe('stop')
	})

	// aimock's Responses API always says "completed".
	if (name !== 'openai')
		it('says that the answer reached its limit', async () => {
			play({ content: 'So far.', finishReason: 'length' })
			expect(finish(await ask())).toMatchObject({
				reason: 'length',
				parts: [{ type: 'text', text: 'So far.' }],
			})
		})

	// aimock's Messages API mends such arguments itself.
	if (name !== 'anthropic')
		it('passes on arguments that are not JSON, with the reason', async () => {
			play({ toolCalls: [{ id: 'call_1', name: 'unity_query', arguments: '{"action": "hier' }] })
			expect((await ask()).find(({ type }) => type === 'tool-call')).toMatchObject({
				input: '{"action": "hier',
				inputError: expect.stringContaining('not valid JSON'),
			})
		})

	it.each([1, 3])('a stream that is cut after %i chunks is not an answer', async (chunks) => {
		play({ content: LONG }, { truncateAfterChunks: chunks, chunkSize: 8 })
		expect(failure(await ask())).toMatchObject({ class: 'network', retryable: true })
	})

	it('passes on how long to wait after a 429', async () => {
		play({
			error: { message: 'Slow down.', type: 'rate_limit_error', code: 'rate_limit_exceeded' },
			status: 429,
			retryAfter: 7,
		})
		expect(failure(await ask())).toMatchObject({
			class: 'rate_limit',
			retryable: true,
			retryAfterMs: 7_000,
		})
	})

	it('tells an overload from a refused key and from a request that is too long', async () => {
		play({ error: { message: 'Overloaded', type: 'overloaded_error' }, status: 503 })
		expect(failure(await ask())).toMatchObject({ class: 'overload', retryable: true })
		aimock.clearFixtures()
		play({ error: { message: 'Invalid key.', type: 'authentication_error' }, status: 401 })
		expect(failure(await ask())).toMatchObject({ class: 'key', retryable: false })
		aimock.clearFixtures()
		const code = 'context_length_exceeded'
		const message =
			name === 'gemini'
				? 'The input token count (1200000) exceeds the maximum'
				: "prompt is too long: this model's maximum context length is 200000 tokens"
		play({ error: { message, type: 'invalid_request_error', code }, status: 400 })
		expect(failure(await ask())).toMatchObject({ class: 'too_long', retryable: false })
	})

	it('sends results with pictures in a form that aimock reads', async () => {
		play({ content: 'I see.' })
		const messages: ModelMessage[] = [
			user('look'),
			{
				role: 'assistant',
				parts: [{ type: 'tool-call', callId: 'call_1', name: 'unity_query', input: {} }],
			},
			{
				role: 'user',
				parts: [
					{
						type: 'tool-result',
						callId: 'call_1',
						name: 'unity_query',
						content: [{ type: 'text', text: 'A scene.' }, PICTURE],
						isError: false,
					},
				],
			},
		]
		expect(finish(await ask({ messages })).parts).toContainEqual({ type: 'text', text: 'I see.' })
		const sent = JSON.stringify(aimock.getLastRequest()?.body)
		expect(sent).toContain('A scene.')
		// aimock keeps no pictures of the Messages API.
		if (name !== 'anthropic') expect(sent).toContain(PICTURE.base64)
	})

	// Gemini's surface sends no text of its reasoning, and a server of one's own is not asked for any.
	if (name !== 'gemini')
		it('shows reasoning before the answer', async () => {
			play({ content: 'Done.', reasoning: 'I think about the plan.' })
			const events = await ask()
			const thought = events.flatMap((e) => (e.type === 'reasoning-delta' ? [e.delta] : []))
			expect(thought.join('')).toBe('I think about the plan.')
			expect(finish(events).parts.map(({ type }) => type)).toEqual(['reasoning', 'text'])
		})
})
