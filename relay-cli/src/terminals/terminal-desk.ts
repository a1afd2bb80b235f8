/** All terminals of the linked folders: people of their projects start, follow, answer and end them. */
import { relative, sep } from 'node:path'
import {
	TERMINAL_LIMITS,
	type Terminal,
	type TerminalActor,
	type TerminalFollowed,
	type TerminalInput,
	type TerminalList,
	type TerminalSeen,
	type ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { lineOf } from '../agents/transcripts/fields.ts'
import { FileError } from '../files/file-error.ts'
import type { AcpProgram } from '../home/settings.ts'
import { unlessDiskFull } from '../platform/database.ts'
import { ProcessGuard } from '../programs/processes/process-guard.ts'
import { ProgramStarter } from './program-starter.ts'
import { NO_PTY } from './running/pty.ts'
import type { RunningTerminal } from './running/running-terminal.ts'
import type { Entry, StartedProgram, TerminalFolder, TerminalPorts } from './terminal-ports.ts'
import { TerminalStore } from './terminal-store.ts'

type Act = Exclude<ViewerTerminalAct, { act: 'open_agent' } | { act: 'open_shell' }>

const TITLE = 200
const NEEDS_SCREEN: ReadonlySet<string> = new Set(['follow', 'take', 'resize'])

export class TerminalDesk {
	readonly #ports: TerminalPorts
	readonly #store: TerminalStore
	readonly #guard = new ProcessGuard({ below: true })
	readonly #entries = new Map<string, Entry>()
	readonly #ends = new WeakMap<Entry, Promise<void>>()
	readonly #closes = new Set<Promise<void>>()
	/** The last act on each terminal that is not done. */
	readonly #acting = new Map<string, Promise<void>>()
	readonly #starter: ProgramStarter
	#unavailable: string | undefined
	#closing = false

	constructor(ports: TerminalPorts) {
		this.#ports = ports
		this.#store = new TerminalStore(ports.database)
		this.#starter = new ProgramStarter(ports, {
			guard: this.#guard,
			makeRoom: (editorKey) => this.#makeRoom(editorKey),
			add: (by, place, started) => this.#add(by, place, started),
			ofAgent: (editorKey, agentId) =>
				this.#of(editorKey).findLast(({ terminal }) => terminal.agentId === agentId),
			close: (entry) => this.#close(entry),
			exited: (terminalId, code) => this.#exited(terminalId, code),
			changed: (terminalId) => this.#told(terminalId),
		})
		for (const { terminal, ...where } of this.#store.restored(ports.clock.now()))
			this.#entries.set(terminal.terminalId, { ...where, terminal, running: null, acp: null })
		void ports.pty().then((start) => {
			this.#unavailable = start ? undefined : NO_PTY
		})
	}

	/** The terminals of a folder that people of this project started, oldest first. */
	list(editorKey: string, room: string): TerminalList {
		const list = this.#of(editorKey)
			.filter((entry) => entry.room === room)
			.map(({ terminal }) => terminal)
		const programs = this.#starter.programs.map(({ name }) => name)
		return {
			list,
			...(this.#unavailable === undefined ? {} : { unavailable: this.#unavailable }),
			...(programs.length === 0 ? {} : { programs }),
		}
	}

	/** The agents besides Claude Code that people on this computer let be started. */
	declare(programs: readonly AcpProgram[]): void {
		this.#starter.programs = programs
	}

	/** An agent without a screen runs, as far as its end was told. */
	runs(agentId: string): boolean {
		return [...this.#entries.values()].some(
			({ terminal, acp }) =>
				acp !== null && terminal.agentId === agentId && terminal.state.kind === 'running',
		)
	}

	/** The session of an agent without a screen can be continued after its end. */
	continues(agentId: string): boolean {
		return this.#ports.acpSession(agentId) !== null
	}

	/**
	 * Carries out a person's act. The caller has checked that they may use terminals of this project.
	 *
	 * @throws {FileError} with the reason, for people
	 */
	async act(by: TerminalActor, editorKey: string, act: ViewerTerminalAct): Promise<unknown> {
		if (!('terminalId' in act)) return this.#act(by, editorKey, act)
		// Acts on one terminal run in order: a page that leaves and comes back must follow it in the end.
		const { terminalId } = act
		const before = this.#acting.get(terminalId) ?? Promise.resolve()
		const work = before.then(() => this.#act(by, editorKey, act))
		const done = work.then(
			() => undefined,
			() => undefined,
		)
		this.#acting.set(terminalId, done)
		void done.then(() => {
			if (this.#acting.get(terminalId) === done) this.#acting.delete(terminalId)
		})
		return work
	}

	async #act(by: TerminalActor, editorKey: string, act: ViewerTerminalAct): Promise<unknown> {
		const place = await this.#ports.folderOf(editorKey)
		if (!place)
			throw new FileError('denied', 'Nobody on that computer has allowed terminals in this folder.')
		switch (act.act) {
			case 'open_agent':
				return this.#starter.agent(by, place, act)
			case 'open_shell':
				return this.#starter.shell(by, place, act)
			default: {
				const entry = this.#entry(by, place, editorKey, act.terminalId)
				return this.#onTerminal(by, entry, act)
			}
		}
	}

	input({ viewer, editorKey, terminalId, data }: TerminalInput): void {
		this.#running(editorKey, terminalId)?.input(viewer, data)
	}

	seen({ viewer, editorKey, terminalId, to }: TerminalSeen): void {
		this.#running(editorKey, terminalId)?.seen(viewer, to)
	}

	/** A page of this project was closed. */
	left(room: string, viewer: string): void {
		for (const { room: own, running } of this.#entries.values())
			if (own === room) running?.left(viewer)
	}

	/** The connection to a project's room was lost: its pages follow anew when it is back. */
	roomLost(room: string): void {
		for (const { room: own, running } of this.#entries.values())
			if (own === room) running?.leftByAll()
	}

	/** Ends all terminals of folders that people of their project may no longer use. */
	async keepOnly(isAllowed: (editorKey: string, room: string) => boolean): Promise<void> {
		const others = [...this.#entries.values()].filter(
			({ editorKey, room }) => !isAllowed(editorKey, room),
		)
		await Promise.all(others.map((entry) => this.#close(entry)))
	}

	/** Ends all programs. What they were is still known to the next relay. */
	async close(): Promise<void> {
		this.#closing = true
		await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry)))
		// Terminals that are being closed still write to the database.
		await Promise.all(this.#closes)
		this.#guard.close()
	}

	#add(
		by: TerminalActor,
		place: TerminalFolder,
		{ editorKey, cwd, terminal, running, acp }: StartedProgram,
	): Entry {
		const folder = lineOf(relative(place.folder, cwd).replaceAll(sep, '/'), TITLE)
		const at = { startedAt: this.#ports.clock.now(), startedBy: by.name }
		const state = { kind: 'running' } as const
		const entry: Entry = {
			editorKey,
			room: place.room,
			running,
			acp,
			terminal: { ...terminal, folder, ...at, state },
		}
		this.#entries.set(terminal.terminalId, entry)
		unlessDiskFull(() => this.#store.put(entry))
		this.#ports.changed(editorKey)
		return entry
	}

	/** Closes an ended terminal if the folder has the most it may have. @throws {FileError} `conflict` if all run */
	async #makeRoom(editorKey: string): Promise<void> {
		const all = this.#of(editorKey)
		if (this.#closing)
			throw new FileError('cancelled', 'The relay is stopping. Nothing was started.')
		if (all.length < TERMINAL_LIMITS.terminals) return
		const ended = all.find(({ terminal }) => terminal.state.kind !== 'running')
		if (!ended)
			throw new FileError(
				'conflict',
				`${TERMINAL_LIMITS.terminals} terminals run in this folder, which is the most. Close one first.`,
			)
		await this.#close(ended)
	}

	async #onTerminal(by: TerminalActor, entry: Entry, act: Act): Promise<unknown> {
		const { running, terminal } = entry
		const { viewer } = by
		if (terminal.protocol !== undefined && NEEDS_SCREEN.has(act.act))
			throw new FileError('unsupported', 'This agent has no terminal.')
		switch (act.act) {
			case 'follow': {
				const gone = { from: 0, to: 0, data: '', snapshot: true, size: terminal.size } as const
				const part = running ? await running.follow(by, act.from) : gone
				return { viewer, part } satisfies TerminalFollowed
			}
			case 'unfollow':
				running?.left(viewer)
				return {}
			case 'take':
				if (!running?.take(viewer, act.size)) throw notFollowed()
				return {}
			case 'resize':
				if (!running?.resize(viewer, act.size)) throw notFollowed()
				return {}
			case 'say':
				this.#agentOf(entry).say(act.text)
				return {}
			case 'set_mode':
				if (terminal.protocol === undefined)
					throw new FileError('unsupported', 'The mode of this agent is changed in its terminal.')
				if (!entry.acp) throw new FileError('conflict', 'This agent has ended.')
				await entry.acp.setMode(act.mode, by.name)
				return {}
			case 'interrupt':
				this.#agentOf(entry).interrupt()
				return {}
			case 'close':
				await this.#close(entry)
				return {}
			default:
				return act satisfies never
		}
	}

	/** @throws {FileError} unless keys reach its prompt: another question could take them for its answer */
	#agentOf(entry: Entry): Pick<RunningTerminal, 'say' | 'interrupt'> {
		const { editorKey, running, acp } = entry
		const { agentId } = entry.terminal
		if (acp) return acp
		if (agentId === undefined)
			throw new FileError('invalid_arguments', 'There is no agent in this terminal.')
		if (!running?.isRunning) throw new FileError('conflict', 'This agent has ended.')
		const status = this.#ports.agent(editorKey, agentId)?.status
		if (status?.kind === 'waiting_permission')
			throw new FileError('conflict', 'This agent asks for a permission. Answer that first.')
		if (!running.takesPrompts)
			throw new FileError('conflict', 'This agent takes no message now. Look at its terminal.')
		return running
	}

	#entry(by: TerminalActor, { room }: TerminalFolder, editorKey: string, id: string): Entry {
		const entry = this.#entries.get(id)
		if (entry?.editorKey !== editorKey || entry.room !== room)
			throw new FileError('not_found', 'This terminal was closed.')
		if (entry.terminal.agentId === undefined && !by.shells)
			throw new FileError('denied', 'Only owners of the project may use shells on its computers.')
		return entry
	}

	#running(editorKey: string, terminalId: string): RunningTerminal | null {
		const entry = this.#entries.get(terminalId)
		return entry?.editorKey === editorKey ? entry.running : null
	}

	#of(editorKey: string): Entry[] {
		return [...this.#entries.values()].filter((entry) => entry.editorKey === editorKey)
	}

	#close(entry: Entry): Promise<void> {
		const closed = this.#endAndForget(entry)
		this.#closes.add(closed)
		return closed.finally(() => this.#closes.delete(closed))
	}

	/** Ends the program of a terminal. A second call waits for the first. */
	#end(entry: Entry): Promise<void> {
		const known = this.#ends.get(entry)
		if (known) return known
		const end = (entry.running ?? entry.acp)?.close() ?? Promise.resolve()
		this.#ends.set(entry, end)
		return end
	}

	async #endAndForget(entry: Entry): Promise<void> {
		const { terminalId } = entry.terminal
		await this.#end(entry)
		this.#entries.delete(terminalId)
		unlessDiskFull(() => this.#store.remove(terminalId))
		if (!this.#closing) this.#ports.changed(entry.editorKey)
	}

	/** Records the end of a program. While the relay closes, its programs count as lost: they did not end by themselves. */
	#exited(terminalId: string, code: number | null): void {
		const entry = this.#entries.get(terminalId)
		if (!entry) return
		if (entry.running) this.#guard.remove(entry.running.pid)
		const { agentId } = entry.terminal
		if (agentId !== undefined && !this.#closing) this.#ports.ended(agentId)
		const at = this.#ports.clock.now()
		this.#set(entry, { state: this.#closing ? { kind: 'lost', at } : { kind: 'exited', code, at } })
		unlessDiskFull(() => this.#store.put(entry))
	}

	#told(terminalId: string): void {
		const entry = this.#entries.get(terminalId)
		if (entry) this.#set(entry, {})
	}

	#set(entry: Entry, change: Partial<Terminal>): void {
		const { writer: _, modes: __, ...terminal } = entry.terminal
		const { writer = null, size = terminal.size } = entry.running ?? {}
		const modes = entry.acp?.modes ?? null
		entry.terminal = {
			...terminal,
			...change,
			size,
			...(modes === null ? {} : { modes }),
			...(writer === null ? {} : { writer: { viewer: writer.viewer, name: writer.name } }),
		}
		if (!this.#closing) this.#ports.changed(entry.editorKey)
	}
}

const notFollowed = (): FileError =>
	new FileError('conflict', 'Another page types in this terminal, or it is no longer open here.')
