/** The link to one project room: dials, says hello, redials, and carries calls and seats. */
import { hostname } from 'node:os'
import { type AgentRead, AgentReads, type AgentsChanged } from '@fairlead/protocol/agents/agents'
import { TERMINAL_ACT, type TerminalOutput } from '@fairlead/protocol/agents/terminals'
import { type CommandRead, CommandReads } from '@fairlead/protocol/commands/command-requests'
import type { Diagnosis } from '@fairlead/protocol/editors/diagnosis'
import type { ChangeScope, EditorSeat } from '@fairlead/protocol/editors/editors'
import { issueSentence } from '@fairlead/protocol/http/issue-text'
import {
	CallIds,
	type CallOutcome,
	type CallProgress,
	type JournalEntry,
} from '@fairlead/protocol/wire/calls'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import type { CustomTool } from '@fairlead/protocol/wire/editor-link'
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import {
	type DeskAnswer,
	DeskAsked,
	type DeskCall,
	DeskEnded,
	type DeskReport,
	DeskReported,
	type DeskRun,
	DeskRunAnswer,
	type DeskWithdrawn,
	RELAY_LINK,
	type RelayHello,
	RelayHelloResult,
	RoutedCall,
	type SeatServers,
} from '@fairlead/protocol/wire/relay-link'
import { type RelayQuestion, RelayQuestions } from '@fairlead/protocol/wire/relay-questions'
import * as z from 'zod'
import type { Receipt } from '../calls/call-router.ts'
import type { ProjectLink } from '../home/links.ts'
import type { Clock } from '../platform/clock.ts'
import type { LinkState } from '../platform/events.ts'
import type { Timing } from '../platform/timing.ts'
import { RELAY_VERSION } from '../platform/version.ts'
import {
	RpcClosedError,
	type RpcPeer,
	RpcRefusal,
	RpcRemoteError,
	RpcReply,
} from '../rpc/rpc-peer.ts'
import { redialDelayMs } from './backoff.ts'
import type { DeskLink } from './desk-link.ts'
import { type Consequence, consequenceOf, type Ending } from './ending.ts'
import { dialRoom } from './room-socket.ts'

/** A page's words to the terminals of a folder; none is answered. */
export type TerminalNews = 'terminal.input' | 'terminal.seen' | 'viewer.left'

export interface RoomLinkPorts {
	readonly clock: Clock
	readonly timing: Timing
	readonly relayId: string
	/** See {@link RelayHello}. */
	readonly relaySecret: string
	/** A number in [0, 1). */
	random(): number
	nextConnSeq(): number
	seats(): EditorSeat[]
	/** Tools of the seats whose editor is connected; may be an empty list. */
	customTools(): Record<string, CustomTool[]>
	/** MCP servers of this computer, of all seats. */
	servers(): Record<string, SeatServers>
	journal(): { entries: JournalEntry[]; late: string[] }
	outcomeOf(callId: string): CallOutcome | null
	receive(call: RoutedCall): Receipt
	cancel(callIds: string[]): void
	forget(callIds: string[]): void
	delivered(callId: string): void
	/** Findings about this machine, as far as they concern this project. */
	diagnose(): Promise<Diagnosis>
	/** Reads commands for the page. @throws {RpcRefusal} */
	readCommands(method: CommandRead, params: unknown): CallOutcome
	/** Reads coding agents for the page. @throws {RpcRefusal} */
	readAgents(method: AgentRead, params: unknown): Promise<CallOutcome>
	/** Carries out a person's act on a terminal; throws {@link RpcRefusal}. */
	actOnTerminal(params: unknown): Promise<CallOutcome>
	/** Keys, confirmations and departures of pages, unchecked. */
	tellTerminals(method: TerminalNews, params: unknown): void
	watchChanged(watching: boolean): void
	/** The version of the relay that the server was built with. */
	serverVersion(version: string): void
	/** Answers a person's question on the page. @throws {RpcRefusal} */
	question(method: RelayQuestion, params: unknown): Promise<unknown>
	/** Calls of MCP clients that wait for `desk.ended`. */
	deskCalls(): string[]
	deskEnded(ended: DeskEnded): void
	stateChanged(state: LinkState): void
}

const NOTHING = { deskCalls: false, deskRuns: false, deskReports: false, agentWaits: false }
const Watch = z.object({ watching: z.boolean() })

