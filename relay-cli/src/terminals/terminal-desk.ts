/** All terminals of the linked folders: people of their projects start, follow, answer and end them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { AgentStatus } from '@fairlead/protocol/agents'
import {
	TERMINAL_LIMITS,
	type Terminal,
	type TerminalActor,
	type TerminalFollowed,
	type TerminalInput,
	type TerminalList,
	type TerminalOpened,
	type TerminalOutput,
	type TerminalSeen,
	type TerminalSize,
	type ViewerTerminalAct,
} from '@fairlead/protocol/terminals'
import { withoutSecrets } from '@fairlead/protocol/without-secrets'
import { lineOf } from '../agents/transcripts/fields.ts'
import { type Database, ifThereIsRoom } from '../calls/database.ts'
import type { Clock } from '../clock.ts'
import { FileError } from '../files/file-error.ts'
import type { Environment } from '../programs/clean-environment.ts'
import type { Startable } from '../programs/find-program.ts'
import { ProcessGuard } from '../programs/process-guard.ts'
import { agentCommand } from './agent-command.ts'
import { NO_PTY, type StartPty } from './pty.ts'
import { RunningTerminal } from './running-terminal.ts'
import { shellCommand } from './shell-command.ts'
import { TerminalStore } from './terminal-store.ts'
import { addWorktree } from './worktree.ts'

export interface TerminalFolder {
	/** Its real path. */
	readonly folder: string
	/** The project that it is linked to. */
	readonly room: string
}

export interface TerminalPorts {
	readonly clock: Clock
	readonly database: Database
	readonly env: Environment
	/** Null: this system has no pseudoterminals. */
	pty(): Promise<StartPty | null>
	/** Makes the configuration of MCP servers that gives an agent Fairlead's tools: its path. */
	tools(): Promise<string>
	/** A linked folder whose terminals people of its project may use now; null: nobody has allowed it. */
	folderOf(editorKey: string): Promise<TerminalFolder | null>
	/** The session behind an agent's card, and what it does; undefined: there is no such card. */
	agent(
		editorKey: string,
		agentId: string,
	):
		| { readonly sessionId: string; readonly status: AgentStatus; readonly title: string }
		| undefined
	/** The program of an agent is over. */
	ended(agentId: string): void
	/** To the project's room. */
	send(output: TerminalOutput): void
	/** The list of this folder is another one. */
	changed(editorKey: string): void
}

interface Entry {
	readonly editorKey: string
	readonly room: string
	terminal: Terminal
	/** Null: its program ran in a relay before this one. */
	readonly running: RunningTerminal | null
}

type Act<K extends ViewerTerminalAct['act']> = Extract<ViewerTerminalAct, { act: K }>

/** A worktree of a large project takes a while; the room gives an act nine seconds. */
const WORKTREE_MS = 7_000
const TITLE = 200

export class TerminalDesk {
	readonly #ports: TerminalPorts
	readonly #store: TerminalStore
	readonly #guard = new ProcessGuard()
	readonly #entries = new Map<string, Entry>()
	/** The last act on each terminal that is not done. */
	readonly #acting = new Map<string, Promise<void>>()
	#unavailable: string | undefined
	#closing = false

	constructor(ports: TerminalPorts) {
		this.#ports = ports
		this.#store = new TerminalStore(ports.database)
		for (const { terminal, ...where } of this.#store.restored(ports.clock.now()))
			this.#entries.set(terminal.terminalId, { ...where, terminal, running: null })
		void ports.pty().then((start) => {
			this.#unavailable = start ? undefined : NO_PTY
		})
	}

	/** Those of a folder while it is linked to this project, oldest first. */
	list(editorKey: string, room: string): TerminalList {
		const list = this.#of(editorKey)
			.filter((entry) => entry.room === room)
			.map(({ terminal }) => terminal)
		return { list, ...(this.#unavailable === undefined ? {} : { unavailable: this.#unavailable }) }
	}

	/**
	 * What a person does. The caller has checked that they may use terminals of this project.
	 *
	 * @throws {FileError} with the reason, for people
	 */
	async act(by: TerminalActor, editorKey: string, act: ViewerTerminalAct): Promise<unknown> {
		if (!('terminalId' in act)) return this.#act(by, editorKey, act)
		// In the order in which they came: a page that leaves and comes back follows.
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
				return this.#openAgent(by, place, act)
			case 'open_shell':
				return this.#openShell(by, place, act)
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
		const running = [...this.#entries.values()].flatMap(({ running }) => running ?? [])
		await Promise.all(running.map((one) => one.close()))
		this.#guard.close()
	}

	async #openAgent(
		by: TerminalActor,
		place: TerminalFolder,
		act: Act<'open_agent'>,
	): Promise<TerminalOpened> {
		const { editorKey, resume, prompt, mode, folders = [], size } = act
		const ended = resume === undefined ? null : this.#resumable(editorKey, resume)
		const agentId = resume ?? randomUUID()
		const cwd = await this.#agentFolder(place, act)
		const start = {
			sessionId: ended?.sessionId ?? agentId,
			resume: ended !== null,
			prompt,
			mode,
			folders,
			// A worktree is no folder that an editor has open.
			tools: act.worktree === true ? null : await this.#ports.tools(),
		}
		const startable = agentCommand(start, cwd, this.#ports.env)
		const title = ended?.title || lineOf(withoutSecrets(prompt ?? ''), TITLE) || 'New agent'
		const before = this.#of(editorKey).find(({ terminal }) => terminal.agentId === agentId)
		const terminalId = await this.#open(by, place, {
			editorKey,
			agentId,
			title,
			cwd,
			size,
			startable,
		})
		// Its card leads to the terminal that it runs in now.
		if (before) await this.#close(before)
		return { terminalId, agentId }
	}

	async #agentFolder({ folder }: TerminalFolder, act: Act<'open_agent'>): Promise<string> {
		if (act.worktree !== true) return folder
		if (act.resume !== undefined)
			throw new FileError(
				'invalid_arguments',
				'A session continues in the folder that it began in.',
			)
		const name = `agent-${randomBytes(4).toString('hex')}`
		return addWorktree(folder, name, AbortSignal.timeout(WORKTREE_MS))
	}

	/** @throws {FileError} unless it has ended */
	#resumable(editorKey: string, agentId: string): { sessionId: string; title: string } {
		const found = this.#ports.agent(editorKey, agentId)
		if (!found) throw new FileError('not_found', 'That session is not known here.')
		if (found.status.kind !== 'ended')
			throw new FileError('conflict', 'That session still runs. Reply to it instead.')
		return found
	}

