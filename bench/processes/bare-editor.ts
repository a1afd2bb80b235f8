/**
 * The same bare editor for both sides, in a process of its own, as Unity is: it answers each call at once with the same
 * result. One socket goes to our relay and speaks the editor link; the others are dialled by plain relays. Prints the
 * port for those.
 *
 * Arguments: the relay's port, its token, the project's folder.
 */
import { once } from 'node:events'
import { EDITOR_LINK, type EditorHello } from '@fairlead/protocol/wire/editor-link'
import { WebSocket, WebSocketServer } from 'ws'

const STATE = { phase: 'ready', unityVersion: '6000.3.0f1', projectName: 'Game', isPlaying: false }
const OUTCOME = { status: 'ok', result: STATE, durationMs: 0 }

const [port, token, projectPath = ''] = process.argv.slice(2)

const relay = new WebSocket(`ws://127.0.0.1:${port}${EDITOR_LINK.path}`, EDITOR_LINK.subprotocol, {
	headers: { authorization: `Bearer ${token}` },
})
await once(relay, 'open')
relay.on('message', (data) => {
	const { id, method } = JSON.parse(String(data)) as { id?: number; method?: string }
	if (method === 'call') relay.send(JSON.stringify({ jsonrpc: '2.0', id, result: OUTCOME }))
})
const hello: EditorHello = {
	protocolVersion: EDITOR_LINK.version,
	projectPath,
	productGuid: '0123456789abcdef0123456789abcdef',
	unityVersion: '6000.3.0f1',
	pid: process.pid,
	sessionId: `bench-${process.pid}`,
	connSeq: 1,
	phase: 'ready',
	pluginVersion: '0.1.0',
	kind: 'unity',
	journal: [],
}
relay.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'editor.hello', params: hello }))
await once(relay, 'message')

const plain = new WebSocketServer({ port: 0, host: '127.0.0.1' })
plain.on('connection', (socket) =>
	socket.on('message', (data) => {
		const { id } = JSON.parse(String(data)) as { id: string }
		socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { success: true, ...STATE } }))
	}),
)
await once(plain, 'listening')
console.log((plain.address() as { port: number }).port)
