import { env } from 'cloudflare:workers'
import { Me } from '@fairlead/protocol/people/session'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, setUp, useApi } from '../../../test/api-kit.ts'
import { Client, fetchApp, ORIGIN, SETUP_TOKEN } from '../../../test/double/harness.ts'
import { mintSecret } from '../../platform/secrets.ts'

useApi()

describe('signing in', () => {
	test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
		const answer = await setUp(SETUP_TOKEN)
		expect(Me.parse(await answer.json()).role).toBe('owner')
		const cookie = answer.headers.get('set-cookie')
		expect(cookie).toMatch(/^fairlead=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/)
	})

	test('over https the cookie is bound to the host and to TLS', async () => {
		const { exports } = await import('cloudflare:workers')
		const answer = await exports.default.fetch('https://fairlead.example/api/auth/setup', {
			method: 'POST',
			headers: JSON_TYPE,
			body: JSON.stringify({ token: SETUP_TOKEN }),
		})
		expect(answer.headers.get('set-cookie')).toMatch(/^__Host-fairlead=.*; Secure$/)
		expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
	})

	test('the same holds behind a proxy that ends TLS, and the session works there', async () => {
		const proxied = { 'x-forwarded-proto': 'https', origin: ORIGIN.replace('http:', 'https:') }
		const answer = await setUp(SETUP_TOKEN, proxied)
		const cookie = answer.headers.get('set-cookie') ?? ''
		expect(cookie).toMatch(/^__Host-fairlead=.*; Secure$/)
		expect(answer.headers.get('strict-transport-security')).not.toBeNull()
		const me = await fetchApp('/api/me', {
			headers: { ...proxied, cookie: cookie.split(';')[0] ?? '' },
		})
		expect(me.status).toBe(200)
		// Over plain http the answer must not ask the browser for TLS.
		expect((await setUp(SETUP_TOKEN)).headers.get('strict-transport-security')).toBeNull()
	})

	test('twice at once makes one owner with one first project', async () => {
		const [a, b] = await Promise.all([setUp(SETUP_TOKEN), setUp(SETUP_TOKEN)])
		expect(Me.parse(await a.json()).userId).toBe(Me.parse(await b.json()).userId)
		const { projects } = ProjectList.parse(
			await (await api.owner.call('GET', '/api/projects')).json(),
		)
		expect(projects.filter((p) => p.name === 'My project')).toHaveLength(1)
	})

	test('wrong tokens are refused, also sixty at once; after ten there is a pause, with a short token for the right one too', async () => {
		const client = { 'cf-connecting-ip': '203.0.113.7' }
		const tries = Array.from({ length: 60 }, (_, i) => setUp(`wrong-${i}`, client))
		const answers = await Promise.all(tries)
		expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
		expect((await problemOf(answers.find(({ status }) => status !== 429)!)).code).toBe(
			'setup_token_invalid',
		)
		const blocked = await setUp(SETUP_TOKEN, client)
		expect(blocked.status).toBe(429)
		expect(blocked.headers.get('retry-after')).toBe('600')
		expect((await setUp(SETUP_TOKEN, { 'cf-connecting-ip': '203.0.113.8' })).status).toBe(200)
	})

	test('signing out ends the session on the server, not only in the browser', async () => {
		const client = await Client.signIn()
		expect((await client.call('GET', '/api/me')).status).toBe(200)
		const out = await client.call('POST', '/api/auth/sign-out')
		expect(out.status).toBe(204)
		expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
		expect((await client.call('GET', '/api/me')).status).toBe(401)
	})

	test('an invented or ended session does not sign in', async () => {
		expect((await new Client(`fairlead=${mintSecret()}`).call('GET', '/api/me')).status).toBe(401)
		await env.DB.prepare(
			'update sessions set expires_at = 1 where id = (select max(id) from sessions)',
		).run()
		const ended = await Client.signIn()
		await env.DB.prepare(
			'update sessions set expires_at = 1 where id = (select max(id) from sessions)',
		).run()
		expect((await ended.call('GET', '/api/me')).status).toBe(401)
	})
})

describe('requests from other sites', () => {
	const post = (headers: Record<string, string>) =>
		fetchApp('/api/projects', {
			method: 'POST',
			headers: { cookie: api.owner.cookie, ...JSON_TYPE, ...headers },
			body: JSON.stringify({ name: 'Forged' }),
		})

	test.each([
		['a foreign origin', { origin: 'https://evil.example' }, 403],
		['an opaque origin', { origin: 'null' }, 403],
		['another port of this host', { origin: 'http://localhost:9999' }, 403],
		['neither Origin nor Sec-Fetch-Site', {}, 403],
		['a link on another site', { 'sec-fetch-site': 'cross-site' }, 403],
		['the page itself', { origin: ORIGIN }, 201],
		['the page itself, by an older way', { 'sec-fetch-site': 'same-origin' }, 201],
	])('%s', async (_, headers, status) => {
		expect((await post(headers)).status).toBe(status)
	})

	test('a form of another site cannot sign a visitor in', async () => {
		const answer = await setUp(SETUP_TOKEN, { origin: 'https://evil.example' })
		expect(answer.status).toBe(403)
	})

	test('a body that a form could send is refused', async () => {
		const answer = await post({ origin: ORIGIN, 'content-type': 'text/plain' })
		expect((await problemOf(answer)).code).toBe('invalid_request')
	})
})
