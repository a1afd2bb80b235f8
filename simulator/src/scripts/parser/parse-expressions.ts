/** Expressions. No tree is built: the parser only follows the grammar and finds where it breaks. */
import { Cursor } from '../tokens/cursor.ts'
import { PREDEFINED_TYPES } from '../tokens/token.ts'
import { parseArguments, parseCreation, parseInitializer } from './parse-arguments.ts'
import { parseParameters } from './parse-parameters.ts'
import { parsePattern } from './parse-patterns.ts'
import { parseGenericSuffix, parsePostfix } from './parse-postfix.ts'
import { parseQuery, parseSwitchExpression, startsQuery } from './parse-query.ts'
import { parseBlock } from './parse-statements.ts'
import { parseType } from './parse-types.ts'

/** The kinds of expressions that statements tell apart. */
export type ExpressionKind = 'call' | 'assignment' | 'step' | 'await' | 'creation' | 'other'

const BINARY = new Set([
	'+',
	'-',
	'*',
	'/',
	'%',
	'&',
	'|',
	'^',
	'&&',
	'||',
	'==',
	'!=',
	'<=',
	'<',
	'??',
	'<<',
	'..',
])
const ASSIGNMENT = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '??='])
const PREFIX = new Set(['+', '-', '!', '~', '++', '--', '&', '*', '^', '..'])
const QUERY_WORDS = new Set([
	'from',
	'where',
	'select',
	'group',
	'into',
	'orderby',
	'join',
	'let',
	'in',
	'on',
	'equals',
	'by',
	'ascending',
	'descending',
])
/** Keywords that may begin the operand of a cast to a named type. */
const CASTABLE_KEYWORDS = new Set([
	'this',
	'base',
	'new',
	'typeof',
	'default',
	'null',
	'true',
	'false',
	'sizeof',
	'checked',
	'unchecked',
	'delegate',
	'stackalloc',
])
const NOT_CAST_OPERANDS = new Set(['and', 'or', 'when', 'with', 'switch', 'is', 'as'])

export function parseExpression(c: Cursor): ExpressionKind {
	return c.nested(() => {
		if (c.accept('throw')) {
			parseExpression(c)
			return 'other'
		}
		let kind = parseConditional(c)
		const shift = c.is('>') && c.is('>=', 1) && c.touches(1)
		if (c.isAny(ASSIGNMENT) || shift) {
			c.next()
			if (shift) c.next()
			c.accept('ref')
			if (c.is('{')) parseInitializer(c)
			else parseExpression(c)
			kind = 'assignment'
		}
		return kind
	})
}

function parseConditional(c: Cursor): ExpressionKind {
	let kind = parseOperand(c)
	for (;;) {
		if (c.is('is')) {
			c.next()
			parsePattern(c)
		} else if (c.is('as')) {
			c.next()
			parseType(c, { ambiguousNullable: true })
		} else if (c.is('switch') && c.is('{', 1)) {
			parseSwitchExpression(c)
		} else if (c.is('with') && c.is('{', 1)) {
			c.next()
			parseInitializer(c)
		} else if (c.is('>') && !(c.is('>=', 1) && c.touches(1))) {
			const left = c.previous
			c.next()
			if (c.is('>') && c.touches(0)) {
				c.next()
				if (c.is('>') && c.touches(0)) {
					c.usesNewer('unsigned right shift', left)
					c.next()
				}
			}
			parseOperand(c)
		} else if (c.is('>=')) {
			c.next()
			parseOperand(c)
		} else if (c.isAny(BINARY)) {
			const range = c.next().text === '..'
			if (range && !startsOperand(c)) return 'other'
			if (!range && c.accept('throw')) parseExpression(c)
			else parseOperand(c)
		} else if (c.is('?')) {
			c.next()
			const lambdas = c.lambdaAllowed
			c.lambdaAllowed = true
			c.accept('ref')
			parseExpression(c)
			c.expect(':')
			c.lambdaAllowed = lambdas
			c.accept('ref')
			parseExpression(c)
			return 'other'
		} else {
			return kind
		}
		kind = 'other'
	}
}

function startsOperand(c: Cursor): boolean {
	const { kind, text } = c.token
	if (kind === 'punct') return text === '(' || text === '[' || PREFIX.has(text)
	if (kind === 'keyword') return CASTABLE_KEYWORDS.has(text) || PREDEFINED_TYPES.has(text)
	return kind !== 'eof'
}

/** A unary expression with everything that binds tighter. */
export function parseOperand(c: Cursor): ExpressionKind {
	return c.nested(() => {
		if (c.isAny(PREFIX)) {
			const prefix = c.next().text
			if (prefix === '..' && !startsOperand(c)) return 'other'
			parseOperand(c)
			return prefix === '++' || prefix === '--' ? 'step' : 'other'
		}
		if (c.is('await') && isOperandBehindAwait(c)) {
			c.next()
			parseOperand(c)
			return 'await'
		}
		if (c.lambdaAllowed && c.attempt(() => startsLambda(c))) {
			if (c.is('{')) parseBlock(c)
			else parseExpression(c)
			return 'other'
		}
		if (c.is('(') && c.attempt(() => isCast(c))) {
			parseOperand(c)
			return 'other'
		}
		if (c.is('from') && c.looksLike(() => startsQuery(c))) {
			parseQuery(c)
			return 'other'
		}
		return parsePostfix(c, parsePrimary(c))
	})
}

