/**
 * Dialogs on Linux with X11, by xdotool and xprop where they are installed. X11 tells a window's title, not its
 * buttons: a person answers on the computer. ImageMagick's `import` takes the window's picture.
 */
import type { DialogSystem, RunProgram, SystemDialog } from './dialog-system.ts'

const MAX_WINDOWS = 20

export function linuxDialogs(run: RunProgram): DialogSystem {
	return {
		find: async (pid) => {
			for (const handle of await windowsOf(run, pid)) {
				const props = text(
					await run('xprop', [
						'-id',
						handle,
						'_NET_WM_WINDOW_TYPE',
						'WM_TRANSIENT_FOR',
						'_NET_WM_STATE',
					]),
				)
				if (!isDialog(props)) continue
				const title = text(await run('xdotool', ['getwindowname', handle])).trim()
				const shown = { handle, title: title.slice(0, 200), buttons: [], content: title }
				return shown satisfies SystemDialog
			}
			return null
		},
		press: null,
		picture: (_pid, { handle }) => run('import', ['-window', handle ?? '', 'png:-']),
	}
}

async function windowsOf(run: RunProgram, pid: number): Promise<string[]> {
	try {
		const args = ['search', '--all', '--onlyvisible', '--pid', String(pid), '--name', '.']
		const found = text(await run('xdotool', args))
		return found
			.split('\n')
			.filter((line) => /^\d+$/.test(line))
			.slice(0, MAX_WINDOWS)
	} catch (error) {
		// xdotool ends with 1 where no window matches.
		if (error instanceof Error && 'code' in error && error.code === 1) return []
		throw error
	}
}

const isDialog = (props: string): boolean =>
	props.includes('_NET_WM_WINDOW_TYPE_DIALOG') || props.includes('_NET_WM_STATE_MODAL')

const text = (output: Buffer): string => output.toString('utf8')