	#openShell(
		by: TerminalActor,
		place: TerminalFolder,
		{ editorKey, size }: Act<'open_shell'>,
	): Promise<TerminalOpened> {
		if (!by.shells)
			throw new FileError('denied', 'Only owners of the project may use shells on its computers.')
		const { startable, name } = shellCommand(place.folder, this.#ports.env)
		const shell = { editorKey, title: name, cwd: place.folder, size, startable }
		return this.#open(by, place, shell).then((terminalId) => ({ terminalId }))
	}

	async #open(
		by: TerminalActor,
		place: TerminalFolder,
		wanted: {
			readonly editorKey: string
			readonly agentId?: string
			readonly title: string
			readonly cwd: string
			readonly size: TerminalSize
			readonly startable: Startable
		},
	): Promise<string> {
		const { editorKey, agentId, title, cwd, size, startable } = wanted
		const start = await this.#ports.pty()
		if (!start) throw new FileError('unsupported', NO_PTY)
		await this.#makeRoom(editorKey)
		if (this.#closing)
			throw new FileError('cancelled', 'The relay is stopping. Nothing was started.')
		const terminalId = `term_${randomBytes(8).toString('hex')}`
		const { clock, env } = this.#ports
		const running = new RunningTerminal(size, {
			clock,
			start: (events) => start(startable, { cwd, env, size }, events),
			send: (viewers, part) =>
				this.#ports.send({ editorKey, terminalId, viewers: [...viewers], part }),
			exited: (code) => this.#exited(terminalId, code),
			changed: () => this.#told(terminalId),
		})
		this.#guard.add(running.pid)
		const folder = relative(place.folder, cwd).replaceAll(sep, '/')
		const entry: Entry = {
			editorKey,
			room: place.room,
			running,
			terminal: {
				terminalId,
				...(agentId === undefined ? {} : { agentId }),
				title,
				folder: lineOf(folder, TITLE),
				size,
				startedAt: clock.now(),
				startedBy: by.name,
				state: { kind: 'running' },
			},
		}
		this.#entries.set(terminalId, entry)
		ifThereIsRoom(() => this.#store.put(entry))
		this.#ports.changed(editorKey)
		return terminalId
	}

	/** One that has ended gives way. @throws {FileError} `conflict` if all run */
	async #makeRoom(editorKey: string): Promise<void> {
		const all = this.#of(editorKey)
		if (all.length < TERMINAL_LIMITS.terminals) return
		const ended = all.find(({ terminal }) => terminal.state.kind !== 'running')
		if (!ended)
			throw new FileError(
				'conflict',
				`${TERMINAL_LIMITS.terminals} terminals run in this folder, which is the most. Close one first.`,
			)
		await this.#close(ended)
	}

	async #onTerminal(
		by: TerminalActor,
		entry: Entry,
		act: Exclude<ViewerTerminalAct, Act<'open_agent'> | Act<'open_shell'>>,
	): Promise<unknown> {
		const { running, terminal } = entry
		const { viewer } = by
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
	#agentOf({ editorKey, terminal: { agentId }, running }: Entry): RunningTerminal {
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

	async #close(entry: Entry): Promise<void> {
		const { terminalId } = entry.terminal
		await entry.running?.close()
		this.#entries.delete(terminalId)
		ifThereIsRoom(() => this.#store.remove(terminalId))
		if (!this.#closing) this.#ports.changed(entry.editorKey)
	}

	/** Of the relay, which closes: its programs are lost, not at their end. */
	#exited(terminalId: string, code: number | null): void {
		const entry = this.#entries.get(terminalId)
		if (!entry) return
		if (entry.running) this.#guard.remove(entry.running.pid)
		const { agentId } = entry.terminal
		if (agentId !== undefined && !this.#closing) this.#ports.ended(agentId)
		const at = this.#ports.clock.now()
		this.#set(entry, { state: this.#closing ? { kind: 'lost', at } : { kind: 'exited', code, at } })
		ifThereIsRoom(() => this.#store.put(entry))
	}

	#told(terminalId: string): void {
		const entry = this.#entries.get(terminalId)
		if (entry) this.#set(entry, {})
	}

	#set(entry: Entry, change: Partial<Terminal>): void {
		const { writer: _, ...terminal } = entry.terminal
		const { writer = null, size = terminal.size } = entry.running ?? {}
		entry.terminal = {
			...terminal,
			...change,
			size,
			...(writer === null ? {} : { writer: { viewer: writer.viewer, name: writer.name } }),
		}
		if (!this.#closing) this.#ports.changed(entry.editorKey)
	}
}

const notFollowed = (): FileError =>
	new FileError('conflict', 'Another page types in this terminal, or it is no longer open here.')
