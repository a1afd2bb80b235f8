/**
 * The editor's side of the editor link, with a journal like the Unity package's:
 * a repeated id never runs twice, and outcomes survive a reload. It sends its token, as packages did before the proof.
 */
import { once } from 'node:events'
import type { ChangeScope, Phase } from '@fairlead/protocol/editors/editors'
import {
	Call,
	type CallIds,
	type CallOutcome,
	failed,
	type JournalEntry,
} from '@fairlead/protocol/wire/calls'
import {
	EDITOR_LINK,
	type EditorHello,
	EditorHelloResult,
	type RelayFile,
} from '@fairlead/protocol/wire/editor-link'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { WebSocket } from 'ws'
import { RpcClosedError, RpcPeer, RpcRefusal } from '../../src/rpc/rpc-peer.ts'

export interface FakeEditorOptions {
	readonly projectPath: string
	readonly sessionId?: string
	readonly connSeq?: number
	readonly phase?: Exclude<Phase, 'gone'>
	/** The effect and result of a call. Runs at most once per id. Default: `{ echo: params }`. */
	readonly execute?: (call: Call) => CallOutcome | Promise<CallOutcome>
	readonly hello?: Partial<EditorHello>
}

interface Known {
	readonly argsHash: string
	state: JournalEntry['state']
	outcome: Promise<CallOutcome>
	settled: CallOutcome | null
	/** The socket it came on; its outcome is sent there, or as `call.settled`. */
	peer: RpcPeer
}

let sessions = 0

export class FakeEditor {
	readonly options: FakeEditorOptions
	readonly sessionId: string
	/** Ids of calls that were really executed, in order. A repeated id is a failure. */
	readonly executed: string[] = []
	/** Call frames received, including repeated ones. */
	readonly received: string[] = []
	readonly cancelled: string[] = []
	readonly forgotten: string[] = []
	/** The last request for or against change events. */
	watching = false
	connSeq: number
	phase: Exclude<Phase, 'gone'>
	/** `ping` frames received. */
	pings = 0
	/** Close codes of this editor's sockets, in order. */
	readonly closes: number[] = []
	execute: (call: Call) => CallOutcome | Promise<CallOutcome>
	#peer: RpcPeer | null = null
	#socket: WebSocket | null = null
	readonly #known = new Map<string, Known>()

	constructor(options: FakeEditorOptions) {
		this.options = options
		this.sessionId = options.sessionId ?? `session-${process.pid}-${++sessions}`
		this.connSeq = (options.connSeq ?? 1) - 1
		this.phase = options.phase ?? 'ready'
		this.execute = options.execute ?? ((call) => ({ status: 'ok', result: { echo: call.params } }))
	}

	get isConnected(): boolean {
		return this.#peer?.isOpen ?? false
	}

