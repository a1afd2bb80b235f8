/** Connecting an MCP client by OAuth, as a client and a person do it, and what must not work. */
import { env } from 'cloudflare:workers'
import type { ConnectionRequest } from '@fairlead/protocol/connections'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../test/api-kit.ts'
import { fetchApp, ORIGIN } from '../../test/double/harness.ts'
import { newMember } from '../../test/people-kit.ts'
import { database } from '../db/client.ts'
import { mcpCodes, mcpConnections } from '../db/connection-schema.ts'
import { clientOf, registerClient } from '../mcp/oauth/clients.ts'
import { destinationOf } from '../mcp/oauth/redirects.ts'

useApi()
const db = database(env.DB)
afterEach(() => vi.restoreAllMocks())

const REDIRECT = 'http://127.0.0.1:33418/callback'
const VERIFIER = 'v'.repeat(43)

async function challenge(): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))
	const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
	return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

let addresses = 0
async function registered(more: object = {}): Promise<string> {
	const body = { client_name: 'Coder', redirect_uris: [REDIRECT], ...more }
	const answer = await fetchApp('/oauth/register', {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			// One address registers twenty at most.
			'cf-connecting-ip': `192.0.2.${++addresses}`,
		},
		body: JSON.stringify(body),
	})
	expect(answer.status).toBe(201)
	return ((await answer.json()) as { client_id: string }).client_id
}

async function requestOf(client_id: string, more: object = {}): Promise<ConnectionRequest> {
	return {
		...{ response_type: 'code', client_id, redirect_uri: REDIRECT, state: 'xyz' },
		...{ code_challenge: await challenge(), code_challenge_method: 'S256' },
		resource: `${ORIGIN}/mcp/${api.projectId}`,
		...more,
	}
}

const answer = (request: ConnectionRequest, scopes = ['editor:read', 'editor:call']) =>
	api.owner.call('POST', '/api/connections', { request, scopes })

