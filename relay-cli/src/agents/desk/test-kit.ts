/** An {@link AgentDesk} over folders on the disk, with a clock that stands, for tests. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
	type AgentCard,
	AgentList,
	type AgentStatus,
	AgentsChanged,
} from '@fairlead/protocol/agents/agents'
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { ManualClock } from '../../../test/kit/manual-clock.ts'
import { type Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { type RecordOptions, Records } from '../../../test/mock-claude/records.ts'
import type { ClaudeProcesses } from '../living/claude-processes.ts'
import type { RegisteredSession } from '../living/registry.ts'
import { hashOf } from '../transcripts/claude-folder.ts'
import { AgentDesk } from './agent-desk.ts'
import type { LinkedFolder } from './allowed-folders.ts'

export const KEY = 'relay:000000000001'

export class DeskWorld {
	readonly clock = new ManualClock()
	readonly claude: string
	/** The folders with sessions that the relay runs itself. */
	readonly own: string
	/** The sessions of the relay that run. */
	readonly running = new Set<string>()
	/** The sessions that can be continued. */
	readonly continuing = new Set<string>()
	/** The linked folder. */
	readonly folder: string
	readonly database: DatabaseSync
	linked: LinkedFolder[]
	allowed: string[]
	terminalsAllowed: string[] = []
	terminals: Terminal[] = []
	registry: RegisteredSession[] | null = null
	processes: ClaudeProcesses | null = null
	readonly told: AgentsChanged[] = []
	/** The folder of each agent that began to wait. */
	readonly waits: string[] = []
	readonly unknown: string[] = []
	/** Whether the folder could have terminals, at each change of what is allowed. */
	readonly withTerminals: boolean[] = []
	desk: AgentDesk
	readonly #cleanups: Cleanups

	constructor(cleanups: Cleanups) {
		this.#cleanups = cleanups
		const { path } = cleanups.add(temporaryFolder(), (made) => made.remove())
		this.claude = join(path, 'claude')
		this.own = join(path, 'acp')
		this.folder = join(path, 'game')
		for (const folder of [this.claude, this.folder]) mkdirSync(folder)
		this.database = cleanups.add(new DatabaseSync(join(path, 'relay.db')), (made) => made.close())
		this.linked = [{ editorKey: KEY, folder: this.folder, room: 'room' }]
		this.allowed = [this.folder]
		this.desk = this.#open()
	}

	#open(): AgentDesk {
		const desk = new AgentDesk({
			clock: this.clock,
			database: this.database,
			claude: this.claude,
			own: this.own,
			runs: (sessionId) => this.running.has(sessionId),
			continues: (agentId) => this.continuing.has(agentId),
			linked: () => this.linked,
			allowed: async () => ({ agents: this.allowed, terminals: this.terminalsAllowed }),
			terminals: () => ({ list: this.terminals }),
			allowedChanged: (folders) => this.withTerminals.push(folders.withTerminals(KEY) !== null),
			registry: async () => this.registry,
			processes: async () => this.processes,
			send: (change) => this.told.push(AgentsChanged.parse(change)),
			waits: (editorKey) => this.waits.push(editorKey),
			unknown: (type) => this.unknown.push(type),
		})
		return this.#cleanups.add(desk, (made) => made.close())
	}

	/** A relay in the place of this one, with the same home. */
	restart(): void {
		this.desk.close()
		this.desk = this.#open()
	}

	/** An agent's terminal, which runs. */
	terminal(agentId: string, more: Partial<Terminal> = {}): Terminal {
		return {
			terminalId: 'term_0123456789abcdef',
			agentId,
			title: 'Mend the door',
			folder: '',
			size: { columns: 80, rows: 24 },
			startedAt: this.clock.now(),
			startedBy: 'Emil',
			state: { kind: 'running' },
			...more,
		}
	}

	/** A session in this folder, whose lines go to its file. */
	session(
		sessionId: string,
		more: Partial<RecordOptions> & { readonly hash?: string } = {},
	): MockSession {
		const { hash, ...options } = more
		const cwd = more.cwd ?? this.folder
		const path = join(this.claude, 'projects', hash ?? hashOf(cwd), `${sessionId}.jsonl`)
		return new MockSession(path, { sessionId, now: () => this.clock.now(), ...options, cwd })
	}

	hook(name: string, sessionId: string, more: object = {}): void {
		this.desk.hook({ hook_event_name: name, session_id: sessionId, cwd: this.folder, ...more })
	}

	async pass(ms: number): Promise<void> {
		this.clock.advance(ms)
		await this.desk.scan()
	}

	/** The cards after all that was written has been read. */
	async cards(editorKey = KEY): Promise<AgentCard[]> {
		await this.desk.scan()
		return AgentList.parse(this.desk.list(editorKey)).cards
	}

	async card(agentId: string): Promise<AgentCard | undefined> {
		return (await this.cards()).find((card) => card.agentId === agentId)
	}

	async status(agentId: string): Promise<AgentStatus | undefined> {
		return (await this.card(agentId))?.status
	}
}

export class MockSession extends Records {
	readonly path: string
	readonly #options: RecordOptions

	constructor(path: string, options: RecordOptions) {
		super(options)
		this.path = path
		this.#options = options
		mkdirSync(dirname(path), { recursive: true })
	}

	write(...lines: readonly string[]): void {
		appendFileSync(this.path, `${lines.join('\n')}\n`)
	}

	/** A sub-agent of this session. */
	sub(agentId: string, meta?: object, cwd = this.#options.cwd): MockSession {
		const folder = join(this.path.replace(/\.jsonl$/, ''), 'subagents')
		const path = join(folder, `agent-${agentId}.jsonl`)
		const sub = new MockSession(path, { ...this.#options, agentId, cwd })
		if (meta) writeFileSync(path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta))
		return sub
	}
}
