/** Parameter lists of methods, lambdas, indexers, delegates and records. */
import type { Cursor } from '../tokens/cursor.ts'
import type { Token } from '../tokens/token.ts'
import { parseAttributes } from './parse-attributes.ts'
import { parseExpression } from './parse-expressions.ts'
import { parseType } from './parse-types.ts'

const MODIFIERS = new Set(['ref', 'out', 'in', 'params', 'this', 'scoped', 'readonly'])

export interface Parameter {
	/** Tokens of the type joined, with `ref` and the like: equal texts make equal signatures. */
	readonly type: string
	readonly name: string
}

export function parseParameters(c: Cursor, open: string, close: string): Parameter[] {
	const parameters: Parameter[] = []
	c.expect(open)
	while (!c.is(close)) {
		parseAttributes(c)
		let prefix = ''
		while (c.isAny(MODIFIERS)) {
			const { text } = c.next()
			if (text === 'ref' || text === 'out' || text === 'in') prefix = 'ref '
		}
		const from = c.position
		parseType(c)
		const type = prefix + joined(c.since(from))
		const name = c.expectIdentifier().text
		if (c.accept('=')) parseExpression(c)
		parameters.push({ type, name })
		if (!c.accept(',')) break
		if (c.is(close)) c.stop('CS1031', 'Type expected')
	}
	c.expect(close)
	return parameters
}

/** Type source without its spaces. */
export const joined = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join('')
