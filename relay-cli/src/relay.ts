/** The relay as a whole: puts the parts together, starts and stops them. */
import { randomBytes } from 'node:crypto'
import type { CustomTool } from '@fairlead/protocol/editor-link'
import type { EditorSeat } from '@fairlead/protocol/editors'
import { CallRouter } from './calls/call-router.ts'
import { type Database, HomeInUseError, ifThereIsRoom, openDatabase } from './calls/database.ts'
import { CallJournal } from './calls/journal.ts'
import { waitForReadyTool } from './calls/wait-for-ready.ts'
import { type Clock, systemClock } from './clock.ts'
import { RelayDoctor } from './doctor/relay-doctor.ts'
import { type LocalServer, startLocalServer } from './editors/local-server.ts'
import { realFolder } from './editors/project-key.ts'
import { SeatRegistry } from './editors/seat-registry.ts'
import { SeatStore } from './editors/seat-store.ts'
import type { RelayEvent } from './events.ts'
import { fileTools } from './files/file-tools.ts'
import { type FileHistory, openFileHistory } from './history/file-history.ts'
import { ensureHome, fairleadHome, readRelayFile, removeRelayFile, writeRelayFile } from './home.ts'
import { RelayIdentity } from './identity.ts'
import { RoomLink } from './link/room-link.ts'
import { type Links, LinksFileError, type ProjectLink, readLinks, watchLinks } from './links.ts'
import { type Login, readLogins } from './logins.ts'
import { McpCallLog } from './mcp/call-log.ts'
import { McpConnections } from './mcp/connections.ts'
import { DESK_ROOM, McpDesk } from './mcp/desk.ts'
import { NewestVersion } from './newest-version.ts'
import { afterScriptChanges } from './outside/after-script-changes.ts'
import type { DialogSystem } from './outside/dialogs/dialog-system.ts'
import { dialogTool } from './outside/dialogs/dialog-tool.ts'
import { Dialogs } from './outside/dialogs/dialogs.ts'
import { editorLogTool } from './outside/editor-log-tool.ts'
import { OutsideWatch } from './outside/outside-watch.ts'
import { ProjectLooks } from './outside/project-look.ts'
import { PhaseListeners } from './phase-listeners.ts'
import { PipelineBackend } from './pipeline/pipeline-backend.ts'
import { unityEnvironment } from './pipeline/unity-environment.ts'
import { RelayRunningError } from './relay-running-error.ts'
import { ReplyFolder } from './replies/reply-folder.ts'
import { RoomDirectory } from './room-directory.ts'
import { readSettings } from './settings.ts'
import { deskStatus, type RelayStatus } from './status.ts'
import { DEFAULT_TIMING, type Timing } from './timing.ts'
import type { Machine } from './unity/machine.ts'
import { unityCommand } from './unity/start-editor.ts'
import { thisMachine } from './unity/this-machine.ts'
import { computerSetUp, type SetUpOptions } from './unity/this-set-up.ts'
import { UserError } from './user-error.ts'
import { RELAY_VERSION } from './version.ts'

const TOKEN_BYTES = 32
const RELAY_ID_BYTES = 8
/** Beyond guessing. */
const RELAY_SECRET_BYTES = 32

export interface RelayOptions extends SetUpOptions {
	/** Default: FAIRLEAD_HOME or ~/.fairlead. */
	readonly home?: string
	/** Port on 127.0.0.1. Default 0: any free one. */
	readonly port?: number
	/** Default: foreground. */
	readonly mode?: RelayStatus['mode']
	/** False: no project's room is dialed; only programs on this machine use the editors. Default true. */
	readonly rooms?: boolean
	readonly onEvent?: (event: RelayEvent) => void
	/** `fairlead stop`, from another process. Default: closes the relay. */
	readonly onStopRequested?: () => void
	readonly timing?: Partial<Timing>
	readonly clock?: Clock
	/** Default: this one. */
	readonly machine?: Machine
	/** Logs that all Unity projects share. Default: where Unity writes them. */
	readonly globalLogs?: readonly string[]
	/** Default: that of this computer. */
	readonly dialogs?: DialogSystem
}

