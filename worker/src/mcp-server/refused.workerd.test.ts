/** Requests of MCP clients that do nothing. */
import { env } from 'cloudflare:workers'
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { describe, expect, test } from 'vitest'
import { fetchApp, until } from '../../test/double/harness.ts'
import {
	ALL,
	CREATE,
	executed,
	LEGACY,
	LOOK,
	mcp,
	messagesOf,
	modern,
	modernResult,
	newToken,
	send,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'
import { newMember } from '../../test/people/people-kit.ts'
import { database } from '../db/client.ts'
import { setQuota } from '../usage/store/allowances.ts'

useMcp()

async function conversationCount(): Promise<number> {
	const list = await mcp.owner.call('GET', `/api/projects/${mcp.projectId}/conversations`)
	return ((await list.json()) as { conversations: readonly unknown[] }).conversations.length
}

describe('a refused request', () => {
	test('without a token: told where to be connected, the same for any project', async () => {
		const ask = (id: string) => fetchApp(`/mcp/${id}`, { method: 'POST', body: '{}' })
		const [mine, none] = await Promise.all([ask(mcp.projectId), ask('prj_none')])
		for (const answer of [mine, none]) {
			expect(answer.status).toBe(401)
			expect(answer.headers.get('www-authenticate')).toContain(
				'/.well-known/oauth-protected-resource/mcp/',
			)
		}
	})

	test('a foreign project is not found, and a token without the scope is told its name', async () => {
		const { token } = await newToken(ALL)
		const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
		expect((await send(token, body, {}, 'prj_foreign')).status).toBe(404)
		const weak = await newToken(['projects:read'])
		const answer = await send(weak.token, body)
		expect(answer.status).toBe(403)
		expect(await answer.text()).toContain('editor:read')
	})

	test('a change without the scope for it runs nothing', async () => {
		const { token } = await newToken(['editor:read'])
		const before = executed().length
		const result = await modernResult(token, 'tools/call', CREATE)
		expect(result.isError).toBe(true)
		expect(result.content?.[0]?.text).toContain('editor:call')
		expect(executed().length).toBe(before)
	})

	test('a page of another site, even with a token', async () => {
		const { token } = await newToken(['editor:read'])
		const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
		expect((await send(token, body, { origin: 'https://evil.example' })).status).toBe(403)
	})

	test("a viewer does not run the project's own tools, also those that say they only read", async () => {
		const name = 'maze_peek'
		const inputSchema = { type: 'object', properties: {} }
		mcp.relayTools([{ name, description: 'Looks.', inputSchema, risk: 'read' }])
		const peek = { name: 'call_tool', arguments: { name, arguments: {} } }
		const may = await newToken(['editor:read', 'editor:call'])
		await until(async () => {
			await modernResult(may.token, 'tools/call', peek)
			return executed().some(({ method }) => method === name) || undefined
		}, 'the tool to be known')
		const before = executed().length
		const weak = await newToken(['editor:read'])
		const { client } = await newMember(mcp.projectId, 'viewer')
		const body = { label: 'viewer', scopes: ['editor:read', 'editor:call'], expiresInDays: 1 }
		const made = await client.call('POST', '/api/tokens', body)
		const viewer = (await made.json()) as CreatedApiToken
		for (const { token } of [weak, viewer]) {
			const result = await modernResult(token, 'tools/call', peek)
			expect(result.content?.[0]?.text).toContain('denied')
		}
		expect(executed().length).toBe(before)
	})

	test("a viewer does not read the desk's files, and is told the role and the scope for it", async () => {
		const { client } = await newMember(mcp.projectId, 'viewer')
		const body = { label: 'files', scopes: ['editor:read'], expiresInDays: 1 }
		const { token } = (await (
			await client.call('POST', '/api/tokens', body)
		).json()) as CreatedApiToken
		const read = { name: 'read_file', arguments: { path: 'Assets/Spin.cs' } }
		const result = await modernResult(token, 'tools/call', read)
		expect(result.content?.[0]?.text).toContain('role approver')
		expect(result.content?.[0]?.text).toContain('editor:read')
	})

	test('a run in Auto, which a person chooses: no conversation is left', async () => {
		const { token } = await newToken(['editor:read', 'runs:start'])
		const start = (args: object) =>
			modernResult(token, 'tools/call', { name: 'start_run', arguments: args })
		const before = await conversationCount()
		const refused = await start({ task: 'delete all', mode: 'auto' })
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('ask, read-only')
		const args = { name: 'start_run', args: { task: 'delete all', mode: 'auto' } }
		const inside = await modernResult(token, 'tools/call', { name: 'call_tool', arguments: args })
		expect(inside).toEqual(refused)
		await setQuota(database(env.DB), mcp.projectId, { limits: { runs_per_day: 0 } })
		const over = await start({ task: 'create a cube' })
		await setQuota(database(env.DB), mcp.projectId, { limits: {} })
		const told = over.content?.[0]?.text
		expect(told).toContain('This project has used all 0 runs for today. It resets on 20')
		expect(told).not.toContain('runs_per_day')
		expect(await conversationCount()).toBe(before)
	})

	test('a revoked token is cut off at once', async () => {
		const { token, id } = await newToken(['editor:read'])
		expect((await modern(token, 'tools/list')).status).toBe(200)
		expect((await mcp.owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		expect((await modern(token, 'tools/list')).status).toBe(401)
	})

	test('a batch, of which nothing runs: many calls are not one request', async () => {
		const { token } = await newToken(['editor:read'])
		const before = executed().length
		const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: LOOK }
		for (const batch of [[call, { ...call, id: 2 }], [call], []]) {
			const answer = await send(token, batch, { 'mcp-protocol-version': LEGACY })
			expect(answer.status).toBe(400)
			expect(await answer.json()).toMatchObject({ id: null, error: { code: -32_600 } })
		}
		expect(executed().length).toBe(before)
	})

	test.each([
		['initialize', {}, '"protocolVersion" is missing.'],
		['resources/read', {}, '"uri" is missing.'],
		['prompts/get', {}, '"name" is missing.'],
		[
			'prompts/get',
			{ name: 'build_in_scene', arguments: { x: 5 } },
			'"arguments.x" must be a text.',
		],
		['completion/complete', {}, '"ref" is missing.'],
		['tools/call', {}, '"name" is missing.'],
		['tools/call', { name: 5 }, '"name" must be a text.'],
		['tools/call', { name: 'read_file', arguments: 'x' }, '"arguments" must be an object.'],
	])(
		'%s %j: told which member is wrong, without a dump of a library',
		async (method, params, said) => {
			const { token } = await newToken(['editor:read'])
			const body = { jsonrpc: '2.0', id: 1, method, params }
			const answer = await send(token, body, { 'mcp-protocol-version': LEGACY })
			const [last] = (await messagesOf(answer)).slice(-1)
			expect(last?.error).toEqual({ code: -32_602, message: `${method}: ${said}` })
		},
	)

	test('too large, too deep, not JSON', async () => {
		const { token } = await newToken(['editor:read'])
		const headers = {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		}
		const post = (body: string) =>
			fetchApp(`/mcp/${mcp.projectId}`, { method: 'POST', headers, body })
		expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
		expect((await post(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).status).toBe(400)
		expect((await post('{')).status).toBe(400)
	})
})
