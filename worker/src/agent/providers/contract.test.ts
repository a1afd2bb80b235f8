/** Promises on which the loop relies, the same for every provider. A new one needs a wire in `worker/test/provider-wires.ts`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, calls, text } from '../../../../test/fakes/anthropic-server.ts'
import type { TurnBlock } from '../../../../test/fakes/anthropic-sse.ts'
import {
	markOf,
	modelOf,
	refusalsOf,
	startWire,
	WIRES,
	type Wire,
	type WireName,
} from '../../../test/provider-wires.ts'
import { INPUT_TOO_DEEP, INPUT_TOO_LONG, MAX_INPUT_CHARS } from '../model/input-limit.ts'
import type { ChatRequest, ModelMessage, ModelPart, ProviderEvent } from '../model/types.ts'
import { ANSWER_TOO_LARGE, MAX_ANSWER_CHARS, MAX_LINE_BYTES } from './answer-bounds.ts'
import { collect, request, user } from './anthropic/test-kit.ts'

const LOOK = { id: 'call_1', name: 'unity_query', input: { action: 'hierarchy' } }
const PICTURE = { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const
const TOOL = {
	name: 'unity_query',
	description: 'Looks.',
	inputSchema: { type: 'object', properties: { action: { type: 'string' } } },
}

describe.each(WIRES)('%s', (name) => {
	let wire: Wire
	beforeEach(async () => {
		wire = await startWire(name)
	})
	afterEach(async () => {
		await wire.close()
		// The service itself would have accepted every request.
		expect(wire.requests.flatMap(({ violations }) => violations)).toEqual([])
	})

	const ask = (
		more: Partial<ChatRequest> = {},
		signal = new AbortController().signal,
		provider = wire.provider,
	) => collect(provider.stream(request({ model: modelOf(name), tools: [TOOL], ...more }), signal))
	const deltas = (events: readonly ProviderEvent[], type: 'text-delta' | 'reasoning-delta') =>
		events.flatMap((event) => (event.type === type ? [event.delta] : [])).join('')
	const finish = (events: readonly ProviderEvent[]) => {
		const last = events.at(-1)
		if (last?.type !== 'finish') throw new Error(`It ended with ${JSON.stringify(last)}`)
		return last
	}
	const last = (events: readonly ProviderEvent[]) => events.at(-1)

	it('cuts arguments of megabytes while they arrive, and keeps the calls before them', async () => {
		const long = { id: 'call_2', name: 'unity_query', input: { action: 'x'.repeat(3_000_000) } }
		wire.script(
			answer(
				[
					{ type: 'tool_use', ...LOOK },
					{ type: 'tool_use', ...long },
				],
				// The other engine sends them in pieces of twenty characters.
				{ engine: 'own' },
			),
		)
		const events = await ask()
		const streamed = events.reduce(
			(sum, event) => sum + (event.type === 'tool-input-delta' ? event.delta.length : 0),
			0,
		)
		expect(streamed).toBeLessThanOrEqual(MAX_INPUT_CHARS)
		expect(finish(events).parts.filter(({ type }) => type === 'tool-call')).toMatchObject([
			{ callId: 'call_1', input: LOOK.input },
			{ callId: 'call_2', input: INPUT_TOO_LONG },
		])
	})

	it.each([
		['one text of megabytes', 'x'.repeat(MAX_LINE_BYTES + 1)],
		['a text that does not end', 'words '.repeat(MAX_ANSWER_CHARS / 6 + 1)],
	])('stops reading %s', async (_, said) => {
		wire.script(answer([{ type: 'text', text: said }], { engine: 'own' }))
		const events = await ask()
		expect(last(events)).toEqual({ type: 'error', error: ANSWER_TOO_LARGE })
		expect(deltas(events, 'text-delta').length).toBeLessThanOrEqual(MAX_ANSWER_CHARS)
	})

	it('makes no call of arguments that are nested too deeply, which would overflow what reads them', async () => {
		const deep = JSON.parse(`${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`)
		const nested = { id: 'call_2', name: 'unity_component', input: deep }
		wire.script(
			answer(
				[
					{ type: 'tool_use', ...LOOK },
					{ type: 'tool_use', ...nested },
				],
				{ engine: 'own' },
			),
		)
		expect(finish(await ask()).parts.filter(({ type }) => type === 'tool-call')).toMatchObject([
			{ callId: 'call_1', input: LOOK.input },
			{ callId: 'call_2', input: INPUT_TOO_DEEP },
		])
	})

	it.each(['own', 'aimock'] as const)(
		'streams text and two parallel calls (%s)',
		async (engine) => {
			const second = {
				id: 'call_2',
				name: 'unity_query',
				input: { action: 'inspect', id: '/Würfel "A"' },
			}
			wire.script(
				answer(
					[
						{ type: 'text', text: 'I look at both objects.' },
						{ type: 'tool_use', ...LOOK },
						{ type: 'tool_use', ...second },
					],
					{ engine },
				),
			)
			const events = await ask()
			expect(deltas(events, 'text-delta')).toBe('I look at both objects.')
			expect(events.filter(({ type }) => type === 'tool-call')).toEqual(
				[LOOK, second].map((call) => ({
					type: 'tool-call',
					toolCallId: call.id,
					toolName: call.name,
					providerExecuted: false,
					input: call.input,
				})),
			)
			expect(finish(events)).toMatchObject({ reason: 'tool-calls' })
			expect(
				finish(events).parts.filter(({ type }) => type === 'text' || type === 'tool-call'),
			).toEqual([
				{ type: 'text', text: 'I look at both objects.' },
				{ type: 'tool-call', callId: 'call_1', name: 'unity_query', input: LOOK.input },
				{ type: 'tool-call', callId: 'call_2', name: 'unity_query', input: second.input },
			])
		},
	)

	it('gives every beginning its end, and nothing after the end', async () => {
		wire.script(
			answer([
				...(name === 'gemini' ? [] : [thinking('plan')]),
				{ type: 'text', text: 'I look.' },
				{ type: 'tool_use', ...LOOK },
			]),
		)
		const events = await ask()
		const types = events
			.map(({ type }) => type)
			.filter((type, n, all) => type !== 'usage' && type !== all[n - 1])
		expect(types.filter((type) => !type.startsWith('reasoning'))).toEqual([
			'text-start',
			'text-delta',
			'text-end',
			'tool-input-start',
			'tool-input-delta',
			'tool-call',
			'finish',
		])
		const ends = types.filter((type) => type === 'reasoning-start' || type === 'reasoning-end')
		expect(ends).toEqual(name === 'gemini' ? [] : ['reasoning-start', 'reasoning-end'])
	})

	// Gemini's surface sends no text of its reasoning; the test above holds that none is made up.
	if (name !== 'gemini')
		it('shows reasoning, and sends it back as the service wants it', async () => {
			wire.script(answer([thinking('plan'), { type: 'tool_use', ...LOOK }]), text('Done.'))
			const events = await ask()
			expect(deltas(events, 'reasoning-delta')).toBe('I think about plan.')
			const { parts } = finish(events)
			expect(parts[0]).toMatchObject({ type: 'reasoning', provider: markOf(name) })
			await ask({ messages: [user('hi'), { role: 'assistant', parts }, looked('call_1')] })
			const sent = JSON.stringify(wire.requests[1]?.body)
			const proofs: Partial<Record<WireName, string>> = {
				anthropic: '"signature":"plan"',
				openai: '"encrypted_content":"enc-plan"',
				deepseek: '"reasoning_content":"I think about plan."',
				openrouter: '"signature":"plan"',
			}
			const proof = proofs[name]
			if (proof) expect(sent).toContain(proof)
			else expect(sent).not.toContain('I think about plan.')
		})

	it('takes its own answers back, with results and pictures', async () => {
		wire.script(calls(LOOK, { ...LOOK, id: 'call_2' }), text('I see.'), text('Bye.'))
		const first = finish(await ask())
		const results: ModelMessage = {
			role: 'user',
			parts: [
				{ ...result('call_1'), content: [{ type: 'text', text: 'A scene.' }, PICTURE] },
				result('call_2'),
				{ type: 'text', text: 'And this one?' },
				PICTURE,
			],
		}
		const history: ModelMessage[] = [user('hi'), { role: 'assistant', parts: first.parts }, results]
		const second = finish(await ask({ messages: history }))
		expect(second.parts).toContainEqual({ type: 'text', text: 'I see.' })
		const sent = JSON.stringify(wire.requests[1]?.body)
		expect(sent.split(PICTURE.base64)).toHaveLength(3)
		expect(sent).toContain('A scene.')
		const more = [...history, { role: 'assistant', parts: second.parts } as const, user('thanks')]
		expect(last(await ask({ messages: more }))).toMatchObject({ type: 'finish', reason: 'stop' })
	})

	it('counts the tokens of the last frame, those of the cache apart and thinking as output', async () => {
		const usage = {
			input_tokens: 100,
			output_tokens: 20,
			cache_read_input_tokens: 900,
			...(name === 'deepseek' ? {} : { cache_creation_input_tokens: 50 }),
			output_tokens_details: { thinking_tokens: 2 },
		}
		wire.script(answer([{ type: 'text', text: 'Hello' }], { usage, engine: 'own' }))
		expect(finish(await ask()).usage).toEqual({
			inputTokens: 100,
			outputTokens: 20,
			cacheReadTokens: 900,
			cacheWriteTokens: name === 'deepseek' ? 0 : 50,
			// Part of the output.
			reasoningTokens: 2,
		})
	})

	it('passes on arguments that are not JSON, with the reason', async () => {
		wire.script(
			answer([{ type: 'tool_use', ...LOOK, rawInput: '{"action": "hier' }], { engine: 'own' }),
		)
		const events = await ask()
		expect(events.find(({ type }) => type === 'tool-call')).toMatchObject({
			input: '{"action": "hier',
			inputError: expect.stringContaining('not valid JSON'),
		})
		const { parts } = finish(events)
		wire.script(text('Sorry.'))
		await ask({ messages: [user('hi'), { role: 'assistant', parts }, looked('call_1')] })
	})

	it('an empty answer is an answer without parts', async () => {
		wire.script(answer([], { engine: 'own' }))
		expect(finish(await ask())).toMatchObject({ reason: 'stop', parts: [] })
	})

	it.each([
		['max_tokens', 'length'],
		['refusal', 'refusal'],
	])('says that it stopped because of %s', async (stopReason, reason) => {
		wire.script(answer([{ type: 'text', text: 'So far.' }], { stopReason, engine: 'own' }))
		expect(finish(await ask())).toMatchObject({
			reason,
			parts: [{ type: 'text', text: 'So far.' }],
		})
	})

	it.each(refusalsOf(name).map(([kind, turn]) => [kind, turn.message, turn] as const))(
		'a refusal is an event: %s (%s)',
		async (kind, _, turn) => {
			wire.script(turn)
			const events = await ask()
			expect(events).toEqual([{ type: 'error', error: expect.objectContaining({ class: kind }) }])
			expect(last(events)).toMatchObject({
				error: { retryable: ['rate_limit', 'overload', 'server_error', 'network'].includes(kind) },
			})
			// Asked once: the loop retries, not the SDK.
			expect(wire.requests).toHaveLength(1)
		},
	)

	it('passes on how long to wait', async () => {
		const [, turn] = refusalsOf(name)[0] ?? []
		if (turn) wire.script(turn)
		expect(last(await ask())).toMatchObject({ error: { retryAfterMs: 7_000 } })
	})

	it('a key that is refused is said to be the key', async () => {
		const events = await ask({}, undefined, wire.refused)
		expect(events).toEqual([
			{ type: 'error', error: expect.objectContaining({ class: 'key', retryable: false }) },
		])
	})

	it('reports a failure in the middle of the stream', async () => {
		const type = name === 'anthropic' ? 'api_error' : 'server_error'
		wire.script(
			answer([{ type: 'text', text: 'A long answer that never ends' }], {
				errorAfter: { events: 4, type, message: 'Internal error' },
				engine: 'own',
			}),
		)
		expect(last(await ask())).toMatchObject({
			type: 'error',
			error: { class: 'server_error', retryable: true },
		})
	})

	it('reports an overload in the middle of the stream', async () => {
		const type = name === 'anthropic' ? 'overloaded_error' : 'server_error'
		wire.script(
			answer([{ type: 'text', text: 'A long answer that never ends' }], {
				errorAfter: { events: 4, type, message: 'Overloaded' },
				engine: 'own',
			}),
		)
		expect(last(await ask())).toMatchObject({
			type: 'error',
			error: { class: 'overload', retryable: true },
		})
	})

	it.each([0, 1, 3, 4])('a stream that is cut inside frame %i is not an answer', async (cut) => {
		wire.script(
			answer([{ type: 'text', text: 'This answer will never be whole.' }], { cutAfterEvents: cut }),
		)
		expect(last(await ask())).toMatchObject({
			type: 'error',
			error: { class: 'network', retryable: true },
		})
	})

	it('gives up on a server that stays silent', async () => {
		wire.script({ kind: 'silent' })
		expect(await ask({}, undefined, wire.impatient)).toMatchObject([
			{ type: 'error', error: { class: 'network', message: 'The stream stalled.' } },
		])
	})

	it('ends quietly when the run is stopped', async () => {
		wire.script(answer([{ type: 'text', text: 'word '.repeat(200) }], { paceMs: 5, engine: 'own' }))
		const stop = new AbortController()
		const seen: string[] = []
		const asked = request({ model: modelOf(name) })
		for await (const event of wire.provider.stream(asked, stop.signal)) {
			seen.push(event.type)
			if (event.type === 'text-delta') stop.abort()
		}
		expect(seen).toContain('text-delta')
		expect(seen).not.toContain('finish')
		expect(seen).not.toContain('error')
	})

	it('does not start if the run was stopped before', async () => {
		expect(await ask({}, AbortSignal.abort())).toEqual([])
	})

	it('reports that nobody answers at the address', async () => {
		await wire.close()
		expect(await ask()).toMatchObject([
			{ type: 'error', error: { class: 'network', retryable: true } },
		])
	})

	it('continues a conversation that every other provider took part in', async () => {
		const others = WIRES.filter((other) => other !== name)
		const messages = others.flatMap((other, n): ModelMessage[] => [
			user(`question ${n}`),
			{ role: 'assistant', parts: foreign(markOf(other), `toolu_${n}:fc|${n}`) },
			looked(`toolu_${n}:fc|${n}`),
		])
		wire.script(text('I go on.'))
		expect(last(await ask({ messages }))).toMatchObject({ type: 'finish', reason: 'stop' })
		const sent = JSON.stringify(wire.requests[0]?.body)
		// Each said a text; none of their thoughts and seals goes to another.
		expect(sent.split('I said this.')).toHaveLength(others.length + 1)
		expect(sent).not.toContain('secret')
	})
})

const thinking = (about: string): Extract<TurnBlock, { type: 'thinking' }> => ({
	type: 'thinking',
	thinking: `I think about ${about}.`,
	signature: about,
})

const result = (callId: string): Extract<ModelPart, { type: 'tool-result' }> => ({
	type: 'tool-result',
	callId,
	name: 'unity_query',
	content: [{ type: 'text', text: 'ok' }],
	isError: false,
})

const looked = (callId: string): ModelMessage => ({ role: 'user', parts: [result(callId)] })

/** An answer as each provider stores it, with everything that only it can read. */
const foreign = (provider: string, callId: string): ModelPart[] => [
	{ type: 'reasoning', provider, text: 'secret', signature: 'secret', redacted: '["secret"]' },
	{ type: 'text', text: 'I said this.' },
	{ type: 'provider-block', provider, block: { type: 'item', item: { id: 'secret' } } },
	{ type: 'provider-block', provider, block: { type: 'call-extra', extra: 'secret' } },
	{ type: 'tool-call', callId, name: 'unity_query', input: {} },
]
