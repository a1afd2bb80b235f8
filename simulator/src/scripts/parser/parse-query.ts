/** LINQ queries and switch expressions: the operands with a grammar of their own. */
import type { Cursor } from '../tokens/cursor.ts'
import { inBrackets } from './parse-arguments.ts'
import { parseExpression } from './parse-expressions.ts'
import { parsePattern } from './parse-patterns.ts'
import { parseType } from './parse-types.ts'

/** Whether `from` begins a query here, and is not a name. */
export function startsQuery(c: Cursor): boolean {
	c.next()
	if (c.isIdentifier() && c.is('in', 1)) return true
	parseType(c)
	return c.isIdentifier() && c.is('in', 1)
}

export function parseQuery(c: Cursor): void {
	c.queryDepth++
	for (;;) {
		if (c.accept('from') || c.accept('join')) {
			if (!c.is('in', 1)) parseType(c)
			c.expectIdentifier()
			c.expect('in')
			parseExpression(c)
			if (c.accept('on')) {
				parseExpression(c)
				c.expect('equals')
				parseExpression(c)
			}
		} else if (c.accept('let')) {
			c.expectIdentifier()
			c.expect('=')
			parseExpression(c)
		} else if (c.accept('where') || c.accept('select')) {
			parseExpression(c)
		} else if (c.accept('orderby')) {
			do {
				parseExpression(c)
				if (c.is('ascending') || c.is('descending')) c.next()
			} while (c.accept(','))
		} else if (c.accept('group')) {
			parseExpression(c)
			c.expect('by')
			parseExpression(c)
		} else if (c.accept('into')) {
			c.expectIdentifier()
		} else {
			break
		}
	}
	c.queryDepth--
}

/** `switch { pattern when condition => value, … }`, at `switch`. */
export function parseSwitchExpression(c: Cursor): void {
	c.next()
	inBrackets(c, () => {
		c.expect('{')
		while (!c.is('}')) {
			parsePattern(c)
			if (c.accept('when')) {
				c.lambdaAllowed = false
				parseExpression(c)
				c.lambdaAllowed = true
			}
			c.expect('=>')
			parseExpression(c)
			if (!c.accept(',')) break
		}
		c.expect('}')
	})
}
