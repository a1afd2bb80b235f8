/** Decides from .gitignore files whether a path is ignored, as git does. */
import { ANY, matchesPath, type NamePattern, type PathPattern } from './wildcards.ts'

const BOM = '\uFEFF'
/** The value that `git init` gives `core.ignorecase` on the file systems that these systems come with. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin'
/** Characters of a line: no path is longer. */
const MAX_LINE = 4_096

const CLASSES: Readonly<Record<string, RegExp>> = {
	alnum: /[a-z0-9]/i,
	alpha: /[a-z]/i,
	blank: /[ \t]/,
	cntrl: /\p{Cc}/u,
	digit: /\d/,
	graph: /[!-~]/,
	lower: /[a-z]/,
	print: /[ -~]/,
	punct: /[!-/:-@[-`{-~]/,
	space: /\s/,
	upper: /[A-Z]/,
	xdigit: /[\da-f]/i,
}

interface Rule {
	readonly isBack: boolean
	readonly onlyFolders: boolean
	readonly path: PathPattern
}

/** The rules of a folder and of those above it. Immutable. */
export class IgnoreRules {
	static readonly none = new IgnoreRules([])
	/** The last one that matches decides: deeper files override upper ones. */
	readonly #rules: readonly Rule[]

	private constructor(rules: readonly Rule[]) {
		this.#rules = rules
	}

	/** These rules and those of the .gitignore in `folder`, a path with forward slashes, empty for the root. */
	with(folder: string, text: string): IgnoreRules {
		const lines = (text.startsWith(BOM) ? text.slice(1) : text).split(/\r?\n/)
		const above = folder === '' ? [] : spelled(folder).split('/').map(charsOf)
		return new IgnoreRules([...this.#rules, ...lines.flatMap((line) => ruleOf(above, line))])
	}

	/** The caller sees to it that no folder above the path is ignored. */
	ignores(path: string, isFolder: boolean): boolean {
		const names = spelled(path).split('/')
		const decides = this.#rules.findLast(
			(rule) => (isFolder || !rule.onlyFolders) && matchesPath(rule.path, names),
		)
		return decides !== undefined && !decides.isBack
	}
}

const spelled = (text: string): string => (IGNORES_CASE ? text.toLowerCase() : text)
const charsOf = (name: string): NamePattern => name.split('')

/** None for comments and what matches nothing. `above`: the folder of the file. */
function ruleOf(above: readonly NamePattern[], line: string): Rule[] {
	if (line.startsWith('#') || line.length > MAX_LINE) return []
	const isBack = line.startsWith('!')
	const written = withoutSpacesBehind(isBack ? line.slice(1) : line)
	const onlyFolders = written.endsWith('/')
	const pattern = onlyFolders ? written.slice(0, -1) : written
	if (pattern === '') return []
	// A slash other than at the end anchors the pattern to its file's folder.
	const below = pathPattern(pattern.replace(/^\//, ''))
	if (below === null) return []
	return [
		{
			isBack,
			onlyFolders,
			path: [...above, ...(pattern.includes('/') ? [] : ([ANY] as const)), ...below],
		},
	]
}

/** A space behind a backslash stays. */
function withoutSpacesBehind(line: string): string {
	let end = 0
	for (let at = 0; at < line.length; at++) {
		if (line[at] === ' ') continue
		if (line[at] === '\\') at++
		end = at + 1
	}
	return line.slice(0, end)
}

/** Null for one that matches nothing, such as a set without an end. */
function pathPattern(pattern: string): PathPattern | null {
	const path: (NamePattern | typeof ANY)[] = []
	let name: NamePattern[number][] = []
	const endName = (): void => {
		path.push(name)
		name = []
	}
	for (let at = 0; at < pattern.length; at++) {
		const char = pattern[at] as string
		if (char === '\\') {
			const escaped = pattern[++at]
			if (escaped === undefined) return null
			if (escaped === '/') endName()
			else name.push(spelled(escaped))
		} else if (char === '/') endName()
		else if (char === '*') {
			const stars = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1
			const begins = at === 0 || pattern[at - 1] === '/'
			at += stars - 1
			const ends = at === pattern.length - 1
			if (stars < 2 || !begins || !(ends || pattern[at + 1] === '/')) name.push(ANY)
			else {
				path.push(ANY)
				if (ends) name.push(ANY)
				else at++
			}
		} else if (char === '?') name.push(() => true)
		else if (char === '[') {
			const set = setAt(pattern, at)
			if (set === null) return null
			name.push(set.has)
			at = set.end
		} else name.push(spelled(char))
	}
	endName()
	return path
}

/** The set that begins at a bracket: characters, ranges, and classes such as `[:upper:]`. */
function setAt(
	pattern: string,
	start: number,
): { readonly has: (char: string) => boolean; readonly end: number } | null {
	let at = start + 1
	const isOther = pattern[at] === '!' || pattern[at] === '^'
	if (isOther) at++
	const tests: ((char: string) => boolean)[] = []
	const taken = (): string | undefined => (pattern[at] === '\\' ? pattern[++at] : pattern[at])
	for (const first = at; pattern[at] !== ']' || at === first; at++) {
		const named = pattern[at] === '[' ? /^\[:(\w{0,10}):\]/.exec(pattern.slice(at, at + 16)) : null
		if (named) {
			const members = CLASSES[named[1] ?? '']
			if (members === undefined) return null
			tests.push((char) => members.test(char))
			at += named[0].length - 1
			continue
		}
		const from = taken()
		if (from === undefined) return null
		let to: string | undefined = from
		if (pattern[at + 1] === '-' && pattern[at + 2] !== ']' && pattern[at + 2] !== undefined) {
			at += 2
			to = taken()
			if (to === undefined) return null
		}
		const last = to
		tests.push((char) => from <= char && char <= last)
	}
	const has = (char: string): boolean => tests.some((test) => test(char))
	const isIn = IGNORES_CASE ? (char: string) => has(char) || has(char.toUpperCase()) : has
	return { has: (char) => isIn(char) !== isOther, end: at }
}
