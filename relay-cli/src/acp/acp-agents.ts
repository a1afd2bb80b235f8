/** The agents of the Agent Client Protocol that people on this computer have declared: starts them, and keeps their transcripts. */
import { existsSync, statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentDesk } from '../agents/desk/agent-desk.ts'
import type { PermissionRequests } from '../agents/permissions/permission-requests.ts'
import { hashOf } from '../agents/transcripts/claude-folder.ts'
import { FileError } from '../files/file-error.ts'
import type { AcpProgram } from '../home/settings.ts'
import type { Clock } from '../platform/clock.ts'
import type { Environment } from '../programs/clean-environment.ts'
import { findProgram, type Startable } from '../programs/find-program.ts'
import type { ProcessGuard } from '../programs/processes/process-guard.ts'
import { AcpAgent, type AskedTool } from './acp-agent.ts'
import type { AcpSessions } from './acp-sessions.ts'
import { fairleadServer } from './agent-tools.ts'
import type { AskedPermission } from './asked-permission.ts'
import { SessionTranscript } from './session-transcript.ts'

export interface AcpAgentsPorts {
	readonly home: string
	readonly clock: Clock
	readonly env: Environment
	readonly sessions: AcpSessions
	agents(): AgentDesk
	permissions(): PermissionRequests
}

export interface AcpWish {
	readonly program: AcpProgram
	/** The id of the agent's card, and of its session as the page knows it. */
	readonly agentId: string
	readonly cwd: string
	readonly folders: readonly string[]
	readonly prompt: string | undefined
	/** Whether the agent gets Fairlead's tools. */
	readonly tools: boolean
	/** The agent's own id of the session that it continues; null: it begins a new one. */
	readonly session: string | null
}

export interface AcpEvents {
	readonly guard: ProcessGuard
	/** Its modes are others. */
	changed(): void
	exited(code: number | null): void
}

interface Asking {
	readonly agent: string
	readonly agentId: string
	tool: AskedTool | null
}

const KEPT_MS = 7 * 24 * 3_600_000

/** The relay's own transcripts, in folders named as those of Claude Code. */
export const acpTranscripts = (home: string): string => join(home, 'acp', 'projects')

const transcriptOf = (home: string, cwd: string, agentId: string): string =>
	join(acpTranscripts(home), hashOf(cwd), `${agentId}.jsonl`)

export class AcpAgents {
	readonly #ports: AcpAgentsPorts

	constructor(ports: AcpAgentsPorts) {
		this.#ports = ports
		void this.#prune()
	}

	/** @throws {FileError} `not_found` if its program is missing */
	start(wish: AcpWish, { guard, changed, exited }: AcpEvents): AcpAgent {
		const { home, clock, env, sessions } = this.#ports
		const { program, agentId, cwd, folders, prompt, tools, session } = wish
		const startable = found(program, cwd, env)
		void this.#prune()
		const path = transcriptOf(home, cwd, agentId)
		const transcript = new SessionTranscript(
			path,
			{ sessionId: agentId, cwd },
			{ now: () => clock.now(), written: () => this.#ports.agents().wrote(path) },
			{ since: statSync(path, { throwIfNoEntry: false })?.size ?? 0 },
		)
		const opening = { cwd, folders, tools: tools ? serverOf(home, agentId) : null, session }
		const asking: Asking = { agent: program.name, agentId, tool: null }
		return new AcpAgent(program.name, startable, opening, prompt, {
			clock,
			guard,
			env,
			transcript,
			ask: (asked, signal) => this.#ask(asking, asked, signal),
			asks: (tool) => {
				asking.tool = tool
				this.#ports.agents().asks(agentId, tool)
			},
			opened: ({ id, continues }) => {
				if (continues)
					sessions.put(agentId, { program, session: id, cwd, folders, tools }, clock.now())
				else sessions.remove(agentId)
			},
			modesChanged: changed,
			exited: async (code) => {
				// The card must show how the session ended before the end is reported.
				await this.#ports.agents().read(path)
				exited(code)
			},
		})
	}

	async #ask(
		asking: Asking,
		asked: AskedPermission,
		signal: AbortSignal,
	): ReturnType<PermissionRequests['ask']> {
		const agents = this.#ports.agents()
		const { agent, agentId: sessionId } = asking
		const session = await agents.sessionOf(sessionId)
		if (!session || signal.aborted) return null
		// The permission may be older than the first read of the transcript.
		agents.asks(sessionId, asking.tool)
		let end: () => void = () => undefined
		const opened = (conversationId: string | null): void => {
			end = agents.waits({ sessionId, subId: null, conversationId, over: () => undefined })
		}
		try {
			const question = { agent, session: session.title, ...asked }
			return await this.#ports
				.permissions()
				.ask(session.editorKey, sessionId, question, { signal, opened })
		} finally {
			end()
		}
	}

	/** Removes the transcripts that nobody has written to for a week, and forgets their sessions. */
	async #prune(): Promise<void> {
		const before = this.#ports.clock.now() - KEPT_MS
		const projects = acpTranscripts(this.#ports.home)
		for (const folder of await readdir(projects).catch(() => []))
			for (const name of await readdir(join(projects, folder)).catch(() => [])) {
				const path = join(projects, folder, name)
				const stats = await stat(path).catch(() => null)
				if (stats && stats.mtimeMs < before) await rm(path, { force: true }).catch(() => undefined)
			}
		this.#ports.sessions.prune(
			before,
			(agentId, { cwd }) => !existsSync(transcriptOf(this.#ports.home, cwd, agentId)),
		)
	}
}

function found({ name, command }: AcpProgram, cwd: string, env: Environment): Startable {
	try {
		return findProgram(cwd, command, env)
	} catch (error) {
		if (!(error instanceof FileError) || error.code !== 'not_found') throw error
		throw new FileError(
			'not_found',
			`${name} was not found on that computer: there is no program ${JSON.stringify(command[0])}.`,
			{ hint: 'Install it there, or start the relay in a terminal in which it works.' },
		)
	}
}

function serverOf(home: string, agentId: string) {
	const { env, ...server } = fairleadServer(home, agentId)
	const variables = Object.entries(env).map(([name, value]) => ({ name, value }))
	return { name: 'fairlead', ...server, env: variables }
}
