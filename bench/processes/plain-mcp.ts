/**
 * A plain relay of mcp-unity's published design, as a measure for ours: the official library of the older
 * revision in each client's process, thirty tools with zod schemas, and one WebSocket to the editor. It journals
 * nothing, checks no permission, and holds no call over a reload.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { WebSocket } from 'ws'
import * as z from 'zod'

const TOOLS = 30
const socket = new WebSocket(process.argv[2] ?? '')
const waiting = new Map<string, (result: unknown) => void>()
socket.on('message', (data) => {
	const { id, result } = JSON.parse(String(data)) as { id: string; result: unknown }
	waiting.get(id)?.(result)
	waiting.delete(id)
})
let requests = 0
const ask = (method: string, params: unknown): Promise<unknown> =>
	new Promise((resolve) => {
		const id = String(++requests)
		waiting.set(id, resolve)
		socket.send(JSON.stringify({ id, method, params }))
	})

const server = new McpServer({ name: 'plain', version: '1.0.0' })
for (let n = 0; n < TOOLS; n++) {
	const name = n === 0 ? 'unity_query' : `tool_${n}`
	const inputSchema = {
		action: z.string().describe('What to do'),
		objectPath: z.string().optional().describe('The path or name of the GameObject'),
		instanceId: z.number().optional().describe('The instance id of the GameObject'),
		position: z.object({ x: z.number(), y: z.number(), z: z.number() }).optional(),
	}
	server.registerTool(name, { description: `Tool ${n}`, inputSchema }, async (params) => ({
		content: [{ type: 'text', text: JSON.stringify(await ask(name, params)) }],
	}))
}
await server.connect(new StdioServerTransport())
