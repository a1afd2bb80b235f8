/** Calls of MCP clients of both revisions: what runs, what asks, and what another client may not do. */
import { describe, expect, test } from 'vitest'
import { fetchApp } from '../../test/double/harness.ts'
import {
	ALL,
	ASKS_FORMS,
	CREATE,
	executed,
	LEGACY,
	LOOK,
	legacy,
	MODERN,
	mcp,
	messagesOf,
	modern,
	modernResult,
	newToken,
	question,
	send,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'

useMcp()

describe('both revisions on one address', () => {
	test('2026-07-28: discover, and a list that is in a fixed order and may be cached', async () => {
		const { token } = await newToken(['editor:read'])
		const discovered = await modernResult(token, 'server/discover')
		expect(discovered['supportedVersions']).toContain(MODERN)
		const listed = await modernResult(token, 'tools/list')
		expect(listed).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
		expect(listed['ttlMs']).toBeGreaterThan(0)
		expect(await modernResult(token, 'tools/list')).toEqual(listed)
	})

	test('2025-06-18: the handshake, then the same tools', async () => {
		const { token } = await newToken(['editor:read'])
		const clientInfo = { name: 'Old client', version: '1' }
		const hello = { protocolVersion: LEGACY, capabilities: {}, clientInfo }
		const [answer] = await messagesOf(await legacy(token, 'initialize', hello))
		expect(answer?.result).toMatchObject({ protocolVersion: LEGACY })
		// It is promised nothing that takes a session: no subscriptions, no stream of its own.
		expect(answer?.result).toMatchObject({ capabilities: { resources: {} } })
		expect(JSON.stringify(answer?.result)).not.toContain('subscribe')
		const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
		expect((await fetchApp(`/mcp/${mcp.projectId}`, { headers })).status).toBe(405)
		const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
		expect((await send(token, initialized)).status).toBe(202)
		const [listed] = await messagesOf(await legacy(token, 'tools/list'))
		const { tools } = await modernResult(token, 'tools/list')
		expect(listed?.result?.['tools']).toEqual(tools)
	})

	test('an unknown revision is told the known ones', async () => {
		const { token } = await newToken(['editor:read'])
		const _meta = {
			'io.modelcontextprotocol/protocolVersion': '2031-01-01',
			'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
			'io.modelcontextprotocol/clientCapabilities': {},
		}
		const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
		const [answer] = await messagesOf(await send(token, body))
		expect(answer?.error?.code).toBe(-32_022)
	})
})

describe('calls', () => {
	test('a read goes to the editor and leaves nothing behind', async () => {
		const { token } = await newToken(['editor:read'])
		const result = await modernResult(token, 'tools/call', LOOK)
		expect(result['isError']).toBeUndefined()
		expect(executed().at(-1)?.method).toBe('unity_query')
		const resource = await modernResult(token, 'resources/read', { uri: 'fairlead://hierarchy' })
		expect(resource['contents']).toMatchObject([{ uri: 'fairlead://hierarchy' }])
	})

	test('a client that may only read hears why it gets no file that usually holds secrets', async () => {
		const { token } = await newToken(['editor:read'])
		const before = executed().length
		const read = { name: 'read_file', arguments: { path: '.env' } }
		const result = await modernResult(token, 'tools/call', read)
		expect(result['isError']).toBe(true)
		expect(JSON.stringify(result)).toContain('may not read files that usually hold secrets')
		expect(executed()).toHaveLength(before)
	})

	test('a read waits while Unity compiles, and says so', async () => {
		const { token } = await newToken(['editor:read'])
		mcp.relayPhase('compiling')
		const asked = modern(token, 'tools/call', { ...LOOK, _meta: { progressToken: 7 } })
		const compiled = asked.then(messagesOf)
		// The first event of the stream comes while it waits.
		await asked
		mcp.relayPhase('ready')
		const messages = await compiled
		expect(JSON.stringify(messages[0])).toContain('compiling')
		expect(messages.at(-1)?.result?.isError).toBeUndefined()
	})

	test('a change asks in the client that may answer, runs once, and stands in a conversation with its author', async () => {
		const { token, id } = await newToken(ALL)
		const asked = await modernResult(token, 'tools/call', CREATE, ASKS_FORMS)
		expect(asked['resultType']).toBe('input_required')
		expect(JSON.stringify(asked['inputRequests'])).toContain('Test client')
		const before = executed().filter(({ method }) => method === 'unity_hierarchy').length
		const answered = {
			...CREATE,
			inputResponses: { approval: { action: 'accept', content: { decision: 'once' } } },
			requestState: asked['requestState'],
		}
		const done = await modernResult(token, 'tools/call', answered, ASKS_FORMS)
		expect(done).toMatchObject({ resultType: 'complete' })
		expect(done.isError).toBeUndefined()
		// The same answer again is the same call.
		expect(await modernResult(token, 'tools/call', answered, ASKS_FORMS)).toEqual(done)
		const after = executed().filter(({ method }) => method === 'unity_hierarchy').length
		expect(after - before).toBe(1)
		const list = await mcp.owner.call('GET', `/api/projects/${mcp.projectId}/conversations`)
		const { conversations } = (await list.json()) as {
			conversations: readonly { id: string; title: string }[]
		}
		const own = conversations.find(({ title }) => title.startsWith('Test client by MCP'))
		const page = await mcp.owner.call('GET', `/api/conversations/${own?.id}/messages`)
		const text = await page.text()
		expect(text).toContain(`"kind":"token","id":"${id}"`)
		// No model took part, so no answer of one is missing.
		expect(text).toContain('"state":"completed"')
		expect(text).not.toContain('data-notice')
	})

	test('denied in the client: nothing runs, and the client is told not to try again', async () => {
		const { token } = await newToken(ALL)
		const asked = await modernResult(token, 'tools/call', CREATE, ASKS_FORMS)
		const before = executed().length
		const denied = {
			...CREATE,
			inputResponses: { approval: { action: 'decline' } },
			requestState: asked['requestState'],
		}
		const done = await modernResult(token, 'tools/call', denied, ASKS_FORMS)
		expect(done.isError).toBe(true)
		expect(done.content?.[0]?.text).toContain('denied')
		expect(executed().length).toBe(before)
	})

	test('an older client waits, and a person answers on the page', async () => {
		const { token } = await newToken(['editor:read', 'editor:call'], 'waits')
		const call = legacy(token, 'tools/call', CREATE).then(messagesOf)
		// Named by its token: an older client says its name once, and not with each call.
		const { conversationId, approvalId } = await question('Owner (waits)')
		const path = `/api/conversations/${conversationId}/approvals/${approvalId}`
		const answer = { approved: true, scope: 'once' }
		expect((await mcp.owner.call('POST', path, answer)).status).toBe(204)
		const result = (await call).at(-1)?.result
		expect(result?.isError).toBeUndefined()
	})

	test('another client cannot answer or collect the call', async () => {
		const first = await newToken(ALL)
		const second = await newToken(ALL)
		const asked = await modernResult(first.token, 'tools/call', CREATE, ASKS_FORMS)
		const before = executed().length
		const stolen = {
			...CREATE,
			inputResponses: { approval: { action: 'accept', content: { decision: 'once' } } },
			requestState: asked['requestState'],
		}
		const got = await modernResult(second.token, 'tools/call', stolen, ASKS_FORMS)
		expect(got.isError).toBe(true)
		expect(got.content?.[0]?.text).toContain('requestState')
		const named = { name: 'collect', arguments: { id: asked['requestState'] } }
		const collected = await modernResult(second.token, 'tools/call', named)
		expect(collected.content?.[0]?.text).toContain('no such call')
		expect(executed().length).toBe(before)
	})
})

describe('several clients, and rights that end', () => {
	const once = { approval: { action: 'accept', content: { decision: 'once' } } }
	const named = (name: string) => ({ ...CREATE, arguments: { action: 'create', name } })
	const ran = (name: string) =>
		executed().filter(({ params }) => (params as { name?: unknown })?.name === name).length

	test('two clients ask at once; each answer lets its own call run, and no other', async () => {
		const [first, second] = [await newToken(ALL), await newToken(ALL)]
		const [left, right] = await Promise.all([
			modernResult(first.token, 'tools/call', named('Left'), ASKS_FORMS),
			modernResult(second.token, 'tools/call', named('Right'), ASKS_FORMS),
		])
		expect([left['resultType'], right['resultType']]).toEqual(['input_required', 'input_required'])
		const answered = {
			...named('Right'),
			inputResponses: once,
			requestState: right['requestState'],
		}
		const done = await modernResult(second.token, 'tools/call', answered, ASKS_FORMS)
		expect(done.isError).toBeUndefined()
		expect([ran('Left'), ran('Right')]).toEqual([0, 1])
		await mcp.turnsEnd()
		const also = { ...named('Left'), inputResponses: once, requestState: left['requestState'] }
		expect(
			(await modernResult(first.token, 'tools/call', also, ASKS_FORMS)).isError,
		).toBeUndefined()
		expect([ran('Left'), ran('Right')]).toEqual([1, 1])
	})

	test('an answer that comes after the token was revoked decides nothing', async () => {
		const { token, id } = await newToken(ALL, 'late')
		const asked = await modernResult(token, 'tools/call', named('TooLate'), ASKS_FORMS)
		expect(asked['resultType']).toBe('input_required')
		expect((await mcp.owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		const answered = {
			...named('TooLate'),
			inputResponses: once,
			requestState: asked['requestState'],
		}
		expect((await modern(token, 'tools/call', answered, ASKS_FORMS)).status).toBe(401)
		// It does not wait on the page for somebody to answer it either.
		const [conversationId = ''] = String(asked['requestState']).split('.')
		const frames = await mcp.owner.call('GET', `/api/conversations/${conversationId}/stream`)
		expect(await frames.text()).not.toContain('"approvalId"')
		expect(ran('TooLate')).toBe(0)
	})
})
