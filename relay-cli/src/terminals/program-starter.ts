/** Starts agents and shells for the desk of terminals. */
import { randomBytes, randomUUID } from 'node:crypto'
import type {
	TerminalActor,
	TerminalOpened,
	TerminalSize,
	ViewerTerminalAct,
} from '@fairlead/protocol/agents/terminals'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import type { AcpWish } from '../acp/acp-agents.ts'
import { lineOf } from '../agents/transcripts/fields.ts'
import { FileError } from '../files/file-error.ts'
import type { AcpProgram } from '../home/settings.ts'
import type { Startable } from '../programs/find-program.ts'
import type { ProcessGuard } from '../programs/processes/process-guard.ts'
import { agentCommand, existingFolder, isFolder } from './agent-command.ts'
import { NO_PTY } from './running/pty.ts'
import { RunningTerminal } from './running/running-terminal.ts'
import { shellCommand } from './shell-command.ts'
import type { Entry, StartedProgram, TerminalFolder, TerminalPorts } from './terminal-ports.ts'
import { addWorktree } from './worktree.ts'

type OpenAgent = Extract<ViewerTerminalAct, { act: 'open_agent' }>
type OpenShell = Extract<ViewerTerminalAct, { act: 'open_shell' }>

/** The desk's side: it keeps the programs that were started. */
export interface StartedPrograms {
	readonly guard: ProcessGuard
	/** @throws {FileError} if there is none, or the relay ends */
	makeRoom(editorKey: string): Promise<void>
	add(by: TerminalActor, place: TerminalFolder, started: StartedProgram): Entry
	/** The newest of an agent's. */
	ofAgent(editorKey: string, agentId: string): Entry | undefined
	close(entry: Entry): Promise<void>
	exited(terminalId: string, code: number | null): void
	/** Another page types in the terminal, or its size or its agent's modes are others. */
	changed(terminalId: string): void
}

/** The room gives an act nine seconds: an agent that takes longer starts behind its card. */
const ANSWER_MS = 8_000
/** A worktree of a large project takes a while. */
const WORKTREE_MS = 7_000
const TITLE = 200
const STILL_RUNS = 'That session still runs. Reply to it instead.'

export class ProgramStarter {
	/** The agents besides Claude Code that may be started. */
	programs: readonly AcpProgram[] = []
	readonly #ports: TerminalPorts
	readonly #list: StartedPrograms

	constructor(ports: TerminalPorts, list: StartedPrograms) {
		this.#ports = ports
		this.#list = list
	}

	/** @throws {FileError} with the reason, for people */
	async agent(by: TerminalActor, place: TerminalFolder, act: OpenAgent): Promise<TerminalOpened> {
		const { editorKey, resume, prompt, mode, folders = [], size } = act
		if (resume !== undefined && this.#isAcp(editorKey, resume))
			return this.#continueProgram(by, place, act, resume)
		if (act.program !== undefined) return this.#openProgram(by, place, act, act.program)
		const ended = resume === undefined ? null : this.#resumable(editorKey, resume)
		const agentId = resume ?? randomUUID()
		const cwd = await this.#agentFolder(place, act)
		const start = {
			sessionId: ended?.sessionId ?? agentId,
			resume: ended !== null,
			prompt,
			mode,
			folders,
			// No editor has the worktree open, so Fairlead's tools would change the linked folder instead.
			tools: act.worktree === true ? null : await this.#ports.tools(agentId),
		}
		const startable = agentCommand(start, cwd, this.#ports.env)
		const title = ended?.title || titleOf(prompt) || 'New agent'
		const before = this.#list.ofAgent(editorKey, agentId)
		const terminalId = await this.#open(by, place, {
			editorKey,
			agentId,
			title,
			cwd,
			size,
			startable,
		})
		// The card leads to the new terminal, so the old one goes.
		if (before) await this.#list.close(before)
		return { terminalId, agentId }
	}

