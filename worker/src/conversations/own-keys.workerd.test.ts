/** Whose key pays: nobody spends another person's money, or goes on spending after a key was removed. */
import { env } from 'cloudflare:workers'
import type { Author } from '@fairlead/protocol/people/author'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { type Client, until } from '../../test/double/harness.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { automations } from '../automations/store/schema.ts'
import { database } from '../db/client.ts'
import { members } from '../db/schema.ts'
import { storeModelKey } from '../models/model-keys.ts'
import { deleteModelKey, listModelKeys } from '../models/store/model-keys.ts'
import { shares } from '../sharing/store/schema.ts'
import { setSuspension } from '../usage/store/allowances.ts'
import { modelAccess } from './run-access/model-access.ts'

useApi()

const db = database(env.DB)
const MODEL = 'deepseek/deepseek-flash'
/** The bearers that the provider was asked with. */
const bearers: string[] = []
/** An event at the provider before it answers. */
let meanwhile: () => Promise<void> = async () => undefined

const frames = (delta: object, finish: string) =>
	`${[
		{ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
		{ choices: [{ index: 0, delta: {}, finish_reason: finish }] },
		{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
	]
		.map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
		.join('')}data: [DONE]\n\n`

const LOOKS = frames(
	{
		tool_calls: [
			{
				index: 0,
				id: 'call_1',
				type: 'function',
				function: { name: 'no_such_tool', arguments: '{}' },
			},
		],
	},
	'tool_calls',
)
const SAYS = frames({ content: 'Hello' }, 'stop')
let script: string[] = []

beforeAll(() => {
	vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
		bearers.push(new Request(input, init).headers.get('authorization') ?? '')
		await meanwhile()
		return new Response(script.shift() ?? SAYS, {
			headers: { 'content-type': 'text/event-stream' },
		})
	})
})
afterAll(() => {
	vi.unstubAllGlobals()
})
beforeEach(() => {
	bearers.length = 0
	script = []
	meanwhile = async () => undefined
})

const give = (userId: string, key: string) =>
	storeModelKey(env, db, { userId, provider: 'deepseek' }, key, 1)

async function conversation(client: Client, model: string | null = MODEL) {
	const made = await client.call('POST', `/api/projects/${api.projectId}/conversations`, {
		// A conversation with a name asks no model for one.
		title: 'Keys',
		...(model === null ? {} : { model }),
	})
	return `/api/conversations/${((await made.json()) as { id: string }).id}`
}

const say = (client: Client, path: string, id = 'm1') =>
	client.call('POST', `${path}/messages`, {
		message: { id, role: 'user', parts: [{ type: 'text', text: 'hello' }] },
	})

test('each person’s run is paid with their own key; without one they are told what to do', async () => {
	const one = await newMember(api.projectId, 'editor')
	const two = await newMember(api.projectId, 'editor')
	const none = await newMember(api.projectId, 'editor')
	await give(one.userId, 'sk-key-of-one')
	await give(two.userId, 'sk-key-of-two')
	const path = await conversation(one.client)
	expect(await (await say(one.client, path)).text()).toContain('Hello')
	expect(await (await say(two.client, path, 'm2')).text()).toContain('Hello')
	expect(bearers).toEqual(['Bearer sk-key-of-one', 'Bearer sk-key-of-two'])
	expect(await problemOf(await say(none.client, path, 'm3'))).toMatchObject({
		code: 'model_key_missing',
		detail: expect.stringContaining('Models and keys'),
	})
	expect(bearers).toHaveLength(2)
})

test('a conversation that chooses no model uses one that its person has a key for', async () => {
	const one = await newMember(api.projectId, 'editor')
	await give(one.userId, 'sk-key-of-one')
	expect(await (await say(one.client, await conversation(one.client, null))).text()).toContain(
		'Hello',
	)
	expect(bearers).toEqual(['Bearer sk-key-of-one'])
})

const gone: readonly (readonly [string, (userId: string) => Promise<unknown>])[] = [
	['the key was removed', (userId) => deleteModelKey(db, userId, 'deepseek')],
	['the person was suspended', async (userId) => setSuspension(db, userId, 'Spam.', 1)],
	['the person was removed', (userId) => db.delete(members).where(eq(members.userId, userId))],
]

