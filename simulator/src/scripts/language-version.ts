/** Unity 6 compiles C# 9. Later features are rejected as Roslyn rejects them (CS8773). */
import type { Token } from './tokens/token.ts'

/** Features by the words of Roslyn's message, and the C# version that brought them. */
export const NEWER_FEATURES = {
	'file-scoped namespace': '10.0',
	'global using directive': '10.0',
	'record structs': '10.0',
	'parameterless struct constructors': '10.0',
	'struct field initializers': '10.0',
	'extended property patterns': '10.0',
	'required members': '11.0',
	'file types': '11.0',
	'list pattern': '11.0',
	'raw string literals': '11.0',
	'UTF-8 string literals': '11.0',
	'unsigned right shift': '11.0',
	'collection expressions': '12.0',
	'primary constructors': '12.0',
	'using type alias': '12.0',
	'string escape character': '13.0',
} as const
export type NewerFeature = keyof typeof NEWER_FEATURES

export const NOT_AVAILABLE = 'CS8773'

export const notAvailable = (feature: NewerFeature): string =>
	`Feature '${feature}' is not available in C# 9.0. Please use language version ${NEWER_FEATURES[feature]} or greater.`

/** The error at a token, as a diagnostic. */
export const newer = (feature: NewerFeature, { line, column }: Pick<Token, 'line' | 'column'>) =>
	({
		line,
		column,
		code: NOT_AVAILABLE,
		message: notAvailable(feature),
		severity: 'error',
	}) as const
