/** The operator: who is one, what they see, and that what they do is recorded. */
import { env } from 'cloudflare:workers'
import { RELAY_PROOF_HEADER, RELAY_PROOF_KEY_CHARS } from '@fairlead/protocol/computers/relay-proof'
import { ArenaPlayerKey } from '@fairlead/protocol/people/account'
import { AuditPage } from '@fairlead/protocol/people/audit'
import { Allowance, OperatorPeople, OperatorProjects } from '@fairlead/protocol/people/operator'
import { newNonce, serverProofOf, tokenHashOf } from '@fairlead/protocol/wire/token-proof'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import { callArena, IMP, newPlayer, storedBattle } from '../../../test/arena/arena-kit.ts'
import { fetchApp } from '../../../test/double/harness.ts'
import { ADMIN_TOKEN, operate, suspend } from '../../../test/people/operator-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { arenaSides } from '../../arena/store/schema.ts'
import { database } from '../../db/client.ts'
import { usage } from '../../db/schema.ts'
import { routes } from '../../http/routes.ts'
import { newId } from '../../ids.ts'
import { isOperator } from '../operator.ts'
import { audit } from '../store/people-schema.ts'

useApi()
const db = database(env.DB)
const PROOF = '/api/operator/proof'
const ours = routes.filter(({ path }) => path.startsWith('/api/operator') && path !== PROOF)

describe('the operator’s token', () => {
	test('is the only way in: not a session, not even the owner’s, not another token', async () => {
		expect(ours.length).toBeGreaterThan(7)
		for (const { method, path, access } of ours) {
			expect(access.by).toEqual(['operator'])
			const ids = { ':userId': newId('usr'), ':projectId': newId('prj'), ':playerId': '1' }
			const at = path.replace(/:\w+/, (param) => ids[param as keyof typeof ids])
			const init = { method: method.toUpperCase() }
			const tries = [{ cookie: api.owner.cookie }, { authorization: `Bearer ${ADMIN_TOKEN}x` }, {}]
			for (const headers of tries) {
				expect((await fetchApp(at, { ...init, headers })).status, `${method} ${path}`).toBe(401)
			}
		}
	})

	test('opens nothing else', async () => {
		const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
		for (const path of ['/api/projects', `/api/projects/${api.projectId}`, '/api/me']) {
			expect((await fetchApp(path, { headers })).status).toBe(401)
		}
	})

	test('is proved to those who know it, and to nobody else', async () => {
		const nonce = newNonce()
		const proof = async (token: string) => {
			const key = tokenHashOf(token).slice(0, RELAY_PROOF_KEY_CHARS)
			const query = new URLSearchParams({ key, nonce })
			const { status, headers } = await fetchApp(`${PROOF}?${query}`)
			return { status, proof: headers.get(RELAY_PROOF_HEADER) }
		}
		expect(await proof(ADMIN_TOKEN)).toEqual({
			status: 204,
			proof: serverProofOf(tokenHashOf(ADMIN_TOKEN), nonce, '80'),
		})
		expect(await proof(`${ADMIN_TOKEN}x`)).toEqual({ status: 401, proof: null })
	})

	test('is off unless it is set, and while it is short enough to be guessed', async () => {
		for (const token of [undefined, '', 'x'.repeat(31)]) {
			const bare = { ...env, ADMIN_TOKEN: token } as never
			expect(await isOperator(bare, `Bearer ${token}`)).toBe(false)
		}
		expect(await isOperator(env as never, `Bearer ${ADMIN_TOKEN}`)).toBe(true)
	})
})

async function people(query: string): Promise<OperatorPeople> {
	return OperatorPeople.parse(await (await operate('GET', `/people?${query}`)).json())
}

