/**
 * A plain relay of mcp-unity's published design, as a measure for ours: the official library of the older
 * revision in each client's process, thirty tools with zod schemas, and one WebSocket to the editor. For each call it
 * looks whether the socket is open, gives the request an id of its own and a time limit, and looks at the answer's
 * `success`. It journals nothing, checks no permission, and holds no call over a reload.
 */
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { WebSocket } from 'ws'
import * as z from 'zod'

const TOOLS = 30
const TIMEOUT_MS = 10_000

interface Answer {
	readonly success?: boolean
	readonly [member: string]: unknown
}
interface Waiting {
	readonly timeout: NodeJS.Timeout
	resolve(result: Answer): void
	reject(error: Error): void
}

const socket = new WebSocket(process.argv[2] ?? '')
const opened = new Promise((resolve) => socket.once('open', resolve))
const waiting = new Map<string, Waiting>()
socket.on('message', (data) => {
	const { id, result } = JSON.parse(String(data)) as { id: string; result: Answer }
	const one = waiting.get(id)
	if (!one) return
	clearTimeout(one.timeout)
	waiting.delete(id)
	one.resolve(result)
})

async function ask(method: string, params: unknown): Promise<Answer> {
	if (socket.readyState !== WebSocket.OPEN) await opened
	const id = randomUUID()
	return new Promise((resolve, reject) => {
		const timeout = setTimeout(() => {
			waiting.delete(id)
			reject(new Error('The request timed out.'))
		}, TIMEOUT_MS)
		waiting.set(id, { timeout, resolve, reject })
		socket.send(JSON.stringify({ id, method, params }))
	})
}

const server = new McpServer({ name: 'plain', version: '1.0.0' })
for (let n = 0; n < TOOLS; n++) {
	const name = n === 0 ? 'unity_query' : `tool_${n}`
	const inputSchema = {
		action: z.string().describe('What to do'),
		objectPath: z.string().optional().describe('The path or name of the GameObject'),
		instanceId: z.number().optional().describe('The instance id of the GameObject'),
		position: z.object({ x: z.number(), y: z.number(), z: z.number() }).optional(),
	}
	server.registerTool(name, { description: `Tool ${n}`, inputSchema }, async (params) => {
		const { success, ...result } = await ask(name, params)
		if (success !== true) throw new Error('Unity could not do it.')
		return { content: [{ type: 'text', text: JSON.stringify(result) }] }
	})
}
await server.connect(new StdioServerTransport())
