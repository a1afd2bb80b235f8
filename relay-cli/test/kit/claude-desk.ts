/** A relay whose linked folder has sessions of a mock `claude`, and a double of its project's room. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Relay, startRelay } from '../../src/app/relay.ts'
import { editorKeyOf } from '../../src/home/project-key.ts'
import { thisMachine } from '../../src/unity/this-machine.ts'
import type { FakeRoom } from '../fakes/fake-room.ts'
import { RunningClaude } from '../mock-claude/running-claude.ts'
import { linkedProject } from './linked-project.ts'
import { type CommandResult, runFairlead } from './relay-process.ts'
import { type Cleanups, until } from './support.ts'

export class ClaudeDesk {
	/** The relay's own folder. */
	readonly home: string
	/** The linked folder. */
	readonly path: string
	/** The folder of Claude Code. */
	readonly claude: string
	readonly room: FakeRoom
	/** The present relay: another one after {@link start}. */
	relay!: Relay
	readonly #cleanups: Cleanups

	private constructor(cleanups: Cleanups, home: string, path: string, room: FakeRoom) {
		this.#cleanups = cleanups
		this.home = home
		this.path = path
		this.room = room
		this.claude = join(home, '..', 'claude')
		mkdirSync(this.claude)
	}

	/** @param opens whether the room asks people about calls: see {@link FakeRoom} */
	static async open(cleanups: Cleanups, opens: true | null = null): Promise<ClaudeDesk> {
		const { home, path, room } = await linkedProject(cleanups)
		room.opens = opens
		const desk = new ClaudeDesk(cleanups, home, path, room)
		await desk.start()
		return desk
	}

	/** The linked folder, as the room names it. */
	get key(): string {
		return editorKeyOf(this.relay.relayId, this.path)
	}

	/** Starts a relay, after the one before was closed. */
	async start(): Promise<void> {
		this.relay = await this.relayIn(this.home)
		await until('the relay', () => this.room.hasRelay)
	}

	/** A relay with another home, for the same Claude Code. */
	async relayIn(home: string): Promise<Relay> {
		const env = (name: string): string | undefined => ({ CLAUDE_CONFIG_DIR: this.claude })[name]
		const relay = await startRelay({ home, machine: { ...thisMachine(), env } })
		return this.#cleanups.add(relay, (made) => made.close())
	}

	/** A command of the relay's program. */
	fairlead(...args: string[]): Promise<CommandResult> {
		const { home, claude } = this
		return runFairlead(args, { FAIRLEAD_HOME: home, CLAUDE_CONFIG_DIR: claude, NO_COLOR: '1' })
	}

	/** Transcripts of all sessions, as they are. */
	transcripts(): string[] {
		const projects = join(this.claude, 'projects')
		return readdirSync(projects, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.jsonl'))
			.map((name) => readFileSync(join(projects, name), 'utf8'))
	}

	/** A session in the linked folder. */
	async session(env: Record<string, string> = {}): Promise<RunningClaude> {
		const running = await RunningClaude.start(this.path, this.claude, env)
		return this.#cleanups.add(running, (made) => made.kill())
	}
}
