import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { Conversation, ConversationList } from '@fairlead/protocol/conversations/conversation'
import { Me } from '@fairlead/protocol/people/session'
import { Project, ProjectList } from '@fairlead/protocol/projects/project'
import { describe, expect, test, vi } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../test/api-kit.ts'
import { newAutomation, standardHeaders } from '../../test/automations/automation-kit.ts'
import {
	Client,
	type ConversationDouble,
	fetchApp,
	ORIGIN,
	SETUP_TOKEN,
} from '../../test/double/harness.ts'
import { newPasskey, optionsOf } from '../../test/people/passkey-kit.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'
import { PERMISSIONS } from '../access/permissions.ts'
import { hashSecret } from '../platform/secrets.ts'
import { createApp } from './app.ts'
import { routes } from './routes.ts'

useApi()

/** A path of the table with real ids. */
const fill = (path: string): string =>
	path
		.replace(':projectId', api.projectId)
		.replace(':conversationId', api.conversationId)
		.replace(':tokenId', 'rtk_0000000000000')
		.replace(':blobId', 'blb_0000000000known')

describe('closed by default', () => {
	const guarded = routes.filter((r) => !r.access.by.includes('nobody'))
	const mine = guarded.filter((r) => r.access.on !== 'account')

	test('the routes of the app are those of the table, and only these are public', () => {
		const served = createApp()
			.routes.filter(({ method }) => method !== 'ALL')
			.map((r) => `${r.method} ${r.path}`)
		expect(served).toEqual(routes.map((r) => `${r.method.toUpperCase()} ${r.path}`))
		const open = routes.filter((r) => r.access.by.includes('nobody')).map((r) => r.path)
		expect(open).toEqual([
			'/api/health',
			'/api/auth/setup',
			'/api/auth/options',
			'/api/auth/oauth/:provider',
			'/api/auth/oauth/:provider/callback',
			'/api/auth/passkey/options',
			'/api/auth/passkey',
			'/api/auth/magic-link',
			'/api/auth/magic-link/verify',
			'/api/auth/anonymous',
			'/api/invitations/look',
			'/api/projects/:projectId/relay/proof',
			'/api/device/authorize',
			'/api/device/token',
			'/api/shares/:token',
			'/api/shares/:token',
			'/s/:token',
			'/s/:token/c/:conversationId',
			'/s/:token',
			'/s/pictures/:shareId/:conversationId/:blobId/:key',
			'/hooks/:automationId',
			'/.well-known/oauth-protected-resource/mcp/:projectId',
			'/.well-known/oauth-authorization-server',
			'/oauth/register',
			'/oauth/token',
			'/oauth/revoke',
			'/oauth/mcp-client.json',
			'/api/openapi.json',
		])
	})

	test('no route accepts a credential that never has its permission', () => {
		for (const { access, operationId } of routes) {
			for (const kind of access.by) {
				expect(PERMISSIONS[access.needs].may[kind], operationId).not.toBe('never')
			}
		}
	})

	test('API tokens open every route whose permission they may have, but no socket', () => {
		for (const { access, operationId, answers } of routes) {
			const may = PERMISSIONS[access.needs].may.token !== 'never'
			const isPublic = access.by.includes('nobody')
			const isSocket = answers.some((answer) => answer.status === 101)
			expect(access.by.includes('token'), operationId).toBe(may && !isPublic && !isSocket)
		}
	})

	test.each(guarded.map((r) => [r.method.toUpperCase(), r.path] as const))(
		'%s %s without credentials: 401',
		async (method, path) => {
			const answer = await fetchApp(fill(path), { method, headers: { origin: ORIGIN } })
			expect(answer.status).toBe(401)
			expect((await problemOf(answer)).code).toBe('unauthenticated')
		},
	)

	test.each(mine.map((r) => [r.method.toUpperCase(), r.path, r.access.by[0]] as const))(
		'%s %s by a stranger: not theirs to see',
		async (method, path, by) => {
			const answer = await fetchApp(fill(path), {
				method,
				headers: { cookie: api.stranger.cookie, origin: ORIGIN, ...JSON_TYPE },
				...(method === 'GET' ? {} : { body: '{}' }),
			})
			// The doors of relays, MCP clients, visitors and the operator take no session, not even the owner's.
			const own = ['relay', 'mcp', 'share', 'operator']
			expect(answer.status).toBe(own.includes(by ?? '') ? 401 : 404)
		},
	)

	test('a relay token opens no page, and only the relay door of its own project', async () => {
		const { token } = await api.owner.newRelayToken(api.projectId)
		const headers = { authorization: `Bearer ${token}`, upgrade: 'websocket' }
		expect((await fetchApp('/api/projects', { headers })).status).toBe(401)
		const other = await api.owner.newProject('Other')
		expect((await fetchApp(`/api/projects/${other.id}/relay`, { headers })).status).toBe(404)
		// The right project, but without the wire's subprotocol.
		expect((await fetchApp(`/api/projects/${api.projectId}/relay`, { headers })).status).toBe(426)
	})
})

