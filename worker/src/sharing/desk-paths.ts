/** Takes the folders of a person's machine out of a text or a value. Pure. */

/** The top folders of people's files on Linux and macOS. Paths of GameObjects begin with a slash as well: `/Player/Gun`. */
const ROOTS =
	'home|Users|root|run|mnt|media|Volumes|tmp|private|var|opt|srv|usr|etc|nix|snap|cygdrive|workspaces?'
/** Names that stand for a person's own folder. */
const HOMES = String.raw`(?:~[\w.-]*|\$\{?HOME\}?|%(?:USERPROFILE|APPDATA|LOCALAPPDATA|TEMP)%)`
/** Folders of a Unity project: from there on, a path is the project's own. */
const STRONG = 'Assets|ProjectSettings|UserSettings'
/** Folders of a Unity project whose names other folders have, too. */
const WEAK = 'Packages|Library|Logs|Temp'
const OURS = `${STRONG}|${WEAK}`
/**
 * The longest way to the project's folder. Without a limit, a long line of paths is searched to its end from each
 * of them: a second per 80 KB.
 */
const MAX_WAY_CHARS = 512
/** A character after which no path begins. A line's end is two characters in JSON. */
const INSIDE = String.raw`[\p{L}\p{N}_./\\…]`
const OUTSIDE = String.raw`(?:(?<!${INSIDE})|(?<=\\[nrt]))`
const FAR = String.raw`${OUTSIDE}(?:(?:[A-Za-z]:|${HOMES})[\\/]|\\{2,4}[\p{L}\p{N}_.?-]+[\\/]|\/\/[\p{L}\p{N}_.?-]+\/|\/(?:${ROOTS}|[a-z]\/Users)\/)`
/** An editor's or the system's own address of a file. */
const LOCAL_URL = String.raw`(?:(?<![\p{L}\p{N}_])|(?<=\\[nrt]))(?:file|smb|vscode|vscode-insiders|cursor|rider|jetbrains):\/{1,3}(?=\S)`
const START = `(?:${LOCAL_URL}|${FAR})`
const ANY_START = String.raw`${OUTSIDE}\/(?=[^\s/\\])`
/** Folder names may have spaces and apostrophes in them. */
const WAY = String.raw`(?:[^\n"'<>|*?${'`'}]|(?<=\p{L})'(?=\p{L}))`
const INTO = String.raw`[\\/]+(?=(?:${STRONG}|Library[\\/]+PackageCache|Packages[\\/]+[a-z0-9-]+\.|(?:${WEAK})(?!(?:[\\/]+[^\n"'<>|*?\s\\/]{1,64}){0,8}?[\\/]+(?:${OURS})[\\/]))(?:[\\/]|\b))`
/** The beginning of a project's own path after a word and a space: `/Player/Gun is at Assets/Gun.prefab`. */
const OWN_PATH = String.raw`\s(?:${OURS})[\\/]`

const KNOWN_INTO_PROJECT = new RegExp(
	`${START}(?:(?!${OWN_PATH})${WAY}){0,${MAX_WAY_CHARS}}?${INTO}`,
	'gu',
)
/** Cuts from the last beginning before the project's folder that no earlier folder of a project precedes. */
const INTO_PROJECT = new RegExp(
	`${ANY_START}(?!(?:${OURS})[\\\\/])(?:(?!${OWN_PATH}|${ANY_START})${WAY}){1,${MAX_WAY_CHARS}}?${INTO}`,
	'gu',
)
const ANYWHERE = new RegExp(`${START}[^\\s"'<>|*?)\\]\`]*`, 'gu')
/** The path of a page is nobody's folder; its query may be. */
const WEB_ADDRESS = /\b((?:https?|wss?|project):\/\/[^\s"'<>?#`]*)/

/**
 * @param projects folders that are known to be projects'; they are cut wherever they stand
 */
export function withoutDeskPaths(text: string, projects: readonly string[] = []): string {
	if (!MAY_HAVE_PATH.test(text)) return text
	return text
		.split(WEB_ADDRESS)
		.map((piece, at) => (at % 2 === 1 ? piece : withoutFolders(piece, projects)))
		.join('')
}

const MAY_HAVE_PATH = /[\\/]/

function withoutFolders(text: string, projects: readonly string[]): string {
	let rest = text
	for (const project of projects) rest = rest.replace(folderPattern(project), '…')
	return rest.replace(KNOWN_INTO_PROJECT, '…/').replace(INTO_PROJECT, '…/').replace(ANYWHERE, '…')
}

/** Same as {@link withoutDeskPaths}, for a text that continues a word: no path begins at its start. */
export const withoutDeskPathsAfterWord = (text: string): string =>
	withoutDeskPaths(`${WORD}${text}`).slice(WORD.length)

/** At least two characters: a single letter before a colon is a drive. */
const WORD = '__'

/** Finds the folder with either slash, also as JSON in JSON. Nothing for a file system's root, which is not a project. */
function folderPattern(folder: string): RegExp {
	const names = folder.split(/[\\/]+/).filter((name) => name !== '')
	if (names.length < 2) return NEVER
	const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
	return new RegExp(
		String.raw`(?<!${INSIDE})[\\/]*${escaped.join(String.raw`[\\/]+`)}(?![\p{L}\p{N}_-])`,
		'gu',
	)
}

const NEVER = /(?!)/g

/** An address or a path that may continue: its beginning, or half of one, and nothing since that ends it. */
const OPEN = new RegExp(
	[
		`(?:${START}|${ANY_START})${WAY}{0,${MAX_WAY_CHARS}}'?$`,
		String.raw`(?<!${INSIDE})(?:[A-Za-z]:?|\\+[\w.?-]*|\/+[\w.?-]*|~[\w.-]*|\$\{?\w{0,4}\}?|%\w{0,12}%?)$`,
		String.raw`(?<![\p{L}\p{N}_])(?:[a-z][a-z-]{0,14}:\/*|${beginnings(['https', 'wss', 'file', 'smb', 'vscode-insiders', 'cursor', 'rider', 'jetbrains'])})$`,
		String.raw`\b(?:https?|wss?):\/\/[^\s"'<>${'`'}]*$`,
	].join('|'),
	'u',
)

function beginnings(words: readonly string[]): string {
	return words
		.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))
		.sort((a, b) => b.length - a.length)
		.join('|')
}

/** Whether the next text decides how much is cut at the end of this one. */
export const endsInPath = (text: string): boolean =>
	OPEN.test(text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - MAX_OPEN_CHARS)))

const LAST_INSIDE = new RegExp(`${INSIDE}$`, 'u')
/** Whether the next text may continue a word. */
export const endsInWord = (text: string): boolean => LAST_INSIDE.test(text)

/** More than a beginning and the longest way from it. */
const MAX_OPEN_CHARS = MAX_WAY_CHARS + 64

/** Facts about the machine that some results name. */
const OF_THE_DESK =
	/^(?:projectPath|dataPath|persistentDataPath|temporaryCachePath|consoleLogPath|absolutePath|fullPath|applicationPath|applicationContentsPath|hostName|machineName|userName|editorKey|pid|productGuid)$/

/** A JSON value without the machine's folders and names. */
export function cleaned(value: unknown, projects: readonly string[] = []): unknown {
	return cleanedOf(value, [...projects, ...projectsNamedIn(value)])
}

function cleanedOf(value: unknown, projects: readonly string[]): unknown {
	if (typeof value === 'string') return withoutDeskPaths(value, projects)
	if (Array.isArray(value)) return value.map((member) => cleanedOf(member, projects))
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, member]) =>
			OF_THE_DESK.test(key) ? [] : [[withoutDeskPaths(key, projects), cleanedOf(member, projects)]],
		),
	)
}

/** The folders in which an answer says that its project lies: it may name them elsewhere, too. */
function projectsNamedIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return []
	const { projectPath } = value as { projectPath?: unknown }
	return [
		...(typeof projectPath === 'string' ? [projectPath] : []),
		...Object.values(value).flatMap(projectsNamedIn),
	]
}
