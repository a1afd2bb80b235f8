/**
 * The relay's side of the editor link, controlled by the test: any frame at any time, sockets
 * cut at any moment. Everything the editor sends is checked against the protocol's schemas.
 */
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Call } from '@fairlead/protocol/wire/calls'
import { EDITOR_LINK, EditorHello, EditorLink } from '@fairlead/protocol/wire/editor-link'
import { type JsonRpcError, parseFrame } from '@fairlead/protocol/wire/json-rpc'
import { EditorOutcome, type ReplyFolder } from '@fairlead/protocol/wire/stored-reply'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import { EditorAdmission } from '../../../relay-cli/src/editors/editor-admission.ts'
import { writeRelayFile } from '../../../relay-cli/src/home/home.ts'
import { systemClock } from '../../../relay-cli/src/platform/clock.ts'
import { DEFAULT_TIMING } from '../../../relay-cli/src/platform/timing.ts'
import { Cleanups, makeCall, temporaryFolder, until } from '../../../relay-cli/test/kit/support.ts'
import { type EditorOptions, EditorProcess } from './editor-process.ts'

export interface Answer {
	readonly id: string | number | null
	readonly result?: unknown
	readonly error?: JsonRpcError
}

/** One connection of the editor. */
export class Connection {
	readonly socket: WebSocket
	readonly hello: EditorHello
	readonly answers: Answer[] = []
	readonly settled: { callId: string; outcome: EditorOutcome }[] = []
	readonly notifications: { method: string; params: unknown }[] = []
	closeCode: number | null = null

	constructor(socket: WebSocket, hello: EditorHello) {
		this.socket = socket
		this.hello = hello
	}

	send(frame: unknown): void {
		this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
	}

	request(id: string, method: string, params: unknown): void {
		this.send({ jsonrpc: '2.0', id, method, params })
	}

	notify(method: string, params: unknown): void {
		this.send({ jsonrpc: '2.0', method, params })
	}

	/** Sends what `send` sends in one piece: nothing can happen in between. */
	together(send: () => void): void {
		const { _socket: stream } = this.socket as unknown as { readonly _socket: Socket }
		stream.cork()
		send()
		stream.uncork()
	}

	answer(id: string | number): Promise<Answer> {
		return until(`the answer to ${id}`, () => this.answers.find((one) => one.id === id))
	}

	/** Sends a call; resolves with its outcome if it is answered on this connection. */
	async call(call: Call, id = `r-${call.callId}`): Promise<EditorOutcome> {
		this.request(id, 'call', call)
		return this.outcome(id)
	}

	/** The outcome of the call that was requested with this id. */
	async outcome(id: string): Promise<EditorOutcome> {
		return EditorOutcome.parse((await this.answer(id)).result)
	}

	closed(): Promise<number> {
		return until('the close', () =>
			this.closeCode === null ? null : { code: this.closeCode },
		).then((found) => found.code)
	}
}

async function replyFolder(folder: string): Promise<ReplyFolder> {
	await mkdir(folder, { recursive: true })
	return { folder, maxBytes: 64 * 1024 * 1024 }
}

export class ScriptedRelay {
	readonly project: string
	readonly ledger: string
	readonly home: string
	readonly connections: Connection[] = []
	/** Frames of the editor that the protocol does not allow. Must stay empty. */
	readonly offences: string[] = []
	/** Call ids to forget, sent with the next welcome. */
	forget: string[] = []
	/** The folder for outcomes that fit no frame; sent with the welcome. */
	replies: ReplyFolder | null = null
	/** False leaves `call.settled` unanswered, as if the relay had died. */
	acknowledges = true
	editor: EditorProcess | null = null
	#token = 0
	readonly #cleanups = new Cleanups()
	readonly #server: WebSocketServer

