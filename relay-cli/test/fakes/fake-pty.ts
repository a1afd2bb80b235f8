/** A pseudoterminal whose program is the test. */
import type { TerminalSize } from '@fairlead/protocol/agents/terminals'
import type { Environment } from '../../src/programs/clean-environment.ts'
import type { Startable } from '../../src/programs/find-program.ts'
import type { Pty, PtyEvents, StartPty } from '../../src/terminals/running/pty.ts'

export class FakePty implements Pty {
	/** An id that no process has. */
	readonly pid = 2 ** 30
	readonly startable: Startable
	readonly env: Environment
	readonly cwd: string
	/** Keys that it got. */
	typed = ''
	size: TerminalSize
	isPaused = false
	/** Whether it ends when it is asked to. */
	endsWhenAsked = true
	readonly #events: PtyEvents

	private constructor(
		startable: Startable,
		{ cwd, env, size }: Parameters<StartPty>[1],
		events: PtyEvents,
	) {
		this.startable = startable
		this.cwd = cwd
		this.env = env
		this.size = size
		this.#events = events
	}

	/** @param made every one that was started, oldest first */
	static starter(made: FakePty[]): StartPty {
		return (startable, place, events) => {
			const pty = new FakePty(startable, place, events)
			made.push(pty)
			return pty
		}
	}

	/** Writes as the program would. */
	print(data: string): void {
		this.#events.data(data)
	}

	exit(code: number | null): void {
		this.#events.exit(code)
	}

	write(data: string): void {
		this.typed += data
	}

	resize(size: TerminalSize): void {
		this.size = size
	}

	pause(): void {
		this.isPaused = true
	}

	resume(): void {
		this.isPaused = false
	}

	hangUp(): void {
		if (this.endsWhenAsked) this.exit(null)
	}
}
