/** The product with one provider's key and nothing else, and a conversation that moves from one to the next. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_MODEL_KEYS } from '../../scripts/worker-vars.ts'
import { answer, type FakeAnthropic, startFakeAnthropic, text } from '../fakes/anthropic-server.ts'
import type { OpenAIDialect } from '../fakes/openai-rules.ts'
import { type FakeOpenAI, startFakeOpenAI, WRONG_KEY } from '../fakes/openai-server.ts'
import { ChatClient, textOf, toolParts } from './chat-client.ts'
import { asOwner, editorReady, type OwnStack, ownStack } from './stack-kit.ts'

const CUBE = {
	type: 'tool_use',
	id: 'call_cube',
	name: 'unity_hierarchy',
	input: { action: 'create', primitive_type: 'Cube', name: 'FromModel', position: [0, 3, 0] },
} as const
const LOOK = {
	type: 'tool_use',
	id: 'call_look',
	name: 'unity_screenshot',
	input: { action: 'game' },
} as const

let fake: FakeOpenAI
let claude: FakeAnthropic
beforeAll(async () => {
	fake = await startFakeOpenAI()
	claude = await startFakeAnthropic()
})
afterAll(async () => {
	await fake.close()
	await claude.close()
	expect(fake.requests.flatMap(({ violations }) => violations)).toEqual([])
	expect(claude.requests.flatMap(({ violations }) => violations)).toEqual([])
})

const start = (env: Record<string, string>): Promise<OwnStack> =>
	ownStack({
		editor: 'simulator',
		env: { ...process.env, ...NO_MODEL_KEYS, RATE_LIMITS: 'off', ...env },
	})

interface Alone {
	readonly dialect: OpenAIDialect
	readonly env: () => Record<string, string>
	readonly model: { readonly provider: string; readonly id: string }
}

const ALONE: readonly Alone[] = [
	{
		dialect: 'openai',
		env: () => ({
			OPENAI_API_KEY: 'k',
			OPENAI_BASE_URL: fake.url('openai'),
			OPENAI_API: 'responses',
		}),
		model: { provider: 'openai', id: 'gpt-6.1-sol' },
	},
	{
		dialect: 'gemini',
		env: () => ({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: fake.url('gemini') }),
		model: { provider: 'gemini', id: 'gemini-3.8-flash' },
	},
	{
		dialect: 'openrouter',
		env: () => ({ OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: fake.url('openrouter') }),
		model: { provider: 'openrouter', id: 'anthropic/claude-sonnet-5' },
	},
	{
		dialect: 'deepseek',
		env: () => ({ DEEPSEEK_API_KEY: 'k', DEEPSEEK_BASE_URL: fake.url('deepseek') }),
		model: { provider: 'deepseek', id: 'deepseek-flash' },
	},
	{
		dialect: 'compatible',
		env: () => ({ OPENAI_BASE_URL: fake.url('compatible'), OPENAI_MODEL: 'qwen3:8b' }),
		model: { provider: 'openai', id: 'qwen3:8b' },
	},
]

test.each(ALONE)('$dialect alone: two calls in parallel, a picture, an answer', async (alone) => {
	const { stack, close } = await start(alone.env())
	try {
		expect(stack.health.model).toMatchObject({ ...alone.model, demo: false })
		await editorReady(stack)
		fake.script(
			answer([{ type: 'text', text: 'I make a cube.' }, CUBE, LOOK]),
			text('There it is.'),
		)
		const before = fake.requests.length
		const { message } = await (await ChatClient.open(stack)).ask('make a cube')
		expect(toolParts(message).map(({ state }) => state)).toEqual([
			'output-available',
			'output-available',
		])
		expect(textOf(message)).toContain('There it is.')
		const second = fake.requests[before + 1]
		expect(second?.dialect).toBe(alone.dialect)
		const sent = JSON.stringify(second?.body)
		expect(sent).toContain('FromModel')
		expect(sent).toContain('data:image/png;base64,')
	} finally {
		await close()
	}
})

describe('with several keys', () => {
	let own: OwnStack
	beforeAll(async () => {
		own = await start({
			...Object.assign({}, ...ALONE.slice(0, 4).map(({ env }) => env())),
			ANTHROPIC_API_KEY: 'k',
			ANTHROPIC_BASE_URL: claude.url,
			DEFAULT_MODEL: 'deepseek/deepseek-v4-pro',
		})
		await editorReady(own.stack)
		return own.close
	})
	const choose = async (chat: ChatClient, model: string) => {
		const path = `/api/conversations/${chat.conversationId}`
		expect((await asOwner(own.stack, 'PATCH', path, { model })).status).toBe(200)
	}

	test('a conversation goes on with another provider’s model, with calls, results and no foreign thoughts', async () => {
		expect(own.stack.health.model).toMatchObject({ provider: 'deepseek', id: 'deepseek-v4-pro' })
		const chat = await ChatClient.open(own.stack)
		const thought = { type: 'thinking', thinking: 'A secret plan.', signature: 'sig' } as const
		fake.script(answer([thought, CUBE]), text('The cube is there.'))
		await chat.ask('make a cube')
		await choose(chat, 'anthropic/claude-sonnet-5')
		claude.script(answer([thought, { ...LOOK, type: 'tool_use' }]), text('I see a cube.'))
		const { message: looked } = await chat.ask('look at it')
		expect(JSON.stringify(looked)).toContain('provider_changed')
		const first = JSON.stringify(claude.requests[0]?.body)
		expect(first).toContain('The cube is there.')
		expect(first).toContain('FromModel')
		expect(first).not.toContain('A secret plan.')
		await choose(chat, 'gemini/gemini-3.8-flash')
		fake.script(text('Both did well.'))
		const { message } = await chat.ask('who was it?')
		expect(textOf(message)).toBe('Both did well.')
		// A model that cannot see is told so; this one sees.
		expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('data:image/png;base64,')
		await choose(chat, 'deepseek/deepseek-v4-pro')
		fake.script(text('Back again.'))
		await chat.ask('and you?')
		const back = JSON.stringify(fake.requests.at(-1)?.body)
		expect(back).toContain('A secret plan.')
		expect(back).toContain('which this model cannot see')
		expect(back).not.toContain('data:image')
	})

	test('a model without a key is not offered', async () => {
		const chat = await ChatClient.open(own.stack)
		const path = `/api/conversations/${chat.conversationId}`
		expect((await asOwner(own.stack, 'PATCH', path, { model: 'mistral/large' })).status).toBe(400)
	})
})

test('a key that is refused is named', async () => {
	const { stack, close } = await start({
		DEEPSEEK_API_KEY: WRONG_KEY,
		DEEPSEEK_BASE_URL: fake.url('deepseek'),
	})
	try {
		const { message } = await (await ChatClient.open(stack)).ask('hello')
		expect(JSON.stringify(message)).toContain('Check DEEPSEEK_API_KEY')
	} finally {
		await close()
	}
})
