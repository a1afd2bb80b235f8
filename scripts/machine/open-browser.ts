/** Opens a page in the user's browser. */
import { spawn } from 'node:child_process'
import { systemProgram } from '../../relay-cli/src/platform/system-program.ts'

/** The platform's own way; `start` of Windows is a shell built-in, so the protocol handler is asked directly. */
function opener(url: string): [command: string, args: string[]] {
	switch (process.platform) {
		case 'darwin':
			return ['open', [url]]
		case 'win32':
			return [systemProgram('rundll32'), ['url.dll,FileProtocolHandler', url]]
		default:
			return ['xdg-open', [url]]
	}
}

/** Best effort: without a browser nothing happens, and the printed address remains. */
export function openBrowser(url: string): void {
	const [command, args] = opener(url)
	const child = spawn(command, args, { stdio: 'ignore', detached: true, windowsHide: true })
	child.on('error', () => {})
	child.unref()
}
