/** Decides from .gitignore files whether a path is ignored, as git does: by the npm package `ignore`. */
import ignore, { type Ignore } from 'ignore'

const BOM = '\uFEFF'
/** The value that `git init` gives `core.ignorecase` on the file systems that these systems come with. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin'

/** The rules of a folder and of those above it. Immutable. */
export class IgnoreRules {
	static readonly none = new IgnoreRules([])
	readonly #patterns: readonly string[]
	readonly #matcher: Ignore

	private constructor(patterns: readonly string[]) {
		this.#patterns = patterns
		this.#matcher = ignore({ ignorecase: IGNORES_CASE }).add(patterns)
	}

	/** These rules and those of the .gitignore in `folder`, a path with forward slashes, empty for the root. */
	with(folder: string, text: string): IgnoreRules {
		const lines = (text.startsWith(BOM) ? text.slice(1) : text).split(/\r?\n/)
		// Deeper files override upper ones: the last matching pattern decides.
		return new IgnoreRules([...this.#patterns, ...lines.flatMap((line) => below(folder, line))])
	}

	/** The caller sees to it that no folder above the path is ignored. */
	ignores(path: string, isFolder: boolean): boolean {
		return this.#matcher.ignores(isFolder ? `${path}/` : path)
	}
}

/** The same pattern as the root's .gitignore would have it; none for comments and what matches nothing. */
function below(folder: string, line: string): string[] {
	if (line.startsWith('#')) return []
	if (folder === '') return [line]
	const negated = line.startsWith('!')
	const pattern = negated ? line.slice(1) : line
	const trimmed = pattern.trimEnd()
	if (trimmed === '' || trimmed === '/') return []
	// A slash other than at the end anchors the pattern to its file's folder.
	const anchored = trimmed.slice(0, -1).includes('/')
	const inFolder = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`
	return [`${negated ? '!' : ''}/${folder.replace(/[\\*?[\]]/g, '\\$&')}/${inFolder}`]
}
