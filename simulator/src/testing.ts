/** The relay's side of the editor link, and an engine of a few lines, for tests. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
	type Call,
	type CallOutcome,
	type ChangeScope,
	canonicalJson,
	EDITOR_LINK,
	EditorHello,
	type JsonRpcMessage,
	type RelayFile,
	rpcNotification,
} from '@fairlead/protocol'
import type { LogEntry } from '@fairlead/protocol/tools'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { newNonce, proofOf, TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { type WebSocket, WebSocketServer } from 'ws'
import type { UserType } from './engine/components/type-registry.ts'
import type { EditorEngine, Picture } from './engine-port.ts'

/** Longer than any wait on a busy machine; vitest's own limit usually comes first. */
const PATIENCE_MS = 30_000

/** Waits for a condition, not for a time. */
export async function until<T>(find: () => T | undefined | null | false): Promise<T> {
	const end = Date.now() + PATIENCE_MS
	for (;;) {
		const found = find()
		if (found) return found
		if (Date.now() > end) throw new Error(`The condition did not come true: ${find.toString()}`)
		await new Promise((resolve) => setTimeout(resolve, 5))
	}
}

export function callOf(
	callId: string,
	method: string,
	params: Record<string, unknown>,
	more: Partial<Call> = {},
): Call {
	const argsHash = createHash('sha256').update(canonicalJson({ method, params })).digest('hex')
	return { callId, method, params, argsHash, deadlineMs: 60_000, ...more }
}

/** One connection of an editor, as the relay sees it. */
export interface Connection {
	readonly socket: WebSocket
	readonly hello: EditorHello
	/** Every message after the hello, in order. */
	readonly messages: JsonRpcMessage[]
	closeCode: number | null
}

export class FakeRelay {
	/** `FAIRLEAD_HOME` for an editor in a separate process. */
	readonly home: string
	readonly token = 'x'.repeat(40)
	file: RelayFile | null = null
	readonly connections: Connection[] = []
	/** Ids told to forget with the welcome. */
	forget: string[] = []
	watching = false
	/** Called when a hello has come, and is not answered yet. */
	beforeWelcome: () => void = () => undefined
	#server: WebSocketServer

	private constructor(home: string, server: WebSocketServer) {
		this.home = home
		this.#server = server
		server.on('connection', (socket, request) => {
			const nonce = String(request.headers[TOKEN_PROOF.nonceHeader])
			const relayNonce = newNonce()
			socket.once('message', (data) => {
				const { params } = JSON.parse(String(data)) as { params?: { proof?: string } }
				if (params?.proof === proofOf('client', this.token, nonce, relayNonce)) this.#greet(socket)
				else socket.close(CLOSE.unauthorized, 'The token is not that of the running relay.')
			})
			const proof = proofOf('relay', this.token, nonce, relayNonce)
			socket.send(rpcNotification('relay.proof', { nonce: relayNonce, proof }))
		})
	}

	static async start(): Promise<FakeRelay> {
		const home = await mkdtemp(join(tmpdir(), 'fairlead-home-'))
		const server = new WebSocketServer({
			host: '127.0.0.1',
			port: 0,
			path: EDITOR_LINK.path,
			handleProtocols: (offered) =>
				offered.has(EDITOR_LINK.subprotocol) ? EDITOR_LINK.subprotocol : false,
		})
		const relay = new FakeRelay(home, server)
		await once(server, 'listening')
		await relay.publish()
		return relay
	}

	get port(): number {
		const address = this.#server.address()
		return typeof address === 'object' && address ? address.port : 0
	}

	async publish(token: string = this.token): Promise<void> {
		this.file = { port: this.port, token, pid: process.pid }
		await writeFile(join(this.home, 'relay.json'), JSON.stringify(this.file))
	}

	get current(): Connection | undefined {
		return this.connections.at(-1)
	}

	connection(index: number): Promise<Connection> {
		return until(() => this.connections[index])
	}

