/** The budget of the server's own keys: counted per person, warned about, and not exceeded by a next request. */
import { env } from 'cloudflare:workers'
import type { Author } from '@fairlead/protocol/author'
import { UsageLimits } from '@fairlead/protocol/usage'
import { expect, test } from 'vitest'
import { api, useApi } from '../../test/api-kit.ts'
import { newMember } from '../../test/people-kit.ts'
import { storeModelKey } from '../accounts/model-keys.ts'
import { setQuota } from '../db/allowances.ts'
import { database } from '../db/client.ts'
import { modelAccess } from './model-access.ts'

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

test('without a limit nothing is counted', async () => {
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
	expect(said.join()).toMatch(/You have used \d+% of 5 dollars|used all 5 dollars/)
	const refused = await spend(by(userId))
	expect(refused).toContain('You have used all 5 dollars of the server’s model keys for today.')
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
	expect(await spend(by(userId), unlisted)).toContain('You have used all 2,000,000 tokens')
})

test('the limit is that of one person, and does not hold for their own key', async () => {
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
