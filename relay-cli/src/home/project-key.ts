/** The key of a seat: the relay and the project folder, however its path is written. */
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Windows and macOS ignore case by default; two spellings must not become two seats. */
const CASE_INSENSITIVE: ReadonlySet<NodeJS.Platform> = new Set(['win32', 'darwin'])

/** Forward slashes, no trailing slash, lower case where the platform ignores case. */
export function normalisePath(path: string, platform: NodeJS.Platform = process.platform): string {
	const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path
	const trimmed = slashed.length > 1 ? slashed.replace(/\/+$/, '') : slashed
	return CASE_INSENSITIVE.has(platform) ? trimmed.toLowerCase() : trimmed
}

/** The folder's real path; the resolved one as given when it is not on this machine's disk. */
export async function realFolder(folder: string): Promise<string> {
	const absolute = resolve(folder)
	try {
		return await realpath(absolute)
	} catch {
		return absolute
	}
}

/** `<relayId>:<12 hex>`, see EditorKey. `folder` must be a real path already. */
export function editorKeyOf(
	relayId: string,
	folder: string,
	platform: NodeJS.Platform = process.platform,
): string {
	const digest = createHash('sha256').update(normalisePath(folder, platform)).digest('hex')
	return `${relayId}:${digest.slice(0, 12)}`
}
