/**
 * A relay with nothing in it: the same processes as ours on a call's way, without checks, journal or library. What it
 * takes is Node's and the system's share. Arguments: the path to listen on, the editor's address.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { WebSocket } from 'ws'

const [path = '', editor = ''] = process.argv.slice(2)
const socket = new WebSocket(editor)
await once(socket, 'open')
const server = createServer((client) => {
	let buffer = ''
	socket.removeAllListeners('message')
	socket.on('message', (data) => {
		const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
		const content = [{ type: 'text', text: JSON.stringify(result) }]
		client.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content } })}\n`)
	})
	client.setEncoding('utf8').on('data', (text: string) => {
		buffer += text
		const lines = buffer.split('\n')
		buffer = lines.pop() ?? ''
		for (const line of lines) {
			const { id, method, params } = JSON.parse(line) as { id?: number; [member: string]: unknown }
			if (method === 'tools/call') socket.send(JSON.stringify({ id, method, params }))
			else if (id !== undefined)
				client.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`)
		}
	})
	client.on('error', () => client.destroy())
})
server.listen(path, () => console.log('listening'))
