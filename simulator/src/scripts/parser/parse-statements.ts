/** Statements and blocks. */
import type { Cursor } from '../tokens/cursor.ts'
import { PREDEFINED_TYPES } from '../tokens/token.ts'
import { parseArguments, parseInitializer } from './parse-arguments.ts'
import { parseAttributes } from './parse-attributes.ts'
import { parseExpression } from './parse-expressions.ts'
import { parseParameters } from './parse-parameters.ts'
import { parsePattern } from './parse-patterns.ts'
import { parseType, parseTypeParameters } from './parse-types.ts'

/** These begin a member, never a statement: a block's `}` is missing before them. */
const MEMBER_MODIFIERS = new Set([
	'public',
	'private',
	'protected',
	'internal',
	'override',
	'virtual',
	'abstract',
	'sealed',
])
const TYPE_KEYWORDS = new Set(['class', 'struct', 'interface', 'enum', 'namespace'])
const LOCAL_MODIFIERS = new Set(['static', 'async', 'unsafe', 'extern', 'const'])

export function parseBlock(c: Cursor): void {
	c.nested(() => {
		const { lambdaAllowed, queryDepth } = c
		c.lambdaAllowed = true
		c.queryDepth = 0
		c.expect('{')
		while (!c.is('}')) {
			if (c.token.kind === 'eof' || c.isAny(MEMBER_MODIFIERS) || c.isAny(TYPE_KEYWORDS)) {
				c.stop('CS1513', '} expected')
			}
			parseStatement(c)
		}
		c.next()
		c.lambdaAllowed = lambdaAllowed
		c.queryDepth = queryDepth
	})
}

export function parseStatement(c: Cursor): void {
	c.nested(() => {
		const { text, kind } = c.token
		if (kind === 'keyword' || kind === 'punct') {
			if (parseKeywordStatement(c, text)) return
		} else if (kind === 'identifier') {
			if (parseContextualStatement(c, text)) return
		}
		if (c.is('[')) c.attempt(() => parseAttributes(c).length > 0 && startsLocal(c))
		if (c.looksLike(() => startsLocal(c))) parseLocal(c)
		else parseExpressionStatement(c)
	})
}

function parseParenthesized(c: Cursor): void {
	c.expect('(')
	parseExpression(c)
	c.expect(')')
}

/** True when the statement was read. */
function parseKeywordStatement(c: Cursor, text: string): boolean {
	switch (text) {
		case '{':
			parseBlock(c)
			return true
		case ';':
			c.next()
			return true
		case 'if':
			c.next()
			parseParenthesized(c)
			parseStatement(c)
			if (c.accept('else')) parseStatement(c)
			return true
		case 'else':
			return c.stopAt(c.token, 'CS8641', "'else' cannot start a statement.")
		case 'while':
		case 'lock':
			c.next()
			parseParenthesized(c)
			parseStatement(c)
			return true
		case 'do':
			c.next()
			parseStatement(c)
			c.expect('while')
			parseParenthesized(c)
			c.expectSemicolon()
			return true
		case 'for':
			parseFor(c)
			return true
		case 'foreach':
			parseForeach(c)
			return true
		case 'switch':
			parseSwitch(c)
			return true
		case 'return':
		case 'throw':
			c.next()
			c.accept('ref')
			if (!c.is(';') && !(text === 'return' && c.is('}'))) parseExpression(c)
			c.expectSemicolon()
			return true
		case 'break':
		case 'continue':
			c.next()
			c.expectSemicolon()
			return true
		case 'goto':
			c.next()
			if (c.accept('case')) parseExpression(c)
			else if (!c.accept('default')) c.expectIdentifier()
			c.expectSemicolon()
			return true
		case 'try':
			parseTry(c)
			return true
		case 'catch':
		case 'finally':
			return c.stopAt(c.token, 'CS1003', "Syntax error, 'try' expected")
		case 'using':
			parseUsing(c)
			return true
		case 'fixed':
			c.next()
			c.expect('(')
			parseType(c)
			parseDeclarators(c)
			c.expect(')')
			parseStatement(c)
			return true
		case 'unsafe':
		case 'checked':
		case 'unchecked':
			if (!c.is('{', 1)) return false
			c.next()
			parseBlock(c)
			return true
		case 'case':
		case 'default':
			if (text === 'default' && !c.is(':', 1)) return false
			return c.stop('CS1513', '} expected')
		default:
			return false
	}
}

function parseContextualStatement(c: Cursor, text: string): boolean {
	if (text === 'yield' && (c.is('return', 1) || c.is('break', 1))) {
		c.next()
		if (c.next().text === 'return') parseExpression(c)
		c.expectSemicolon()
		return true
	}
	if (text === 'await' && (c.is('foreach', 1) || c.is('using', 1))) {
		c.next()
		return parseKeywordStatement(c, c.token.text)
	}
	if (c.is(':', 1)) {
		c.next()
		c.next()
		parseStatement(c)
		return true
	}
	return false
}

/** `Type name`, with modifiers; `await x` and expressions are none. */
function startsLocal(c: Cursor): boolean {
	while (c.isAny(LOCAL_MODIFIERS)) c.next()
	if (c.is('await') || c.is('yield')) return false
	if (c.is('var') && c.is('(', 1)) return false
	const isPredefined = PREDEFINED_TYPES.has(c.token.text)
	parseType(c)
	// `int class = 3`: meant as a declaration, and the name is what is wrong.
	return c.isIdentifier() || (isPredefined && !c.is('.') && !c.is('('))
}