export class RoomLink implements DeskLink {
	readonly #link: ProjectLink
	readonly #ports: RoomLinkPorts
	#state: LinkState = { kind: 'closed' }
	/** The peer that said hello and was answered; null in every other state than `linked`. */
	#peer: RpcPeer | null = null
	/** Calls whose answer goes back on the current connection. */
	#answering = new Set<string>()
	#watching = false
	/** How often the token was refused since the last connection. */
	#refusals = 0
	/** The messages that the connected server takes; see {@link DeskLink}. */
	#takes = NOTHING
	#hangUp: (code: number, reason: string) => void = () => undefined
	#cancelTimer: () => void = () => undefined

	constructor(link: ProjectLink, ports: RoomLinkPorts) {
		this.#link = link
		this.#ports = ports
	}

	get state(): LinkState {
		return this.#state
	}

	get watching(): boolean {
		return this.#watching
	}

	get takesDeskCalls(): boolean {
		return this.#takes.deskCalls
	}

	get takesDeskRuns(): boolean {
		return this.#takes.deskRuns
	}

	get takesDeskReports(): boolean {
		return this.#takes.deskReports
	}

	start(): void {
		this.#dial(0)
	}

	/** Disconnects for good. */
	close(code: number = CLOSE.restarting, reason = 'The relay is stopping.'): void {
		this.#leaveConnection()
		this.#hangUp(code, reason)
		this.#enter({ kind: 'closed' })
	}

	/** A folder was linked to this project during the connection. */
	seatAdded(editorKey: string): void {
		const seat = this.#ports.seats().find((one) => one.editorKey === editorKey)
		if (seat) this.seatUpdated(seat)
	}

	seatUpdated(seat: EditorSeat): void {
		const customTools = this.#ports.customTools()[seat.editorKey]
		const servers = this.#ports.servers()[seat.editorKey]
		this.#peer?.notify('seat.updated', { ...seat, customTools, servers })
	}

	seatPhase({ editorKey, phase, phaseSince, phaseDetail, outside }: EditorSeat): void {
		const told = { editorKey, phase, phaseSince, detail: phaseDetail, outside }
		this.#peer?.notify('seat.phase', told)
	}

	seatRemoved(editorKey: string): void {
		this.#peer?.notify('seat.removed', { editorKey })
	}