	/**
	 * Dials and says hello with the next connSeq.
	 * Rejects with RpcRemoteError when the hello is refused.
	 */
	async connect(relay: Pick<RelayFile, 'port' | 'token'>): Promise<EditorHelloResult> {
		this.connSeq++
		const socket = new WebSocket(
			`ws://127.0.0.1:${relay.port}${EDITOR_LINK.path}`,
			EDITOR_LINK.subprotocol,
			{ headers: { authorization: `Bearer ${relay.token}` } },
		)
		socket.on('ping', () => {
			this.pings++
		})
		const peer: RpcPeer = new RpcPeer(
			socket,
			{
				request: (method, params) => this.#request(peer, method, params),
				notification: (method, params) => this.#notified(method, params),
				closed: (code) => {
					this.closes.push(code)
					if (this.#peer === peer) this.#peer = null
				},
			},
			{ maxFrameBytes: EDITOR_LINK.maxFrameBytes, maxMalformedFrames: 100 },
		)
		await new Promise<void>((resolve, reject) => {
			socket.once('open', resolve)
			socket.once('error', reject)
		})
		const result = EditorHelloResult.parse(await peer.request('editor.hello', this.#hello()))
		this.#peer = peer
		this.#socket = socket
		this.watching = result.watching
		for (const callId of result.forget) this.#forget(callId)
		return result
	}

	setPhase(phase: Exclude<Phase, 'gone'>, detail?: string): void {
		this.phase = phase
		this.#peer?.notify('editor.phase', { phase, detail })
	}

	reportChange(...scopes: ChangeScope[]): void {
		this.#peer?.notify('editor.changed', { scopes })
	}

	reportOpenFiles(...files: string[]): void {
		this.#peer?.notify('editor.open_files', { files })
	}

	progress(callId: string, message: string): void {
		this.#peer?.notify('call.progress', { callId, message })
	}

	/** Closes the socket: 1000 quits, 4005 announces a reload; without a code it is dropped. */
	async disconnect(code?: number): Promise<void> {
		const socket = this.#socket
		this.#peer = null
		if (!socket || socket.readyState === WebSocket.CLOSED) return
		socket.resume()
		const closed = new Promise((resolve) => socket.once('close', resolve))
		if (code === undefined) socket.terminate()
		else socket.close(code)
		await closed
	}

	/** Resolves once the relay has read everything that was sent before. */
	async roundTrip(): Promise<void> {
		const socket = this.#socket
		if (!socket) throw new Error('connect() first')
		const pong = once(socket, 'pong')
		socket.ping()
		await pong
	}

	/** The connection stays open, but nothing is read: a suspended process, a pulled cable. */
	freeze(): void {
		this.#socket?.pause()
	}

	sendRaw(text: string): void {
		this.#socket?.send(text)
	}

	/** Turns the call into one that had only been received when the connection was lost. */
	reportAsNotBegun(callId: string): void {
		const known = this.#known.get(callId)
		if (known) this.#known.set(callId, { ...known, state: 'received' })
	}

	/** Forgets all calls, like a Unity that crashed and was restarted. */
	loseJournal(): void {
		this.#known.clear()
	}

	#hello(): EditorHello {
		return {
			protocolVersion: EDITOR_LINK.version,
			projectPath: this.options.projectPath,
			productGuid: '0123456789abcdef0123456789abcdef',
			unityVersion: '6000.3.0f1',
			pid: process.pid,
			sessionId: this.sessionId,
			connSeq: this.connSeq,
			phase: this.phase,
			pluginVersion: '0.1.0',
			kind: 'unity',
			journal: [...this.#known].map(([callId, { argsHash, state, settled }]) =>
				settled
					? { callId, argsHash, state: 'done', outcome: settled }
					: { callId, argsHash, state: state === 'done' ? 'started' : state },
			),
			...this.options.hello,
		}
	}

	async #request(peer: RpcPeer, method: string, params: unknown): Promise<unknown> {
		if (method !== 'call') throw new RpcRefusal(RPC_ERROR.methodNotFound, method)
		const call = Call.parse(params)
		this.received.push(call.callId)
		const known = this.#known.get(call.callId)
		if (known) {
			if (known.argsHash !== call.argsHash) throw new RpcRefusal(RPC_ERROR.conflict, 'conflict')
			known.peer = peer
			return known.outcome
		}
		this.executed.push(call.callId)
		const entry: Known = {
			argsHash: call.argsHash,
			state: 'started',
			outcome: Promise.resolve(failed('internal', 'not begun')),
			settled: null,
			peer,
		}
		entry.outcome = Promise.resolve(this.execute(call))
		this.#known.set(call.callId, entry)
		const outcome = await entry.outcome
		entry.state = 'done'
		entry.settled = outcome
		if (!entry.peer.isOpen) {
			await this.#peer
				?.request('call.settled', { callId: call.callId, outcome })
				.catch((error: unknown) => {
					if (!(error instanceof RpcClosedError)) throw error
				})
		}
		return outcome
	}

	#notified(method: string, params: unknown): void {
		if (method === 'watch') this.watching = (params as { watching: boolean }).watching
		if (method === 'call.cancel') this.cancelled.push(...(params as CallIds).callIds)
		if (method === 'calls.forget')
			for (const callId of (params as CallIds).callIds) this.#forget(callId)
	}

	#forget(callId: string): void {
		this.forgotten.push(callId)
		this.#known.delete(callId)
	}
}
