/** Behaviour of the Responses API alone; the rest is in the contract suite. */
import { resolveCall, TOOLS } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, type ErrorTurn, text } from '../../../../../test/fakes/anthropic-server.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../../../../../test/fakes/openai-server.ts'
import type { ChatProvider, ChatRequest } from '../../model/types.ts'
import { collect, request, user } from '../anthropic/test-kit.ts'
import { openaiProvider } from './index.ts'

let fake: FakeOpenAI
let provider: ChatProvider
beforeEach(async () => {
	fake = await startFakeOpenAI()
	provider = openaiProvider({ apiKey: 'test', baseURL: fake.url('openai') })
})
afterEach(async () => {
	await fake.close()
	expect(fake.requests.flatMap(({ violations }) => violations)).toEqual([])
})

const ask = (more: Partial<ChatRequest> = {}) =>
	collect(provider.stream(request({ model: 'gpt-6.1-sol', ...more }), new AbortController().signal))
const refusal = (message: string): ErrorTurn => ({
	kind: 'error',
	status: 400,
	type: 'invalid_request_error',
	message,
})
const bodies = () => fake.requests.map(({ body }) => body)

describe('the Responses API', () => {
	it('searches the web itself; the search is shown and goes back as it came', async () => {
		const search = {
			type: 'server_tool_use',
			id: 'ws_1',
			name: 'web_search',
			input: { query: 'URP', urls: ['https://unity.com/'] },
		} as const
		fake.script(answer([search, { type: 'text', text: 'Found.' }]), text('ok'))
		const events = await ask({ webSearch: true })
		const call = events.find(({ type }) => type === 'tool-call')
		expect(call).toMatchObject({ toolName: 'web_search', providerExecuted: true })
		expect(resolveCall('web_search', { query: 'URP' }).ok).toBe(true)
		const found = events.find(({ type }) => type === 'provider-tool-result')
		const output = {
			results: [{ url: 'https://unity.com/', title: 'https://unity.com/', pageAge: null }],
		}
		expect(found).toMatchObject({ toolCallId: 'ws_1', output, isError: false })
		expect(TOOLS.web_search.actions.run.output.parse(output)).toEqual(output)
		expect(bodies()[0]?.['tools']).toEqual([{ type: 'web_search' }])
		const finish = events.at(-1)
		if (finish?.type !== 'finish') return expect.fail('no finish')
		await ask({ messages: [user('a'), { role: 'assistant', parts: finish.parts }, user('b')] })
		expect(bodies()[1]?.['input']).toContainEqual(
			expect.objectContaining({ type: 'web_search_call', id: 'ws_1', status: 'completed' }),
		)
	})

	it('asks with less reasoning when a model or an organization may not have it, and remembers', async () => {
		fake.script(
			refusal('Your organization must be verified to generate reasoning summaries.'),
			refusal("Unsupported parameter: 'reasoning.effort' is not supported with this model."),
			text('ok'),
			text('ok'),
		)
		for (let n = 0; n < 2; n++) {
			expect((await ask({ effort: 'low' })).at(-1)).toMatchObject({ type: 'finish' })
		}
		expect(bodies().map((body) => body['reasoning'])).toEqual([
			{ effort: 'low', summary: 'auto' },
			{ effort: 'low' },
			undefined,
			undefined,
		])
	})

	it('asks a model from before reasoning without it', async () => {
		fake.script(text('ok'))
		await ask({ model: 'gpt-4.1-mini' })
		expect(bodies()[0]).not.toHaveProperty('reasoning')
	})

	it('keeps nothing at the service', async () => {
		fake.script(text('ok'))
		await ask()
		expect(bodies()[0]).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
	})
})
