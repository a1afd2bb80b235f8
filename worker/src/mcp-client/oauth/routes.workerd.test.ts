/** A person signs in at an MCP server for the project; the token is renewed, and ends. */
import { env } from 'cloudflare:workers'
import { BegunMcpSignIn, McpServer } from '@fairlead/protocol/projects/mcp-servers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Client, fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { type GuardedTracker, guardedTracker } from '../../../test/mcp/mcp-oauth-kit.ts'
import { newMember } from '../../../test/people/people-kit.ts'
import { database } from '../../db/client.ts'
import { ProjectServers } from '../project-servers.ts'

const SERVER = 'https://tracker.example'
let tracker: GuardedTracker
let asked: Request[]

beforeEach(() => {
	tracker = guardedTracker()
	asked = []
	vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
		const request = new Request(input, init)
		asked.push(request.clone())
		return tracker.handler(request)
	})
})
afterEach(() => {
	vi.unstubAllGlobals()
})

async function newServer(headers: Record<string, string> = {}) {
	const client = await Client.signIn()
	const { id: projectId } = await client.newProject('Servers')
	const path = `/api/projects/${projectId}/mcp-servers`
	const body = { name: 'tracker', url: `${SERVER}/mcp`, headers }
	const added = McpServer.parse(await (await client.call('POST', path, body)).json())
	const begin = async () => {
		const answer = await client.call('POST', `${path}/${added.id}/sign-in`)
		return BegunMcpSignIn.parse(await answer.json())
	}
	const server = async () => {
		const { servers } = (await (await client.call('GET', path)).json()) as { servers: McpServer[] }
		return servers[0]
	}
	return { client, projectId, path, added, begin, server }
}

/** The address that the browser of this client reaches. */
async function comeBack(client: Client, address: string): Promise<string> {
	const { pathname, search } = new URL(address)
	const answer = await fetchApp(pathname + search, {
		headers: { cookie: client.cookie },
		redirect: 'manual',
	})
	return answer.headers.get('location') ?? String(answer.status)
}

const call = (projectId: string) =>
	new ProjectServers(env, database(env.DB), projectId).call({
		name: 'tracker__create_issue',
		params: { title: 'Door' },
		replay: 'once',
		timeoutMs: 5_000,
		signal: AbortSignal.timeout(30_000),
		progress: () => undefined,
	})

test('a server that wants a sign-in says so; after it, the tools are there, and the token is nowhere to be read', async () => {
	const { client, projectId, added, begin, server } = await newServer()
	expect(added).toMatchObject({ state: 'sign_in', signedIn: false, tools: [] })
	const { url } = await begin()
	const page = new URL(url ?? '')
	expect(page.origin).toBe(SERVER)
	expect(Object.fromEntries(page.searchParams)).toMatchObject({
		code_challenge_method: 'S256',
		resource: `${SERVER}/mcp`,
		response_type: 'code',
		redirect_uri: `${ORIGIN}/api/mcp-servers/callback`,
	})
	const to = await comeBack(client, tracker.agree(page.href))
	expect(to).toBe(`/p/${projectId}/settings?connected=${added.id}#mcp-servers`)
	expect(await server()).toMatchObject({ state: 'ready', signedIn: true, error: null })
	expect(await call(projectId)).toMatchObject({ status: 'ok' })
	const shown = ['mcp-servers', 'audit'].map((what) =>
		client.call('GET', `/api/projects/${projectId}/${what}`),
	)
	const text = await Promise.all((await Promise.all(shown)).map((answer) => answer.text()))
	expect(text.join()).not.toMatch(/access-\d|refresh-\d|code-\d/)
})

test('an answer counts once, only in the browser that began, and only while the person may', async () => {
	const { client, projectId, begin, server } = await newServer()
	const { client: other } = await newMember(projectId, 'editor')
	const stolen = tracker.agree((await begin()).url ?? '')
	expect(await comeBack(other, stolen)).toBe('/?problem=stale')
	expect(await fetchApp(new URL(stolen).pathname)).toMatchObject({ status: 401 })
	expect(await comeBack(client, stolen)).toContain('connected=')
	expect(await comeBack(client, stolen)).toBe('/?problem=stale')
	expect((await server())?.signedIn).toBe(true)
})

test('an answer of another authorization server, or a denial, signs nobody in', async () => {
	const { client, begin, server } = await newServer()
	const mixed = new URL(tracker.agree((await begin()).url ?? ''))
	mixed.searchParams.set('iss', 'https://evil.example')
	expect(await comeBack(client, mixed.href)).toContain('problem=failed')
	const denied = new URL(tracker.agree((await begin()).url ?? ''))
	denied.searchParams.delete('code')
	denied.searchParams.set('error', 'access_denied')
	expect(await comeBack(client, denied.href)).toContain('problem=denied')
	expect((await server())?.signedIn).toBe(false)
})

test('a token that expired is renewed once, also for two calls at once; when that ends, a person is told', async () => {
	const { client, projectId, begin, server } = await newServer()
	await comeBack(client, tracker.agree((await begin()).url ?? ''))
	tracker.expire()
	const both = await Promise.all([call(projectId), call(projectId)])
	expect(both.map(({ status }) => status)).toEqual(['ok', 'ok'])
	expect(tracker.grants).toEqual(['authorization_code', 'refresh_token'])
	tracker.expire()
	tracker.revoke()
	expect(await call(projectId)).toMatchObject({ status: 'error', error: { code: 'denied' } })
	await expect.poll(async () => (await server())?.state).toBe('sign_in')
	expect(tracker.made).toHaveLength(2)
})

test('headers of the server do not reach the authorization server of somebody else', async () => {
	const { begin } = await newServer({ 'x-api-key': 'hidden-value' })
	const elsewhere = 'https://login.example'
	const { handler } = tracker
	tracker = {
		...tracker,
		handler: async (request) => {
			const answer = await handler(request)
			if (!new URL(request.url).pathname.includes('protected-resource')) return answer
			return Response.json({ resource: `${SERVER}/mcp`, authorization_servers: [elsewhere] })
		},
	}
	asked.length = 0
	expect((await begin()).url).toContain(elsewhere)
	const there = asked.filter(({ url }) => url.startsWith(elsewhere))
	expect(there.length).toBeGreaterThan(0)
	expect(there.some(({ headers }) => headers.has('x-api-key'))).toBe(false)
})

test('an authorization server in a private network is not asked', async () => {
	const { begin } = await newServer()
	const { handler } = tracker
	tracker = {
		...tracker,
		handler: async (request) =>
			new URL(request.url).pathname.includes('protected-resource')
				? Response.json({ resource: `${SERVER}/mcp`, authorization_servers: ['https://10.0.0.1'] })
				: handler(request),
	}
	asked.length = 0
	expect((await begin()).url).toBe(null)
	expect(asked.some(({ url }) => url.includes('10.0.0.1'))).toBe(false)
})

test('Fairlead registers with the values of its document', async () => {
	const { begin } = await newServer()
	await begin()
	const document = await (await fetchApp('/oauth/mcp-client.json')).json()
	const { application_type: _, ...registered } = tracker.registered.at(-1) ?? {}
	expect(document).toEqual({ client_id: `${ORIGIN}/oauth/mcp-client.json`, ...registered })
})
