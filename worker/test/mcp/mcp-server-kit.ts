/** MCP servers made with the official libraries, as functions from a request to an answer: for Node, workerd and browsers. */
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

export type Handler = (request: Request) => Promise<Response>

/** 1×1. */
export const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export interface Tracker {
	readonly handler: Handler
	/** Titles of the issues that were made. */
	readonly made: string[]
	/** Sessions that were begun; a server of 2026-07-28 has none. */
	readonly sessions: { count: number }
}

const TITLE = { title: z.string() } as const
const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })
const DESCRIPTION = 'Create an issue in the tracker.'

/** An issue tracker of 2026-07-28. */
export function newTracker(): Tracker {
	const made: string[] = []
	const { fetch } = createMcpHandler(() => {
		const server = new McpServer({ name: 'tracker', version: '1' })
		const create = { description: DESCRIPTION, inputSchema: z.object(TITLE) }
		server.registerTool('create_issue', create, async ({ title }) => {
			made.push(title)
			return text(`Created "${title}".`)
		})
		server.registerTool('list_issues', { description: 'List issues.' }, async () => ({
			content: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
			structuredContent: { issues: made },
		}))
		server.registerTool('fail', { description: 'Always fails.' }, async () => ({
			...text('The tracker is read-only today.'),
			isError: true,
		}))
		return server
	})
	return { handler: (request) => fetch(request), made, sessions: { count: 0 } }
}

/** The same of 2025, with sessions: what a caller has made is in its session. */
export function olderTracker(): Tracker {
	const made: string[] = []
	const sessions = { count: 0 }
	const open = new Map<string, WebStandardStreamableHTTPServerTransport>()
	async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
		const mine: string[] = []
		const server = new OlderServer({ name: 'tracker', version: '1' })
		const create = { description: DESCRIPTION, inputSchema: TITLE }
		server.registerTool('create_issue', create, async ({ title }) => {
			made.push(title)
			mine.push(title)
			return text(`Created "${title}".`)
		})
		server.registerTool('list_issues', { description: 'List issues.' }, async () =>
			text(`In this session: ${mine.join(', ')}`),
		)
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: () => crypto.randomUUID(),
			onsessioninitialized: (id) => {
				sessions.count++
				open.set(id, transport)
			},
			onsessionclosed: (id) => {
				open.delete(id)
			},
		})
		await server.connect(transport)
		return transport
	}
	async function handler(request: Request): Promise<Response> {
		const id = request.headers.get('mcp-session-id')
		const known = id === null ? await begin() : open.get(id)
		return known ? known.handleRequest(request) : new Response('No such session', { status: 404 })
	}
	return { handler, made, sessions }
}
