/** Characters that a person does not see, for texts that people base decisions on. Pure. */

/**
 * Characters that show nothing, or look like a space: controls, format marks (some turn the direction of the text
 * around), separators, fillers, variation selectors, tags, and every space but the usual one. By their Unicode
 * classes; four that are drawn as nothing are in none (a blank Braille pattern, the place of an object, a null notehead,
 * a blank hieroglyph). With them `Assets/Editor/sc.gpj` reads as `Assets/Editor/jpg.cs`. Of marks on one letter, those
 * after the fourth: hundreds are one sign, which no line breaks.
 */
export const UNSEEN =
	/(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u{13441}]|(?<=\p{M}{4})\p{M}/gu

/** One such character as source code would name it: `\u{202E}`. */
export const escaped = (unseen: string): string =>
	`\\u{${unseen.codePointAt(0)?.toString(16).toUpperCase()}}`