test('people are found by name, address and id, with what they used in thirty days; each once over pages', async () => {
	const mates = await Promise.all([1, 2, 3].map(() => newMember(api.projectId, 'viewer')))
	const [first] = mates
	const mail = `ada-${newId('usr')}@example.com`
	await env.DB.prepare('update users set name = ?, email = ? where id = ?')
		.bind('100% Ada', mail, first?.userId)
		.run()
	const row = (days: number, costUsd: number | null) => ({
		projectId: api.projectId,
		userId: first?.userId ?? '',
		model: 'demo/demo',
		costUsd,
		inputTokens: 10,
		outputTokens: 5,
		cacheReadTokens: 0,
		cacheWriteTokens: 0,
		runId: newId('run', Date.now() - days * 86_400_000),
		createdAt: Date.now() - days * 86_400_000,
	})
	await db.insert(usage).values([row(1, 0.5), row(29, null), row(31, 9)])
	for (const search of ['100%', 'ADA-', first?.userId ?? '']) {
		const found = await people(new URLSearchParams({ search }).toString())
		expect(found.people, search).toMatchObject([
			{
				id: first?.userId,
				email: mail,
				projects: 1,
				suspended: null,
				lately: { runs: 2, tokens: 30, costUsd: 0.5 },
			},
		])
	}
	expect((await people('search=1%25')).people).toEqual([])
	const seen: string[] = []
	for (let cursor: string | null = ''; cursor !== null; ) {
		const page: OperatorPeople = await people(`limit=2${cursor && `&cursor=${cursor}`}`)
		expect(page.people.length).toBeLessThanOrEqual(2)
		seen.push(...page.people.map(({ id }) => id))
		cursor = page.nextCursor
	}
	expect(new Set(seen).size).toBe(seen.length)
	for (const { userId } of mates) expect(seen).toContain(userId)
})

test('projects are listed with their owners and use, without a word of what is in them', async () => {
	const answer = await operate('GET', `/projects?search=${api.projectId}`)
	const text = await answer.clone().text()
	const { projects } = OperatorProjects.parse(await answer.json())
	expect(projects).toMatchObject([
		{ id: api.projectId, name: 'Mine', conversations: 1, owners: [expect.stringMatching(/^usr_/)] },
	])
	expect(text).not.toContain('New conversation')
})

test('actions of the operator are in the log of the person and of the project, with the reason', async () => {
	const mate = await newMember(api.projectId, 'viewer')
	await suspend(`/people/${mate.userId}`, 'Spam.')
	await operate('DELETE', `/people/${mate.userId}/suspension`)
	await operate('PATCH', `/people/${mate.userId}/quota`, { limits: { runs_per_day: 3 } })
	const own = AuditPage.parse(await (await mate.client.call('GET', '/api/audit')).json())
	const by = { kind: 'operator', id: 'operator', name: 'Operator' }
	expect(own.entries).toMatchObject([
		{ event: 'setQuotaOfPerson', by, detail: { runs_per_day: 3 } },
		{ event: 'unsuspendPerson', by },
		{ event: 'suspendPerson', by, subject: mate.userId, detail: { reason: 'Spam.' } },
	])
	const { id } = await api.owner.newProject('Held')
	await suspend(`/projects/${id}`, 'Claim.')
	const log = await api.owner.call('GET', `/api/projects/${id}/audit`)
	expect(AuditPage.parse(await log.json()).entries).toMatchObject([
		{ event: 'suspendProject', by, detail: { reason: 'Claim.' } },
		{ event: 'createProject' },
	])
	const held = await (await operate('GET', '/projects?suspended=true')).json()
	expect(OperatorProjects.parse(held).projects.map((project) => project.id)).toEqual([id])
	expect((await people('suspended=true')).people).toEqual([])
})

test('a quota keeps what is not named; "plan" takes a limit back', async () => {
	const { userId } = await newMember(api.projectId, 'viewer')
	const set = async (body: object) =>
		Allowance.parse(await (await operate('PATCH', `/people/${userId}/quota`, body)).json())
	expect(await set({ plan: 'free' })).toEqual({ plan: 'free', limits: {} })
	await set({ limits: { runs_per_day: 5, api_tokens: null } })
	expect(await set({ limits: { runs_per_day: 'plan' } })).toEqual({
		plan: 'free',
		limits: { api_tokens: null },
	})
	expect(await set({ plan: null })).toMatchObject({ plan: null })
})

