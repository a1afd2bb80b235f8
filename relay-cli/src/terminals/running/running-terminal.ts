/** One program in a terminal, with its screen, its output, and the pages that follow it. */
import {
	type OutputPart,
	TERMINAL_LIMITS,
	type TerminalActor,
	type TerminalSize,
} from '@fairlead/protocol/agents/terminals'
import type { Clock } from '../../platform/clock.ts'
import { groupsBelow } from '../../programs/processes/groups-below.ts'
import { endTree } from '../../programs/processes/process-tree.ts'
import { Followers } from './followers.ts'
import { KeptOutput } from './kept-output.ts'
import type { Pty, PtyEvents } from './pty.ts'
import { Screen } from './screen.ts'

/** Output within this time goes in one frame; the first is sent at once, and so is the echo of a key. */
const GATHER_MS = 12
/** The program waits while so much of its output is not on the screen. */
const BEHIND = { most: 1_048_576, again: 131_072 } as const
/** Between being asked to end and being ended. */
const GRACE_MS = 2_000
/** A program takes keys that come with a paste for a part of it: Enter follows its echo, or silence. */
const ENTER = { afterEchoMs: 100, afterSilenceMs: 2_000 } as const
const ESCAPE = '\x1b'
const ENTER_KEY = '\r'

export interface RunningPorts {
	readonly clock: Clock
	start(events: PtyEvents): Pty
	send(viewers: readonly string[], part: OutputPart): void
	exited(code: number | null): void
	/** Another page types, or the size has changed. */
	changed(): void
}

export class RunningTerminal {
	readonly #ports: RunningPorts
	readonly #kept = new KeptOutput(TERMINAL_LIMITS.kept)
	readonly #screen: Screen
	readonly #followers: Followers
	readonly #pty: Pty
	readonly #ended = Promise.withResolvers<void>()
	#size: TerminalSize
	#writer: TerminalActor | null = null
	#isRunning = true
	#isPaused = false
	#flushedAt = Number.NEGATIVE_INFINITY
	#cancelFlush: (() => void) | null = null
	/** A prompt was pasted, and nothing was heard since. */
	#awaitsEcho = false
	#cancelEnter: () => void = () => undefined
	#cancelKill: () => void = () => undefined

