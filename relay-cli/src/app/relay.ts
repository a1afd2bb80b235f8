/** The relay as a whole: puts the parts together, starts and stops them. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import type { AgentDesk } from '../agents/desk/agent-desk.ts'
import { hookRoutes } from '../agents/hooks/hook-routes.ts'
import { PermissionRequests } from '../agents/permissions/permission-requests.ts'
import { CallRouter } from '../calls/call-router.ts'
import { CallJournal } from '../calls/journal.ts'
import { RelayDoctor } from '../doctor/relay-doctor.ts'
import { deskStatus, type RelayStatus } from '../doctor/status.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import { type FileHistory, openFileHistory } from '../history/file-history.ts'
import {
	ensureHome,
	fairleadHome,
	readRelayFile,
	removeRelayFile,
	writeRelayFile,
} from '../home/home.ts'
import { RelayIdentity } from '../home/identity.ts'
import { type Links, readLinks } from '../home/links.ts'
import { FollowedLinks } from '../link/followed-links.ts'
import { RoomDirectory } from '../link/room-directory.ts'
import { RoomLink } from '../link/room-link.ts'
import type { LocalMcpServers } from '../mcp-client/local-servers.ts'
import { RoomApprovals } from '../mcp-server/calls/room-approvals.ts'
import { McpCallLog } from '../mcp-server/changes/call-log.ts'
import { DeskReports } from '../mcp-server/changes/reports.ts'
import { McpConnections } from '../mcp-server/connections.ts'
import { McpSessions } from '../mcp-server/mcp-sessions.ts'
import type { DialogPorts } from '../outside/dialogs/dialog-answers.ts'
import type { OutsideWatch } from '../outside/outside-watch.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import {
	type Database,
	HomeInUseError,
	openDatabase,
	unlessDiskFull,
} from '../platform/database.ts'
import type { RelayEvent } from '../platform/events.ts'
import { PhaseListeners } from '../platform/phase-listeners.ts'
import { DEFAULT_TIMING, type Timing } from '../platform/timing.ts'
import { RELAY_VERSION } from '../platform/version.ts'
import { Commands } from '../programs/commands.ts'
import { ReplyFolder } from '../replies/reply-folder.ts'
import { newLocalSocket } from '../requests/local-socket.ts'
import type { Introduction } from '../requests/wire.ts'
import type { TerminalDesk } from '../terminals/terminal-desk.ts'
import { thisMachine } from '../unity/this-machine.ts'
import { editorCalls, tellProgress } from './editor-calls.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import { NewestVersion } from './newest-version.ts'
import { openAgents } from './open-agents.ts'
import { openOutside } from './open-outside.ts'
import { openSeats } from './open-seats.ts'
import { openServers } from './open-servers.ts'
import { openTerminals } from './open-terminals.ts'
import type { RelayOptions } from './relay-options.ts'
import { RelayRunningError } from './relay-running-error.ts'
import { relayTools } from './relay-tools.ts'
import { type RoomParts, roomPorts } from './room-ports.ts'
import { RoomSeats } from './room-seats.ts'
import { computerSetUp } from './this-set-up.ts'

const TOKEN_BYTES = 32
const RELAY_ID_BYTES = 8

export interface Relay {
	readonly port: number
	/** The local token of relay.json. */
	readonly token: string
	readonly home: string
	readonly relayId: string
	status(): RelayStatus
	/** A connection for an MCP client in this process. */
	joinMcp(hello: Introduction): Promise<Duplex>
	/** Closes all sockets with 4010, stores open calls, removes relay.json. May be called twice. */
	close(): Promise<void>
}

