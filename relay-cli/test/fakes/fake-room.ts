/** A server that speaks the room's side of the relay link, and records everything it receives. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AgentRead } from '@fairlead/protocol/agents/agents'
import {
	TERMINAL_ACT,
	type TerminalActor,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import type { CommandRead } from '@fairlead/protocol/commands/command-requests'
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { type Call, CallOutcome, CallSettled } from '@fairlead/protocol/wire/calls'
import {
	DeskAnswer,
	DeskCall,
	DeskReport,
	DeskRun,
	type DeskRunAnswer,
	RELAY_LINK,
	RelayHello,
	RelayLink,
	type SeatPhase,
	type SeatUpdated,
} from '@fairlead/protocol/wire/relay-link'
import { type RelayQuestion, RelayQuestions } from '@fairlead/protocol/wire/relay-questions'
import { type WebSocket, WebSocketServer } from 'ws'
import { RpcPeer } from '../../src/rpc/rpc-peer.ts'
import type { Certificate } from '../kit/self-signed.ts'
import { until } from '../kit/support.ts'
import { answeredProof } from './server-proof.ts'

export interface FakeRoomOptions {
	readonly token?: string
	readonly projectId?: string
	readonly port?: number
	/** Serves over TLS. */
	readonly certificate?: Certificate
}