describe('rate limits', () => {
	/** The app behind limits that allow two requests for each key. */
	function limited() {
		const counts = new Map<string, number>()
		const limit = async ({ key }: { key: string }) => {
			counts.set(key, (counts.get(key) ?? 0) + 1)
			return { success: (counts.get(key) ?? 0) <= 2 }
		}
		const bindings = { ...env, RATE_OF_ADDRESSES: { limit }, RATE_OF_CALLERS: { limit } }
		const app = createApp()
		return async (
			path: string,
			headers: Record<string, string>,
			more: RequestInit = {},
		): Promise<Response> => {
			const context = createExecutionContext()
			const request = new Request(ORIGIN + path, { headers, ...more })
			const answer = await app.fetch(request, bindings, context)
			await waitOnExecutionContext(context)
			return answer
		}
	}

	type Ask = ReturnType<typeof limited>
	const at = (address: string) => ({ 'cf-connecting-ip': address })

	test.each<[string, () => Promise<(ask: Ask, address: string) => Promise<Response>>]>([
		[
			'a token',
			async () => {
				const made = await api.owner.call('POST', '/api/tokens', {
					label: 'script',
					scopes: ['projects:read'],
					expiresInDays: 1,
				})
				const { token } = (await made.json()) as { token: string }
				const authorization = `Bearer ${token}`
				return (ask, address) => ask('/api/projects', { authorization, ...at(address) })
			},
		],
		[
			'a relay',
			async () => {
				const { token } = await api.owner.newRelayToken(api.projectId)
				const authorization = `Bearer ${token}`
				const path = `/api/projects/${api.projectId}/relay-token`
				return (ask, address) => ask(path, { authorization, ...at(address) })
			},
		],
	])('%s is slowed down from any address; another one is not', async (_, make) => {
		const [one, other] = [await make(), await make()]
		const ask = limited()
		expect((await one(ask, '192.0.2.1')).status).toBe(200)
		expect((await one(ask, '192.0.2.2')).status).toBe(200)
		expect((await one(ask, '192.0.2.3')).status).toBe(429)
		expect((await other(ask, '192.0.2.3')).status).toBe(200)
	})

	test('a visitor is slowed down, and no other visitor of the same link', async () => {
		const { conversationId } = api
		const { token } = await newShare(api.owner, api.projectId, { conversationId })
		const { cookie } = (await visit(token)).client
		const ask = limited()
		const look = async (address: string) =>
			(await ask(`/api/conversations/${conversationId}`, { cookie, ...at(address) })).status
		expect([await look('192.0.2.1'), await look('192.0.2.1')]).toEqual([200, 200])
		expect(await look('192.0.2.1')).toBe(429)
		expect(await look('192.0.2.2')).toBe(200)
	})

	test('deliveries to random automations count for their address, and what is forged does not lock the sender out', async () => {
		const made = await newAutomation(api.owner, api.projectId)
		const body = '{"name":"Ada"}'
		const ask = limited()
		const forged = async (id: string, address: string) => {
			const headers = { ...standardHeaders(made.secret, 'm', body), ...at(address) }
			return (await ask(`/hooks/${id}`, headers, { method: 'POST', body: `${body} ` })).status
		}
		expect(await forged('aut_1', '192.0.2.1')).toBe(401)
		expect(await forged('aut_2', '192.0.2.1')).toBe(401)
		expect(await forged('aut_3', '192.0.2.1')).toBe(429)
		for (let i = 10; i < 14; i++) expect(await forged(made.id, `192.0.2.${i}`)).toBe(401)
		const sent = async (deliveryId: string) => {
			// Also from the address that forges: many senders may share it.
			const headers = { ...standardHeaders(made.secret, deliveryId, body), ...at('192.0.2.1') }
			return (await ask(`/hooks/${made.id}`, headers, { method: 'POST', body })).status
		}
		expect([await sent('a'), await sent('b'), await sent('c')]).toEqual([202, 202, 429])
		const other = await newAutomation(api.owner, api.projectId)
		const headers = { ...standardHeaders(other.secret, 'a', body), ...at('192.0.2.1') }
		expect((await ask(`/hooks/${other.id}`, headers, { method: 'POST', body })).status).toBe(202)
		const large = JSON.stringify({ name: 'x'.repeat(256 * 1024) })
		const send = async () =>
			(await ask(`/hooks/${made.id}`, at('192.0.2.9'), { method: 'POST', body: large })).status
		expect([await send(), await send(), await send()]).toEqual([413, 413, 429])
	})

	test('questions for proofs of unknown tokens count for their address, and keep no relay from its server', async () => {
		const { token } = await api.owner.newRelayToken(api.projectId)
		const ask = limited()
		const asked = async (hash: string, address: string) => {
			const query = new URLSearchParams({ key: hash.slice(0, 16), nonce: 'n'.repeat(32) })
			const path = `/api/projects/${api.projectId}/relay/proof?${query}`
			return (await ask(path, at(address))).status
		}
		const unknown = () => asked('0'.repeat(16), '192.0.2.1')
		expect([await unknown(), await unknown(), await unknown()]).toEqual([401, 401, 429])
		const own = async (address: string) => asked(await hashSecret(token), address)
		expect([await own('192.0.2.1'), await own('192.0.2.2')]).toEqual([204, 204])
		expect(await own('192.0.2.3')).toBe(429)
	})

	test('a right sign-in is not kept out by others at its address, and wrong ones are', async () => {
		const ask = limited()
		const from = { ...at('192.0.2.1'), ...JSON_TYPE, origin: ORIGIN }
		for (let i = 0; i < 2; i++) expect((await ask('/api/me', from)).status).toBe(401)
		expect((await ask('/api/me', from)).status).toBe(429)
		const post = (path: string, body: object) =>
			ask(path, from, { method: 'POST', body: JSON.stringify(body) })
		const setup = (token: string) => post('/api/auth/setup', { token })
		expect((await setup('wrong')).status).toBe(429)
		expect((await setup('')).status).toBe(429)
		for (let i = 0; i < 5; i++) expect((await setup(SETUP_TOKEN)).status).toBe(200)
		const { passkey } = await newPasskey(api.owner)
		const options = await post('/api/auth/passkey/options', {})
		const signed = await passkey.get(await optionsOf(options))
		expect((await post('/api/auth/passkey', signed)).status).toBe(200)
		expect((await post('/api/auth/passkey', signed)).status).toBe(429)
		expect((await ask('/api/auth/options', from)).status).toBe(200)
	})

	test('one address without a valid credential, on public and other routes, is slowed down; others are not', async () => {
		const ask = limited()
		const from = (address: string) => ({ 'cf-connecting-ip': address })
		const random = { authorization: 'Bearer flt_guess' }
		expect((await ask('/api/health', from('192.0.2.1'))).status).toBe(200)
		expect((await ask('/api/projects', { ...random, ...from('192.0.2.1') })).status).toBe(401)
		const answer = await ask('/api/projects', { ...random, ...from('192.0.2.1') })
		expect(answer.status).toBe(429)
		expect(answer.headers.get('retry-after')).toBe('60')
		expect((await problemOf(answer)).code).toBe('rate_limited')
		expect((await ask('/api/health', from('192.0.2.2'))).status).toBe(200)
	})

	test('are counted by the server itself without the platform’s bindings, unless it is told not to', async () => {
		// One window, however slow the machine is.
		const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
		const { RATE_OF_ADDRESSES: _, RATE_OF_CALLERS: __, ...local } = env
		const app = createApp()
		const ask = async (more: object): Promise<number> => {
			const request = new Request(`${ORIGIN}/api/health`, { headers: at('192.0.2.77') })
			return (await app.fetch(request, { ...local, ...more })).status
		}
		try {
			for (let i = 0; i < 300; i++) expect(await ask({})).toBe(200)
			expect(await ask({})).toBe(429)
			expect(await ask({ RATE_LIMITS: 'off' })).toBe(200)
		} finally {
			clock.mockRestore()
		}
	})

	test('one person is slowed down in all browsers together, from any address', async () => {
		const ask = limited()
		const second = await Client.signIn()
		const of = ({ cookie }: Client, address: string) => ({ cookie, 'cf-connecting-ip': address })
		expect((await ask('/api/me', of(api.owner, '192.0.2.1'))).status).toBe(200)
		expect((await ask('/api/me', of(second, '192.0.2.2'))).status).toBe(200)
		expect((await ask('/api/me', of(api.owner, '192.0.2.3'))).status).toBe(429)
		expect((await ask('/api/me', of(api.stranger, '192.0.2.1'))).status).toBe(200)
	})
})

