import { env, exports } from 'cloudflare:workers'
import { Conversation, ConversationList } from '@fairlead/protocol/conversations/conversation'
import { Me } from '@fairlead/protocol/people/session'
import { Project, ProjectList } from '@fairlead/protocol/projects/project'
import { describe, expect, test } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../test/api-kit.ts'
import { type ConversationDouble, fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { PERMISSIONS } from '../access/permissions.ts'
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
			'/api/operator/proof',
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
