import { env } from 'cloudflare:workers'
import {
	Conversation,
	ConversationList,
	Me,
	MessagePage,
	PostedQueued,
	Problem,
	Project,
	ProjectList,
	QueuedMessageList,
	StopResult,
	UsageSummary,
} from '@fairlead/protocol/http'
import { beforeAll, describe, expect, test } from 'vitest'
import {
	Client,
	type ConversationDouble,
	fetchApp,
	ORIGIN,
	SETUP_TOKEN,
} from '../../test/double/harness.ts'
import { PERMISSIONS } from '../access/permissions.ts'
import { mintSecret } from '../accounts/secrets.ts'
import { startSession } from '../accounts/sessions.ts'
import { database } from '../db/client.ts'
import { users } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { createApp } from './app.ts'
import { routes } from './routes.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const problemOf = async (answer: Response): Promise<Problem> => {
	expect(answer.headers.get('content-type')).toBe('application/problem+json')
	return Problem.parse(await answer.json())
}

const setUp = (token: string, headers: Record<string, string> = {}): Promise<Response> =>
	fetchApp('/api/auth/setup', {
		method: 'POST',
		headers: { ...JSON_TYPE, ...headers },
		body: JSON.stringify({ token }),
	})

let owner: Client
let stranger: Client
let projectId: string
let conversationId: string

beforeAll(async () => {
	owner = await Client.signIn()
	const db = database(env.DB)
	const user = { id: newId('usr'), name: 'Stranger', role: 'member' as const, createdAt: 1 }
	await db.insert(users).values(user)
	const cookie = await startSession(db, new Request(ORIGIN), user.id, Date.now())
	stranger = new Client(cookie.split(';')[0] ?? '')
	projectId = (await owner.newProject('Mine')).id
	const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
	conversationId = Conversation.parse(await created.json()).id
})

/** A path of the table with real ids in it. */
const fill = (path: string): string =>
	path
		.replace(':projectId', projectId)
		.replace(':conversationId', conversationId)
		.replace(':tokenId', 'rtk_0000000000000')
		.replace(':blobId', 'blb_0000000000known')

