/** Which of the followed sessions still have a process. */
import type { Clock } from '../../platform/clock.ts'
import type { ClaudeProcesses } from '../living/claude-processes.ts'
import { type LifeAsked, livesOf } from '../living/life.ts'
import type { RegisteredSession } from '../living/registry.ts'
import type { CardBindings } from './card-bindings.ts'
import type { CardChanges } from './card-changes.ts'
import type { FollowedFile } from './followed-file.ts'
import type { SessionBoard } from './session-board.ts'

export interface LifePorts {
	readonly clock: Clock
	processes(): Promise<ClaudeProcesses | null>
	/** The relay runs the agent of this session now. */
	runs(sessionId: string): boolean
	/** The session of an agent of the relay can be continued after its end. */
	continues(agentId: string): boolean
}

/** Listing processes takes the system some time, and PowerShell seconds. */
const PROCESSES_MS = 15_000

export class SessionLives {
	readonly #ports: LifePorts
	readonly #board: SessionBoard
	readonly #bindings: CardBindings
	readonly #changes: CardChanges
	#processesAt = Number.NEGATIVE_INFINITY
	#processes: ClaudeProcesses | null = null

	constructor(ports: LifePorts, board: SessionBoard, bindings: CardBindings, changes: CardChanges) {
		this.#ports = ports
		this.#board = board
		this.#bindings = bindings
		this.#changes = changes
	}

	async ask(registry: readonly RegisteredSession[] | null): Promise<void> {
		const { clock } = this.#ports
		this.#changes.registered(new Map(registry?.map(({ pid, sessionId }) => [pid, sessionId])))
		const asked: LifeAsked[] = []
		for (const [agentId, file] of this.#board.current()) {
			if (file.place.kind !== 'inside' || file.isOwn) continue
			// After `/clear` the process may have a session that has no file yet.
			const entry = registry?.find(({ sessionId }) => this.#bindings.agentOf(sessionId) === agentId)
			file.registered(entry)
			if (entry || file.session.ended?.sure) continue
			const { sessionId, wasRegistered, session } = file
			const folder = file.place.real
			asked.push({ sessionId, wasRegistered, folder, heardAt: session.heardAt })
		}
		if (asked.some(({ wasRegistered }) => !wasRegistered)) await this.#listProcesses()
		const lives = livesOf(asked, registry, this.#processes, clock.now())
		for (const [sessionId, life] of lives) {
			const file = this.#board.of(sessionId)
			if (!file || (life !== 'gone' && life !== 'perhaps gone')) continue
			file.tell({ kind: 'gone', sure: life === 'gone' })
			this.endSubAgents(file, life === 'gone')
		}
	}

	/** Ends an agent's card, and those of its sub-agents, whatever its files say. */
	programEnded(agentId: string): void {
		const file = this.#board.current().get(agentId)
		if (!file) return
		file.tell({ kind: 'gone', sure: true })
		this.endSubAgents(file, true)
	}

	/** Ends the sub-agents of a session, so that they stay ended if the session is resumed. */
	endSubAgents({ sessionId }: FollowedFile, sure: boolean): void {
		for (const sub of this.#board.subAgentsOf(sessionId)) sub.tell({ kind: 'gone', sure })
	}

	async #listProcesses(): Promise<void> {
		const { clock } = this.#ports
		if (clock.awake() - this.#processesAt < PROCESSES_MS) return
		this.#processesAt = clock.awake()
		this.#processes = await this.#ports.processes()
	}

	/** Ends a session of the relay whose process is gone, even if an earlier relay had started it. */
	endOwn(file: FollowedFile): void {
		if (file.isOwn && !file.session.ended && !this.#ports.runs(file.sessionId))
			file.tell({ kind: 'gone', sure: true })
	}
}
