/** The folders in which Claude Code keeps the sessions of a folder. */
import { join, resolve } from 'node:path'
import { normalisePath } from '../../home/project-key.ts'
import type { Machine } from '../../unity/machine.ts'

/** `~/.claude`, or the folder that its own variable names. */
export function claudeFolder({ env, home }: Pick<Machine, 'env' | 'home'>): string {
	const chosen = env('CLAUDE_CONFIG_DIR')
	return chosen ? resolve(chosen) : join(home, '.claude')
}

/** The name of the folder with a folder's sessions. Different folders may have the same. */
export const hashOf = (folder: string): string => folder.replace(/[^a-zA-Z0-9-]/g, '-')

/**
 * The names among `names` that may hold sessions of this folder, or of one below it: only a session itself says where it
 * runs. Case counts unless nothing is named so exactly: the letter of a drive is written in both.
 */
export function hashesBelow(folder: string, names: readonly string[]): string[] {
	const hash = hashOf(folder)
	const exact = names.filter((name) => name === hash || name.startsWith(`${hash}-`))
	if (exact.length > 0) return exact
	const lower = hash.toLowerCase()
	return names.filter((name) => {
		const other = name.toLowerCase()
		return other === lower || other.startsWith(`${lower}-`)
	})
}

/** The path of `inner` below `folder`, with slashes: empty if it is the folder itself, null if it is outside. Real paths. */
export function pathBelow(
	folder: string,
	inner: string,
	platform: NodeJS.Platform = process.platform,
): string | null {
	const outer = normalisePath(folder, platform)
	const path = normalisePath(inner, platform)
	if (path === outer) return ''
	const prefix = outer.endsWith('/') ? outer : `${outer}/`
	if (!path.startsWith(prefix)) return null
	const slashed = platform === 'win32' ? inner.replaceAll('\\', '/') : inner
	return slashed.slice(prefix.length).replace(/\/+$/, '')
}
