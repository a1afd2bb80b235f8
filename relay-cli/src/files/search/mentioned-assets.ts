/** Assets that a text names by their file, not by GUID: `#include`, `src=`, `url()`, `mtllib`, a glTF's `uri`, a path in code. */

/** File systems allow no longer names. */
const MAX_NAME_CHARS = 255
/** Characters that no system allows in a file name: a name begins after one. */
const BEFORE_NAME: ReadonlySet<string | undefined> = new Set('"<>|:*?/\\\t\r\n\0')
/** Characters that may stand in a name or before it: each is tried as its beginning. */
const MAY_BEGIN: ReadonlySet<string | undefined> = new Set(" ,;=()[]{}$@!&#`'+")
/** Beginnings that are tried for one name, from its end. */
const MAX_BEGINS = 20
const ENDING = /\.([\p{L}\p{N}_]+)/gu
/** Last segment of a path that ends with a quote, a tag or the line. */
const LAST_SEGMENT = /[/\\]([^/\\"'`<>|:*?\r\n]{1,255})(?=["'`<>\r\n]|$)/g

/** Files of people, code editors and importers: they list files or parts of the asset, and load none. */
const LISTS_FILES = /(^|\/)\.|^UserSettings\/|\.(meta|md|csproj|sln|slnx|user|log)$/i

/** Whether a file may name an asset without using it. */
export const listsFiles = (path: string): boolean => LISTS_FILES.test(path)

/** Finds the assets of one project in any number of texts, in one pass over each. */
export class MentionedAssets {
	/** Paths by file name, in lower case: some systems ignore case. */
	readonly #named = new Map<string, string[]>()
	/** Paths by the last folder and the name without its ending, as `Resources.Load` and addresses write them. */
	readonly #loaded = new Map<string, string[]>()
	readonly #endings = new Set<string>()

	/** @param paths of the assets, relative to the project */
	constructor(paths: Iterable<string>) {
		for (const path of paths) {
			const [name = '', folder] = path.toLowerCase().split('/').reverse()
			const dot = name.lastIndexOf('.')
			// A folder, or nothing that a name of it could be told from a word.
			if (dot <= 0 || dot === name.length - 1) continue
			this.#endings.add(name.slice(dot + 1))
			add(this.#named, name, path)
			if (folder !== undefined) add(this.#loaded, `${folder}/${name.slice(0, dot)}`, path)
		}
	}

	/** Paths of the assets that a text mentions. */
	in(text: string): Set<string> {
		const found = new Set<string>()
		if (this.#named.size === 0) return found
		for (const { index, 1: ending = '' } of text.matchAll(ENDING)) {
			if (!this.#endings.has(ending.toLowerCase())) continue
			const end = index + 1 + ending.length
			for (const path of this.#endingAt(text, index, end)) found.add(path)
		}
		for (const { index, 1: last = '' } of text.matchAll(LAST_SEGMENT)) {
			const name = decoded(last.trim()).toLowerCase()
			const folder = decoded(lastName(text.slice(Math.max(0, index - MAX_NAME_CHARS), index)))
			for (const path of this.#loaded.get(`${folder.toLowerCase()}/${name}`) ?? []) found.add(path)
		}
		return found
	}

	#endingAt(text: string, dot: number, end: number): readonly string[] {
		const name = lastName(text.slice(Math.max(0, end - MAX_NAME_CHARS), end))
		let longest: readonly string[] = []
		let tries = 0
		for (let from = name.length - (end - dot) - 1; from >= 0 && tries < MAX_BEGINS; from--) {
			if (from > 0 && !MAY_BEGIN.has(name[from - 1])) continue
			// Several spaces are one begin.
			if (name[from] === ' ') continue
			tries++
			longest = this.#named.get(decoded(name.slice(from)).toLowerCase()) ?? longest
		}
		return longest
	}
}

function add(lists: Map<string, string[]>, key: string, path: string): void {
	const known = lists.get(key)
	if (known === undefined) lists.set(key, [path])
	else known.push(path)
}

/** The part after the last character that no file name may have. */
function lastName(text: string): string {
	let from = text.length
	while (from > 0 && !BEFORE_NAME.has(text[from - 1])) from--
	return text.slice(from)
}

/** Addresses in UXML and glTF write a space as %20. */
function decoded(name: string): string {
	if (!name.includes('%')) return name
	try {
		return decodeURIComponent(name)
	} catch {
		return name
	}
}
