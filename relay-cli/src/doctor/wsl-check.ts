/** Linux inside Windows (WSL): what reaches across, and what does not. */
import { release } from 'node:os'
import type { Check } from '@fairlead/protocol/editors/diagnosis'
import { isOnWindowsDrive, type WslDistribution, wslOf } from '../platform/wsl.ts'
import { Checker } from './check.ts'

export interface WslOptions {
	readonly env: NodeJS.ProcessEnv
	readonly home: string
	/** Real paths of the linked folders. */
	readonly folders: readonly string[]
}

/** Nothing outside WSL. */
export function checkWsl({ env, home, folders }: WslOptions): Check[] {
	const wsl = wslOf(process.platform, release(), env)
	return wsl === null ? [] : [judge(wsl, home, folders)]
}

/** Pure. */
export function judge(wsl: WslDistribution, home: string, folders: readonly string[]): Check {
	const check = new Checker('wsl')
	const onWindows = folders.filter(isOnWindowsDrive)
	if (wsl.version === 1)
		return check.failed(
			'This is WSL 1, where Unity on Windows and the relay do not see the same files and ports.',
			'Run the relay on Windows.',
		)
	if (isOnWindowsDrive(home))
		return check.failed(
			'The home folder is on a Windows drive. Its database cannot be locked from WSL, and other users may read it.',
			'Unset FAIRLEAD_HOME, or run the relay on Windows.',
		)
	if (onWindows.length === 0)
		return check.ok('The relay runs in WSL, and so do the linked folders.')
	return check.warning(
		'The linked folder is on a Windows drive: Unity runs on Windows and the relay in WSL. Files are slow to reach from here.',
		`Run the relay on Windows. Otherwise set the Windows variable FAIRLEAD_HOME to ${wsl.windowsPath(home)} and restart Unity Hub, so that Unity finds this relay.`,
	)
}
