/** The room's end of the viewer link (`protocol/src/wire/viewer-link.ts`). */

import type { ViewerCommandRead } from '@fairlead/protocol/commands/command-requests'
import { failed } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import {
	type JsonRpcNotification,
	type JsonRpcRequest,
	parseFrame,
	RPC_ERROR,
	rpcFailure,
	rpcSuccess,
} from '@fairlead/protocol/wire/json-rpc'
import { VIEWER_LINK, ViewerLink } from '@fairlead/protocol/wire/viewer-link'
import { authorOf } from '../../access/author.ts'
import { hasExpired } from '../../access/rights-change.ts'
import { chooseSeat } from '../calls/routing.ts'
import { openedAgent, readAgents, tellOpened } from '../relays/agents-link.ts'
import { actOnTerminal, passToRelay, tellOfLeaving } from '../relays/terminals-link.ts'
import type { RoomContext } from '../room-context.ts'
import { invalidParams, isTooLong, paramsOf } from '../sockets/frames.ts'
import { type SocketState, seesScene, type ViewerState, viewerMay } from '../sockets/sockets.ts'
import { asReadRequest, type ReadPermission, type ReadRequest } from './live-reads.ts'
import { SHARED_SEAT_KEY, viewFor } from './room-view.ts'
import { isSceneRead } from './scene-reads.ts'

type Greeting = Extract<SocketState, { kind: 'viewer_greeting' }>

const { requests, notifications } = ViewerLink.toRoom
const READ_METHOD = '"room.read"'

export class ViewerSession {
	readonly #room: RoomContext

	constructor(room: RoomContext) {
		this.#room = room
	}

	onFrame(ws: WebSocket, state: Greeting | ViewerState, text: string): void {
		const { sockets, malformed, now } = this.#room
		if (hasExpired(state.actor, now())) {
			this.#drop(ws, CLOSE.unauthorized, 'the session has ended')
			return
		}
		if (isTooLong(text, VIEWER_LINK.maxFrameBytes)) {
			this.#drop(ws, CLOSE.tooLarge, 'frame too large')
			return
		}
		if (state.kind === 'viewer' && text.includes(READ_METHOD)) {
			const read = asReadRequest(parseQuietly(text))
			if (read) {
				this.#read(ws, state, read)
				return
			}
		}
		const frame = parseFrame(text)
		switch (frame.kind) {
			case 'malformed': {
				sockets.send(ws, rpcFailure(frame.id, frame.error))
				malformed.add(ws)
				return
			}
			case 'request':
				if (state.kind === 'viewer') this.#onRequest(ws, state, frame.message)
				else this.#greet(ws, state, frame.message)
				return
			case 'notification':
				if (state.kind === 'viewer') this.#onNotification(ws, state, frame.message)
				else this.#drop(ws, CLOSE.handshake, 'hello must come first')
				return
			case 'success':
			case 'failure':
				// The room sends viewers no requests.
				return
			default:
				frame satisfies never
		}
	}