describe('projects', () => {
	test('are created, read, renamed, listed and deleted', async () => {
		const created = await api.owner.call('POST', '/api/projects', { name: '  Racer ' })
		expect(created.status).toBe(201)
		const project = Project.parse(await created.json())
		expect(project.name).toBe('Racer')
		const path = `/api/projects/${project.id}`
		const renamed = await api.owner.call('PATCH', path, { name: 'Racer 2' })
		expect(Project.parse(await renamed.json()).name).toBe('Racer 2')
		await api.owner.call('POST', `${path}/conversations`, {})
		const read = Project.parse(await (await api.owner.call('GET', path)).json())
		expect(read).toMatchObject({ name: 'Racer 2', conversationCount: 1, needsYouCount: 0 })
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		expect((await api.owner.call('GET', path)).status).toBe(404)
		expect((await api.owner.call('DELETE', path)).status).toBe(404)
	})

	test('a missing name is reported with its location', async () => {
		const answer = await api.owner.call('POST', '/api/projects', { name: ' ' })
		expect((await problemOf(answer)).issues).toEqual([
			{ path: '/name', message: 'Give the project a name.' },
		])
	})

	test('are listed by their last use: a message or a run, not a new name', async () => {
		const at = async (id: string, usedAt: number) => {
			await api.owner.call('POST', `/api/projects/${id}/conversations`, {})
			await env.DB.prepare('update conversations set updated_at = ? where project_id = ?')
				.bind(usedAt, id)
				.run()
		}
		const older = await api.owner.newProject('Older')
		const newer = await api.owner.newProject('Newer')
		const later = Date.now() + 60_000
		await at(older.id, later + 2)
		await at(newer.id, later + 1)
		await api.owner.call('PATCH', `/api/projects/${newer.id}`, { name: 'Renamed' })
		const listed = ProjectList.parse(await (await api.owner.call('GET', '/api/projects')).json())
		const [first, second] = listed.projects
		expect(first).toMatchObject({ id: older.id, lastUsedAt: later + 2 })
		expect(second).toMatchObject({ id: newer.id, lastUsedAt: later + 1 })
		const read = await api.owner.call('GET', `/api/projects/${older.id}`)
		expect(await read.json()).toMatchObject({ lastUsedAt: later + 2 })
	})

	test('of other people are not listed', async () => {
		const listed = await (await api.stranger.call('GET', '/api/projects')).json()
		expect(ProjectList.parse(listed).projects).toEqual([])
	})

	test('a member with the role viewer cannot change anything', async () => {
		const me = Me.parse(await (await api.stranger.call('GET', '/api/me')).json())
		const { id } = await api.owner.newProject('Shared')
		await env.DB.prepare('insert into members values (?, ?, ?, ?)')
			.bind(id, me.userId, 'viewer', 1)
			.run()
		expect((await api.stranger.call('GET', `/api/projects/${id}`)).status).toBe(200)
		const rename = await api.stranger.call('PATCH', `/api/projects/${id}`, { name: 'X' })
		expect((await problemOf(rename)).code).toBe('forbidden')
		expect((await api.stranger.call('POST', `/api/projects/${id}/conversations`, {})).status).toBe(
			403,
		)
	})
})

