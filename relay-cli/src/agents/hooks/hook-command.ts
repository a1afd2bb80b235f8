/** What Claude Code runs for a hook: this very program, by absolute paths, as for MCP clients. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fairleadHome } from '../../relay-file.ts'

/** Ours, wherever it was written from. */
const OURS = /(?:^|[\\/])(?:entry\.ts|fairlead(?:\.mjs)?)["']? agents hook(?: |$)/

export const isOurs = (command: string): boolean => OURS.test(command)

export function hookCommand(
	program = realpathSync(process.argv[1] ?? ''),
	env: NodeJS.ProcessEnv = process.env,
	platform: NodeJS.Platform = process.platform,
): string {
	const words = [process.execPath, program.replace(/main\.ts$/, 'entry.ts'), 'agents', 'hook']
	// Claude Code starts it without the variables of this shell.
	if (env['FAIRLEAD_HOME']) words.push('--home', resolve(fairleadHome(env)))
	return words.map((word) => quoted(word, platform)).join(' ')
}

/** For a shell of the system. On Windows that is Git's, or PowerShell, and both take forward slashes. */
function quoted(word: string, platform: NodeJS.Platform): string {
	const path = platform === 'win32' ? word.replaceAll('\\', '/') : word
	if (/^[\w@%+=:,./-]+$/.test(path)) return path
	return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`
}
