/** Files that run code, or decide what code runs, without anyone starting it. Pure. */
import type { ProjectKind } from '../../packs/kind.ts'
import { isForPeople } from './ordinary-files.ts'
import { foldedName, segmentsOf } from './path-segments.ts'
import { runsLaterInPlainFolder } from './plain-folder-code.ts'
import { runsInUnityProject } from './unity-folder-code.ts'

/** Git names with it what settings that a person has made apply to; it names no program. */
const GIT_ATTRIBUTES = '.gitattributes'
/** Settings of a file or folder beside it: those of an assembly decide where it is loaded. */
const META = /\.meta$/
/** A short name of Windows (`EDITOR~1`) may stand for anything. */
const SHORT_NAME = /~\d/

/**
 * Whether a file written there runs later by itself.
 *
 * Case and spelling do not count: they do not on Windows and macOS.
 * @param path as written in a call's arguments
 */
export function runsCodeLater(path: string, kind: ProjectKind): boolean {
	const written = segmentsOf(path)
	const segments = written.map(foldedName)
	const name = segments.pop() ?? ''
	const isHidden = (segment: string) => segment.startsWith('.') || SHORT_NAME.test(segment)
	if (name === GIT_ATTRIBUTES) return segments.some(isHidden)
	segments.push(name.replace(META, ''))
	if (segments.some(isHidden)) return true
	switch (kind) {
		case 'unity':
		// It has no files: the stricter rule, if it ever gets some.
		case 'corewar':
			// `Aſſets` stays another name: on a system where spelling counts, such as Linux, it is a folder beside Unity's.
			if (written[0]?.toLowerCase() !== 'assets')
				return !isForPeople(name) || runsLaterInPlainFolder(segments)
			return runsInUnityProject(segments)
		case 'plain':
			return runsLaterInPlainFolder(segments)
		default:
			return kind satisfies never
	}
}