	/** The socket was closed, by either side. */
	onGone(state: SocketState): void {
		if (state.kind !== 'viewer') return
		const { sockets, showState } = this.#room
		tellOfLeaving(this.#room, state)
		if (state.agent !== undefined) tellOpened(this.#room)
		if (sockets.viewers().length === 0) sockets.notifyRelays('watch', { watching: false })
		showState()
	}

	#drop(ws: WebSocket, code: number, reason: string): void {
		this.onGone(this.#room.sockets.close(ws, code, reason))
	}

	#greet(ws: WebSocket, greeting: Greeting, message: JsonRpcRequest): void {
		const { sockets, showState } = this.#room
		const { id } = message
		if (message.method !== 'viewer.hello') {
			const error = { code: RPC_ERROR.handshake, message: 'viewer.hello must come first.' }
			sockets.send(ws, rpcFailure(id, error))
			this.#drop(ws, CLOSE.handshake, 'hello must come first')
			return
		}
		const parsed = requests['viewer.hello'].params.safeParse(message.params)
		if (!parsed.success) {
			sockets.send(ws, rpcFailure(id, invalidParams(parsed.error)))
			this.#drop(ws, CLOSE.handshake, 'invalid hello')
			return
		}
		if (parsed.data.protocolVersion !== VIEWER_LINK.version) {
			const error = { code: RPC_ERROR.version, message: 'The page is out of date. Reload it.' }
			sockets.send(ws, rpcFailure(id, error))
			this.#drop(ws, CLOSE.unsupportedVersion, 'unsupported version')
			return
		}
		const first = sockets.viewers().length === 0
		const { kind: _, openedAt: __, ...opened } = greeting
		const conversationId = opened.within ?? parsed.data.conversationId ?? null
		const viewer: ViewerState = { ...opened, kind: 'viewer', conversationId }
		sockets.set(ws, viewer)
		sockets.send(ws, rpcSuccess(id, viewFor(viewer, this.#room)))
		if (first) sockets.notifyRelays('watch', { watching: true })
		showState(ws)
	}

	#onRequest(ws: WebSocket, state: ViewerState, message: JsonRpcRequest): void {
		const { sockets, seats, desk, showState } = this.#room
		const { id, method, params } = message
		switch (method) {
			case 'room.setTarget': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (!asked) return
				if (!viewerMay(state, 'room.set_target')) {
					const error = { code: RPC_ERROR.forbidden, message: 'You can only view this project.' }
					sockets.send(ws, rpcFailure(id, error))
					return
				}
				if (!seats.setTarget(asked.editorKey, authorOf(state.actor))) {
					const error = {
						code: RPC_ERROR.invalidParams,
						message: 'This editor is no longer linked. Choose another one.',
					}
					sockets.send(ws, rpcFailure(id, error))
					return
				}
				sockets.send(ws, rpcSuccess(id, viewFor(state, this.#room)))
				desk.seatsChanged()
				showState()
				return
			}
			case 'room.letFirst': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (!asked) return
				if (!viewerMay(state, 'room.let_first')) {
					const message = 'You can view this project, but not change the order of its agents.'
					sockets.send(ws, rpcFailure(id, { code: RPC_ERROR.forbidden, message }))
					return
				}
				desk.letFirst(asked.editorKey, asked.conversationId)
				sockets.send(ws, rpcSuccess(id, viewFor(state, this.#room)))
				return
			}
			case 'room.read': {
				// A well-formed read took the fast path in `onFrame`; this reports what is wrong.
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (asked) this.#read(ws, state, { id, ...asked, editorKey: asked.editorKey })
				return
			}
			case 'room.diagnose': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (!asked) return
				if (!viewerMay(state, 'room.diagnose')) {
					const refusal = failed(
						'denied',
						'You can view this project, but not check its computers.',
					)
					sockets.send(ws, rpcSuccess(id, refusal))
					return
				}
				this.#room.reads.ask(ws, id, asked.relayId, 'relay.diagnose')
				return
			}
			case 'room.commands': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (asked) this.#readCommands(ws, state, id, asked)
				return
			}
			case 'room.agents': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (asked) readAgents(this.#room, ws, state, id, asked)
				return
			}
			case 'room.terminals': {
				const asked = paramsOf(sockets, ws, id, requests[method].params, params)
				if (asked) actOnTerminal(this.#room, ws, state, id, asked)
				return
			}
			case 'viewer.hello': {
				const error = {
					code: RPC_ERROR.handshake,
					message: 'This connection has already sent relay.hello.',
				}
				sockets.send(ws, rpcFailure(id, error))
				return
			}
			default: {
				const error = { code: RPC_ERROR.methodNotFound, message: `Unknown method "${method}".` }
				sockets.send(ws, rpcFailure(id, error))
			}
		}
	}

	#onNotification(ws: WebSocket, state: ViewerState, message: JsonRpcNotification): void {
		const { sockets, showState } = this.#room
		const { method, params } = message
		switch (method) {
			case 'viewer.mark': {
				const told = this.#room.malformed.told(ws, notifications[method], params)
				if (told) sockets.confirmed(ws, told.mark)
				return
			}
			case 'viewer.at': {
				const told = this.#room.malformed.told(ws, notifications[method], params)
				// A visitor is where the link leads.
				if (!told || state.within !== null) return
				sockets.set(ws, { ...state, conversationId: told.conversationId })
				showState()
				return
			}
			case 'viewer.opened': {
				const told = this.#room.malformed.told(ws, notifications[method], params)
				if (told) openedAgent(this.#room, ws, state, told)
				return
			}
			case 'terminal.input':
			case 'terminal.seen': {
				const told = this.#room.malformed.told(ws, notifications[method], params)
				if (told) passToRelay(this.#room, state, method, told)
				return
			}
			default:
				// A newer page may send more than this room knows.
				return
		}
	}

	/** Outputs of programs, and which ones run: as secret as the files of the folder. */
	#readCommands(
		ws: WebSocket,
		state: ViewerState,
		id: JsonRpcRequest['id'],
		asked: ViewerCommandRead,
	): void {
		const { sockets, seats, desk, reads } = this.#room
		if (!viewerMay(state, 'room.read_files')) {
			const message = 'You can view this project, but not what its commands write while they run.'
			sockets.send(ws, rpcSuccess(id, failed('denied', message)))
			return
		}
		// Calls and folders of other projects are in other rooms.
		const editorKey = asked.of === 'call' ? desk.seatOf(asked.callId) : asked.editorKey
		const relayId = editorKey === null ? null : seats.get(editorKey)?.relayId
		if (!editorKey || !relayId) {
			const refusal =
				asked.of === 'call'
					? failed('not_found', 'This command is not running.')
					: failed('target_gone', 'This folder is no longer linked.')
			sockets.send(ws, rpcSuccess(id, refusal))
			return
		}
		switch (asked.of) {
			case 'folder':
				reads.ask(ws, id, relayId, 'commands.list', { editorKey })
				return
			case 'call': {
				const { callId, fromByte = 0 } = asked
				reads.ask(ws, id, relayId, 'commands.output', { editorKey, of: { callId }, fromByte })
				return
			}
			case 'command': {
				const { handle, fromByte = 0 } = asked
				reads.ask(ws, id, relayId, 'commands.output', { editorKey, of: { handle }, fromByte })
				return
			}
			default:
				asked satisfies never
		}
	}

	#read(ws: WebSocket, state: ViewerState, request: ReadRequest): void {
		const { sockets, seats, reads } = this.#room
		const isVisitor = state.within !== null
		// A visitor knows the target by another name, and no other seat.
		const named = request.editorKey === SHARED_SEAT_KEY ? null : (request.editorKey ?? null)
		if (isVisitor && (named !== null || !seesScene(state) || !isSceneRead(request))) {
			const refusal = failed('denied', 'This link does not share that.')
			sockets.send(ws, rpcSuccess(request.id, refusal))
			return
		}
		const choice = chooseSeat(seats.all(), seats.target, named)
		if (isVisitor && !choice.ok) {
			sockets.send(ws, rpcSuccess(request.id, failed('no_editor', 'No editor is connected.')))
		} else if (choice.ok) {
			const { relayId, seat } = choice.chosen
			const connected = sockets.hasRelay(relayId)
			const may = (permission: ReadPermission) => isVisitor || viewerMay(state, permission)
			// The title of a dialog may name a folder.
			const { phaseDetail: _, ...shared } = seat
			const chosen = isVisitor ? { ...choice.chosen, seat: shared } : choice.chosen
			reads.start(ws, request, chosen, connected, may, isVisitor)
		} else {
			sockets.send(ws, rpcSuccess(request.id, choice.refusal))
		}
	}
}

function parseQuietly(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
