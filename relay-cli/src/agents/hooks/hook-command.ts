/** The command that Claude Code runs for a hook: this very program, by absolute paths, as for MCP clients. */
import { ownEntry } from '../../platform/own-entry.ts'

/** Recognizes our command, also if another copy of this program wrote it. */
const OURS = /(?:^|[\\/])(?:entry\.ts|fairlead(?:\.mjs)?)["']? agents hook(?: |$)/

export const isOurs = (command: string): boolean => OURS.test(command)

/** @param home of the relay that is told; null: the user's own, wherever that is then */
export function hookCommand(
	home: string | null,
	program?: string,
	platform: NodeJS.Platform = process.platform,
): string {
	const words = [process.execPath, ownEntry(program), 'agents', 'hook']
	// Claude Code starts it without the variables of this shell.
	if (home !== null) words.push('--home', home)
	return words.map((word) => quoted(word, platform)).join(' ')
}

/** The word for a shell of the system. On Windows that is Git's, or PowerShell, and both take forward slashes. */
function quoted(word: string, platform: NodeJS.Platform): string {
	const path = platform === 'win32' ? word.replaceAll('\\', '/') : word
	if (/^[\w@%+=:,./-]+$/.test(path)) return path
	return platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`
}
