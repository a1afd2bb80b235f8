/** The budget of the server's own keys: counted per person, warned about, and not exceeded by a next request. */
import { env } from 'cloudflare:workers'
import { UsageLimits } from '@fairlead/protocol/models/usage'
import type { Author } from '@fairlead/protocol/people/author'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { FORMER_ID } from '../access/former-person.ts'
import { automations } from '../automations/store/schema.ts'
import { database } from '../db/client.ts'
import { members } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { storeModelKey } from '../models/model-keys.ts'
import { setQuota, setSuspension } from '../usage/store/allowances.ts'
import { modelAccess } from './run-access/model-access.ts'

useApi()

const db = database(env.DB)
const MODEL = 'anthropic/claude-sonnet-5'
const MILLION = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
const by = (userId: string): Author => ({ kind: 'session', id: userId, userId, name: 'Mate' })

const accessOf = (author: Author, model = MODEL) =>
	modelAccess({ ...env, ANTHROPIC_API_KEY: 'sk-server' }, api.projectId, model, author)

async function spend(author: Author, model = MODEL): Promise<string> {
	const access = await accessOf(author, model)
	if ('refused' in access) return JSON.stringify(access.refused)
	await access.charge?.(MILLION)
	return access.warning?.text ?? 'ok'
}

const limited = async (limits: Parameters<typeof setQuota>[2]['limits']) => {
	const mate = await newMember(api.projectId, 'editor')
	await setQuota(db, mate.userId, { limits })
	return mate
}

test('nothing is counted without a limit', async () => {
	const { userId } = await newMember(api.projectId, 'editor')
	expect(await accessOf(by(userId))).not.toHaveProperty('charge')
	expect(await accessOf({ ...by(''), kind: 'system', userId: null })).not.toHaveProperty('charge')
})

test('dollars of a day: a warning from 80% on, then no further request, and when it resets', async () => {
	const { userId, client } = await limited({ server_key_usd_per_day: 5 })
	const access = await accessOf(by(userId))
	expect(access).toMatchObject({ paidBy: 'server', charge: expect.any(Function) })
	// Two or three dollars each.
	const said = [await spend(by(userId)), await spend(by(userId)), await spend(by(userId))]
	expect(said.join()).toMatch(/You have used \d+% of today’s \$5|used all of today’s \$5/)
	const refused = await spend(by(userId))
	expect(refused).toContain('You have used all of today’s $5 on the server’s model keys.')
	expect(refused).toContain('With a key of your own')
	expect(refused).toContain('It resets on')
	const shown = await (await client.call('GET', '/api/usage/limits')).json()
	const [quota] = UsageLimits.parse(shown).person.quotas
	expect(quota).toMatchObject({ limit: 'server_key_usd_per_day', max: 5 })
	expect(quota?.used).toBeGreaterThanOrEqual(5)
})

test('tokens of a month, also of a model whose price is not known', async () => {
	const { userId } = await limited({ server_key_tokens_per_month: 2_000_000 })
	const unlisted = 'anthropic/claude-of-tomorrow'
	expect(await spend(by(userId), unlisted)).toBe('ok')
	expect(await spend(by(userId), unlisted)).toBe('ok')
	expect(await spend(by(userId), unlisted)).toContain(
		'You have used all of this month’s 2,000,000 tokens',
	)
})

test('a model whose price is not known does not get around a limit in dollars', async () => {
	const { userId } = await limited({ server_key_usd_per_month: 5 })
	const unlisted = 'anthropic/claude-of-tomorrow'
	expect(await spend(by(userId), unlisted)).toContain('server_key_no_price')
	// Nor does a price help that a person had read from a list: it may be old, or say nothing of fees.
	const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
	const server = { ...env, ANTHROPIC_API_KEY: 'sk-server' }
	const read = { listed: { price } }
	expect(await modelAccess(server, api.projectId, unlisted, by(userId), read)).toMatchObject({
		refused: { code: 'server_key_no_price' },
	})
	expect(await spend(by(userId))).toBe('ok')
	await storeModelKey(env, db, { userId, provider: 'anthropic' }, 'sk-own', 1)
	expect(await accessOf(by(userId), unlisted)).toMatchObject({ paidBy: 'person' })
})

