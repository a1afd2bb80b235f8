/** Argument lists, initialisers and what follows `new`. */
import type { Cursor } from '../tokens/cursor.ts'
import { invalidTerm, parseExpression } from './parse-expressions.ts'
import { parseType } from './parse-types.ts'

/** Parses the rest of an expression after `new`. */
export function parseCreation(c: Cursor): void {
	if (c.is('{')) {
		parseInitializer(c)
		return
	}
	if (!c.is('(') && !c.is('[')) parseType(c, { noArray: true })
	else if (c.is('(')) {
		// `new(…)` or the tuple-typed array `new (int, string)[…]`.
		const tuple = c.attempt(() => {
			parseType(c, { noArray: true })
			return c.is('[')
		})
		if (!tuple) parseArguments(c, '(', ')')
	}
	let sized = false
	if (c.is('(')) {
		parseArguments(c, '(', ')')
		sized = true
	}
	while (!sized && c.is('[')) parseArguments(c, '[', ']')
	if (c.is('{')) parseInitializer(c)
	else if (!sized && !c.is('{') && c.previous.text !== ']' && c.previous.text !== ')') {
		c.stop('CS1526', 'A new expression requires an argument list or (), [], or {} after type')
	}
}

/** `{ A = 1, [k] = v, { 1, 2 }, x }`: object, collection and array initialisers alike. */
export function parseInitializer(c: Cursor): void {
	inBrackets(c, () =>
		c.nested(() => {
			c.expect('{')
			while (!c.is('}')) {
				if (c.is('[')) c.attempt(() => indexed(c))
				parseValue(c)
				if (!c.accept(',')) break
			}
			c.expect('}')
		}),
	)
}

/** Reads `[k] =`. */
function indexed(c: Cursor): boolean {
	parseArguments(c, '[', ']')
	return c.accept('=')
}

function parseValue(c: Cursor): void {
	if (c.is('{')) parseInitializer(c)
	else parseExpression(c)
}

/** Inside brackets lambdas are possible again and a query's words end. */
export function inBrackets(c: Cursor, read: () => void): void {
	const { lambdaAllowed, queryDepth } = c
	c.lambdaAllowed = true
	c.queryDepth = 0
	read()
	c.lambdaAllowed = lambdaAllowed
	c.queryDepth = queryDepth
}

/**
 * Arguments of calls and indexers, elements of tuples and collection expressions.
 * With `declarations` an element may be `Type name`, as in `(int a, var b) = pair`.
 */
export function parseArguments(c: Cursor, open: string, close: string, declarations = false): void {
	inBrackets(c, () => {
		c.expect(open)
		while (!c.is(close)) {
			if (open === '[' && c.is(',')) {
				c.next()
				continue
			}
			parseArgument(c, declarations)
			if (!c.accept(',')) break
			if (c.is(close) && open === '(') invalidTerm(c)
		}
		c.expect(close)
	})
}

function parseArgument(c: Cursor, declarations: boolean): void {
	if (c.isIdentifier() && c.is(':', 1)) {
		c.next()
		c.next()
	}
	const isOut = c.is('out')
	if (isOut || c.is('ref') || c.is('in')) c.next()
	if ((isOut || declarations) && c.attempt(() => isDeclaration(c))) return
	parseExpression(c)
}

/** `out var x`, `(int a, var b) = …`: a type and a name, then the end of the argument. */
function isDeclaration(c: Cursor): boolean {
	parseType(c)
	// `(a * b)` is a product.
	if (!c.isIdentifier() || c.previous.text === '*') return false
	c.next()
	return c.is(',') || c.is(')') || c.is(']')
}
