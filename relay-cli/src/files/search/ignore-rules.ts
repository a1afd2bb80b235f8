/** Decides from .gitignore files whether a path is ignored. */
import { globSource } from './globs.ts'

interface Rule {
	readonly matches: RegExp
	readonly folderOnly: boolean
	readonly ignored: boolean
}

/** One .gitignore and the folder it lies in. */
interface Level {
	readonly folder: string
	readonly rules: readonly Rule[]
}

/** The rules of one .gitignore; an invalid pattern is skipped, as in git. */
function parseIgnoreFile(text: string): Rule[] {
	return text.split(/\r?\n/).flatMap((line) => {
		// Trailing spaces count only after a backslash.
		let pattern = line.replace(/(?<!\\)[ \t]+$/, '')
		if (pattern === '' || pattern.startsWith('#')) return []
		const ignored = !pattern.startsWith('!')
		if (!ignored) pattern = pattern.slice(1)
		const folderOnly = pattern.endsWith('/')
		if (folderOnly) pattern = pattern.slice(0, -1)
		// A slash other than at the end anchors the pattern to its file's folder.
		const tied = pattern.includes('/')
		const source = globSource(pattern.replace(/^\//, ''))
		try {
			return [{ matches: new RegExp(`^${tied ? '' : '(?:.*/)?'}${source}$`), folderOnly, ignored }]
		} catch {
			return []
		}
	})
}

/** The rules of a folder and of those above it. Immutable. */
export class IgnoreRules {
	static readonly none = new IgnoreRules([])
	readonly #levels: readonly Level[]

	private constructor(levels: readonly Level[]) {
		this.#levels = levels
	}

	/** With those of the .gitignore in `folder`, a path with forward slashes, empty for the root. */
	with(folder: string, text: string): IgnoreRules {
		return new IgnoreRules([...this.#levels, { folder, rules: parseIgnoreFile(text) }])
	}

	/** The last matching rule decides, and deeper files override upper ones. */
	ignores(path: string, isFolder: boolean): boolean {
		for (const { folder, rules } of [...this.#levels].reverse()) {
			const inside = folder === '' ? path : path.slice(folder.length + 1)
			const rule = rules.findLast(
				(one) => (isFolder || !one.folderOnly) && one.matches.test(inside),
			)
			if (rule) return rule.ignored
		}
		return false
	}
}
