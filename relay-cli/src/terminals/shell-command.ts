/** The shell that a person on this computer has chosen. */
import { basename } from 'node:path'
import { systemProgram } from '../platform/system-program.ts'
import type { Environment } from '../programs/clean-environment.ts'
import { findProgram, type Startable } from '../programs/find-program.ts'

export interface ShellStart {
	readonly startable: Startable
	/** The shell's name, such as "zsh". */
	readonly name: string
}

/** @throws {FileError} `not_found` */
export function shellCommand(
	cwd: string,
	env: Environment,
	platform: NodeJS.Platform = process.platform,
): ShellStart {
	const shell = platform === 'win32' ? systemProgram('cmd', env) : (env['SHELL'] ?? '/bin/sh')
	// A login shell reads the person's profile: a relay that started with the computer has not.
	const args = platform === 'win32' ? [] : ['-l']
	return { startable: findProgram(cwd, [shell, ...args], env), name: basename(shell) }
}
