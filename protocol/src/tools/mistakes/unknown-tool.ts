/** A tool name that is none: the names that may be meant, among those that can be called. Pure. */
import { TOOLS } from '../../packs/index.ts'
import { type CallError, failed } from '../../wire/calls.ts'
import type { ToolSpec } from '../define-tool.ts'
import { likeness, NEAR, nearest } from '../likeness.ts'
import {
	bestAction,
	type Entry,
	entryOf,
	MIN_SHARE_OF_WORDS,
	namedEntry,
	scorerOf,
	spaced,
} from '../tool-words.ts'

/** Not everybody has it. */
const SEARCH = 'find_tools'

/** Names that other agents give to what ours do: models know them by heart. In lower case, without separators. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
	run_command: [
		...['bash', 'shell', 'sh', 'zsh', 'cmd', 'powershell', 'terminal', 'exec', 'execute'],
		...['localshell', 'executecommand', 'runterminalcmd', 'runshellcommand', 'runinterminal'],
	],
	read_file: ['read', 'cat', 'view', 'viewfile', 'openfile', 'readmanyfiles'],
	write_file: [
		...['write', 'createfile', 'writetofile', 'savefile', 'createscript', 'managescript'],
		...['unityscript', 'script'],
	],
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
	read_console_logs: ['unitylog', 'unitylogs', 'unityconsole', 'console', 'readconsole', 'logs'],
	unity_hierarchy: [
		'unitygameobject',
		'gameobject',
		'managegameobject',
		'creategameobject',
		'unityui',
		'createui',
	],
	delegate: ['task', 'agent', 'subagent', 'spawnagent'],
}
/** Share of the best match's score. */
const MIN_SHARE_OF_BEST = 0.7
/** A name that differs from ours by so few letters is a slip of the pen. */
const MAX_SLIP = 2
/** Likeness of two names of which one contains the other, without what they differ by. */
const CONTAINED = 500
const OURS = new Map(
	Object.entries(FOREIGN).flatMap(([ours, names]) => names.map((name) => [name, ours] as const)),
)

export interface NamesMeant {
	/** The name of our tool for another agent's, if it can be called here. */
	readonly ours: string | null
	/** Alike by their words or their letters, the nearest first. */
	readonly near: readonly string[]
}

/** @param known the names that can be called */
export function namesMeant(name: string, known: readonly string[], count = 5): NamesMeant {
	const ours = OURS.get(name.toLowerCase().replace(/[^a-z]/g, ''))
	const alike = nearest(name, known, count).filter((one) => likeness(name, one) >= NEAR)
	const slips = alike.filter((one) => likeness(name, one) >= CONTAINED - MAX_SLIP)
	return {
		ours: ours !== undefined && known.includes(ours) ? ours : null,
		near: [...new Set([...slips, ...byWords(name, known), ...alike])].slice(0, count),
	}
}

/** As find_tools finds by the words of the name, best first. */
function byWords(name: string, known: readonly string[]): string[] {
	const entries = known.map(entryNamed)
	const scorer = scorerOf(spaced(name), entries)
	if (scorer === null) return []
	const scored = entries
		.filter(({ words }) => scorer.scoreOf(words).share >= MIN_SHARE_OF_WORDS)
		.map((one) => ({ name: one.name, score: bestAction(one, scorer.scoreOf).score }))
		.sort((a, b) => b.score - a.score)
	const enough = (scored[0]?.score ?? 0) * MIN_SHARE_OF_BEST
	return scored.filter(({ score }) => score >= enough).map((one) => one.name)
}

const entryNamed = (name: string): Entry => {
	const tool: ToolSpec | undefined = Object.hasOwn(TOOLS, name)
		? TOOLS[name as keyof typeof TOOLS]
		: undefined
	return tool === undefined ? namedEntry(name) : entryOf(tool)
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
