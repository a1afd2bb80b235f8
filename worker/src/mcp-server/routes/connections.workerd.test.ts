/** Connecting an MCP client by OAuth, as a client and a person do it, and what must not work. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { api, problemOf, useApi } from '../../../test/api-kit.ts'
import {
	agreed,
	answer,
	connected,
	errorOf,
	FORM,
	type Granted,
	REDIRECT,
	redeeming,
	registered,
	requestOf,
	using,
	VERIFIER,
} from '../../../test/connection-kit.ts'
import { fetchApp, ORIGIN } from '../../../test/double/harness.ts'
import { database } from '../../db/client.ts'
import { clientOf, registerClient } from '../oauth/clients.ts'
import { destinationOf } from '../oauth/redirects.ts'

useApi()
const db = database(env.DB)
afterEach(() => vi.restoreAllMocks())

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
			grant_type: 'authorization_code',
			client_id: id,
			code,
			redirect_uri: REDIRECT,
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
				'content-type': 'application/json',
				cookie: api.owner.cookie,
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
		client_id: ID,
		client_name: 'Vouched',
		redirect_uris: ['https://client.example/back'],
	}
	const rule = { local: false, hosts: undefined }
	const serving = (body: string, init: ResponseInit = {}): typeof fetch =>
		(async () => new Response(body, init)) as typeof fetch

	test('names the client, and the host that vouches for it', async () => {
		const client = await clientOf(db, ID, rule, serving(JSON.stringify(document)))
		expect(client).toEqual({
			id: ID,
			name: 'Vouched',
			host: 'client.example',
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
