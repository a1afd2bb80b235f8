/** One socket from an editor: hello first, then calls down and events up. */
import { release } from 'node:os'
import { issueSentence } from '@fairlead/protocol/http/issue-text'
import type { Call } from '@fairlead/protocol/wire/calls'
import { CallProgress } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import {
	type CustomTool,
	EDITOR_LINK,
	EditorChanged,
	EditorHello,
	type EditorHelloResult,
	EditorOpenFiles,
	EditorPhase,
} from '@fairlead/protocol/wire/editor-link'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { EditorCallSettled, type ReplyFolder } from '@fairlead/protocol/wire/stored-reply'
import type { WebSocket } from 'ws'
import { realFolder } from '../home/project-key.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { RELAY_VERSION } from '../platform/version.ts'
import { wslOf } from '../platform/wsl.ts'
import { RpcPeer, RpcRefusal, RpcReply } from '../rpc/rpc-peer.ts'
import type { EditorPort } from './editor-port.ts'
import type { SeatRegistry } from './seat-registry.ts'

/** Unity on Windows, and the relay in Linux beside it, call one folder by two names. */
const wsl = wslOf(process.platform, release(), process.env)

/** A connection's port to the calls that pass through it. */
export interface EditorCalls {
	/** An outcome whose socket had closed. */
	editorSettled(port: EditorPort, settled: EditorCallSettled): void
	progress(port: EditorPort, progress: CallProgress): void
	/** Which of these calls are settled upstream for good. */
	forgettable(callIds: readonly string[]): string[]
	/** Whether anyone currently wants change events from this editor. */
	isWatched(folder: string): boolean
	/** Takes in outcomes that do not fit a frame. */
	readonly replies: ReplyFolder
}

export interface ConnectionPorts {
	readonly seats: SeatRegistry
	readonly calls: EditorCalls
	readonly clock: Clock
	readonly timing: Timing
}

type State =
	| { readonly kind: 'greeting'; readonly cancelTimeout: () => void }
	| { readonly kind: 'seated'; readonly port: EditorPort }
	| { readonly kind: 'closed' }