test('a relay token is shown once; neither it nor its hash is listed', async () => {
	const { token, id } = await api.owner.newRelayToken(api.projectId)
	expect(token).toMatch(/^flr_[\w-]{43}$/)
	const listed = await (
		await api.owner.call('GET', `/api/projects/${api.projectId}/relay-tokens`)
	).text()
	expect(listed).toContain(id)
	expect(listed).not.toContain(token)
	expect(listed).not.toContain('ash')
	const stored = await env.DB.prepare('select * from relay_tokens').all()
	expect(JSON.stringify(stored.results)).not.toContain(token)
})

describe('conversations', () => {
	test('are listed page by page, each once', async () => {
		const { id } = await api.owner.newProject('Pages')
		for (let i = 0; i < 5; i++) {
			await api.owner.call('POST', `/api/projects/${id}/conversations`, { title: `No ${i}` })
		}
		const seen: string[] = []
		let cursor: string | null = ''
		while (cursor !== null) {
			const query: string = cursor === '' ? '' : `&cursor=${cursor}`
			const answer = await api.owner.call(
				'GET',
				`/api/projects/${id}/conversations?limit=2${query}`,
			)
			const page = ConversationList.parse(await answer.json())
			seen.push(...page.conversations.map((c) => c.title))
			cursor = page.nextCursor
		}
		expect(seen.sort()).toEqual(['No 0', 'No 1', 'No 2', 'No 3', 'No 4'])
	})

	test('are renamed, given a mode, and deleted', async () => {
		const created = await api.owner.call('POST', `/api/projects/${api.projectId}/conversations`, {})
		const { id, titleSource } = Conversation.parse(await created.json())
		expect(titleSource).toBe('default')
		const path = `/api/conversations/${id}`
		const changed = await api.owner.call('PATCH', path, { title: 'Doors', mode: 'read-only' })
		expect(Conversation.parse(await changed.json())).toMatchObject({
			title: 'Doors',
			titleSource: 'user',
			mode: 'read-only',
		})
		const unknown = await api.owner.call('PATCH', path, { model: 'acme/brain' })
		expect((await problemOf(unknown)).code).toBe('unknown_model')
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		expect((await api.owner.call('GET', path)).status).toBe(404)
	})

	test('that could not be deleted stay listed, for another try', async () => {
		const created = await api.owner.call('POST', `/api/projects/${api.projectId}/conversations`, {})
		const { id } = Conversation.parse(await created.json())
		const path = `/api/conversations/${id}`
		const double = env.CONVERSATION.getByName(id) as unknown as ConversationDouble
		await api.owner.call('POST', `${path}/messages`, {
			message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] },
		})
		await double.setMood('throws')
		expect((await problemOf(await api.owner.call('DELETE', path))).code).toBe('unavailable')
		expect((await api.owner.call('GET', path)).status).toBe(200)
		await double.setMood('takes')
		expect((await api.owner.call('DELETE', path)).status).toBe(204)
		expect((await api.owner.call('GET', path)).status).toBe(404)
	})

	test('a bad cursor gets an error that says what to do', async () => {
		const answer = await api.owner.call(
			'GET',
			`/api/projects/${api.projectId}/conversations?cursor=x`,
		)
		expect((await problemOf(answer)).issues?.[0]?.path).toBe('/cursor')
	})
})