test.each(gone)('%s in the middle of a run: its next request is not made', async (_, end) => {
	const one = await newMember(api.projectId, 'editor')
	await give(one.userId, 'sk-key-of-one')
	const path = await conversation(one.client)
	script = [LOOKS, SAYS]
	meanwhile = async () => void (await end(one.userId))
	await (await say(one.client, path)).text()
	await until(async () => {
		const row = await env.DB.prepare('select error_code from runs where conversation_id = ?')
			.bind(path.split('/').at(-1))
			.first<{ error_code: string | null }>()
		return row?.error_code === 'model_no_key' ? true : undefined
	}, 'the run to end without a key')
	expect(bearers).toEqual(['Bearer sk-key-of-one'])
})

const authorOf = (kind: Author['kind'], id: string, userId: string | null): Author => ({
	kind,
	id,
	userId,
	name: 'It',
})
const payer = async (author: Author, more: object = {}) => {
	const access = await modelAccess({ ...env, ...more }, api.projectId, MODEL, author)
	return 'refused' in access ? access.refused : access.paidBy
}

test('runs of tokens, MCP clients, automations and share links are paid by who made those', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const other = await newMember(api.projectId, 'editor')
	await give(userId, 'sk-key-of-one')
	await db.insert(automations).values({
		id: 'aut_1',
		projectId: api.projectId,
		name: 'Nightly',
		enabled: true,
		template: 'x',
		trigger: { kind: 'schedule', cron: '0 3 * * *', timeZone: 'UTC' } as never,
		mode: 'auto',
		concurrency: 'skip',
		createdBy: userId,
		createdAt: 1,
		updatedAt: 1,
	})
	await db.insert(shares).values({
		id: 'shr_1',
		projectId: api.projectId,
		role: 'editor',
		tokenHash: 'h',
		label: 'L',
		signInRequired: false,
		scene: false,
		exports: false,
		createdBy: userId,
		createdAt: 1,
	})
	expect(await payer(authorOf('token', 'tok_1', userId))).toBe('person')
	expect(await payer(authorOf('mcp', 'mcn_1', userId))).toBe('person')
	expect(await payer(authorOf('schedule', 'aut_1', null))).toBe('person')
	expect(await payer(authorOf('webhook', 'aut_1', null))).toBe('person')
	expect(await payer(authorOf('share', 'shr_1', null))).toBe('person')
	// The person who presses its button pays for that run.
	expect(await payer(authorOf('webhook', 'aut_1', other.userId))).toBe('no_key')
	expect(await payer(authorOf('system', 'system', null))).toBe('no_key')
})

test('the server’s key pays for those who have none', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const author = authorOf('session', userId, userId)
	const server = { DEEPSEEK_API_KEY: 'sk-of-the-server' }
	expect(await payer(author)).toBe('no_key')
	expect(await payer(author, server)).toBe('server')
	await give(userId, 'sk-key-of-one')
	expect(await payer(author, server)).toBe('person')
})

test('a changed SECRETS_KEY: the key is read with the previous one and kept under the new one', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	const author = authorOf('session', userId, userId)
	await give(userId, 'sk-key-of-one')
	const [before] = await listModelKeys(db, userId)
	const later = { SECRETS_KEY: 'another secret' }
	expect(await payer(author, later)).toBe('key_locked')
	expect(await payer(author, { ...later, SECRETS_KEY_PREVIOUS: env.SECRETS_KEY })).toBe('person')
	const [after] = await listModelKeys(db, userId)
	expect(after?.sealed).not.toBe(before?.sealed)
	expect(await payer(author, later)).toBe('person')
	// Another person's row cannot hold it.
	const thief = await newMember(api.projectId, 'editor')
	await env.DB.prepare(
		'insert into model_keys select ?, provider, sealed, last_four, added_at from model_keys where user_id = ?',
	)
		.bind(thief.userId, userId)
		.run()
	expect(await payer(authorOf('session', thief.userId, thief.userId), later)).toBe('key_locked')
})
