/**
 * Names of commands. Since version 0.9 `com.unity.pipeline` groups them: `create_gameobject` is `gameobject create`, or
 * `gameobject.create` as an id. Names of a project's commands say nothing about what they do. Pure.
 */

/**
 * Whose code a command runs. `unity`: that of Unity's package · `project`: the project's, or another package's ·
 * `unknown`: the list does not say, as in older versions.
 */
export type CommandOrigin = 'unity' | 'project' | 'unknown'

/** Grouped names that have other words than before, or a single word that several groups may have. */
const RENAMED: Readonly<Record<string, string>> = {
	'editor.playmode.start': 'editor_play',
	'editor.playmode.stop': 'editor_stop',
	'editor.playmode.pause': 'editor_pause',
	'editor.set_auto_tick': 'set_autotick',
	'editor.search': 'search',
	'script.recompile': 'recompile',
	'script.eval': 'eval',
}

/** The group's dots and the space before the name are one separator: `animation.animator create` as an id. */
const idOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '.')

/** The words of a name in any order, without plurals. */
const wordsOf = (name: string): string =>
	name
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.map((word) => word.replace(/s$/, ''))
		.sort()
		.join(' ')

/**
 * Finds the earlier, ungrouped name of a command among `names`: by the words of group and name together
 * (`scene get_hierarchy`), then with the last segments of its group, then by its name alone (`gameobject
 * set_transform`) if that has several words.
 */
export function unityNames(names: readonly string[]): (command: string) => string | null {
	const exact = new Set(names)
	const byWords = new Map(names.toReversed().map((name) => [wordsOf(name), name]))
	return (command) => {
		const id = idOf(command)
		if (exact.has(id)) return id
		if (Object.hasOwn(RENAMED, id)) return RENAMED[id] ?? null
		const segments = id.split('.')
		for (let from = 0; from < segments.length; from++) {
			const words = wordsOf(segments.slice(from).join('_'))
			const found = words.includes(' ') || from === 0 ? byWords.get(words) : undefined
			if (found !== undefined) return found
		}
		return null
	}
}

/** What a list says of one command, as far as its name goes. */
export interface ListedName {
	readonly name: string
	readonly group: string | null
}

/** Says whose a command is, not where it stands: `unity list` of versions 0.3 and 0.4 has it with every command. */
const CLASS_OF_ALL = 'built-in'

const hasGroup = ({ group }: ListedName): boolean =>
	group !== null && group !== '' && group !== CLASS_OF_ALL

/**
 * Whether the groups of a list belong to the names. They do if a command is known only together with its group
 * (`gameobject create`), and if no command is known. They do not if all that are known are known alone
 * (`create_gameobject`): then they only sort the commands into classes.
 *
 * @param knownName the earlier name of a command, or null; from {@link unityNames}.
 */
export function groupsAreWords(
	listed: readonly ListedName[],
	knownName: (command: string) => string | null,
): boolean {
	const grouped = listed.filter(hasGroup)
	const isKnownAlone = ({ name }: ListedName): boolean => knownName(name) === idOf(name)
	const needsGroup = ({ name, group }: ListedName): boolean =>
		Object.hasOwn(RENAMED, idOf(`${group} ${name}`)) ||
		(knownName(name) === null && knownName(`${group} ${name}`) !== null)
	return grouped.some(needsGroup) || !listed.some(isKnownAlone)
}

/** As the command line takes it: the group is one word, the name the next. */
export function fullName({ name, group }: ListedName, withGroup: boolean): string {
	if (!withGroup || !hasGroup({ name, group }) || name.includes(' ')) return name
	return name.toLowerCase().startsWith(`${group?.toLowerCase()}.`) ? name : `${group} ${name}`
}