describe('answers', () => {
	test('an unexpected failure returns a request id and nothing else', async () => {
		const broken = { ...env, DB: undefined }
		const answer = await createApp().request('/api/health', {}, broken)
		expect(answer.status).toBe(500)
		const problem = await problemOf(answer)
		expect(problem).toMatchObject({ code: 'internal', requestId: expect.any(String) })
		expect(JSON.stringify(problem)).not.toMatch(/undefined|prepare|\.ts/)
	})

	test('unknown addresses and methods are problems too', async () => {
		const nowhere = await fetchApp('/api/nowhere')
		expect((await problemOf(nowhere)).code).toBe('not_found')
		const wrong = await fetchApp('/api/health', { method: 'DELETE' })
		expect(wrong.status).toBe(405)
		expect(wrong.headers.get('allow')).toBe('GET')
	})

	test('carry the security headers and are not cached', async () => {
		const { headers } = await api.owner.call('GET', '/api/me')
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
		expect(headers.get('cache-control')).toBe('no-store')
	})
})

test('the server answers every operation of its OpenAPI document, each with an id of its own', async () => {
	const { paths } = (await (await fetchApp('/api/openapi.json')).json()) as {
		paths: Record<string, Record<string, { operationId: string }>>
	}
	const described = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
	)
	// The other direction holds in every test: `fetchApp` refuses answers that are not documented.
	for (const { path, method } of described) {
		const url = `${ORIGIN}${path.replace(/\{\w+\}/g, 'x')}`
		const answer = await exports.default.fetch(new Request(url, { method: method.toUpperCase() }))
		const text = await answer.text()
		expect(text, `${method} ${path}`).not.toContain('Nothing was found at this address')
		expect(answer.status, `${method} ${path}`).not.toBe(405)
	}
	expect(described.length).toBe(routes.length)
	expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(routes.length)
})
