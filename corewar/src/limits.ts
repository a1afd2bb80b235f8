/**
 * Limits of a source. Sources come from people, models and other servers, so each of
 * these is an error with a place, never a hang or an overflow. Warriors in use stay far below all of them.
 */
export const LIMITS = {
	/** UTF-16 units of a source. */
	sourceLength: 256 * 1024,
	lines: 10_000,
	/** Units of one line. */
	lineLength: 4_096,
	nameLength: 64,
	/** FOR inside FOR. */
	loopDepth: 16,
	/** Lines that loops and macros write, in all. */
	expandedLines: 30_000,
	/** Names that stand for texts with such names, and macros that use macros. */
	textDepth: 32,
	/** Tokens of one line, before and after all names have been replaced. */
	lineTokens: 2_048,
	/** Tokens of all lines that loops and macros write, and of all lines after replacement. */
	expandedTokens: 300_000,
	/** Parentheses, signs and operators inside each other. */
	expressionDepth: 64,
	/** Names with a text or an address. */
	symbols: 20_000,
	assertions: 100,
	/** Undefined names for which a like one is looked for. */
	searches: 20,
} as const

/** Characters of a name, an author and a strategy that are kept. */
export const KEPT_TEXT = { name: 200, author: 200, strategy: 4_000 } as const