	/** @throws if the program cannot be started */
	constructor(size: TerminalSize, ports: RunningPorts) {
		this.#ports = ports
		this.#size = size
		this.#screen = new Screen(size, {
			answer: (data) => this.#toProgram(data),
			shown: () => this.#readOn(),
		})
		this.#followers = new Followers({
			kept: this.#kept,
			screen: this.#screen,
			size: () => this.#size,
			send: (viewers, part) => ports.send(viewers, part),
		})
		this.#pty = ports.start({
			data: (data) => this.#output(data),
			exit: (code) => this.#exited(code),
		})
	}

	get pid(): number {
		return this.#pty.pid
	}

	get size(): TerminalSize {
		return this.#size
	}

	get writer(): TerminalActor | null {
		return this.#writer
	}

	get isRunning(): boolean {
		return this.#isRunning
	}

	/** The program has asked for pastes to be marked: only then is a prompt sure to be read as one. */
	get takesPrompts(): boolean {
		return this.#isRunning && this.#screen.takesPastes
	}

	follow(by: TerminalActor, from: number | undefined): Promise<OutputPart> {
		return this.#followers.add(by, from)
	}

	/** This page was closed, or looks at something else. */
	left(viewer: string): void {
		this.#followers.remove(viewer)
		if (this.#writer?.viewer !== viewer) return
		this.#writer = null
		this.#ports.changed()
	}

	/** Every page has left. */
	leftByAll(): void {
		this.#followers.clear()
		if (this.#writer === null) return
		this.#writer = null
		this.#ports.changed()
	}

	seen(viewer: string, to: number): void {
		this.#followers.seen(viewer, to)
	}

	/** Keys of a page. The first that follows it and types is the one that types; those of others are dropped. */
	input(viewer: string, data: string): void {
		const by = this.#followers.of(viewer)
		if (!by) return
		if (this.#writer === null) {
			this.#writer = by
			this.#ports.changed()
		}
		if (this.#writer.viewer !== viewer) return
		this.#flushedAt = Number.NEGATIVE_INFINITY
		this.#toProgram(data)
	}

	/** @returns false if this page does not follow the terminal */
	take(viewer: string, size: TerminalSize): boolean {
		const by = this.#followers.of(viewer)
		if (!by) return false
		this.#writer = by
		this.#resize(size)
		this.#ports.changed()
		return true
	}

	/** @returns false if another page types */
	resize(viewer: string, size: TerminalSize): boolean {
		if (this.#writer !== null && this.#writer.viewer !== viewer) return false
		if (!this.#followers.has(viewer)) return false
		if (this.#resize(size)) this.#ports.changed()
		return true
	}

	/** Pastes a prompt, and enters it. */
	say(text: string): void {
		this.#toProgram(`${ESCAPE}[200~${withoutControls(text)}${ESCAPE}[201~`)
		this.#awaitsEcho = true
		this.#enterIn(ENTER.afterSilenceMs)
	}

	#enterIn(ms: number): void {
		this.#cancelEnter()
		this.#cancelEnter = this.#ports.clock.after(ms, () => {
			this.#awaitsEcho = false
			this.#toProgram(ENTER_KEY)
		})
	}

	interrupt(): void {
		this.#toProgram(ESCAPE)
	}

	/** Resolves when the program has ended. */
	async close(): Promise<void> {
		if (this.#isRunning) {
			const { pid } = this.#pty
			// Agents and shells give their commands groups of their own, which would be left behind.
			const groups = await groupsBelow(pid)
			if (this.#isRunning) {
				this.#pty.hangUp()
				this.#cancelKill = this.#ports.clock.after(GRACE_MS, () => endTree(pid))
			}
			await this.#ended.promise
			for (const group of groups) endTree(group)
		}
		this.#cancelFlush?.()
		this.#screen.close()
	}

	#toProgram(data: string): void {
		if (this.#isRunning) this.#pty.write(data)
	}

	#resize(size: TerminalSize): boolean {
		const { columns, rows } = this.#size
		if (!this.#isRunning || (columns === size.columns && rows === size.rows)) return false
		// Output written for the old size must be sent before the new size.
		this.#flush()
		this.#size = size
		this.#screen.resize(size)
		this.#pty.resize(size)
		this.#flush()
		return true
	}

	#output(data: string): void {
		this.#kept.add(data)
		this.#screen.write(data)
		if (this.#awaitsEcho) {
			this.#awaitsEcho = false
			this.#enterIn(ENTER.afterEchoMs)
		}
		if (this.#screen.behind > BEHIND.most && !this.#isPaused) {
			this.#isPaused = true
			this.#pty.pause()
		}
		this.#flushSoon()
	}

	#readOn(): void {
		if (!this.#isPaused || this.#screen.behind > BEHIND.again) return
		this.#isPaused = false
		if (this.#isRunning) this.#pty.resume()
	}

	#flushSoon(): void {
		if (this.#cancelFlush) return
		const { clock } = this.#ports
		const wait = this.#flushedAt + GATHER_MS - clock.awake()
		if (wait <= 0) this.#flush()
		else
			this.#cancelFlush = clock.after(wait, () => {
				this.#cancelFlush = null
				this.#flush()
			})
	}

	#flush(): void {
		this.#flushedAt = this.#ports.clock.awake()
		this.#followers.flush()
	}

	#exited(code: number | null): void {
		this.#isRunning = false
		this.#cancelKill()
		this.#cancelEnter()
		this.#writer = null
		this.#flush()
		this.#ended.resolve()
		this.#ports.exited(code)
	}
}

/** A prompt cannot end its own paste, or press keys. */
const withoutControls = (text: string): string =>
	text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}]/gu, (char) => ('\n\t'.includes(char) ? char : ''))
