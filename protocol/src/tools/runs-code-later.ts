/** Files that run code, or decide what code runs, without anyone pressing play. Pure. */

/** Files that configure, or are loaded as code, anywhere in the project. Unity finds some of them by these endings. */
const CODE_FILE =
	/\.(rsp|asmdef|asmref|dll|winmd|so|so\.[\d.]+|dylib|bundle|framework|xcframework|a|lib|exe|jar|aar|androidlib|gradle|jslib|jspre|mm|m|swift|c|cc|cpp|h|hpp|java|kt|bat|cmd|com|ps1|sh)$/i
/** Settings of a file or folder beside it: those of an assembly decide where it is loaded. */
const META = /\.meta$/i
/** A short name of Windows (`EDITOR~1`) may stand for anything. */
const SHORT_NAME = /~\d/

/**
 * Whether a file written there runs later by itself: in the editor as soon as it compiles (`Editor` folders), on the
 * next refresh (packages, assemblies, arguments of the compiler), in the next build (native plugins and their sources,
 * Gradle), or in a shell, an IDE, a build
 * server or another agent (names that start with a dot, everything outside `Assets`).
 *
 * Case does not count: it does not on Windows and macOS. Other scripts below `Assets` do not count: normally
 * they run in play mode.
 * @param path as written in a call's arguments
 */
export function runsCodeLater(path: string): boolean {
	const segments = path
		.replace(META, '')
		.split(/[\\/]/)
		.filter((segment) => segment !== '' && segment !== '.')
	const below = segments.slice(1)
	if (segments.some((segment) => segment.startsWith('.') || SHORT_NAME.test(segment))) return true
	if (segments[0]?.toLowerCase() !== 'assets') return true
	// A native plugin of macOS is a folder with one of these endings.
	return below.some((segment) => segment.toLowerCase() === 'editor' || CODE_FILE.test(segment))
}
