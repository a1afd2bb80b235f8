/** Attribute lists: `[SerializeField, Range(0, 1)]`, `[assembly: …]`. */
import type { Cursor } from '../tokens/cursor.ts'
import type { Token } from '../tokens/token.ts'
import { parseArguments } from './parse-arguments.ts'
import { parseType } from './parse-types.ts'

export interface AttributeUse {
	/** Without namespace and `Attribute` suffix. */
	readonly name: string
	/** E.g. `field` in `[field: SerializeField]`. */
	readonly target: string | null
	/** Tokens between the parentheses. */
	readonly args: readonly Token[]
}

/** Every list that stands here. */
export function parseAttributes(c: Cursor): AttributeUse[] {
	const uses: AttributeUse[] = []
	while (c.is('[')) {
		c.next()
		let target: string | null = null
		if (c.is(':', 1)) {
			target = c.next().text
			c.next()
		}
		while (!c.is(']')) {
			const from = c.position
			parseType(c, { noArray: true, isAttribute: true })
			const name = c.since(from).findLast((t) => t.kind === 'identifier')?.text ?? ''
			const argsFrom = c.position + 1
			if (c.is('(')) parseArguments(c, '(', ')')
			uses.push({
				name: name.replace(/(?<=.)Attribute$/, ''),
				target,
				args: c.since(argsFrom).slice(0, -1),
			})
			if (!c.accept(',')) break
		}
		c.expect(']')
	}
	return uses
}
