/** The product with one provider's key and nothing else, and a conversation that moves from one to the next. */
import { Health } from '@fairlead/protocol/http/health'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_MODEL_KEYS } from '../../scripts/stack/worker-vars.ts'
import { answer, type FakeAnthropic, startFakeAnthropic, text } from '../fakes/anthropic-server.ts'
import { type FakeOpenAI, startFakeOpenAI, WRONG_KEY } from '../fakes/openai-server.ts'
import { ChatClient, textOf, toolParts } from './chat-client.ts'
import { killStarted, npmStartedServer, START_TEST_MS } from './npm-start.ts'
import {
	asOwner,
	editorReady,
	newStateDir,
	type OwnStack,
	ownStack,
	removeDir,
} from './stack-kit.ts'

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
	readonly name: string
	/** All that is set of the variables for models. */
	readonly env: () => Record<string, string>
	readonly model: { readonly provider: string; readonly id: string }
	/** Requests to this provider's server so far. */
	readonly asked: () => readonly { readonly body: unknown }[]
	readonly script: (...answers: Parameters<FakeAnthropic['script']>) => void
}

const byOpenAI = (
	dialect: FakeOpenAI['requests'][number]['dialect'],
	env: () => Record<string, string>,
	model: Alone['model'],
): Alone => ({
	name: dialect,
	env,
	model,
	asked: () => fake.requests.filter((request) => request.dialect === dialect),
	script: (...answers) => fake.script(...answers),
})

const ALONE: readonly Alone[] = [
	{
		name: 'anthropic',
		env: () => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: claude.url }),
		model: { provider: 'anthropic', id: 'claude-sonnet-5' },
		asked: () => claude.requests,
		script: (...answers) => claude.script(...answers),
	},
	byOpenAI(
		'openai',
		() => ({
			OPENAI_API_KEY: 'k',
			OPENAI_BASE_URL: fake.url('openai'),
			// OpenAI's own address needs no word for this.
			OPENAI_API: 'responses',
		}),
		{ provider: 'openai', id: 'gpt-6.1-sol' },
	),
	byOpenAI('gemini', () => ({ GEMINI_API_KEY: 'k', GEMINI_BASE_URL: fake.url('gemini') }), {
		provider: 'gemini',
		id: 'gemini-3.8-flash',
	}),
	byOpenAI(
		'openrouter',
		() => ({ OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: fake.url('openrouter') }),
		{ provider: 'openrouter', id: 'anthropic/claude-sonnet-5' },
	),
	byOpenAI('deepseek', () => ({ DEEPSEEK_API_KEY: 'k', DEEPSEEK_BASE_URL: fake.url('deepseek') }), {
		provider: 'deepseek',
		id: 'deepseek-flash',
	}),
	byOpenAI(
		'compatible',
		() => ({ OPENAI_BASE_URL: fake.url('compatible'), OPENAI_MODEL: 'qwen3:8b' }),
		{ provider: 'openai', id: 'qwen3:8b' },
	),
]

describe('npm start with one key alone', { timeout: START_TEST_MS }, () => {
	let dir: string
	beforeEach(async () => {
		dir = await newStateDir()
	})
	afterEach(async () => {
		killStarted()
		await removeDir(dir)
	})

	test.each(ALONE)('$name: two calls in parallel, a picture, an answer', async (alone) => {
		const server = await npmStartedServer(dir, { ...NO_MODEL_KEYS, ...alone.env() })
		const health = Health.parse(await (await fetch(`${server.origin}/api/health`)).json())
		expect(health.model).toMatchObject({ ...alone.model, demo: false })
		await editorReady(server)
		const before = alone.asked().length
		alone.script(
			answer([{ type: 'text', text: 'I make a cube.' }, CUBE, LOOK]),
			text('There it is.'),
		)
		const { message } = await (await ChatClient.open(server)).ask('make a cube')
		expect(toolParts(message).map(({ state }) => state)).toEqual([
			'output-available',
			'output-available',
		])
		expect(textOf(message)).toContain('There it is.')
		const sent = JSON.stringify(alone.asked()[before + 1]?.body)
		expect(sent).toContain('FromModel')
		expect(sent).toMatch(/data:image\/png;base64,|"media_type":"image\/png"/)
		await server.stop()
	})
})

describe('with several keys', () => {
	let own: OwnStack
	beforeAll(async () => {
		own = await start({
			...Object.assign({}, ...ALONE.slice(0, 5).map(({ env }) => env())),
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
		const before = claude.requests.length
		const { message: looked } = await chat.ask('look at it')
		expect(JSON.stringify(looked)).toContain('provider_changed')
		const first = JSON.stringify(claude.requests[before]?.body)
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
		expect(JSON.stringify(message)).toContain('the server’s DEEPSEEK_API_KEY')
	} finally {
		await close()
	}
})