	/** Sends a call on the newest connection; the outcome, or the JSON-RPC error. */
	async call(call: Call, id = `r-${call.callId}-${Math.random()}`): Promise<CallOutcome> {
		const connection = await until(() => this.current)
		connection.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'call', params: call }))
		const answer = await until(() =>
			connection.messages.find((m) => 'id' in m && m.id === id && !('method' in m)),
		)
		if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
		return 'result' in answer ? (answer.result as CallOutcome) : (undefined as never)
	}

	/** Sends a call and does not wait. */
	post(call: Call, id = `p-${call.callId}`): void {
		this.current?.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'call', params: call }))
	}

	notify(method: string, params: unknown): void {
		this.current?.socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
	}

	/** All `call.settled` of a call, over all connections. */
	settled(callId: string): CallOutcome[] {
		return this.connections
			.flatMap((c) => c.messages)
			.filter((m) => 'method' in m && m.method === 'call.settled')
			.map((m) => ('params' in m ? m.params : null) as { callId: string; outcome: CallOutcome })
			.filter((params) => params.callId === callId)
			.map((params) => params.outcome)
	}

	phases(): string[] {
		return this.connections
			.flatMap((c) => c.messages)
			.filter((m) => 'method' in m && m.method === 'editor.phase')
			.map((m) => ('params' in m ? (m.params as { phase: string }).phase : ''))
	}

	async stop(): Promise<void> {
		for (const client of this.#server.clients) client.terminate()
		await new Promise((resolve) => this.#server.close(resolve))
		await rm(this.home, { recursive: true, force: true })
	}

	#greet(socket: WebSocket): void {
		let connection: Connection | null = null
		socket.on('message', (data) => {
			const message = JSON.parse(String(data)) as JsonRpcMessage & { params?: unknown }
			if (connection) {
				connection.messages.push(message)
				if ('method' in message && 'id' in message) {
					socket.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} }))
				}
				return
			}
			const hello = EditorHello.parse(message.params)
			this.beforeWelcome()
			connection = { socket, hello, messages: [], closeCode: null }
			const result = {
				protocolVersion: 1,
				relayVersion: 'test',
				forget: this.forget,
				watching: this.watching,
			}
			socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'id' in message ? message.id : 0, result }))
			this.connections.push(connection)
		})
		socket.on('close', (code) => {
			if (connection) connection.closeCode = code
		})
	}
}

/** Counts objects; implements only what the shell needs. */
export class FakeEngine implements EditorEngine {
	readonly productGuid = '0'.repeat(32)
	readonly unityVersion = '6000.3.2f1'
	readonly logs: { type: LogEntry['type']; message: string }[] = []
	types: readonly UserType[] = []
	created = 0
	/** Changes that creating an object reports. */
	changesPerCall = 1
	ticks = 0
	isPlaying = false
	isPaused = false
	openFiles = (): string[] => []
	scenesChangedOnDisk = (): string[] => []
	#listener: ((scopes: readonly ChangeScope[]) => void) | null = null
	#wantsRefresh = false

	execute(method: string, params: Record<string, unknown>): CallOutcome {
		if (method === 'unity_play') {
			this.isPaused = params['action'] === 'pause'
			this.isPlaying = this.isPaused || params['action'] === 'enter'
			this.#listener?.(['play'])
			return { status: 'ok', result: { isPlaying: this.isPlaying } }
		}
		if (method === 'execute_menu_item') {
			this.#wantsRefresh = params['menu_path'] === 'Assets/Refresh'
			return {
				status: 'ok',
				result: { executed: true, menuPath: params['menu_path'], reloaded: false },
			}
		}
		if (method === 'unity_query') return { status: 'ok', result: { objects: this.created } }
		this.created++
		for (let i = 0; i < this.changesPerCall; i++) this.#listener?.(['hierarchy'])
		return { status: 'ok', result: { instanceId: String(this.created) } }
	}
	picture(): Picture {
		return { ok: false, error: { code: 'not_found', message: 'No camera.' } }
	}
	overlay(): readonly [] {
		return []
	}
	log(type: LogEntry['type'], message: string): void {
		this.logs.push({ type, message })
	}
	clearCompileMessages(): void {
		this.logs.length = 0
	}
	setUserTypes(types: readonly UserType[]): void {
		this.types = types
	}
	setCompileState(): void {}
	tick(): void {
		this.ticks++
	}
	onChanged(listener: (scopes: readonly ChangeScope[]) => void): void {
		this.#listener = listener
	}
	refreshAssets(): readonly string[] {
		return []
	}
	takeRefreshRequest(): boolean {
		const wanted = this.#wantsRefresh
		this.#wantsRefresh = false
		return wanted
	}
	unsaved(): unknown {
		return null
	}
	reopen(): void {}
	snapshot(): unknown {
		return this.created
	}
	restore(snapshot: unknown): void {
		this.created = Number(snapshot)
	}
}

export async function temporaryProject(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-project-'))
	await mkdir(join(folder, 'Assets'))
	return folder
}

export async function writeScript(project: string, path: string, text: string): Promise<void> {
	await mkdir(dirname(join(project, path)), { recursive: true })
	await writeFile(join(project, path), text)
}