	private constructor(folder: string, server: WebSocketServer) {
		this.home = join(folder, 'home')
		this.project = join(folder, 'Game')
		this.ledger = join(folder, 'ledger')
		this.#server = server
		server.on('connection', (socket, request) => {
			const admission = new EditorAdmission({
				token: this.token,
				clock: systemClock,
				timing: DEFAULT_TIMING,
			})
			admission.admit(socket, request, () => this.#accept(socket))
		})
	}

	/** `takesFiles`: the welcome names a folder for outcomes that fit no frame. */
	static async start(
		options: Partial<EditorOptions> = {},
		takesFiles = false,
	): Promise<ScriptedRelay> {
		const folder = temporaryFolder()
		const server = new WebSocketServer({
			host: '127.0.0.1',
			port: 0,
			path: EDITOR_LINK.path,
			handleProtocols: (offered) =>
				offered.has(EDITOR_LINK.subprotocol) ? EDITOR_LINK.subprotocol : false,
		})
		const relay = new ScriptedRelay(folder.path, server)
		relay.#cleanups.add(folder, (made) => made.remove())
		relay.#cleanups.add(server, (made) => relay.#close(made))
		await once(server, 'listening')
		await relay.publish()
		if (takesFiles) relay.replies = await replyFolder(join(relay.home, 'replies'))
		await relay.startEditor(options)
		return relay
	}

	get token(): string {
		return `scripted-relay-token-${String(this.#token).padStart(12, '0')}`
	}

	/** Changes the token: an editor that was refused, or waits, retries at once. */
	async publish(): Promise<void> {
		this.#token++
		const { port } = this.#server.address() as { port: number }
		await writeRelayFile({ port, token: this.token, pid: process.pid }, this.home)
	}

	/** Starts an editor process; the previous one is killed. */
	async startEditor(options: Partial<EditorOptions> = {}): Promise<EditorProcess> {
		await this.editor?.kill()
		const { home, project, ledger } = this
		const editor = EditorProcess.start({ home, project, ledger, ...options })
		this.editor = this.#cleanups.add(editor, (made) => made.kill())
		return editor
	}

	/** Connection number `count`, from 1, once its hello is answered. */
	async connection(count = 1): Promise<Connection> {
		try {
			return await until(`connection ${count}`, () => this.connections[count - 1])
		} catch (error) {
			throw new Error(`${String(error)}\n${this.editor?.output}`)
		}
	}

	/** A connection whose editor is ready for calls; earlier calls would only wait. */
	async ready(): Promise<Connection> {
		const connection = await this.connection(this.connections.length + 1)
		await connection.call(makeCall('ready', 'unity_query', { action: 'editor_state' }, 60_000))
		return connection
	}

	/** All `call.settled` of a call, over all connections. */
	settled(callId: string): EditorOutcome[] {
		return this.connections
			.flatMap((connection) => connection.settled)
			.filter((one) => one.callId === callId)
			.map((one) => one.outcome)
	}

	executions(callId: string): number {
		return this.editor?.executions().get(callId) ?? 0
	}

	async stop(): Promise<void> {
		await this.#cleanups.run()
	}

	async #close(server: WebSocketServer): Promise<void> {
		for (const client of server.clients) client.terminate()
		await new Promise((resolve) => server.close(resolve))
	}

	#accept(socket: WebSocket): void {
		let connection: Connection | null = null
		socket.on('error', () => undefined)
		socket.on('close', (code) => {
			if (connection) connection.closeCode = code
		})
		socket.on('message', (data) => {
			const frame = parseFrame(String(data))
			switch (frame.kind) {
				case 'request':
					if (frame.message.method === 'editor.hello' && !connection) {
						connection = new Connection(socket, EditorHello.parse(frame.message.params))
						connection.send({ jsonrpc: '2.0', id: frame.message.id, result: this.#welcome() })
						this.connections.push(connection)
						return
					}
					this.#settled(connection, frame.message.id, frame.message.method, frame.message.params)
					return
				case 'notification':
					this.#notified(connection, frame.message.method, frame.message.params)
					return
				case 'success':
				case 'failure':
					connection?.answers.push(frame.message)
					return
				case 'malformed':
					this.offences.push(`${frame.error.message} ${String(data).slice(0, 200)}`)
					return
				default:
					frame satisfies never
			}
		})
	}

	#welcome() {
		const { forget, replies } = this
		return {
			protocolVersion: 1,
			relayVersion: '0',
			forget,
			watching: false,
			...(replies ? { replies } : {}),
		}
	}

	#settled(from: Connection | null, id: string | number, method: string, params: unknown): void {
		const { params: schema } = EditorLink.toRelay.requests['call.settled']
		const settled = schema.safeParse(params)
		if (method !== 'call.settled' || !settled.success || !from) {
			this.offences.push(`${method} ${JSON.stringify(params)?.slice(0, 200)}`)
			return
		}
		from.settled.push(settled.data)
		if (this.acknowledges) from.send({ jsonrpc: '2.0', id, result: {} })
	}

	#notified(from: Connection | null, method: string, params: unknown): void {
		const schemas: Readonly<Record<string, z.core.$ZodType>> = EditorLink.toRelay.notifications
		const schema = schemas[method]
		if (!from || !schema || !z.safeParse(schema, params).success)
			this.offences.push(`${method} ${JSON.stringify(params)?.slice(0, 200)}`)
		else from.notifications.push({ method, params })
	}
}
