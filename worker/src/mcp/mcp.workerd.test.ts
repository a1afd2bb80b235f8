/** An MCP client without an SDK, of either revision, against the Worker with a real Conversation. */
import { env } from 'cloudflare:workers'
import type { CreatedApiToken } from '@fairlead/protocol/api-tokens'
import { NeedsYou } from '@fairlead/protocol/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../bench/objects/editor.ts'
import {
	type Client,
	fetchApp,
	KEY_A,
	roomWith,
	seat,
	until,
	watch,
} from '../../test/double/harness.ts'
import { newMember } from '../../test/people-kit.ts'
import { setQuota } from '../db/allowances.ts'
import { database } from '../db/client.ts'

const MODERN = '2026-07-28'
const LEGACY = '2025-06-18'
/** Changes something, and is not destructive. */
const CREATE = { name: 'unity_hierarchy', arguments: { action: 'create', name: 'Box' } }
const LOOK = { name: 'unity_query', arguments: { action: 'hierarchy' } }

let owner: Client
let projectId: string
let stopEditor: () => void
let executed: () => readonly {
	readonly callId: string
	readonly method: string
	readonly params?: unknown
}[]
let changed: (scopes: readonly string[]) => void
let watched: () => boolean | undefined
let relayTools: (tools: readonly unknown[]) => void
let relayPhase: (phase: 'compiling' | 'ready') => void
beforeAll(async () => {
	const room = await roomWith([seat(KEY_A)])
	owner = room.client
	projectId = room.projectId
	executed = () => room.relay.calls()
	relayTools = (customTools) => room.relay.notify('seat.updated', { ...seat(KEY_A), customTools })
	relayPhase = (phase) => room.relay.phase(KEY_A, phase)
	changed = (scopes) => room.relay.notify('seat.changed', { editorKey: KEY_A, scopes })
	watched = () =>
		room.relay.frames.findLast(({ method }) => method === 'watch')?.params?.['watching'] as
			| boolean
			| undefined
	stopEditor = serve(room.relay)
})
afterAll(() => stopEditor())

async function newToken(scopes: readonly string[], label = 'mcp'): Promise<CreatedApiToken> {
	const made = await owner.call('POST', '/api/tokens', { label, scopes, expiresInDays: 1 })
	expect(made.status).toBe(201)
	return made.json()
}
const ALL = ['editor:read', 'editor:call', 'runs:approve'] as const

interface Answer {
	readonly result?: Record<string, unknown> & {
		readonly content?: readonly { readonly text: string }[]
		readonly isError?: boolean
	}
	readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The last message of an answer, which may be a stream; and those before it. */
async function messagesOf(answer: Response): Promise<readonly Answer[]> {
	const text = await answer.text()
	if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
		return [JSON.parse(text) as Answer]
	}
	return text
		.split('\n')
		.filter((line) => line.startsWith('data: '))
		.map((line) => JSON.parse(line.slice('data: '.length)) as Answer)
}

function send(token: string, body: object, headers: Record<string, string> = {}, to = projectId) {
	return fetchApp(`/mcp/${to}`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...headers,
		},
		body: JSON.stringify(body),
	})
}

const ASKS_FORMS = { elicitation: { form: {} } }

function modern(
	token: string,
	method: string,
	params: Record<string, unknown> = {},
	capabilities: object = {},
): Promise<Response> {
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': MODERN,
		'io.modelcontextprotocol/clientInfo': { name: 'Test client', version: '1' },
		'io.modelcontextprotocol/clientCapabilities': capabilities,
		...(params['_meta'] as object | undefined),
	}
	const name = params['name'] ?? params['uri'] ?? params['taskId']
	return send(
		token,
		{ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
		{
			'mcp-protocol-version': MODERN,
			'mcp-method': method,
			...(name === undefined ? {} : { 'mcp-name': String(name) }),
		},
	)
}
const modernResult = async (...asked: Parameters<typeof modern>) =>
	(await messagesOf(await modern(...asked))).at(-1)?.result ?? {}

const legacy = (token: string, method: string, params: object = {}) =>
	send(token, { jsonrpc: '2.0', id: 1, method, params }, { 'mcp-protocol-version': LEGACY })

