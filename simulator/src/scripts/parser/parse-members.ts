/** The body of a class, struct, interface or record. */
import type { Cursor } from '../tokens/cursor.ts'
import type { Token } from '../tokens/token.ts'
import type { FieldDeclaration } from '../types/declarations.ts'
import { parseArguments, parseInitializer } from './parse-arguments.ts'
import { type AttributeUse, parseAttributes } from './parse-attributes.ts'
import { parseExpression } from './parse-expressions.ts'
import { parseTypeDeclaration, type Scope } from './parse-file.ts'
import { joined, parseParameters } from './parse-parameters.ts'
import { parseBlock, parseBody, parseConstraints } from './parse-statements.ts'
import { parseType, parseTypeArguments, parseTypeParameters } from './parse-types.ts'

const MODIFIERS = new Set([
	'public',
	'private',
	'protected',
	'internal',
	'static',
	'abstract',
	'sealed',
	'virtual',
	'override',
	'readonly',
	'const',
	'volatile',
	'extern',
	'unsafe',
	'new',
	'async',
	'partial',
	'required',
	'ref',
	'fixed',
])
/** Contextual ones are modifiers only before another word. */
const CONTEXTUAL = new Set(['async', 'partial', 'required'])

interface Members {
	readonly owner: string
	readonly isStruct: boolean
	readonly fields: FieldDeclaration[]
	/** Name → place, of everything that may exist once. */
	readonly names: Set<string>
	/** `Name(int,string)` of methods and constructors. */
	readonly signatures: Set<string>
}

/** Reads `{ … }`; returns the fields. Finds members declared twice (CS0102, CS0111). */
export function parseMembers(
	c: Cursor,
	scope: Scope,
	owner: { readonly name: string; readonly isStruct: boolean },
): FieldDeclaration[] {
	const members: Members = {
		owner: owner.name,
		isStruct: owner.isStruct,
		fields: [],
		names: new Set(),
		signatures: new Set(),
	}
	c.expect('{')
	while (!c.is('}')) {
		if (c.token.kind === 'eof' || c.is('namespace')) c.stop('CS1513', '} expected')
		if (c.accept(';')) continue
		const attributes = parseAttributes(c)
		if (parseTypeDeclaration(c, scope, attributes)) continue
		parseMember(c, members, attributes)
	}
	c.next()
	return members.fields
}

function parseMember(c: Cursor, members: Members, attributes: readonly AttributeUse[]): void {
	const modifiers = new Set<string>()
	while (c.isAny(MODIFIERS) && !(CONTEXTUAL.has(c.token.text) && !isWordAhead(c))) {
		modifiers.add(c.next().text)
	}
	if (c.is('~')) {
		c.next()
		c.expectIdentifier()
		parseParameters(c, '(', ')')
		parseBody(c)
		return
	}
	if (c.is('implicit') || c.is('explicit')) {
		c.next()
		c.expect('operator')
		parseType(c)
		parseParameters(c, '(', ')')
		parseBody(c)
		return
	}
	if (c.is('event')) {
		parseEvent(c, members)
		return
	}
	if (c.isIdentifier() && c.is('(', 1)) {
		parseConstructor(c, members, modifiers)
		return
	}
	refuseUnlessType(c)
	const from = c.position
	parseType(c)
	const type = joined(c.since(from))
	if (c.accept('operator')) {
		while (!c.is('(') && c.token.kind !== 'eof') c.next()
		parseParameters(c, '(', ')')
		parseBody(c)
		return
	}
	parseNamedMember(c, members, attributes, modifiers, type)
}

const isWordAhead = (c: Cursor): boolean => {
	const { kind, text } = c.peek(1)
	return kind === 'keyword' || kind === 'identifier' || text === '('
}

/** Statements and stray tokens where members belong. */
function refuseUnlessType(c: Cursor): void {
	if (c.isIdentifier() && !c.is('=', 1) && !c.is('++', 1) && !c.is('--', 1)) return
	const startsType = c.looksLike(() => {
		parseType(c)
		return c.isIdentifier() || c.is('operator') || c.is('this')
	})
	if (startsType) return
	const bad = c.isIdentifier() ? c.peek(1) : c.token
	if (c.token.kind === 'eof') c.stop('CS1513', '} expected')
	c.stopAt(
		bad,
		'CS1519',
		`Invalid token '${bad.text}' in class, record, struct, or interface member declaration`,
	)
}

function parseEvent(c: Cursor, members: Members): void {
	c.next()
	parseType(c)
	do {
		const name = parseMemberName(c)
		declareOnce(c, members, name)
		if (c.is('{')) {
			parseAccessors(c)
			return
		}
		if (c.accept('=')) parseExpression(c)
	} while (c.accept(','))
	c.expectSemicolon()
}

function parseConstructor(c: Cursor, members: Members, modifiers: ReadonlySet<string>): void {
	const name = c.next()
	if (name.text !== members.owner) c.report(name, 'CS1520', 'Method must have a return type')
	const parameters = parseParameters(c, '(', ')')
	if (members.isStruct && parameters.length === 0 && !modifiers.has('static'))
		c.usesNewer('parameterless struct constructors', name)
	if (!modifiers.has('static')) declareSignature(c, members, name, parameters)
	if (c.accept(':')) {
		if (!c.is('base') && !c.is('this')) c.stop('CS1018', "Keyword 'this' or 'base' expected")
		c.next()
		parseArguments(c, '(', ')')
	}
	parseBody(c)
}

