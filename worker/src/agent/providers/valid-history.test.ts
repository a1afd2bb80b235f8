import { DEEPSEEK } from '@fairlead/protocol/services/deepseek'
import { GEMINI } from '@fairlead/protocol/services/gemini'
import { OPENROUTER } from '@fairlead/protocol/services/openrouter'
import { describe, expect, it } from 'vitest'
import { violations } from '../../../../test/fakes/messages-api-rules.ts'
import { openaiViolations } from '../../../../test/fakes/openai-rules.ts'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import { buildRequest } from './anthropic/request.ts'
import { request, user } from './anthropic/test-kit.ts'
import { buildChatRequest } from './openai/chat-request.ts'
import { COMPATIBLE } from './openai/chat-service.ts'
import { buildResponsesRequest } from './openai/responses-request.ts'
import { CANCELLED_TEXT, validHistory } from './valid-history.ts'

const call = (callId: string): ModelPart => ({
	type: 'tool-call',
	callId,
	name: 'unity_query',
	input: { action: 'hierarchy' },
})
const result = (callId: string, text = 'ok', isError = false): ModelPart => ({
	type: 'tool-result',
	callId,
	name: 'unity_query',
	content: [{ type: 'text', text }],
	isError,
})
const thinking: ModelPart = { type: 'reasoning', text: 'hm', signature: 'sig' }
const block = (value: object): ModelPart => ({
	type: 'provider-block',
	provider: 'anthropic',
	block: value,
})
const search = block({ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} })
const found = block({ type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] })
const says = (...parts: ModelPart[]): ModelMessage => ({ role: 'assistant', parts })
const brings = (...parts: ModelPart[]): ModelMessage => ({ role: 'user', parts })
const text = (words: string): ModelPart => ({ type: 'text', text: words })

const forClaude = (history: readonly ModelMessage[]) => validHistory(history, 'anthropic')

describe('validHistory', () => {
	it('leaves a valid history unchanged', () => {
		const history = [
			user('look'),
			says(thinking, call('a')),
			brings(result('a')),
			says(text('Done')),
			user('thanks'),
		]
		expect(forClaude(history)).toEqual(history)
	})

	it('tells the model that a call was cancelled when the run stopped before it ran', () => {
		const [, , answer] = forClaude([user('go'), says(call('a'), call('b')), brings(result('b'))])
		expect(answer?.parts).toEqual(
			[
				{
					...call('a'),
					type: 'tool-result',
					input: undefined,
					content: [text(CANCELLED_TEXT)],
					isError: true,
				},
				result('b'),
			].map(({ ...part }) => JSON.parse(JSON.stringify(part))),
		)
	})

	it('moves a late result to its call, before the user’s text', () => {
		const clean = forClaude([
			user('go'),
			says(call('a')),
			user('hurry'),
			brings(result('a', 'late')),
		])
		expect(clean.slice(2)).toEqual([brings(result('a', 'late'), text('hurry'))])
	})

	it('gives two calls with one id, each with its own result, different ids', () => {
		const clean = forClaude([
			user('go'),
			says(call('a')),
			brings(result('a', 'first')),
			says(call('a')),
			brings(result('a', 'second')),
		])
		expect(clean.slice(1)).toEqual([
			says(call('a')),
			brings(result('a', 'first')),
			says(call('a_2')),
			brings(result('a_2', 'second')),
		])
	})

	it('sends a paused turn back as it is and joins it with what followed', () => {
		expect(forClaude([user('find'), says(text('Searching'), search)]).at(-1)).toEqual(
			says(text('Searching'), search),
		)
		expect(
			forClaude([user('find'), says(search), says(found, text('Found')), user('ok')])[1],
		).toEqual(says(search, found, text('Found')))
	})

	it('drops a server-side call without a result', () => {
		expect(forClaude([user('find'), says(search), user('never mind')])).toEqual([
			brings(text('find'), text('never mind')),
		])
	})

	it('drops other providers’ blocks, and thinking without a signature', () => {
		const foreign: ModelPart = { type: 'provider-block', provider: 'openai', block: { type: 'x' } }
		const unsigned: ModelPart = { type: 'reasoning', text: 'hm' }
		expect(forClaude([user('a'), says(unsigned, foreign, text('b')), user('c')])[1]).toEqual(
			says(text('b')),
		)
	})

	it('drops pictures of failed results, which the API rejects', () => {
		const shot: ModelPart = {
			...result('a', 'broken', true),
			content: [text('broken'), { type: 'image', mediaType: 'image/png', base64: 'AA==' }],
		} as ModelPart
		expect(forClaude([user('go'), says(call('a')), brings(shot)]).at(-1)).toEqual(
			brings(result('a', 'broken', true)),
		)
	})

	it('asks to continue if the history ends with an answer', () => {
		expect(forClaude([user('a'), says(text('b'))]).at(-1)?.role).toBe('user')
		expect(forClaude([]).at(-1)?.role).toBe('user')
		expect(forClaude([says(text('b')), user('c')])[0]?.role).toBe('user')
	})
})

const CHAT = { compatible: COMPATIBLE, deepseek: DEEPSEEK, gemini: GEMINI, openrouter: OPENROUTER }

