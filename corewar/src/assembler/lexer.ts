/** A source as lines of tokens, without its comments. */
import type { Place, Problems } from '../errors.ts'
import { KEPT_TEXT, LIMITS } from '../limits.ts'

export interface Token extends Place {
	/** `modifier`: the dot and the name after it; `other`: a character that Redcode does not have. */
	readonly kind: 'name' | 'number' | 'sign' | 'modifier' | 'other'
	/** The written text; of a modifier, the name without the dot. */
	readonly text: string
}

export interface Line {
	readonly number: number
	readonly tokens: readonly Token[]
	/** Why it cannot be used; it matters only if the line does. */
	readonly excess?: Place & { readonly message: string }
}

/** A comment that means something. */
export interface Assertion extends Place {
	readonly tokens: readonly Token[]
}

export interface Source {
	readonly lines: readonly Line[]
	readonly assertions: readonly Assertion[]
	readonly name: string
	readonly author: string
	readonly strategy: string
}

const TOKEN =
	/[ \t\v\f\r]*(?:([A-Za-z_]\w*)|(\d+)|(==|!=|<=|>=|&&|\|\||[-+*/%()<>=!,#$@{}&:])|\.[ \t]*([A-Za-z]*)|(.))/suy

/** @param column where `text` begins, from 1 */
export function tokenize(text: string, line: number, column: number): Token[] {
	const tokens: Token[] = []
	TOKEN.lastIndex = 0
	for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
		const [, name, number, sign, modifier, other] = match
		const found = name ?? number ?? sign ?? other
		const end = match.index + match[0].length
		if (found === undefined) {
			const dot = match[0].indexOf('.')
			tokens.push({
				kind: 'modifier',
				text: modifier ?? '',
				line,
				column: column + match.index + dot,
			})
			continue
		}
		const kind =
			name !== undefined
				? 'name'
				: number !== undefined
					? 'number'
					: sign !== undefined
						? 'sign'
						: 'other'
		// White space at the end of a line also matches `other`, and is no token.
		if (kind === 'other' && /\s/.test(found)) continue
		tokens.push({ kind, text: found, line, column: column + end - found.length })
	}
	return tokens
}

const place = ({ line, column }: Place): Place => ({ line, column })

const BEGIN = /^;redcode/i
const DIRECTIVE = /^;[ \t]*(name|author|strategy|assert)\b/i

/** Splits a source. Problems go to `problems`; what could be read is returned all the same. */
export function readSource(text: string, problems: Problems): Source {
	const lines: Line[] = []
	const assertions: Assertion[] = []
	let name = ''
	let author = ''
	let strategy = ''
	if (text.length > LIMITS.sourceLength) {
		problems.add(
			{ line: 1, column: 1 },
			`The source has more than ${LIMITS.sourceLength.toLocaleString('en-US')} characters.`,
		)
		return { lines, assertions, name, author, strategy }
	}
	const written = text.split(/\r\n|\n|\r/)
	if (written.length > LIMITS.lines) {
		problems.add(
			{ line: LIMITS.lines + 1, column: 1 },
			`The source has more than ${LIMITS.lines} lines.`,
		)
		return { lines, assertions, name, author, strategy }
	}
	// The text before it belongs to a mail or a page.
	const begin = written.findIndex((row) => BEGIN.test(row))
	for (const [index, row] of written.entries()) {
		if (index <= begin) continue
		// A second begin starts another warrior.
		if (begin >= 0 && BEGIN.test(row)) break
		const number = index + 1
		if (row.length > LIMITS.lineLength) {
			const message = `The line has more than ${LIMITS.lineLength} characters.`
			const column = LIMITS.lineLength + 1
			lines.push({ number, tokens: [], excess: { line: number, column, message } })
			continue
		}
		const semicolon = row.indexOf(';')
		const comment = semicolon < 0 ? '' : row.slice(semicolon)
		const directive = DIRECTIVE.exec(comment)?.[1]?.toLowerCase()
		const rest = comment.slice(DIRECTIVE.exec(comment)?.[0].length ?? 0)
		if (directive === 'name') name = rest.trim().slice(0, KEPT_TEXT.name)
		if (directive === 'author') author = rest.trim().slice(0, KEPT_TEXT.author)
		if (directive === 'strategy') {
			strategy = `${strategy}${strategy === '' ? '' : '\n'}${rest.trim()}`.slice(
				0,
				KEPT_TEXT.strategy,
			)
		}
		if (directive === 'assert') {
			const column = row.length - rest.length + 1
			const [condition = ''] = rest.split(';')
			if (assertions.length < LIMITS.assertions) {
				const tokens = tokenize(condition, number, column)
				assertions.push({ line: number, column: tokens[0]?.column ?? column, tokens })
			} else {
				const at = { line: number, column: semicolon + 1 }
				problems.add(at, `The source has more than ${LIMITS.assertions} assertions.`)
			}
		}
		const tokens = tokenize(semicolon < 0 ? row : row.slice(0, semicolon), number, 1)
		if (tokens.length === 0) continue
		const long = tokens.find((t) => t.kind === 'name' && t.text.length > LIMITS.nameLength)
		const message = `The name has more than ${LIMITS.nameLength} characters.`
		lines.push({ number, tokens, ...(long && { excess: { ...place(long), message } }) })
	}
	return { lines, assertions, name, author, strategy }
}
