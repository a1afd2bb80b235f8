/** A page that looks at the agents of one folder, and types into their terminals. */
import { AgentList, AgentsChanged, TranscriptPart } from '@fairlead/protocol/agents/agents'
import { ViewerOutput, type ViewerTerminalAct } from '@fairlead/protocol/agents/terminals'
import { CallOutcome } from '@fairlead/protocol/wire/calls'
import { parseFrame, rpcNotification, rpcRequest } from '@fairlead/protocol/wire/json-rpc'
import { RoomState, VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import type { WebSocket } from 'ws'
import type { Stack } from '../scripts/stack/stack.ts'
import { epochNow } from './model-server.ts'
import { open } from './sockets.ts'

const STEP = /^Running: step (\d+) (\d+)$/

type OfFolder<T> = T extends unknown ? Omit<T, 'editorKey'> : never

export class AgentViewer {
	bytes = 0
	/** From a line's time to the frame with its status, milliseconds. */
	readonly latencies: number[] = []
	readonly #socket: WebSocket
	readonly #editorKey: string
	readonly #waiting = new Map<number, (result: unknown) => void>()
	readonly #seen = new Set<string>()
	#next = 0
	#output: (output: ViewerOutput) => void = () => undefined

	private constructor(socket: WebSocket, editorKey: string) {
		this.#socket = socket
		this.#editorKey = editorKey
	}

	static async join(stack: Stack): Promise<AgentViewer> {
		const url = `${stack.origin.replace('http', 'ws')}/api/projects/${stack.projectId}/room`
		const headers = { cookie: stack.owner.cookie, origin: stack.origin }
		const socket = await open(url, { headers, protocol: VIEWER_LINK.subprotocol })
		const seats = new AgentViewer(socket, '')
		socket.on('message', (data) => seats.#receive(String(data)))
		const hello = await seats.#ask('viewer.hello', { protocolVersion: VIEWER_LINK.version })
		const [seat] = RoomState.parse(hello).editors
		if (!seat) throw new Error('The room has no folder.')
		socket.removeAllListeners('message')
		const viewer = new AgentViewer(socket, seat.editorKey)
		socket.on('message', (data) => viewer.#receive(String(data)))
		return viewer
	}

	async list(): Promise<AgentList> {
		return AgentList.parse(await this.#read({ of: 'folder' }))
	}

	async part(agentId: string, asked: object): Promise<TranscriptPart> {
		return TranscriptPart.parse(await this.#read({ of: 'transcript', agentId, ...asked }))
	}

	/** @returns the result of the act */
	async act(act: OfFolder<ViewerTerminalAct>): Promise<unknown> {
		const params = { ...act, editorKey: this.#editorKey }
		return resultOf(await this.#ask('room.terminals', params))
	}

	type(terminalId: string, data: string): void {
		const params = { terminalId, editorKey: this.#editorKey, data }
		this.#socket.send(rpcNotification('terminal.input', params))
	}

	seen(terminalId: string, to: number): void {
		const params = { terminalId, editorKey: this.#editorKey, to }
		this.#socket.send(rpcNotification('terminal.seen', params))
	}

	/** From now on, in the place of the listener before. */
	onOutput(listener: (output: ViewerOutput) => void): void {
		this.#output = listener
	}

	close(): void {
		this.#socket.terminate()
	}

	async #read(asked: object): Promise<unknown> {
		const params = { ...asked, editorKey: this.#editorKey }
		return resultOf(await this.#ask('room.agents', params))
	}

	#ask(method: string, params: unknown): Promise<unknown> {
		const id = ++this.#next
		this.#socket.send(rpcRequest(id, method, params))
		return new Promise((resolve) => this.#waiting.set(id, resolve))
	}

	#receive(text: string): void {
		const now = epochNow()
		this.bytes += Buffer.byteLength(text)
		const frame = parseFrame(text)
		if (frame.kind === 'success') {
			this.#waiting.get(Number(frame.message.id))?.(frame.message.result)
		} else if (frame.kind === 'notification' && frame.message.method === 'room.mark') {
			this.#socket.send(rpcNotification('viewer.mark', frame.message.params))
		} else if (frame.kind === 'notification' && frame.message.method === 'terminal.output') {
			this.#output(ViewerOutput.parse(frame.message.params))
		} else if (frame.kind === 'notification' && frame.message.method === 'agents.changed') {
			for (const { agentId, status } of AgentsChanged.parse(frame.message.params).cards) {
				const step = status.kind === 'working' ? STEP.exec(status.text) : null
				const key = `${agentId} ${step?.[1]}`
				if (!step || this.#seen.has(key)) continue
				this.#seen.add(key)
				this.latencies.push(now - Number(step[2]))
			}
		}
	}
}

function resultOf(answer: unknown): unknown {
	const outcome = CallOutcome.parse(answer)
	if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
	return outcome.result
}
