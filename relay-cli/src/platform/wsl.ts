/**
 * Paths between Windows and Linux inside it (WSL). Unity on Windows calls a folder `C:\Games\Maze`
 * that the relay in WSL calls `/mnt/c/Games/Maze`, and reads the relay's files as `\\wsl.localhost\…`. Pure.
 */

export interface WslDistribution {
	readonly version: 1 | 2
	/** How Linux calls this path of Windows; null for a path that is not one. */
	linuxPath(path: string): string | null
	/** How Windows calls this path of the distribution. */
	windowsPath(path: string): string
}

const WINDOWS_PATH = /^([A-Za-z]):[\\/]/
const MOUNTED = /^\/mnt\/([a-z])(?:\/|$)/

/** The distribution; null outside WSL. `release`: the kernel's, such as `6.6.87.2-microsoft-standard-WSL2`. */
export function wslOf(
	platform: NodeJS.Platform,
	release: string,
	env: NodeJS.ProcessEnv,
): WslDistribution | null {
	if (platform !== 'linux' || !/microsoft/i.test(release)) return null
	const name = env['WSL_DISTRO_NAME'] ?? '<distribution>'
	return {
		// The kernel of WSL 1 is called `4.4.0-19041-Microsoft`.
		version: /-Microsoft\s*$/.test(release) ? 1 : 2,
		linuxPath: fromWindows,
		windowsPath: (path) =>
			toWindows(path) ?? `\\\\wsl.localhost\\${name}${path.replaceAll('/', '\\')}`,
	}
}

/** Whether this path of WSL is on a drive of Windows. */
export const isOnWindowsDrive = (path: string): boolean => MOUNTED.test(path)

/** `C:\a\b` → `/mnt/c/a/b`; null for any other path. */
export function fromWindows(path: string): string | null {
	const drive = WINDOWS_PATH.exec(path)?.[1]
	if (drive === undefined) return null
	return `/mnt/${drive.toLowerCase()}/${path.slice(3).replaceAll('\\', '/')}`
}

/** `/mnt/c/a/b` → `C:\a\b`; null for a path of Linux. */
export function toWindows(path: string): string | null {
	const drive = MOUNTED.exec(path)?.[1]
	if (drive === undefined) return null
	return `${drive.toUpperCase()}:\\${path.slice(7).replaceAll('/', '\\')}`
}
