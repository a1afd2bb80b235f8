/**
 * A regular expression for JavaScript, and for ripgrep if it means the same there.
 * Syntax that only one of them knows (lookaround, back references, Unicode properties) is searched
 * without ripgrep.
 */
import { FileError } from '../file-error.ts'

export interface Pattern {
	readonly source: string
	readonly flags: string
	/** For ripgrep, with the same matches; null if that is not certain. */
	readonly ripgrep: string | null
}

/** JavaScript's `\s` in ripgrep's terms, which strips line ends itself. */
const RG_SPACE = '[\\s\\x{FEFF}&&[^\\x{85}]]'
/** A letter after a backslash, the same in both: outside of a set, and inside (null: not the same). */
const CLASSES: Readonly<Record<string, readonly [js: string, rg: string, inSet: string | null]>> = {
	d: ['[0-9]', '[0-9]', '0-9'],
	D: ['[^0-9\\n\\r]', '[^0-9\\n\\r]', null],
	w: ['[0-9A-Za-z_]', '[0-9A-Za-z_]', '0-9A-Za-z_'],
	W: ['[^0-9A-Za-z_\\n\\r]', '[^0-9A-Za-z_\\n\\r]', null],
	s: ['[^\\S\\n\\r]', RG_SPACE, null],
	S: ['\\S', '[\\S\\x{85}&&[^\\x{FEFF}]]', null],
	t: ['\\t', '\\t', '\\t'],
}
const ESCAPED = /[\\^$.*+?()[\]{}|]/
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/

/** @throws {FileError} `invalid_arguments` if the pattern is not a valid regular expression. */
export function parsePattern(text: string, ignoreCase: boolean): Pattern {
	if (/[\n\r]/.test(text))
		throw new FileError(
			'invalid_arguments',
			'The pattern contains a line break, but lines are searched one at a time.',
			{
				hint: 'Search for part of one line, and use context to see the lines around it.',
			},
		)
	// With m, a lone carriage return ends a line in both.
	const flags = `${ignoreCase ? 'i' : ''}m`
	const common = translate(text)
	if (common) {
		const pattern = { source: common.js, flags: `${flags}u` }
		// ripgrep misses an empty match at the end of a file without a final line end.
		const empty = new RegExp(pattern.source, pattern.flags).test('')
		return { ...pattern, ripgrep: empty ? null : common.rg }
	}
	for (const attempt of [`${flags}u`, flags]) {
		try {
			new RegExp(text, attempt)
			return { source: text, flags: attempt, ripgrep: null }
		} catch (error) {
			if (attempt === flags) throw notAPattern(error)
		}
	}
	throw notAPattern(undefined)
}

const notAPattern = (error: unknown): FileError => {
	const why = error instanceof SyntaxError ? error.message.replace(/^.*\/: /s, '') : 'not valid'
	return new FileError(
		'invalid_arguments',
		`The pattern is not a valid regular expression: ${why}.`,
		{
			hint: 'Escape ( ) [ ] { } . * + ? ^ $ | \\ with a backslash to match them literally.',
		},
	)
}

const quoted = (char: string): string => (ESCAPED.test(char) ? `\\${char}` : char)

/** Null if the expression contains anything that the engines may read differently. */
function translate(text: string): { js: string; rg: string } | null {
	let js = ''
	let rg = ''
	let repeatable = false
	const depth: number[] = []
	for (let at = 0; at < text.length; ) {
		const rest = text.slice(at)
		const char = String.fromCodePoint(text.codePointAt(at) as number)
		const quantifier = QUANTIFIER.exec(rest)
		let step = char.length
		if (quantifier) {
			if (!repeatable) return null
			js += quantifier[0]
			rg += quantifier[0]
			step = quantifier[0].length
			repeatable = false
		} else if (char === '(') {
			const open = rest.startsWith('(?:') ? '(?:' : rest.startsWith('(?') ? null : '('
			if (open === null) return null
			js += open
			rg += open
			step = open.length
			depth.push(at)
			repeatable = false
		} else if (char === ')') {
			if (depth.pop() === undefined) return null
			js += ')'
			rg += ')'
			repeatable = true
		} else if (char === '|') {
			js += char
			rg += char
			repeatable = false
		} else if (char === '^' || char === '$') {
			js += char
			// R: also at a lone carriage return. A ripgrep before 14 sees no line end there, and refuses the expression.
			rg += `(?R:${char})`
			repeatable = false
		} else if (char === '.') {
			js += '[^\\n\\r]'
			rg += '[^\\n\\r]'
			repeatable = true
		} else if (char === '[') {
			const set = translateSet(rest)
			if (!set) return null
			js += set.source
			rg += set.source
			step = set.length
			repeatable = true
		} else if (char === '\\') {
			const letter = text[at + 1]
			if (letter === undefined) return null
			step = 2
			const known = CLASSES[letter]
			repeatable = letter !== 'b'
			if (letter === 'b') {
				js += '\\b'
				rg += '(?-u:\\b)'
			} else if (known) {
				js += known[0]
				rg += known[1]
			} else if (/[ -~]/.test(letter) && !/[0-9A-Za-z]/.test(letter)) {
				js += quoted(letter)
				rg += quoted(letter)
			} else return null
		} else {
			js += quoted(char)
			rg += quoted(char)
			repeatable = true
		}
		at += step
	}
	return depth.length === 0 ? { js, rg } : null
}

/** `[a-z_\d]`: members and ranges only. The same text serves both. */
function translateSet(text: string): { source: string; length: number } | null {
	const negated = text[1] === '^'
	let at = negated ? 2 : 1
	let source = negated ? '[^\\n\\r' : '['
	const from = at
	for (;;) {
		const char = text[at]
		if (char === undefined) return null
		if (char === ']') {
			if (at === from) return null
			return { source: `${source}]`, length: at + 1 }
		}
		const member = memberOf(text, at)
		if (!member) return null
		at += member.length
		if (text[at] !== '-' || text[at + 1] === ']') {
			source += member.source
			continue
		}
		const end = memberOf(text, at + 1)
		if (!end || member.code === null || end.code === null || end.code < member.code) return null
		source += `${member.source}-${end.source}`
		at += 1 + end.length
	}
}

function memberOf(
	text: string,
	at: number,
): { source: string; length: number; code: number | null } | null {
	const code = text.codePointAt(at)
	if (code === undefined) return null
	const char = String.fromCodePoint(code)
	if (char !== '\\') return { source: inSet(char), length: char.length, code }
	const letter = text[at + 1]
	if (letter === undefined) return null
	const known = CLASSES[letter]
	if (known) return known[2] === null ? null : { source: known[2], length: 2, code: null }
	if (/[0-9A-Za-z]/.test(letter) || !/[ -~]/.test(letter)) return null
	return { source: inSet(letter), length: 2, code: letter.charCodeAt(0) }
}

/** As a code point, which has no special meaning in either engine. */
const inSet = (char: string): string =>
	/[0-9A-Za-z_ ]/.test(char) || char > '~'
		? char
		: `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
