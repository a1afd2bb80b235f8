/** The relay's own parts, put together as `relay.ts` does, over simulated wires and a kept database. */
import { DatabaseSync } from 'node:sqlite'
import type { ProjectContext } from '@fairlead/protocol/projects/project-context'
import type { ToolArgs } from '@fairlead/protocol/tools'
import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { CallRouter } from '../../../../relay-cli/src/calls/call-router.ts'
import { CallJournal } from '../../../../relay-cli/src/calls/journal.ts'
import { waitForReadyTool } from '../../../../relay-cli/src/calls/wait-for-ready.ts'
import { serveEditor } from '../../../../relay-cli/src/editors/editor-connection.ts'
import { SeatRegistry } from '../../../../relay-cli/src/editors/seat-registry.ts'
import { SeatStore } from '../../../../relay-cli/src/editors/seat-store.ts'
import {
	type FileHistory,
	openFileHistory,
} from '../../../../relay-cli/src/history/file-history.ts'
import { RelayIdentity } from '../../../../relay-cli/src/home/identity.ts'
import { RoomLink } from '../../../../relay-cli/src/link/room-link.ts'
import type { Clock } from '../../../../relay-cli/src/platform/clock.ts'
import { SCHEMA, unlessDiskFull } from '../../../../relay-cli/src/platform/database.ts'
import { PhaseListeners } from '../../../../relay-cli/src/platform/phase-listeners.ts'
import type { RelayTool, RelayToolContext } from '../../../../relay-cli/src/platform/relay-tool.ts'
import { DEFAULT_TIMING } from '../../../../relay-cli/src/platform/timing.ts'
import type { Faults } from '../faults.ts'
import type { Scheduler } from '../scheduler.ts'
import { WireSocket } from '../shims/socket-shim.ts'
import { InstanceGone, type Life, newLife, quietly } from './object-host.ts'
import type { WireEnd } from './wire.ts'

const ROOM = 'room'
/** On a full disk, writes that need no new page still fit. */
const FITS_ALL_THE_SAME = 0.2
const SQLITE_FULL = 13

export interface RelayWorld {
	readonly scheduler: Scheduler
	readonly faults: Faults
	/** The folders of the Unity project and of the relay. */
	readonly folder: { readonly project: string; readonly home: string }
	/** Milliseconds by which this machine's clock is off. */
	readonly skew: () => number
	/** Performs the effect of a relay tool. */
	execute(args: Readonly<Record<string, unknown>>, context: RelayToolContext): CallOutcome
	killRelay(): void
}

interface Process {
	readonly life: Life
	readonly router: CallRouter
	readonly seats: SeatRegistry
	readonly link: RoomLink
	readonly serve: (end: WireEnd) => void
	readonly sockets: Set<WireSocket>
}

export class RelayHost {
	readonly database = new DatabaseSync(':memory:')
	readonly #world: RelayWorld
	#process: Process | null = null
	/** The end of the full disk, by the scheduler's clock. */
	#fullUntil = 0

	constructor(world: RelayWorld) {
		this.#world = world
		this.database.exec(SCHEMA)
	}

	get running(): boolean {
		return this.#process !== null
	}

	start(): void {
		if (this.#process) return
		const life = newLife()
		const clock = this.#clock(life)
		const database = guarded(this.database, life, {
			writes: () => {
				if (!this.refusesWrite()) return
				throw Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL })
			},
			written: () => {
				if (this.#process?.life !== life || !this.#world.faults.strikes('relay_crash_at_write'))
					return
				this.kill(this.#world.faults.random.between(200, 3_000))
				throw new InstanceGone()
			},
		})
		try {
			this.#process = build(this.#world, database, clock, life)
			this.#process.router.recover()
			this.#process.link.start()
		} catch (error) {
			if (!(error instanceof InstanceGone)) throw error
			// The process ended during its start: there was none yet to kill.
			if (!life.alive) return
			life.alive = false
			life.silenced = true
			this.#world.scheduler.after(1_000, () => this.start())
		}
	}

	/** Fills the relay's disk for this long. */
	fillDisk(ms: number): void {
		this.#fullUntil = Math.max(this.#fullUntil, this.#world.scheduler.now + ms)
	}

	/** Whether a write fails now. */
	refusesWrite(): boolean {
		const { scheduler, faults } = this.#world
		return scheduler.now < this.#fullUntil && !faults.random.chance(FITS_ALL_THE_SAME)
	}

	/** Kills the process with SIGKILL; it is restarted after `downMs`. */
	kill(downMs: number): void {
		const process = this.#process
		if (!process) return
		this.#process = null
		process.life.alive = false
		process.life.silenced = true
		process.life.end()
		for (const socket of process.sockets) socket.abandon()
		this.#world.scheduler.after(downMs, () => this.start())
	}

	/** @returns false if nothing listens */
	acceptEditor(end: WireEnd): boolean {
		this.#process?.serve(end)
		return this.#process !== null
	}

	/** A socket to the room belongs to the process that dials. */
	adopt(socket: WireSocket): void {
		this.#process?.sockets.add(socket)
	}

	#clock(life: Life): Clock {
		const { scheduler, skew } = this.#world
		return {
			now: () => scheduler.now + skew(),
			awake: () => scheduler.now,
			after: (ms, action) =>
				scheduler.after(ms, () => {
					if (life.alive) quietly(action)
				}),
		}
	}
}

