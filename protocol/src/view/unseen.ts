/** Characters that a person does not see, for texts that people base decisions on. Pure. */

/**
 * Characters that show nothing, or look like a space: controls, format marks (some turn the direction of the text
 * around), separators, fillers, variation selectors, tags, and every space but the usual one. By their Unicode
 * classes; the blank Braille pattern is in none. With them `Assets/Editor/sc.gpj` reads as `Assets/Editor/jpg.cs`.
 */
export const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** One such character as source code would name it: `\u{202E}`. */
export const escaped = (unseen: string): string =>
	`\\u{${unseen.codePointAt(0)?.toString(16).toUpperCase()}}`
