/** Type references: `int`, `List<Foo>[]`, `global::A.B<C>.D?`, tuples, pointers. */
import type { Cursor } from '../tokens/cursor.ts'
import { PREDEFINED_TYPES } from '../tokens/token.ts'

/** After `T ?` in `x is T ? a : b` one of these shows that the `?` was the type's own. */
const AFTER_NULLABLE = new Set([
	')',
	']',
	'}',
	';',
	',',
	'&&',
	'||',
	'=',
	'??',
	'>',
	'==',
	'!=',
	'=>',
	'and',
	'or',
	':',
])

export interface TypeOptions {
	/** In `is` and `as` a `?` may begin a conditional expression. */
	readonly ambiguousNullable?: boolean
	/** `new Foo[3]`: the brackets are the creation's. */
	readonly noArray?: boolean
	/** The name may lack its suffix `Attribute`. */
	readonly isAttribute?: boolean
}

/** Reads one type; stops with CS1031 where none begins. */
export function parseType(c: Cursor, options: TypeOptions = {}): void {
	c.nested(() => {
		if (c.is('ref') || c.is('scoped')) {
			c.next()
			c.accept('readonly')
		}
		if (c.accept('(')) parseTupleType(c)
		else if (PREDEFINED_TYPES.has(c.token.text) && c.token.kind === 'keyword') c.next()
		else parseName(c, options)
		parseTypeSuffixes(c, options)
	})
}

function parseTupleType(c: Cursor): void {
	let elements = 0
	do {
		parseType(c)
		if (c.isIdentifier()) c.next()
		elements++
	} while (c.accept(','))
	c.expect(')')
	if (elements < 2) c.stop('CS8124', 'Tuple must contain at least two elements.')
}

function parseName(c: Cursor, options: TypeOptions): void {
	if (!c.isIdentifier()) c.stop('CS1031', 'Type expected')
	const at = c.next()
	const isAlias = c.accept('::')
	if (isAlias) c.expectIdentifier()
	const arity = parseOptionalTypeArguments(c)
	const parts = [at]
	while (c.is('.') && c.isIdentifier(1)) {
		c.next()
		parts.push(c.next())
		parseOptionalTypeArguments(c)
	}
	// `global::A` names no alias of its own; behind `is`, a name may be that of a constant.
	if (isAlias || options.ambiguousNullable) return
	c.typeUses.push({ parts, arity, isAttribute: options.isAttribute === true })
}

const parseOptionalTypeArguments = (c: Cursor): number => (c.is('<') ? parseTypeArguments(c) : 0)

/** `<A, B>` or the unbound `<,>`; returns how many there are. */
export function parseTypeArguments(c: Cursor): number {
	let count = 1
	c.expect('<')
	if (c.is('>') || c.is(',')) {
		while (c.accept(',')) count++
		c.expect('>')
		return count
	}
	for (;;) {
		parseAttributeLists(c)
		if (c.is('in') || c.is('out')) c.next()
		parseType(c)
		if (!c.accept(',')) break
		count++
	}
	c.expect('>')
	return count
}

/** `<T, in U>` of a declaration, if it has any. */
export function parseTypeParameters(c: Cursor): string[] {
	const names: string[] = []
	if (!c.accept('<')) return names
	do {
		parseAttributeLists(c)
		if (c.is('in') || c.is('out')) c.next()
		names.push(c.expectIdentifier().text)
	} while (c.accept(','))
	c.expect('>')
	for (const name of names) c.typeParameters.add(name)
	return names
}

function parseAttributeLists(c: Cursor): void {
	while (c.is('[')) {
		let depth = 0
		do {
			if (c.is('[')) depth++
			if (c.is(']')) depth--
			if (c.next().kind === 'eof') c.stop('CS1003', "Syntax error, ']' expected")
		} while (depth > 0)
	}
}

function parseTypeSuffixes(c: Cursor, options: TypeOptions): void {
	for (;;) {
		if (c.is('?')) {
			if (options.ambiguousNullable && !c.isAny(AFTER_NULLABLE, 1)) return
			c.next()
		} else if (c.is('*')) {
			// A pointer only where a name or another suffix follows: else it multiplies.
			if (!(c.isIdentifier(1) || c.is('*', 1) || c.is(')', 1) || c.is('>', 1) || c.is(',', 1)))
				return
			if (options.ambiguousNullable) return
			c.next()
		} else if (c.is('[') && !options.noArray) {
			let ahead = 1
			while (c.is(',', ahead)) ahead++
			if (!c.is(']', ahead)) return
			for (let i = 0; i <= ahead; i++) c.next()
		} else {
			return
		}
	}
}
