/** The official clients of both revisions use a project's editor through the Worker, and a person answers. */
import type { CreatedApiToken } from '@fairlead/protocol/people/api-tokens'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient } from './chat-client.ts'
import { asOwner, editorReady, objectsNamed, ownStack } from './stack-kit.ts'

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

async function newToken(scopes: readonly string[]): Promise<CreatedApiToken> {
	const body = { label: 'mcp', scopes, expiresInDays: 1 }
	return (await asOwner(stack, 'POST', '/api/tokens', body)).json() as Promise<CreatedApiToken>
}

const address = () => new URL(`${stack.origin}/mcp/${stack.projectId}`)
const requestInit = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const create = (name: string) => ({
	name: 'unity_hierarchy',
	arguments: { action: 'create', name },
})

/** Conversations that wait for the owner. */
async function waiting(): Promise<string[]> {
	const needed = await (await asOwner(stack, 'GET', '/api/needs-you')).json()
	const { conversations } = needed as { conversations: { conversationId: string }[] }
	return conversations.map(({ conversationId }) => conversationId)
}

/** Answers the question that waits for the owner, as the page does. */
async function approveOnPage(): Promise<void> {
	await expect.poll(waiting).not.toEqual([])
	const [conversationId = ''] = await waiting()
	const path = `/api/conversations/${conversationId}`
	const stream = await (await asOwner(stack, 'GET', `${path}/stream`)).text()
	const [, approvalId = ''] = /"approvalId":"([^"]+)"/.exec(stream) ?? []
	const answer = { approved: true, scope: 'once' }
	await asOwner(stack, 'POST', `${path}/approvals/${approvalId}`, answer)
}