/**
 * Starts a relay in this process and writes relay.json.
 *
 * @throws {RelayRunningError} when the home folder is in use.
 * @throws {LinksFileError} when links.json is damaged.
 * @throws when the port is taken (`EADDRINUSE`).
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
	const home = await ensureHome(options.home ?? fairleadHome())
	const clock = options.clock ?? systemClock
	const links = await readLinks(home)
	let database: Database
	try {
		database = openDatabase(home, clock.now())
	} catch (error) {
		if (!(error instanceof HomeInUseError)) throw error
		throw new RelayRunningError(home, (await readRelayFile(home))?.pid ?? null)
	}
	const relay = new RunningRelay(home, database, clock, options)
	try {
		await relay.start(links, options.port ?? 0)
	} catch (error) {
		await relay.close()
		throw error
	}
	return relay
}

class RunningRelay implements Relay {
	readonly home: string
	readonly relayId: string
	readonly token = randomBytes(TOKEN_BYTES).toString('base64url')
	readonly #database: Database
	readonly #clock: Clock
	readonly #timing: Timing
	readonly #options: RelayOptions
	readonly #newest = new NewestVersion(RELAY_VERSION, (version) =>
		this.#emit({ kind: 'newer-version', version }),
	)
	readonly #emit: (event: RelayEvent) => void
	readonly #identity: RelayIdentity
	readonly #journal: CallJournal
	readonly #phases = new PhaseListeners()
	readonly #rooms: RoomDirectory
	readonly #seats: SeatRegistry
	readonly #roomSeats: RoomSeats
	readonly #links: FollowedLinks
	readonly #router: CallRouter
	readonly #history: FileHistory
	readonly #agents: AgentDesk
	readonly #terminals: TerminalDesk
	readonly #commands: Commands
	readonly #replies: ReplyFolder
	readonly #dialogs: DialogPorts
	readonly #outside: OutsideWatch
	readonly #doctor: RelayDoctor
	readonly #stopRequested: () => void
	readonly #mcp: McpSessions
	readonly #pages: RoomApprovals
	readonly #permissions: PermissionRequests
	readonly #reports: DeskReports
	readonly #servers: LocalMcpServers
	readonly #startedAt: number
	readonly #setUp: ReturnType<typeof computerSetUp>
	readonly #dialsRooms: boolean
	readonly #clients: McpConnections
	#server: LocalServer | null = null
	#cancelPrune: () => void = () => undefined
	#closing: Promise<void> | null = null

	constructor(home: string, database: Database, clock: Clock, options: RelayOptions) {
		this.home = home
		this.#database = database
		this.#options = options
		this.#dialsRooms = options.rooms ?? true
		this.#clock = clock
		this.#startedAt = clock.now()
		this.#timing = { ...DEFAULT_TIMING, ...options.timing }
		this.#emit = options.onEvent ?? (() => undefined)
		this.#stopRequested = options.onStopRequested ?? (() => void this.close())
		this.#identity = new RelayIdentity(database)
		this.relayId = this.#identity.relayId(
			() => `relay_${randomBytes(RELAY_ID_BYTES).toString('hex')}`,
		)
		this.#journal = new CallJournal(database)
		const { machine = thisMachine() } = options
		const here = { seats: () => this.#seats.list(), now: () => clock.now() }
		this.#setUp = computerSetUp(this, machine, here, options)
		this.#rooms = new RoomDirectory({
			open: (room, config) => new RoomLink(config, roomPorts(room, config, this.#roomParts())),
			unlinked: (room, editorKey) => this.#commands.endOf(room, editorKey),
		})
		const roomOf = (editorKey: string) => this.#rooms.ofSeat(editorKey)
		this.#pages = new RoomApprovals({ clock, roomOf })
		this.#permissions = new PermissionRequests(this.#pages, (editorKey) =>
			`${this.#seats.get(editorKey)?.name ?? editorKey} on ${hostname()}`.slice(0, 500),
		)
		this.#reports = new DeskReports({
			database,
			clock,
			isClosing: () => this.#closing !== null,
			roomNameOf: (editorKey) => this.#links.roomNameOf(editorKey),
			room: (name) => this.#rooms.get(name),
		})
		this.#seats = openSeats({
			relayId: this.relayId,
			clock,
			timing: this.#timing,
			database,
			rooms: this.#rooms,
			phases: this.#phases,
			outside: () => this.#outside,
			calls: () => this.#router.editorCalls,
			mcp: () => this.#mcp,
			emit: this.#emit,
		})
		this.#roomSeats = new RoomSeats({
			seats: this.#seats,
			rooms: this.#rooms,
			isWatchedHere: (editorKey) => this.#mcp.isWatched(editorKey),
			servers: (folder) => this.#servers.of(folder),
		})
		this.#servers = openServers({
			home,
			clock,
			timing: this.#timing,
			seats: this.#seats,
			rooms: this.#rooms,
			unreadable: (message) => this.#emit({ kind: 'servers-unreadable', message }),
		})
		this.#links = this.#openLinks()
		this.#history = openFileHistory({
			home,
			database,
			now: () => clock.now(),
			openFilesOf: (editorKey) => this.#seats.openFilesOf(editorKey),
		})
		this.#commands = new Commands(home, clock, (room, editorKey, running) => {
			// Commands of MCP clients on this machine are not the project's, nor are the last ones of the project before.
			if (room === this.#links.roomNameOf(editorKey)) this.#seats.reportCommands(editorKey, running)
		})
		this.#replies = new ReplyFolder(home)
		const { outside, dialogs } = openOutside(options, {
			clock,
			timing: this.#timing,
			home,
			seats: this.#seats,
		})
		this.#outside = outside
		this.#dialogs = dialogs
		this.#terminals = openTerminals({
			home,
			clock,
			database,
			rooms: this.#rooms,
			agents: () => this.#agents,
			permissions: () => this.#permissions,
		})
		this.#agents = openAgents({
			home,
			clock,
			database,
			machine,
			seats: this.#seats,
			rooms: this.#rooms,
			unknown: (type) => this.#emit({ kind: 'agent-record-unknown', type }),
			terminals: ({ editorKey, room }) => this.#terminals.list(editorKey, room),
			runs: (agentId) => this.#terminals.runs(agentId),
			continues: (agentId) => this.#terminals.continues(agentId),
			declared: (programs) => this.#terminals.declare(programs),
			allowedChanged: (folders) =>
				void this.#terminals.keepOnly((key, room) => folders.withTerminals(key)?.room === room),
		})
		this.#doctor = new RelayDoctor({
			home,
			clock,
			status: () => this.status(),
			portOf: (editorKey) => this.#seats.portOf(editorKey),
			machine,
		})
		this.#router = new CallRouter({
			journal: this.#journal,
			seats: this.#seats,
			clock,
			timing: this.#timing,
			tools: relayTools({
				clock,
				seats: this.#seats,
				history: this.#history,
				commands: this.#commands,
				outside: this.#outside,
				dialogs: this.#dialogs,
				phases: this.#phases,
				permissions: this.#permissions,
			}),
			servers: this.#servers,
			recorder: this.#history.recorder,
			completed: (room, call, outcome) => this.#history.filesKept(outcome, { ...call, room }),
			replies: this.#replies,
			seatsOf: (room) => this.#roomSeats.of(room),
			hasSeat: (room, editorKey) => this.#roomSeats.has(room, editorKey),
			progressed: (room, progress) =>
				tellProgress({ rooms: this.#rooms, mcp: this.#mcp }, room, progress),
			settled: (room, callId, outcome) => this.#rooms.get(room)?.link.settled(callId, outcome),
		})
		this.#mcp = new McpSessions({
			clock,
			timing: this.#timing,
			log: new McpCallLog(database, () => clock.now()),
			reports: this.#reports,
			relayId: this.relayId,
			pages: this.#pages,
			roomOf,
			seats: this.#seats,
			router: this.#router,
			watchChanged: (key) => this.#roomSeats.watch(key),
		})
		this.#clients = new McpConnections(this.#mcp, this.token, !this.#dialsRooms)
	}

	joinMcp(hello: Introduction): Promise<Duplex> {
		return this.#clients.join(hello)
	}

	get port(): number {
		return this.#server?.port ?? 0
	}

	async start(links: Links, port: number): Promise<void> {
		const folders = await this.#links.linkSeats(links)
		await this.#replies.prepare(this.#clock.now())
		this.#router.recover()
		this.#server = await startLocalServer({
			port,
			token: this.token,
			seats: this.#seats,
			clock: this.#clock,
			timing: this.#timing,
			answers: {
				'GET /status': () => this.status(),
				'GET /doctor': async () => ({ checks: await this.#doctor.checkDesk(null) }),
				'POST /stop': () => {
					// After the answer is on its way.
					setImmediate(this.#stopRequested)
					return { stopping: true }
				},
			},
			takes: hookRoutes(this.home, this.#agents, this.#permissions),
			mcp: this.#clients,
			mcpSocket: newLocalSocket(this.home),
			calls: editorCalls({
				seats: this.#seats,
				roomSeats: this.#roomSeats,
				router: this.#router,
				journal: this.#journal,
				replies: this.#replies,
				rooms: this.#rooms,
				mcp: this.#mcp,
			}),
		})
		const mcpSocket = this.#server.mcpSocket ?? undefined
		await writeRelayFile(
			{ port: this.port, token: this.token, pid: process.pid, version: RELAY_VERSION, mcpSocket },
			this.home,
		)
		this.#links.watch()
		this.#prune()
		this.#outside.start()
		this.#emit({ kind: 'started', port: this.#server.port, home: this.home, links: folders.length })
		await this.#links.dial(folders)
		if (!this.#dialsRooms) return
		this.#agents.start()
		await this.#servers.start()
	}

	status(): RelayStatus {
		return {
			version: RELAY_VERSION,
			relayId: this.relayId,
			pid: process.pid,
			port: this.port,
			home: this.home,
			startedAt: this.#startedAt,
			mode: this.#options.mode ?? 'foreground',
			fixedPort: (this.#options.port ?? 0) !== 0,
			setUp: this.#options.setUp ?? 'paired',
			newest: this.#newest.version,
			...deskStatus(this.#seats, this.#rooms, this.#servers),
		}
	}

	close(): Promise<void> {
		this.#closing ??= this.#close()
		return this.#closing
	}

	async #close(): Promise<void> {
		this.#links.close()
		this.#cancelPrune()
		this.#outside.close()
		this.#agents.close()
		this.#rooms.close()
		await this.#terminals.close()
		await this.#commands.close()
		await this.#router.close()
		await this.#servers.close()
		this.#seats.close()
		await this.#server?.close()
		if (this.#server) await removeRelayFile(this.home)
		this.#database.close()
		this.#emit({ kind: 'stopped' })
	}

	#openLinks(): FollowedLinks {
		return new FollowedLinks({
			home: this.home,
			clock: this.#clock,
			pollMs: this.#timing.linksPollMs,
			seats: this.#seats,
			rooms: this.#dialsRooms ? this.#rooms : null,
			changed: () => {
				for (const { editorKey } of this.#seats.list()) this.#roomSeats.watch(editorKey)
				void this.#servers.follow()
			},
			unreadable: (message) => this.#emit({ kind: 'links-unreadable', message }),
		})
	}

	#roomParts(): RoomParts {
		return {
			clock: this.#clock,
			timing: this.#timing,
			relayId: this.relayId,
			identity: this.#identity,
			seats: this.#roomSeats,
			journal: this.#journal,
			router: this.#router,
			agents: this.#agents,
			terminals: this.#terminals,
			commands: this.#commands,
			doctor: this.#doctor,
			setUp: this.#setUp,
			dialogs: this.#dialogs,
			newest: this.#newest,
			pages: this.#pages,
			reports: this.#reports,
			isClosing: () => this.#closing !== null,
			emit: this.#emit,
		}
	}

	#prune(): void {
		unlessDiskFull(() => {
			this.#mcp.prune()
			this.#journal.prune(this.#clock.now())
			this.#history.prune()
		})
		this.#cancelPrune = this.#clock.after(this.#timing.pruneIntervalMs, () => this.#prune())
	}
}
