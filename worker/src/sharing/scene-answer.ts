/**
 * An answer about the scene as visitors with a share link get it: objects, components and values. Of an asset they
 * see its name, not where it lies. Pure.
 */
import { cleaned } from './desk-paths.ts'

const ASSET = /^(?:Assets|Packages|ProjectSettings|Library)(?:\/.*)?\/([^/]+)$/

/**
 * @param outcome as the editor gave it: of a read that succeeded or failed
 * @param projects folders of the desk that are known
 */
export const sharedSceneAnswer = (outcome: unknown, projects: readonly string[] = []): unknown =>
	withoutFolders(cleaned(outcome, projects))

function withoutFolders(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(ASSET, '$1')
	if (Array.isArray(value)) return value.map(withoutFolders)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, withoutFolders(member)]),
	)
}
