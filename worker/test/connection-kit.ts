/** An MCP client that connects by OAuth, and the person who agrees, for the tests of both. */
import type { ConnectionRequest } from '@fairlead/protocol/people/connections'
import { expect } from 'vitest'
import { api } from './api-kit.ts'
import { fetchApp, ORIGIN } from './double/harness.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'
export const VERIFIER = 'v'.repeat(43)

export async function challenge(): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))
	const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
	return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

let addresses = 0
export async function registered(more: object = {}): Promise<string> {
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

export async function requestOf(client_id: string, more: object = {}): Promise<ConnectionRequest> {
	return {
		response_type: 'code',
		client_id,
		redirect_uri: REDIRECT,
		state: 'xyz',
		code_challenge: await challenge(),
		code_challenge_method: 'S256',
		resource: `${ORIGIN}/mcp/${api.projectId}`,
		...more,
	}
}

export const answer = (request: ConnectionRequest, scopes = ['editor:read', 'editor:call']) =>
	api.owner.call('POST', '/api/connections', { request, scopes })

/** The address that the browser is sent to. */
export async function agreed(request: ConnectionRequest): Promise<URL> {
	const { redirect } = (await (await answer(request)).json()) as { redirect: string }
	return new URL(redirect)
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const token = (form: Record<string, string>) =>
	fetchApp('/oauth/token', {
		method: 'POST',
		headers: FORM,
		body: new URLSearchParams(form).toString(),
	})
export interface Granted {
	readonly access_token: string
	readonly refresh_token: string
	readonly scope: string
}
export const redeeming = (client_id: string, code: string, more: Record<string, string> = {}) =>
	token({
		grant_type: 'authorization_code',
		client_id,
		code,
		redirect_uri: REDIRECT,
		code_verifier: VERIFIER,
		...more,
	})
export const refreshing = (client_id: string, refresh_token: string) =>
	token({ grant_type: 'refresh_token', client_id, refresh_token })

/** A client that is connected. */
export async function connected(): Promise<Granted & { readonly clientId: string }> {
	const clientId = await registered()
	const code = (await agreed(await requestOf(clientId))).searchParams.get('code') ?? ''
	const granted = await redeeming(clientId, code)
	expect(granted.status).toBe(200)
	return { ...((await granted.json()) as Granted), clientId }
}

export const using = (accessToken: string, projectId = api.projectId) =>
	fetchApp(`/mcp/${projectId}`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${accessToken}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
	})
/** Listens for changes of the project. */
export const listeningWith = (accessToken: string) =>
	fetchApp(`/mcp/${api.projectId}`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${accessToken}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			'mcp-method': 'subscriptions/listen',
			'mcp-protocol-version': '2026-07-28',
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'subscriptions/listen',
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
/** Waits forever if it does not end. */
export const ended = async (listening: Response) =>
	expect(await listening.text()).toContain('"resultType":"complete"')

export const errorOf = async (refused: Response): Promise<unknown> => {
	expect(refused.status).toBe(400)
	return ((await refused.json()) as { error: unknown }).error
}
