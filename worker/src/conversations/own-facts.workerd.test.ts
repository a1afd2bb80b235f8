/** A person's own facts about a model count in the runs that they pay for: in requests, costs, budgets and the meter; and in no others. */
import { env } from 'cloudflare:workers'
import { ConversationContext } from '@fairlead/protocol/conversations/context'
import type { OwnFacts } from '@fairlead/protocol/models/model-facts'
import type { Author } from '@fairlead/protocol/people/author'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { storeModelKey } from '../models/model-keys.ts'
import { putModelEndpoint } from '../models/store/endpoints.ts'
import { deleteModelFacts, putModelFacts } from '../models/store/model-facts.ts'
import { deleteModelKey } from '../models/store/model-keys.ts'
import { setQuota } from '../usage/store/allowances.ts'
import { setDollarBudget } from '../usage/store/dollar-budgets.ts'
import { modelAccess } from './run-access/model-access.ts'
import { saidFacts } from './run-access/said-facts.ts'

useApi()

const db = database(env.DB)
const HOME = '@home/qwen3:8b'
const FLASH = 'deepseek/deepseek-flash'
const PRICE = { input: 1_000, output: 2_000 }
/** 3 tokens in, 2 out, at that price. */
const COST_USD = (3 * 1_000 + 2 * 2_000) / 1e6
const by = (userId: string): Author => ({ kind: 'session', id: userId, userId, name: 'Ada' })

const frames = (delta: object, finish: string) =>
	`${[
		{ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
		{ choices: [{ index: 0, delta: {}, finish_reason: finish }] },
		{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
	]
		.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
		.join('')}data: [DONE]\n\n`
const TOOL = { name: 'no_such_tool', arguments: '{}' }
const LOOKS = frames(
	{ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: TOOL }] },
	'tool_calls',
)

