/** Secrets in tables that programs print: below the name of a column, or behind the name in a row. Pure. */
import { isSecretName } from './secret-names.ts'

/** Separators between the cells of a row. */
const BETWEEN = /([|│┃\t])/
const HAS_CELLS = /[|│┃\t]/
/** The line between the names of columns and their rows. */
const RULE = /^[\s|+:=│┃┼├┤╞╪╡─━-]{3,}$/
const DASHES = /-{2}|={2}|─|━/
const MAX_NAME_CHARS = 60
const NAME = /^["'`*]{0,2}[\w .-]+["'`*]{0,2}$/
/** Numbers of a table of usage: `| Token | 1,200 |`. */
const HARMLESS_CELL = /^(?:[\d.,%]{1,12}|-+|null|none|n\/a|true|false|yes|no|\*+|\(hidden\))?$/i

const isName = (cell: string): boolean => {
	const name = cell.trim()
	return (
		name.length <= MAX_NAME_CHARS && NAME.test(name) && isSecretName(name.replace(/[\s"'`*]/g, ''))
	)
}

const hide = (cell: string, hidden: string): string =>
	HARMLESS_CELL.test(cell.trim()) ? cell : cell.replace(/\S(?:.*\S)?/, hidden)

/** The text with `hidden` in place of such cells. A row of a table without names is told by its own. */
export function withoutSecretCells(text: string, hidden: string): string {
	if (!HAS_CELLS.test(text)) return text
	const lines = text.split('\n')
	/** Positions of the columns that hold secrets, of the table that is being read. */
	let columns: ReadonlySet<number> | null = null
	const shown = lines.map((line, at) => {
		if (!HAS_CELLS.test(line)) {
			if (!isRule(line)) columns = null
			return line
		}
		if (isRule(line)) return line
		// Cells at even places, what is between them at odd ones.
		const cells = line.split(BETWEEN)
		if (isRule(lines[at + 1] ?? '')) {
			columns = new Set(
				cells.flatMap((cell, place) => (place % 2 === 0 && isName(cell) ? [place] : [])),
			)
			return line
		}
		if (columns !== null && columns.size > 0)
			return cells.map((cell, place) => (columns?.has(place) ? hide(cell, hidden) : cell)).join('')
		return inRow(cells, hidden).join('')
	})
	return shown.join('\n')
}

const isRule = (line: string): boolean => RULE.test(line) && DASHES.test(line)

/** The cell behind a name that begins the row. `cat token | sort` is a command, and no row. */
function inRow(cells: readonly string[], hidden: string): readonly string[] {
	if (cells[0]?.trim() !== '' && cells[1] !== '\t') return cells
	const name = cells.findIndex((cell, place) => place % 2 === 0 && cell.trim() !== '')
	if (name < 0 || !isName(cells[name] ?? '')) return cells
	const value = cells.findIndex(
		(cell, place) => place > name && place % 2 === 0 && cell.trim() !== '',
	)
	return cells.map((cell, place) => (place === value ? hide(cell, hidden) : cell))
}