/** mulberry32: the same seed gives the same history. */
function random(seed: number): () => number {
	let a = seed
	return () => {
		a = (a + 0x6d2b79f5) | 0
		let t = Math.imul(a ^ (a >>> 15), 1 | a)
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
	}
}

function randomHistory(next: () => number): ModelMessage[] {
	const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
	const id = () => pick(['a', 'b', 'c', 'd:1', 'é', ''])
	const srv = () => pick(['srv_1', 'srv_2'])
	const png = {
		type: 'image',
		mediaType: pick(['image/png', 'image/tiff']),
		base64: pick(['AA==', '']),
	} as const
	const anthropicBlock = () =>
		pick([
			{ type: 'server_tool_use', id: srv(), name: 'web_search', input: {} },
			{ type: 'web_search_tool_result', tool_use_id: srv(), content: [] },
			null,
			'x',
		])
	const part = (): ModelPart =>
		pick<() => ModelPart>([
			() => text(pick(['', '  ', 'words', '\n'])),
			() => ({ ...png }),
			() => ({
				type: 'reasoning',
				text: 'hm',
				...pick([
					{},
					{ signature: 's' },
					{ redacted: 'r' },
					{ signature: '' },
					{ provider: 'openai', redacted: 'r' },
					{ provider: 'deepseek', signature: 'plain' },
					{ provider: 'openrouter/anthropic', redacted: '[{}]' },
				]),
			}),
			() => ({
				...(call(id()) as Extract<ModelPart, { type: 'tool-call' }>),
				name: pick(['unity_query', 'bad name!', '']),
				input: pick([{}, 'no json', null, [1]]),
			}),
			() => ({
				...(result(id()) as Extract<ModelPart, { type: 'tool-result' }>),
				content: pick([[], [text('')], [text('ok'), png], [png]]) as never,
				isError: next() < 0.3,
			}),
			() =>
				pick<() => ModelPart>([
					() => ({ type: 'provider-block', provider: 'anthropic', block: anthropicBlock() }),
					() => ({
						type: 'provider-block',
						provider: 'openai',
						block: { type: 'item', item: { type: 'web_search_call', id: 'ws_1' } },
					}),
				])(),
		])()
	return Array.from({ length: Math.floor(next() * 9) }, () => ({
		role: pick(['user', 'assistant'] as const),
		parts: Array.from({ length: Math.floor(next() * 5) }, part),
	}))
}

describe('any history', () => {
	it.each(['claude-sonnet-5', 'claude-sonnet-4-5', 'claude-3-5-haiku-latest'])(
		'becomes a request that the API accepts (%s)',
		(model) => {
			for (let seed = 1; seed <= 3_000; seed++) {
				const messages = randomHistory(random(seed))
				for (const mode of ['adaptive', 'enabled', 'none'] as const) {
					const body = buildRequest(request({ model, messages }), mode)
					const broken = violations(body)
					if (broken.length > 0) {
						expect.fail(
							`seed ${seed} (${mode}): ${broken.join(' ')}\n${JSON.stringify(messages)}\n${JSON.stringify(body.messages)}`,
						)
					}
				}
			}
		},
	)

	it.each(['openai', 'deepseek', 'openrouter', 'gemini', 'compatible'] as const)(
		'becomes a request that the service accepts (%s)',
		(dialect) => {
			for (let seed = 1; seed <= 2_000; seed++) {
				const messages = randomHistory(random(seed))
				const asked = request({ model: 'anthropic/m', messages })
				const bodies =
					dialect === 'openai'
						? (['summary', 'none'] as const).map((mode) => buildResponsesRequest(asked, mode))
						: [buildChatRequest(asked, CHAT[dialect])]
				for (const body of bodies) {
					const broken = openaiViolations(body as never, dialect)
					if (broken.length > 0) {
						expect.fail(
							`seed ${seed}: ${broken.join(' ')}\n${JSON.stringify(messages)}\n${JSON.stringify(body)}`,
						)
					}
				}
			}
		},
	)

	it('stays the same when made valid twice', () => {
		for (let seed = 1; seed <= 1_000; seed++) {
			const once = forClaude(randomHistory(random(seed)))
			expect(forClaude(once), `seed ${seed}`).toEqual(once)
		}
	})
})

describe('a history that several providers wrote', () => {
	const thought = (provider?: string): ModelPart => ({
		type: 'reasoning',
		...(provider === undefined ? {} : { provider }),
		text: 'hm',
		signature: 's',
	})
	const history = [user('a'), says(thought('openai'), thought('anthropic'), text('b')), user('c')]

	it('sends each provider only its own thinking: others’ would count as forged', () => {
		expect(validHistory(history, 'anthropic')[1]?.parts).toEqual([thought('anthropic'), text('b')])
		expect(validHistory(history, 'openai')[1]?.parts).toEqual([thought('openai'), text('b')])
	})

	it('treats thinking from before providers were recorded as Claude’s', () => {
		const old = [user('a'), says(thought(), text('b')), user('c')]
		expect(validHistory(old, 'anthropic')[1]?.parts).toHaveLength(2)
		expect(validHistory(old, 'openai')[1]?.parts).toEqual([text('b')])
	})
})