/** Serves one accepted socket until it closes. */
export function serveEditor(socket: WebSocket, ports: ConnectionPorts): void {
	let state: State = {
		kind: 'greeting',
		cancelTimeout: ports.clock.after(ports.timing.helloTimeoutMs, () =>
			peer.close(CLOSE.handshake, 'No editor.hello arrived in time.'),
		),
	}
	const peer = new RpcPeer(
		socket,
		{
			async request(method, params) {
				if (state.kind === 'greeting' || method === 'editor.hello') return greet(method, params)
				if (state.kind === 'seated' && method === 'call.settled') {
					const settled = EditorCallSettled.safeParse(params)
					if (!settled.success)
						throw new RpcRefusal(RPC_ERROR.invalidParams, 'call.settled needs callId and outcome.')
					ports.calls.editorSettled(state.port, settled.data)
					return {}
				}
				throw new RpcRefusal(RPC_ERROR.methodNotFound, `The relay has no method ${method}.`)
			},
			notification(method, params) {
				if (state.kind !== 'seated') return
				notified(state.port, method, params)
			},
			closed(code) {
				stopPings()
				if (state.kind === 'greeting') state.cancelTimeout()
				if (state.kind === 'seated') ports.seats.detach(state.port, code)
				state = { kind: 'closed' }
			},
		},
		{
			maxFrameBytes: EDITOR_LINK.maxFrameBytes,
			maxMalformedFrames: EDITOR_LINK.maxMalformedFrames,
		},
	)
	const stopPings = keepAlive(socket, ports)

	async function greet(method: string, params: unknown): Promise<RpcReply> {
		if (method !== 'editor.hello')
			throw new RpcRefusal(
				RPC_ERROR.handshake,
				'The first message must be editor.hello.',
				CLOSE.handshake,
			)
		if (state.kind !== 'greeting')
			throw new RpcRefusal(RPC_ERROR.handshake, 'editor.hello was already sent.')
		state.cancelTimeout()
		const version = (params as { protocolVersion?: unknown } | undefined)?.protocolVersion
		if (typeof version === 'number' && version !== EDITOR_LINK.version)
			throw new RpcRefusal(
				RPC_ERROR.version,
				`The relay speaks version ${EDITOR_LINK.version} of the editor link, but the editor speaks version ${version}. Update the older one.`,
				CLOSE.unsupportedVersion,
			)
		const hello = EditorHello.safeParse(params)
		if (!hello.success) {
			const [issue] = hello.error.issues
			const why = issue ? issueSentence(issue) : 'It is not valid.'
			throw new RpcRefusal(RPC_ERROR.invalidParams, `editor.hello: ${why}`, CLOSE.handshake)
		}
		const { projectPath } = hello.data
		const folder = await realFolder(wsl?.linuxPath(projectPath) ?? projectPath)
		if (state.kind !== 'greeting') throw new RpcRefusal(RPC_ERROR.handshake, 'The socket closed.')
		const port = portOf(hello.data)
		const verdict = ports.seats.attach(port, folder)
		if (verdict.kind === 'refuse')
			throw new RpcRefusal(RPC_ERROR.handshake, verdict.reason, verdict.code)
		state = { kind: 'seated', port }
		const { replies } = ports.calls
		const result: EditorHelloResult = {
			protocolVersion: EDITOR_LINK.version,
			relayVersion: RELAY_VERSION,
			forget: ports.calls.forgettable(hello.data.journal.map((entry) => entry.callId)),
			watching: ports.calls.isWatched(folder),
			replies: {
				...replies,
				folder: wsl?.linuxPath(projectPath) ? wsl.windowsPath(replies.folder) : replies.folder,
			},
		}
		return new RpcReply(result, verdict.announce)
	}

	function notified(port: EditorPort, method: string, params: unknown): void {
		switch (method) {
			case 'editor.phase': {
				const phase = EditorPhase.safeParse(params)
				if (phase.success) ports.seats.reportPhase(port, phase.data.phase, phase.data.detail)
				return
			}
			case 'editor.changed': {
				const changed = EditorChanged.safeParse(params)
				if (changed.success) ports.seats.reportChange(port, changed.data.scopes)
				return
			}
			case 'editor.open_files': {
				const open = EditorOpenFiles.safeParse(params)
				if (open.success) ports.seats.reportOpenFiles(port, open.data.files)
				return
			}
			case 'call.progress': {
				const progress = CallProgress.safeParse(params)
				if (progress.success) ports.calls.progress(port, progress.data)
				return
			}
			default:
			// A newer editor may send more than this relay understands.
		}
	}

	function portOf(hello: EditorHello): EditorPort {
		const customTools: readonly CustomTool[] = hello.customTools ?? []
		return {
			hello,
			customTools,
			call: (call: Call, received) => peer.request('call', call, received),
			cancel: (callIds) => void peer.notify('call.cancel', { callIds }),
			forget: (callIds) => void peer.notify('calls.forget', { callIds }),
			watch: (watching) => void peer.notify('watch', { watching }),
			close: (code, reason) => peer.close(code, reason),
		}
	}
}

/**
 * Pings until stopped; drops a socket that stays silent. Counts its own beats: the time of day jumps
 * when the machine sleeps or its clock is set, which must not drop a healthy editor. Returns the stop function.
 */
function keepAlive(socket: WebSocket, { clock, timing }: ConnectionPorts): () => void {
	let silentMs = 0
	const heard = (): void => {
		silentMs = 0
	}
	socket.on('pong', heard)
	socket.on('message', heard)
	let cancel: () => void
	const beat = (): void => {
		silentMs += timing.editorPingIntervalMs
		if (silentMs > timing.editorPongTimeoutMs) {
			socket.terminate()
			return
		}
		socket.ping()
		cancel = clock.after(timing.editorPingIntervalMs, beat)
	}
	cancel = clock.after(timing.editorPingIntervalMs, beat)
	return () => cancel()
}
