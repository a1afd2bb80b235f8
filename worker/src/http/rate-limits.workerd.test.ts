/** Limits of requests: the right caller is never kept out by others. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { api, JSON_TYPE, problemOf, useApi } from '../../test/api-kit.ts'
import { newAutomation, standardHeaders } from '../../test/automations/automation-kit.ts'
import { Client, ORIGIN, SETUP_TOKEN } from '../../test/double/harness.ts'
import { newPasskey, optionsOf } from '../../test/people/passkey-kit.ts'
import { newShare, visit } from '../../test/people/share-kit.ts'
import { hashSecret } from '../platform/secrets.ts'
import { createApp } from './app.ts'

useApi()

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
