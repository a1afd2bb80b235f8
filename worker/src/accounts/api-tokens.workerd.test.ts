import { env } from 'cloudflare:workers'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import { type CreatedApiToken, TOKEN_SCOPES } from '@fairlead/protocol/people/api-tokens'
import { Me } from '@fairlead/protocol/people/session'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { database } from '../db/client.ts'
import { hashSecret } from '../platform/secrets.ts'
import { apiTokenOf } from './api-tokens.ts'
import { apiTokens } from './store/schema.ts'

useApi()

async function newToken(wanted: object = {}): Promise<CreatedApiToken> {
	const made = await api.owner.call('POST', '/api/tokens', {
		label: 'nightly',
		scopes: TOKEN_SCOPES,
		expiresInDays: null,
		...wanted,
	})
	expect(made.status).toBe(201)
	return (await made.json()) as CreatedApiToken
}

const withToken = (token: string, path: string, init: RequestInit = {}): Promise<Response> =>
	fetchApp(path, { ...init, headers: { authorization: `Bearer ${token}`, ...JSON_TYPE } })

describe('a script with an API token', () => {
	test('does what its person may, without cookie and Origin, and is named as the author', async () => {
		const { token, id } = await newToken()
		expect(Me.parse(await (await withToken(token, '/api/me')).json()).role).toBe('owner')
		const path = `/api/projects/${api.projectId}/conversations`
		const made = await withToken(token, path, { method: 'POST', body: '{}' })
		expect(made.status).toBe(201)
		const conversation = Conversation.parse(await made.json())
		const renamed = await withToken(token, `/api/conversations/${conversation.id}`, {
			method: 'PATCH',
			body: JSON.stringify({ title: 'From a script' }),
		})
		expect(renamed.status).toBe(200)
		const changes = await api.owner.call('GET', `/api/projects/${api.projectId}/changes`)
		expect(await changes.text()).toContain(`"kind":"token","id":"${id}"`)
	})

	test('is refused beyond its scopes, and told the one it lacks', async () => {
		const { token } = await newToken({ scopes: ['projects:read'] })
		expect((await withToken(token, '/api/projects')).status).toBe(200)
		const answer = await withToken(token, `/api/conversations/${api.conversationId}`)
		expect(answer.status).toBe(403)
		expect((await problemOf(answer)).detail).toContain('"conversations:read"')
	})

	test('sees nothing of projects that its person is not in', async () => {
		const made = await api.stranger.call('POST', '/api/tokens', {
			label: 'theirs',
			scopes: TOKEN_SCOPES,
			expiresInDays: 1,
		})
		const { token } = (await made.json()) as CreatedApiToken
		expect((await withToken(token, `/api/projects/${api.projectId}`)).status).toBe(404)
		expect((await withToken(token, `/api/conversations/${api.conversationId}`)).status).toBe(404)
	})

	test('cannot make or see tokens, or end sessions: a token that leaked makes no others', async () => {
		const { token, id } = await newToken()
		expect((await withToken(token, '/api/tokens')).status).toBe(401)
		expect((await withToken(token, `/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(401)
		const body = JSON.stringify({ label: 'x', scopes: ['usage:read'], expiresInDays: null })
		expect((await withToken(token, '/api/tokens', { method: 'POST', body })).status).toBe(401)
		expect((await withToken(token, '/api/auth/sign-out', { method: 'POST' })).status).toBe(401)
	})

	test('is told that its token is no longer valid, also if a valid cookie comes with it', async () => {
		const { token, id } = await newToken({ expiresInDays: 1 })
		const db = database(env.DB)
		await db
			.update(apiTokens)
			.set({ expiresAt: Date.now() - 1 })
			.where(eq(apiTokens.id, id))
		const answer = await fetchApp('/api/projects', {
			headers: { authorization: `Bearer ${token}`, cookie: api.owner.cookie },
		})
		expect(answer.status).toBe(401)
		expect(answer.headers.get('www-authenticate')).toBe('Bearer')
		expect((await problemOf(answer)).title).toContain('expired')
		// It stays listed, so that its person sees why the script stopped.
		expect(await (await api.owner.call('GET', '/api/tokens')).text()).toContain(id)
	})
})

describe('tokens', () => {
	test('are shown once and stored as a hash', async () => {
		const { token, id } = await newToken()
		expect(token).toMatch(/^flt_[\w-]{43}$/)
		const list = await (await api.owner.call('GET', '/api/tokens')).text()
		expect(list).toContain(id)
		expect(list).not.toContain(token)
		const rows = await database(env.DB).select().from(apiTokens)
		expect(JSON.stringify(rows)).not.toContain(token)
	})

	test("belong to one person: another's cannot be listed or revoked", async () => {
		const { token, id } = await newToken()
		expect(await (await api.stranger.call('GET', '/api/tokens')).text()).not.toContain(id)
		expect((await api.stranger.call('DELETE', `/api/tokens/${id}`)).status).toBe(404)
		expect((await withToken(token, '/api/projects')).status).toBe(200)
	})

	test('are made by our own page only', async () => {
		const headers = { cookie: api.owner.cookie, origin: 'https://evil.example', ...JSON_TYPE }
		const body = JSON.stringify({ label: 'x', scopes: ['usage:read'], expiresInDays: null })
		expect((await fetchApp('/api/tokens', { method: 'POST', headers, body })).status).toBe(403)
	})

	test('need a name, a scope that exists, and at most a year', async () => {
		const good = { label: 'x', scopes: ['usage:read'], expiresInDays: 1 }
		for (const bad of [
			{ label: ' ' },
			{ scopes: [] },
			{ scopes: ['all'] },
			{ expiresInDays: 367 },
		]) {
			const answer = await api.owner.call('POST', '/api/tokens', { ...good, ...bad })
			expect(answer.status, JSON.stringify(bad)).toBe(400)
		}
	})

	test('are valid in their exact form only', async () => {
		const { token } = await newToken()
		const db = database(env.DB)
		const valid = (header: string) => apiTokenOf(db, header, Date.now())
		expect(await valid(`Bearer ${token}`)).not.toBeNull()
		const secret = token.slice('flt_'.length)
		const oneOff = [...secret].map((char, i) => {
			const other = char === 'A' ? 'B' : 'A'
			return `flt_${secret.slice(0, i)}${other}${secret.slice(i + 1)}`
		})
		const near = [
			...oneOff,
			secret,
			`flr_${secret}`,
			`${token}A`,
			token.slice(0, -1),
			token.toUpperCase(),
			await hashSecret(token),
			`flt_${await hashSecret(token)}`,
			'flt_',
			"flt_' or 1=1--",
		]
		for (const wrong of near) expect(await valid(`Bearer ${wrong}`), wrong).toBeNull()
		expect(await valid(`Basic ${token}`)).toBeNull()
	})

	test('are bounded in number', async () => {
		const made = await api.stranger.call('GET', '/api/tokens')
		const { tokens } = (await made.json()) as { tokens: unknown[] }
		const body = { label: 'x', scopes: ['usage:read'], expiresInDays: null }
		for (let n = tokens.length; n < 50; n++)
			expect((await api.stranger.call('POST', '/api/tokens', body)).status).toBe(201)
		const answer = await api.stranger.call('POST', '/api/tokens', body)
		expect((await problemOf(answer)).code).toBe('conflict')
	})
})

test('a cookie alone still needs its Origin', async () => {
	const headers = { cookie: api.owner.cookie, ...JSON_TYPE }
	const path = `/api/projects/${api.projectId}/conversations`
	expect((await fetchApp(path, { method: 'POST', headers, body: '{}' })).status).toBe(403)
	expect(
		(await fetchApp('/api/projects', { headers: { ...headers, origin: ORIGIN } })).status,
	).toBe(200)
})