/** `Name`, or `IFoo<T>.Name` of an explicit implementation; the token is the last part. */
function parseMemberName(c: Cursor): Token {
	for (;;) {
		if (c.is('this')) return c.next()
		const name = c.expectIdentifier()
		const isQualifier =
			c.is('.') ||
			c.looksLike(() => {
				parseTypeArguments(c)
				return c.is('.')
			})
		if (!isQualifier) return name
		if (c.is('<')) parseTypeArguments(c)
		c.next()
	}
}

function parseNamedMember(
	c: Cursor,
	members: Members,
	attributes: readonly AttributeUse[],
	modifiers: ReadonlySet<string>,
	type: string,
): void {
	const from = c.position
	const startsName = c.isIdentifier() || c.is('this')
	if (!startsName) {
		c.stopAt(
			c.token,
			'CS1519',
			`Invalid token '${c.token.text}' in class, record, struct, or interface member declaration`,
		)
	}
	if (modifiers.has('required')) c.usesNewer('required members', c.token)
	const name = parseMemberName(c)
	const isExplicit = c.position - from > 1
	if (name.text === 'this') {
		parseParameters(c, '[', ']')
		parsePropertyBody(c)
		return
	}
	if (c.is('(') || c.is('<')) {
		const arity = parseTypeParameters(c).length
		const parameters = parseParameters(c, '(', ')')
		parseConstraints(c)
		if (!isExplicit && !modifiers.has('partial')) {
			declareSignature(c, members, name, parameters, arity)
		}
		parseBody(c)
		return
	}
	if (!isExplicit) declareOnce(c, members, name)
	if (c.is('{') || c.is('=>')) {
		parsePropertyBody(c)
		const isAuto = attributes.some((a) => a.target === 'field' && a.name === 'SerializeField')
		if (isAuto) {
			members.fields.push({
				name: name.text,
				type,
				modifiers: new Set(['private']),
				attributes,
				initializer: null,
				at: name,
			})
		}
		return
	}
	parseFields(c, members, attributes, modifiers, type, name)
}

function parseFields(
	c: Cursor,
	members: Members,
	attributes: readonly AttributeUse[],
	modifiers: ReadonlySet<string>,
	type: string,
	first: Token,
): void {
	let at = first
	for (;;) {
		let initializer: readonly Token[] | null = null
		if (modifiers.has('fixed') && c.is('[')) parseArguments(c, '[', ']')
		if (c.accept('=')) {
			if (members.isStruct && !modifiers.has('static') && !modifiers.has('const'))
				c.usesNewer('struct field initializers', at)
			const from = c.position
			c.accept('ref')
			if (c.is('{')) parseInitializer(c)
			else parseExpression(c)
			initializer = c.since(from)
		}
		members.fields.push({ name: at.text, type, modifiers, attributes, initializer, at })
		if (!c.accept(',')) break
		at = c.expectIdentifier()
		declareOnce(c, members, at)
	}
	c.expectSemicolon()
}

function parsePropertyBody(c: Cursor): void {
	if (c.accept('=>')) {
		c.accept('ref')
		parseExpression(c)
		c.expectSemicolon()
		return
	}
	parseAccessors(c)
	if (c.accept('=')) {
		if (c.is('{')) parseInitializer(c)
		else parseExpression(c)
		c.expectSemicolon()
	}
}

const ACCESSORS = new Set(['get', 'set', 'init', 'add', 'remove'])

function parseAccessors(c: Cursor): void {
	c.expect('{')
	while (!c.is('}')) {
		parseAttributes(c)
		while (c.isAny(MODIFIERS)) c.next()
		if (!c.isAny(ACCESSORS)) {
			if (c.token.kind === 'eof') c.stop('CS1513', '} expected')
			c.stop('CS1014', 'A get or set accessor expected')
		}
		c.next()
		if (c.is('{')) parseBlock(c)
		else if (c.accept('=>')) {
			parseExpression(c)
			c.expectSemicolon()
		} else if (!c.accept(';')) {
			c.stop('CS1043', '{ or ; expected')
		}
	}
	c.next()
}

function declareOnce(c: Cursor, members: Members, name: Token): void {
	if (members.names.has(name.text)) {
		c.report(
			name,
			'CS0102',
			`The type '${members.owner}' already contains a definition for '${name.text}'`,
		)
	}
	members.names.add(name.text)
}

function declareSignature(
	c: Cursor,
	members: Members,
	name: Token,
	parameters: readonly { type: string }[],
	arity = 0,
): void {
	const signature = `${name.text}\`${arity}(${parameters.map((p) => p.type).join(',')})`
	if (members.signatures.has(signature)) {
		c.report(
			name,
			'CS0111',
			`Type '${members.owner}' already defines a member called '${name.text}' with the same parameter types`,
		)
	}
	members.signatures.add(signature)
}