/** The question that waits for the person, as the page finds it. */
async function question(title: string): Promise<{ conversationId: string; approvalId: string }> {
	const { conversationId } = await until(async () => {
		const { conversations } = NeedsYou.parse(
			await (await owner.call('GET', '/api/needs-you')).json(),
		)
		return conversations.find((one) => one.title.startsWith(title))
	}, 'the call to ask')
	const frames = await owner.call('GET', `/api/conversations/${conversationId}/stream`)
	const [, approvalId = ''] = /"approvalId":"([^"]+)"/.exec(await frames.text()) ?? []
	return { conversationId, approvalId }
}

describe('both revisions on one address', () => {
	test('2026-07-28: discover, and a list that is small, in a fixed order and may be cached', async () => {
		const { token } = await newToken(['editor:read'])
		const discovered = await modernResult(token, 'server/discover')
		expect(discovered['supportedVersions']).toContain(MODERN)
		const listed = await modernResult(token, 'tools/list')
		expect(listed).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
		expect(listed['ttlMs']).toBeGreaterThan(0)
		expect(await modernResult(token, 'tools/list')).toEqual(listed)
		// About four characters to a token.
		expect(JSON.stringify(listed['tools']).length / 4).toBeLessThan(4_000)
	})

	test('2025-06-18: the handshake, then the same tools', async () => {
		const { token } = await newToken(['editor:read'])
		const clientInfo = { name: 'Old client', version: '1' }
		const hello = { protocolVersion: LEGACY, capabilities: {}, clientInfo }
		const [answer] = await messagesOf(await legacy(token, 'initialize', hello))
		expect(answer?.result).toMatchObject({ protocolVersion: LEGACY })
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

	test('a read waits while Unity compiles, and says so', async () => {
		const { token } = await newToken(['editor:read'])
		relayPhase('compiling')
		const asked = modern(token, 'tools/call', { ...LOOK, _meta: { progressToken: 7 } })
		const compiled = asked.then(messagesOf)
		// The first event of the stream comes while it waits.
		await asked
		relayPhase('ready')
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
		const list = await owner.call('GET', `/api/projects/${projectId}/conversations`)
		const { conversations } = (await list.json()) as {
			conversations: readonly { id: string; title: string }[]
		}
		const own = conversations.find(({ title }) => title.startsWith('Test client by MCP'))
		const page = await owner.call('GET', `/api/conversations/${own?.id}/messages`)
		expect(await page.text()).toContain(`"kind":"token","id":"${id}"`)
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
		expect((await owner.call('POST', path, answer)).status).toBe(204)
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
		// For the second it is a new call, which asks.
		const got = await modernResult(second.token, 'tools/call', stolen, ASKS_FORMS)
		expect(got['resultType']).toBe('input_required')
		expect(got['requestState']).not.toBe(asked['requestState'])
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
		expect((await owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		const answered = {
			...named('TooLate'),
			inputResponses: once,
			requestState: asked['requestState'],
		}
		expect((await modern(token, 'tools/call', answered, ASKS_FORMS)).status).toBe(401)
		// It still stands on the page, where nobody has answered it.
		const [conversationId = ''] = String(asked['requestState']).split('.')
		const frames = await owner.call('GET', `/api/conversations/${conversationId}/stream`)
		expect(await frames.text()).toContain('"approvalId"')
		expect(ran('TooLate')).toBe(0)
	})
})

describe('runs as tasks', () => {
	const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} }, ...ASKS_FORMS }
	const started = { name: 'start_run', arguments: { task: 'create a cube named Task' } }

	test('a run is started, asks, is answered through the task, and collected', async () => {
		const { token } = await newToken(['editor:read', 'runs:start', 'runs:approve'])
		const made = await modernResult(token, 'tools/call', started, TASKS)
		expect(made).toMatchObject({ resultType: 'task', status: 'working' })
		const taskId = made['taskId']
		const task = () => modernResult(token, 'tasks/get', { taskId }, TASKS)
		const asks = await until(async () => {
			const now = await task()
			return now['status'] === 'input_required' ? now : undefined
		}, 'the task to ask')
		const [approvalId = ''] = Object.keys(asks['inputRequests'] as object)
		const inputResponses = {
			[approvalId]: { action: 'accept', content: { decision: 'once' } },
		}
		await modernResult(token, 'tasks/update', { taskId, inputResponses }, TASKS)
		const done = await until(async () => {
			const now = await task()
			return now['status'] === 'completed' ? now : undefined
		}, 'the task to complete')
		expect(JSON.stringify(done['result'])).toContain('Task')
		// Another client knows nothing of it.
		const other = await newToken(['editor:read', 'runs:start'])
		const [foreign] = await messagesOf(await modern(other.token, 'tasks/get', { taskId }, TASKS))
		expect(foreign?.error?.message).toContain('no such task')
	})

	test('a cancelled task stops its run, and what it asked for never runs', async () => {
		const { token } = await newToken(['editor:read', 'runs:start', 'runs:approve'])
		const { taskId } = await modernResult(token, 'tools/call', started, TASKS)
		const inState = (wanted: string) =>
			until(async () => {
				const now = await modernResult(token, 'tasks/get', { taskId }, TASKS)
				return now['status'] === wanted ? now : undefined
			}, `the task to be ${wanted}`)
		await inState('input_required')
		const before = executed().length
		// Not by another client.
		const other = await newToken(['editor:read', 'runs:start'])
		const [foreign] = await messagesOf(await modern(other.token, 'tasks/cancel', { taskId }, TASKS))
		expect(foreign?.error?.message).toContain('no such task')
		await inState('input_required')
		await modernResult(token, 'tasks/cancel', { taskId }, TASKS)
		await inState('cancelled')
		expect(executed().length).toBe(before)
	})

	test('an older client starts one, and stops it; without the scope it is told', async () => {
		const { token } = await newToken(['editor:read', 'runs:start'])
		const answer = (await messagesOf(await legacy(token, 'tools/call', started))).at(-1)
		const { id } = JSON.parse(answer?.result?.content?.[0]?.text ?? '{}') as { id: string }
		const stopping = { name: 'collect', arguments: { id, stop: true } }
		const stopped = (await messagesOf(await legacy(token, 'tools/call', stopping))).at(-1)
		expect(stopped?.result?.isError).toBeUndefined()
		const asked = { name: 'collect', arguments: { id } }
		const ended = (await messagesOf(await legacy(token, 'tools/call', asked))).at(-1)
		expect(ended?.result?.content?.[0]?.text).toContain('"cancelled"')
		const weak = await newToken(['editor:read'])
		const refused = await modernResult(weak.token, 'tools/call', started)
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('runs:start')
	})
})

describe('listening', () => {
	const CONSOLE = { notifications: { resourceSubscriptions: ['fairlead://console'] } }
	const MAX_OF_CLIENT = 4

	/** A stream as it comes; `next` is null at its end. */
	async function listening(token: string) {
		const answer = await modern(token, 'subscriptions/listen', CONSOLE)
		expect(answer.status).toBe(200)
		const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
		if (!reader) throw new Error('there is no stream')
		let text = ''
		const next = async (): Promise<unknown> => {
			for (;;) {
				const [, data] = /data: (.*)\n\n/.exec(text) ?? []
				if (data !== undefined) {
					text = text.slice(text.indexOf(data) + data.length + 2)
					return JSON.parse(data)
				}
				const { done, value } = await reader.read()
				if (done) return null
				text += value
			}
		}
		expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
		await until(() => watched() || undefined, 'the relay to be told that somebody watches')
		return { next, stop: () => reader.cancel() }
	}
	const updated = {
		method: 'notifications/resources/updated',
		params: { uri: 'fairlead://console' },
	}

	test('a client hears what changed, and only what it asked for; the relay is told when nobody listens', async () => {
		const { token } = await newToken(['editor:read'])
		const { next, stop } = await listening(token)
		changed(['hierarchy'])
		changed(['console'])
		expect(await next()).toMatchObject(updated)
		await stop()
		await until(() => (watched() === false ? true : undefined), 'the room to be left')
	})

	test('it ends with its token, and cannot begin again', async () => {
		const { token, id } = await newToken(['editor:read'])
		const { next } = await listening(token)
		expect((await owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
		expect(await next()).toMatchObject({ result: { resultType: 'complete' } })
		expect(await next()).toBeNull()
		expect((await modern(token, 'subscriptions/listen', CONSOLE)).status).toBe(401)
	})

	test('listening clients are not among the people who watch, and one client has a bounded number', async () => {
		const { token } = await newToken(['editor:read'])
		const open = []
		for (let n = 0; n < MAX_OF_CLIENT; n++) open.push(await listening(token))
		const refused = await modern(token, 'subscriptions/listen', CONSOLE)
		expect(refused.status).toBe(503)
		const { viewer, state } = await watch(owner, projectId)
		expect(state.viewers).toHaveLength(1)
		// Another client still finds a place.
		const other = await newToken(['editor:read'])
		open.push(await listening(other.token))
		viewer.close()
		for (const { stop } of open) await stop()
		await until(() => (watched() === false ? true : undefined), 'the room to be left')
	})

	test('a client that asks for nothing there is leaves nothing open', async () => {
		const { token } = await newToken(['editor:read'])
		const none = { notifications: { toolsListChanged: true } }
		for (let n = 0; n < MAX_OF_CLIENT; n++) {
			const messages = await messagesOf(await modern(token, 'subscriptions/listen', none))
			expect(messages.at(-1)?.result).toMatchObject({ resultType: 'complete' })
		}
		const free = await until(async () => {
			const answer = await modern(token, 'subscriptions/listen', CONSOLE)
			return answer.status === 200 ? answer : undefined
		}, 'a free place')
		await free.body?.cancel()
	})
})

async function conversationCount(): Promise<number> {
	const list = await owner.call('GET', `/api/projects/${projectId}/conversations`)
	return ((await list.json()) as { conversations: readonly unknown[] }).conversations.length
}

describe('refused', () => {
	test('without a token: told where to be connected, the same for any project', async () => {
		const ask = (id: string) => fetchApp(`/mcp/${id}`, { method: 'POST', body: '{}' })
		const [mine, none] = await Promise.all([ask(projectId), ask('prj_none')])
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
		relayTools([{ name, description: 'Looks.', inputSchema, risk: 'read' }])
		const peek = { name: 'call_tool', arguments: { name, arguments: {} } }
		const may = await newToken(['editor:read', 'editor:call'])
		await until(async () => {
			await modernResult(may.token, 'tools/call', peek)
			return executed().some(({ method }) => method === name) || undefined
		}, 'the tool to be known')
		const before = executed().length
		const weak = await newToken(['editor:read'])
		const { client } = await newMember(projectId, 'viewer')
		const body = { label: 'viewer', scopes: ['editor:read', 'editor:call'], expiresInDays: 1 }
		const made = await client.call('POST', '/api/tokens', body)
		const viewer = (await made.json()) as CreatedApiToken
		for (const { token } of [weak, viewer]) {
			const result = await modernResult(token, 'tools/call', peek)
			expect(result.content?.[0]?.text).toContain('denied')
		}
		expect(executed().length).toBe(before)
	})

	test('a run in Auto, which a person chooses: no conversation is left', async () => {
		const { token } = await newToken(['editor:read', 'runs:start'])
		const start = (args: object) =>
			modernResult(token, 'tools/call', { name: 'start_run', arguments: args })
		const before = await conversationCount()
		const refused = await start({ task: 'delete all', mode: 'auto' })
		expect(refused.isError).toBe(true)
		expect(refused.content?.[0]?.text).toContain('ask, read-only')
		await setQuota(database(env.DB), projectId, { limits: { runs_per_day: 0 } })
		const over = await start({ task: 'create a cube' })
		await setQuota(database(env.DB), projectId, { limits: {} })
		expect(over.content?.[0]?.text).toContain('runs_per_day')
		expect(await conversationCount()).toBe(before)
	})

	test('a revoked token is cut off at once', async () => {
		const { token, id } = await newToken(['editor:read'])
		expect((await modern(token, 'tools/list')).status).toBe(200)
		expect((await owner.call('DELETE', `/api/tokens/${id}`)).status).toBe(204)
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

	test('too large, too deep, not JSON', async () => {
		const { token } = await newToken(['editor:read'])
		const headers = {
			...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			accept: 'application/json, text/event-stream',
		}
		const post = (body: string) => fetchApp(`/mcp/${projectId}`, { method: 'POST', headers, body })
		expect((await post(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413)
		expect((await post(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).status).toBe(400)
		expect((await post('{')).status).toBe(400)
	})
})
