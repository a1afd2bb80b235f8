/**
 * The editor's end of the editor link: dials the relay, says hello, answers calls, reconnects.
 * It holds at most one socket; every dial has a higher connSeq than the one before.
 */
import {
	Call,
	CallIds,
	type ChangeScope,
	CLOSE,
	EDITOR_LINK,
	type EditorHello,
	EditorHelloResult,
	type EditorOutcome,
	FINAL_CLOSE_CODES,
	type JsonRpcId,
	type Phase,
	parseFrame,
	type RelayFile,
	type ReplyFolder,
	RPC_ERROR,
	rpcFailure,
	rpcNotification,
	rpcRequest,
	rpcSuccess,
} from '@fairlead/protocol'
import { TOKEN_PROOF } from '@fairlead/protocol/wire/token-proof'
import { WebSocket } from 'ws'
import * as z from 'zod'
import { backoffMs } from './backoff.ts'
import { CallConflict } from './call-queue.ts'
import type { LinkPorts } from './link-ports.ts'
import { Outbox } from './outbox.ts'
import { codeOfUnproven, TokenHandshake } from './token-handshake.ts'

/** How often relay.json is looked at while there is no connection. */
const RELAY_FILE_POLL_MS = 500
/** A relay on the same machine answers the upgrade, and proves itself, at once or never. */
const DIAL_TIMEOUT_MS = 5_000
type State =
	/** Not started, or closed for good. */
	| { readonly kind: 'stopped' }
	/** Away on purpose (a reload); only {@link EditorLink.resume} ends it. */
	| { readonly kind: 'away' }
	/** Waits until a time, or until relay.json changes; `refused` waits only for the latter. */
	| {
			readonly kind: 'waiting'
			readonly until: number
			readonly refused: boolean
			readonly timer: NodeJS.Timeout
	  }
	| { readonly kind: 'looking' }
	/** Dialed; the peer may be any program that has the port. */
	| { readonly kind: 'proving'; readonly socket: WebSocket; readonly handshake: TokenHandshake }
	| { readonly kind: 'greeting'; readonly socket: WebSocket }
	| { readonly kind: 'open'; readonly socket: WebSocket; readonly watching: boolean }

const Watch = z.object({ watching: z.boolean() })

export class EditorLink {
	readonly #ports: LinkPorts
	readonly #random: () => number
	#state: State = { kind: 'stopped' }
	#connSeq = 0
	#attempt = 0
	#saidPhase: Exclude<Phase, 'gone'> = 'ready'
	#malformed = 0
	#tried: RelayFile | null = null
	/** The relay whose port was reported to be another program's. */
	#unproven: RelayFile | null = null
	#replies: ReplyFolder | null = null
	readonly #outbox = new Outbox()
	/** The data sent to the relay of this connection, as JSON. */
	#openFiles: string | null = null

	constructor(ports: LinkPorts) {
		this.#ports = ports
		this.#random = ports.random ?? Math.random
	}

	get connected(): boolean {
		return this.#state.kind === 'open'
	}
	get watching(): boolean {
		return this.#state.kind === 'open' && this.#state.watching
	}
	get connSeq(): number {
		return this.#connSeq
	}

	/** The folder that the relay last named for outcomes that fit no frame. */
	get replies(): ReplyFolder | null {
		return this.#replies
	}