describe('closed by default', () => {
	const guarded = routes.filter((r) => !r.access.by.includes('nobody'))
	const mine = guarded.filter((r) => r.access.on !== 'account')

	test('the routes of the app are those of the table, and only three are public', () => {
		const served = createApp().routes.map((r) => `${r.method} ${r.path}`)
		expect(served).toEqual(routes.map((r) => `${r.method.toUpperCase()} ${r.path}`))
		const open = routes.filter((r) => r.access.by.includes('nobody')).map((r) => r.path)
		expect(open).toEqual(['/api/health', '/api/auth/setup', '/api/openapi.json'])
	})

	test('no route asks for a credential that never opens it', () => {
		for (const { access, operationId } of routes) {
			for (const kind of access.by) {
				expect(PERMISSIONS[access.needs].may[kind], operationId).not.toBe('never')
			}
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
				headers: { cookie: stranger.cookie, origin: ORIGIN, ...JSON_TYPE },
				...(method === 'GET' ? {} : { body: '{}' }),
			})
			// A relay is no person: a cookie, even the owner's, is no credential there.
			expect(answer.status).toBe(by === 'relay' ? 401 : 404)
		},
	)

	test('a relay token opens no page, and only the relay door of its own project', async () => {
		const { token } = await owner.newRelayToken(projectId)
		const headers = { authorization: `Bearer ${token}`, upgrade: 'websocket' }
		expect((await fetchApp('/api/projects', { headers })).status).toBe(401)
		const other = await owner.newProject('Other')
		expect((await fetchApp(`/api/projects/${other.id}/relay`, { headers })).status).toBe(404)
		// The right project, but without the wire's subprotocol.
		expect((await fetchApp(`/api/projects/${projectId}/relay`, { headers })).status).toBe(426)
	})
})

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

	test('so it is behind a proxy that ends TLS, and the session holds there', async () => {
		const proxied = { 'x-forwarded-proto': 'https', origin: ORIGIN.replace('http:', 'https:') }
		const answer = await setUp(SETUP_TOKEN, proxied)
		const cookie = answer.headers.get('set-cookie') ?? ''
		expect(cookie).toMatch(/^__Host-fairlead=.*; Secure$/)
		expect(answer.headers.get('strict-transport-security')).not.toBeNull()
		const me = await fetchApp('/api/me', {
			headers: { ...proxied, cookie: cookie.split(';')[0] ?? '' },
		})
		expect(me.status).toBe(200)
		// Over plain http the browser must not be told to come by TLS.
		expect((await setUp(SETUP_TOKEN)).headers.get('strict-transport-security')).toBeNull()
	})

	test('twice at once makes one owner with one first project', async () => {
		const [a, b] = await Promise.all([setUp(SETUP_TOKEN), setUp(SETUP_TOKEN)])
		expect(Me.parse(await a.json()).userId).toBe(Me.parse(await b.json()).userId)
		const { projects } = ProjectList.parse(await (await owner.call('GET', '/api/projects')).json())
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

	test('signing out ends the session at the server, not only in the browser', async () => {
		const client = await Client.signIn()
		expect((await client.call('GET', '/api/me')).status).toBe(200)
		const out = await client.call('POST', '/api/auth/sign-out')
		expect(out.status).toBe(204)
		expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
		expect((await client.call('GET', '/api/me')).status).toBe(401)
	})

	test('an invented or ended session is none', async () => {
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
			headers: { cookie: owner.cookie, ...JSON_TYPE, ...headers },
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

describe('projects', () => {
	test('are created, read, renamed, listed and deleted', async () => {
		const created = await owner.call('POST', '/api/projects', { name: '  Racer ' })
		expect(created.status).toBe(201)
		const project = Project.parse(await created.json())
		expect(project.name).toBe('Racer')
		const path = `/api/projects/${project.id}`
		const renamed = await owner.call('PATCH', path, { name: 'Racer 2' })
		expect(Project.parse(await renamed.json()).name).toBe('Racer 2')
		await owner.call('POST', `${path}/conversations`, {})
		const read = Project.parse(await (await owner.call('GET', path)).json())
		expect(read).toMatchObject({ name: 'Racer 2', conversationCount: 1, needsYouCount: 0 })
		expect((await owner.call('DELETE', path)).status).toBe(204)
		expect((await owner.call('GET', path)).status).toBe(404)
		expect((await owner.call('DELETE', path)).status).toBe(404)
	})

	test('a name that is missing is told by its place', async () => {
		const answer = await owner.call('POST', '/api/projects', { name: ' ' })
		expect((await problemOf(answer)).issues).toEqual([
			{ path: '/name', message: 'Give the project a name.' },
		])
	})

	test('belonging to others are not listed', async () => {
		const listed = await (await stranger.call('GET', '/api/projects')).json()
		expect(ProjectList.parse(listed).projects).toEqual([])
	})

	test('a member who may only look on cannot change anything', async () => {
		const me = Me.parse(await (await stranger.call('GET', '/api/me')).json())
		const { id } = await owner.newProject('Shared')
		await env.DB.prepare('insert into members values (?, ?, ?, ?)')
			.bind(id, me.userId, 'viewer', 1)
			.run()
		expect((await stranger.call('GET', `/api/projects/${id}`)).status).toBe(200)
		const rename = await stranger.call('PATCH', `/api/projects/${id}`, { name: 'X' })
		expect((await problemOf(rename)).code).toBe('forbidden')
		expect((await stranger.call('POST', `/api/projects/${id}/conversations`, {})).status).toBe(403)
	})
})

test('a relay token is shown once; neither it nor its hash is listed', async () => {
	const { token, id } = await owner.newRelayToken(projectId)
	expect(token).toMatch(/^flr_[\w-]{43}$/)
	const listed = await (await owner.call('GET', `/api/projects/${projectId}/relay-tokens`)).text()
	expect(listed).toContain(id)
	expect(listed).not.toContain(token)
	expect(listed).not.toContain('ash')
	const stored = await env.DB.prepare('select * from relay_tokens').all()
	expect(JSON.stringify(stored.results)).not.toContain(token)
})

describe('conversations', () => {
	test('are listed page by page, each once', async () => {
		const { id } = await owner.newProject('Pages')
		for (let i = 0; i < 5; i++) {
			await owner.call('POST', `/api/projects/${id}/conversations`, { title: `No ${i}` })
		}
		const seen: string[] = []
		let cursor: string | null = ''
		while (cursor !== null) {
			const query: string = cursor === '' ? '' : `&cursor=${cursor}`
			const answer = await owner.call('GET', `/api/projects/${id}/conversations?limit=2${query}`)
			const page = ConversationList.parse(await answer.json())
			seen.push(...page.conversations.map((c) => c.title))
			cursor = page.nextCursor
		}
		expect(seen.sort()).toEqual(['No 0', 'No 1', 'No 2', 'No 3', 'No 4'])
	})

	test('are renamed, given a mode, and deleted', async () => {
		const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
		const { id, titleSource } = Conversation.parse(await created.json())
		expect(titleSource).toBe('default')
		const path = `/api/conversations/${id}`
		const changed = await owner.call('PATCH', path, { title: 'Doors', mode: 'read-only' })
		expect(Conversation.parse(await changed.json())).toMatchObject({
			title: 'Doors',
			titleSource: 'user',
			mode: 'read-only',
		})
		const unknown = await owner.call('PATCH', path, { model: 'acme/brain' })
		expect((await problemOf(unknown)).code).toBe('unknown_model')
		expect((await owner.call('DELETE', path)).status).toBe(204)
		expect((await owner.call('GET', path)).status).toBe(404)
	})

	test('one that could not be deleted stays listed, to be deleted again', async () => {
		const created = await owner.call('POST', `/api/projects/${projectId}/conversations`, {})
		const { id } = Conversation.parse(await created.json())
		const path = `/api/conversations/${id}`
		const double = env.CONVERSATION.getByName(id) as unknown as ConversationDouble
		await owner.call('POST', `${path}/messages`, {
			message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'hello' }] },
		})
		await double.setMood('throws')
		expect((await problemOf(await owner.call('DELETE', path))).code).toBe('unavailable')
		expect((await owner.call('GET', path)).status).toBe(200)
		await double.setMood('takes')
		expect((await owner.call('DELETE', path)).status).toBe(204)
		expect((await owner.call('GET', path)).status).toBe(404)
	})

	test('a bad cursor is told what to do', async () => {
		const answer = await owner.call('GET', `/api/projects/${projectId}/conversations?cursor=x`)
		expect((await problemOf(answer)).issues?.[0]?.path).toBe('/cursor')
	})
})

describe('messages', () => {
	const message = (text: string) => ({
		message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
	})
	const path = () => `/api/conversations/${conversationId}`

	test('sending one answers the stream of its run, with the conversation’s own mode', async () => {
		await owner.call('PATCH', path(), { mode: 'read-only' })
		const answer = await owner.call('POST', `${path()}/messages`, message('hello'))
		expect(answer.headers.get('content-type')).toBe('text/event-stream')
		expect(await answer.text()).toContain('"messageId":"msg_answer"')
		const stub = env.CONVERSATION.getByName(conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ body: { mode: 'read-only' } })
	})

	test('one whose metadata lies 5,000 levels deep is refused in words', async () => {
		const { message: ours } = message('deep')
		const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
		const answer = await fetchApp(`${path()}/messages`, {
			method: 'POST',
			headers: { ...JSON_TYPE, cookie: owner.cookie, origin: ORIGIN },
			body: `{"message":${JSON.stringify(ours).slice(0, -1)},"metadata":${deep}}}`,
		})
		expect(answer.status).toBe(400)
		expect(await problemOf(answer)).toMatchObject({
			code: 'invalid_request',
			title: expect.stringContaining('too deep'),
		})
	})

	test('while the agent is at work the next one waits to enter, and can be taken back', async () => {
		const answer = await owner.call('POST', `${path()}/messages`, {
			...message('busy'),
			steer: 'interrupt',
		})
		expect(answer.status).toBe(202)
		const posted = PostedQueued.parse(await answer.json())
		expect(posted).toMatchObject({ queued: { steer: 'interrupt' }, run: { id: 'run_0000000001' } })
		QueuedMessageList.parse(await (await owner.call('GET', `${path()}/queue`)).json())
		expect((await owner.call('DELETE', `${path()}/queue/waiting`)).status).toBe(204)
		const late = await owner.call('DELETE', `${path()}/queue/entered`)
		expect((await problemOf(late)).code).toBe('conflict')
	})

	test('a queue that is full says so', async () => {
		const answer = await owner.call('POST', `${path()}/messages`, message('too much'))
		expect(answer.status).toBe(409)
		expect((await problemOf(answer)).code).toBe('queue_full')
	})

	test('one that is too large is refused before it is read', async () => {
		const answer = await owner.call('POST', `${path()}/messages`, message('x'.repeat(9_000_000)))
		expect(answer.status).toBe(413)
	})

	test('one whose pictures are too large together is refused', async () => {
		const url = `data:image/png;base64,${'A'.repeat(1_300_000)}`
		const file = { type: 'file', mediaType: 'image/png', url }
		const answer = await owner.call('POST', `${path()}/messages`, {
			message: { id: 'm1', role: 'user', parts: [file, file] },
		})
		expect(answer.status).toBe(413)
	})

	test('the body of the stock transport is taken: its last message counts, and it gets a stream', async () => {
		const said = (id: string, text: string) => ({
			id,
			role: 'user',
			parts: [{ type: 'text', text }],
		})
		const post = (messages: unknown[], more: object = {}) =>
			owner.call('POST', `${path()}/messages`, {
				id: 'a-chat',
				messages,
				trigger: 'submit-message',
				messageId: null,
				...more,
			})
		const first = await post([
			said('m1', 'hello'),
			{ id: 'a1', role: 'assistant', parts: [] },
			said('m2', 'more'),
		])
		expect(first.headers.get('content-type')).toBe('text/event-stream')
		await first.text()
		const stub = env.CONVERSATION.getByName(conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ body: { message: { id: 'm2' } } })
		// During a run: the stream of that run, which the message enters.
		const busy = await post([said('m3', 'busy')])
		expect(busy.status).toBe(200)
		expect(await busy.text()).toContain('msg_answer')
		expect((await post([said('m4', 'again')], { trigger: 'regenerate-message' })).status).toBe(400)
		expect((await post([{ id: 'a1', role: 'assistant', parts: [] }])).status).toBe(400)
		expect((await post([{ id: 'm5', role: 'user', parts: [] }])).status).toBe(400)
	})

	test('a stream that has ended is 204', async () => {
		expect((await owner.call('GET', `${path()}/stream`)).status).toBe(200)
		expect((await owner.call('GET', `${path()}/stream?cursor=ended`)).status).toBe(204)
	})

	test('a budget is set for a project and a conversation, and its run is told both', async () => {
		const project = await owner.call('PATCH', `/api/projects/${projectId}`, {
			budget: { steps: 20, costUsd: 3 },
		})
		expect(Project.parse(await project.json()).budget).toEqual({ steps: 20, costUsd: 3 })
		await owner.call('PATCH', path(), { budget: { steps: 5 } })
		await (await owner.call('POST', `${path()}/messages`, message('hello'))).text()
		const stub = env.CONVERSATION.getByName(conversationId) as unknown as {
			posted(): Promise<unknown>
		}
		expect(await stub.posted()).toMatchObject({ budget: { steps: 5, costUsd: 3 } })
		const wrong = await owner.call('PATCH', `/api/projects/${projectId}`, { budget: { steps: 0 } })
		expect(wrong.status).toBe(400)
		expect((await owner.call('PATCH', `/api/projects/${projectId}`, {})).status).toBe(400)
		const reset = await owner.call('PATCH', `/api/projects/${projectId}`, { budget: null })
		expect(Project.parse(await reset.json()).budget).toBeUndefined()
	})

	test('pages, stop and usage have the shapes of the protocol', async () => {
		MessagePage.parse(await (await owner.call('GET', `${path()}/messages`)).json())
		StopResult.parse(await (await owner.call('POST', `${path()}/stop`, {})).json())
		UsageSummary.parse(await (await owner.call('GET', '/api/usage')).json())
	})

	test('a picture is served so that it can be cached and cannot run anything', async () => {
		const answer = await owner.call('GET', `${path()}/blobs/blb_0000000000known`)
		expect(answer.headers.get('content-type')).toBe('image/png')
		expect(answer.headers.get('cache-control')).toContain('immutable')
		expect(answer.headers.get('content-security-policy')).toContain('sandbox')
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
		expect((await owner.call('GET', `${path()}/blobs/blb_00000000000none`)).status).toBe(404)
	})
})

describe('answers', () => {
	test('an unexpected failure tells a request id and nothing else', async () => {
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
		const { headers } = await owner.call('GET', '/api/me')
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
		expect(headers.get('cache-control')).toBe('no-store')
	})
})

test('the OpenAPI document describes every route, and nothing else', async () => {
	const document: { openapi: string; paths: Record<string, Record<string, unknown>> } = await (
		await fetchApp('/api/openapi.json')
	).json()
	expect(document.openapi).toBe('3.1.1')
	const described = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
	)
	expect(described.sort()).toEqual(routes.map((r) => `${r.method} ${r.path}`).sort())
	const ids = Object.values(document.paths).flatMap((methods) =>
		Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
	)
	expect(new Set(ids).size).toBe(ids.length)
})
