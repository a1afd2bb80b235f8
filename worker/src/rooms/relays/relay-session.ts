/** The room's end of the relay link (`protocol/src/wire/relay-link.ts`). */

import { AgentsChanged, AgentsWait } from '@fairlead/protocol/agents/agents'
import { TerminalOutput } from '@fairlead/protocol/agents/terminals'
import { EditorKey } from '@fairlead/protocol/editors/editors'
import { CallOutcome, CallProgress, CallSettled, failed } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import {
	type JsonRpcFailure,
	type JsonRpcNotification,
	type JsonRpcRequest,
	type JsonRpcSuccess,
	parseFrame,
	RPC_ERROR,
	rpcFailure,
	rpcSuccess,
} from '@fairlead/protocol/wire/json-rpc'
import {
	DeskAnswer,
	DeskCall,
	DeskReport,
	DeskRun,
	DeskWithdrawn,
	RELAY_LINK,
	RelayHello,
	type RelayHelloResult,
	SeatChanged,
	SeatPhase,
	SeatUpdated,
} from '@fairlead/protocol/wire/relay-link'
import * as z from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import type { RoomContext } from '../room-context.ts'
import { invalidParams, isTooLong, paramsOf } from '../sockets/frames.ts'
import { type RelayState, type SocketState, seesScene } from '../sockets/sockets.ts'
import { SHARED_SEAT_KEY } from '../viewers/room-view.ts'
import { AgentPushes, tellOfAgents } from './agents-link.ts'
import { askPeople, askRun, takeLocalReport } from './begin-local-client-call.ts'
import { splitAnswer } from './relay-requests.ts'
import { decideTakeover } from './takeover.ts'
import { showOutput } from './terminals-link.ts'

type Greeting = Extract<SocketState, { kind: 'relay_greeting' }>

const Versioned = z.object({ protocolVersion: z.number().int() })
const SeatRemoved = z.object({ editorKey: EditorKey })

export class RelaySession {
	readonly #room: RoomContext
	readonly #agentPushes: AgentPushes

	constructor(room: RoomContext) {
		this.#room = room
		this.#agentPushes = new AgentPushes(room)
	}

	async onFrame(ws: WebSocket, state: Greeting | RelayState, text: string): Promise<void> {
		const { sockets, requests, malformed } = this.#room
		sockets.heard(ws)
		if (isTooLong(text, RELAY_LINK.maxFrameBytes)) {
			this.#drop(ws, CLOSE.tooLarge, 'frame too large')
			return
		}
		const answer = state.kind === 'relay' ? splitAnswer(text) : null
		if (answer && state.kind === 'relay') {
			requests.answered(state.relayId, answer.id, { kind: 'answered', json: answer.json })
			return
		}
		const frame = parseFrame(text)
		if (frame.kind === 'malformed') {
			sockets.send(ws, rpcFailure(frame.id, frame.error))
			malformed.add(ws)
			return
		}
		if (state.kind === 'relay_greeting') {
			this.#greet(ws, state, frame)
			return
		}
		switch (frame.kind) {
			case 'request':
				await this.#onRequest(ws, state, frame.message)
				return
			case 'notification':
				this.#onNotification(ws, state, frame.message)
				return
			case 'success':
				await this.#onSuccess(state, frame.message)
				return
			case 'failure':
				await this.#onFailure(state, frame.message)
				return
			default:
				frame satisfies never
		}
	}

	/** The socket was closed, by either side. */
	onGone(state: SocketState): void {
		if (state.kind !== 'relay') return
		const { desk, deskCalls, requests, showState } = this.#room
		requests.relayLost(state.relayId)
		desk.relayChanged(state.relayId)
		deskCalls.relayLost(state.relayId)
		showState()
	}

	#drop(ws: WebSocket, code: number, reason: string): void {
		this.onGone(this.#room.sockets.close(ws, code, reason))
	}