	start(): void {
		if (this.#state.kind === 'stopped') void this.#dial()
	}

	/** Closes for good. */
	stop(code: number = 1000): void {
		this.#leave({ kind: 'stopped' }, code)
	}

	/** A domain reload begins: closes with 4005 and stays away until {@link resume}. */
	leaveForReload(): void {
		this.#leave({ kind: 'away' }, CLOSE.reloading)
	}

	resume(): void {
		if (this.#state.kind === 'away') void this.#dial()
	}

	/** Breaks the connection off without a close frame, as a crash of the network would. */
	drop(): void {
		if (this.#state.kind === 'open') this.#state.socket.terminate()
	}

	notifyPhase(phase: Phase, detail?: string): void {
		this.#notify('editor.phase', { phase, ...(detail === undefined ? {} : { detail }) })
	}
	/** Reports the open files, if they differ from the last report. */
	announceOpenFiles(): void {
		if (this.#state.kind !== 'open') return
		const files = [...this.#ports.openFiles()]
		const known = JSON.stringify(files)
		if (known === this.#openFiles) return
		this.#openFiles = known
		this.#notify('editor.open_files', { files })
	}
	notifyChanged(scopes: readonly ChangeScope[]): void {
		this.#notify('editor.changed', { scopes })
	}
	notifyProgress(callId: string, message: string): void {
		this.#notify('call.progress', { callId, message })
	}

	#notify(method: string, params: unknown): void {
		if (this.#state.kind === 'open') this.#state.socket.send(rpcNotification(method, params))
	}

	#leave(next: State, code: number): void {
		const before = this.#state
		this.#state = next
		if (before.kind === 'waiting') clearTimeout(before.timer)
		if (!('socket' in before)) return
		this.#outbox.disconnected()
		before.socket.close(code)
		// A peer that does not answer the close frame must not keep the process alive.
		setTimeout(() => before.socket.terminate(), 1_000).unref()
		if (before.kind === 'open') {
			this.#ports.onStatus?.({ kind: 'disconnected', code, willRedial: next.kind === 'away' })
		}
	}

	/** Waits for the backoff; a changed relay.json ends the wait, and is the only end of a refusal. */
	#wait(refused: boolean): void {
		const until = Date.now() + backoffMs(this.#attempt++, this.#random())
		const poll = (): void => {
			const left = refused ? RELAY_FILE_POLL_MS : Math.max(0, until - Date.now())
			const timer = setTimeout(() => void look(), Math.min(left, RELAY_FILE_POLL_MS))
			this.#state = { kind: 'waiting', until, refused, timer }
		}
		const look = async (): Promise<void> => {
			const file = await this.#findRelay()
			if (this.#state.kind !== 'waiting') return
			const isNew = file !== null && !isSameRelay(file, this.#tried)
			if (isNew || (!refused && Date.now() >= until)) {
				if (isNew) this.#attempt = 0
				void this.#dial()
			} else {
				poll()
			}
		}
		poll()
	}

	async #findRelay(): Promise<RelayFile | null> {
		try {
			return await this.#ports.findRelay()
		} catch {
			// A folder that cannot be read now may be readable next time.
			return null
		}
	}

	async #dial(): Promise<void> {
		const looking: State = { kind: 'looking' }
		this.#state = looking
		const file = await this.#findRelay()
		if (this.#state !== looking) return
		if (!file) {
			this.#wait(false)
			return
		}
		this.#tried = file
		this.#malformed = 0
		this.#connSeq++
		const handshake = new TokenHandshake(file.token)
		const socket = new WebSocket(
			`ws://127.0.0.1:${file.port}${EDITOR_LINK.path}`,
			[EDITOR_LINK.subprotocol],
			{
				headers: { [TOKEN_PROOF.nonceHeader]: handshake.nonce },
				handshakeTimeout: DIAL_TIMEOUT_MS,
				// The limit itself is checked per frame, to close with the protocol's own code.
				maxPayload: EDITOR_LINK.maxFrameBytes * 2,
				perMessageDeflate: false,
			},
		)
		this.#state = { kind: 'proving', socket, handshake }
		socket.on('open', () => {
			const timer = setTimeout(() => {
				if (this.#state.kind === 'proving') this.#distrust(socket)
			}, DIAL_TIMEOUT_MS)
			socket.on('close', () => clearTimeout(timer))
		})
		socket.on('message', (data, isBinary) => this.#received(socket, data as Buffer, isBinary))
		// Every error is followed by a close, which decides.
		socket.on('error', () => undefined)
		socket.on('close', (code) => this.#closed(socket, code))
	}

	/** Takes the first frame. */
	#prove(socket: WebSocket, handshake: TokenHandshake, frame: string): void {
		const answer = handshake.answer(frame)
		if (answer === null) {
			this.#distrust(socket)
			return
		}
		this.#state = { kind: 'greeting', socket }
		socket.send(answer)
		socket.send(this.#hello(this.#connSeq))
	}

	/** Another program has the port. */
	#distrust(socket: WebSocket): void {
		this.#closed(socket, CLOSE.unproven)
		socket.terminate()
	}

	#hello(connSeq: number): string {
		this.#saidPhase = this.#ports.phase()
		const hello: EditorHello = {
			...this.#ports.identity,
			protocolVersion: EDITOR_LINK.version,
			connSeq,
			phase: this.#saidPhase,
			journal: this.#ports.journal(),
		}
		return rpcRequest(helloId(connSeq), 'editor.hello', hello)
	}

	#owns(socket: WebSocket): boolean {
		return 'socket' in this.#state && this.#state.socket === socket
	}

	#closed(socket: WebSocket, closeCode: number): void {
		if (!this.#owns(socket)) return
		const code = this.#state.kind === 'proving' ? codeOfUnproven(closeCode) : closeCode
		const wasOpen = this.#state.kind === 'open'
		this.#outbox.disconnected()
		const refused = FINAL_CLOSE_CODES.has(code)
		this.#wait(refused)
		const isNews = code === CLOSE.unproven && !isSameRelay(this.#unproven, this.#tried)
		if (isNews) this.#unproven = this.#tried
		if (wasOpen || refused || isNews) {
			this.#ports.onStatus?.({ kind: 'disconnected', code, willRedial: !refused })
		}
	}

	#received(socket: WebSocket, data: Buffer, isBinary: boolean): void {
		if (!this.#owns(socket)) return
		if (data.length > EDITOR_LINK.maxFrameBytes) {
			socket.close(CLOSE.tooLarge, 'frame too large')
			return
		}
		if (this.#state.kind === 'proving') {
			this.#prove(socket, this.#state.handshake, isBinary ? '' : data.toString('utf8'))
			return
		}
		const frame = isBinary ? null : parseFrame(data.toString('utf8'))
		switch (frame?.kind) {
			case undefined:
				this.#refuse(socket, null, RPC_ERROR.parse, 'Binary frames are not used here.')
				return
			case 'malformed':
				this.#refuse(socket, frame.id, frame.error.code, frame.error.message)
				return
			case 'request':
				this.#request(socket, frame.message.id, frame.message.method, frame.message.params)
				return
			case 'notification':
				this.#notification(socket, frame.message.method, frame.message.params)
				return
			case 'success':
				this.#answered(socket, frame.message.id, frame.message.result)
				return
			case 'failure':
				this.#failed(socket, frame.message.id, frame.message.error.code)
				return
			default:
				frame satisfies never
		}
	}

	/** Tells the peer what was wrong; too many errors end the connection. */
	#refuse(socket: WebSocket, id: JsonRpcId | null, code: number, message: string): void {
		this.#malformed++
		if (this.#malformed >= EDITOR_LINK.maxMalformedFrames) {
			socket.close(CLOSE.protocolError, 'too many malformed frames')
		} else {
			socket.send(rpcFailure(id, { code, message }))
		}
	}

	#answered(socket: WebSocket, id: JsonRpcId, result: unknown): void {
		if (this.#state.kind === 'greeting' && id === helloId(this.#connSeq)) {
			const welcome = EditorHelloResult.safeParse(result)
			if (!welcome.success) {
				socket.close(CLOSE.unsupportedVersion, 'hello not understood')
				return
			}
			this.#welcomed(socket, welcome.data)
			return
		}
		this.#outbox.answered(id, true)
	}

	#failed(socket: WebSocket, id: JsonRpcId | null, code: number): void {
		if (this.#state.kind === 'greeting' && id === helloId(this.#connSeq)) {
			socket.close(code === RPC_ERROR.version ? CLOSE.unsupportedVersion : CLOSE.handshake)
			return
		}
		if (id !== null) this.#outbox.answered(id, false)
	}

	#welcomed(socket: WebSocket, welcome: EditorHelloResult): void {
		this.#attempt = 0
		this.#replies = welcome.replies ?? null
		this.#forget(welcome.forget)
		this.#state = { kind: 'open', socket, watching: welcome.watching }
		this.#openFiles = null
		this.announceOpenFiles()
		this.#ports.onStatus?.({
			kind: 'connected',
			port: this.#tried?.port ?? 0,
			connSeq: this.#connSeq,
			saidPhase: this.#saidPhase,
		})
		for (const frame of this.#outbox.frames()) socket.send(frame)
	}

	#forget(callIds: readonly string[]): void {
		this.#outbox.forget(callIds)
		this.#ports.forget(callIds)
	}

	#notification(socket: WebSocket, method: string, params: unknown): void {
		switch (method) {
			case 'call.cancel':
			case 'calls.forget': {
				const ids = CallIds.safeParse(params)
				if (!ids.success) this.#refuse(socket, null, RPC_ERROR.invalidParams, `Bad ${method}.`)
				else if (method === 'call.cancel') this.#ports.cancel(ids.data.callIds)
				else this.#forget(ids.data.callIds)
				return
			}
			case 'watch': {
				const watch = Watch.safeParse(params)
				if (!watch.success) this.#refuse(socket, null, RPC_ERROR.invalidParams, 'Bad watch.')
				else if (this.#state.kind === 'open') {
					this.#state = { ...this.#state, watching: watch.data.watching }
				}
				return
			}
			default:
				// A newer relay may send more than this editor understands.
				return
		}
	}

