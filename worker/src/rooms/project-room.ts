/**
 * The Durable Object of a project, in which relays and viewers meet and calls are routed. A thin
 * shell: it wires the parts together and passes on the platform's events. Everything it needs
 * after sleeping is in its tables and in the attachments of its sockets.
 */
import { DurableObject } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import type { DeskServer } from '@fairlead/protocol/computers/local-mcp-servers'
import type { RevertChanged } from '@fairlead/protocol/conversations/revert'
import { ENDED_RUN_STATES } from '@fairlead/protocol/conversations/runs'
import type { SeatList } from '@fairlead/protocol/editors/seat-list'
import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import type { RelayQuestion } from '@fairlead/protocol/wire/relay-questions'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'
import { type Admitted, endsAt, type RightsChange } from '../access/rights-change.ts'
import type { Env } from '../env.ts'
import { earliest } from '../platform/alarm.ts'
import { migrate } from '../platform/migrate.ts'
import { objectDatabase } from '../platform/sql-database.ts'
import { readAdmission } from '../ports/admission.ts'
import { RIGHT_ENDED } from '../ports/client-call.ts'
import type { RelayAnswer } from '../ports/relay-answer.ts'
import type {
	CallOwner,
	DispatchReceipt,
	DispatchRequest,
	LinkedFolder,
	OwnedCalls,
	Readiness,
	RoomRead,
	SharedRoomPort,
} from '../ports/room.ts'
import { withPictures } from '../ports/with-pictures.ts'
import { AskedCalls } from './calls/asked-calls.ts'
import { CallDispatcher } from './calls/call-dispatcher.ts'
import { nextAlarm } from './calls/deadlines.ts'
import { EditorLeases } from './calls/editor-leases.ts'
import { linkOwners } from './calls/owners-link.ts'
import { PendingCalls } from './calls/pending-calls.ts'
import { contextOfSeat, folderOfSeat, readinessOf, readOfSeat } from './readiness.ts'
import { linkAutomations } from './relays/automations-link.ts'
import { EditorEvents } from './relays/editor-events.ts'
import { LocalClientCalls } from './relays/local-client-calls.ts'
import { RelayRequests } from './relays/relay-requests.ts'
import { RelaySecrets } from './relays/relay-secrets.ts'
import { RelaySession } from './relays/relay-session.ts'
import type { RoomContext } from './room-context.ts'
import { ROOM_TABLES } from './schema.ts'
import { Seats } from './seats.ts'
import { MalformedFrames } from './sockets/frames.ts'
import { SocketAdmission } from './sockets/socket-admission.ts'
import { RoomSockets, type SocketState } from './sockets/sockets.ts'
import { LiveReads } from './viewers/live-reads.ts'
import { awaySeat } from './viewers/room-view.ts'
import { ShownState } from './viewers/shown-state.ts'
import { ViewerSession } from './viewers/viewer-session.ts'

