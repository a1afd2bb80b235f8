/** A list that a provider gives becomes models with the facts that it says, and no others. */
import { expect, test } from 'vitest'
import { listModels } from './list-models.ts'

const KEY = 'sk-a-key-0123456789'

async function listed(service: Parameters<typeof listModels>[0], body: unknown, status = 200) {
	const asked: Request[] = []
	const outcome = await listModels(service, 'https://models.example/v1', KEY, async (url, init) => {
		asked.push(new Request(url as string, init))
		return Response.json(body, { status })
	})
	return { outcome, asked: asked[0] as Request }
}

test('OpenRouter says price, size and abilities; a price that depends is not known', async () => {
	const { outcome, asked } = await listed('openrouter', {
		data: [
			{
				id: 'vendor/new-1',
				name: 'Vendor: New 1',
				context_length: 262_144,
				pricing: { prompt: '0.0000015', completion: '0.000006', input_cache_read: '0.00000015' },
				architecture: { input_modalities: ['text', 'image'] },
				supported_parameters: ['tools', 'temperature'],
				top_provider: { max_completion_tokens: 32_768 },
			},
			{ id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } },
			{ id: 'vendor/free', pricing: { prompt: '0', completion: '0' }, context_length: 'many' },
			{ name: 'without an id' },
			{ id: 'with a space' },
			null,
			{ id: 'x'.repeat(200) },
		],
	})
	expect(asked.url).toBe('https://models.example/v1/models')
	expect(asked.headers.get('authorization')).toBe(`Bearer ${KEY}`)
	expect(outcome).toMatchObject({ ok: true, models: { length: 3 } })
	const models = outcome.ok ? outcome.models : []
	expect(models).toEqual([
		{
			id: 'vendor/new-1',
			title: 'Vendor: New 1',
			windowTokens: 262_144,
			maxOutputTokens: 32_768,
			price: { input: 1.5, output: 6, cacheRead: 0.15, cacheWrite: 1.5 },
			tools: true,
			reasoning: false,
			pictures: true,
		},
		{ id: 'openrouter/auto' },
		{
			id: 'vendor/free',
			price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		},
	])
})

test.each([
	['an empty text', { prompt: '', completion: '' }],
	['a space', { prompt: ' ', completion: '0' }],
	['more than any model costs', { prompt: '1e308', completion: '0' }],
	['a fee for each request', { prompt: '0', completion: '0', request: '0.005' }],
	['reasoning that costs more', { prompt: '0', completion: '0', internal_reasoning: '0.00001' }],
])('a price is not known if it is %s', async (_, pricing) => {
	const { outcome } = await listed('openrouter', { data: [{ id: 'vendor/odd', pricing }] })
	expect(outcome).toEqual({ ok: true, models: [{ id: 'vendor/odd' }] })
})

test('names with invisible characters are left out, and titles lose them', async () => {
	const data = [{ id: 'a\u202eb' }, { id: 'c\u001b' }, { id: 'd', name: 'D\u202e\u0007!' }]
	const { outcome } = await listed('openrouter', { data })
	expect(outcome).toEqual({ ok: true, models: [{ id: 'd', title: 'D!' }] })
})

test('the others name their models; what answers no conversation is left out', async () => {
	const openai = await listed('openai', {
		data: ['gpt-7', 'text-embedding-4', 'whisper-2', 'gpt-image-3', 'gpt-7-realtime'].map((id) => ({
			id,
			pricing: { prompt: '1', completion: '1' },
			context_length: 5,
		})),
	})
	expect(openai.outcome).toEqual({ ok: true, models: [{ id: 'gpt-7' }] })
	const gemini = await listed('gemini', {
		data: [{ id: 'models/gemini-4' }, { id: 'models/veo-9' }],
	})
	expect(gemini.outcome).toEqual({ ok: true, models: [{ id: 'gemini-4' }] })
	const anthropic = await listed('anthropic', {
		data: [{ id: 'claude-next', display_name: 'Claude Next' }],
	})
	expect(anthropic.outcome).toEqual({
		ok: true,
		models: [{ id: 'claude-next', title: 'Claude Next' }],
	})
	expect(anthropic.asked.url).toBe('https://models.example/v1/v1/models?limit=1000')
	expect(anthropic.asked.headers.get('x-api-key')).toBe(KEY)
})

test('a list is bounded; what is no list, or a refusal, is said', async () => {
	const many = Array.from({ length: 2_000 }, (_, n) => ({ id: `m${n}` }))
	expect((await listed('deepseek', { data: many })).outcome).toMatchObject({
		models: { length: 600 },
	})
	expect((await listed('deepseek', { models: [] })).outcome).toEqual({
		ok: false,
		verdict: 'unexpected',
	})
	expect((await listed('deepseek', {}, 401)).outcome).toEqual({ ok: false, verdict: 'refused' })
	const lost = await listModels('openai', 'https://x.example', KEY, () =>
		Promise.reject(new Error(KEY)),
	)
	expect(lost).toEqual({ ok: false, verdict: 'unreachable' })
})