export interface Relay {
	readonly port: number
	/** The local token of relay.json. */
	readonly token: string
	readonly home: string
	readonly relayId: string
	status(): RelayStatus
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
	readonly #router: CallRouter
	readonly #history: FileHistory
	readonly #replies: ReplyFolder
	readonly #dialogs: Dialogs
	readonly #outside: OutsideWatch
	readonly #doctor: RelayDoctor
	readonly #stopRequested: () => void
	readonly #mcp: McpDesk
	readonly #dialsRooms: boolean
	readonly #pipeline: PipelineBackend
	readonly #startedAt: number
	readonly #setUp: ReturnType<typeof computerSetUp>
	#server: LocalServer | null = null
	#stopWatching: () => void = () => undefined
	#cancelPrune: () => void = () => undefined
	#closing: Promise<void> | null = null

	constructor(home: string, database: Database, clock: Clock, options: RelayOptions) {
		this.home = home
		this.#database = database
		this.#options = options
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
		this.#setUp = computerSetUp(this, machine, () => clock.now(), options)
		this.#rooms = new RoomDirectory((room, config) => this.#openRoom(room, config))
		this.#seats = this.#openSeats()
		const openFilesOf = (editorKey: string) => this.#seats.openFilesOf(editorKey)
		this.#history = openFileHistory({ home, database, now: () => clock.now(), openFilesOf })
		this.#replies = new ReplyFolder(home)
		const allowed = async () => (await readSettings(home)).dialogs
		this.#dialogs = new Dialogs(allowed, options.dialogs)
		this.#outside = this.#openOutside(options)
		this.#doctor = new RelayDoctor({
			home,
			clock,
			status: () => this.status(),
			portOf: (editorKey) => this.#seats.portOf(editorKey),
		})
		this.#pipeline = new PipelineBackend({
			seats: this.#seats,
			clock,
			timing: this.#timing,
			findCommand: () => unityCommand(options.machine ?? thisMachine()),
			env: unityEnvironment(),
			home,
		})
		this.#router = new CallRouter({
			journal: this.#journal,
			seats: this.#seats,
			clock,
			timing: this.#timing,
			tools: new Map([
				...afterScriptChanges(fileTools(this.#history, openFilesOf), (folder) =>
					this.#outside.changed(folder),
				),
				[
					'read_editor_log',
					editorLogTool({ watch: this.#outside, seat: (key) => this.#seats.get(key) }),
				],
				[
					'editor_dialog',
					dialogTool({
						dialogs: this.#dialogs,
						pidOf: (key) => this.#seats.portOf(key)?.hello.pid ?? this.#outside.pidOf(key),
						answered: () => void this.#outside.lookNow(),
					}),
				],
				[
					'wait_for_editor_ready',
					waitForReadyTool({
						clock,
						seat: (editorKey) => this.#seats.get(editorKey),
						portOf: (editorKey) => this.#seats.portOf(editorKey),
						onPhase: (editorKey, changed) => this.#phases.add(editorKey, changed),
					}),
				],
			]),
			recorder: this.#history.recorder,
			completed: (room, call, outcome) => this.#history.filesKept(outcome, { ...call, room }),
			replies: this.#replies,
			seatsOf: (room) => this.#seatsOf(room),
			settled: (room, callId, outcome) => this.#rooms.get(room)?.link.settled(callId, outcome),
		})
		this.#dialsRooms = options.rooms ?? true
		this.#mcp = new McpDesk({
			clock,
			log: new McpCallLog(database, () => clock.now()),
			relayId: this.relayId,
			seats: this.#seats,
			router: this.#router,
			watchChanged: (key) => this.#seats.portOf(key)?.watch(this.#isWatched(key)),
		})
	}

	get port(): number {
		return this.#server?.port ?? 0
	}

	async start(links: Links, port: number): Promise<void> {
		const folders = await this.#linkSeats(links)
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
			mcp: new McpConnections(this.#mcp, this.token, !this.#dialsRooms),
			calls: {
				editorSettled: (port, settled) => {
					const key = this.#keyOf(port)
					if (key !== null) this.#router.editorCalls.editorSettled(key, settled)
				},
				progress: (port, progress) => {
					const key = this.#keyOf(port)
					const room = key === null ? null : this.#router.roomOf(key, progress.callId)
					if (room === DESK_ROOM) this.#mcp.progress(progress)
					else if (room !== null) this.#rooms.get(room)?.link.progress(progress)
				},
				replies: this.#replies.announced,
				forgettable: (callIds) => callIds.filter((id) => this.#journal.isForgotten(id)),
				isWatched: (folder) => {
					const seat = this.#seats.list().find((one) => one.projectPath === folder)
					return seat ? this.#isWatched(seat.editorKey) : false
				},
			},
		})
		await writeRelayFile(
			{ port: this.#server.port, token: this.token, pid: process.pid, version: RELAY_VERSION },
			this.home,
		)
		this.#stopWatching = watchLinks(this.home, this.#timing.linksPollMs, this.#clock, () => {
			void this.#followLinks().catch((error: unknown) =>
				this.#emit({ kind: 'links-unreadable', message: String(error) }),
			)
		})
		this.#prune()
		this.#outside.start()
		this.#emit({ kind: 'started', port: this.#server.port, home: this.home, links: folders.length })
		this.#follow(folders, await this.#logins())
		this.#pipeline.start()
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
			newest: this.#newest.version,
			...deskStatus(this.#seats, this.#rooms),
		}
	}

	close(): Promise<void> {
		this.#closing ??= this.#close()
		return this.#closing
	}

	async #close(): Promise<void> {
		this.#stopWatching()
		this.#cancelPrune()
		this.#outside.close()
		this.#rooms.close()
		await this.#router.close()
		this.#pipeline.close()
		this.#seats.close()
		await this.#server?.close()
		if (this.#server) await removeRelayFile(this.home)
		this.#database.close()
		this.#emit({ kind: 'stopped' })
	}

	#openSeats(): SeatRegistry {
		const roomOf = (editorKey: string): RoomLink | undefined => this.#rooms.ofSeat(editorKey)?.link
		return new SeatRegistry({
			relayId: this.relayId,
			clock: this.#clock,
			timing: this.#timing,
			store: new SeatStore(this.#database),
			listener: {
				attached: (seat, port) => {
					this.#outside.forget(seat.editorKey)
					this.#emit({ kind: 'editor-connected', seat })
					this.#router.editorCalls.attached(seat.editorKey, port)
					this.#phases.changed(seat.editorKey)
					this.#mcp.seatChanged(seat)
				},
				detached: (seat, port) => this.#router.editorCalls.detached(seat.editorKey, port),
				updated: (seat) => roomOf(seat.editorKey)?.seatUpdated(seat),
				phaseChanged: (seat) => {
					this.#emit({ kind: 'editor', seat })
					roomOf(seat.editorKey)?.seatPhase(seat)
					this.#router.editorCalls.phaseChanged(seat.editorKey)
					this.#phases.changed(seat.editorKey)
					this.#mcp.seatChanged(seat)
				},
				changed: (editorKey, scopes) => {
					roomOf(editorKey)?.seatChanged(editorKey, scopes)
					this.#mcp.changed(editorKey, scopes)
				},
			},
		})
	}

	#openOutside({ machine = thisMachine(), globalLogs }: RelayOptions): OutsideWatch {
		const projects = new ProjectLooks(
			machine,
			() => this.#clock.now(),
			this.#timing.outsideProcessesMs,
		)
		return new OutsideWatch({
			clock: this.#clock,
			pollMs: this.#timing.outsidePollMs,
			quietMs: this.#timing.outsideQuietMs,
			watched: () => this.#seats.speechless(),
			look: (folder) => projects.look(folder),
			dialogOf: (pid) => this.#dialogs.seen(pid),
			told: (editorKey, outside) => this.#seats.reportOutside(editorKey, outside),
			...(globalLogs ? { globalLogs } : {}),
		})
	}

	/** Projects that this computer was paired with. A damaged file leaves those of links.json. */
	async #logins(): Promise<Login[]> {
		try {
			return await readLogins(this.home)
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			this.#emit({ kind: 'links-unreadable', message: error.message })
			return []
		}
	}

	#openRoom(room: string, config: ProjectLink): RoomLink {
		return new RoomLink(config, {
			clock: this.#clock,
			timing: this.#timing,
			relayId: this.relayId,
			relaySecret: this.#identity.secretFor(config.projectId, () =>
				randomBytes(RELAY_SECRET_BYTES).toString('base64url'),
			),
			random: Math.random,
			nextConnSeq: () => this.#identity.nextConnSeq(room, this.#clock.now()),
			seats: () => this.#seatsOf(room),
			customTools: () => this.#customTools(room),
			journal: () => this.#journal.forHello(room),
			outcomeOf: (callId) => {
				const state = this.#journal.find(room, callId)?.state
				return state?.kind === 'done' ? state.outcome : null
			},
			receive: (call) => this.#router.receive(room, call),
			cancel: (callIds) => this.#router.cancel(room, callIds),
			forget: (callIds) => this.#router.forget(room, callIds),
			delivered: (callId) => {
				// Outcomes that are not marked are sent again.
				if (this.#closing === null) ifThereIsRoom(() => this.#journal.markDelivered(room, callId))
			},
			diagnose: () => this.#doctor.forRoom(room),
			watchChanged: (watching) => {
				for (const { editorKey } of this.#seatsOf(room))
					this.#seats.portOf(editorKey)?.watch(watching || this.#mcp.isWatched(editorKey))
			},
			computer: (method, params) => this.#setUp.serve(config, method, params),
			serverVersion: (version) => this.#newest.told(version),
			stateChanged: (state) =>
				this.#emit({ kind: 'link', server: config.server, projectId: config.projectId, state }),
		})
	}

	/** Creates the seats of these folders, with the project of each. */
	async #linkSeats(links: Links): Promise<{ editorKey: string; link: ProjectLink }[]> {
		const entries = await Promise.all(
			Object.entries(links).map(async ([folder, link]) => ({
				folder: await realFolder(folder),
				link,
			})),
		)
		const keys = this.#seats.setLinked(entries.map(({ folder }) => folder))
		return entries.flatMap(({ link }, i) => {
			const editorKey = keys[i]
			return editorKey === undefined ? [] : [{ editorKey, link }]
		})
	}

	async #followLinks(): Promise<void> {
		let links: Links
		try {
			links = await readLinks(this.home)
		} catch (error) {
			if (!(error instanceof LinksFileError)) throw error
			this.#emit({ kind: 'links-unreadable', message: error.message })
			return
		}
		if (this.#closing !== null) return
		const folders = await this.#linkSeats(links)
		const logins = await this.#logins()
		if (this.#closing !== null) return
		this.#follow(folders, logins)
		for (const seat of this.#seats.list())
			this.#seats.portOf(seat.editorKey)?.watch(this.#isWatched(seat.editorKey))
	}

	#follow(...which: Parameters<RoomDirectory['follow']>): void {
		if (this.#dialsRooms) this.#rooms.follow(...which)
	}

	#prune(): void {
		ifThereIsRoom(() => {
			this.#mcp.prune()
			this.#journal.prune(this.#clock.now())
			this.#history.prune()
		})
		this.#cancelPrune = this.#clock.after(this.#timing.pruneIntervalMs, () => this.#prune())
	}

	#seatsOf(room: string): EditorSeat[] {
		if (room === DESK_ROOM) return this.#seats.list()
		const keys = this.#rooms.get(room)?.editorKeys ?? []
		return keys.flatMap((key) => this.#seats.get(key) ?? [])
	}

	#customTools(room: string): Record<string, CustomTool[]> {
		return Object.fromEntries(
			this.#seatsOf(room).flatMap(({ editorKey }) => {
				const tools = this.#seats.portOf(editorKey)?.customTools
				return tools === undefined ? [] : [[editorKey, [...tools]]]
			}),
		)
	}

	#isWatched(editorKey: string): boolean {
		const inRoom = this.#rooms.ofSeat(editorKey)?.link.watching ?? false
		return inRoom || this.#mcp.isWatched(editorKey)
	}

	#keyOf(port: unknown): string | null {
		const seat = this.#seats.list().find((one) => this.#seats.portOf(one.editorKey) === port)
		return seat?.editorKey ?? null
	}
}