function build(world: RelayWorld, database: DatabaseSync, clock: Clock, life: Life): Process {
	let asked = 0
	const sockets = new Set<WireSocket>()
	const identity = new RelayIdentity(database)
	const relayId = identity.relayId(() => 'relay_chaos')
	const journal = new CallJournal(database)
	const phases = new PhaseListeners()
	const timing = DEFAULT_TIMING
	const parts: { router?: CallRouter; link?: RoomLink } = {}
	const router = (): CallRouter => parts.router as CallRouter
	const seats = new SeatRegistry({
		relayId,
		clock,
		timing,
		store: new SeatStore(database),
		listener: {
			attached: (seat, port) => {
				router().editorCalls.attached(seat.editorKey, port)
				phases.changed(seat.editorKey)
			},
			detached: (seat, port) => router().editorCalls.detached(seat.editorKey, port),
			updated: (seat) => parts.link?.seatUpdated(seat),
			phaseChanged: (seat) => {
				parts.link?.seatPhase(seat)
				router().editorCalls.phaseChanged(seat.editorKey)
				phases.changed(seat.editorKey)
			},
			changed: (editorKey, scopes) => parts.link?.seatChanged(editorKey, scopes),
			// Nothing here sees editors from outside.
			dropped: () => undefined,
		},
	})
	const history = openFileHistory({
		home: world.folder.home,
		database,
		now: () => clock.now(),
	})
	const own = relayTool(world, clock, life, history)
	parts.router = new CallRouter({
		servers: { tool: () => null, replayOf: () => 'once' },
		recorder: history.recorder,
		completed: (room, call, outcome) => history.filesKept(outcome, { ...call, room }),
		progressed: () => undefined,
		replies: { take: () => failed('internal', 'No file here.'), discard: () => undefined },
		journal,
		seats,
		clock,
		timing,
		tools: new Map<string, RelayTool>([
			...['read_file', 'write_file', 'file_history'].map((name): [string, RelayTool] => [
				name,
				own(name),
			]),
			[
				'wait_for_editor_ready',
				waitForReadyTool({
					clock,
					seat: (editorKey) => seats.get(editorKey),
					portOf: (editorKey) => seats.portOf(editorKey),
					onPhase: (editorKey, changed) => phases.add(editorKey, changed),
				}),
			],
		]),
		seatsOf: () => seats.list(),
		hasSeat: (_, editorKey) => seats.get(editorKey) !== undefined,
		settled: (_, callId, outcome) => parts.link?.settled(callId, outcome),
	})
	seats.setLinked([world.folder.project])
	parts.link = new RoomLink(
		{ server: 'http://chaos.invalid', projectId: 'prj_chaos', token: 'token' } as never,
		{
			clock,
			timing,
			relayId,
			relaySecret: identity.secretFor('prj_chaos', () => 'secret of the chaos relay'),
			random: () => world.faults.random.next(),
			nextConnSeq: () => identity.nextConnSeq(ROOM, clock.now()),
			seats: () => seats.list(),
			servers: () => ({}),
			customTools: () => ({}),
			journal: () => journal.forHello(ROOM),
			outcomeOf: (callId) => {
				const state = journal.find(ROOM, callId)?.state
				return state?.kind === 'done' ? state.outcome : null
			},
			receive: (call) => router().receive(ROOM, call),
			cancel: (callIds) => router().cancel(ROOM, callIds),
			forget: (callIds) => router().forget(ROOM, callIds),
			delivered: (callId) => {
				if (life.alive) unlessDiskFull(() => journal.markDelivered(ROOM, callId))
			},
			diagnose: () => Promise.reject(new Error('No page asks for it here.')),
			readCommands: () => failed('unsupported', 'No page asks for it here.'),
			readAgents: async () => failed('unsupported', 'No page asks for it here.'),
			actOnTerminal: async () => failed('unsupported', 'No page asks for it here.'),
			tellTerminals: () => undefined,
			question: async () => changingContext(++asked),
			serverVersion: () => undefined,
			watchChanged: () => undefined,
			deskCalls: () => [],
			deskEnded: () => undefined,
			stateChanged: () => undefined,
		},
	)
	const prune = (): void => {
		unlessDiskFull(() => journal.prune(clock.now()))
		clock.after(timing.pruneIntervalMs, prune)
	}
	prune()
	const serve = (end: WireEnd): void => {
		const socket = new WireSocket()
		sockets.add(socket)
		serveEditor(socket as never, {
			seats,
			clock,
			timing,
			calls: {
				editorSettled: (port, settled) => {
					const key = keyOf(seats, port)
					if (key !== null) router().editorCalls.editorSettled(key, settled)
				},
				progress: (port, progress) => {
					const key = keyOf(seats, port)
					if (key !== null && router().roomOf(key, progress.callId) !== null)
						parts.link?.progress(progress)
				},
				forgettable: (callIds) => callIds.filter((id) => journal.isForgotten(id)),
				isWatched: () => false,
				replies: { folder: '/nowhere', maxBytes: 1 },
			},
		})
		socket.attach(end)
	}
	return { life, router: parts.router, seats, link: parts.link, serve, sockets }
}

