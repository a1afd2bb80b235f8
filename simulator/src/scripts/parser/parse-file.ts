/** One C# file: usings, namespaces, types; with the errors found on the way. */
import { Cursor, SyntaxStop } from '../tokens/cursor.ts'
import type { Diagnostic, Token } from '../tokens/token.ts'
import { tokenize } from '../tokens/tokenizer.ts'
import type { BaseReference, ScriptFile, TypeDeclaration, TypeKind } from '../types/declarations.ts'
import { parseArguments } from './parse-arguments.ts'
import { type AttributeUse, parseAttributes } from './parse-attributes.ts'
import { parseExpression } from './parse-expressions.ts'
import { parseMembers } from './parse-members.ts'
import { joined, parseParameters } from './parse-parameters.ts'
import { parseConstraints } from './parse-statements.ts'
import { parseType, parseTypeParameters } from './parse-types.ts'

const MODIFIERS = new Set([
	'public',
	'private',
	'protected',
	'internal',
	'static',
	'abstract',
	'sealed',
	'partial',
	'new',
	'unsafe',
	'readonly',
	'ref',
	'file',
])
const TYPE_KEYWORDS = new Set(['class', 'struct', 'interface', 'enum', 'delegate', 'record'])

/** The place of a declaration. */
export interface Scope {
	readonly namespace: string
	readonly enclosing: readonly string[]
	readonly types: TypeDeclaration[]
}

export interface ParsedFile {
	readonly file: ScriptFile
	readonly diagnostics: readonly Diagnostic[]
}

/** Never throws. After a lexical error the grammar is not checked: further errors would mislead. */
export function parseFile(source: string): ParsedFile {
	const { tokens, diagnostics } = tokenize(source)
	const c = new Cursor(tokens)
	const file = {
		usings: [] as string[],
		aliases: [] as string[],
		types: [] as TypeDeclaration[],
		typeUses: c.typeUses,
		typeParameters: c.typeParameters,
	}
	const scope: Scope = { namespace: '', enclosing: [], types: file.types }
	try {
		parseNamespaceBody(c, scope, file)
	} catch (error) {
		if (!(error instanceof SyntaxStop)) throw error
	}
	const grammar = [...c.newer, ...c.diagnostics].sort(
		(a, b) => a.line - b.line || a.column - b.column,
	)
	return { file, diagnostics: diagnostics.length > 0 ? diagnostics : grammar }
}

/** Reads until the file's end, or the `}` of the namespace, which stays. */
function parseNamespaceBody(
	c: Cursor,
	scope: Scope,
	file: { usings: string[]; aliases: string[] },
): void {
	let declared = false
	let current = scope
	for (;;) {
		if (c.is('}') && scope.namespace !== '') return
		if (c.is('}')) {
			c.stopAt(c.token, 'CS1022', 'Type or namespace definition, or end-of-file expected')
		}
		if (c.accept(';')) continue
		if (c.is('using') || (c.is('global') && c.is('using', 1))) {
			if (declared) {
				c.stopAt(
					c.token,
					'CS1529',
					'A using clause must precede all other elements defined in the namespace except extern alias declarations',
				)
			}
			parseUsing(c, file)
			continue
		}
		if (c.is('extern') && c.is('alias', 1)) {
			while (!c.is(';') && !atEnd(c)) c.next()
			c.expectSemicolon()
			continue
		}
		if (atEnd(c)) return
		const attributes = parseAttributes(c)
		const isGlobal = attributes.some((a) => a.target === 'assembly' || a.target === 'module')
		if (isGlobal) continue
		declared = true
		if (c.is('namespace')) current = parseNamespace(c, current, file)
		else if (!parseTypeDeclaration(c, current, attributes)) refuseAtTopLevel(c)
	}
}

const atEnd = (c: Cursor): boolean => c.token.kind === 'eof'

/** A file-scoped namespace becomes the scope of what follows. */
function parseNamespace(
	c: Cursor,
	scope: Scope,
	file: { usings: string[]; aliases: string[] },
): Scope {
	const keyword = c.next()
	const parts = [c.expectIdentifier().text]
	while (c.accept('.')) parts.push(c.expectIdentifier().text)
	const name = scope.namespace === '' ? parts.join('.') : `${scope.namespace}.${parts.join('.')}`
	const inner: Scope = { ...scope, namespace: name }
	if (c.accept(';')) {
		c.usesNewer('file-scoped namespace', keyword)
		while (c.is('using')) parseUsing(c, file)
		return inner
	}
	c.expect('{')
	parseNamespaceBody(c, inner, file)
	c.expect('}')
	c.accept(';')
	return scope
}

function parseUsing(c: Cursor, file: { usings: string[]; aliases: string[] }): void {
	if (c.is('global')) c.usesNewer('global using directive', c.next())
	c.next()
	const isStatic = c.accept('static')
	const uses = c.typeUses.length
	if (c.isIdentifier() && c.is('=', 1)) {
		file.aliases.push(c.next().text)
		c.next()
		const at = c.token
		parseType(c)
		const isName = at.kind === 'identifier' && c.previous.text !== ']' && c.previous.text !== '?'
		if (!isName) c.usesNewer('using type alias', at)
	} else {
		const from = c.position
		parseType(c)
		if (!isStatic) file.usings.push(joined(c.since(from)))
	}
	// A namespace, or what an alias stands for: neither is looked up by the usings.
	c.typeUses.length = uses
	c.expectSemicolon()
}

