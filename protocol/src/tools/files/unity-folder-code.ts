/** Recognizes files of a Unity project that run without play mode. Pure; segments are folded. */

import { isProgram } from './program-files.ts'

/**
 * Files that configure, or are loaded as code, anywhere in a Unity project, by their endings: what Unity takes for a
 * plug-in (its manual, "Import and configure plug-ins"), the compiler, and Android's build (Gradle, and its properties,
 * which name agents of its Java).
 */
const CODE_FILE =
	/\.(rsp|asmdef|asmref|winmd|xcframework|a|bc|lib|def|xex|prx|sprx|suprx|rpl|aar|androidlib|gradle|kts|properties|jslib|jspre|mm|m|swift|xib|c|cc|cpp|cxx|h|hh|hpp|hxx|java|kt)$/
/** Solutions and projects of an IDE, which run their tasks when one is opened. */
const IDE_FILE = /\.(csproj|fsproj|vbproj|vcxproj|sln|slnx|code-workspace)$/
/** NuGetForUnity installs what this one lists as soon as the editor starts; a file manager reads the other. */
const READ_BY_NAME = /^(packages\.config|desktop\.ini)$/
/** Scenes of other programs: Unity imports one by starting that program, which runs the scripts in it. */
const FOREIGN_SCENE = /\.(ma|mb|mel|max|blend|c4d|lxo|jas)$/
/** Notes that other agents follow, in any folder: `CLAUDE.local.md`, `AGENTS.override.md`. */
export const AGENT_NOTES =
	/^(agents?|claude|gemini|qwen|codex|crush|warp|fairlead|skill|copilot-instructions)(\..+)?\.md$/
/** Files that Unity's compiler goes by, wherever they lie. */
const COMPILER_FILE = /\.(rsp|asmdef|asmref)$/
/** Files in `Packages` that Unity compiles or goes by. In a repository of JavaScript packages, most files are others. */
const PACKAGE_FILE = /\.cs$|^(manifest|packages-lock)\.json$/

/**
 * In the editor as soon as it compiles (`Editor` folders), on the next refresh (packages, assemblies, arguments of the
 * compiler), in the next build (native plugins and their sources, Gradle), or in a shell, an IDE, a build server or
 * another agent (names that start with a dot, notes for agents, everything outside `Assets`). Other scripts below `Assets` do not
 * count: normally they run in play mode.
 */
export const runsInUnityProject = ([first, ...below]: readonly string[]): boolean =>
	first !== 'assets' || runsBelowAssets(below)

const isCode = (segments: readonly string[]): boolean =>
	segments.some((segment) => CODE_FILE.test(segment)) || isProgram(segments)

/** A native plugin of macOS is a folder with one of these endings. */
const runsBelowAssets = (below: readonly string[]): boolean =>
	AGENT_NOTES.test(below.at(-1) ?? '') ||
	[READ_BY_NAME, IDE_FILE].some((rule) => rule.test(below.at(-1) ?? '')) ||
	isCode(below) ||
	below.some((segment) => segment === 'editor' || FOREIGN_SCENE.test(segment))

/**
 * The same for a folder that is not a Unity project itself. A project may lie below it, or it may be linked by the name
 * of a part of one: `Assets`, or a package.
 */
export function runsInUnityBelow(segments: readonly string[]): boolean {
	const name = segments.at(-1) ?? ''
	return segments.some((segment, at) => {
		const below = segments.slice(at + 1)
		if (segment === 'assets') return runsBelowAssets(below)
		if (segment === 'editor') return name.endsWith('.cs')
		if (segment === 'projectsettings') return below.length > 0
		if (segment === 'packages') return PACKAGE_FILE.test(name) || isCode(below)
		return COMPILER_FILE.test(segment)
	})
}
