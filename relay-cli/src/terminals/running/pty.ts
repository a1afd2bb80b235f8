/** Programs in pseudoterminals, by `@lydell/node-pty`. It is an optional package: without it, everything else works. */
import type { TerminalSize } from '@fairlead/protocol/agents/terminals'
import type { Environment } from '../../programs/clean-environment.ts'
import type { Startable } from '../../programs/find-program.ts'

export interface Pty {
	/** The program's process, which leads a group of its own except on Windows. */
	readonly pid: number
	write(data: string): void
	resize(size: TerminalSize): void
	/** Stops reading: the program waits once its buffer is full. */
	pause(): void
	resume(): void
	/** Ends the program as closing a terminal's window does. */
	hangUp(): void
}

export interface PtyEvents {
	data(data: string): void
	/** @param code null: a signal ended it */
	exit(code: number | null): void
}

/** @throws if the program cannot be started */
export type StartPty = (
	startable: Startable,
	place: { readonly cwd: string; readonly env: Environment; readonly size: TerminalSize },
	events: PtyEvents,
) => Pty

export const NO_PTY =
	'Terminals are not available on that computer: its system has no build of the package @lydell/node-pty.'

/** @returns null if this system has no build of the package, or it was not installed */
export async function loadPty(): Promise<StartPty | null> {
	const pty = await import('@lydell/node-pty').catch(() => null)
	if (!pty) return null
	return ({ file, args, verbatim }, { cwd, env, size }, events) => {
		const program = pty.spawn(file, verbatim ? args.join(' ') : [...args], {
			name: 'xterm-256color',
			cols: size.columns,
			rows: size.rows,
			cwd,
			env: { ...env },
		})
		program.onData((data) => events.data(data))
		program.onExit(({ exitCode, signal }) => events.exit(signal ? null : exitCode))
		return {
			pid: program.pid,
			write: (data) => program.write(data),
			resize: ({ columns, rows }) => program.resize(columns, rows),
			pause: () => program.pause(),
			resume: () => program.resume(),
			hangUp: () => program.kill(),
		}
	}
}
