/** A tool name that is none: the names that may be meant, among those that can be called. Pure. */
import { type CallError, failed } from '../../wire/calls.ts'
import { likeness, NEAR, nearest } from '../likeness.ts'

/** Not everybody has it. */
const SEARCH = 'find_tools'

/** Names that other agents give to what ours do: models know them by heart. In lower case, without separators. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
	run_command: [
		...['bash', 'shell', 'sh', 'zsh', 'cmd', 'powershell', 'terminal', 'exec', 'execute'],
		...['localshell', 'executecommand', 'runterminalcmd', 'runshellcommand', 'runinterminal'],
	],
	read_file: ['read', 'cat', 'view', 'viewfile', 'openfile', 'readmanyfiles'],
	write_file: ['write', 'createfile', 'writetofile', 'savefile'],
	edit_file: [
		...['edit', 'multiedit', 'strreplace', 'strreplaceeditor', 'strreplacebasededittool'],
		...['replace', 'replaceinfile', 'applypatch', 'applydiff', 'updatefile'],
	],
	search_files: ['grep', 'grepsearch', 'rg', 'ripgrep', 'searchfilecontent', 'codebasesearch'],
	list_directory: ['ls', 'glob', 'list', 'listdir', 'listfiles', 'filesearch', 'findfiles', 'tree'],
	delete_file: ['rm', 'delete', 'remove', 'removefile'],
	move_file: ['mv', 'move', 'rename', 'renamefile'],
	copy_file: ['cp', 'copy'],
	web_search: ['websearch', 'googlesearch', 'searchweb'],
	delegate: ['task', 'agent', 'subagent', 'spawnagent'],
}
const OURS = new Map(
	Object.entries(FOREIGN).flatMap(([ours, names]) => names.map((name) => [name, ours] as const)),
)

export interface NamesMeant {
	/** The name of our tool for another agent's, if it can be called here. */
	readonly ours: string | null
	/** Alike by their letters, the nearest first. */
	readonly near: readonly string[]
}

/** @param known the names that can be called */
export function namesMeant(name: string, known: readonly string[], count = 5): NamesMeant {
	const ours = OURS.get(name.toLowerCase().replace(/[^a-z]/g, ''))
	return {
		ours: ours !== undefined && known.includes(ours) ? ours : null,
		near: nearest(name, known, count).filter((one) => likeness(name, one) >= NEAR),
	}
}

/** @param known the names that can be called */
export function unknownTool(name: string, known: readonly string[]): CallError {
	const { ours, near } = namesMeant(name, known)
	const told = ours === null ? near : [ours, ...near.filter((one) => one !== ours)].slice(0, 5)
	return failed('unknown_tool', `There is no tool "${name}".`, {
		hint: hintOf(ours, near.length > 0, known.includes(SEARCH)),
		...(told.length === 0 ? {} : { data: { nearest: told } }),
	}).error
}

function hintOf(ours: string | null, hasNear: boolean, hasSearch: boolean): string {
	if (ours !== null) return `Use ${ours}.`
	if (!hasSearch) return hasNear ? 'Use one of the nearest names.' : 'Use a tool of your list.'
	return hasNear
		? `Use one of the nearest names, or search by words: ${SEARCH} with "query".`
		: `Search by words: ${SEARCH} with "query".`
}