/** The address that the browser is sent to. */
async function agreed(request: ConnectionRequest): Promise<URL> {
	const { redirect } = (await (await answer(request)).json()) as { redirect: string }
	return new URL(redirect)
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const token = (form: Record<string, string>) =>
	fetchApp('/oauth/token', {
		method: 'POST',
		headers: FORM,
		body: new URLSearchParams(form).toString(),
	})
interface Granted {
	readonly access_token: string
	readonly refresh_token: string
	readonly scope: string
}
const redeeming = (client_id: string, code: string, more: Record<string, string> = {}) =>
	token({
		...{ grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT },
		...{ code_verifier: VERIFIER, ...more },
	})
const refreshing = (client_id: string, refresh_token: string) =>
	token({ grant_type: 'refresh_token', client_id, refresh_token })

/** A client that is connected. */
async function connected(): Promise<Granted & { readonly clientId: string }> {
	const clientId = await registered()
	const code = (await agreed(await requestOf(clientId))).searchParams.get('code') ?? ''
	const granted = await redeeming(clientId, code)
	expect(granted.status).toBe(200)
	return { ...((await granted.json()) as Granted), clientId }
}

const using = (accessToken: string, projectId = api.projectId) =>
	fetchApp(`/mcp/${projectId}`, {
		method: 'POST',
		headers: {
			...{ authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
	})
/** Listens for changes of the project. */
const listeningWith = (accessToken: string) =>
	fetchApp(`/mcp/${api.projectId}`, {
		method: 'POST',
		headers: {
			...{ authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
			...{ accept: 'application/json, text/event-stream', 'mcp-method': 'subscriptions/listen' },
			'mcp-protocol-version': '2026-07-28',
		},
		body: JSON.stringify({
			...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
			params: {
				notifications: { resourceSubscriptions: ['fairlead://console'] },
				_meta: {
					'io.modelcontextprotocol/protocolVersion': '2026-07-28',
					'io.modelcontextprotocol/clientInfo': { name: 'Coder', version: '1' },
					'io.modelcontextprotocol/clientCapabilities': {},
				},
			},
		}),
	})
/** Waits for ever if it does not end. */
const ended = async (listening: Response) =>
	expect(await listening.text()).toContain('"resultType":"complete"')

const errorOf = async (refused: Response): Promise<unknown> => {
	expect(refused.status).toBe(400)
	return ((await refused.json()) as { error: unknown }).error
}

describe('a client', () => {
	test('finds out from the refusal how it is connected, is connected, and uses the project', async () => {
		const refused = await using('fla_none')
		const [, at = ''] =
			/resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
		const resource = (await (await fetchApp(new URL(at).pathname)).json()) as {
			resource: string
			authorization_servers: string[]
		}
		expect(resource).toMatchObject({
			resource: `${ORIGIN}/mcp/${api.projectId}`,
			authorization_servers: [ORIGIN],
		})
		const server = await (await fetchApp('/.well-known/oauth-authorization-server')).json()
		expect(server).toMatchObject({
			issuer: ORIGIN,
			client_id_metadata_document_supported: true,
			authorization_response_iss_parameter_supported: true,
			code_challenge_methods_supported: ['S256'],
		})
		const clientId = await registered()
		const request = await requestOf(clientId, { scope: 'editor:read editor:call unknown' })
		const query = new URLSearchParams(request as unknown as Record<string, string>)
		const asked = await api.owner.call('GET', `/api/connections/request?${query}`)
		expect(await asked.json()).toEqual({
			clientName: 'Coder',
			clientHost: null,
			clientDocument: null,
			returnsTo: { kind: 'computer' },
			project: { id: api.projectId, name: 'Mine' },
			scopes: ['editor:read', 'editor:call'],
		})
		const back = await agreed(request)
		expect(back.href.startsWith(REDIRECT)).toBe(true)
		expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'xyz', iss: ORIGIN })
		const granted = await redeeming(clientId, back.searchParams.get('code') ?? '')
		const { access_token, scope } = (await granted.json()) as Granted
		expect(scope).toBe('editor:read editor:call')
		expect((await using(access_token)).status).toBe(200)
	})

	test('that was denied learns only that', async () => {
		const request = await requestOf(await registered())
		const { redirect } = (await (await answer(request, [])).json()) as { redirect: string }
		const back = new URL(redirect)
		expect(back.searchParams.get('error')).toBe('access_denied')
		expect(back.searchParams.get('code')).toBeNull()
	})

	test('may take its code at another port of this computer, and at no other address', async () => {
		const id = await registered()
		const elsewhere = { redirect_uri: 'http://127.0.0.1:5000/callback' }
		const back = await agreed(await requestOf(id, elsewhere))
		expect(back.port).toBe('5000')
		for (const redirect_uri of [
			'http://127.0.0.1:33418/other',
			'https://evil.example/callback',
			'http://127.0.0.1.evil.example:33418/callback',
			'javascript:alert(1)',
		]) {
			const refused = await answer(await requestOf(id, { redirect_uri }))
			expect((await problemOf(refused)).detail).toContain('redirect')
		}
	})

	test('cannot register a name that turns the text, or passes for ours', async () => {
		for (const client_name of ['Co\u202Eder', 'Co\nder', 'fairlead approvals']) {
			const refused = await fetchApp('/oauth/register', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ client_name, redirect_uris: [REDIRECT] }),
			})
			expect(await errorOf(refused)).toBe('invalid_client_metadata')
		}
	})

	test('is shown where it returns to: a scheme that looks like a host is named as a scheme', () => {
		expect(destinationOf('claude.ai://callback')).toEqual({ kind: 'app', scheme: 'claude.ai:' })
		expect(destinationOf('https://claude.ai/callback')).toEqual({ kind: 'site', host: 'claude.ai' })
		expect(destinationOf(REDIRECT)).toEqual({ kind: 'computer' })
	})

	test('that names a parameter twice is refused: two programs would read different ones', async () => {
		const id = await registered()
		const query = new URLSearchParams((await requestOf(id)) as unknown as Record<string, string>)
		query.append('redirect_uri', 'https://evil.example/callback')
		const asked = await api.owner.call('GET', `/api/connections/request?${query}`)
		expect((await problemOf(asked)).detail).toContain('redirect_uri')
		const code = (await agreed(await requestOf(id))).searchParams.get('code') ?? ''
		const form = new URLSearchParams({
			...{ grant_type: 'authorization_code', client_id: id, code, redirect_uri: REDIRECT },
			code_verifier: VERIFIER,
		})
		form.append('client_id', 'mcc_other')
		const body = form.toString()
		const refused = await fetchApp('/oauth/token', { method: 'POST', headers: FORM, body })
		expect(refused.status).toBe(400)
		// The code was not used up.
		expect((await redeeming(id, code)).status).toBe(200)
	})

	test('that nobody uses is forgotten, also once it was used; one that is connected stays', async () => {
		const now = Date.now()
		const own = { client_name: 'Own', redirect_uris: [REDIRECT] }
		const { clientId } = await connected()
		const [unused, used] = [await registerClient(db, own, now), await registerClient(db, own, now)]
		await agreed(await requestOf(used.id))
		const rule = { local: false, hosts: undefined }
		await registerClient(db, own, now + 2 * 86_400_000)
		await expect(clientOf(db, unused.id, rule)).rejects.toThrow('not registered')
		expect((await clientOf(db, used.id, rule)).name).toBe('Own')
		await registerClient(db, own, now + 100 * 86_400_000)
		await expect(clientOf(db, used.id, rule)).rejects.toThrow('not registered')
		expect((await clientOf(db, clientId, rule)).name).toBe('Coder')
	})

	test('cannot register an address that a browser runs, or that is not its own', async () => {
		for (const uri of ['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/x', '//x']) {
			const refused = await fetchApp('/oauth/register', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ client_name: 'x', redirect_uris: [uri] }),
			})
			expect(await errorOf(refused)).toBe('invalid_client_metadata')
		}
	})
})

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

	test('of ten uses at once, makes one connection at most', async () => {
		const { id, code } = await begun()
		const before = await db.select().from(mcpConnections)
		const answers = await Promise.all(Array.from({ length: 10 }, () => redeeming(id, code)))
		expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
		const after = await db.select().from(mcpConnections)
		expect(after.length - before.length).toBeLessThanOrEqual(1)
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

describe('a person', () => {
	test('is not asked about a project that they do not see, or one of another server', async () => {
		const request = await requestOf(await registered())
		const scopes = ['editor:read']
		const foreign = await api.stranger.call('POST', '/api/connections', { request, scopes })
		expect(foreign.status).toBe(404)
		const elsewhere = { ...request, resource: 'https://evil.example/mcp/x' }
		expect((await answer(elsewhere)).status).toBe(400)
		const unknown = { ...request, client_id: 'mcc_none' }
		expect((await problemOf(await answer(unknown))).detail).toContain('not registered')
	})

	test('cannot be made to agree by another site', async () => {
		const request = await requestOf(await registered())
		const forged = await fetchApp('/api/connections', {
			method: 'POST',
			headers: {
				...{ 'content-type': 'application/json', cookie: api.owner.cookie },
				origin: 'https://evil.example',
			},
			body: JSON.stringify({ request, scopes: ['editor:read'] }),
		})
		expect(forged.status).toBe(403)
	})

	test('finds the answer in the audit log', async () => {
		await connected()
		const log = await api.owner.call('GET', `/api/projects/${api.projectId}/audit`)
		expect(await log.text()).toContain('answerConnectionRequest')
	})
})

describe('a metadata document', () => {
	const ID = 'https://client.example/meta.json'
	const document = {
		...{ client_id: ID, client_name: 'Vouched' },
		redirect_uris: ['https://client.example/back'],
	}
	const rule = { local: false, hosts: undefined }
	const serving = (body: string, init: ResponseInit = {}): typeof fetch =>
		(async () => new Response(body, init)) as typeof fetch

	test('names the client, and the host that vouches for it', async () => {
		const client = await clientOf(db, ID, rule, serving(JSON.stringify(document)))
		expect(client).toEqual({
			...{ id: ID, name: 'Vouched', host: 'client.example' },
			redirectUris: ['https://client.example/back'],
		})
	})

	test.each([
		['of a private network', 'https://10.0.0.1/meta.json', JSON.stringify(document), {}],
		['of a private name', 'https://metadata.internal/x', JSON.stringify(document), {}],
		['without TLS', 'http://client.example/meta.json', JSON.stringify(document), {}],
		['without a path', 'https://client.example/', JSON.stringify(document), {}],
		['that redirects', ID, '', { status: 302, headers: { location: 'http://10.0.0.1/' } }],
		['that is endless', ID, 'x'.repeat(20_000), {}],
		['that is no JSON', ID, '<html>', {}],
		['with a name of ours', ID, JSON.stringify({ ...document, client_name: 'Fairlead' }), {}],
		['of another client', ID, JSON.stringify({ ...document, client_id: `${ID}x` }), {}],
		[
			'with a script as redirect',
			ID,
			JSON.stringify({ ...document, redirect_uris: ['javascript:alert(1)'] }),
			{},
		],
	])('%s is refused', async (_, id, body, init) => {
		await expect(clientOf(db, id, rule, serving(body, init))).rejects.toMatchObject({
			code: 'invalid_client',
		})
	})
})