export class FakeRoom {
	readonly token: string
	readonly projectId: string
	/** Every hello, oldest first. */
	readonly hellos: RelayHello[] = []
	/** Outcomes that arrived as `call.settled`. */
	readonly settled: CallSettled[] = []
	/** Checked against the protocol's schemas. */
	readonly notifications: { method: string; params: unknown }[] = []
	/** `ping` frames received. */
	pings = 0
	/** Questions for a proof that this is the server. */
	proofs = 0
	/** False: an older server, or another program. */
	provesItself = true
	/** Credentials received, in any request. */
	readonly sent: string[] = []
	/** Connections accepted. */
	connections = 0
	/** Upgrades received, including refused ones. */
	dials = 0
	/** The answer to the next hello. */
	forget: string[] = []
	watching = false
	answersPings = true
	/** HTTP status for upgrades; null accepts. */
	refuseWith: number | null = null
	/** Answers `desk.ask` with this; null: an older server, which does not know it. */
	opens: boolean | null = null
	/** `desk.ask` and `desk.answer`, as they came. */
	readonly deskCalls: DeskCall[] = []
	readonly deskAnswers: DeskAnswer[] = []
	/** Answers `desk.run`; null: an older server, which does not know it. */
	answersRun: ((run: DeskRun) => DeskRunAnswer | Promise<DeskRunAnswer>) | null = null
	readonly deskRuns: DeskRun[] = []
	/** Answers `desk.report`; null: an older server, which does not know it. */
	takesReport: ((report: DeskReport) => boolean | Promise<boolean>) | null = null
	readonly deskReports: DeskReport[] = []
	/** False: an older server, which does not know `agents.waits`. */
	takesAgentWaits = false
	/** False leaves `call.settled` unanswered, as if the room had died. */
	acknowledges = true
	/** Notifications before the last hello. */
	#beforeHello = 0
	#acts = 0
	#peer: RpcPeer | null = null
	#socket: WebSocket | null = null
	readonly #sockets = new WebSocketServer({
		noServer: true,
		maxPayload: 2 * RELAY_LINK.maxFrameBytes,
	})
	readonly #http: Server
	readonly #secure: boolean
	/** Version of the server. */
	version = '0.1.0'
	/** Milliseconds by which the server's clock is ahead of this machine's. */
	clockAheadMs = 0

	private constructor(options: FakeRoomOptions) {
		this.token = options.token ?? 'room-token'
		this.projectId = options.projectId ?? 'prj_0000000000'
		this.#secure = options.certificate !== undefined
		this.#http = options.certificate ? createSecureServer(options.certificate) : createServer()
		this.#http.on('connection', () => {
			this.connections++
		})
		this.#http.on('request', (request, response) => {
			this.#record(request)
			const proof = answeredProof(request, [this.token])
			if (proof) {
				this.proofs++
				response.writeHead(this.provesItself ? proof.status : 404, proof.headers).end()
				return
			}
			const { status, body } = this.#answer(request)
			response.writeHead(status, {
				'content-type': 'application/json',
				date: new Date(Date.now() + this.clockAheadMs).toUTCString(),
			})
			response.end(JSON.stringify(body))
		})
		this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
	}

	static async start(options: FakeRoomOptions = {}): Promise<FakeRoom> {
		const room = new FakeRoom(options)
		await new Promise<void>((resolve) => room.#http.listen(options.port ?? 0, '127.0.0.1', resolve))
		return room
	}

	get server(): string {
		return `http${this.#secure ? 's' : ''}://127.0.0.1:${this.port}`
	}

	get port(): number {
		return (this.#http.address() as AddressInfo).port
	}

	/** The `links.json` entry of a folder linked here. */
	get link(): { server: string; projectId: string; token: string } {
		return { server: this.server, projectId: this.projectId, token: this.token }
	}

	get hasRelay(): boolean {
		return this.#peer !== null
	}

	/** The hello number `count` (from 1), once it has come. */
	hello(count = 1): Promise<RelayHello> {
		return until(`hello ${count}`, () => this.hellos[count - 1])
	}

	/** The seats as the relay told them, by key. */
	seats(): Map<string, EditorSeat> {
		const seats = new Map(this.hellos.at(-1)?.editors.map((seat) => [seat.editorKey, seat]))
		for (const { method, params } of this.notifications.slice(this.#beforeHello)) {
			if (method === 'seat.updated')
				seats.set((params as SeatUpdated).editorKey, params as SeatUpdated)
			if (method !== 'seat.phase') continue
			const { editorKey, phase, phaseSince, detail, outside } = params as SeatPhase
			const seat = seats.get(editorKey)
			if (seat) seats.set(editorKey, { ...seat, phase, phaseSince, phaseDetail: detail, outside })
		}
		return seats
	}

	/** Sends a call to the connected relay. Rejects with RpcRemoteError or RpcClosedError. */
	async call(editorKey: string, call: Call): Promise<CallOutcome> {
		const peer = await until('a relay', () => this.#peer)
		return CallOutcome.parse(await peer.request('call', { ...call, editorKey }))
	}

	/** Asks the connected relay to check its machine, as a room does for a page. */
	async diagnose(): Promise<CallOutcome> {
		const peer = await until('a relay', () => this.#peer)
		return CallOutcome.parse(await peer.request('relay.diagnose', {}))
	}

	/** Asks the connected relay about its commands or agents, as a room does for a page. */
	async read(method: CommandRead | AgentRead, params: unknown): Promise<CallOutcome> {
		const peer = await until('a relay', () => this.#peer)
		return CallOutcome.parse(await peer.request(method, params))
	}

	/** Passes a person's act on a terminal on, as the room does. */
	async act(by: TerminalActor, act: ViewerTerminalAct): Promise<CallOutcome> {
		const peer = await until('a relay', () => this.#peer)
		const { editorKey } = act
		const request = `request-${++this.#acts}`
		return CallOutcome.parse(await peer.request(TERMINAL_ACT, { by, request, editorKey, act }))
	}

	/** Asks the connected relay for a person. Rejects with RpcRemoteError or RpcClosedError. */
	async ask(method: RelayQuestion, params: unknown = {}): Promise<unknown> {
		const peer = await until('a relay', () => this.#peer)
		return RelayQuestions[method].result.parse(await peer.request(method, params))
	}

	notify(method: keyof (typeof RelayLink)['toRelay']['notifications'], params: unknown): void {
		this.#peer?.notify(method, params)
	}

	/** Parameters of all notifications with this method. */
	heard<T = Record<string, unknown>>(method: string): T[] {
		return this.notifications.filter((n) => n.method === method).map((n) => n.params as T)
	}

	/** Closes the relay's socket; without a code it is dropped. */
	drop(code?: number): void {
		if (code === undefined) this.#socket?.terminate()
		else this.#socket?.close(code, 'test')
		this.#peer = null
	}

	/** Resolves once the relay has read everything that was sent before. */
	async roundTrip(): Promise<void> {
		const socket = await until('a relay', () => this.#socket)
		const pong = once(socket, 'pong')
		socket.ping()
		await pong
	}

	/** Sends any text. */
	sendRaw(text: string): void {
		this.#socket?.send(text)
	}

	async stop(): Promise<void> {
		for (const socket of this.#sockets.clients) socket.terminate()
		this.#http.closeAllConnections()
		if (!this.#http.listening) return
		await new Promise((resolve) => this.#http.close(resolve))
	}

	#answer({ url = '', headers }: IncomingMessage): { status: number; body: unknown } {
		if (url === '/api/health') {
			const model = { provider: 'demo', id: 'demo', demo: true }
			return {
				status: 200,
				body: { ok: true, version: this.version, model, setupNeeded: false },
			}
		}
		if (url !== `/api/projects/${this.projectId}/relay-token`) return { status: 200, body: {} }
		if (headers.authorization !== `Bearer ${this.token}`) return { status: 401, body: {} }
		const { projectId } = this
		const own = { id: 'rlt_0000000000', label: 'Desk', projectId, projectName: 'Test project' }
		return { status: 200, body: own }
	}

	#record({ headers }: IncomingMessage): void {
		if (headers.authorization !== undefined) this.sent.push(headers.authorization)
	}

	#upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		this.dials++
		this.#record(request)
		const status =
			this.refuseWith ??
			(request.headers.authorization !== `Bearer ${this.token}`
				? 401
				: request.url !== `/api/projects/${this.projectId}/relay`
					? 404
					: null)
		if (status !== null) {
			socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
			return
		}
		this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#accept(ws))
	}

	#accept(socket: WebSocket): void {
		const peer = new RpcPeer(
			socket,
			{
				request: async (method, params) => {
					if (method === 'relay.hello') {
						this.hellos.push(RelayHello.parse(params))
						this.#beforeHello = this.notifications.length
						this.#peer = peer
						this.#socket = socket
						return {
							protocolVersion: RELAY_LINK.version,
							projectName: 'Test project',
							forget: this.forget,
							watching: this.watching,
							relayVersion: this.version,
							...(this.opens === null ? {} : { deskCalls: true }),
							...(this.answersRun === null ? {} : { deskRuns: true }),
							...(this.takesReport === null ? {} : { deskReports: true }),
							...(this.takesAgentWaits ? { agentWaits: true } : {}),
						}
					}
					if (method === 'desk.ask') {
						this.deskCalls.push(DeskCall.parse(params))
						return this.opens ? { open: true, conversationId: 'cnv_1' } : { open: false }
					}
					if (method === 'desk.run') {
						const run = DeskRun.parse(params)
						this.deskRuns.push(run)
						if (!this.answersRun) throw new Error('An older server does not know desk.run.')
						return this.answersRun(run)
					}
					if (method === 'desk.report') {
						const report = DeskReport.parse(params)
						this.deskReports.push(report)
						return { taken: (await this.takesReport?.(report)) ?? false }
					}
					if (method === 'desk.answer') {
						this.deskAnswers.push(DeskAnswer.parse(params))
						return {}
					}
					this.settled.push(CallSettled.parse(params))
					return this.acknowledges ? {} : new Promise(() => undefined)
				},
				notification: (method, params) => {
					const schemas: Record<string, { parse(value: unknown): unknown }> =
						RelayLink.toRoom.notifications
					const schema = schemas[method]
					if (!schema) throw new Error(`The relay link has no notification ${method}.`)
					this.notifications.push({ method, params: schema.parse(params) })
				},
				closed: () => {
					if (this.#peer === peer) this.#peer = null
				},
				text: (text) => {
					if (text !== 'ping') return false
					this.pings++
					if (this.answersPings) socket.send('pong')
					return true
				},
			},
			{ maxFrameBytes: RELAY_LINK.maxFrameBytes, maxMalformedFrames: 100 },
		)
	}
}