const automationOf = async (createdBy: string) => {
	const id = newId('aut')
	await db.insert(automations).values({
		id,
		projectId: api.projectId,
		name: 'Nightly',
		enabled: true,
		template: 'x',
		trigger: { kind: 'schedule', cron: '0 3 * * *', timeZone: 'UTC' } as never,
		mode: 'auto',
		concurrency: 'skip',
		createdBy,
		createdAt: 1,
		updatedAt: 1,
	})
	return { kind: 'schedule', id, userId: null, name: 'Nightly' } as const
}

const endsOfMakers: readonly (readonly [string, (userId: string) => Promise<unknown>])[] = [
	[
		'is an approver now',
		(id) => db.update(members).set({ role: 'approver' }).where(eq(members.userId, id)),
	],
	['has left', (id) => db.delete(members).where(eq(members.userId, id))],
	['is suspended', async (id) => setSuspension(db, id, 'Spam.', 1)],
	[
		'has deleted the account',
		(id) =>
			db.update(automations).set({ createdBy: FORMER_ID }).where(eq(automations.createdBy, id)),
	],
]

test.each(endsOfMakers)('an automation whose maker %s spends nothing more', async (_, end) => {
	const { userId } = await newMember(api.projectId, 'editor')
	const author = await automationOf(userId)
	expect(await spend(author)).toBe('ok')
	await end(userId)
	expect(await spend(author)).toContain('no_payer')
	await storeModelKey(env, db, { userId, provider: 'anthropic' }, 'sk-own', 1)
	expect(await spend(author)).toContain('no_payer')
})

test('others read that a limit is reached, not how much its person may spend', async () => {
	const { userId } = await limited({ server_key_usd_per_day: 3 })
	const author = await automationOf(userId)
	const said = [await spend(author), await spend(author), await spend(author)]
	expect(said.join()).toContain('server_key_used_up')
	expect(said.join()).not.toMatch(/\byour?\b|\$|%/i)
})

test('a count that the database does not answer ends', async () => {
	const { userId } = await limited({ server_key_tokens_per_day: 9 })
	const hung = new Proxy(env.DB, {
		get(target, name) {
			if (name === 'batch') return () => new Promise(() => undefined)
			const value = Reflect.get(target, name)
			return typeof value === 'function' ? value.bind(target) : value
		},
	})
	const server = { ...env, DB: hung, ANTHROPIC_API_KEY: 'sk-server' }
	const access = await modelAccess(server, api.projectId, MODEL, by(userId))
	if ('refused' in access) throw new Error('It is refused.')
	await expect(access.charge?.(MILLION)).rejects.toThrow('D1 does not answer')
})

test('the limit of the server’s key is that of one person, and does not hold for their own key', async () => {
	const one = await limited({ server_key_tokens_per_day: 1 })
	const other = await limited({ server_key_tokens_per_day: 1 })
	await spend(by(one.userId))
	expect(await spend(by(one.userId))).toContain('server_key_used_up')
	expect(await spend(by(other.userId))).toBe('ok')
	await storeModelKey(env, db, { userId: one.userId, provider: 'anthropic' }, 'sk-own', 1)
	expect(await accessOf(by(one.userId))).toMatchObject({ paidBy: 'person' })
	expect(await spend(by(one.userId))).toBe('ok')
})

test('requests at the same moment are all counted', async () => {
	const { userId } = await limited({ server_key_tokens_per_day: 9_000_000 })
	await Promise.all(Array.from({ length: 8 }, () => spend(by(userId))))
	const row = await env.DB.prepare(
		'select tokens from server_key_use where user_id = ? and length(period) = 10',
	)
		.bind(userId)
		.first()
	expect(row).toEqual({ tokens: 8_000_000 })
})