	#request(socket: WebSocket, id: JsonRpcId, method: string, params: unknown): void {
		if (method !== 'call') {
			const message = `An editor answers "call" only, not "${method}".`
			socket.send(rpcFailure(id, { code: RPC_ERROR.methodNotFound, message }))
			return
		}
		const call = Call.safeParse(params)
		if (!call.success) {
			const message = z.prettifyError(call.error)
			this.#refuse(socket, id, RPC_ERROR.invalidParams, message)
			return
		}
		try {
			void this.#ports
				.submit(call.data)
				.then((outcome) => this.#reply(socket, id, call.data, outcome))
		} catch (error) {
			if (!(error instanceof CallConflict)) throw error
			socket.send(rpcFailure(id, { code: RPC_ERROR.conflict, message: error.message }))
		}
	}

	#reply(socket: WebSocket, id: JsonRpcId, call: Call, outcome: EditorOutcome): void {
		const fate = this.#ports.fateOf?.(call) ?? 'send'
		if (fate === 'lose') return
		if (this.#owns(socket) && socket.readyState === WebSocket.OPEN) {
			const frame = rpcSuccess(id, outcome)
			socket.send(frame)
			if (fate === 'duplicate') socket.send(frame)
			return
		}
		this.#outbox.keep(call.callId, outcome)
		if (this.#state.kind !== 'open') return
		for (let i = 0; i < (fate === 'duplicate' ? 2 : 1); i++) {
			this.#state.socket.send(this.#outbox.frameFor(call.callId, outcome))
		}
	}
}

const helloId = (connSeq: number): string => `hello-${connSeq}`

const isSameRelay = (a: RelayFile | null, b: RelayFile | null): boolean =>
	a?.port === b?.port && a?.token === b?.token && a?.pid === b?.pid
