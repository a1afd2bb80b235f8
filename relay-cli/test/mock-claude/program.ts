/** The mock `claude` of a terminal as a program in a folder that a test puts first in PATH. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./terminal-claude.ts', import.meta.url))

/**
 * The environment of a computer on which this `claude` is installed. It keeps its sessions in the folder `claude` of this
 * one. Makes the folders.
 */
export function claudeEnvironment(folder: string) {
	const claude = join(folder, 'claude')
	const bin = join(folder, 'bin')
	mkdirSync(claude, { recursive: true })
	putClaude(bin)
	const path = [bin, process.env['PATH']].join(delimiter)
	return { CLAUDE_CONFIG_DIR: claude, PATH: path, SHELL: '/bin/sh' }
}

/** Makes the folder. */
export function putClaude(folder: string): void {
	mkdirSync(folder, { recursive: true })
	const file = join(folder, 'claude')
	writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
	chmodSync(file, 0o755)
}