function refuseAtTopLevel(c: Cursor): never {
	const looksLikeMember = c.looksLike(() => {
		while (c.token.kind === 'keyword' && MODIFIERS.has(c.token.text)) c.next()
		parseType(c)
		c.expectIdentifier()
		return true
	})
	if (!looksLikeMember) {
		c.stopAt(c.token, 'CS1022', 'Type or namespace definition, or end-of-file expected')
	}
	while (c.token.kind === 'keyword' && MODIFIERS.has(c.token.text)) c.next()
	parseType(c)
	return c.stopAt(
		c.token,
		'CS0116',
		'A namespace cannot directly contain members such as fields, methods or statements',
	)
}

/** True when a type (or delegate) began here and was read; false leaves everything as it was. */
export function parseTypeDeclaration(
	c: Cursor,
	scope: Scope,
	attributes: readonly AttributeUse[],
): boolean {
	let ahead = 0
	const modifiers = new Set<string>()
	while (c.isAny(MODIFIERS, ahead) && !c.is('(', ahead + 1)) {
		modifiers.add(c.peek(ahead).text)
		ahead++
	}
	if (!c.isAny(TYPE_KEYWORDS, ahead)) return false
	// `record` is a keyword only before a name.
	if (c.is('record', ahead) && !startsRecord(c, ahead + 1)) return false
	for (let i = 0; i < ahead; i++) c.next()
	const keyword = c.next().text as TypeKind
	if (keyword === 'delegate') {
		parseDelegate(c, scope, modifiers, attributes)
		return true
	}
	if (keyword === 'record' && (c.is('class') || c.is('struct')))
		c.usesNewer('record structs', c.next())
	const at = c.expectIdentifier()
	if (modifiers.has('file')) c.usesNewer('file types', at)
	const typeParameters = parseTypeParameters(c)
	if (c.is('(')) {
		if (keyword !== 'record') c.usesNewer('primary constructors', c.token)
		parseParameters(c, '(', ')')
	}
	const bases = parseBases(c, keyword)
	parseConstraints(c)
	const inner: Scope = { ...scope, enclosing: [...scope.enclosing, at.text] }
	const declaration = {
		name: at.text,
		kind: keyword,
		arity: typeParameters.length,
		typeParameters,
		namespace: scope.namespace,
		enclosing: scope.enclosing,
		modifiers,
		attributes,
		bases,
		at,
	}
	if (keyword === 'record' && c.accept(';')) {
		scope.types.push({ ...declaration, fields: [], members: [] })
		return true
	}
	if (!c.is('{')) c.stop('CS1514', '{ expected')
	if (keyword === 'enum') {
		scope.types.push({ ...declaration, fields: [], members: parseEnumMembers(c) })
	} else {
		const fields = parseMembers(c, inner, { name: at.text, isStruct: keyword === 'struct' })
		scope.types.push({ ...declaration, fields, members: [] })
	}
	c.accept(';')
	return true
}

function startsRecord(c: Cursor, ahead: number): boolean {
	if (c.is('class', ahead) || c.is('struct', ahead)) return true
	return c.isIdentifier(ahead) && ['(', '{', ':', '<', ';'].some((text) => c.is(text, ahead + 1))
}

function parseDelegate(
	c: Cursor,
	scope: Scope,
	modifiers: ReadonlySet<string>,
	attributes: readonly AttributeUse[],
): void {
	parseType(c)
	const at = c.expectIdentifier()
	const typeParameters = parseTypeParameters(c)
	parseParameters(c, '(', ')')
	parseConstraints(c)
	c.expectSemicolon()
	scope.types.push({
		name: at.text,
		kind: 'delegate',
		arity: typeParameters.length,
		typeParameters,
		namespace: scope.namespace,
		enclosing: scope.enclosing,
		modifiers,
		attributes,
		bases: [],
		fields: [],
		members: [],
		at,
	})
}

function parseBases(c: Cursor, kind: TypeKind): BaseReference[] {
	const bases: BaseReference[] = []
	if (!c.accept(':')) return bases
	do {
		const from = c.position
		const at = c.token
		parseType(c)
		const tokens = c.since(from)
		if (kind !== 'enum') bases.push({ name: nameWithoutArguments(tokens), at })
		if (kind === 'record' && c.is('(')) parseArguments(c, '(', ')')
	} while (c.accept(','))
	return bases
}

function nameWithoutArguments(tokens: readonly Token[]): string {
	const end = tokens.findIndex((t) => t.text === '<')
	return joined(end < 0 ? tokens : tokens.slice(0, end))
}

function parseEnumMembers(c: Cursor): string[] {
	const names: string[] = []
	c.expect('{')
	while (!c.is('}')) {
		parseAttributes(c)
		names.push(c.expectIdentifier().text)
		if (c.accept('=')) parseExpression(c)
		if (!c.accept(',')) break
	}
	if (!c.is('}') && c.isIdentifier()) c.stop('CS1003', "Syntax error, ',' expected")
	c.expect('}')
	return names
}
