/** The mock `claude` of a terminal as a program in a folder that a test puts first in PATH. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./terminal-claude.ts', import.meta.url))

/** Makes the folder. */
export function putClaude(folder: string): void {
	mkdirSync(folder, { recursive: true })
	const file = join(folder, 'claude')
	writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`)
	chmodSync(file, 0o755)
}