/** Like the product's `fileTools`: a call's changes are recorded around it. Without asynchronous I/O. */
function relayTool(
	world: RelayWorld,
	clock: Clock,
	life: Life,
	history: FileHistory,
): (method: string) => RelayTool {
	return (method) => async (args, context) => {
		await new Promise<void>((resolve) => clock.after(world.faults.random.between(5, 400), resolve))
		const outcome = await work()
		// Killed between the effect and its record.
		if (life.alive && world.faults.strikes('relay_killed_in_call')) world.killRelay()
		return outcome

		async function work(): Promise<CallOutcome> {
			if (method === 'file_history') {
				const result =
					context.actionName === 'revert'
						? await history.revert.revert(context, args as ToolArgs<'file_history', 'revert'>)
						: await history.revert.preview(context, args as ToolArgs<'file_history', 'preview'>)
				return { status: 'ok', result }
			}
			const call = { ...context, method, params: args }
			const refusal = method === 'write_file' ? await history.recorder.before(call) : null
			if (refusal) return refusal
			// The recorder never refuses; an ended process still does nothing more.
			if (!life.alive) throw new InstanceGone()
			const outcome = world.execute(args, context)
			if (method === 'write_file') await history.recorder.after(call)
			return outcome
		}
	}
}

const keyOf = (seats: SeatRegistry, port: unknown): string | null =>
	seats.list().find((one) => seats.portOf(one.editorKey) === port)?.editorKey ?? null

/** One process's connection to the database: closed when the process ends. `writes` throws if the disk is full. */
function guarded(
	database: DatabaseSync,
	life: Life,
	{ writes, written }: { readonly writes: () => void; readonly written: () => void },
): DatabaseSync {
	const check = (): void => {
		if (life.silenced) throw new InstanceGone()
	}
	return {
		get isTransaction() {
			return database.isTransaction
		},
		prepare: (query: string) => {
			const statement = database.prepare(query)
			const isWrite = !/^\s*select/i.test(query)
			return {
				get: (...values: never[]) => {
					check()
					return statement.get(...values)
				},
				all: (...values: never[]) => {
					check()
					return statement.all(...values)
				},
				run: (...values: never[]) => {
					check()
					if (isWrite) writes()
					const result = statement.run(...values)
					if (isWrite && !database.isTransaction) written()
					return result
				},
			}
		},
		exec: (query: string) => {
			check()
			database.exec(query)
			if (/^commit/i.test(query)) written()
		},
	} as unknown as DatabaseSync
}

/** Notes that change from time to time, so that runs are told something between their steps. */
const changingContext = (asked: number): ProjectContext => ({
	notes: [{ path: 'AGENTS.md', text: `Version ${Math.floor(asked / 3)}.`, bytes: 10, cut: false }],
	skills: [],
	problems: [],
	editor: { project: 'Chaos', phase: 'ready' },
})
