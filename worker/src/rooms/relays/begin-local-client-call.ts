/** Where the room hands calls and runs of MCP clients on a relay's machine to conversations. */
import type {
	DeskAsked,
	DeskCall,
	DeskReport,
	DeskRun,
	DeskRunAnswer,
} from '@fairlead/protocol/wire/relay-link'
import { authorOf } from '../../access/author.ts'
import type { Env } from '../../env.ts'
import {
	beginDeskCall,
	deskActor,
	deskConversationId,
	isDeskCall,
	takeDeskReport,
} from '../../mcp-server/calls/desk-call.ts'
import { answerDeskRun } from '../../mcp-server/runs/desk-runs.ts'
import type { Seats } from '../seats.ts'
import type { RelayState } from '../sockets/sockets.ts'
import type { LocalClientCalls } from './local-client-calls.ts'

/** What a relay asks for its clients, never on another relay's editor. */
export interface DeskLink {
	/** Hands a relay's `desk.ask` to the client's conversation. */
	readonly askPeople: (relay: RelayState, call: DeskCall) => Promise<DeskAsked>
	/** Answers a relay's `desk.run`. Rejects if D1 or the conversation does not answer: asking again is safe. */
	readonly askRun: (relay: RelayState, asked: DeskRun) => Promise<DeskRunAnswer>
	/** Resolves when a relay's `desk.report` is durable; false: it will never be taken. Rejects: not now. */
	readonly takeReport: (relay: RelayState, report: DeskReport) => Promise<boolean>
}

interface DeskPorts {
	readonly env: Env
	readonly seats: Seats
	readonly deskCalls: LocalClientCalls
	readonly now: () => number
}

export const linkDesk = ({ env, seats, deskCalls, now }: DeskPorts): DeskLink => ({
	async askPeople(relay, call) {
		const { relayId } = relay
		const seat = seats.get(call.editorKey)
		if (seat?.relayId !== relayId) return { open: false }
		if (!isDeskCall(call, seats.tools(call.editorKey))) return { open: false }
		const at = now()
		const conversationId = await deskConversationId(relay, call, at)
		const open = await deskCalls.ask({
			call,
			relayId,
			conversationId,
			author: authorOf(deskActor(relay, call.client)),
			begin: () =>
				beginDeskCall(env, relay, conversationId, call, { editorName: seat.seat.name, now: at }),
		})
		return open ? { open, conversationId } : { open }
	},
	async askRun(relay, asked) {
		if (asked.do === 'start' && seats.get(asked.editorKey)?.relayId !== relay.relayId)
			return { ok: false, message: 'This folder is no longer linked to the project.' }
		return answerDeskRun(env, relay, asked)
	},
	async takeReport(relay, report) {
		const seat = seats.get(report.editorKey)
		if (seat?.relayId !== relay.relayId) return false
		if (!isDeskCall(report, seats.tools(report.editorKey))) return false
		return takeDeskReport(env, relay, report, { editorName: seat.seat.name, now: now() })
	},
})