function parseLocal(c: Cursor): void {
	while (c.isAny(LOCAL_MODIFIERS)) c.next()
	parseType(c)
	const isFunction = c.is('(', 1) || c.is('<', 1)
	if (!isFunction) {
		parseDeclarators(c)
		c.expectSemicolon()
		return
	}
	c.next()
	parseTypeParameters(c)
	parseParameters(c, '(', ')')
	parseConstraints(c)
	parseBody(c)
}

export function parseConstraints(c: Cursor): void {
	while (c.is('where')) {
		c.next()
		c.expectIdentifier()
		c.expect(':')
		do {
			if (c.accept('new')) {
				c.expect('(')
				c.expect(')')
			} else if (c.is('class') || c.is('struct') || c.is('default')) {
				c.next()
				c.accept('?')
			} else {
				parseType(c)
			}
		} while (c.accept(','))
	}
}

/** A function's body: a block, `=> …;`, or `;` alone. */
export function parseBody(c: Cursor): 'block' | 'expression' | 'none' {
	if (c.is('{')) {
		parseBlock(c)
		return 'block'
	}
	if (c.accept('=>')) {
		c.accept('ref')
		parseExpression(c)
		c.expectSemicolon()
		return 'expression'
	}
	if (c.accept(';')) return 'none'
	return c.stop('CS1002', '; expected')
}

function parseDeclarators(c: Cursor): void {
	do {
		c.expectIdentifier()
		if (c.is('[')) {
			c.stopAt(
				c.token,
				'CS0650',
				"Bad array declarator: To declare a managed array the rank specifier precedes the variable's identifier.",
			)
		}
		if (c.accept('=')) {
			c.accept('ref')
			if (c.is('{')) parseInitializer(c)
			else parseExpression(c)
		}
	} while (c.accept(','))
}

function parseExpressionStatement(c: Cursor): void {
	const first = c.token
	if (c.is(')') || c.is(']')) {
		c.report(first, 'CS1513', '} expected')
		c.next()
		return
	}
	const isDeconstruction = c.is('var') && c.is('(', 1)
	if (isDeconstruction) c.next()
	const errors = c.diagnostics.length
	const kind = parseExpression(c)
	c.expectSemicolon()
	if (kind === 'other' && c.diagnostics.length === errors) {
		c.report(
			first,
			'CS0201',
			'Only assignment, call, increment, decrement, await, and new object expressions can be used as a statement',
		)
	}
}

function parseFor(c: Cursor): void {
	c.next()
	c.expect('(')
	if (!c.is(';')) {
		if (c.looksLike(() => startsLocal(c))) {
			parseType(c)
			parseDeclarators(c)
		} else {
			parseList(c)
		}
	}
	c.expectSemicolon()
	if (!c.is(';')) parseExpression(c)
	c.expectSemicolon()
	if (!c.is(')')) parseList(c)
	c.expect(')')
	parseStatement(c)
}

function parseList(c: Cursor): void {
	do parseExpression(c)
	while (c.accept(','))
}

function parseForeach(c: Cursor): void {
	c.next()
	c.expect('(')
	if (c.is('var') && c.is('(', 1)) {
		c.next()
		parseArguments(c, '(', ')')
	} else if (!c.attempt(() => startsForeachVariable(c))) {
		parseArguments(c, '(', ')', true)
	}
	if (!c.is('in')) c.stop('CS1515', "'in' expected")
	c.next()
	parseExpression(c)
	c.expect(')')
	parseStatement(c)
}

function startsForeachVariable(c: Cursor): boolean {
	parseType(c)
	c.expectIdentifier()
	return true
}

function parseSwitch(c: Cursor): void {
	c.next()
	// `switch (a, b)` switches over a tuple.
	parseArguments(c, '(', ')')
	c.expect('{')
	while (!c.is('}')) {
		if (!c.is('case') && !c.is('default')) {
			c.stop(
				c.token.kind === 'eof' ? 'CS1513' : 'CS1003',
				c.token.kind === 'eof' ? '} expected' : "Syntax error, 'case' expected",
			)
		}
		parseLabel(c)
		while (!c.is('case') && !c.is('}') && !(c.is('default') && c.is(':', 1))) {
			if (c.token.kind === 'eof' || c.isAny(MEMBER_MODIFIERS)) c.stop('CS1513', '} expected')
			parseStatement(c)
		}
	}
	c.next()
}

function parseLabel(c: Cursor): void {
	if (c.next().text === 'case') {
		parsePattern(c)
		if (c.accept('when')) parseExpression(c)
	}
	c.expect(':')
}

function parseTry(c: Cursor): void {
	c.next()
	parseBlock(c)
	let handlers = 0
	while (c.accept('catch')) {
		handlers++
		if (c.accept('(')) {
			parseType(c)
			if (c.isIdentifier()) c.next()
			c.expect(')')
		}
		if (c.accept('when')) parseParenthesized(c)
		parseBlock(c)
	}
	if (c.accept('finally')) {
		handlers++
		parseBlock(c)
	}
	if (handlers === 0) c.stop('CS1524', 'Expected catch or finally')
}

function parseUsing(c: Cursor): void {
	c.next()
	if (!c.is('(') || c.looksLike(() => startsLocal(c))) {
		parseType(c)
		parseDeclarators(c)
		c.expectSemicolon()
		return
	}
	c.next()
	if (c.looksLike(() => startsLocal(c))) {
		parseType(c)
		parseDeclarators(c)
	} else {
		parseExpression(c)
	}
	c.expect(')')
	parseStatement(c)
}
