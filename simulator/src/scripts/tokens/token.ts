/** Tokens of C# source as the parser sees them: no trivia, inactive `#if` parts left out. */

export type TokenKind = 'identifier' | 'keyword' | 'number' | 'string' | 'char' | 'punct' | 'eof'

export interface Token {
	readonly kind: TokenKind
	/** Source text; `@class` stands without its `@`. */
	readonly text: string
	/** 1-based. */
	readonly line: number
	readonly column: number
	readonly endLine: number
	/** Column just behind the last character. */
	readonly endColumn: number
	/** Value of a string or char literal without holes. */
	readonly value?: string
	/** Tokens of each `{hole}` of an interpolated string, each ended by `eof`. */
	readonly holes?: readonly (readonly Token[])[]
}

/** An error with its place; the file is added by the caller. */
export interface Diagnostic {
	readonly line: number
	readonly column: number
	readonly code: string
	readonly message: string
	readonly severity: 'error' | 'warning'
}

export const KEYWORDS: ReadonlySet<string> = new Set(
	(
		'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else ' +
		'enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long ' +
		'namespace new null object operator out override params private protected public readonly ref return sbyte sealed short ' +
		'sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual ' +
		'void volatile while'
	).split(' '),
)

export const PREDEFINED_TYPES: ReadonlySet<string> = new Set(
	'bool byte char decimal double float int long object sbyte short string uint ulong ushort void'.split(
		' ',
	),
)