const asked: Record<string, unknown>[] = []
let script: string[]
let meanwhile: () => Promise<unknown>
beforeEach(() => {
	asked.length = 0
	script = []
	meanwhile = async () => undefined
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		const request = new Request(input, init)
		asked.push(await request.json())
		await meanwhile()
		return new Response(script.shift() ?? frames({ content: 'Hello' }, 'stop'), {
			headers: { 'content-type': 'text/event-stream' },
		})
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

async function person() {
	const one = await newMember(api.projectId, 'editor')
	const { userId } = one
	await storeModelKey(env, db, { userId, provider: 'deepseek' }, 'sk-of-ada', 1)
	await putModelEndpoint(db, {
		userId,
		name: 'home',
		url: 'https://llm.ada.example/v1',
		sealed: null,
		lastFour: null,
		readAt: 1,
		origin: '',
		models: [{ id: 'qwen3:8b', windowTokens: 32_768 }],
	})
	return one
}
const set = (userId: string, name: string, own: OwnFacts) =>
	putModelFacts(db, { userId, name, own, changedAt: 1 })

async function conversation(client: Client, model: string, title: string | null = 'Own facts') {
	const body = { model, ...(title === null ? {} : { title }) }
	const made = await client.call('POST', `/api/projects/${api.projectId}/conversations`, body)
	return ((await made.json()) as { id: string }).id
}
const say = (client: Client, id: string, message = 'm1') =>
	client.call('POST', `/api/conversations/${id}/messages`, {
		message: { id: message, role: 'user', parts: [{ type: 'text', text: 'hello' }] },
	})
interface Counted {
	readonly cost_usd: number | null
	readonly calls: string
}
const usageOf = (id: string) =>
	until(async () => {
		const query = 'select cost_usd, calls from usage where conversation_id = ?'
		return (await env.DB.prepare(query).bind(id).first<Counted>()) ?? undefined
	}, 'the run to be counted')

test('a run on the person’s own server is limited, counted and metered by what they set', async () => {
	const { client, userId } = await person()
	await set(userId, HOME, { windowTokens: 20_000, maxOutputTokens: 1_234, price: PRICE })
	const id = await conversation(client, HOME)
	await (await say(client, id)).text()
	expect(asked[0]).toMatchObject({ model: 'qwen3:8b' })
	expect(Object.values(asked[0] ?? {})).toContain(1_234)
	expect((await usageOf(id)).cost_usd).toBeCloseTo(COST_USD, 12)
	const context = await client.call('GET', `/api/conversations/${id}/context`)
	const meter = ConversationContext.parse(await context.json())
	// 40 % of the window.
	expect(meter).toMatchObject({ windowTokens: 20_000, viewTokens: 8_000 })
})

test('the meter has the window that the person’s server lists if nothing is set', async () => {
	const { client } = await person()
	const id = await conversation(client, HOME)
	await (await say(client, id)).text()
	const context = await client.call('GET', `/api/conversations/${id}/context`)
	expect(ConversationContext.parse(await context.json()).windowTokens).toBe(32_768)
	expect((await usageOf(id)).cost_usd).toBeNull()
})

test('a run under way keeps what it began with, and the next one has what is set now', async () => {
	const { client, userId } = await person()
	await set(userId, FLASH, { price: PRICE })
	const id = await conversation(client, FLASH)
	script = [LOOKS]
	meanwhile = () => set(userId, FLASH, { price: { input: 0, output: 0 } })
	await (await say(client, id)).text()
	const { cost_usd, calls } = await usageOf(id)
	expect(JSON.parse(calls)).toHaveLength(2)
	expect(cost_usd).toBeCloseTo(2 * COST_USD, 12)
	await deleteModelFacts(db, userId, FLASH)
	const next = await conversation(client, FLASH)
	await (await say(client, next)).text()
	expect((await usageOf(next)).cost_usd).toBeCloseTo((3 * 0.3 + 2 * 1.2) / 1e6, 12)
})

test('the title is counted with what its person set of its model', async () => {
	const { client, userId } = await person()
	// The cheapest, which writes titles.
	await set(userId, FLASH, { price: PRICE })
	const id = await conversation(client, 'deepseek/deepseek-v4-pro', null)
	await (await say(client, id)).text()
	const title = await until(async () => {
		const calls = JSON.parse((await usageOf(id)).calls) as { purpose: string; costUsd: number }[]
		return calls.find(({ purpose }) => purpose === 'title')
	}, 'the title')
	expect(title.costUsd).toBeCloseTo(COST_USD, 12)
})

test('only a key or a server of the payer lets what they set count', async () => {
	const { userId } = await person()
	const other = await person()
	await set(userId, FLASH, { price: PRICE, windowTokens: 9_000 })
	const said = (author: Author) =>
		saidFacts(env as never, api.projectId, author, { name: FLASH, chosen: true })
	expect(await said(by(userId))).toMatchObject({ own: { [FLASH]: { price: PRICE } } })
	expect(await said(by(other.userId))).toEqual({})
	await deleteModelKey(db, userId, 'deepseek')
	expect(await said(by(userId))).toEqual({})
})

test('the operator’s facts stand on the server’s key: nobody makes a model cheap for themselves', async () => {
	const { userId } = await person()
	await setQuota(db, userId, { limits: { server_key_usd_per_month: 5 } })
	const server = { ...env, DEEPSEEK_API_KEY: 'sk-server' } as never
	const settings = { own: { [FLASH]: { price: { input: 0, output: 0 }, windowTokens: 9_000 } } }
	const access = async () => {
		const one = await modelAccess(server, api.projectId, FLASH, by(userId), settings)
		if ('refused' in one) throw new Error('refused')
		return one
	}
	expect(await access()).toMatchObject({ paidBy: 'person', facts: { windowTokens: 9_000 } })
	await deleteModelKey(db, userId, 'deepseek')
	const byServer = await access()
	expect(byServer).toMatchObject({
		paidBy: 'server',
		facts: { windowTokens: 1_000_000, price: { input: 0.3 } },
	})
	const used = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
	await byServer.charge?.(used)
	const spent = 'select usd from server_key_use where user_id = ?'
	expect(await env.DB.prepare(spent).bind(userId).first('usd')).toBeCloseTo(0.3)
})

test('a price that is set lets a budget count the model, and one of 0 is not stopped', async () => {
	const { client, userId } = await person()
	await setDollarBudget(db, userId, {
		usdPerDay: COST_USD / 2,
		usdPerMonth: null,
		unknownStops: true,
	})
	const id = await conversation(client, HOME)
	expect((await problemOf(await say(client, id))).code).toBe('budget_no_price')
	await set(userId, HOME, { price: PRICE })
	await (await say(client, id)).text()
	await usageOf(id)
	expect((await problemOf(await say(client, id, 'm2'))).code).toBe('budget_exceeded')
	await set(userId, HOME, { price: { input: 0, output: 0 } })
	expect(await (await say(client, id, 'm3')).text()).toContain('Hello')
})
