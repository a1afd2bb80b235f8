/** Takes the folders of a person's machine out of what a tool reported. Pure. */

/** The top folders of people's files on Linux and macOS. Paths of GameObjects begin with a slash as well: `/Player/Gun`. */
const ROOTS = 'home|Users|root|mnt|media|Volumes|tmp|private|var|opt|srv|usr|etc'
/** Folders of a Unity project: from there on, a path is the project's own. */
const OURS = 'Assets|Packages|ProjectSettings|Library|Logs|Temp|UserSettings'
const START = String.raw`(?:file:\/{2,3}(?=\S)|(?<![\w./\\])(?:[A-Za-z]:[\\/]|\\\\[\w.-]+\\|\/(?:${ROOTS})\/))`
/**
 * The longest way to the project's folder. Without a limit, a long line of paths is searched to its end from each
 * of them: a second per 80 KB.
 */
const MAX_WAY_CHARS = 512
/** Folder names may have spaces in them: up to a folder of the project, they are part of the path. */
const INTO_PROJECT = new RegExp(
	String.raw`${START}[^\n"'<>|*?]{0,${MAX_WAY_CHARS}}?[\\/](?=(?:${OURS})(?:[\\/]|\b))`,
	'g',
)
const ANYWHERE = new RegExp(String.raw`${START}[^\s"'<>|*?)\]]*`, 'g')

export const withoutDeskPaths = (text: string): string =>
	text.replace(INTO_PROJECT, '…/').replace(ANYWHERE, '…')

/** Facts about the machine that some results name. */
const OF_THE_DESK =
	/^(?:projectPath|dataPath|persistentDataPath|temporaryCachePath|consoleLogPath|absolutePath|fullPath|applicationPath|applicationContentsPath|hostName|machineName|userName|editorKey|pid|productGuid)$/

/** A JSON value without the machine's folders and names. */
export function cleaned(value: unknown): unknown {
	if (typeof value === 'string') return withoutDeskPaths(value)
	if (Array.isArray(value)) return value.map(cleaned)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, member]) =>
			OF_THE_DESK.test(key) ? [] : [[withoutDeskPaths(key), cleaned(member)]],
		),
	)
}