	#greet(ws: WebSocket, greeting: Greeting, frame: ReturnType<typeof parseFrame>): void {
		const { sockets, seats, secrets, desk, deskCalls, requests } = this.#room
		const { now, showState, background } = this.#room
		if (frame.kind !== 'request' || frame.message.method !== 'relay.hello') {
			const error = { code: RPC_ERROR.handshake, message: 'relay.hello must come first.' }
			sockets.send(ws, rpcFailure(frame.kind === 'request' ? frame.message.id : null, error))
			this.#drop(ws, CLOSE.handshake, 'hello must come first')
			return
		}
		const { id, params } = frame.message
		const version = Versioned.safeParse(params)
		if (version.success && version.data.protocolVersion !== RELAY_LINK.version) {
			const message = `This server speaks version ${RELAY_LINK.version} of the relay link. Update the relay.`
			sockets.send(ws, rpcFailure(id, { code: RPC_ERROR.version, message }))
			this.#drop(ws, CLOSE.unsupportedVersion, 'unsupported version')
			return
		}
		const parsed = RelayHello.safeParse(params)
		if (!parsed.success) {
			sockets.send(ws, rpcFailure(id, invalidParams(parsed.error)))
			this.#drop(ws, CLOSE.handshake, 'invalid hello')
			return
		}
		const hello = parsed.data
		const { relayId, journal } = hello
		if (!secrets.admits(relayId, hello.relaySecret)) {
			const message =
				'This relay id belongs to another relay, and this relay could not prove its identity.'
			sockets.send(ws, rpcFailure(id, { code: RPC_ERROR.forbidden, message }))
			this.#drop(ws, CLOSE.relayIdTaken, 'another relay has this id')
			return
		}
		const current = sockets.relay(relayId)
		if (decideTakeover(current?.state.connSeq ?? null, hello.connSeq) === 'refuse') {
			const message = 'This relay already has a connection with the same or a higher connSeq.'
			sockets.send(ws, rpcFailure(id, { code: RPC_ERROR.handshake, message }))
			this.#drop(ws, CLOSE.staleConnSeq, 'stale connSeq')
			return
		}
		if (current) {
			sockets.close(current.ws, CLOSE.superseded, 'superseded by a newer connection')
			requests.relayLost(relayId)
		}
		sockets.set(ws, {
			kind: 'relay',
			relayId,
			connSeq: hello.connSeq,
			tokenId: greeting.tokenId,
			name: greeting.name,
			projectId: greeting.projectId,
			projectName: greeting.projectName,
			platform: hello.host.platform,
			relayVersion: hello.relayVersion,
			connectedAt: now(),
		})
		const removed = seats.replaceAll(relayId, hello.editors, now())
		for (const [editorKey, tools] of Object.entries(hello.customTools ?? {})) {
			seats.putTools(relayId, editorKey, tools)
		}
		for (const { editorKey } of hello.editors) {
			seats.putServers(relayId, editorKey, hello.servers?.[editorKey] ?? { servers: [], tools: [] })
		}
		seats.adoptOnlySeat()
		const result: RelayHelloResult = {
			protocolVersion: RELAY_LINK.version,
			projectName: greeting.projectName,
			forget: [...desk.unknownIn(relayId, journal)],
			watching: sockets.viewers().length > 0,
			relayVersion: packageJson.version,
			deskCalls: true,
			deskRuns: true,
			deskReports: true,
			agentWaits: true,
		}
		sockets.send(ws, rpcSuccess(id, result))
		desk.seatsChanged()
		if (!deskCalls.isAwaitedBy(relayId) && !hello.deskCalls?.length) desk.resume(relayId, journal)
		else {
			const settled = deskCalls.resume(relayId, hello.deskCalls ?? [])
			background(settled.then(() => desk.resume(relayId, journal)))
		}
		for (const editorKey of removed) desk.seatRemoved(editorKey)
		showState()
	}

	async #onRequest(ws: WebSocket, state: RelayState, message: JsonRpcRequest): Promise<void> {
		const { sockets, desk, deskCalls } = this.#room
		const { id, method } = message
		switch (method) {
			case 'call.settled': {
				const settled = paramsOf(sockets, ws, id, CallSettled, message.params)
				if (!settled) return
				const [settling] = await desk.settleFromRelay(state.relayId, [settled])
				sockets.send(
					ws,
					settling === 'lost'
						? rpcFailure(id, { code: RPC_ERROR.internal, message: 'Not stored; keep it.' })
						: rpcSuccess(id, {}),
				)
				return
			}
			case 'desk.ask': {
				const call = paramsOf(sockets, ws, id, DeskCall, message.params)
				if (call) sockets.send(ws, rpcSuccess(id, await askPeople(this.#room, state, call)))
				return
			}
			case 'desk.answer': {
				const answer = paramsOf(sockets, ws, id, DeskAnswer, message.params)
				if (!answer) return
				deskCalls.answer(state.relayId, answer)
				sockets.send(ws, rpcSuccess(id, {}))
				return
			}
			case 'desk.run': {
				const asked = paramsOf(sockets, ws, id, DeskRun, message.params)
				if (!asked) return
				const answer = await askRun(this.#room, state, asked).catch(() => null)
				const away = { code: RPC_ERROR.internal, message: 'The project did not answer. Ask again.' }
				sockets.send(ws, answer ? rpcSuccess(id, answer) : rpcFailure(id, away))
				return
			}
			case 'desk.report': {
				const report = paramsOf(sockets, ws, id, DeskReport, message.params)
				if (!report) return
				const taken = await takeLocalReport(this.#room, state, report).catch(() => null)
				const busy = { code: RPC_ERROR.internal, message: 'Not stored; report it again.' }
				sockets.send(ws, taken === null ? rpcFailure(id, busy) : rpcSuccess(id, { taken }))
				return
			}
			case 'relay.hello': {
				const message = 'This connection has already sent relay.hello.'
				sockets.send(ws, rpcFailure(id, { code: RPC_ERROR.handshake, message }))
				return
			}
			default: {
				const error = { code: RPC_ERROR.methodNotFound, message: `Unknown method "${method}".` }
				sockets.send(ws, rpcFailure(id, error))
			}
		}
	}

	#onNotification(ws: WebSocket, state: RelayState, message: JsonRpcNotification): void {
		const { seats, desk, sockets, now, showState } = this.#room
		const { relayId } = state
		const { params } = message
		switch (message.method) {
			case 'seat.updated': {
				const told = this.#room.malformed.told(ws, SeatUpdated, params)
				if (!told) return
				const { customTools, servers, ...seat } = told
				const changed = seats.put(relayId, seat, now())
				if (customTools) seats.putTools(relayId, seat.editorKey, customTools)
				if (servers) seats.putServers(relayId, seat.editorKey, servers)
				if (!changed) return
				seats.adoptOnlySeat()
				desk.seatsChanged()
				desk.seatChanged(seat.editorKey)
				showState()
				return
			}
			case 'seat.phase': {
				const told = this.#room.malformed.told(ws, SeatPhase, params)
				if (!told || !seats.setPhase(relayId, told, now())) return
				desk.seatChanged(told.editorKey)
				showState()
				return
			}
			case 'seat.removed': {
				const seat = this.#room.malformed.told(ws, SeatRemoved, params)
				if (!seat || !seats.remove(relayId, seat.editorKey)) return
				desk.seatRemoved(seat.editorKey)
				showState()
				return
			}
			case 'seat.changed': {
				const change = this.#room.malformed.told(ws, SeatChanged, params)
				if (!change || change.editorKey !== seats.target) return
				if (seats.get(change.editorKey)?.relayId !== relayId) return
				sockets.notifyMembers('editor.changed', change)
				sockets.notifyVisitors(
					'editor.changed',
					{ ...change, editorKey: SHARED_SEAT_KEY },
					seesScene,
				)
				return
			}
			case 'call.progress': {
				const progress = this.#room.malformed.told(ws, CallProgress, params)
				if (progress) desk.progress(relayId, progress.callId, progress.message)
				return
			}
			case 'agents.changed': {
				const changed = this.#room.malformed.told(ws, AgentsChanged, params)
				if (changed) tellOfAgents(this.#room, relayId, changed)
				return
			}
			case 'agents.waits': {
				const wait = this.#room.malformed.told(ws, AgentsWait, params)
				if (wait) this.#agentPushes.waits(state, wait)
				return
			}
			case 'terminal.output': {
				const output = this.#room.malformed.told(ws, TerminalOutput, params)
				if (output) showOutput(this.#room, relayId, output)
				return
			}
			case 'desk.withdraw': {
				const withdrawn = this.#room.malformed.told(ws, DeskWithdrawn, params)
				if (withdrawn) this.#room.deskCalls.withdraw(relayId, withdrawn)
				return
			}
			default:
				// A newer relay may send more than this room knows.
				return
		}
	}

	async #onSuccess(state: RelayState, message: JsonRpcSuccess): Promise<void> {
		const callId = String(message.id)
		const json = JSON.stringify(message.result ?? null)
		const answer = { kind: 'answered', json } as const
		if (this.#room.requests.answered(state.relayId, callId, answer)) return
		const parsed = CallOutcome.safeParse(message.result)
		const outcome = parsed.success
			? parsed.data
			: failed('effect_unknown', "The editor's response could not be parsed.", {
					hint: 'Look at the current state before you retry anything.',
				})
		await this.#room.desk.settleFromRelay(state.relayId, [{ callId, outcome }])
	}

	async #onFailure(state: RelayState, message: JsonRpcFailure): Promise<void> {
		if (message.id === null) return
		const callId = String(message.id)
		const { code, message: text } = message.error
		const refused = { kind: 'refused', code, message: text } as const
		if (this.#room.requests.answered(state.relayId, callId, refused)) return
		const outcome =
			code === RPC_ERROR.conflict
				? failed('conflict', 'The relay already has a different call with this id.')
				: failed('internal', `The relay rejected the call: ${text.slice(0, 500)}`)
		await this.#room.desk.settleFromRelay(state.relayId, [{ callId, outcome }])
	}
}