test('an impossible value is refused with a sentence that says what to do', async () => {
	const nobody = await suspend(`/people/${newId('usr')}`)
	expect(await problemOf(nobody)).toMatchObject({ status: 404, detail: expect.any(String) })
	const { userId } = (await (await api.owner.call('GET', '/api/me')).json()) as { userId: string }
	expect(await problemOf(await suspend(`/people/${userId}`))).toMatchObject({
		status: 409,
		title: 'The owner of this server cannot be suspended.',
	})
	const mate = await newMember(api.projectId, 'viewer')
	const quota = `/people/${mate.userId}/quota`
	for (const body of [{}, { limits: {} }, { plan: 'gold' }, { limits: { runs_per_day: -1 } }]) {
		expect((await operate('PATCH', quota, body)).status).toBe(400)
	}
	expect((await suspend(`/people/${mate.userId}`, ' ')).status).toBe(400)
})

describe('a player of the arena without an account', () => {
	const remove = (id: number | string) => operate('DELETE', `/arena-players/${id}`)

	test('is removed: the key ends, nothing of them is shown, and the opponent keeps the result', async () => {
		const [rude, ada] = [await newPlayer(IMP), await newPlayer(IMP)]
		const { value } = await ada.call('POST', '/challenge', { defender_id: rude.id })
		expect(await (await remove(rude.id)).json()).toEqual({ id: rude.id, isCleared: true })
		expect((await rude.call('GET', '/me')).status).toBe(401)
		expect((await callArena('GET', `/arena/api/players/${rude.id}`)).status).toBe(404)
		const battle = await callArena('GET', `/arena/api/battles/${value.battle_id}`)
		expect(battle.value).toMatchObject({
			status: 'finished',
			challenger: { id: ada.id, redcode: IMP },
			defender: { id: null, name: 'Former player', redcode: null },
		})
		const sides = await db.select().from(arenaSides).where(eq(arenaSides.playerId, rude.id))
		expect(sides).toEqual([])
		expect((await problemOf(await remove(rude.id))).code).toBe('not_found')
		const recorded = await db.select().from(audit).where(eq(audit.event, 'removeArenaPlayer'))
		expect(recorded).toMatchObject([{ subject: String(rude.id), refused: null }])
		expect(JSON.stringify(recorded)).not.toContain(rude.name)
	})

	test('with many battles is out of sight at once, and cleared by repeating the request', async () => {
		const { id, players } = await storedBattle([IMP, IMP])
		const [rude = 0] = players
		const many = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)`
		await db.run(sql`${many} insert into arena_battles
			(mode, status, settings, seed, engine_version, left_out, created_at)
			select mode, 'finished', settings, seed, engine_version, left_out, 2 from arena_battles, n
			where id = ${id}`)
		await db.run(sql`insert into arena_sides (battle_id, slot, mode, player_id, is_stock_bot, warrior_name)
			select id, 0, mode, ${rude}, 0, 'W' from arena_battles where created_at = 2`)
		expect(await (await remove(rude)).json()).toEqual({ id: rude, isCleared: false })
		expect((await callArena('GET', `/arena/api/players/${rude}`)).status).toBe(404)
		expect(await (await remove(rude)).json()).toEqual({ id: rude, isCleared: true })
	})

	test('is not removed if it has an account after all, or does not exist', async () => {
		const { client, userId } = await newMember(api.projectId, 'viewer')
		const made = await client.call('POST', '/api/account/arena-player', { name: 'Member' })
		const { id, apiKey: key } = ArenaPlayerKey.parse(await made.json())
		expect(await problemOf(await remove(id))).toMatchObject({
			code: 'conflict',
			detail: expect.stringContaining(userId),
		})
		expect((await callArena('GET', '/arena/api/me', { key })).status).toBe(200)
		for (const none of [999_999, '0', '1.5', 'x']) {
			expect((await problemOf(await remove(none))).code).toBe('not_found')
		}
	})
})