export class ProjectRoom extends DurableObject<Env> implements SharedRoomPort {
	readonly #sockets: RoomSockets
	readonly #seats: Seats
	readonly #secrets: RelaySecrets
	readonly #calls: PendingCalls
	readonly #requests: RelayRequests
	readonly #deskCalls: LocalClientCalls
	readonly #desk: CallDispatcher
	readonly #relaySession: RelaySession
	readonly #viewerSession: ViewerSession
	readonly #editorEvents: EditorEvents
	readonly #asked = new AskedCalls()
	readonly #admission: SocketAdmission
	readonly #shown: ShownState
	/** The time of the alarm; undefined: not asked yet. */
	#alarmAt: number | null | undefined

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env)
		const now = () => Date.now()
		const wakeId = crypto.randomUUID()
		let requests = 0
		const background = (work: Promise<unknown>) => ctx.waitUntil(work)
		// Heartbeats are answered by the platform while the room sleeps.
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
		const db = objectDatabase(ctx.storage)
		migrate(db, ROOM_TABLES)
		const sockets = new RoomSockets(ctx, (state) => this.#lost(state))
		this.#sockets = sockets
		this.#seats = new Seats(ctx.storage.sql)
		this.#admission = new SocketAdmission({
			sockets,
			now,
			drop: (ws, code, reason) => this.#drop(ws, code, reason),
		})
		this.#secrets = new RelaySecrets(ctx.storage.sql, (text) =>
			createHash('sha256').update(text).digest('hex'),
		)
		this.#calls = new PendingCalls(db)
		const leases = new EditorLeases({ db, calls: this.#calls, now })
		this.#desk = new CallDispatcher({
			seats: this.#seats,
			sockets,
			leases,
			calls: this.#calls,
			owners: linkOwners((owner) => this.#ownerOf(owner), background),
			holdsBack: ({ id }) => this.#deskCalls.holdsBack(id),
			now,
			reschedule: () => background(this.#reschedule()),
			queueChanged: () => this.#showState(),
			background,
		})
		this.#shown = new ShownState({ sockets, seats: this.#seats, desk: this.#desk })
		this.#editorEvents = new EditorEvents({
			sql: ctx.storage.sql,
			seats: this.#seats,
			hasRelay: (relayId) => sockets.hasRelay(relayId),
			background,
			automations: linkAutomations(env),
		})
		this.#requests = new RelayRequests({
			sendToRelay: (relayId, frame) => sockets.sendToRelay(relayId, frame),
			after: (ms, then) => {
				const timer = setTimeout(then, ms)
				return () => clearTimeout(timer)
			},
			// Unique even after the object wakes again, without new randomness each time.
			newId: () => `${wakeId}.${++requests}`,
		})
		this.#deskCalls = new LocalClientCalls({
			db,
			conversation: (id) => env.CONVERSATION.getByName(id) as never,
			withPictures: (id, outcome) => withPictures(env.CONVERSATION.getByName(id), outcome),
			hasRelay: (relayId) => sockets.hasRelay(relayId),
			sendToRelay: (relayId, frame) => sockets.sendToRelay(relayId, frame),
			released: (relayId) => this.#desk.relayChanged(relayId),
			now,
			reschedule: () => background(this.#reschedule()),
			background,
		})
		const context: RoomContext = {
			env,
			sockets,
			seats: this.#seats,
			secrets: this.#secrets,
			desk: this.#desk,
			deskCalls: this.#deskCalls,
			reads: new LiveReads({
				requests: this.#requests,
				send: (ws, frame) => sockets.send(ws, frame),
				now,
			}),
			requests: this.#requests,
			malformed: new MalformedFrames((ws, code, reason) => this.#drop(ws, code, reason)),
			now,
			background,
			showState: (except) => this.#showState(except),
		}
		this.#relaySession = new RelaySession(context)
		this.#viewerSession = new ViewerSession(context)
	}

	/** A stub for one message only: once an object was aborted, older stubs fail for good. */
	#ownerOf({ kind, id }: CallOwner): OwnedCalls {
		switch (kind) {
			case 'conversation':
			case 'person':
				return this.env.CONVERSATION.getByName(id)
			case 'mcp':
				return this.#asked
			default:
				return kind satisfies never
		}
	}

	// RPC

	/** See {@link RoomPort.dispatch}. */
	async dispatch(request: DispatchRequest): Promise<DispatchReceipt> {
		const receipt = this.#desk.dispatch(request)
		// Before the answer: without an alarm, a call could wait forever. It may be due when another's turn ends.
		const sent = receipt.accepted && receipt.waiting === null
		await this.#reschedule(sent ? Date.now() + request.call.deadlineMs : undefined)
		return receipt
	}

	/**
	 * A read for an MCP client, which waits for the outcome. Nothing of it outlives this instance of the room: the
	 * client then asks again. `tell` hears the reason of a wait (null: it is over) and the progress.
	 */
	async ask(
		request: DispatchRequest,
		by: Admitted,
		tell: (news: string | null) => void,
	): Promise<CallOutcome> {
		if (!this.#admission.allows(by)) return RIGHT_ENDED
		const { callId } = request.call
		const outcome = this.#asked.outcomeOf(callId, by, tell)
		const receipt = await this.dispatch(request)
		if (!receipt.accepted) await this.#asked.callSettled(callId, receipt.outcome)
		else if (receipt.waiting !== null) tell(receipt.waiting)
		return outcome
	}

	/** See {@link readinessOf}. */
	async readiness(editorKey?: string): Promise<Readiness> {
		const parts = { seats: this.#seats, sockets: this.#sockets }
		return readinessOf(parts, editorKey ?? null, Date.now())
	}

	/** See {@link RoomPort.projectContext}. */
	async projectContext(
		editorKey: string | null,
		rootsTold: readonly string[],
	): Promise<ProjectContext | null> {
		const parts = { seats: this.#seats, sockets: this.#sockets, requests: this.#requests }
		return contextOfSeat(parts, editorKey, rootsTold)
	}

	/** See {@link RoomPort.read}. */
	async read(read: RoomRead): Promise<CallOutcome> {
		const parts = { seats: this.#seats, sockets: this.#sockets, requests: this.#requests }
		return readOfSeat(parts, read, Date.now())
	}

	/** See {@link RoomPort.cancel}. */
	async cancel(owner: CallOwner, callIds: readonly string[]): Promise<readonly string[]> {
		const stored = callIds.filter((callId) => !this.#requests.withdraw(callId))
		return this.#desk.cancel(owner, stored)
	}

	/** See {@link SharedRoomPort.cancelMarked}. */
	async cancelMarked(owner: CallOwner, mark: string): Promise<boolean> {
		const found = this.#calls.marked(owner, mark)
		if (found.length !== 1) return false
		this.#desk.cancel(owner, found)
		return true
	}

	/** See {@link RoomPort.folder}. */
	async folder(editorKey: string | null): Promise<LinkedFolder | null> {
		return folderOfSeat(this.#seats, editorKey)
	}

	/** See {@link RoomPort.customTools}. */
	async customTools(editorKey: string | null): Promise<readonly CustomTool[]> {
		const folder = folderOfSeat(this.#seats, editorKey)
		return folder ? this.#seats.tools(folder.editorKey) : []
	}

	/** The MCP servers that computers have for this project. */
	async deskServers(): Promise<DeskServer[]> {
		return this.#seats.servers()
	}

	/** See {@link EditorEvents.awaitEditor}. */
	async awaitEditor(): Promise<boolean> {
		return this.#editorEvents.awaitEditor()
	}

	/** See {@link RoomPort.runChanged}. */
	async runChanged(change: RunChanged, by: 'model' | 'client'): Promise<void> {
		if (ENDED_RUN_STATES.has(change.state)) this.#desk.runEnded(change.conversationId, by)
		this.#sockets.notifyOf(change.conversationId, 'run.changed', change)
	}

	/** Calls of an MCP client on a relay's machine have come further in this conversation. */
	async deskNews(conversationId: string): Promise<void> {
		await this.#deskCalls.news(conversationId)
	}

	/** Tells the viewers that a step or run is being, or was, reverted. */
	async revertChanged(change: RevertChanged): Promise<void> {
		this.#sockets.notifyOf(change.conversationId, 'revert.changed', change)
	}

	/** Tells the viewers that a conversation was created, renamed or deleted. */
	async conversationsChanged(conversationId: string): Promise<void> {
		this.#sockets.notifyOf(conversationId, 'conversations.changed', { conversationId })
	}

	/** Every linked folder, also those whose relay is away. */
	async listSeats(): Promise<SeatList> {
		return {
			seats: this.#seats.all().map(({ seat, relayId }) => {
				const connected = this.#sockets.hasRelay(relayId)
				return { seat: connected ? seat : awaySeat(seat), connected }
			}),
			target: this.#seats.target,
		}
	}

	/** The id of the token that a connected relay came with; null: it is not connected. */
	async relayTokenOf(relayId: string): Promise<string | null> {
		return this.#sockets.hasRelay(relayId)
			? (this.#sockets.relay(relayId)?.state.tokenId ?? null)
			: null
	}

	/** The relay of a linked folder; null: there is no such folder. */
	async relayOf(editorKey: string): Promise<string | null> {
		return this.#seats.get(editorKey)?.relayId ?? null
	}

	/** Has a relay answer a person, or do something for them; the caller has checked who may. */
	async askRelay(relayId: string, method: RelayQuestion, params: object): Promise<RelayAnswer> {
		if (!this.#sockets.hasRelay(relayId)) return { kind: 'away' }
		return this.#requests.question(relayId, method, params)
	}

	/** Forgets the folder of a relay that is gone for good; if the relay returns, its hello links it again. */
	async forgetSeat(
		editorKey: string,
	): Promise<'forgotten' | 'unknown' | 'connected' | 'connected_target'> {
		const known = this.#seats.get(editorKey)
		if (!known) return 'unknown'
		if (this.#sockets.hasRelay(known.relayId)) {
			return this.#seats.target === editorKey ? 'connected_target' : 'connected'
		}
		this.#seats.remove(known.relayId, editorKey)
		const others = this.#seats.all().some(({ relayId }) => relayId === known.relayId)
		if (!others) this.#secrets.forget(known.relayId)
		this.#desk.seatForgotten(editorKey)
		this.#seats.adoptOnlySeat()
		this.#sockets.notifyMembers('seat.forgotten', { editorKey })
		this.#showState()
		return 'forgotten'
	}

	/** Closes sockets whose right has ended, and makes those with a changed right reconnect. */
	async rightsChanged(change: RightsChange): Promise<void> {
		this.#admission.rightsChanged(change)
		const lost = this.#asked.rightsChanged(change)
		if (lost.length > 0) this.#desk.cancel({ kind: 'mcp', id: '' }, lost)
		this.#deskCalls.rightsChanged(change)
	}

	/** The computer with this token has another name from now on. */
	async relayRenamed(tokenId: string, name: string): Promise<void> {
		this.#sockets.nameRelays(tokenId, name)
		this.#showState()
	}

	/** Takes a deleted person out of what the room stores. */
	async forgetPerson(userId: string): Promise<void> {
		this.#seats.forgetPerson(userId)
	}

	/** The project is deleted: closes every socket and forgets everything. Irreversible. */
	async destroy(): Promise<void> {
		for (const ws of this.#sockets.all()) {
			this.#sockets.close(ws, CLOSE.unlinked, 'the project was deleted')
		}
		await this.ctx.storage.deleteAlarm()
		await this.ctx.storage.deleteAll()
	}

	// Sockets

	override async fetch(request: Request): Promise<Response> {
		const who = readAdmission(request)
		const role = who.kind === 'viewer' ? who.role : null
		if (!this.#admission.allows({ actor: who.actor, role })) {
			return new Response('the right has just ended', { status: 401 })
		}
		switch (who.kind) {
			case 'viewer': {
				const answer = this.#admission.admit(who)
				if (answer.webSocket) await this.#reschedule(endsAt(who.actor) ?? undefined)
				return answer
			}
			case 'relay':
				this.#editorEvents.ofProject(who.actor.projectId)
				return this.#admission.admit(who)
			default:
				return who satisfies never
		}
	}

	override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
		const state = this.#sockets.stateOf(ws)
		// Both wires are JSON; binary frames are treated like malformed text.
		const text = typeof message === 'string' ? message : ''
		switch (state.kind) {
			case 'viewer':
			case 'viewer_greeting':
				this.#viewerSession.onFrame(ws, state, text)
				return
			case 'relay':
			case 'relay_greeting':
				await this.#relaySession.onFrame(ws, state, text)
				return
			case 'closed':
				return
			default:
				state satisfies never
		}
	}

	override async webSocketClose(ws: WebSocket): Promise<void> {
		this.#drop(ws, 1000, 'bye')
	}

	override async webSocketError(ws: WebSocket): Promise<void> {
		this.#drop(ws, 1000, 'bye')
	}

	#drop(ws: WebSocket, code: number, reason: string): void {
		this.#lost(this.#sockets.close(ws, code, reason))
	}

	#lost(state: SocketState): void {
		this.#relaySession.onGone(state)
		this.#viewerSession.onGone(state)
	}

	#showState(except?: WebSocket): void {
		this.#editorEvents.look()
		this.#shown.show(except)
	}

	// Time

	override async alarm(): Promise<void> {
		this.#alarmAt = null
		const work = Promise.all([this.#desk.wake(), this.#deskCalls.wake()])
		await this.#admission.closeExpiredDuring(work)
		await this.#reschedule()
	}

	/** The next due time of a call or of the end of a viewer's session; null if nothing is due. */
	#earliestDue(): number | null {
		const ends = this.#admission.ends()
		return earliest(this.#desk.earliestDue(), this.#deskCalls.earliestDue(), ...ends)
	}

	/** `due`: the time of a new call or viewer; the alarm already covers all others. */
	async #reschedule(due?: number): Promise<void> {
		this.#alarmAt ??= await this.ctx.storage.getAlarm()
		// Without an alarm (it is ringing now) the others count too: this instance may end before they do.
		const earliest = (this.#alarmAt === null ? null : due) ?? this.#earliestDue()
		const wanted = nextAlarm(earliest, this.#alarmAt, Date.now())
		if (wanted === null) return
		this.#alarmAt = wanted
		await this.ctx.storage.setAlarm(wanted)
	}
}
