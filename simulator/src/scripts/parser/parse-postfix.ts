/** The postfix parts of an expression: members, calls, indexes, type arguments, increments. */
import type { Cursor } from '../tokens/cursor.ts'
import { parseArguments } from './parse-arguments.ts'
import type { ExpressionKind } from './parse-expressions.ts'
import { parseTypeArguments } from './parse-types.ts'

/** Behind `Name<…>` these show that the angles were type arguments (the language's own rule). */
const AFTER_TYPE_ARGUMENTS = new Set([
	'(',
	')',
	']',
	'}',
	':',
	';',
	',',
	'.',
	'?',
	'?.',
	'==',
	'!=',
	'|',
	'^',
	'&&',
	'||',
	'&',
	'[',
	'>',
	'=>',
	'=',
	'??',
	'::',
])

export function parseGenericSuffix(c: Cursor): void {
	if (!c.is('<')) return
	c.attempt(() => {
		parseTypeArguments(c)
		return c.isAny(AFTER_TYPE_ARGUMENTS) || c.token.kind === 'eof'
	})
}

export function parsePostfix(c: Cursor, first: ExpressionKind): ExpressionKind {
	let kind = first
	for (;;) {
		if (c.is('.') || c.is('?.') || c.is('->')) {
			c.next()
			c.expectIdentifier()
			parseGenericSuffix(c)
			kind = 'other'
		} else if (c.is('(')) {
			parseArguments(c, '(', ')')
			kind = 'call'
		} else if (c.is('[')) {
			parseArguments(c, '[', ']')
			kind = 'other'
		} else if (
			c.is('?') &&
			c.is('[', 1) &&
			c.touches(1) &&
			c.attempt(() => isConditionalIndex(c))
		) {
			kind = 'other'
		} else if (c.is('++') || c.is('--')) {
			c.next()
			kind = 'step'
		} else if (c.is('!')) {
			c.next()
		} else {
			return kind
		}
	}
}

/** `a?[i]`, but not `a ?[1] : [2]`. */
function isConditionalIndex(c: Cursor): boolean {
	c.next()
	parseArguments(c, '[', ']')
	return !c.is(':')
}
