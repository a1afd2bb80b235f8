/** A hostile server costs a bounded answer and a sentence, never a run, an address or the model's provider. */
import { MAX_SERVER_TOOLS, MAX_TOOL_NAME } from '@fairlead/protocol/projects/mcp-servers'
import { expect, test } from 'vitest'
import { endServers, projectWith } from '../../test/mcp/mcp-project-kit.ts'
import type { Handler } from '../../test/mcp/mcp-server-kit.ts'

endServers()

interface Asked {
	readonly id?: number
	readonly method: string
	readonly params?: { readonly cursor?: string }
}

const answered = (id: number | undefined, result: unknown): Response =>
	Response.json({ jsonrpc: '2.0', id, result })

/** A server of 2025 that answers a handshake, then as it likes. */
const hostile =
	(answer: (asked: Asked) => Response | Promise<Response>): Handler =>
	async (request) => {
		if (request.method !== 'POST') return new Response(null, { status: 405 })
		const asked = (await request.json()) as Asked
		if (asked.method === 'server/discover') return new Response('?', { status: 400 })
		if (asked.id === undefined) return new Response(null, { status: 202 })
		if (asked.method !== 'initialize') return answer(asked)
		return answered(asked.id, {
			protocolVersion: '2025-06-18',
			capabilities: { tools: {} },
			serverInfo: { name: 'evil', version: '1' },
		})
	}

const tool = (name: string, more: object = {}) => ({
	name,
	inputSchema: { type: 'object' },
	...more,
})
const listing = (tools: unknown[]): Handler => hostile(({ id }) => answered(id, { tools }))

test('a server that is not there has not answered', async () => {
	const { row } = await projectWith(listing([]), { gone: true })
	expect((await row())?.error?.reason).toBe('It could not be reached.')
})

test('an answer that is no JSON does not follow the protocol', async () => {
	const { row } = await projectWith(async () => new Response('<html>', { status: 200 }))
	expect((await row())?.error?.reason).toBe('Its answer does not follow the protocol.')
})

test('a list without an end stops at a bound, and says what was left out', async () => {
	let pages = 0
	const { servers, row } = await projectWith(
		hostile(({ id }) => {
			pages++
			const tools = Array.from({ length: 40 }, (_, i) => tool(`t${pages}_${i}`))
			return answered(id, { tools, nextCursor: `more-${pages}` })
		}),
	)
	expect(await servers.tools()).toHaveLength(MAX_SERVER_TOOLS)
	expect(pages).toBeLessThanOrEqual(10)
	expect((await row())?.leftOut[0]?.reason).toContain(String(MAX_SERVER_TOOLS))
})

test('names and texts lose what hides or turns them, and are names that providers take', async () => {
	const { servers, row } = await projectWith(
		listing([
			tool('del\u202eete\u0000 all\n', {
				description: 'Safe\u202e\u200b\u0007 tool',
				title: 'A\u2066B',
			}),
			tool('x'.repeat(300)),
			tool('a b'),
			tool('a_b'),
			tool('__'),
		]),
	)
	const tools = await servers.tools()
	expect(tools).toHaveLength(5)
	expect(new Set(tools.map(({ name }) => name)).size).toBe(5)
	for (const { name, description } of tools) {
		expect(name).toMatch(/^tracker__[A-Za-z0-9_-]+$/)
		expect(name.length).toBeLessThanOrEqual(MAX_TOOL_NAME)
		expect(description).not.toMatch(/[\p{Cf}\p{Cc}]/u)
	}
	expect((await row())?.tools[0]?.title).toBe('A B')
})

test('schemas that a provider would refuse, with every run of the project, are rebuilt or left out', async () => {
	const deep = (levels: number): object =>
		levels === 0 ? {} : { type: 'object', properties: { a: deep(levels - 1) } }
	const { servers, row } = await projectWith(
		listing([
			tool('odd', {
				inputSchema: {
					type: 'object',
					$schema: 'x',
					oneOf: [{ required: ['a'] }],
					properties: { a: { type: 'nonsense', pattern: '(((', enum: [], default: { x: 1 } } },
					required: ['a', 'b'],
				},
			}),
			tool('deep', { inputSchema: deep(200) }),
			tool('names', { inputSchema: { type: 'object', properties: { 'a b': {} } } }),
			tool('elsewhere', {
				inputSchema: { type: 'object', properties: { a: { $ref: 'https://evil.example/x' } } },
			}),
			tool('long', {
				inputSchema: {
					type: 'object',
					properties: { a: { enum: Array.from({ length: 9_000 }, (_, i) => `${i}`) } },
				},
			}),
		]),
	)
	expect(await servers.tools()).toMatchObject([
		{ inputSchema: { type: 'object', properties: { a: {} }, required: ['a'] } },
	])
	expect((await row())?.leftOut.map(({ name }) => name)).toEqual([
		'deep',
		'names',
		'elsewhere',
		'long',
	])
})

test.each([
	['no JSON', () => new Response('<html>', { headers: { 'content-type': 'application/json' } })],
	['no protocol', ({ id }: Asked) => answered(id, { tools: 'all' })],
	['another media type', () => new Response('hello', { headers: { 'content-type': 'text/html' } })],
	['a server error', () => new Response('stack trace of secrets', { status: 500 })],
])('an answer with %s is a sentence in the settings, without its words', async (_, answer) => {
	const { row } = await projectWith(hostile(answer))
	const { state, error } = (await row()) ?? {}
	expect(state).toBe('failed')
	expect(error?.reason).toMatch(/^Its? .*\.$/)
	expect(error?.reason).not.toContain('secrets')
})

test('a stream that never ends stops at its size', async () => {
	let sent = 0
	const endless = () =>
		new Response(
			new ReadableStream({
				pull(controller) {
					sent++
					controller.enqueue(new TextEncoder().encode(`data: ${'x'.repeat(500_000)}\n\n`))
				},
			}),
			{ headers: { 'content-type': 'text/event-stream' } },
		)
	const { row } = await projectWith(hostile(endless))
	expect((await row())?.state).toBe('failed')
	expect(sent).toBeLessThan(60)
})

test('neither a redirect nor a private address is followed', async () => {
	const paths: string[] = []
	const { row } = await projectWith(async (request) => {
		paths.push(new URL(request.url).pathname)
		return new Response(null, {
			status: 307,
			headers: { location: 'http://localhost:1/latest/meta-data' },
		})
	})
	expect((await row())?.state).toBe('failed')
	expect(new Set(paths)).toEqual(new Set(['/mcp']))
	// The operator's list may have changed since it was added.
	const closed = await projectWith(listing([]), { env: {} as never })
	expect(await closed.row()).toMatchObject({
		state: 'failed',
		error: { reason: expect.stringMatching(/https|private/) },
	})
})

test('huge and broken answers of a call are bounded', async () => {
	const content = [
		...Array.from({ length: 20 }, () => ({ type: 'image', data: 'aGk=', mimeType: 'image/png' })),
		{ type: 'image', data: 'aGk=', mimeType: 'image/svg+xml' },
		{ type: 'text', text: `\u202e${'y'.repeat(1_000_000)}` },
	]
	const { call } = await projectWith(
		hostile(({ id, method }) =>
			answered(id, method === 'tools/list' ? { tools: [tool('look')] } : { content }),
		),
	)
	const outcome = await call('look')
	if (outcome.status !== 'ok') throw new Error('not ok')
	expect(outcome.attachments).toHaveLength(8)
	expect(JSON.stringify(outcome.result).length).toBeLessThan(101_000)
	expect(JSON.stringify(outcome.result)).not.toContain('\u202e')
})