	seatChanged(editorKey: string, scopes: ChangeScope[]): void {
		if (this.#watching) this.#peer?.notify('seat.changed', { editorKey, scopes })
	}

	agentsChanged(change: AgentsChanged): void {
		if (this.#watching) this.#peer?.notify('agents.changed', change)
	}

	/** A wait that no room hears of is not told later: it would be no news. */
	agentWaits(editorKey: string): void {
		if (this.#takes.agentWaits) this.#peer?.notify('agents.waits', { editorKey })
	}

	terminalOutput(output: TerminalOutput): void {
		this.#peer?.notify('terminal.output', output)
	}

	progress(progress: CallProgress): void {
		this.#peer?.notify('call.progress', progress)
	}

	/** An outcome is stored. It is sent on its call's connection, or else as `call.settled`. */
	settled(callId: string, outcome: CallOutcome): void {
		if (this.#peer && !this.#answering.has(callId)) void this.#report(this.#peer, callId, outcome)
	}

	async askPeople(call: DeskCall): Promise<DeskAsked> {
		if (!this.#peer) return { open: false }
		return DeskAsked.parse(await this.#peer.request('desk.ask', call))
	}

	async askRun(run: DeskRun): Promise<DeskRunAnswer> {
		if (!this.#peer) throw new RpcClosedError()
		return DeskRunAnswer.parse(await this.#peer.request('desk.run', run))
	}

	async reportCall(report: DeskReport): Promise<void> {
		if (!this.#peer) throw new RpcClosedError()
		DeskReported.parse(await this.#peer.request('desk.report', report))
	}

	answerDeskCall(answer: DeskAnswer): void {
		// A lost answer is given again on the next connection.
		void this.#peer?.request('desk.answer', answer).catch(() => undefined)
	}

	withdrawDeskCalls(withdrawn: DeskWithdrawn): void {
		this.#peer?.notify('desk.withdraw', withdrawn)
	}

	#dial(attempt: number): void {
		if (this.#state.kind !== 'stopped') this.#enter({ kind: 'dialing', attempt })
		this.#hangUp = dialRoom(this.#link, this.#ports.clock, this.#ports.timing, {
			opened: (peer) => void this.#greet(peer, attempt),
			request: (method, params) => this.#request(method, params),
			notification: (method, params) => this.#notified(method, params),
			ended: (ending) => this.#ended(ending, attempt),
		})
	}

	async #greet(peer: RpcPeer, attempt: number): Promise<void> {
		const { clock, timing } = this.#ports
		this.#enter({ kind: 'greeting', attempt })
		this.#cancelTimer = clock.after(timing.roomHelloTimeoutMs, () => peer.terminate())
		const { entries, late } = this.#ports.journal()
		const hello: RelayHello = {
			protocolVersion: RELAY_LINK.version,
			relayId: this.#ports.relayId,
			relaySecret: this.#ports.relaySecret,
			relayVersion: RELAY_VERSION,
			connSeq: this.#ports.nextConnSeq(),
			host: { name: hostname().slice(0, 200), platform: process.platform },
			editors: this.#ports.seats().slice(0, 64),
			journal: entries,
			customTools: this.#ports.customTools(),
			deskCalls: this.#ports.deskCalls(),
			servers: this.#ports.servers(),
		}
		let result: RelayHelloResult
		try {
			result = RelayHelloResult.parse(await peer.request('relay.hello', hello))
		} catch (error) {
			// A closed socket reports itself. A room that refuses closes with a code that says what to do.
			if (error instanceof RpcRemoteError && error.rpc.code === RPC_ERROR.version)
				peer.close(CLOSE.unsupportedVersion, error.message)
			else if (error instanceof RpcRemoteError && error.rpc.code === RPC_ERROR.forbidden)
				peer.close(CLOSE.relayIdTaken, error.message)
			else if (peer.isOpen)
				peer.close(CLOSE.handshake, "The server's reply to relay.hello was not valid.")
			return
		}
		this.#cancelTimer()
		this.#peer = peer
		this.#refusals = 0
		const { deskCalls = false, deskRuns = false, deskReports = false, agentWaits = false } = result
		this.#takes = { deskCalls, deskRuns, deskReports, agentWaits }
		this.#enter({ kind: 'linked', since: clock.now(), projectName: result.projectName })
		this.#setWatching(result.watching)
		if (result.relayVersion !== undefined) this.#ports.serverVersion(result.relayVersion)
		this.#ports.forget(result.forget)
		// Changes between the hello and its answer are sent again.
		const told = new Map(hello.editors.map((seat) => [seat.editorKey, seat]))
		const newServers = JSON.stringify(this.#ports.servers()) !== JSON.stringify(hello.servers)
		for (const seat of this.#ports.seats())
			if (told.get(seat.editorKey) !== seat || newServers) this.seatUpdated(seat)
		const forgotten = new Set(result.forget)
		const unsaid = new Set([...late, ...this.#ports.journal().late])
		for (const callId of unsaid) {
			const outcome = forgotten.has(callId) ? null : this.#ports.outcomeOf(callId)
			if (outcome) void this.#report(peer, callId, outcome)
		}
	}

	/** Waits for the room's acknowledgement; without it the outcome is sent again after the next hello. */
	async #report(peer: RpcPeer, callId: string, outcome: CallOutcome): Promise<void> {
		try {
			await peer.request('call.settled', { callId, outcome })
			this.#ports.delivered(callId)
		} catch {
			// The socket closed or the room refused: the journal keeps it as undelivered.
		}
	}

	async #request(method: string, params: unknown): Promise<unknown> {
		const isQuestion = Object.hasOwn(RelayQuestions, method)
		const isCommandRead = Object.hasOwn(CommandReads, method)
		const isAgentRead = Object.hasOwn(AgentReads, method)
		const isRead = isCommandRead || isAgentRead || method === TERMINAL_ACT
		if (method !== 'call' && method !== 'relay.diagnose' && !isQuestion && !isRead)
			throw new RpcRefusal(RPC_ERROR.methodNotFound, `The relay has no method ${method}.`)
		if (this.#state.kind !== 'linked' && this.#state.kind !== 'greeting')
			throw new RpcRefusal(RPC_ERROR.handshake, 'The relay has not sent relay.hello yet.')
		if (method === 'relay.diagnose') {
			const outcome: CallOutcome = { status: 'ok', result: await this.#ports.diagnose() }
			return outcome
		}
		if (isCommandRead) return this.#ports.readCommands(method as CommandRead, params)
		if (isAgentRead) return this.#ports.readAgents(method as AgentRead, params)
		if (method === TERMINAL_ACT) return this.#ports.actOnTerminal(params)
		if (isQuestion) return this.#ports.question(method as RelayQuestion, params)
		const call = RoutedCall.safeParse(params)
		if (!call.success) {
			const issue = call.error.issues[0]
			throw new RpcRefusal(
				RPC_ERROR.invalidParams,
				`call: ${issue ? issueSentence(issue) : 'It is not valid.'}`,
			)
		}
		const { callId } = call.data
		const answering = this.#answering
		answering.add(callId)
		try {
			const receipt = this.#ports.receive(call.data)
			if (receipt.kind === 'conflict')
				throw new RpcRefusal(
					RPC_ERROR.conflict,
					`The call id ${callId} was already used with different arguments. Nothing was executed.`,
				)
			const outcome = await receipt.outcome
			return receipt.journaled
				? new RpcReply(outcome, () => this.#ports.delivered(callId))
				: outcome
		} finally {
			answering.delete(callId)
		}
	}

	#notified(method: string, params: unknown): void {
		switch (method) {
			case 'call.cancel': {
				const ids = CallIds.safeParse(params)
				if (ids.success) this.#ports.cancel(ids.data.callIds)
				return
			}
			case 'calls.forget': {
				const ids = CallIds.safeParse(params)
				if (ids.success) this.#ports.forget(ids.data.callIds)
				return
			}
			case 'watch': {
				const watch = Watch.safeParse(params)
				if (watch.success) this.#setWatching(watch.data.watching)
				return
			}
			case 'desk.ended': {
				const ended = DeskEnded.safeParse(params)
				if (ended.success) this.#ports.deskEnded(ended.data)
				return
			}
			case 'terminal.input':
			case 'terminal.seen':
			case 'viewer.left':
				this.#ports.tellTerminals(method, params)
				return
			default:
			// A newer room may send more than this relay understands.
		}
	}

	#ended(ending: Ending, attempt: number): void {
		const { clock, timing } = this.#ports
		const steady =
			this.#state.kind === 'linked' && clock.now() - this.#state.since >= timing.steadyLinkMs
		this.#leaveConnection()
		const consequence: Consequence = consequenceOf(ending)
		switch (consequence.kind) {
			case 'stop': {
				const { reason, hint, asksAgain } = consequence
				// Said once, not at each try.
				if (this.#state.kind !== 'stopped' || this.#state.reason !== reason)
					this.#enter({ kind: 'stopped', reason, hint })
				if (asksAgain) this.#dialLater()
				return
			}
			case 'redial': {
				if (this.#state.kind === 'stopped') {
					this.#dialLater()
					return
				}
				const next = steady ? 0 : attempt + 1
				const delay = redialDelayMs(
					Math.max(0, next - 1),
					timing.firstRedialMs,
					timing.maxRedialMs,
					this.#ports.random(),
				)
				this.#enter({ kind: 'waiting', attempt: next, reason: consequence.reason })
				this.#cancelTimer = clock.after(delay, () => this.#dial(next))
				return
			}
			default:
				consequence satisfies never
		}
	}

	/** Shows a refused token again. Until it counts, the link stays stopped. */
	#dialLater(): void {
		const { clock, timing, random } = this.#ports
		const { firstRefusedMs, maxRefusedMs } = timing
		const delay = redialDelayMs(this.#refusals, firstRefusedMs, maxRefusedMs, random())
		this.#refusals += 1
		this.#cancelTimer = clock.after(delay, () => this.#dial(0))
	}

	#leaveConnection(): void {
		this.#cancelTimer()
		this.#peer = null
		this.#takes = NOTHING
		this.#answering = new Set()
		this.#setWatching(false)
	}

	#setWatching(watching: boolean): void {
		if (this.#watching === watching) return
		this.#watching = watching
		this.#ports.watchChanged(watching)
	}

	#enter(state: LinkState): void {
		this.#state = state
		this.#ports.stateChanged(state)
	}
}
