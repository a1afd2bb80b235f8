/** Patterns of `is`, `case` and switch expressions. */
import type { Cursor } from '../tokens/cursor.ts'
import { parseOperand } from './parse-expressions.ts'
import { parseType } from './parse-types.ts'

const RELATIONS = new Set(['<', '>', '<=', '>='])
const CONSTANT_OPERATORS = new Set(['+', '-', '*', '/', '%', '|', '&', '^'])
/** Identifiers behind a pattern that are not a designation. */
const NOT_A_DESIGNATION = new Set(['and', 'or', 'when'])

export function parsePattern(c: Cursor): void {
	c.nested(() => {
		parseUnaryPattern(c)
		while (c.is('and') || c.is('or')) {
			c.next()
			parseUnaryPattern(c)
		}
	})
}

function parseUnaryPattern(c: Cursor): void {
	if (c.is('not')) {
		c.next()
		c.nested(() => parseUnaryPattern(c))
	} else if (c.isAny(RELATIONS)) {
		c.next()
		parseConstant(c)
	} else if (c.accept('..')) {
		if (!c.is(']') && !c.is(',')) parsePattern(c)
	} else if (c.is('(')) {
		if (c.looksLike(() => isCastConstant(c))) parseConstant(c)
		else {
			parseSubpatterns(c, '(', ')')
			if (c.is('{')) parseSubpatterns(c, '{', '}')
			parseDesignation(c)
		}
	} else if (c.is('{')) {
		parseSubpatterns(c, '{', '}')
		parseDesignation(c)
	} else if (c.is('[')) {
		c.usesNewer('list pattern', c.token)
		parseSubpatterns(c, '[', ']')
		parseDesignation(c)
	} else if (c.is('var') && (c.isIdentifier(1) || c.is('(', 1))) {
		c.next()
		if (c.is('(')) parseSubpatterns(c, '(', ')')
		else c.next()
	} else if (!c.attempt(() => parseTypePattern(c))) {
		parseConstant(c)
	}
}

/** `(int)Foo`: a constant, not a positional pattern. */
function isCastConstant(c: Cursor): boolean {
	c.expect('(')
	parseType(c)
	c.expect(')')
	return ['number', 'char', 'string'].includes(c.token.kind)
}

/** A type with or without parts and name; also reads dotted constants. */
function parseTypePattern(c: Cursor): boolean {
	parseType(c, { ambiguousNullable: true })
	// `float.NaN`: a member of a predefined type is a constant.
	if (c.is('.')) return false
	if (c.is('(')) parseSubpatterns(c, '(', ')')
	if (c.is('{')) parseSubpatterns(c, '{', '}')
	parseDesignation(c)
	parseConstantTail(c)
	return true
}

function parseDesignation(c: Cursor): void {
	if (c.isIdentifier() && !c.isAny(NOT_A_DESIGNATION)) c.next()
}

/** `{ A: 1, B.C: > 2 }`, `(1, x: 2)`, `[1, .., 3]`. */
function parseSubpatterns(c: Cursor, open: string, close: string): void {
	c.expect(open)
	while (!c.is(close)) {
		c.attempt(() => {
			let parts = 0
			do {
				c.expectIdentifier()
				parts++
			} while (c.accept('.') || c.accept('?.'))
			if (parts > 1 && c.is(':')) c.usesNewer('extended property patterns', c.token)
			return c.accept(':')
		})
		parsePattern(c)
		if (!c.accept(',')) break
	}
	c.expect(close)
}

function parseConstant(c: Cursor): void {
	const lambdas = c.lambdaAllowed
	c.lambdaAllowed = false
	parseOperand(c)
	parseConstantTail(c)
	c.lambdaAllowed = lambdas
}

function parseConstantTail(c: Cursor): void {
	while (c.isAny(CONSTANT_OPERATORS) || (c.is('<') && c.is('<', 1))) {
		c.next()
		parseOperand(c)
	}
}