	async #openProgram(
		by: TerminalActor,
		place: TerminalFolder,
		act: OpenAgent,
		name: string,
	): Promise<TerminalOpened> {
		const program = this.programs.find((one) => one.name === name)
		if (!program)
			throw new FileError('not_found', `Nobody on that computer has declared an agent ${name}.`, {
				hint: 'A person there adds it: fairlead agents add <name> -- <command>.',
			})
		if (act.resume !== undefined || act.mode !== undefined)
			throw new FileError('unsupported', `${name} cannot be started with these choices.`)
		const { prompt, folders = [] } = act
		const begunAt = this.#ports.clock.awake()
		const cwd = await this.#agentFolder(place, act)
		const wish = {
			program,
			agentId: randomUUID(),
			cwd,
			folders: folders.map((folder) => existingFolder(folder, cwd)),
			prompt,
			tools: act.worktree !== true,
			session: null,
		}
		return this.#startProgram(by, place, act, { wish, title: titleOf(prompt) || name, begunAt })
	}

	/** After a start of the relay, its transcript may not be found yet. */
	#isAcp(editorKey: string, agentId: string): boolean {
		const terminal = this.#list.ofAgent(editorKey, agentId)?.terminal
		return terminal?.protocol !== undefined || this.#ports.isAcp(agentId)
	}

	/** @throws {FileError} unless its agent can be started again as it was */
	async #continueProgram(
		by: TerminalActor,
		place: TerminalFolder,
		act: OpenAgent,
		agentId: string,
	): Promise<TerminalOpened> {
		const { editorKey, program, mode, worktree, folders, prompt } = act
		if ([program, mode, worktree, folders].some((choice) => choice !== undefined))
			throw new FileError('invalid_arguments', 'A session continues as it began, with no choices.')
		const { title } = this.#resumable(editorKey, agentId)
		const kept = this.#ports.acpSession(agentId)
		if (!kept)
			throw new FileError(
				'unsupported',
				'This agent cannot continue a session that has ended. Start a new one.',
			)
		const { name, command } = kept.program
		const declared = this.programs.find((one) => one.name === name)
		if (!declared)
			throw new FileError('not_found', `${name} was removed on that computer.`, {
				hint: 'A person there adds it again: fairlead agents add <name> -- <command>.',
			})
		if (JSON.stringify(declared.command) !== JSON.stringify(command))
			throw new FileError(
				'conflict',
				`The command of ${name} was changed on that computer after this session began. Start a new agent.`,
			)
		if (!isFolder(kept.cwd))
			throw new FileError('not_found', 'The folder that this session began in no longer exists.')
		const before = this.#list.ofAgent(editorKey, agentId)
		const wish = {
			...kept,
			agentId,
			folders: kept.folders.map((folder) => existingFolder(folder, kept.cwd)),
			prompt,
		}
		const begunAt = this.#ports.clock.awake()
		const opened = await this.#startProgram(by, place, act, { wish, title, begunAt })
		if (before) await this.#list.close(before)
		return opened
	}

	async #startProgram(
		by: TerminalActor,
		place: TerminalFolder,
		{ editorKey, size }: OpenAgent,
		start: { readonly wish: AcpWish; readonly title: string; readonly begunAt: number },
	): Promise<TerminalOpened> {
		const { wish, title, begunAt } = start
		const { agentId, cwd } = wish
		await this.#list.makeRoom(editorKey)
		// Another page may have continued it meanwhile.
		if (this.#list.ofAgent(editorKey, agentId)?.terminal.state.kind === 'running')
			throw new FileError('conflict', STILL_RUNS)
		const terminalId = newId()
		const acp = this.#ports.startAcp(wish, {
			guard: this.#list.guard,
			changed: () => this.#list.changed(terminalId),
			exited: (code) => this.#list.exited(terminalId, code),
		})
		const { name } = wish.program
		const terminal = { terminalId, agentId, title, size, protocol: 'acp' as const, program: name }
		const entry = this.#list.add(by, place, { editorKey, cwd, terminal, running: null, acp })
		try {
			await acp.startsWithin(Math.max(1_000, ANSWER_MS - (this.#ports.clock.awake() - begunAt)))
		} catch (error) {
			await this.#list.close(entry)
			throw error
		}
		return { terminalId, agentId }
	}

	async #agentFolder({ folder }: TerminalFolder, act: OpenAgent): Promise<string> {
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
		if (found.status.kind !== 'ended') throw new FileError('conflict', STILL_RUNS)
		return found
	}

	shell(
		by: TerminalActor,
		place: TerminalFolder,
		{ editorKey, size }: OpenShell,
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
		await this.#list.makeRoom(editorKey)
		const terminalId = newId()
		const { clock, env } = this.#ports
		const running = new RunningTerminal(size, {
			clock,
			start: (events) => start(startable, { cwd, env, size }, events),
			send: (viewers, part) =>
				this.#ports.send({ editorKey, terminalId, viewers: [...viewers], part }),
			exited: (code) => this.#list.exited(terminalId, code),
			changed: () => this.#list.changed(terminalId),
		})
		this.#list.guard.add(running.pid)
		const terminal = { terminalId, ...(agentId === undefined ? {} : { agentId }), title, size }
		this.#list.add(by, place, { editorKey, cwd, terminal, running, acp: null })
		return terminalId
	}
}

const newId = (): string => `term_${randomBytes(8).toString('hex')}`

const titleOf = (prompt = ''): string => lineOf(withoutSecrets(prompt), TITLE)
