/** An entry in a JSON file with comments: added, replaced, removed; every other byte stays. Pure. */
import {
	findNodeAtLocation,
	getNodeValue,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser'
import { ConfigError, placeOf } from './config-error.ts'

const BOM = '\uFEFF'
/** Clients read their own files with this tolerance. */
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
	const isBlank = json.trim() === ''
	const base = isBlank ? '{}' : json
	const changed = put(base, path, value)
	const ended = isBlank ? `${changed}${eolOf(text)}` : changed
	return text.startsWith(BOM) ? BOM + ended : ended
}

/** Removes the member at the path. `inner`: what its object held before it was the only one. */
export function removeJson(text: string, path: readonly string[], inner?: string): string {
	const root = parse(withoutBom(text))
	const value = root && findNodeAtLocation(root, [...path])
	const member = value?.parent
	const object = member?.parent
	if (!member || !object) return text
	const bom = text.startsWith(BOM) ? BOM : ''
	const json = withoutBom(text)
	const members = object.children ?? []
	const before = members[members.indexOf(member) - 1]
	const end = member.offset + member.length
	const openEnd = before ? before.offset + before.length : object.offset + 1
	const gap = json.slice(openEnd, member.offset)
	const after = /^\s*,/.exec(json.slice(end))?.[0] ?? ''
	const from = openEnd + gap.trimEnd().length
	if (after !== '') return bom + json.slice(0, from) + json.slice(end + after.length)
	if (before) {
		const comma = gap.indexOf(',')
		return (
			bom +
			json.slice(0, openEnd) +
			gap.slice(0, comma) +
			gap.slice(comma + 1).trimEnd() +
			json.slice(end)
		)
	}
	const close = object.offset + object.length - 1
	const left = json.slice(openEnd, from) + json.slice(end, close)
	const kept = inner !== undefined && left.trim() === '' ? inner : left
	return bom + json.slice(0, openEnd) + kept + json.slice(close)
}

/** The text between the braces of an object without members; null for any other value. */
export function innerOf(text: string, path: readonly string[]): string | null {
	const json = withoutBom(text)
	const root = parse(json)
	const node = root && findNodeAtLocation(root, [...path])
	if (node?.type !== 'object' || (node.children ?? []).length > 0) return null
	return json.slice(node.offset + 1, node.offset + node.length - 1)
}

function put(json: string, path: readonly string[], value: unknown): string {
	const root = parse(json)
	if (!root) throw new ConfigError('The file is empty')
	const known = findNodeAtLocation(root, [...path])
	const eol = eolOf(json)
	const unit = /\n([ \t]+)\S/.exec(json)?.[1] ?? '  '
	const written = (one: unknown, depth: number): string =>
		JSON.stringify(one, null, unit).replaceAll('\n', eol + unit.repeat(depth))
	if (known) {
		const text = written(value, path.length)
		return json.slice(0, known.offset) + text + json.slice(known.offset + known.length)
	}
	// The innermost object that is there, and what it has to hold.
	let depth = path.length - 1
	while (depth > 0 && !findNodeAtLocation(root, path.slice(0, depth))) depth--
	const object = findNodeAtLocation(root, path.slice(0, depth)) ?? root
	const held = path.slice(depth + 1).reduceRight((inside, key) => ({ [key]: inside }), value)
	const key = `${JSON.stringify(path[depth])}: `
	const indent = eol + unit.repeat(depth + 1)
	const last = object.children?.at(-1)
	const source = json.slice(object.offset, object.offset + object.length)
	if (!last) {
		const at = object.offset + 1
		const inner = source.slice(1, -1)
		const tail = inner.includes('\n') ? '' : eol + unit.repeat(depth)
		return json.slice(0, at) + indent + key + written(held, depth + 1) + tail + json.slice(at)
	}
	const end = last.offset + last.length
	if (!source.includes('\n'))
		return `${json.slice(0, end)}, ${key}${JSON.stringify(held)}${json.slice(end)}`
	// The entry goes after a comment on the line of the last member, which belongs to that one.
	const rest = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(
		json.slice(end),
	)
	const line = rest?.[0] ?? ''
	const hasComma = (rest?.[1] ?? '') !== ''
	return (
		json.slice(0, end) +
		(hasComma ? '' : ',') +
		line +
		indent +
		key +
		written(held, depth + 1) +
		(hasComma ? ',' : '') +
		json.slice(end + line.length)
	)
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

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
