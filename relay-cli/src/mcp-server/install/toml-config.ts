/** A table in a TOML file: added, replaced, removed; every other byte stays. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from './config-error.ts'

type Table = Record<string, unknown>
type TomlPath = readonly [container: string, name: string]

/** The table at `container.name`. @throws {ConfigError} for text that is not TOML */
export function readToml(text: string, [container, name]: TomlPath): unknown {
	return tableIn(parsed(text), container)?.[name]
}

/**
 * Written as a section at the end, or where it was.
 *
 * @throws {ConfigError} for text that is not TOML, or where the table cannot be told from its surroundings
 */
export function setToml(
	text: string,
	place: TomlPath,
	value: Readonly<Record<string, unknown>>,
): string {
	const before = parsed(text)
	const eol = text.includes('\r\n') ? '\r\n' : '\n'
	const section = [`[${place[0]}.${place[1]}]`, ...lines(value)].join(eol) + eol
	const found = sectionsOf(text, place)
	const [first] = found
	const rest = withoutSections(text, found)
	const at = first ? first.from : rest.length
	const gap = first || rest === '' ? '' : rest.endsWith('\n') ? eol : eol + eol
	const after = rest.slice(0, at) + gap + section + rest.slice(at)
	return verified(after, withEntry(before, place, value))
}

/** @throws {ConfigError} as {@link setToml} */
export function removeToml(text: string, place: TomlPath): string {
	const before = parsed(text)
	if (tableIn(before, place[0])?.[place[1]] === undefined) return text
	const found = sectionsOf(text, place)
	const [first] = found
	let after = withoutSections(text, found)
	// The empty line that was put before the section.
	if (first && after.length === first.from) after = after.replace(/(\r?\n)\r?\n$/, '$1')
	return verified(after, withEntry(before, place, undefined))
}

function parsed(text: string): Table {
	try {
		return parse(text) as Table
	} catch (error) {
		if (!(error instanceof TomlError)) throw error
		const [reason] = error.message.split('\n')
		throw new ConfigError(
			`it is not valid TOML at line ${error.line}, column ${error.column}: ${reason}`,
		)
	}
}

const tableIn = (root: Table, name: string): Table | undefined =>
	typeof root[name] === 'object' && root[name] !== null ? (root[name] as Table) : undefined

function withEntry(root: Table, [container, name]: TomlPath, value: unknown): Table {
	const { [name]: _, ...others } = tableIn(root, container) ?? {}
	const table = value === undefined ? others : { ...others, [name]: value }
	const { [container]: __, ...rest } = root
	return Object.keys(table).length === 0 ? rest : { ...rest, [container]: table }
}

/** Sections are found by their lines; whether nothing else changed is decided by the parser. */
function verified(text: string, expected: Table): string {
	const clean = (root: Table): unknown => JSON.parse(JSON.stringify(root))
	let result: Table | null = null
	try {
		result = parse(text) as Table
	} catch {
		// Refused below.
	}
	if (result === null || !isDeepStrictEqual(clean(result), clean(expected)))
		throw new ConfigError(
			'the entry is written in a form that cannot be changed safely (an inline table, or a section within it). Change it by hand',
		)
	return text
}

interface Section {
	readonly from: number
	/** Without the empty lines and comments that belong to the next section. */
	readonly to: number
}

/** The table's section, and those of its own tables. */
function sectionsOf(text: string, [container, name]: TomlPath): Section[] {
	const key = (word: string): string => `(?:${word}|"${word}"|'${word}')`
	const own = new RegExp(`^\\s*\\[\\s*${key(container)}\\s*\\.\\s*${key(name)}\\s*[.\\]]`)
	const sections: Section[] = []
	let from = -1
	let offset = 0
	const end = (to: number): void => {
		if (from === -1) return
		const after = /(?:^[ \t]*(?:#.*)?\r?\n)+$/m.exec(text.slice(from, to))
		sections.push({ from, to: after ? from + after.index : to })
		from = -1
	}
	for (const line of text.split(/(?<=\n)/)) {
		if (/^\s*\[/.test(line)) end(offset)
		if (own.test(line)) from = offset
		offset += line.length
	}
	end(offset)
	return sections
}

const withoutSections = (text: string, sections: readonly Section[]): string =>
	sections.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)

/** TOML's basic strings are JSON's, but for DEL, which no path has. */
const lines = (value: Readonly<Record<string, unknown>>): string[] =>
	Object.entries(value).map(([key, one]) => `${key} = ${written(one)}`)

function written(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value)
	return `{ ${lines(value as Record<string, unknown>).join(', ')} }`
}
