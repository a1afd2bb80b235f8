/** An entry in a JSON file with comments: added, replaced, removed; every other byte stays. Pure. */
import {
	applyEdits,
	type FormattingOptions,
	findNodeAtLocation,
	getNodeValue,
	modify,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser'
import { ConfigError, placeOf } from './config-error.ts'

const BOM = '\uFEFF'
/** As clients themselves read their files. */
const PARSING = { allowTrailingComma: true } as const

/** The value at a path. Undefined if there is none. @throws {ConfigError} for text that is not JSON */
export function readJson(text: string, path: readonly string[]): unknown {
	const root = parse(withoutBom(text))
	const node = root && findNodeAtLocation(root, [...path])
	return node && getNodeValue(node)
}

/** @throws {ConfigError} for text that is not JSON, or where the path leads through something else than objects */
export function setJson(text: string, path: readonly string[], value: unknown): string {
	const json = withoutBom(text)
	requireObjects(json, path)
	// A file of spaces counts as empty.
	const base = json.trim() === '' ? '{}' : json
	const changed = applyEdits(base, modify(base, [...path], value, options(base)))
	const ended = json.trim() === '' ? `${changed}\n` : changed
	return text.startsWith(BOM) ? BOM + ended : ended
}

/** Removes what is at the path. */
export const removeJson = (text: string, path: readonly string[]): string =>
	setJson(text, path, undefined)

const withoutBom = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)

function parse(text: string): Node | undefined {
	if (text.trim() === '') return undefined
	const errors: ParseError[] = []
	const root = parseTree(text, errors, PARSING)
	const [first] = errors
	if (first)
		throw new ConfigError(
			`it is not valid JSON at ${placeOf(text, first.offset)}: ${printParseErrorCode(first.error)}`,
		)
	return root
}

function requireObjects(text: string, path: readonly string[]): void {
	const root = parse(text)
	if (!root) return
	for (let depth = 0; depth < path.length; depth++) {
		const node = findNodeAtLocation(root, path.slice(0, depth))
		if (!node) return
		if (node.type !== 'object') {
			const name = depth === 0 ? 'The file' : `"${path.slice(0, depth).join('.')}"`
			throw new ConfigError(`${name} is not an object (${placeOf(text, node.offset)})`)
		}
	}
}

/** The file's own indentation and line ends. */
function options(text: string): { formattingOptions: FormattingOptions } {
	const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
	return {
		formattingOptions: {
			insertSpaces: !indent.startsWith('\t'),
			tabSize: indent.startsWith('\t') ? 1 : indent.length,
			eol: text.includes('\r\n') ? '\r\n' : '\n',
		},
	}
}