test('a client of 2026-07-28 looks, is asked in its own window, changes the scene, and reads it', async () => {
	const { token } = await newToken(['editor:read', 'editor:call', 'runs:approve'])
	const client = new Client(
		{ name: 'Modern', version: '1' },
		{ capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
	)
	const questions: string[] = []
	client.setRequestHandler('elicitation/create', ({ params }) => {
		questions.push(params.message)
		return { action: 'accept', content: { decision: 'once' } }
	})
	await client.connect(
		new StreamableHTTPClientTransport(address(), { requestInit: requestInit(token) }),
	)
	expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
	const { tools } = await client.listTools()
	expect(tools.map(({ name }) => name)).toContain('unity_query')
	const made = await client.callTool(create('FromModern'))
	expect(made.isError).toBeFalsy()
	expect(questions).toHaveLength(1)
	expect(questions[0]).toContain('Modern')
	expect(await objectsNamed(stack, 'FromModern')).toBe(1)
	const { contents } = await client.readResource({ uri: 'fairlead://hierarchy' })
	expect(JSON.stringify(contents)).toContain('FromModern')
	const { prompts } = await client.listPrompts()
	expect(prompts.length).toBeGreaterThan(0)
	await client.close()
})

test('a client of 2025 waits with progress while a person answers on the page; a second one reads meanwhile', async () => {
	const { token } = await newToken(['editor:read', 'editor:call'])
	const connect = async (name: string) => {
		const client = new OlderClient({ name, version: '1' })
		await client.connect(new OlderTransport(address(), { requestInit: requestInit(token) }))
		return client
	}
	const [first, second] = await Promise.all([connect('First'), connect('Second')])
	const news: string[] = []
	const made = first.callTool(create('FromOlder'), undefined, {
		onprogress: ({ message }) => news.push(message ?? ''),
		resetTimeoutOnProgress: true,
	})
	const looked = await second.callTool({
		name: 'unity_query',
		arguments: { action: 'hierarchy' },
	})
	expect(looked.isError).toBeFalsy()
	expect(await objectsNamed(stack, 'FromOlder')).toBe(0)
	await approveOnPage()
	expect((await made).isError).toBeFalsy()
	expect(news).toContain('Waiting for approval')
	expect(await objectsNamed(stack, 'FromOlder')).toBe(1)
	await Promise.all([first.close(), second.close()])
})

test('a client of 2026-07-28 that closes the stream of its request withdraws its change', async () => {
	const { token } = await newToken(['editor:read', 'editor:call'])
	const streams: AbortController[] = []
	const client = new Client(
		{ name: 'Leaver', version: '1' },
		{ versionNegotiation: { mode: 'auto' } },
	)
	await client.connect(
		new StreamableHTTPClientTransport(address(), {
			requestInit: requestInit(token),
			// Each request has a connection of its own, which the test cuts as a lost network would.
			fetch: (input, init) => {
				const cut = new AbortController()
				streams.push(cut)
				const signal = init?.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal
				return fetch(input, { ...init, signal })
			},
		}),
	)
	const waits: string[] = []
	const made = client.callTool(create('Withdrawn'), {
		onprogress: ({ message }) => waits.push(message ?? ''),
	})
	made.catch(() => undefined)
	await expect.poll(() => waits, { timeout: 30_000 }).toContain('Waiting for approval')
	expect(await waiting()).toHaveLength(1)
	streams.at(-1)?.abort()
	// The question is gone from the page, so nobody approves it afterwards; long before the client's own limit of a minute.
	await expect.poll(waiting, { timeout: 40_000 }).toEqual([])
	expect(await objectsNamed(stack, 'Withdrawn')).toBe(0)
	// The client goes on, and what it asks next is not held up by what it left.
	const looked = await client.callTool({
		name: 'unity_query',
		arguments: { action: 'hierarchy' },
	})
	expect(looked.isError).toBeFalsy()
	await client.close()
	await expect(made).rejects.toThrow()
})

test('a picture comes as an image', async () => {
	const { token } = await newToken(['editor:read'])
	const client = new OlderClient({ name: 'Pictures', version: '1' })
	await client.connect(new OlderTransport(address(), { requestInit: requestInit(token) }))
	const shot = await client.callTool({ name: 'unity_screenshot', arguments: { action: 'game' } })
	expect(JSON.stringify(shot.content)).toContain('"mimeType":"image/png"')
	await client.close()
})

test('a client of 2026-07-28 hears of a change until its token is revoked', async () => {
	const { token, id } = await newToken(['editor:read', 'editor:call', 'runs:approve'])
	const client = new Client(
		{ name: 'Listener', version: '1' },
		{ capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
	)
	client.setRequestHandler('elicitation/create', () => ({
		action: 'accept',
		content: { decision: 'once' },
	}))
	const { promise: heard, resolve } = Promise.withResolvers<void>()
	client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
		if (params.uri === 'fairlead://hierarchy') resolve()
	})
	await client.connect(
		new StreamableHTTPClientTransport(address(), { requestInit: requestInit(token) }),
	)
	const subscription = await client.listen({ resourceSubscriptions: ['fairlead://hierarchy'] })
	expect((await client.callTool(create('Heard'))).isError).toBeFalsy()
	await heard
	await asOwner(stack, 'DELETE', `/api/tokens/${id}`)
	expect(await subscription.closed).toBe('graceful')
	await client.close()
})

test('a change of a client is reverted from the page', async () => {
	const { token } = await newToken(['editor:read', 'editor:call', 'runs:approve'])
	const client = new Client(
		{ name: 'Reverted', version: '1' },
		{ capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
	)
	client.setRequestHandler('elicitation/create', () => ({
		action: 'accept',
		content: { decision: 'once' },
	}))
	await client.connect(
		new StreamableHTTPClientTransport(address(), { requestInit: requestInit(token) }),
	)
	expect((await client.callTool(create('Unwanted'))).isError).toBeFalsy()
	expect(await objectsNamed(stack, 'Unwanted')).toBe(1)
	await client.close()
	const listed = await asOwner(stack, 'GET', `/api/projects/${stack.projectId}/conversations`)
	const { conversations } = (await listed.json()) as {
		conversations: { id: string; title: string }[]
	}
	const own = conversations.find(({ title }) => title.startsWith('Reverted by MCP'))
	const chat = ChatClient.of(stack, own?.id ?? '')
	const answer = (await chat.messages()).findLast(({ role }) => role === 'assistant')
	const reverted = await chat.reverted(await chat.beginRevert(answer?.id ?? ''))
	expect(reverted).toMatchObject({ state: 'done', counts: { reverted: 1 } })
	expect(await objectsNamed(stack, 'Unwanted')).toBe(0)
})
