/** Codes and tokens of MCP clients: what they are good for, how often, and when they end. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, useApi } from '../../../test/api-kit.ts'
import {
	agreed,
	connected,
	ended,
	errorOf,
	FORM,
	type Granted,
	listeningWith,
	redeeming,
	refreshing,
	registered,
	requestOf,
	using,
} from '../../../test/connection-kit.ts'
import { fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { mcpCodes, mcpConnections } from '../oauth/schema.ts'

useApi()
const db = database(env.DB)
afterEach(() => vi.restoreAllMocks())

describe('a code', () => {
	const begun = async () => {
		const id = await registered()
		const code = (await agreed(await requestOf(id))).searchParams.get('code') ?? ''
		return { id, code }
	}

	test('works once; shown again, it revokes what was made of it', async () => {
		const { id, code } = await begun()
		const { access_token } = (await (await redeeming(id, code)).json()) as Granted
		expect((await using(access_token)).status).toBe(200)
		expect(await errorOf(await redeeming(id, code))).toBe('invalid_grant')
		expect((await using(access_token)).status).toBe(401)
	})

	test('makes one connection at most when it is used ten times at once', async () => {
		const { id, code } = await begun()
		const before = await db.select().from(mcpConnections)
		const answers = await Promise.all(Array.from({ length: 10 }, () => redeeming(id, code)))
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
		const after = await db.select().from(mcpConnections)
		expect(after.length - before.length).toBeLessThanOrEqual(1)
	})

	test('shown twice at the same moment, revokes what the quicker one made of it', async () => {
		const { id, code } = await begun()
		// Neither may write before both have read that the code is unused.
		const release = Promise.withResolvers<void>()
		const batch = env.DB.batch.bind(env.DB)
		let waiting = 0
		vi.spyOn(env.DB, 'batch').mockImplementation(async (statements) => {
			waiting += 1
			if (waiting >= 2) release.resolve()
			await release.promise
			return batch(statements)
		})
		const answers = await Promise.all([redeeming(id, code), redeeming(id, code)])
		vi.restoreAllMocks()
		const made = answers.filter(({ status }) => status === 200)
		expect(made).toHaveLength(1)
		const { access_token } = (await made[0]!.json()) as Granted
		expect((await using(access_token)).status).toBe(401)
	})

	test('needs its verifier, its client, its redirect, its resource', async () => {
		const { id, code } = await begun()
		const other = await registered()
		const wrong: readonly [string, Record<string, string>][] = [
			['invalid_grant', { code_verifier: 'w'.repeat(43) }],
			['invalid_grant', { client_id: other }],
			['invalid_grant', { redirect_uri: 'http://127.0.0.1:33418/callback2' }],
			['invalid_target', { resource: `${ORIGIN}/mcp/prj_other` }],
			['invalid_target', { resource: 'https://evil.example/mcp' }],
		]
		for (const [error, more] of wrong) {
			expect(await errorOf(await redeeming(id, code, more))).toBe(error)
		}
		expect((await redeeming(id, code)).status).toBe(200)
	})

	test('is stored as a hash', async () => {
		const { code } = await begun()
		const stored = JSON.stringify(await db.select().from(mcpCodes))
		expect(stored).not.toContain(code)
	})
})

describe('tokens', () => {
	test('are replaced by each refresh; an old one shown later ends the connection', async () => {
		const { clientId, access_token, refresh_token } = await connected()
		const next = (await (await refreshing(clientId, refresh_token)).json()) as Granted
		expect((await using(access_token)).status).toBe(401)
		expect((await using(next.access_token)).status).toBe(200)
		// A lost answer: repeated at once, it gets another one.
		const again = (await (await refreshing(clientId, refresh_token)).json()) as Granted
		expect((await using(again.access_token)).status).toBe(200)
		const later = Date.now() + 60_000
		vi.spyOn(Date, 'now').mockReturnValue(later)
		expect(await errorOf(await refreshing(clientId, refresh_token))).toBe('invalid_grant')
		expect((await using(again.access_token)).status).toBe(401)
		expect(await errorOf(await refreshing(clientId, again.refresh_token))).toBe('invalid_grant')
	})

	test('cannot be refreshed for ever with one that was used: 30 seconds after its first use it ends the connection', async () => {
		const from = Date.now()
		const clock = vi.spyOn(Date, 'now').mockReturnValue(from)
		const { clientId, refresh_token } = await connected()
		await refreshing(clientId, refresh_token)
		clock.mockReturnValue(from + 25_000)
		const replayed = (await (await refreshing(clientId, refresh_token)).json()) as Granted
		expect((await using(replayed.access_token)).status).toBe(200)
		clock.mockReturnValue(from + 50_000)
		expect(await errorOf(await refreshing(clientId, refresh_token))).toBe('invalid_grant')
		expect((await using(replayed.access_token)).status).toBe(401)
	})

	test('that a repeat replaced end the connection when they are shown, also when the other was refreshed since', async () => {
		const { clientId, refresh_token } = await connected()
		const own = (await (await refreshing(clientId, refresh_token)).json()) as Granted
		const stolen = (await (await refreshing(clientId, refresh_token)).json()) as Granted
		const next = (await (await refreshing(clientId, stolen.refresh_token)).json()) as Granted
		expect((await using(next.access_token)).status).toBe(200)
		expect(await errorOf(await refreshing(clientId, own.refresh_token))).toBe('invalid_grant')
		expect((await using(next.access_token)).status).toBe(401)
	})

	test('are for one project: another of the same person refuses them', async () => {
		const { access_token } = await connected()
		const { id } = await api.owner.newProject('Other')
		const refused = await using(access_token, id)
		expect(refused.status).toBe(401)
		expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
		// And nothing else of the API takes them.
		const headers = { authorization: `Bearer ${access_token}` }
		expect((await fetchApp('/api/projects', { headers })).status).toBe(401)
	})

	test('are listed without secrets, revoked on the page, and given back by the client', async () => {
		const { access_token, refresh_token, clientId } = await connected()
		const listed = await (await api.owner.call('GET', '/api/connections')).text()
		expect(listed).not.toMatch(/fla_|flx_|Hash/)
		const { tokens } = JSON.parse(listed) as { tokens: { id: string; clientId: string }[] }
		const own = tokens.find((one) => one.clientId === clientId)
		expect(own).toMatchObject({ label: 'Coder', projectName: 'Mine' })
		const path = `/api/connections/${own?.id}`
		expect((await api.stranger.call('DELETE', path)).status).toBe(404)
		const listening = await listeningWith(access_token)
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		await ended(listening)
		expect((await using(access_token)).status).toBe(401)
		expect(await errorOf(await refreshing(clientId, refresh_token))).toBe('invalid_grant')
		const second = await connected()
		const also = await listeningWith(second.access_token)
		const body = new URLSearchParams({ token: second.refresh_token }).toString()
		expect((await fetchApp('/oauth/revoke', { method: 'POST', headers: FORM, body })).status).toBe(
			200,
		)
		await ended(also)
		expect((await using(second.access_token)).status).toBe(401)
	})

	test('end with the membership of their person', async () => {
		const { client, userId } = await newMember(api.projectId, 'editor')
		const id = await registered()
		const request = await requestOf(id)
		const given = await client.call('POST', '/api/connections', {
			request,
			scopes: ['editor:read'],
		})
		const { redirect } = (await given.json()) as { redirect: string }
		const code = new URL(redirect).searchParams.get('code') ?? ''
		const { access_token } = (await (await redeeming(id, code)).json()) as Granted
		const listening = await listeningWith(access_token)
		const path = `/api/projects/${api.projectId}/members/${userId}`
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		await ended(listening)
		expect((await using(access_token)).status).toBe(404)
	})
})
