/** The relay's parts as the link to one project room uses them. */
import { randomBytes } from 'node:crypto'
import type { AgentDesk } from '../agents/desk/agent-desk.ts'
import { readAgents } from '../agents/desk/read-agents.ts'
import type { CallRouter } from '../calls/call-router.ts'
import type { CallJournal } from '../calls/journal.ts'
import { projectContext } from '../context/project-context.ts'
import type { RelayDoctor } from '../doctor/relay-doctor.ts'
import type { RelayIdentity } from '../home/identity.ts'
import type { ProjectLink } from '../home/links.ts'
import type { RoomLinkPorts } from '../link/room-link.ts'
import type { RoomApprovals } from '../mcp-server/calls/room-approvals.ts'
import type { DeskReports } from '../mcp-server/changes/reports.ts'
import { answerDialog, type DialogPorts, dialogPicture } from '../outside/dialogs/dialog-answers.ts'
import { unlessDiskFull } from '../platform/database.ts'
import type { RelayEvent } from '../platform/events.ts'
import type { Commands } from '../programs/commands.ts'
import { readCommands, stopCommand } from '../programs/watched-commands.ts'
import type { TerminalDesk } from '../terminals/terminal-desk.ts'
import { actOnTerminal, tellTerminals } from '../terminals/terminal-requests.ts'
import type { ComputerSetUp } from '../unity/computer-set-up.ts'
import type { NewestVersion } from './newest-version.ts'
import type { RoomSeats } from './room-seats.ts'

/** 256 random bits. */
const RELAY_SECRET_BYTES = 32

export interface RoomParts extends Pick<RoomLinkPorts, 'clock' | 'timing' | 'relayId'> {
	readonly identity: RelayIdentity
	readonly seats: RoomSeats
	readonly journal: CallJournal
	readonly router: CallRouter
	readonly agents: AgentDesk
	readonly terminals: TerminalDesk
	readonly commands: Commands
	readonly doctor: RelayDoctor
	readonly setUp: ComputerSetUp
	readonly dialogs: DialogPorts
	readonly newest: NewestVersion
	readonly pages: RoomApprovals
	readonly reports: DeskReports
	/** The relay is closing: its database may be closed already. */
	isClosing(): boolean
	emit(event: RelayEvent): void
}

export function roomPorts(room: string, config: ProjectLink, parts: RoomParts): RoomLinkPorts {
	const { clock, commands, identity, journal, router, seats } = parts
	const { server, projectId } = config
	const isHere = (key: string): boolean => seats.of(room).some(({ editorKey }) => editorKey === key)
	const watched = { commands, room, has: isHere }
	const terminals = { terminals: parts.terminals, room, has: isHere }
	return {
		clock,
		timing: parts.timing,
		relayId: parts.relayId,
		relaySecret: identity.secretFor(projectId, () =>
			randomBytes(RELAY_SECRET_BYTES).toString('base64url'),
		),
		random: Math.random,
		nextConnSeq: () => identity.nextConnSeq(room, clock.now()),
		seats: () => seats.of(room),
		customTools: () => seats.customTools(room),
		servers: () => seats.servers(room),
		journal: () => journal.forHello(room),
		outcomeOf: (callId) => {
			const state = journal.find(room, callId)?.state
			return state?.kind === 'done' ? state.outcome : null
		},
		receive: (call) => router.receive(room, call),
		cancel: (callIds) => router.cancel(room, callIds),
		forget: (callIds) => router.forget(room, callIds),
		delivered: (callId) => {
			// Outcomes that are not marked are sent again.
			if (!parts.isClosing()) unlessDiskFull(() => journal.markDelivered(room, callId))
		},
		diagnose: () => parts.doctor.forRoom(room),
		readCommands: (method, params) => readCommands(watched, method, params),
		readAgents: (method, params) =>
			readAgents({ agents: parts.agents, has: isHere }, method, params),
		actOnTerminal: (params) => actOnTerminal(terminals, params),
		tellTerminals: (method, params) => tellTerminals(terminals, method, params),
		watchChanged: (watching) => seats.watchAll(room, watching),
		question: async (method, params) => {
			switch (method) {
				case 'dialog.answer':
					return answerDialog(parts.dialogs, params, isHere)
				case 'dialog.picture':
					return dialogPicture(parts.dialogs, params, isHere)
				case 'commands.stop':
					return stopCommand(watched, params)
				case 'project.context':
					return projectContext(
						{ seats: () => seats.of(room), portOf: (key) => seats.portOf(key) },
						params,
					)
				default:
					return parts.setUp.serve(config, method, params)
			}
		},
		serverVersion: (version) => parts.newest.told(version),
		deskCalls: () => parts.pages.waitingIn(room),
		deskEnded: (ended) => parts.pages.ended(room, ended),
		stateChanged: (state) => {
			parts.emit({ kind: 'link', server, projectId, state })
			if (state.kind !== 'linked') parts.terminals.roomLost(room)
			// Nobody can reach its commands now.
			if (state.kind === 'stopped') commands.endOf(room)
			// Clients send their open requests to the next relay again.
			if (parts.isClosing()) return
			parts.pages.linkChanged(room, state)
			parts.reports.linkChanged(room, state)
		},
	}
}