function isOperandBehindAwait(c: Cursor): boolean {
	const { kind, text } = c.peek(1)
	if (kind === 'punct') return text === '('
	if (kind === 'keyword') return CASTABLE_KEYWORDS.has(text)
	return kind !== 'eof'
}

/** Reads everything up to and including `=>`, when that is what stands here. */
function startsLambda(c: Cursor): boolean {
	for (;;) {
		const word = c.token.text
		if ((word === 'async' || word === 'static') && !c.is('=>', 1) && c.token.kind !== 'string')
			c.next()
		else break
	}
	if (c.isIdentifier() && c.is('=>', 1)) {
		c.next()
		return c.accept('=>')
	}
	if (!c.is('(')) return false
	const simple = c.attempt(() => {
		c.next()
		while (!c.is(')')) {
			c.expectIdentifier()
			if (!c.accept(',')) break
		}
		return c.accept(')') && c.is('=>')
	})
	if (!simple) parseParameters(c, '(', ')')
	return c.accept('=>')
}

/** Reads `(Type)` when a cast's operand follows. */
function isCast(c: Cursor): boolean {
	c.expect('(')
	const from = c.position
	parseType(c)
	const certain = c.since(from).some((t) => PREDEFINED_TYPES.has(t.text) && t.kind === 'keyword')
	if (!c.accept(')')) return false
	const { kind, text } = c.token
	switch (kind) {
		case 'number':
		case 'string':
		case 'char':
			return true
		case 'identifier':
			return !NOT_CAST_OPERANDS.has(text) && !(c.queryDepth > 0 && QUERY_WORDS.has(text))
		case 'keyword':
			return CASTABLE_KEYWORDS.has(text) || PREDEFINED_TYPES.has(text)
		case 'punct':
			if (text === '(' || text === '!' || text === '~') return true
			return certain && (PREFIX.has(text) || text === '[')
		case 'eof':
			return false
		default:
			return kind satisfies never
	}
}

function parsePrimary(c: Cursor): ExpressionKind {
	const token = c.token
	switch (token.kind) {
		case 'number':
		case 'char':
			c.next()
			return 'other'
		case 'string':
			c.next()
			for (const hole of token.holes ?? []) parseHole(c, new Cursor(hole))
			return 'other'
		case 'identifier':
			c.next()
			if (c.accept('::')) c.expectIdentifier()
			parseGenericSuffix(c)
			return 'other'
		case 'keyword':
			return parseKeywordPrimary(c)
		case 'punct':
			if (token.text === '(') {
				if (c.is(')', 1)) {
					c.next()
					return invalidTerm(c)
				}
				parseArguments(c, '(', ')', true)
				return 'other'
			}
			if (token.text === '[') {
				c.usesNewer('collection expressions', token)
				parseArguments(c, '[', ']')
				return 'other'
			}
			return invalidTerm(c)
		case 'eof':
			return invalidTerm(c)
		default:
			return token.kind satisfies never
	}
}

/** Nothing that an expression could begin with. */
export function invalidTerm(c: Cursor): never {
	const { text } = c.token
	const message = text === '' ? 'Expression expected' : `Invalid expression term '${text}'`
	return text === '' ? c.stop('CS1733', message) : c.stopAt(c.token, 'CS1525', message)
}

function parseHole(c: Cursor, hole: Cursor): void {
	const errors = hole.diagnostics
	try {
		parseExpression(hole)
		if (hole.accept(',')) parseExpression(hole)
		if (hole.token.kind !== 'eof') {
			hole.report(hole.token, 'CS1003', "Syntax error, '}' expected")
		}
	} finally {
		c.diagnostics.push(...errors)
		c.newer.push(...hole.newer)
	}
}

function parseKeywordPrimary(c: Cursor): ExpressionKind {
	const { text } = c.token
	if (PREDEFINED_TYPES.has(text)) {
		c.next()
		if (!c.is('.')) c.stopAt(c.previous, 'CS1525', `Invalid expression term '${text}'`)
		return 'other'
	}
	switch (text) {
		case 'this':
		case 'base':
		case 'null':
		case 'true':
		case 'false':
			c.next()
			return 'other'
		case 'typeof':
		case 'sizeof':
			c.next()
			c.expect('(')
			parseType(c)
			c.expect(')')
			return 'other'
		case 'default':
			c.next()
			if (c.accept('(')) {
				parseType(c)
				c.expect(')')
			}
			return 'other'
		case 'checked':
		case 'unchecked':
			c.next()
			parseArguments(c, '(', ')')
			return 'other'
		case 'delegate':
			c.next()
			if (c.is('(')) parseParameters(c, '(', ')')
			parseBlock(c)
			return 'other'
		case 'stackalloc':
			c.next()
			if (!c.is('[')) parseType(c, { noArray: true })
			parseArguments(c, '[', ']')
			if (c.is('{')) parseInitializer(c)
			return 'other'
		case 'new':
			c.next()
			parseCreation(c)
			return 'creation'
		default:
			return invalidTerm(c)
	}
}
