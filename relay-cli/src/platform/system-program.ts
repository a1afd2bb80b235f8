/** Programs that belong to Windows, by their full paths: a name alone is also looked up in the current folder and in PATH. */
import { win32 } from 'node:path'

const IN_SYSTEM32 = {
	cmd: 'cmd.exe',
	rundll32: 'rundll32.exe',
	powershell: 'WindowsPowerShell\\v1.0\\powershell.exe',
	schtasks: 'schtasks.exe',
	taskkill: 'taskkill.exe',
} as const

/** Always a full path. */
export function systemProgram(
	name: keyof typeof IN_SYSTEM32,
	env: Readonly<Record<string, string | undefined>> = process.env,
): string {
	const root = env['SystemRoot'] ?? ''
	// With a drive or a share: "\Windows" would depend on the current folder.
	const isWhole = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(root)
	return win32.join(isWhole ? root : 'C:\\Windows', 'System32', IN_SYSTEM32[name])
}
